"""What may be asked of the referee: orders, in the imperative. Nothing here decides whether they are granted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nightbox.game.keys import Key
from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Press:
    """The judge pressed a key; the phase decides what it means (meanings.py)."""

    key: Key


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The clock reached the referee's deadline (or any later moment)."""


@dataclass(frozen=True, slots=True)
class CueEnds:
    """The line that entry `n` said will have ended, tail included, at table time `at`."""

    n: int
    at: Ms


@dataclass(frozen=True, slots=True)
class LoseDevice:
    """A device went away: "pad:pad1", "speaker", "clock" or "disk"."""

    device: str


@dataclass(frozen=True, slots=True)
class ReturnDevice:
    """A device came back."""

    device: str


@dataclass(frozen=True, slots=True)
class Recover:
    """The box was started again in the middle of this game."""


@dataclass(frozen=True, slots=True)
class Remind:
    """The room can hear again: say at once that a game waits to be gone on with."""


@dataclass(frozen=True, slots=True)
class EnterRole:
    """Enter or mend the role of a seat, by role id, at any time from the first nightfall on."""

    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """Mend an entry of an earlier step of this night before its result; seat 0 is a miss, None forgets it."""

    step: str
    seat: int | None


Correction: TypeAlias = Literal["seat_in", "seat_out", "first_speaker", "night", "fouls", "winner"]


@dataclass(frozen=True, slots=True)
class CorrectTable:
    """The table is right, and the box follows it: mend what stands behind a spoken reveal.

    seat_in, seat_out, first_speaker: `seat`. night: `value` is its number. fouls: `seat` has `value`.
    winner: `winner` is a team id or "draw".
    """

    what: Correction
    seat: int = 0
    value: int = 0
    winner: str = ""


Command: TypeAlias = (
    Press
    | TimePassed
    | CueEnds
    | LoseDevice
    | ReturnDevice
    | Recover
    | Remind
    | EnterRole
    | CorrectEntry
    | CorrectTable
)
