"""The thread that writes the journal, so that neither the table nor the voice waits for a disk.

It only tells: Durable when an entry is on the disk, DiskTrouble when that cannot be done for now, DiskWell
when nothing is held back any more. It never drops an entry, never changes their order, and knows nothing of
what they say.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from nightbox.game.facts import Entry
from nightbox.record.store import Moment, moment_now
from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Durable:
    """Entry `n` is on the disk: no power cut can take it away."""

    n: int


@dataclass(frozen=True, slots=True)
class DiskTrouble:
    """The disk refuses; entries are held in memory. Told once until DiskWell; `why` is for the log."""

    why: str


@dataclass(frozen=True, slots=True)
class DiskWell:
    """All that was held back is on the disk; each entry's Durable was told before."""


Told: TypeAlias = Durable | DiskTrouble | DiskWell


class Store(Protocol):
    """What the writer needs of a journal: both calls return when it is on the disk, and may be repeated."""

    def append(self, entry: Entry, moment: Moment) -> None: ...
    def alive(self, at: Ms, moment: Moment) -> None: ...
    def close(self) -> None: ...


class Writer:
    """Writes entries to `journal` in a thread of its own, one transaction each, and calls `tell` from there.

    `known`: the entries that the journal already has, when a game is taken up again. `backoff`: seconds
    between attempts while the disk refuses. `tell` must return at once and must not raise.
    """

    def __init__(
        self,
        journal: Store,
        tell: Callable[[Told], None],
        *,
        known: Iterable[Entry] = (),
        backoff: float = 1.0,
        now: Callable[[], Moment] = moment_now,
    ) -> None:
        self._journal = journal
        self._tell = tell
        self._backoff = backoff
        self._now = now
        self._last = 0
        self._sources: set[str] = set()
        for entry in known:
            self._note(entry)
        self._change = threading.Condition()
        self._held: deque[tuple[Entry, Moment]] = deque()
        self._alive: tuple[Ms, Moment] | None = None
        self._idle = True
        self._closing = False
        self._given_up = False
        self._trouble = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def open(self) -> None:
        self._thread.start()

    def close(self, timeout: float = 5.0) -> int:
        """Write what is left, in `timeout` seconds at most, and stop. Returns how many entries are lost."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        if self._thread.ident is None:
            return self.held
        self._thread.join(timeout)
        with self._change:
            self._given_up = True
            self._change.notify_all()
        self._thread.join(0.5)  # a thread that hangs in the disk is left to the end of the process
        return self.held

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    @property
    def held(self) -> int:
        """How many entries are in memory only."""
        with self._change:
            return len(self._held)

    def knows(self, source: str) -> bool:
        """Whether an entry of this source was taken, written or not: what is sent again is no new press."""
        with self._change:
            return source in self._sources

    def append(self, entry: Entry) -> None:
        """Take an entry; returns at once. Raises ValueError for a wrong number or a source that is known."""
        with self._change:
            if self._closing:
                raise ValueError(f"entry {entry.n} comes after the writer was closed")
            self._note(entry)
            self._held.append((entry, self._now()))
            self._wake()

    def alive(self, at: Ms) -> None:
        """The box lives at table time `at`; only the newest is written, and no entry waits for it."""
        with self._change:
            self._alive = (at, self._now())
            self._wake()

    def flush(self, timeout: float) -> bool:
        """Wait until all is written and told; False when that took longer than `timeout` seconds."""
        with self._change:
            return self._change.wait_for(lambda: self._idle, timeout)

    def _note(self, entry: Entry) -> None:
        if entry.n != self._last + 1:
            raise ValueError(f"entry {entry.n} cannot follow entry {self._last}")
        if entry.source is not None:
            if entry.source in self._sources:
                raise ValueError(f"entry {entry.n}: source {entry.source!r} was written already")
            self._sources.add(entry.source)
        self._last = entry.n

    def _wake(self) -> None:
        self._idle = False
        self._change.notify_all()

    def _run(self) -> None:
        while self._work_is_there():
            try:
                self._write_one()
            except Exception as wrong:  # a disk's trouble or our own mistake: the entry is kept either way
                self._bear(wrong)
        self._journal.close()

    def _work_is_there(self) -> bool:
        with self._change:
            if not self._held and self._alive is None and not self._trouble:
                self._idle = True
                self._change.notify_all()
            self._change.wait_for(lambda: not self._idle or self._closing)
            return not self._given_up and not self._idle

    def _write_one(self) -> None:
        with self._change:
            first, alive = self._held[0] if self._held else None, self._alive
        if first is not None:
            self._journal.append(*first)
            self._tell(Durable(first[0].n))
        elif alive is not None:
            self._journal.alive(*alive)
        with self._change:
            if first is not None:
                self._held.popleft()
            elif self._alive is alive:
                self._alive = None
            well = self._trouble and not self._held
            self._trouble = self._trouble and not well
        if well:
            self._tell(DiskWell())

    def _bear(self, wrong: Exception) -> None:
        if not self._trouble:
            self._trouble = True
            self._tell(DiskTrouble(str(wrong) or repr(wrong)))
        with self._change:
            self._change.wait_for(lambda: self._given_up, self._backoff)
