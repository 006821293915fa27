"""The one thread that owns a game: messages in, the referee, then room, journal and lamp. Time comes from the inbox.

It opens no device (devices.py has what it asks of them). One that fails is a message; nothing here waits for one, and
nothing but Stop or a new game ends `run`.
"""

from __future__ import annotations

import logging
import traceback
from typing import Literal, TypeAlias

from nightbox.answers import Answers, step_of
from nightbox.devices import Records, Room, TableClock
from nightbox.game.commands import Command, LoseDevice, Press, Recover, Remind, ReturnDevice, TimePassed
from nightbox.game.cues import ShowClock
from nightbox.game.public import Public
from nightbox.game.referee import Outcome, Referee
from nightbox.game.room import everything
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
)
from nightbox.performance import Performance
from nightbox.record.writer import DiskTrouble, DiskWell, Durable
from nightbox.stage.news import Began, ClipsChecked, ClockBack, ClockLost, SayFailed, SpeakerBack, SpeakerLost
from nightbox.units import Ms

log = logging.getLogger("nightbox")

ALIVE_EVERY: Ms = 1000


def log_fault(what: str, fault: Exception) -> None:
    """Where the program failed, without what it failed on: the words of an exception may hold a secret."""
    where = " < ".join(f"{f.filename}:{f.lineno}" for f in reversed(traceback.extract_tb(fault.__traceback__)))
    log.error("%s: %s at %s", what, type(fault).__name__, where)


Ending: TypeAlias = Literal["stop", "new_game", "seats"]


