"""nightbox.toml as frozen values. Nothing here opens a device or looks whether one is there: `check` does.

Every mistake of the file is reported at once, each with its key, its value and a guess (ConfigError).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from nightbox.errors import ConfigError, Problem
from nightbox.rules.reading import Reading, Table

DEFAULT_PATH = Path("/etc/nightbox/nightbox.toml")

QUIETEST_DB = -60.0
MASKING_DB = -40.0
"""The night's music hides the sounds of the table; below this it would not."""

Buffer: TypeAlias = Literal[512, 1024, 2048]
ClockKind: TypeAlias = Literal["none", "terminal"]


@dataclass(frozen=True, slots=True)
class Sound:
    """Where the sound goes, what it is made of, and how loud each part is, in dB below the card's full."""

    device: str = "auto"
    """"auto", "none", or an ALSA card's id such as "Device"."""
    buffer: Buffer = 1024
    """Frames at 48 kHz: a smaller buffer times the slots better and is easier to starve."""
    voice: Path | None = None
    """A folder with a voice pack; None is the shipped one."""
    music: Path | None = None
    """A file for the night; None is the shipped one."""
    voice_db: float = -3.0
    music_db: float = 0.0
    ducked_db: float = -11.0
    """The music while the voice speaks."""
    lowered_db: float = -18.0
    """The music while someone who is masked must be heard."""


@dataclass(frozen=True, slots=True)
class SerialPad:
    """A pad on a serial line. `port` should be a name that survives replugging."""

    name: str
    port: Path


@dataclass(frozen=True, slots=True)
class Config:
    """The whole of nightbox.toml; Config() is the file in which nothing is said."""

    rules: str = "fsm"
    options: Mapping[str, Any] = field(default_factory=dict)
    """What this club plays otherwise than its rule set: {"day.start": "next"}."""
    seats: int = 0
    """Chairs at the table; 0: as many as the rule set is usually played by."""
    deck: str = ""
    """What a club that chooses its deck deals otherwise: "mafia 3, maniac 0"."""
    state: Path = Path("/var/lib/nightbox")
    sound: Sound = field(default_factory=Sound)
    pads: tuple[SerialPad, ...] = ()
    clock: ClockKind = "none"
    rehearsal: bool = False
    speed: float = 1.0
    """How many times faster than the clock on the wall time runs; other than 1 in a rehearsal only."""


_TOP = ("rehearsal", "speed", "game", "state", "sound", "pad", "clock")


def load(path: Path = DEFAULT_PATH, *, rules_known: Collection[str] = ()) -> Config:
    """The config at `path`. Raises ConfigError with every problem of the file.

    Where `rules_known` is given, the rule set must be among them, or the path of a file that ends in .toml.
    """
    problems: list[Problem] = []
    reading = Reading(str(path), problems)
    top = reading.load(path)
    config = Config() if top is None else _config(reading, top, rules_known)
    if problems:
        raise ConfigError(problems)
    return config


def _config(reading: Reading, top: Table, rules_known: Collection[str]) -> Config:
    default = Config()
    reading.no_others(top, _TOP)
    game, state, clock = (reading.table(top, name, required=False) for name in ("game", "state", "clock"))
    _only(reading, game, ("rules", "seats", "deck", "options"))
    _only(reading, state, ("directory",))
    _only(reading, clock, ("kind",))
    if rules_known and not str(game.values.get("rules", "")).endswith(".toml"):
        rules = reading.choice(game, "rules", rules_known, default.rules)
    else:
        rules = reading.text(game, "rules", default.rules)
    rehearsal = reading.flag(top, "rehearsal", default.rehearsal)
    speed = reading.number(top, "speed", default.speed, least=1.0, most=100.0)
    if 1.0 < speed <= 100.0 and not rehearsal:
        mend = "say rehearsal = true beside it, or speed = 1 for a game"
        reading.wrong(top, "speed", f"{speed:g} is for rehearsals; {mend}")
    return Config(
        rules=rules,
        options=_dotted(reading.table(game, "options", required=False).values),
        seats=reading.whole(game, "seats", default.seats, least=0, most=20),
        deck=reading.text(game, "deck", default.deck),
        state=_absolute(reading, state, "directory", default.state) or default.state,
        sound=_sound(reading, reading.table(top, "sound", required=False)),
        pads=_pads(reading, reading.tables(top, "pad", required=False)),
        clock=cast(ClockKind, reading.choice(clock, "kind", ("none", "terminal"), default.clock)),
        rehearsal=rehearsal,
        speed=speed,
    )


