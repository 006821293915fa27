"""SECRET: what the judge entered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoleEntered:
    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class ShotRecorded:
    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class MissRecorded:
    """A deliberate miss, or no choice: kept apart from no entry at all."""

    night: int
    step: str


@dataclass(frozen=True, slots=True)
class CheckRecorded:
    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class VisitRecorded:
    """The Putana's guest of this night."""

    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class HealRecorded:
    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class OrderRecorded:
    """The next seat of the mafia's order of kills, as the Don set it in the meeting."""

    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class SignRecorded:
    """The one who shows himself by a sign is `seat`, and nobody else has his `role`."""

    night: int
    step: str
    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class EntryForgotten:
    """An entry of an earlier step of this night was taken back by the judge."""

    night: int
    step: str


@dataclass(frozen=True, slots=True)
class BestMoveNumber:
    """The next number of the best move, before it is closed."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A seat at the result gate: the first replaces what the night's entries gave, later ones add."""

    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class ResultNobody:
    night: int


@dataclass(frozen=True, slots=True)
class ResultCleared:
    night: int


@dataclass(frozen=True, slots=True)
class GhostEntered:
    """At the result gate: the victim `seat` will stay as the ghost; 0 takes it back."""

    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class AlibiEntered:
    """At the vote's end: `seat` has an alibi; 0: nobody has."""

    day: int
    seat: int


@dataclass(frozen=True, slots=True)
class LeaverEntered:
    """A seat that leaves by vote, until NEXT announces it."""

    day: int
    seat: int


@dataclass(frozen=True, slots=True)
class FoulGiven:
    """`kind`: "foul", "technical", "big_technical" or "warning"."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class FoulAmended:
    """The last foul of `seat` became another kind while FOUL was still held."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class RemovalEntered:
    """A removal, not yet announced."""

    seat: int


@dataclass(frozen=True, slots=True)
class TeamDefeatEntered:
    """The team of `seat` was given the defeat."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameDecided:
    """The result stands from this moment, although the programme runs on and the room does not know."""

    winner: str
