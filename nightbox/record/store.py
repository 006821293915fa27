"""Adding to a journal: one entry, one transaction, on the disk when `append` returns. No thread starts here.

After any trouble the connection is thrown away. The next call opens the file anew and first folds its -wal
into the database: an entry whose commit failed may be in the file without being on the disk, and copying it
makes it so.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from nightbox.game.facts import Entry, to_json
from nightbox.record.journal import Header, crc_of, create, sync_folder
from nightbox.units import Ms

LOCK_WAIT = 1.0
"""Seconds that a reader of the same file may be in the way."""


class WriteError(Exception):
    """The disk did not take it: full, read-only, broken. It may be tried again."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When an entry was made, for people only: boot id, monotonic milliseconds, wall clock in UTC."""

    boot: str
    mono: int
    wall: str


@cache
def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def moment_now() -> Moment:
    """The moment by this machine's clocks."""
    wall = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Moment(_boot_id(), time.monotonic_ns() // 1_000_000, wall)


class Journal:
    """The journal of one game at `path`, made with `header` when the first entry comes.

    All calls are made by one thread. `append` and `alive` open the file when they must.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self._header = header
        self._db: sqlite3.Connection | None = None

    def append(self, entry: Entry, moment: Moment) -> None:
        """Commit the entry; it is on the disk on return. What is there already, equal in all, stays as it is.

        Raises WriteError when it was not, or not surely, written.
        """
        row = {
            "n": entry.n,
            "at": entry.at,
            "boot": moment.boot,
            "mono": moment.mono,
            "wall": moment.wall,
            "cause": entry.cause,
            "source": entry.source,
            "facts": json.dumps([to_json(fact) for fact in entry.facts]),
        }
        values = (*row.values(), crc_of(row))
        with self._opened() as db:
            last, there = db.execute("SELECT max(n), max(n) >= ? FROM entry", (entry.n,)).fetchone()
            if there:
                stored = db.execute("SELECT * FROM entry WHERE n = ?", (entry.n,)).fetchone()
                if stored != values:
                    raise WriteError(f"{self.path}: entry {entry.n} is there already and is another one")
                return
            if entry.n != (last or 0) + 1:
                raise WriteError(f"{self.path}: entry {entry.n} cannot follow entry {last or 0}")
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def alive(self, at: Ms, moment: Moment) -> None:
        """Note that the box lived at table time `at`. Raises WriteError."""
        with self._opened() as db:
            db.execute("INSERT OR REPLACE INTO alive (rowid, at, boot) VALUES (1, ?, ?)", (at, moment.boot))

    def close(self) -> None:
        """Let go of the file, all of it folded into the database where that can be done."""
        if self._db is not None:
            with suppress(sqlite3.Error):  # then the -wal stays, and holds what was committed
                self._db.close()
            self._db = None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """One transaction. Whatever goes wrong, the connection is not used again."""
        try:
            db = self._db = self._db or self._open()
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except BaseException as wrong:
            self.close()
            if isinstance(wrong, sqlite3.Error | OSError):
                raise WriteError(f"{self.path}: {wrong}") from wrong
            raise

    def _open(self) -> sqlite3.Connection:
        if not self.path.exists():
            create(self.path, self._header)
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=LOCK_WAIT)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA synchronous = FULL")
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise WriteError(f"{self.path}: the journal is damaged: {verdict}")
        if dict(db.execute("SELECT key, value FROM meta")) != self._header.rows():
            raise WriteError(f"{self.path}: the journal is another game's or of another format")
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        busy, _, _ = db.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        if mode != "wal" or busy:
            raise WriteError(f"{self.path}: the journal is held by another program")
        self.path.chmod(0o600)
        sync_folder(self.path.parent)
