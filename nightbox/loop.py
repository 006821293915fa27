"""The one thread that owns a game: messages in, the referee, then room, journal and lamp. Time comes from the inbox.

It knows devices by what it asks of them (the protocols below) and opens none. A device that fails is a message; nothing
here waits for one, and nothing but Stop or a new game ends `run`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from nightbox.game.commands import Command, CueEnds, LoseDevice, Press, Recover, ReturnDevice, TimePassed
from nightbox.game.cues import Cue, Face, LowerMusic, PlayMusic, Say, ShowClock, StopMusic
from nightbox.game.facts import Entry
from nightbox.game.programme import Call, programme
from nightbox.game.public import Public
from nightbox.game.referee import Outcome, Referee, alive_point
from nightbox.game.room import everything
from nightbox.game.ruleset import Ruleset
from nightbox.pad.chords import Chords
from nightbox.pad.edges import (
    Dropped,
    Edge,
    Held,
    Line,
    Missed,
    Noisy,
    PadBack,
    PadLost,
    Stop,
    Stroke,
    StuckKey,
    Taken,
    TooFast,
    Typing,
    Verdict,
)
from nightbox.record.writer import DiskTrouble, DiskWell, Durable
from nightbox.stage.news import Began, ClipsChecked, ClockBack, ClockLost, SayFailed, SpeakerBack, SpeakerLost
from nightbox.units import Ms

log = logging.getLogger("nightbox")

NS = 1_000_000
REVEAL_WAIT: Ms = 500
"""How long the voice waits for the disk before it reveals what the disk may not have."""
LAMP_MS: Ms = 400
ALIVE_EVERY: Ms = 1000

Pattern: TypeAlias = Literal["accepted", "refused", "attention", "beat"]
Ending: TypeAlias = Literal["stop", "new_game"]


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
        self._base, self._zero = base, now_ns

    def at(self, ns: int) -> Ms:
        return self._base + (ns - self._zero + NS // 2) // NS

    def ns(self, at: Ms) -> int:
        return self._zero + (at - self._base) * NS

    def stood(self, since: Ms, now_ns: int) -> None:
        """Table time stood still from `since` until now."""
        self._base, self._zero = since, now_ns


@dataclass(slots=True)
class _Waiting:
    """An accepted press whose lamp waits for the disk; an answer that is late for its step lights nothing."""

    source: str
    press: str | None
    step: tuple[str, int, str]


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


class Loop:
    """One game at one table, from its first key to the next game."""

    def __init__(
        self, referee: Referee, room: Room, records: Records, chords: Chords, *, alive: Ms = 0, clock: TableClock
    ) -> None:
        self.referee = referee
        self.room = room
        self.records = records
        self.chords = chords
        self.clock = clock
        self._alive = alive
        self._from_ns = room.inbox.now_ns()
        self._before = frozenset(entry.source for entry in referee.log)
        self._waiting: dict[int, _Waiting] = {}
        self._held: list[tuple[int, Ms, Cue]] = []
        self._durable = referee.log[-1].n if referee.log else 0
        self._stalled: Ms | None = None
        self._part: tuple[str, int] = ("", -1)
        self._alive_at: Ms = 0
        self._ending: Ending | None = None
        self._ready_said = False

    # --- the loop itself ----------------------------------------------------------------------------------------

    def run(self) -> Ending:
        """Until Stop, or until the judge wants a new game."""
        self.begin()
        while self._ending is None:
            self.turn()
        return self._ending

    def turn(self) -> None:
        """One message, or one deadline."""
        message = self.room.inbox.get(self._wake_ns())
        try:
            if message is not None:
                self._receive(message)
            self._pass_time()
        except Exception:
            # A press that raises is refused; a raise from time stops the table's time until the judge's next press.
            log.exception("the game could not take %s", type(message).__name__)
            self._lamp("attention", "ошибка программы, подробности в журнале")
            self._stalled = self._now()
        if self.room.screen:
            self.room.screen.seen(self)

    def begin(self) -> None:
        self._prepare()
        if self.referee.log and not self.public.over:
            self._give(Recover(), self._now())
            for device in sorted(self.room.lost):
                self._give(LoseDevice(device), self._now())
        else:
            self._perform([(0, cue) for cue in everything(self.public, self._now())])
            self._say_ready()

    @property
    def public(self) -> Public:
        return self.referee.state.public

    def _now(self) -> Ms:
        return self._stalled if self._stalled is not None else self.clock.at(self.room.inbox.now_ns())

    def now(self) -> Ms:
        """Table time."""
        return self._now()

    def _wake_ns(self) -> int | None:
        moments = [self.chords.deadline]
        if self._stalled is None:
            if (deadline := self.referee.deadline) is not None:
                moments.append(self.clock.ns(deadline))
            moments += [self.clock.ns(at + REVEAL_WAIT) for _, at, _ in self._held[:1]]
            if self._counts():
                moments.append(self.clock.ns(self._alive_at + ALIVE_EVERY))
        return min((moment for moment in moments if moment is not None), default=None)

    def _receive(self, message: object) -> None:
        match message:
            case Edge() | Held() | Stroke() | Missed():
                self._strokes(message)
            case PadBack(source):
                self._strokes(message)
                self._device_back(f"pad:{source}")
            case PadLost(source, why):
                log.warning("pad %s: %s", source, why)
                self._strokes(message)
                self._device_lost(f"pad:{source}")
            case Began(n, at_ns):
                self._line_began(n, at_ns)
            case SayFailed(n, why):
                log.warning("a line was not said: %s", why)
                self._line_failed(n)
            case SpeakerLost(why):
                log.warning("no sound: %s", why)
                self._device_lost("speaker")
            case SpeakerBack(device):
                log.info("sound: %s", device or "ready")
                self._prepare()
                self._device_back("speaker")
            case ClockLost(why):
                log.warning("no clock: %s", why)
                self._device_lost("clock")
            case ClockBack():
                self._device_back("clock")
            case ClipsChecked(problems):
                for problem in problems:
                    log.error("%s", problem)
            case Durable(n):
                self._written(n)
            case DiskTrouble(why):
                log.error("the journal cannot be written: %s; the game goes on and is kept in memory", why)
                self._disk_trouble()
            case DiskWell():
                log.info("the journal is written again")
                self._device_back("disk")
            case Noisy(source, lines):
                log.warning("pad %s: %d lines that are not its protocol", source, lines)
            case Line(text):
                if self.room.screen:
                    self.room.screen.command(text, self)
            case Typing(text):
                if self.room.screen:
                    self.room.screen.typed(text)
            case Stop():
                self._ending = "stop"
            case _:
                log.warning("nobody knows what to do with %r", type(message).__name__)

    # --- time ---------------------------------------------------------------------------------------------------

    def _pass_time(self) -> None:
        for outcome in self.chords.pass_time(self.room.inbox.now_ns()):
            self._chord(outcome)
        if self._stalled is not None:
            return
        now = self._now()
        if self._held and now >= self._held[0][1] + REVEAL_WAIT:
            self._lamp("attention", "диск не успевает")
            self._release(self._held[-1][0])
        if (deadline := self.referee.deadline) is not None and deadline <= now:
            self._give(TimePassed(), now)
        if self._counts() and now >= self._alive_at + ALIVE_EVERY:
            self._alive_at = now
            self.records.alive(now)

    def _counts(self) -> bool:
        """A day's clock is running: only then a cut may cost a speaker time."""
        return self.public.doing == "speech" and self.public.hold is None and self.public.until >= 0

    # --- presses ------------------------------------------------------------------------------------------------

    def _strokes(self, told: Edge | Held | Missed | Stroke | PadLost | PadBack) -> None:
        for outcome in self.chords.feed(told):
            self._chord(outcome)

    def _chord(self, outcome: object) -> None:
        match outcome:
            case Stroke():
                self._stroke(outcome)
            case Taken(source, press):
                self._answer(source, press, "held")
            case Dropped(source, _, _, press, why):
                log.debug("pad %s: a key was dropped: %s", source, why)
                self._refuse(source, press, "сочетание клавиш не понято")
            case StuckKey(source, key, _):
                log.warning("pad %s: %s is stuck and ignored until it is released", source, key)
                self._lamp("attention", f"клавиша {key} залипла")
            case TooFast(source, _):
                log.warning("pad %s: more keys than a hand can press; what is too much is dropped", source)

    def _stroke(self, stroke: Stroke) -> None:
        if stroke.at_ns < self._from_ns:
            self._refuse(stroke.source, stroke.press, "нажато до включения")
            return
        if self._stalled is not None:
            self.clock.stood(self._stalled, self.room.inbox.now_ns())
            self._stalled = None
        at = self.clock.at(min(stroke.at_ns, self.room.inbox.now_ns()))
        source = stroke.press
        if source in self._before:
            # Made since this start, and yet known from before it: the pad has drawn an old session's number again.
            source = f"{source}/{len(self.referee.log) + 1}"
        try:
            outcome = self._give(Press(stroke.key), at, source)
        except Exception:
            log.exception("a press could not be taken")
            self._refuse(stroke.source, stroke.press, "ошибка программы, подробности в журнале")
            return
        self._judge(outcome, stroke.source, stroke.press)

    def _judge(self, outcome: Outcome, source: str, press: str | None) -> None:
        """Answer the press: at once when it is refused, when the disk has it when it is accepted."""
        match outcome.answer:
            case "accepted" if outcome.n <= self._durable:
                self._answer(source, press, "accepted")
            case "accepted":
                self._waiting[outcome.n] = _Waiting(source, press, self._step())
                if "disk" in self.room.lost:
                    self._hold_answers()
            case "refused":
                self._refuse(source, press, outcome.why)
            case "new_game":
                self._answer(source, press, "held")
                self._ending = "new_game"
            case "sound_check":
                self._answer(source, press, "held")
                self._sound_check()
            case "":
                pass

    def give(self, command: Command, source: str) -> Outcome:
        """A command from a screen: as a press of that source."""
        outcome = self._give(command, self._now())
        self._judge(outcome, source, None)
        return outcome

    def _give(self, command: Command, at: Ms, press: str | None = None) -> Outcome:
        outcome = self.referee.handle(command, at, press)
        for entry in outcome.entries:
            self.records.append(entry)
        self._perform(list(outcome.cues), {entry.n for entry in outcome.entries if entry.cause == "reveal"})
        part = (self.public.part, self.public.night)
        if part != self._part:
            self._part = part
            log.info("night %d: %s", max(0, part[1]), part[0])
            self._prepare()
        return outcome

    def _step(self) -> tuple[str, int, str]:
        p = self.public
        return p.part, p.night, p.marks[-1].step if p.marks and p.part == "night" else p.item

    # --- lamp and answers ---------------------------------------------------------------------------------------

    def _answer(self, source: str, press: str | None, verdict: Verdict) -> None:
        if press is not None and source in self.room.pads:
            self.room.pads[source].answer(press, verdict)

    def _refuse(self, source: str, press: str | None, why: str) -> None:
        self._answer(source, press, "refused")
        self._lamp("refused", why)

    def _lamp(self, pattern: Pattern, why: str = "") -> None:
        for pad in self.room.pads.values():
            pad.lamp(pattern, LAMP_MS)
        if self.room.screen:
            self.room.screen.lamp(pattern, why)

    def _written(self, n: int) -> None:
        self._durable = n
        for waiting in [number for number in self._waiting if number <= n]:
            press = self._waiting.pop(waiting)
            self._answer(press.source, press.press, "accepted")
            if press.step == self._step():
                self._lamp("accepted")
        self._release(n)

    def _hold_answers(self) -> None:
        for n in list(self._waiting):
            press = self._waiting.pop(n)
            self._answer(press.source, press.press, "held")
        self._lamp("attention", "запись на диск не работает")

    # --- devices ------------------------------------------------------------------------------------------------

    def _device_lost(self, device: str) -> None:
        self.room.lost.add(device)
        if self.public.part == "lobby":
            if device.startswith("pad") and self._ready_said:
                self.room.voice.say(0, "pad_lost", self.room.inbox.now_ns())
        else:
            self._give(LoseDevice(device), self._now())

    def _device_back(self, device: str) -> None:
        if device in self.room.lost and self.public.part == "lobby" and self._ready_said and device.startswith("pad"):
            self.room.voice.say(0, "pad_back", self.room.inbox.now_ns())
        self.room.lost.discard(device)
        if device in self.public.lost:
            self._give(ReturnDevice(device), self._now())
        if device == "speaker":
            self._perform([(0, cue) for cue in everything(self.public, self._now()) if not isinstance(cue, ShowClock)])
        self.room.devices = self.room.devices - {device}
        self._say_ready()

    def _say_ready(self) -> None:
        """"Ready" is spoken once, when every configured device is up, and never into a game."""
        if not self.room.devices and not self.room.lost and self.public.part == "lobby" and not self._ready_said:
            self._ready_said = True
            self.room.voice.say(0, "box_ready", self.room.inbox.now_ns())

    def _disk_trouble(self) -> None:
        self._device_lost("disk")
        self._hold_answers()

    def _sound_check(self) -> None:
        """Music at its night level, a call over it, silence: between games, and in no journal."""
        now = self.room.inbox.now_ns()
        first, last = self.room.lengths.get("sound_check", 0), self.room.lengths.get("sound_check_over", 0)
        self.room.voice.play_music(now)
        self.room.voice.say(0, "sound_check", now + 2500 * NS)
        self.room.voice.say(0, "sound_check_over", now + (3500 + first) * NS)
        self.room.voice.stop_music(now + (4500 + first + last) * NS)

    # --- the room -----------------------------------------------------------------------------------------------

    def _perform(self, cues: list[tuple[int, Cue]], reveals: set[int] | None = None) -> None:
        for n, cue in cues:
            if reveals and n in reveals and n > self._durable and "disk" not in self.room.lost:
                self._held.append((n, self._now(), cue))
            else:
                self._cue(n, cue)

    def _release(self, n: int) -> None:
        """The disk has entry `n`, or was waited for long enough: what it reveals may be heard."""
        ready = [(number, cue) for number, _, cue in self._held if number <= n]
        self._held = [held for held in self._held if held[0] > n]
        for number, cue in ready:
            self._cue(number, cue)

    def _cue(self, n: int, cue: Cue) -> None:
        due = self.clock.ns(cue.at)
        match cue:
            case Say(_, line, at, length):
                if self.room.voice.alive:
                    self.room.voice.say(n, line, due)
                else:
                    self._beat()
                    self._give(CueEnds(n, at + length), self._now())
            case PlayMusic():
                self.room.voice.play_music(due)
            case LowerMusic():
                self.room.voice.lower_music(due)
            case StopMusic():
                self.room.voice.stop_music(due)
            case ShowClock(face, at):
                self.room.clock.show(face, at)

    def _beat(self) -> None:
        """Without a voice at night the judge calls, and the lamp tells him when."""
        if self.public.part == "night":
            self._lamp("beat")

    def _line_began(self, n: int, at_ns: int) -> None:
        said = self._said(n)
        if said:
            self._give(CueEnds(n, self.clock.at(at_ns) + self._length(said)), self._now())

    def _line_failed(self, n: int) -> None:
        said = self._said(n)
        if said:
            self._beat()
            at = next(entry.at for entry in reversed(self.referee.log) if entry.n == n)
            self._give(CueEnds(n, at + self._length(said)), self._now())

    def _said(self, n: int) -> str:
        """The line that entry `n` said."""
        if not 1 <= n <= len(self.referee.log):
            return ""
        return next((fact.line for fact in self.referee.log[n - 1].facts if hasattr(fact, "line")), "")

    def _length(self, line: str) -> Ms:
        return self.referee.tempo.lengths.get(line, 0)

    def _prepare(self) -> None:
        """What may be said soon is in memory: every call of this part, and whatever its end may reveal."""
        self.room.voice.prepare(sorted(upcoming(self.referee.tempo.rules, self.public)))


