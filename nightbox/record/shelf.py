"""The state directory: whose it is, which games stand in it, where the next one goes. Games are only read.

Reading (`games`, `unfinished`) needs no lock and works while the box plays; `new_path` is for whoever holds
the lock.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from nightbox.errors import AlreadyRunning, FormatError, StateNotWritable
from nightbox.game.facts import Entry
from nightbox.game.state import fold
from nightbox.record.journal import Game, Header, NewerFormat, open_game

LOOK_BACK = 10
MOST_SEATS = 20

_PID_LINE = 20
"""The first line of the lock's file is so long: the pid of its holder. The second names the journals it writes."""

_NUMBER = re.compile(r"(\d{4,})\.sqlite(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Listed:
    """One journal of the shelf. A broken one has no header and no entries; `broken` says what ails it.

    `newer`: nothing ails it but its format, which a newer nightbox will read. It must keep its name.
    """

    path: Path
    header: Header | None
    last: Entry | None
    began: str
    unfinished: bool
    broken: str = ""
    newer: bool = False


def is_over(entries: tuple[Entry, ...]) -> bool:
    """Whether an end or a giving up stands among the entries in force, and was not taken back."""
    return fold(MOST_SEATS, entries).public.over


class Shelf:
    """The state directory `folder`; open() makes it and takes its lock, close() gives the lock back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: int | None = None

    def open(self) -> None:
        """Raises StateNotWritable with the mend, and AlreadyRunning with the pid of the one who holds it."""
        lock = self.folder / "lock"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as wrong:
            raise StateNotWritable(_mend(self.folder, wrong)) from wrong
        if not os.access(self.folder, os.W_OK | os.X_OK):
            os.close(fd)
            raise StateNotWritable(_mend(self.folder, OSError(errno.EACCES, os.strerror(errno.EACCES))))
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as wrong:
            holder = os.pread(fd, _PID_LINE, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(fd)
            if wrong.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise StateNotWritable(_mend(self.folder, wrong)) from wrong
            raise AlreadyRunning(
                f"another nightbox (pid {holder}) holds {self.folder}; stop it first: systemctl stop nightbox"
            ) from None
        self._lock = fd
        with suppress(
            OSError
        ):  # a full disk is no reason to stay away: the pid is for people, the lock is held
            os.pwrite(fd, f"{os.getpid():<{_PID_LINE - 1}}\n".encode(), 0)
            os.ftruncate(fd, _PID_LINE)

    def hold(self, journals: Iterable[Path]) -> None:
        """Name the journals that are being written, beside the pid: nobody else amends them meanwhile."""
        if self._lock is not None:
            names = " ".join(sorted(path.name for path in journals))
            with suppress(OSError):  # unnamed, none is known to be free
                os.ftruncate(self._lock, _PID_LINE)
                os.pwrite(self._lock, f"writes {names}\n".encode(), _PID_LINE)

    def held(self) -> tuple[str, ...] | None:
        """The names of the journals that whoever holds the lock is writing; None where that is not known."""
        try:
            line = (self.folder / "lock").read_text(encoding="utf-8", errors="replace")[_PID_LINE:]
        except OSError:
            return None
        word, *names = line.split() or [""]
        return tuple(names) if word == "writes" else None

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def new_path(self, taken: Iterable[Path] = ()) -> Path:
        """Where the next game goes. A number is never used twice, not even a broken journal's.

        `taken`: paths of games that are not on the disk yet.
        """
        names = [*self._names(), *(path.name for path in taken)]
        numbers = (int(match[1]) for match in map(_NUMBER.fullmatch, names) if match)
        return self.folder / f"{max(numbers, default=0) + 1:04d}.sqlite"

    def games(self) -> list[Listed]:
        """Every journal, oldest first, broken ones and those set aside included. Raises nothing."""
        return [_listed(path) for path in self._paths(aside=True)]

    def recent(self) -> list[Listed]:
        """The last LOOK_BACK journals, newest first: a box with years of games must be ready in a moment."""
        return [_listed(path) for path in self._paths(aside=False)[: -LOOK_BACK - 1 : -1]]

    def _names(self) -> list[str]:
        try:
            return [path.name for path in self.folder.iterdir()]
        except OSError:
            return []

    def _paths(self, *, aside: bool) -> list[Path]:
        numbered: list[tuple[int, str]] = []
        for name in self._names():
            match = _NUMBER.fullmatch(name)
            if match and (not match["rest"] or (aside and re.fullmatch(r"\.broken-\d+", match["rest"]))):
                numbered.append((int(match[1]), name))
        return [self.folder / name for _, name in sorted(numbered)]


def _listed(path: Path) -> Listed:
    if path.suffix != ".sqlite":
        return Listed(path, None, None, "", False, "set aside")
    try:
        game: Game = open_game(path)
    except NewerFormat as wrong:
        return Listed(path, None, None, "", False, str(wrong), True)
    except FormatError as wrong:
        return Listed(path, None, None, "", False, str(wrong))
    last = game.entries[-1] if game.entries else None
    return Listed(path, game.header, last, game.began, bool(last) and not is_over(game.entries))


def _mend(folder: Path, wrong: OSError) -> str:
    match wrong.errno:
        case errno.EROFS:
            mend = "the disk is read-only: mount -o remount,rw, and see dmesg for why it became so"
        case errno.ENOSPC | errno.EDQUOT:
            mend = "the disk is full: see what fills it with df and du"
        case errno.EACCES | errno.EPERM:
            mend = f"it is another user's: chown -R nightbox: {folder}, or change directory under [state]"
        case errno.ENOTDIR | errno.EEXIST:
            mend = "something that is not a directory stands there: move it away"
        case _:
            mend = "name a directory that can be written under [state] in nightbox.toml"
    return f"{folder}: the state cannot be written ({wrong.strerror or wrong}); {mend}"
