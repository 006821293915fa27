"""How a sound is started exactly: by the device's grid in real time, by the ticks in driven mode. No
pygame, no clock.

A pace is told what was seen and says when to ask for a sound and with how much silence before it.
"""

from __future__ import annotations

from nightbox.stage.desk import MS
from nightbox.stage.grid import Grid, Start

EVERY = 100 * MS
"""Between two looks at the grid."""
POLL = 300_000
BLUR = 3 * MS
"""A fetch that was noticed this long after the look before is too blurred to count."""
AHEAD = 2 * MS
"""How long before a fetch that the grid foresees the looking begins; after one that came earlier, at once."""


class RealTime:
    """The grid, and the silent probe that finds it: `poll` is called with the time and whether the probe
    still plays."""

    def __init__(self, period: int) -> None:
        self.grid = Grid(period)
        self.begun: int | None = None
        self._looked = 0
        self._next = 0
        self._foreseen = False

    def plan(self, due: int, now: int) -> Start:
        return self.grid.plan(due, now)

    def wants_probe(self, now: int) -> bool:
        return self.begun is None and now >= self._next

    def launched(self, now: int) -> None:
        """The probe was asked for at `now`."""
        self.begun = self._looked = now

    def poll(self, now: int, playing: bool) -> int | None:
        """The moment of the fetch that took the probe, once it is there; 0 when it was there but is too
        blurred."""
        if self.begun is None:
            return None
        if playing:
            self._looked = now
            return None
        blurred = now - self._looked > BLUR
        self._foreseen = not blurred
        self.begun = None
        self._next = now + EVERY + (self.grid.period // 2 - (now + EVERY - self.grid.before(now + EVERY)))
        if blurred:
            return 0
        self.grid.saw(now)
        return now

    def stuck(self, now: int, limit: int) -> bool:
        """The device has fetched nothing for `limit`."""
        return self.begun is not None and now - self.begun > limit

    def wake(self, now: int) -> int:
        """When to look again."""
        if self.begun is None:
            return self._next
        if self._foreseen and self.grid.known:
            return max(now + POLL, self.grid.before(self.begun) + self.grid.period - AHEAD)
        return now + POLL


class Stepped:
    """Virtual time: the sound between two ticks is mixed when the first is done, so a start can lie
    anywhere in it."""

    def __init__(self) -> None:
        self.now = 0
        self.until = 0

    def tick(self, now: int, until: int) -> None:
        self.now, self.until = now, until

    def plan(self, due: int, now: int) -> Start:
        if due < self.until:
            return Start(now, now, max(0, due - now))
        return Start(due, due, 0)