ALWAYS = ("paused", "resumed", "unfinished_game", "game_restored", "pad_lost", "pad_back", "record_trouble")


def upcoming(rules: Ruleset, p: Public) -> set[str]:
    """The lines that this part of the game can say, and those that may follow it; from the public half alone."""
    lines = {*ALWAYS, *(item.line for item in programme(rules, p) if isinstance(item, Call))}
    if p.part in ("lobby", "day", "exits"):
        lines |= {rules.nightfall, "box_ready", "sound_check", "sound_check_over"}
        lines |= {f"{stem}_{seat}" for stem in (rules.leaves, rules.voted_word.call) for seat in p.alive}
        lines |= {line for _, line in rules.win_lines}
    if p.part in ("dusk", "night"):
        lines |= {step.call for step in (*rules.first_night, *rules.night)} | {rules.nobody_killed, rules.idle_line}
        stems = [rules.killed, rules.removed, rules.killed_word.call]
        if rules.best_move and rules.best_move.night == p.night:
            stems += [rules.best_move.call, rules.best_move.repeat]
            lines |= {rules.best_move.accepted, rules.best_move.time_up}
        lines |= {f"{stem}_{seat}" for stem in stems for seat in range(1, p.seats + 1)}
    return {line for line in lines if line}


def opened_clock(referee: Referee, alive: Ms, now_ns: int) -> TableClock:
    """Table time goes on just behind the last entry of a game, or begins at 0."""
    base = alive_point(0, referee.log[-1], alive) if referee.log else 0
    return TableClock(base, now_ns)
