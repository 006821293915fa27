"""The grid of the sound device: when it fetches its next buffer. Pure arithmetic over moments that were seen.

A mixer begins a sound at the next fetch, so that a start has an error of up to a buffer (21 ms at 1024
frames). The fetches of an open stream lie on a grid: a silent sound of one sample ends at a fetch, and
shows when it was. Single fetches wander by some ms, the grid does not; its phase is the circular mean of
the last ones seen. A start then picks the last fetch at or before its moment, asks in the middle of the gap
before that fetch, and leads in with silence for the rest.
"""

from __future__ import annotations

import cmath
import math
from collections import deque
from dataclasses import dataclass

SEEN = 32
"""Fetches remembered: about three seconds, so that a clock that is 300 ppm off is followed to half a
millisecond."""
ENOUGH = 6
STEADY = 0.5
"""The mean resultant length below which the fetches seen are no grid (1 is a perfect one, 0 is noise)."""


@dataclass(frozen=True, slots=True)
class Start:
    """When to ask for a sound, at which fetch it will begin, and how much silence goes before it (ns)."""

    ask: int
    fetch: int
    lead: int


class Grid:
    """A grid of `period` ns, learnt from fetches."""

    def __init__(self, period: int) -> None:
        self.period = period
        self._seen: deque[int] = deque(maxlen=SEEN)
        self._origin = 0

    def saw(self, at: int) -> None:
        """A fetch happened at `at`."""
        self._seen.append(at)
        turn = 2 * math.pi / self.period
        mean = sum(cmath.rect(1.0, (seen % self.period) * turn) for seen in self._seen)
        self._steady = abs(mean) / len(self._seen)
        self._origin = round(cmath.phase(mean) / turn) % self.period

    @property
    def known(self) -> bool:
        return len(self._seen) >= ENOUGH and self._steady >= STEADY

    def before(self, at: int) -> int:
        """The last fetch at or before `at`."""
        return at - (at - self._origin) % self.period

    def nearest(self, at: int) -> int:
        return self.before(at + self.period // 2)

    def plan(self, due: int, now: int) -> Start:
        """How to start at `due`; as soon as can be when that is too late. Without a grid: ask at `due`."""
        if not self.known:
            return Start(max(due, now), max(due, now), 0)
        fetch = self.before(due)
        ask = fetch - self.period // 2
        if ask >= now - self.period // 4:
            return Start(ask, fetch, due - fetch)
        fetch = self.before(now) + self.period
        return Start(now, fetch, max(0, due - fetch))
