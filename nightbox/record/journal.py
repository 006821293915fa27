"""The journal's file: one SQLite database per game. Its form, its birth, and how it is read back.

No entry is added here (store.py) and no file is chosen (shelf.py). A file that cannot be trusted is a
FormatError and stays as it is; only `set_aside` renames one.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from nightbox.errors import FormatError
from nightbox.game import facts
from nightbox.game.facts import Entry, Fact, from_json
from nightbox.record.upcasts import CHAIN, FORMAT, Upcast, upcast
from nightbox.units import Ms

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE entry (
  n INTEGER PRIMARY KEY,        -- 1, 2, 3 ... without a gap
  at INTEGER NOT NULL,          -- table milliseconds
  boot TEXT NOT NULL,           -- boot, mono and wall are for people only
  mono INTEGER NOT NULL,
  wall TEXT NOT NULL,
  cause TEXT NOT NULL,
  source TEXT UNIQUE,           -- the press that asked for it
  facts TEXT NOT NULL,          -- JSON: [["ShotRecorded", {"night": 1, "step": "shot", "seat": 7}]]
  crc INTEGER NOT NULL          -- of all of the above
) STRICT;
CREATE TABLE alive (at INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE TRIGGER no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_MEMORY = Path("/dev/shm")
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, and what belongs to it wherever it goes."""


class NewerFormat(FormatError):
    """A whole journal of a nightbox to come: it is refused, and stays for the one that can read it."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a game was begun with: its id, the nightbox of then, the whole rule set as JSON, the seats."""

    game: str
    nightbox: str
    rules: str
    seats: int

    @property
    def digest(self) -> str:
        """SHA-256 of the rules, as hex."""
        return hashlib.sha256(self.rules.encode()).hexdigest()

    def rows(self) -> dict[str, str]:
        """The rows of `meta`."""
        rows = {
            "format": str(FORMAT),
            "game": self.game,
            "nightbox": self.nightbox,
            "rules": self.rules,
            "digest": self.digest,
            "seats": str(self.seats),
        }
        return rows | {"crc": str(crc_of(rows))}


@dataclass(frozen=True, slots=True)
class Game:
    """A journal, read. `alive_at` is the last table time at which the box is known to have lived, 0 if never.

    `walls` is the wall clock of each entry as the box believed it, for people only.
    """

    header: Header
    entries: tuple[Entry, ...]
    alive_at: Ms
    walls: tuple[str, ...] = ()

    @property
    def began(self) -> str:
        """The wall clock of the first entry; "" without entries."""
        return self.walls[0] if self.walls else ""

    @property
    def resumes_at(self) -> Ms:
        """The table time from which the game may go on: later than all that is known of it."""
        return max(self.entries[-1].at if self.entries else -1, self.alive_at) + 1


def crc_of(row: Mapping[str, Any]) -> int:
    """The checksum of a row; SQLite itself has none outside of its -wal."""
    return zlib.crc32(json.dumps(row, sort_keys=True).encode())


