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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nightbox import __version__
from nightbox.config import Config
from nightbox.config import Sound as SoundConfig
from nightbox.devices import Room, Screen, TableClock, opened_clock
from nightbox.errors import ConfigError, Problem
from nightbox.game.clockwork import Tempo
from nightbox.game.facts import Entry
from nightbox.game.foresight import upcoming
from nightbox.game.public import Public
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset, sped_up
from nightbox.loop import Loop
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


LAST_WRITE = 1.0
"""Seconds for which the next game waits until the last one is written; a disk that refuses is then left to itself."""


@dataclass(frozen=True, slots=True)
class _OfGame:
    """What the journal of the run's `game` has told."""

    game: int
    news: object


class QueueInbox:
    """The real inbox: a queue that any thread may fill, and the monotonic clock."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._game = 0

    def next_game(self) -> Callable[[object], None]:
        """Where the next game's journal tells its news. What older ones tell is heard no more.

        Each game counts its entries from 1: an older one's Durable would promise what is not on the disk.
        """
        self._game += 1
        game = self._game
        return lambda news: self.put(_OfGame(game, news))

    def put(self, message: object) -> None:
        self._queue.put(message)

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def get(self, until_ns: int | None) -> object | None:
        """The next message, or None at `until_ns` and for news of an older game."""
        try:
            wait = None if until_ns is None else max(0, until_ns - time.monotonic_ns()) / 1e9
            message = self._queue.get(timeout=wait)
        except queue.Empty:
            return None
        if isinstance(message, _OfGame):
            return message.news if message.game == self._game else None
        return message

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
        rules = loader.load(config.rules, pack.clips if pack else None, config.options)
    except ConfigError as wrong:
        problems += [Problem("config", "game.rules", p.text) if p.file == config.rules else p for p in wrong.problems]
    if rules:
        config = replace(config, seats=config.seats or loader.usual_seats(rules))
        try:
            rules = loader.with_deck(rules, config.seats, loader.parse_deck(config.deck, [r.id for r in rules.roles]))
        except ConfigError as wrong:
            problems += wrong.problems
        except ValueError as wrong:
            problems.append(Problem("config", "game.deck", str(wrong)))
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
        first_lines = upcoming(house.rules, Public(house.config.seats))
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
        books = Books(shelf, inbox)
        open_things.callback(lambda: books.close(stop=True))
        ending = ""
        while ending != "stop":
            ending, seats = _play(house, books, room, chords, table)
            if ending == "seats":  # the judge has counted his table before the cards: the deck for so many
                house = prepare_house(replace(house.config, seats=seats, deck=""))
            books.close(stop=ending == "stop")


@dataclass(slots=True)
class Books:
    """The journals: the shelf, and a writer for every game that is not on the disk yet, last of all the running one."""

    shelf: Shelf
    inbox: QueueInbox
    writers: dict[Path, Writer] = field(default_factory=dict)

    def write(self, path: Path, header: Header, known: tuple[Entry, ...]) -> Writer:
        """The running game's writer."""
        writer = self.writers[path] = Writer(Journal(path, header), self.inbox.next_game(), known=known)
        self.shelf.hold(self.writers)
        writer.open()
        return writer

    def unfinished(self) -> Path | None:
        """The game to take up. What cannot be read is said and put aside, and hinders nothing.

        A game that is over and not yet on the disk looks unfinished there, and is none.
        """
        for listed in self.shelf.recent():
            if listed.path in self.writers:
                continue
            broken = listed.broken
            if listed.unfinished and listed.header:
                try:
                    loader.from_json(listed.header.rules)
                    return listed.path
                except ValueError as wrong:
                    broken = f"{listed.path}: its rules are not understood: {wrong}"
            if listed.newer:
                log.error("%s", broken)
            elif broken:
                log.error("%s; %s", broken, _put_aside(listed.path))
        return None

    def close(self, *, stop: bool) -> None:
        """Close the writers that have nothing left to write; with `stop` all of them, after one last attempt."""
        for path, writer in list(self.writers.items()):
            if not stop and not writer.flush(LAST_WRITE):
                log.error("game %s is over and not on the disk; it is kept in memory and tried for ever", path.stem)
                continue
            if held := writer.close():
                log.error("game %s: %d entries could not be written and are lost", path.stem, held)
            del self.writers[path]
        self.shelf.hold(self.writers)


def _play(house: House, books: Books, room: Room, chords: Chords, table: list[TableClock]) -> tuple[str, int]:
    """One game: the unfinished one, or a new one; its ending, and the seats that were asked for. Its writer is left
    open."""
    config = house.config
    rules, seats, alive = house.rules, config.seats, 0
    entries: tuple[Entry, ...] = ()
    path = books.unfinished()
    if path:
        game = open_game(path)
        header, entries, alive = game.header, game.entries, game.alive_at or 0
        rules, seats = loader.from_json(header.rules), header.seats
        log.info("game %s is taken up again", path.stem)
    else:
        path = books.shelf.new_path(books.writers)
        rules = sped_up(rules, config.speed) if config.speed != 1 else rules
        header = Header(path.stem, __version__, loader.to_json(rules), seats)
    referee = Referee(Tempo(rules, room.lengths), seats, entries)
    table[0] = opened_clock(referee, alive, room.inbox.now_ns())
    room.lost.discard("disk")  # whether this game's journal can be written, its own writer tells
    loop = Loop(referee, room, books.write(path, header, entries), chords, clock=table[0])
    return loop.run(), loop.seats


def _put_aside(path: Path) -> str:
    try:
        return f"it is kept as {set_aside(path).name}"
    except OSError as wrong:
        return f"it stays where it is ({wrong.strerror or wrong})"


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
