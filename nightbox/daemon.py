"""The composition root: opens the house, hands everything to the loop, closes it again. Knows everybody.

Start and stop stand on this page. What is missing at the start is told by its driver and tried again for ever; only a
bad config, a state directory that cannot be written and a second nightbox end the daemon before its first message.
"""

from __future__ import annotations

import logging
import queue
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nightbox import __version__
from nightbox.config import Config
from nightbox.config import Sound as SoundConfig
from nightbox.errors import ConfigError, Problem
from nightbox.game.clockwork import Tempo
from nightbox.game.facts import Entry
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset, sped_up
from nightbox.loop import Loop, Room, Screen, TableClock, opened_clock, upcoming
from nightbox.pad.chords import SERIAL, TERMINAL, Chords
from nightbox.pad.edges import Stop
from nightbox.pad.keyboard import Keyboard
from nightbox.pad.serial import SerialPad
from nightbox.record.journal import Header, open_game, set_aside
from nightbox.record.shelf import Shelf
from nightbox.record.store import Journal
from nightbox.record.writer import Writer
from nightbox.rules import loader
from nightbox.stage import voice
from nightbox.stage.clock import Clock, Display
from nightbox.stage.desk import Levels
from nightbox.stage.news import ClockBack, ClockLost, SpeakerBack, SpeakerLost
from nightbox.stage.settings import Setup, SoundSettings
from nightbox.stage.speaker import Speaker
from nightbox.stage.voice import VoicePack
from nightbox.units import Ms

log = logging.getLogger("nightbox")

FIRST_NEWS = 8.0
"""Seconds for which a rehearsal waits to learn whether there is sound: without it the lines run faster too."""


class QueueInbox:
    """The real inbox: a queue that any thread may fill, and the monotonic clock."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()

    def put(self, message: object) -> None:
        self._queue.put(message)

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def get(self, until_ns: int | None) -> object | None:
        """The next message, or None at `until_ns`."""
        try:
            if until_ns is None:
                return self._queue.get()
            return self._queue.get(timeout=max(0, until_ns - time.monotonic_ns()) / 1e9)
        except queue.Empty:
            return None

    def first(self, wanted: tuple[type, ...], seconds: float) -> object | None:
        """The first message of these kinds within `seconds`; every message stays in the queue, in order."""
        until, seen, found = time.monotonic_ns() + int(seconds * 1e9), [], None
        while found is None and (message := self.get(until)) is not None:
            seen.append(message)
            found = message if isinstance(message, (*wanted, Stop)) else None
        for message in seen:
            self._queue.put(message)
        return found


class Mute:
    """No speaker, by configuration: the calls end after their known length, and the judge speaks."""

    alive = False

    def say(self, n: int, line: str, due_ns: int) -> None: ...
    def prepare(self, lines: Iterable[str]) -> None: ...
    def play_music(self, due_ns: int) -> None: ...
    def lower_music(self, due_ns: int) -> None: ...
    def stop_music(self, due_ns: int) -> None: ...


class NoDisplay:
    """No clock, by configuration."""

    def open(self) -> None: ...
    def close(self) -> None: ...
    def show(self, text: str) -> None: ...


@dataclass(slots=True)
class House:
    """What is read before anything is opened. `prepare_house` makes it, or says everything that is wrong."""

    config: Config
    rules: Ruleset
    pack: VoicePack
    problems: list[Problem] = field(default_factory=list)


def prepare_house(config: Config) -> House:
    """Rules, seats and voice pack of a config. Raises ConfigError with every problem of all of them."""
    problems: list[Problem] = []
    pack = rules = None
    try:
        pack = VoicePack.load(config.sound.voice or voice.shipped() / "ru")
    except ConfigError as wrong:
        problems += wrong.problems
    try:
        rules = loader.load(config.rules, pack.clips if pack else None)
    except ConfigError as wrong:
        problems += wrong.problems
    if rules and not rules.seats[0] <= config.seats <= rules.seats[1]:
        least, most = rules.seats
        many = f"{least}" if least == most else f"{least} to {most}"
        problems.append(Problem("config", "game.seats", f"{rules.id} is played by {many}, not by {config.seats}"))
    music = config.sound.music
    if music and not music.is_file():
        problems.append(Problem("config", "sound.music", f"there is no file {str(music)!r}"))
    if problems or pack is None or rules is None:
        raise ConfigError(problems)
    return House(config, rules, pack)


def sound_settings(config: SoundConfig, house: House, state: Path, load: tuple[str, ...]) -> SoundSettings:
    """The speaker's settings: an ALSA card by its id, or what SDL chooses."""
    music = voice.shipped() / "music"
    levels = Levels(config.voice_db, config.music_db, config.ducked_db, config.lowered_db)
    night, bed = config.music or music / "night.ogg", music / "bed.ogg"
    setup = Setup(house.pack.folder, night, bed, config.buffer, levels, load, state, check=True)
    named = config.device != "auto"
    return SoundSettings(setup, "alsa" if named else "", f"plughw:CARD={config.device},DEV=0" if named else "")


