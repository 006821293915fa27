"""A whole box in virtual time: the real loop, chords and referee, with an inbox that is the clock and a room, a pad and
a disk that behave. Waiting is jumping; a cut keeps what the disk has and forgets everything else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nightbox.devices import Room, TableClock, opened_clock
from nightbox.game.clockwork import Tempo
from nightbox.game.cues import Face, LowerMusic, PlayMusic, Say, ShowClock, StopMusic
from nightbox.game.facts import Entry
from nightbox.game.keys import HOLDS, PLAIN, key
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset
from nightbox.loop import Loop
from nightbox.pad.chords import SERIAL, Chords
from nightbox.pad.edges import Edge, PadBack, PadLost, Stroke, Verdict
from nightbox.record.writer import DiskTrouble, DiskWell, Durable
from nightbox.stage.news import Began, SayFailed, SpeakerBack, SpeakerLost
from nightbox.testing.trace import Event, Trace
from nightbox.units import Ms

NS = 1_000_000
TOO_LATE = 500 * NS
"""As the real speaker: what could not begin by then is not said."""
TOUCH: Ms = 80
"""How long a finger rests on a key that is pressed and let go."""


class VirtualInbox:
    """Messages in order, and time that jumps: to the moment that is waited for, never past the horizon."""

    def __init__(self) -> None:
        self.now = 0
        self.horizon = 0
        self.reached = False
        self._queue: deque[object] = deque()

    def put(self, message: object) -> None:
        self._queue.append(message)

    def now_ns(self) -> int:
        return self.now

    def get(self, until_ns: int | None) -> object | None:
        if self._queue:
            return self._queue.popleft()
        if until_ns is None or until_ns > self.horizon:
            self.now, self.reached = max(self.now, self.horizon), True
        else:
            self.now = max(self.now, until_ns)
        return None


@dataclass(slots=True)
class VirtualRoom:
    """The speaker and the LED clock: says each line at its moment, and writes down what the room hears and sees.

    `unprepared` are the lines that a real speaker would have had to decode when they were due.
    """

    inbox: VirtualInbox
    lengths: Mapping[str, Ms]
    trace: Trace = field(default_factory=Trace)
    clock: TableClock = field(default_factory=lambda: TableClock(0, 0))
    alive: bool = True
    prepared: frozenset[str] = frozenset()
    unprepared: list[str] = field(default_factory=list)

    def say(self, n: int, line: str, due_ns: int) -> None:
        if line not in self.prepared:
            self.unprepared.append(line)
        if not self.alive or self.inbox.now - due_ns > TOO_LATE:
            self.inbox.put(SayFailed(n, "too late" if self.alive else "no speaker"))
            return
        self.trace.add(Say(n, line, self.clock.at(due_ns), self.lengths.get(line, 0)))
        self.inbox.put(Began(n, due_ns))

    def prepare(self, lines: Iterable[str]) -> None:
        self.prepared = frozenset(lines)

    def play_music(self, due_ns: int) -> None:
        if self.alive:
            self.trace.add(PlayMusic(self.clock.at(due_ns)))

    def lower_music(self, due_ns: int) -> None:
        if self.alive:
            self.trace.add(LowerMusic(self.clock.at(due_ns)))

    def stop_music(self, due_ns: int) -> None:
        if self.alive and self.trace.playing:
            self.trace.add(StopMusic(self.clock.at(due_ns)))

    def show(self, face: Face, at: Ms) -> None:
        self.trace.add(ShowClock(face, at))


@dataclass(slots=True)
class VirtualDisk:
    """A journal that is on the disk at once; while `slow` when `flush` is called; while `full` in memory only."""

    inbox: VirtualInbox
    written: list[Entry] = field(default_factory=list)
    waiting: list[Entry] = field(default_factory=list)
    full: bool = False
    slow: bool = False
    alive_at: Ms = 0

    def append(self, entry: Entry) -> None:
        self.waiting.append(entry)
        if not (self.full or self.slow):
            self.flush()
        elif self.full and len(self.waiting) == 1:
            self.inbox.put(DiskTrouble("no space left on device"))

    def alive(self, at: Ms) -> None:
        if not self.full:
            self.alive_at = at

    def flush(self) -> None:
        for entry in self.waiting:
            self.written.append(entry)
            self.inbox.put(Durable(entry.n))
        self.waiting.clear()

    def heal(self) -> None:
        held, self.full = bool(self.waiting), False
        self.flush()
        if held:
            self.inbox.put(DiskWell())


@dataclass(slots=True)
class VirtualPad:
    """The judge's pad: what it was answered and what its lamp showed, with table times."""

    inbox: VirtualInbox
    clock: TableClock = field(default_factory=lambda: TableClock(0, 0))
    lamps: list[Event] = field(default_factory=list)
    answers: dict[str, Verdict] = field(default_factory=dict)

    def answer(self, press: str, verdict: Verdict) -> None:
        self.answers[press] = verdict

    def lamp(self, pattern: str, ms: int) -> None:
        self.lamps.append(Event(self.clock.at(self.inbox.now_ns()), "lamp", pattern))