def _dotted(table: Mapping[str, Any], at: str = "") -> dict[str, Any]:
    """{"day": {"start": "next"}} and {"day.start": "next"} alike as the latter."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        flat |= _dotted(value, f"{at}{key}.") if isinstance(value, dict) else {f"{at}{key}": value}
    return flat


def _sound(reading: Reading, table: Table) -> Sound:
    default = Sound()
    _only(reading, table, Sound.__dataclass_fields__)
    device = reading.text(table, "device", default.device)
    if not device.strip() or "/" in device:
        mend = 'write "auto", "none" or an id that aplay -L shows after CARD='
        reading.wrong(table, "device", f"{device!r} is not a card; {mend}")
    voice_db = reading.number(table, "voice_db", default.voice_db, least=QUIETEST_DB, most=0.0)
    music_db = reading.number(table, "music_db", default.music_db, least=MASKING_DB, most=0.0)
    ducked_db = reading.number(table, "ducked_db", default.ducked_db, least=QUIETEST_DB, most=0.0)
    lowered_db = reading.number(table, "lowered_db", default.lowered_db, least=QUIETEST_DB, most=0.0)
    for key, level in (("ducked_db", ducked_db), ("lowered_db", lowered_db)):
        if MASKING_DB <= music_db < level <= 0.0:
            reading.wrong(table, key, f"{level:g} is louder than music_db = {music_db:g}, not lower")
    return Sound(
        device=device,
        buffer=cast(Buffer, reading.whole(table, "buffer", default.buffer, among=(512, 1024, 2048))),
        voice=_absolute(reading, table, "voice", None),
        music=_absolute(reading, table, "music", None),
        voice_db=voice_db,
        music_db=music_db,
        ducked_db=ducked_db,
        lowered_db=lowered_db,
    )


def _pads(reading: Reading, tables: tuple[Table, ...]) -> tuple[SerialPad, ...]:
    pads: list[SerialPad] = []
    for table in tables:
        _only(reading, table, ("kind", "name", "port"))
        if table.values.get("kind") == "keyboard":
            reading.wrong(table, "kind", "'keyboard' is no pad of a box; `nightbox rehearse` always has it")
        else:
            reading.choice(table, "kind", ("serial",))
        name = reading.text(table, "name")
        if "name" in table and (not name.isascii() or not name.isalnum()):
            reading.wrong(table, "name", f"{name!r} must be latin letters and digits, such as pad1")
        port = _absolute(reading, table, "port", None, required=True)
        if name == "keyboard":
            reading.wrong(table, "name", "'keyboard' is the name of a terminal's keys; name it pad1, say")
        for other in pads:
            if name and name == other.name:
                reading.wrong(table, "name", f"{name!r} is the name of another pad")
            if port and port == other.port:
                reading.wrong(table, "port", f"{str(port)!r} is the port of {other.name!r} already")
        pads.append(SerialPad(name, port or Path("/dev/null")))
    return tuple(pads)


def _absolute(
    reading: Reading, table: Table, key: str, default: Path | None, *, required: bool = False
) -> Path | None:
    """A path from the root on, since a service has no home; the empty text means the default."""
    text = reading.text(table, key, None if required else "")
    if not text:
        if required and table.values.get(key) == "":
            reading.wrong(table, key, "is empty; write a path such as /dev/nightbox-pad")
        return default
    if not text.startswith("/") or "\0" in text:
        reading.wrong(table, key, f"{text!r} must be a whole path that begins with /")
    return Path(text)


def _only(reading: Reading, table: Table, known: Collection[str]) -> None:
    """No other keys; what belongs to the top of the file and slipped below a heading is said so."""
    for key in ("rehearsal", "speed"):
        if key in table:
            reading.wrong(table, key, "belongs to the top of the file, above the first [heading]")
    reading.no_others(table, (*known, "rehearsal", "speed"))
