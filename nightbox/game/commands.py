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


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """Who sits at `seat`; "" forgets it. During the game and after it."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class RecordShooters:
    """What each black showed in night `night`: pairs of seat and shot, a shot of 0 a deliberate miss, -1 nothing.

    Seats that are not named stay as they were. During the game and after it.
    """

    night: int
    shots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RecordVotes:
    """Who held a hand up against whom in a round of a day's vote: pairs of voter and seat, 0 against nobody.

    The whole round at once, since it must give what was counted. During the game and after it.
    """

    day: int
    round: int
    votes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GiveMark:
    """A mark on the score sheet, `on` times; 0 takes it off. During the game and after it."""

    seat: int
    mark: str
    on: int = 1


@dataclass(frozen=True, slots=True)
class GivePoints:
    """The judge's own points, in hundredths, when the game is over; 0 takes them back and wants no reason."""

    seat: int
    kind: str
    hundredths: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """A foul of any kind, or "removal", when the game is over, also to who is out; the reason is optional."""

    seat: int
    kind: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AmendResult:
    """The result of a game that is over: a team, "draw", "annulled" or "replayed"; the reason is not optional."""

    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class GiveReason:
    """Why the judge's entry number `entry` was made. During the game and after it."""

    entry: int
    reason: str


Amend: TypeAlias = (
    NamePlayer | RecordShooters | RecordVotes | GiveMark | GivePoints | GivePenalty | AmendResult | GiveReason
)
"""What is written beside the game. None of it is ever said, and no UNDO reaches it: a later one replaces it."""

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
    | Amend
)