def sync_folder(folder: Path) -> None:
    """Make the folder's names durable. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def create(path: Path, header: Header) -> None:
    """A new journal at `path`, mode 0600, durable on return and never seen half made.

    Raises OSError or sqlite3.Error when it cannot be written, FileExistsError before it would harm another.
    """
    if path.exists():
        raise FileExistsError(f"{path} is there already")
    unborn = path.with_name(path.name + ".new")
    for old in (unborn, *(unborn.with_name(unborn.name + end) for end in COMPANIONS)):
        old.unlink(missing_ok=True)
    os.close(os.open(unborn, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    with closing(sqlite3.connect(unborn, isolation_level=None)) as db:
        # First without a -wal: one that close() failed to fold in would be left behind by the rename.
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(f"BEGIN; {SCHEMA}")
        db.executemany("INSERT INTO meta VALUES (?, ?)", header.rows().items())
        db.execute("INSERT INTO alive (rowid, at, boot) VALUES (1, 0, '')")
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")
    unborn.rename(path)
    sync_folder(path.parent)


def open_game(path: Path, chain: Mapping[int, Upcast] = CHAIN) -> Game:
    """The game in the journal at `path`, which is not changed.

    Raises FormatError when the file is missing, damaged, of a newer format, or tells what this nightbox does
    not understand. Reading a -wal takes a little room beside it: on a full or read-only disk a copy is read.
    """
    try:
        if not path.exists():
            raise FormatError(f"{path}: no such journal")
        if os.access(path.parent, os.W_OK):
            with suppress(sqlite3.OperationalError):
                return _read(path, path, chain)
        with tempfile.TemporaryDirectory(
            prefix="nightbox-", dir=_MEMORY if _MEMORY.is_dir() else None
        ) as folder:
            copy = Path(folder) / path.name
            for end in ("", "-wal"):
                if Path(f"{path}{end}").exists():
                    shutil.copyfile(f"{path}{end}", f"{copy}{end}")
            return _read(path, copy, chain)
    except OSError as wrong:
        raise FormatError(f"{path}: the journal cannot be read: {wrong.strerror or wrong}") from wrong
    except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, MemoryError) as wrong:
        raise FormatError(f"{path}: the journal is damaged: {wrong}") from wrong


def set_aside(path: Path) -> Path:
    """Rename a broken journal, and what SQLite keeps beside it, to NAME.broken-1 or the next free number.

    Raises OSError. The way to tell the damage is open_game; this only moves.
    """
    n = 1
    while any(path.parent.glob(f"{path.name}.broken-{n}*")):
        n += 1
    aside = path.with_name(f"{path.name}.broken-{n}")
    path.rename(aside)
    for end in COMPANIONS:
        companion = path.with_name(path.name + end)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + end))
    sync_folder(path.parent)
    return aside


def _read(path: Path, file: Path, chain: Mapping[int, Upcast]) -> Game:
    with closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    ) as db:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        db.execute("BEGIN")  # one moment of the file, although the box may be writing
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise FormatError(f"{path}: the journal is damaged: {verdict}")
        written, header = _header(path, db.execute("SELECT key, value FROM meta").fetchall())
        cursor = db.execute("SELECT n, at, boot, mono, wall, cause, source, facts, crc FROM entry ORDER BY n")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor]
        entries: list[Entry] = []
        for row in rows:
            entries.append(_entry(path, row, entries[-1] if entries else None, written, chain))
        alive = db.execute("SELECT at FROM alive WHERE rowid = 1").fetchone()
    # alive is a hint and has no checksum: a damaged one must not cost the game.
    alive_at = alive[0] if alive and isinstance(alive[0], int) and alive[0] > 0 else 0
    return Game(header, tuple(entries), alive_at, tuple(row["wall"] for row in rows))


def _header(path: Path, rows: list[tuple[str, str]]) -> tuple[int, Header]:
    meta = dict(rows)
    try:
        written, stored = int(meta["format"]), int(meta.pop("crc"))
    except (KeyError, ValueError, TypeError) as wrong:
        raise FormatError(f"{path}: the journal's header is damaged: {wrong}") from wrong
    if written > FORMAT:
        theirs = f"format {written} of nightbox {meta.get('nightbox', '?')}"
        raise NewerFormat(
            f"{path}: {theirs} is newer than format {FORMAT} of this one; the file is kept; update nightbox"
        )
    if stored != crc_of(meta):
        raise FormatError(f"{path}: the journal's header is damaged: its checksum is wrong")
    try:
        header = Header(meta["game"], meta["nightbox"], meta["rules"], int(meta["seats"]))
        json.loads(header.rules)
    except (KeyError, ValueError, TypeError, RecursionError) as wrong:
        raise FormatError(f"{path}: the journal's header is not understood: {wrong}") from wrong
    if meta.get("digest") != header.digest:
        raise FormatError(f"{path}: the journal's rules do not have the digest that its header names")
    return written, header


def _entry(
    path: Path, row: dict[str, Any], last: Entry | None, written: int, chain: Mapping[int, Upcast]
) -> Entry:
    n, expected = row["n"], last.n + 1 if last else 1
    if n != expected:
        raise FormatError(f"{path}: entry {expected} is missing: the next one is {n}")
    if row.pop("crc") != crc_of(row):
        raise FormatError(f"{path}: entry {n} is damaged: its checksum is wrong")
    if last and row["at"] < last.at:
        raise FormatError(f"{path}: entry {n} is at {row['at']}, before entry {last.n} at {last.at}")
    try:
        told = tuple(_fact(raw) for raw in upcast(json.loads(row["facts"]), written, chain))
    except (ValueError, TypeError, KeyError, RecursionError) as wrong:
        raise FormatError(f"{path}: entry {n} is not understood: {wrong}") from wrong
    return Entry(n, row["at"], row["cause"], told, row["source"])


@cache
def _kinds(name: str) -> dict[str, type]:
    return get_type_hints(getattr(facts, name))


def _fact(raw: Any) -> Fact:
    fact = from_json(raw)
    for name, kind in _kinds(type(fact).__name__).items():
        if type(getattr(fact, name)) is not kind:
            raise ValueError(f"{raw!r}: {name} must be of type {kind.__name__}")
    return fact
