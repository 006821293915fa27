"""What the sound process does at a moment: starts calls and music, moves gains, answers. No pygame, no
socket, no clock.

Channels: 0 voice, 1 music, 2 bed, 3 the silent probe. Everything that is due before `until` is done in
`step`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from nightbox.stage.desk import MS, STEP, Desk, headroom
from nightbox.stage.pace import RealTime, Stepped
from nightbox.stage.settings import Setup
from nightbox.stage.shelf import Shelf, UnfitError, peak
from nightbox.stage.wire import Message

VOICE, MUSIC, BED, PROBE = range(4)
RATE = 48_000
SECOND = 1_000_000_000
TOO_LATE = 500 * MS
"""A call that cannot begin by then is not said: its slot is already open."""
LATE_MUSIC = 100 * MS
WAIT = 5 * MS


class Channels(Protocol):
    """The part of a mixer that a player needs."""

    def decode(self, file: Path) -> bytes: ...
    def start(self, channel: int, samples: bytes, *, loop: bool = False) -> None: ...
    def gain(self, channel: int, value: int) -> None: ...
    def stop(self, channel: int) -> None: ...
    def busy(self, channel: int) -> bool: ...


@dataclass(frozen=True, slots=True)
class Call:
    n: int
    line: str
    due: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A call that was asked for, and is waiting for its fetch to be seen."""

    n: int
    fetch: int
    lead: int
    length: int