class Loop:
    """One game at one table, from its first key to the next game. `greet`: say when the box is ready."""

    def __init__(
        self, referee: Referee, room: Room, records: Records, chords: Chords, *, clock: TableClock, greet: bool = True
    ) -> None:
        self.referee = referee
        self.room = room
        self.records = records
        self.chords = chords
        self.clock = clock
        self._from_ns = room.inbox.now_ns()
        self._before = frozenset(entry.source for entry in referee.log)
        self.answers = Answers(room, referee.log[-1].n if referee.log else 0)
        self.performance = Performance(referee, room, clock, self.answers, lambda ends: self._give(ends, self.now()))
        self._stalled: Ms | None = None
        self._part: tuple[str, int] = ("", -1)
        self._alive_at: Ms = 0
        self._ending: Ending | None = None
        self.seats = referee.seats
        self._ready_said = not greet
        self._checked_ns = 0

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
        except Exception as fault:
            # A press that raises is refused; a raise from time stops the table's time until the judge's next press.
            log_fault(f"the game could not take {type(message).__name__}", fault)
            self.answers.light("attention", "ошибка программы, подробности в журнале")
            self._stalled = self.now()
        if self.room.screen:
            self.room.screen.seen(self)

    def begin(self) -> None:
        self.performance.prepare()
        if self.public.part != "lobby" and not self.public.over:
            self._give(Recover(), self.now())
            for device in sorted(self.room.lost):
                self._give(LoseDevice(device), self.now())
        else:
            self.performance.perform([(0, cue) for cue in everything(self.public, self.now())], self.now())
            self._say_ready()

    @property
    def public(self) -> Public:
        return self.referee.state.public

    def now(self) -> Ms:
        """Table time; it stands after a fault that time raised."""
        return self._stalled if self._stalled is not None else self.clock.at(self.room.inbox.now_ns())

    def _wake_ns(self) -> int | None:
        moments = [self.chords.deadline]
        if self._stalled is None:
            if (deadline := self.referee.deadline) is not None:
                moments.append(self.clock.ns(deadline))
            if (patience := self.performance.patience_ends) is not None:
                moments.append(self.clock.ns(patience))
            if self.room.screen and self.public.result_from > self.now():
                moments.append(self.clock.ns(self.public.result_from))  # the keys change there, and nothing else does
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
                self.performance.line_began(n, self.clock.at(at_ns))
            case SayFailed(n, why):
                log.warning("a line was not said: %s", why)
                self.performance.line_failed(n)
            case SpeakerLost(why):
                log.warning("no sound: %s", why)
                self._device_lost("speaker")
            case SpeakerBack(device):
                log.info("sound: %s", device or "ready")
                self.performance.prepare()
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
                self.answers.written(n, step_of(self.public))
                self.performance.release(n)
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
        now = self.now()
        self.performance.pass_time(now)
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
                self.answers.say(source, press, "held")
            case Dropped(source, _, _, press, why):
                log.debug("pad %s: a key was dropped: %s", source, why)
                self.answers.refuse(source, press, "сочетание клавиш не понято")
            case StuckKey(source, key, _):
                log.warning("pad %s: a key is stuck and ignored until it is released", source)
                self.answers.light("attention", f"клавиша {key} залипла")
            case TooFast(source, _):
                log.warning("pad %s: more keys than a hand can press; what is too much is dropped", source)

    def _stroke(self, stroke: Stroke) -> None:
        if stroke.at_ns < self._checked_ns:
            self.answers.refuse(stroke.source, stroke.press, "идёт проверка звука")
            return
        if stroke.at_ns < self._from_ns:
            self.answers.refuse(stroke.source, stroke.press, "нажато до включения")
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
        except Exception as fault:
            log_fault("a press could not be taken", fault)
            self.answers.refuse(stroke.source, stroke.press, "ошибка программы, подробности в журнале")
            return
        self._judge(outcome, stroke.source, stroke.press)

    def _judge(self, outcome: Outcome, source: str, press: str | None) -> None:
        """Answer the press: at once when it is refused, when the disk has it when it is accepted."""
        match outcome.answer:
            case "accepted":
                self.answers.accept(source, press, outcome.n, step_of(self.public))
            case "refused":
                self.answers.refuse(source, press, outcome.why)
            case "new_game" if self.public.doing == "line":
                self.answers.refuse(source, press, "конец игры ещё объявляется")
            case "new_game":
                self.answers.say(source, press, "held")
                self._ending = "new_game"
            case "seats":
                self.answers.say(source, press, "held")
                self.performance.announce(f"number_{outcome.n}")
                self.seats = outcome.n
                self._ending = "seats"
            case "sound_check":
                self.answers.say(source, press, "held")
                self._checked_ns = self.performance.sound_check()
            case "":
                pass

    def give(self, command: Command, source: str) -> Outcome:
        """A command from a screen: as a press of that source."""
        try:
            outcome = self._give(command, self.now())
        except Exception as fault:
            log_fault("a typed command could not be taken", fault)
            outcome = Outcome(answer="refused", why="ошибка программы, подробности в журнале")
        self._judge(outcome, source, None)
        return outcome

    def _give(self, command: Command, at: Ms, press: str | None = None) -> Outcome:
        doing = self.public.doing
        outcome = self.referee.handle(command, at, press)
        if doing == "slot" and self.public.doing not in ("slot", "line"):
            self.performance.slot_ended()
        for entry in outcome.entries:
            self.records.append(entry)
        reveals = [entry.n for entry in outcome.entries if entry.cause == "reveal"]
        self.performance.perform(outcome.cues, self.now(), reveals)
        part = (self.public.part, self.public.night)
        if part != self._part:
            self._part = part
            log.info("night %d: %s", max(0, part[1]), part[0])
            self.performance.prepare()
        return outcome

    # --- devices ------------------------------------------------------------------------------------------------

    def _device_lost(self, device: str) -> None:
        self.room.lost.add(device)
        if self.public.part == "lobby":
            if device.startswith("pad") and self._ready_said:
                self.performance.announce("pad_lost")
        else:
            self._give(LoseDevice(device), self.now())

    def _device_back(self, device: str) -> None:
        if device in self.room.lost and self.public.part == "lobby" and self._ready_said and device.startswith("pad"):
            self.performance.announce("pad_back")
        self.room.lost.discard(device)
        if device in self.public.lost:
            self._give(ReturnDevice(device), self.now())
        if device == "speaker":
            heard = [cue for cue in everything(self.public, self.now()) if not isinstance(cue, ShowClock)]
            self.performance.perform([(0, cue) for cue in heard], self.now())
            self._give(Remind(), self.now())  # a judge who starts a box again waits for its words
        self.room.devices = self.room.devices - {device}
        self._say_ready()

    def _say_ready(self) -> None:
        """ "Ready" is spoken once, when every configured device is up, and never into a game."""
        if not self.room.devices and not self.room.lost and self.public.part == "lobby" and not self._ready_said:
            self._ready_said = True
            self.performance.announce("box_ready")

    def _disk_trouble(self) -> None:
        self._device_lost("disk")
        self.answers.hold()
