"""What decides a place in the table: each of a rule set's criteria by its name. The greater is the better.

Where all of a rule set's criteria are equal the places are the lot's (FSM L509, 4MAFIA 4.5.5): they are shared and
marked, never drawn here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Key: TypeAlias = Fraction | int | tuple[int, ...]

HEAVY_RED = ("don", "mafia", "sheriff", "civilian")
"""The order of roles where the reds have won more (4MAFIA 4.5.4)."""

HEAVY_BLACK = ("sheriff", "civilian", "don", "mafia")
"""The order of roles where the blacks have won more."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has gathered over the games; points in hundredths, `bonus` with the penalties in it."""

    games: int
    wins: int
    total: int
    bonus: int
    roles: tuple[tuple[str, int], ...]
    first_deaths: int
    best: int

    def won_as(self, *roles: str) -> int:
        return sum(wins for role, wins in self.roles if role in roles)


@dataclass(frozen=True, slots=True)
class Distance:
    """All the games of a table: who has won them, and the best and worst players of either colour."""

    red_wins: int = 0
    black_wins: int = 0
    best: tuple[tuple[str, int], ...] = ()
    worst: tuple[tuple[str, int], ...] = ()

    @property
    def heavy(self) -> tuple[str, ...]:
        """The roles, the heaviest first (4MAFIA 4.5.4): those of the colour that has won less.

        With as many wins on both sides the heavier colour is the one that was praised less: fewer best players, the
        worst ones subtracted (the text says only "by the number of worst and best"). () when that is equal too.
        """
        if self.red_wins != self.black_wins:
            return HEAVY_RED if self.red_wins > self.black_wins else HEAVY_BLACK
        red, black = (dict(self.best).get(team, 0) - dict(self.worst).get(team, 0) for team in ("red", "black"))
        return () if red == black else HEAVY_RED if red > black else HEAVY_BLACK


def _heavy_role(one: Standing, all_games: Distance) -> Key:
    return tuple(one.won_as(role) for role in all_games.heavy)


CRITERIA: dict[str, Callable[[Standing, Distance], Key]] = {
    "coefficient": lambda one, _: Fraction(one.total, one.games * 100),  # 4MAFIA 4.5.1: points by games
    "total": lambda one, _: one.total,
    "bonus": lambda one, _: one.bonus,
    "wins": lambda one, _: one.wins,
    "leader_wins": lambda one, _: one.won_as("don", "sheriff"),  # FSM L507
    "first_deaths": lambda one, _: one.first_deaths,
    "best": lambda one, _: one.best,
    "heavy_role": _heavy_role,
}
WINS_ONLY = ("wins",)
"""The ranking of a rule set whose text has no points."""
