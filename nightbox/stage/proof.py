"""The thorough check of a voice pack: every clip decoded once, and remembered by its digest. No mixer is
opened here.

A clip that is damaged inside a page still has its length on its last page, and decodes to something
shorter. Decoding 760 clips takes a Pi minutes, so that what was found good is kept in a file of the state
directory and not decoded again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from nightbox.stage.shelf import Decode
from nightbox.stage.voice import Clip
from nightbox.units import Ms

CACHE = "clips.json"
SLACK: Ms = 50
"""How far a decoded clip may be from the length on its last page: SDL's decoder drops the last packet of a few."""
BYTES_PER_MS = 96
"""48 kHz, 16 bit, mono."""


class Proof:
    """A check that goes one clip at a time, so that it can stop for a night."""

    def __init__(self, clips: Mapping[str, Clip], decode: Decode, state: Path | None) -> None:
        self._decode = decode
        self._file = None if state is None else state / CACHE
        self._good = self._remembered()
        self._turn: Iterator[None] = self._all(clips)
        self.problems: list[str] = []
        self.over = False

    def step(self) -> bool:
        """Look at one clip; False when there is none left."""
        if not self.over:
            self.over = next(self._turn, self) is self
        return not self.over

    def _all(self, clips: Mapping[str, Clip]) -> Iterator[None]:
        good: dict[str, Ms] = {}
        for clip in clips.values():
            problem = self._look(clip, good)
            if problem:
                self.problems.append(f"{clip.file}: {problem}")
            yield
        if self._file is not None and good != self._good:
            _write(self._file, json.dumps(good))

    def _look(self, clip: Clip, good: dict[str, Ms]) -> str:
        try:
            digest = hashlib.sha256(clip.file.read_bytes()).hexdigest()
            if self._good.get(digest) != clip.length:
                length = len(self._decode(clip.file)) // BYTES_PER_MS
                if abs(length - clip.length) > SLACK:
                    return f"decodes to {length} ms of {clip.length}; damaged inside, render it again"
            good[digest] = clip.length
        except Exception as error:  # the decoder's own kinds and the disk's: all mean one thing
            return f"does not decode ({error}); render it again"
        return ""

    def _remembered(self) -> dict[str, Ms]:
        if self._file is None:
            return {}
        try:
            found = json.loads(self._file.read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def _write(file: Path, text: str) -> None:
    """Whole or not at all; a state directory that cannot be written costs a second check, nothing else."""
    fresh = file.with_suffix(".new")
    try:
        fresh.write_text(text)
        fresh.replace(file)
    except OSError:
        return
