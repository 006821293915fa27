"""How often the device is looked at: not at all before a fetch that is foreseen, closely when it came unforeseen."""

from __future__ import annotations

from nightbox.stage.desk import MS
from nightbox.stage.pace import AHEAD, EVERY, RealTime

PERIOD = 21_333_333


def probe(pace: RealTime, asked: int, fetch: int) -> list[int]:
    """Play one probe that the device takes at `fetch`; the moments at which it was looked at."""
    pace.launched(asked)
    looks: list[int] = []
    now = asked
    while pace.begun is not None:
        now = pace.wake(now)
        looks.append(now)
        pace.poll(now, now < fetch)
    return looks


def settled(fetches: int = 10) -> tuple[RealTime, int]:
    """A pace that has seen so many fetches on the grid, and the last of them."""
    pace, fetch = RealTime(PERIOD), 0
    for n in range(1, fetches + 1):
        fetch = n * 5 * PERIOD
        probe(pace, fetch - PERIOD // 2, fetch)
    return pace, fetch


def test_the_looking_begins_shortly_before_a_fetch_that_is_foreseen() -> None:
    pace, last = settled()
    fetch = last + 5 * PERIOD
    looks = probe(pace, fetch - PERIOD // 2, fetch)
    assert abs(fetch - AHEAD - looks[0]) < MS
    assert 0 <= looks[-1] - fetch < MS
    assert pace.grid.nearest(fetch) - fetch < MS


def test_a_grid_that_moved_is_looked_at_from_the_start_and_learnt_anew() -> None:
    pace, last = settled()
    moved = 8 * MS
    blurred = last + 5 * PERIOD - moved
    assert len(probe(pace, blurred - 2 * MS, blurred)) == 1
    for n in range(2, 60):
        fetch = last + n * 5 * PERIOD - moved
        probe(pace, fetch - PERIOD // 2, fetch)
    assert abs(pace.grid.nearest(fetch) - fetch) < MS


def test_between_two_probes_nothing_is_looked_at() -> None:
    pace, last = settled()
    assert pace.wake(last + MS) - last > EVERY - PERIOD
