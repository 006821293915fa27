"""What pads tell and what chords answer: frozen messages with monotonic stamps. Nothing that acts.

An edge is one physical key going down or up. A stroke is one whole gesture (`nightbox.game.keys.Key`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from nightbox.game.keys import HOLDS, PLAIN, Key

SEATS: tuple[str, ...] = tuple(str(n) for n in range(1, 21))
PHYSICAL: frozenset[str] = frozenset((*SEATS, *PLAIN, *HOLDS))
"""The names of physical keys: "1" to "20", MISS, NEXT, UNDO, PAUSE, FOUL, FN."""

MS = 1_000_000
SECOND = 1000 * MS
"""Nanoseconds, as stamps count them."""

Verdict: TypeAlias = Literal["accepted", "held", "refused"]
"""On the disk; in memory only; did nothing and never will."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A physical key went down or up; `press` is "pad/session/number" where the pad numbers its edges."""

    source: str
    key: str
    down: bool
    at_ns: int
    press: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A key was found down whose press nobody saw, as at the start: it does not act until released."""

    source: str
    key: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Missed:
    """Presses were lost on the wire: what the hand did is unknown, and no chord goes on."""

    source: str


@dataclass(frozen=True, slots=True)
class PadLost:
    """A pad cannot be used now; it is tried again for ever. Told once, until PadBack."""

    source: str
    why: str


@dataclass(frozen=True, slots=True)
class PadBack:
    """A pad can be used: for the first time, or again."""

    source: str


@dataclass(frozen=True, slots=True)
class Noisy:
    """A pad's wire carries what cannot be read: `lines` so far. Told once, until the pad comes back."""

    source: str
    lines: int


@dataclass(frozen=True, slots=True)
class Line:
    """The judge typed a command on the terminal and ended it with Enter."""

    text: str


@dataclass(frozen=True, slots=True)
class Typing:
    """The command that is being typed on the terminal; None when the prompt closes."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The terminal asks the box to end: Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One whole gesture for the referee, at the moment when its deciding key first touched."""

    key: Key
    at_ns: int
    source: str
    press: str | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A numbered press that is no stroke of its own (FOUL, a release, a double): to be answered "held"."""

    source: str
    press: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A press that does nothing, and why: to be answered "refused"."""

    source: str
    key: str
    at_ns: int
    press: str | None
    why: str


@dataclass(frozen=True, slots=True)
class StuckKey:
    """A key has been down for half a minute; it is ignored until it is released. Told once."""

    source: str
    key: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class TooFast:
    """A source presses faster than a hand can; what is too much is dropped. Told once per burst."""

    source: str
    at_ns: int


Told: TypeAlias = Edge | Held | Missed | Stroke | PadLost | PadBack | Noisy | Line | Typing | Stop
"""What a pad's driver tells the inbox."""

Outcome: TypeAlias = Stroke | Taken | Dropped | StuckKey | TooFast
"""What chords make of it."""

Tell: TypeAlias = Callable[[Told], Any]
"""How a driver tells: it must not block and must not raise, as `queue.SimpleQueue.put` does not."""
