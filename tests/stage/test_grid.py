"""The device's grid, from moments that were seen."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from nightbox.stage.grid import ENOUGH, Grid
from nightbox.stage.pace import BLUR, RealTime, Stepped

PERIOD = 21_333_333
MS = 1_000_000


def grid(origin: int, wander: int, seed: int = 0) -> Grid:
    chance, found = random.Random(seed), Grid(PERIOD)
    for number in range(0, 200, 5):
        found.saw(origin + number * PERIOD + chance.randint(-wander, wander))
    return found


def test_without_a_grid_a_sound_is_asked_for_when_it_is_due() -> None:
    fresh = Grid(PERIOD)
    for number in range(ENOUGH - 1):
        fresh.saw(number * PERIOD)
    assert not fresh.known
    start = fresh.plan(1000 * MS, 500 * MS)
    assert (start.ask, start.fetch, start.lead) == (1000 * MS, 1000 * MS, 0)


@given(st.integers(0, PERIOD), st.integers(5_000 * MS, 6_000 * MS))
def test_a_call_that_is_known_in_time_begins_when_it_is_due(origin: int, due: int) -> None:
    found = grid(origin, 0)
    start = found.plan(due, due - 50 * MS)
    assert start.fetch + start.lead == due
    assert 0 <= start.lead < PERIOD
    off = (start.fetch - origin) % PERIOD
    assert min(off, PERIOD - off) < 1000
    assert PERIOD * 0.45 < start.fetch - start.ask < PERIOD * 0.55


@given(st.integers(0, PERIOD), st.integers(0, 1000))
def test_fetches_that_wander_by_five_ms_move_the_grid_by_little(origin: int, seed: int) -> None:
    found = grid(origin, 5 * MS, seed)
    assert found.known
    off = (found.before(5_000 * MS) - origin) % PERIOD
    assert min(off, PERIOD - off) < 3 * MS


@given(st.integers(0, PERIOD), st.integers(-100, 49))
def test_a_call_that_comes_late_begins_at_the_next_fetch(origin: int, ahead: int) -> None:
    now = 5_000 * MS
    start = grid(origin, 0).plan(now + ahead * MS, now)
    assert start.lead >= 0
    assert start.fetch + start.lead >= now + ahead * MS
    assert start.fetch + start.lead - max(now, now + ahead * MS) <= PERIOD


def test_noise_is_no_grid() -> None:
    chance, found = random.Random(3), Grid(PERIOD)
    for _ in range(64):
        found.saw(chance.randrange(10**10))
    assert not found.known


def test_a_fetch_that_was_noticed_too_late_does_not_count() -> None:
    pace = RealTime(PERIOD)
    pace.launched(0)
    assert pace.poll(1 * MS, True) is None
    assert pace.poll(2 * MS + BLUR, False) == 0
    pace.launched(100 * MS)
    assert pace.poll(101 * MS, True) is None
    assert pace.poll(101 * MS + BLUR, False) == 101 * MS + BLUR


def test_a_probe_that_nobody_takes_is_a_stuck_device() -> None:
    pace = RealTime(PERIOD)
    pace.launched(0)
    pace.poll(1_900 * MS, True)
    assert not pace.stuck(1_900 * MS, 2_000 * MS)
    assert pace.stuck(2_001 * MS, 2_000 * MS)


def test_in_virtual_time_a_call_starts_anywhere_in_its_step() -> None:
    steps = Stepped()
    steps.tick(100, 200)
    assert steps.plan(150, 100).lead == 50
    assert steps.plan(200, 100).ask == 200
    assert steps.plan(50, 100).lead == 0
