"""What the loop asks of the devices, and the clock of a table. Protocols and values: nothing here opens or waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from nightbox.game.cues import Face
from nightbox.game.facts import Entry
from nightbox.game.referee import Referee, alive_point
from nightbox.pad.edges import Verdict
from nightbox.units import Ms

if TYPE_CHECKING:
    from nightbox.loop import Loop

NS = 1_000_000
"""Nanoseconds in a millisecond."""

Pattern: TypeAlias = Literal["accepted", "refused", "attention", "beat"]


class Inbox(Protocol):
    """One queue for everything that happens, and the clock that stamps it."""

    def put(self, message: object) -> None: ...
    def get(self, until_ns: int | None) -> object | None: ...
    def now_ns(self) -> int: ...


class Voice(Protocol):
    @property
    def alive(self) -> bool: ...
    def say(self, n: int, line: str, due_ns: int) -> None: ...
    def prepare(self, lines: Iterable[str]) -> None: ...
    def play_music(self, due_ns: int) -> None: ...
    def lower_music(self, due_ns: int) -> None: ...
    def stop_music(self, due_ns: int) -> None: ...


class Faces(Protocol):
    def show(self, face: Face, at: Ms) -> None: ...


class Records(Protocol):
    def append(self, entry: Entry) -> None: ...
    def alive(self, at: Ms) -> None: ...


class Pad(Protocol):
    def answer(self, press: str, verdict: Verdict) -> None: ...
    def lamp(self, pattern: str, ms: int) -> None: ...


class Screen(Protocol):
    """Someone who looks on: the rehearsal's terminal. Called after every message."""

    def seen(self, loop: Loop) -> None: ...
    def typed(self, text: str | None) -> None: ...
    def command(self, text: str, loop: Loop) -> None: ...
    def lamp(self, pattern: Pattern, why: str) -> None: ...


class TableClock:
    """Table milliseconds from monotonic nanoseconds: they begin at `base` when the game is opened, and may stand."""

    def __init__(self, base: Ms, now_ns: int) -> None:
        self._origin = (base, now_ns)  # one value: the LED clock reads it from a thread of its own

    def at(self, ns: int) -> Ms:
        base, zero = self._origin
        return base + (ns - zero + NS // 2) // NS

    def ns(self, at: Ms) -> int:
        base, zero = self._origin
        return zero + (at - base) * NS

    def stood(self, since: Ms, now_ns: int) -> None:
        """Table time stood still from `since` until now."""
        self._origin = (since, now_ns)


@dataclass(slots=True)
class Room:
    """What a loop works with. `pads` by name; `devices` are those whose presence makes the box ready."""

    inbox: Inbox
    voice: Voice
    clock: Faces
    pads: Mapping[str, Pad]
    lengths: Mapping[str, Ms]
    devices: frozenset[str] = frozenset()
    screen: Screen | None = None
    lost: set[str] = field(default_factory=set)


def opened_clock(referee: Referee, alive: Ms, now_ns: int) -> TableClock:
    """Table time goes on just behind the last entry of a game, or begins at 0."""
    base = alive_point(0, referee.log[-1], alive) if referee.log else 0
    return TableClock(base, now_ns)
