"""What the bench measures with: clips are found where they are, to the sample, and what is wrong is seen. Nothing is
timed here."""

from __future__ import annotations

import math
import random
from array import array

import pytest

from nightbox.rules import loader
from tests.bench import hear, nights
from tests.bench.box import BENCH_RULES, lengths, played_to_day
from tests.bench.figures import Figure, percentile
from tests.bench.hear import RATE, SinkClock


def spoken(seed: int, ms: int) -> array[int]:
    """Something like a voice: a few moving tones with breath on them."""
    chance = random.Random(seed)
    tones = [(chance.uniform(120, 3000), chance.uniform(0, 6)) for _ in range(6)]
    count = RATE * ms // 1000
    return array(
        "h",
        (
            int(sum(1500 * math.sin(at * hertz / 7639 + wobble * math.sin(at / 9000)) for hertz, wobble in tones))
            + chance.randrange(-300, 300)
            for at in range(count)
        ),
    )


def room(places: dict[int, array[int]], count: int) -> array[int]:
    """A noise bed and a low hum, with clips played over it at 0.7 of their level."""
    chance = random.Random(5)
    recording = array("h", (int(900 * math.sin(at / 90)) + chance.randrange(-400, 400) for at in range(count)))
    for begin, clip in places.items():
        for at, sample in enumerate(clip):
            recording[begin + at] += int(sample * 0.7)
    return recording


def test_clips_are_found_to_the_sample_under_a_bed() -> None:
    one, other = spoken(1, 350), spoken(2, 600)
    places = {10_007: one, 41_233: other, 83_000: one}
    recording = room(places, RATE * 5 // 2)
    for begin, clip in places.items():
        found = hear.find(recording, clip, begin - 4000, begin + 4500)
        assert found is not None and found.frame == begin


def test_a_clip_that_is_not_there_is_not_found() -> None:
    recording = room({10_007: spoken(1, 350)}, RATE)
    assert hear.find(recording, spoken(3, 350), 6000, 14_000) is None


def test_a_hole_and_an_unfed_mixer_are_seen() -> None:
    recording = room({}, RATE)
    whole = hear.bed(recording, 0, RATE)
    recording[20_000:23_600] = array("h", bytes(2 * 3600))
    holed = hear.bed(recording, 0, RATE)
    assert whole.hole == 0 and whole.zeros < 48
    assert holed.hole == pytest.approx(75, abs=5) and holed.zeros >= 3600


def test_clicks_are_counted_once_each() -> None:
    recording = array("h", bytes(2 * RATE))
    for frame in (5000, 20_000, 41_000):
        recording[frame : frame + 48] = array("h", [20_000] * 48)
    assert hear.clicks(recording) == [5000, 20_000, 41_000]


def test_a_sink_that_runs_fast_is_known() -> None:
    chance = random.Random(1)
    pieces = [
        (2 * frame, round(7e9 + frame * 1e9 / RATE / 1.0003 + chance.expovariate(1 / 2e6)))
        for frame in range(480, RATE * 60, 480)
    ]
    clock = SinkClock.of(pieces)
    assert clock.drift == pytest.approx(300, abs=20)
    assert clock.frame(clock.ns(RATE * 30)) == RATE * 30
    assert clock.ns(RATE * 30) == pytest.approx(7e9 + 30e9 / 1.0003, abs=1e6)


def test_the_bench_rules_hold_forty_short_slots_in_two_nights() -> None:
    rules = loader.load(str(BENCH_RULES), lengths())
    called = nights.calls(rules, 1)
    assert sum(call.slot for call in called) == 20
    assert called[-1].item == "morning_1" and called[-1].wait is None
    assert nights.duration(rules, 1) < 60


def test_a_game_is_played_to_the_day_before_its_first_shots() -> None:
    assert played_to_day(loader.load("fsm", options={"day.run_by": "judge"}))[-1].facts


def test_bounds_and_percentiles() -> None:
    assert not Figure("exact", "error", 26.4, "ms", 26.3).met
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 0.5)
