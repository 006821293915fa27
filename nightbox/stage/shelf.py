"""Sounds in memory: what was asked for is decoded here, off the path of the one who plays. No mixer, no
socket.

Lines of the night are held for good; what a part of the game may say is prepared when it begins and stays until the
next part's lines are; the rest makes room for each other.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from pathlib import Path

KEPT = 16
"""Clips that stay beside those that are held and those that were prepared last."""
REST = 0.03
"""Seconds between two clips that nobody waits for. A thread that decodes without a pause takes the turn of the one that
feeds the device as soon as the machine is busy, and the room hears holes."""

PIECE = 4096

Decode = Callable[[Path], bytes]
"""A file's samples as the mixer takes them. Raises any Exception when the file is none that it can play."""


class UnfitError(Exception):
    """A sound that cannot be decoded, with the reason."""


class Shelf:
    """Decoded sounds by name. With `thread` false, `get` decodes at once and nothing runs aside."""

    def __init__(self, folder: Path, decode: Decode, *, thread: bool = True) -> None:
        self._folder = folder
        self._decode = decode
        self._threaded = thread
        self._held: dict[str, bytes | UnfitError] = {}
        self._kept: OrderedDict[str, bytes | UnfitError] = OrderedDict()
        self._needed: frozenset[str] = frozenset()
        self._urgent = False
        self._wanted: deque[tuple[str, Path, bool]] = deque()
        self._peaks: dict[str, float] = {}
        self._idle: Callable[[], bool] = lambda: False
        self._change = threading.Condition()

    def open(self, idle: Callable[[], bool] = lambda: False) -> None:
        """Start decoding; when nothing is wanted `idle` does a piece of other work and says if there is
        more."""
        self._idle = idle
        if self._threaded:
            threading.Thread(target=self._work, name="decode", daemon=True).start()

    def hold(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._want(line, self._folder / f"{line}.ogg", held=True)

    def prepare(self, lines: Iterable[str]) -> None:
        """All that may be said until the next call of this; what is asked for first is decoded first.

        What was prepared before and is not decoded yet waits no longer: it would hold up what is due now.
        """
        some = tuple(lines)
        with self._change:
            self._needed = frozenset(some)
            self._wanted = deque(order for order in self._wanted if order[2])
        for line in some:
            self.expect(line)

    def expect(self, line: str) -> None:
        """One more line, which will be said soon."""
        self._want(line, self._folder / f"{line}.ogg", held=False)

    def hold_file(self, name: str, file: Path) -> None:
        """A file of another place, with its peak."""
        self._peaks[name] = 0.0
        self._want(name, file, held=True)

    def peak(self, name: str) -> float:
        """The loudest sample of a file that is held, 1.0 being full scale."""
        return self._peaks.get(name, 0.0)

    def get(self, name: str) -> bytes | None:
        """The samples, or None while they are still being decoded. Raises UnfitError when they cannot be."""
        with self._change:
            found = self._find(name)
            if found is None:
                self._want(name, self._folder / f"{name}.ogg", held=False, first=True)
                found = self._find(name)
        if isinstance(found, UnfitError):
            raise found
        return found

    def _find(self, name: str) -> bytes | UnfitError | None:
        if name in self._held:
            return self._held[name]
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        return None

    def _want(self, name: str, file: Path, *, held: bool, first: bool = False) -> None:
        order = (name, file, held)
        with self._change:
            if self._find(name) is not None or (first and self._wanted and self._wanted[0] == order):
                return
            if not self._threaded:
                self._put(name, held, self._samples(name, file))
                return
            self._wanted.appendleft(order) if first else self._wanted.append(order)
            self._urgent = self._urgent or first
            self._change.notify()

    def _put(self, name: str, held: bool, samples: bytes | UnfitError) -> None:
        if held:
            self._held[name] = samples
            return
        self._kept[name] = samples
        rest = [kept for kept in self._kept if kept not in self._needed]
        for old in rest[: max(0, len(rest) - KEPT)]:
            del self._kept[old]

    def _samples(self, name: str, file: Path) -> bytes | UnfitError:
        try:
            samples = self._decode(file)
        except Exception as error:  # whatever the decoder raises: the line fails, the night goes on
            return UnfitError(f"{file.name}: {error}")
        if name in self._peaks:
            self._peaks[name] = peak(samples)
        return samples

    def _work(self) -> None:
        more = True
        while True:
            with self._change:
                while not self._wanted and not more:
                    self._change.wait(timeout=2.0)
                    more = True
                order = self._wanted.popleft() if self._wanted else None
                self._urgent = False
                if order is not None and self._find(order[0]) is not None:
                    continue
            if order is None:
                more = self._idle()
                continue
            name, file, held = order
            samples = self._samples(name, file)
            with self._change:
                self._put(name, held, samples)
                self._change.wait_for(lambda: self._urgent, timeout=REST)


def peak(samples: bytes) -> float:
    """The loudest of 16-bit samples. In small pieces: a long one would hold up the thread that plays."""
    frames = memoryview(samples).cast("h")
    loudest = 0
    for begin in range(0, len(frames), PIECE):
        piece = frames[begin : begin + PIECE].tolist()
        loudest = max(loudest, max(piece), -min(piece))
    return loudest / 32768
