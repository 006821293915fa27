"""Gains by time: no clock, no sound."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightbox.stage.desk import MS, STEP, VOICE_PEAK, Desk, Levels, amplitude, headroom
from nightbox.stage.voice import TAIL

NIGHT = Desk(Levels()).play(0)
LATER = 10_000 * MS


def test_the_bed_is_there_before_the_music() -> None:
    gains = NIGHT.gains(150 * MS)
    assert gains.bed == 1.0 and gains.music < 0.15
    assert NIGHT.gains(1500 * MS).music == 1.0


def test_music_is_down_80_ms_into_the_words_and_not_before_them() -> None:
    desk = NIGHT.speak(LATER, LATER + 2000 * MS)
    assert desk.gains(LATER).music == 1.0
    assert desk.gains(LATER + 80 * MS).music == pytest.approx(amplitude(-11))
    assert desk.gains(LATER + 2000 * MS).music == pytest.approx(amplitude(-11))


def test_music_is_back_inside_the_tail_with_a_buffer_to_spare() -> None:
    end = LATER + 2000 * MS
    desk = NIGHT.speak(LATER, end)
    assert desk.gains(end + (TAIL - 50) * MS).music == 1.0


def test_the_bed_is_never_ducked() -> None:
    desk = NIGHT.speak(LATER, LATER + 2000 * MS)
    assert {desk.gains(LATER + at * MS).bed for at in range(0, 3000, 7)} == {1.0}


def test_lowered_music_stays_down_after_the_words() -> None:
    desk = NIGHT.lower(LATER).speak(LATER, LATER + 2000 * MS)
    assert desk.gains(LATER + 5000 * MS).music == pytest.approx(amplitude(-18))
    assert desk.play(LATER + 5000 * MS).gains(LATER + 6500 * MS).music == 1.0


def test_music_that_was_late_to_decode_rises_all_the_same() -> None:
    desk = NIGHT.join(LATER)
    assert desk.gains(LATER).music == 0.0
    assert desk.gains(LATER + 1500 * MS).music == 1.0


def test_stopped_music_is_silent_when_it_has_faded() -> None:
    desk = NIGHT.stop(LATER)
    assert not desk.silent(LATER + 1000 * MS)
    assert desk.silent(LATER + 2500 * MS)
    assert desk.gains(LATER + 2500 * MS).music == 0 == desk.gains(LATER + 2500 * MS).bed


def test_a_deep_duck_has_a_floor() -> None:
    desk = Desk(Levels(ducked=-60)).play(0).speak(LATER, LATER + 2000 * MS)
    assert desk.gains(LATER + 1000 * MS).music == pytest.approx(amplitude(-16))


def test_words_that_do_not_come_do_not_duck() -> None:
    desk = NIGHT.speak(LATER, LATER + 2000 * MS).hush(LATER)
    assert desk.gains(LATER + 1000 * MS).music == 1.0


def test_words_in_a_row_keep_the_music_down() -> None:
    desk = NIGHT.speak(LATER, LATER + 1000 * MS).speak(LATER + 1010 * MS, LATER + 2000 * MS)
    assert desk.gains(LATER + 1500 * MS).music == pytest.approx(amplitude(-11))


@given(st.floats(-20, 6), st.floats(-20, 6), st.floats(-20, 6), st.floats(0.05, 1), st.floats(0, 0.5))
def test_no_levels_of_the_owner_clip(
    voice: float, music: float, bed: float, loud: float, hiss: float
) -> None:
    levels = Levels(voice=voice, music=music, bed=bed)
    scale = headroom(levels, loud, hiss)
    worst = VOICE_PEAK * amplitude(voice) + loud * amplitude(music) + hiss * amplitude(bed)
    assert scale <= 1.0 and worst * scale <= 0.9701


def test_the_shipped_levels_need_no_scaling() -> None:
    assert headroom(Levels(), 0.266, 0.063) == 1.0


def test_no_step_of_a_ramp_is_a_jump() -> None:
    desk = NIGHT.speak(LATER, LATER + 2000 * MS).stop(LATER + 4000 * MS)
    gains = [desk.gains(LATER + at * MS).music for at in range(-100, 8000, STEP // MS)]
    assert max(abs(after - before) for before, after in pairwise(gains)) < 0.16