class VirtualBox:
    """One game from its first key on. All moments are table time."""

    def __init__(
        self, rules: Ruleset, lengths: Mapping[str, Ms], seats: int = 10, *, greet: frozenset[str] | None = None
    ) -> None:
        self.rules, self.lengths, self.seats = rules, lengths, seats
        self.greet = greet  # the devices that "ready" waits for; None: it is not said
        self.inbox = VirtualInbox()
        self.room = VirtualRoom(self.inbox, lengths)
        self.disk = VirtualDisk(self.inbox)
        self.pads = {"pad1": VirtualPad(self.inbox), "pad2": VirtualPad(self.inbox)}
        self.cuts: list[Mapping[str, int]] = []
        self._lost: set[str] = set()
        self.loop = self._start()

    def _start(self) -> Loop:
        referee = Referee(Tempo(self.rules, self.lengths), self.seats, self.disk.written)
        clock = opened_clock(referee, self.disk.alive_at, self.inbox.now_ns())
        self.room.clock = clock
        for pad in self.pads.values():
            pad.clock = clock
        room = Room(
            self.inbox, self.room, self.room, self.pads, self.lengths, self.greet or frozenset(), lost=set(self._lost)
        )
        loop = Loop(
            referee,
            room,
            self.disk,
            Chords({name: SERIAL for name in self.pads}),
            clock=clock,
            greet=self.greet is not None,
        )
        loop.begin()
        return loop

    @property
    def now(self) -> Ms:
        return self.loop.now()

    def run_to(self, at: Ms) -> None:
        """Play everything up to `at`."""
        self.inbox.horizon = self.loop.clock.ns(at)
        self.inbox.reached = False
        while not self.inbox.reached:
            self.loop.turn()

    def rest(self, limit: Ms = 3_600_000) -> None:
        """Play until only a person can move the game; reminders of an unfinished game do not count."""
        end = self.now + limit
        while (deadline := self.loop.referee.deadline) is not None and deadline <= end:
            hold = self.loop.public.hold
            if hold and hold.recovery and hold.state == "standing":
                break
            self.run_to(max(self.now, deadline) + 1)

    def press(self, name: str, pad: str = "pad1") -> None:
        """A key touched and let go now, or a whole chord such as FOUL+7."""
        if name in (*PLAIN, *HOLDS) or name.isdigit():
            self._edge(name, True, pad)
            self.run_to(self.now + TOUCH)
            self._edge(name, False, pad)
        else:
            self.inbox.put(Stroke(key(name), self.inbox.now_ns(), pad))
            self.run_to(self.now)

    def down(self, name: str, pad: str = "pad1") -> None:
        self._edge(name, True, pad)

    def up(self, name: str, pad: str = "pad1") -> None:
        self._edge(name, False, pad)

    def _edge(self, name: str, down: bool, pad: str) -> None:
        self.inbox.put(Edge(pad, name, down, self.inbox.now_ns()))
        self.run_to(self.now)

    def lose(self, device: str) -> None:
        self._lost.add(f"pad:{device}" if device in self.pads else device)
        if device in self.pads:
            self.inbox.put(PadLost(device, "unplugged"))
        elif device == "speaker":
            self.room.alive = self.room.trace.playing = False
            self.inbox.put(SpeakerLost("unplugged"))
        self.run_to(self.now)

    def bring_back(self, device: str) -> None:
        self._lost.discard(f"pad:{device}" if device in self.pads else device)
        if device in self.pads:
            self.inbox.put(PadBack(device))
        elif device == "speaker":
            self.room.alive = True
            self.inbox.put(SpeakerBack())
        self.run_to(self.now)

    def fill_disk(self, full: bool) -> None:
        if full:
            self.disk.full = True
        else:
            self.disk.heal()
        self.run_to(self.now)

    def cut(self) -> None:
        """The plug is pulled and put back."""
        heard, lamp = len(self.room.trace.events), len(self.pads["pad1"].lamps)
        self.cuts.append({"heard": heard, "lamp": lamp, "journal": len(self.disk.written)})
        self.disk.waiting.clear()
        self.room.trace.playing = False
        self.inbox = VirtualInbox()
        self.room.inbox = self.disk.inbox = self.inbox
        for pad in self.pads.values():
            pad.inbox = self.inbox
        self.loop = self._start()
        self.run_to(self.now)