class Player:
    """The desk, the calls that are to come, and the music that runs."""

    def __init__(
        self,
        setup: Setup,
        mixer: Channels,
        shelf: Shelf,
        pace: RealTime | Stepped,
        tell: Callable[[Message], None],
    ) -> None:
        self._setup, self._mixer, self._shelf, self._pace, self._tell = setup, mixer, shelf, pace, tell
        self._desk = Desk(setup.levels)
        self._shown: dict[int, int] = {}
        self._calls: list[Call] = []
        self._orders: list[Message] = []
        self._begun: Begun | None = None
        self._bed = b""
        self._bed_peak = 0.0
        self._bed_on = False
        self._position = 0
        self._music_zero: int | None = None
        self._music_frames = 0

    def open(self) -> None:
        """The bed first: it is what masks when all else fails."""
        self._bed = self._mixer.decode(self._setup.bed)
        self._bed_peak = peak(self._bed)
        self._shelf.hold_file("music", self._setup.music)
        self._shelf.hold(self._setup.load)

    @property
    def quiet(self) -> bool:
        return not self._bed_on and not self._calls

    def take(self, message: Message, now: int) -> None:
        """An order. Raises KeyError or ValueError when it is none."""
        if "say" in message:
            call = Call(message["n"], message["say"], message["due"])
            self._shelf.expect(call.line)
            self._calls.append(call)
            self._calls.sort(key=lambda call: call.due)
        elif "music" in message:
            self._orders.append(message | {"due": max(message["due"], now - 60 * SECOND)})
            self._orders.sort(key=lambda order: order["due"])
        elif "prepare" in message:
            self._shelf.prepare(message["prepare"])
        else:
            raise ValueError(f"unknown order {message}")

    def step(self, now: int, until: int) -> None:
        """Do what is due before `until`; gains are those of `now`."""
        while self._orders and self._orders[0]["due"] < until:
            self._music(self._orders.pop(0), now)
        self._run_music(now)
        for call in tuple(self._calls):
            self._call(call, now, until)
        self._probe(now)
        self._gains(now)

    def wake(self, now: int) -> int:
        """When the next step is needed at the latest."""
        moments = [now + SECOND]
        moments += [order["due"] for order in self._orders[:1]]
        for call in self._calls:
            near = call.due < now + SECOND
            ask = self._pace.plan(call.due, now).ask if near else call.due - SECOND
            moments.append(ask if ask > now else now + WAIT)
        if self._desk.moving(now) or self._begun:
            moments.append(now + STEP // 2)
        if self._bed_on and self._music_zero is None:
            moments.append(now + WAIT)
        if isinstance(self._pace, RealTime):
            moments.append(self._pace.wake(now))
        return min(moments)

    def position(self, now: int) -> int | None:
        """The frame of the music's loop that is heard, None when it does not run."""
        if self._music_zero is None:
            return None
        return (now - self._music_zero) * RATE // SECOND % self._music_frames

    def stuck(self, now: int, limit: int) -> bool:
        return isinstance(self._pace, RealTime) and self._pace.stuck(now, limit)

    def _music(self, order: Message, now: int) -> None:
        due = order["due"]
        match order["music"]:
            case "play":
                if not self._bed_on:
                    self._mixer.gain(BED, 0)
                    self._mixer.start(BED, self._bed, loop=True)
                    self._bed_on = True
                    self._position = order.get("position", 0)
                self._desk = self._desk.play(due)
            case "lower":
                self._desk = self._desk.lower(due)
            case "stop":
                self._desk = self._desk.stop(due)
            case other:
                raise ValueError(f"unknown music order {other!r}")

    def _run_music(self, now: int) -> None:
        """Music joins the bed when it is decoded, and both end when they have faded."""
        if self._bed_on and self._desk.silent(now):
            self._mixer.stop(MUSIC)
            self._mixer.stop(BED)
            self._bed_on, self._music_zero = False, None
        if not self._bed_on or self._music_zero is not None:
            return
        try:
            samples = self._shelf.get("music")
        except UnfitError as error:
            self._tell({"failed": 0, "why": str(error)})
            self._music_zero, self._music_frames = now, 1
            return
        if samples is None:
            return
        scale = headroom(self._desk.levels, self._shelf.peak("music"), self._bed_peak)
        self._desk = replace(self._desk, scale=scale)
        if now > self._desk.music.begin + LATE_MUSIC:
            self._desk = self._desk.join(now)
        self._music_frames = len(samples) // 2
        place = self._position % self._music_frames
        self._mixer.gain(MUSIC, 0)
        self._shown.pop(MUSIC, None)
        self._mixer.start(MUSIC, samples[2 * place :] + samples[: 2 * place] if place else samples, loop=True)
        self._music_zero = now - place * SECOND // RATE

    def _call(self, call: Call, now: int, until: int) -> None:
        try:
            samples = self._shelf.get(call.line)
        except UnfitError as error:
            self._fail(call, str(error))
            return
        if samples is None:
            if now > call.due + TOO_LATE:
                self._fail(call, "not decoded in time")
            return
        start = self._pace.plan(call.due, now)
        if start.ask >= until:
            return
        self._calls.remove(call)
        if now > call.due + TOO_LATE:
            self._fail(call, "too late")
            return
        length = len(samples) // 2 * SECOND // RATE
        self._mixer.start(VOICE, bytes(round(start.lead * RATE / SECOND) * 2) + samples)
        self._desk = self._desk.speak(start.fetch + start.lead, start.fetch + start.lead + length)
        if isinstance(self._pace, RealTime):
            self._mixer.start(PROBE, bytes(2))
            self._pace.launched(now)
            self._begun = Begun(call.n, start.fetch, start.lead, length)
        else:
            self._tell({"began": call.n, "at": start.fetch + start.lead})

    def _fail(self, call: Call, why: str) -> None:
        if call in self._calls:
            self._calls.remove(call)
        self._tell({"failed": call.n, "why": why})

    def _probe(self, now: int) -> None:
        pace = self._pace
        if not isinstance(pace, RealTime):
            return
        if pace.wants_probe(now):
            self._mixer.start(PROBE, bytes(2))
            pace.launched(now)
            return
        seen = pace.poll(now, pace.begun is not None and self._mixer.busy(PROBE))
        if seen is None or self._begun is None:
            return
        begun, self._begun = self._begun, None
        fetch = begun.fetch
        if seen and pace.grid.known:
            fetch = fetch if abs(seen - fetch) < pace.grid.period * 3 // 4 else pace.grid.nearest(seen)
        elif seen:
            fetch = seen
        if fetch != begun.fetch:
            self._desk = self._desk.hush(begun.fetch + begun.lead)
            self._desk = self._desk.speak(fetch + begun.lead, fetch + begun.lead + begun.length)
        self._tell({"began": begun.n, "at": fetch + begun.lead})

    def _gains(self, now: int) -> None:
        gains = self._desk.gains(now)
        for channel, gain in ((VOICE, gains.voice), (MUSIC, gains.music), (BED, gains.bed)):
            value = min(128, round(gain * 128))
            if self._shown.get(channel) != value:
                self._shown[channel] = value
                self._mixer.gain(channel, value)