def run(
    config: Config,
    *,
    keyboard: int | None = None,
    screen: Callable[[House], Any] | None = None,
    display: Display | None = None,
) -> None:
    """The box, until Stop. `keyboard` is a terminal's file for a rehearsal; `screen` makes who looks on.

    Raises ConfigError, AlreadyRunning or StateNotWritable before anything is heard.
    """
    house = prepare_house(config)
    with ExitStack() as open_things:
        shelf = open_things.enter_context(Shelf(config.state))
        inbox = QueueInbox()
        _stop_on_signals(inbox)
        table: list[TableClock] = [TableClock(0, inbox.now_ns())]
        clock = Clock(display or NoDisplay(), lambda: table[0].at(inbox.now_ns()), _clock_news(inbox))
        pads: dict[str, Any] = {pad.name: SerialPad(pad.name, str(pad.port), inbox.put) for pad in config.pads}
        chords = Chords({**{name: SERIAL for name in pads}, "keyboard": TERMINAL})
        devices = {f"pad:{name}" for name in pads}
        first_lines = tuple(sorted(upcoming(house.rules, Referee(Tempo(house.rules, {}), config.seats).state.public)))
        speaker: Speaker | Mute = Mute()
        if config.sound.device != "none":
            speaker = Speaker(sound_settings(config.sound, house, config.state, first_lines), inbox.put)
            open_things.enter_context(speaker)
            devices.add("speaker")
        open_things.enter_context(clock)
        for pad in pads.values():
            open_things.enter_context(pad)
        looker: Screen | None = open_things.enter_context(screen(house)) if screen else None
        if keyboard is not None:
            open_things.enter_context(Keyboard("keyboard", keyboard, inbox.put))
        lengths = _lengths(config, house, inbox)
        room = Room(inbox, speaker, clock, pads, lengths, frozenset(devices), looker)
        while True:
            ending = _play(house, shelf, room, chords, table)
            if ending == "stop":
                return


def _play(house: House, shelf: Shelf, room: Room, chords: Chords, table: list[TableClock]) -> str:
    """One game: the unfinished one, or a new one; its ending."""
    config = house.config
    rules, seats, alive = house.rules, config.seats, 0
    entries: tuple[Entry, ...] = ()
    path = _unfinished(shelf)
    if path:
        game = open_game(path)
        header, entries, alive = game.header, game.entries, game.alive_at or 0
        rules, seats = loader.from_json(header.rules), header.seats
        log.info("game %s is taken up again", path.stem)
    else:
        path = shelf.new_path()
        rules = sped_up(rules, config.speed) if config.speed != 1 else rules
        header = Header(path.stem, __version__, loader.to_json(rules), seats)
    referee = Referee(Tempo(rules, room.lengths), seats, entries)
    table[0] = opened_clock(referee, alive, room.inbox.now_ns())
    writer = Writer(Journal(path, header), room.inbox.put, known=entries)
    with writer:
        ending = Loop(referee, room, writer, chords, clock=table[0]).run()
        if held := writer.close():
            log.error("%d entries could not be written and are lost", held)
    return ending


def _unfinished(shelf: Shelf) -> Path | None:
    """The game to take up; journals that cannot be read are said and put aside, and hinder nothing."""
    for listed in shelf.recent():
        if listed.broken:
            log.error("%s: %s; kept as %s", listed.path, listed.broken, set_aside(listed.path).name)
        elif listed.unfinished:
            return listed.path
    return None


def _lengths(config: Config, house: House, inbox: QueueInbox) -> Mapping[str, Ms]:
    """How long each line takes. In a rehearsal without sound nobody listens, and lines run as fast as the rest."""
    lengths = house.pack.lengths()
    if config.speed == 1:
        return lengths
    mute = config.sound.device == "none"
    if not mute:
        mute = not isinstance(inbox.first((SpeakerBack, SpeakerLost), FIRST_NEWS), SpeakerBack)
    return {line: round(length / config.speed) for line, length in lengths.items()} if mute else lengths


def _clock_news(inbox: QueueInbox) -> Callable[[bool, str], None]:
    return lambda working, why: inbox.put(ClockBack() if working else ClockLost(why))


def _stop_on_signals(inbox: QueueInbox) -> None:
    def stop(number: int, frame: object) -> None:
        inbox.put(Stop())

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
