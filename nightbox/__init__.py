"""nightbox: the table box of a Sport Mafia club."""

__version__ = "0.1.0"
