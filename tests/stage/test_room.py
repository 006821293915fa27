"""The room, sample for sample: the real sound process under virtual time."""

from __future__ import annotations

import functools
import importlib.util
import shutil
import wave
from array import array
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from nightbox.stage.desk import Levels, amplitude
from nightbox.stage.voice import TAIL, VoicePack, shipped
from nightbox.testing.room import Heard, listen, music, say, setup

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="needs pygame")

LENGTHS = VoicePack.load(shipped() / "ru").lengths()
CALLS = ((4_000, "don_wakes"), (12_345, "don_sleeps"), (20_001, "sheriff_wakes"), (28_000, "killed_7"))
SAYS = [(at, say(line, n)) for n, (at, line) in enumerate(CALLS)]
NIGHT = [(0, music("play")), *SAYS, (34_000, music("stop"))]
DURATION = 38_000


@functools.cache
def night() -> Heard:
    return listen(NIGHT, DURATION)


@functools.cache
def alone() -> Heard:
    """The same night without a word."""
    return listen([NIGHT[0], NIGHT[-1]], DURATION)


@functools.cache
def words() -> Heard:
    """The same words without music."""
    return listen(SAYS, DURATION)


def frames(heard: Heard, begin: float, end: float) -> array[int]:
    found = array("h")
    found.frombytes(heard.pcm[round(begin * 48) * 2 : round(end * 48) * 2])
    return found


def level(samples: array[int]) -> float:
    return float((sum(x * x for x in samples) / len(samples)) ** 0.5 / 32768)


def peak(samples: array[int]) -> int:
    return max(max(samples), -min(samples))


def first(samples: array[int], above: int = 0) -> int:
    return next(i for i, x in enumerate(samples) if abs(x) > above)


def test_each_call_begins_on_its_sample() -> None:
    for at, line in CALLS:
        clip = listen([(0, say(line))], LENGTHS[line])
        reference, found = frames(clip, 0, 1000), frames(words(), at, at + 1000)
        assert reference == found, line
        assert peak(frames(words(), at - 300, at)) == 0


def test_the_answers_carry_number_and_moment() -> None:
    began = [(answer["began"], answer["at"]) for answer in night().answers if "began" in answer]
    assert began == [(n, at * 1_000_000) for n, (at, _) in enumerate(CALLS)]


def test_music_is_down_under_the_words_and_back_before_the_tail_ends() -> None:
    """What is left of the night when the words are taken away, against the night without a word."""
    mixed, spoken, plain = (frames(heard, 0, DURATION) for heard in (night(), words(), alone()))
    rest = array("i", (a - b for a, b in zip(mixed, spoken, strict=True)))
    for at, line in CALLS:
        end = at + LENGTHS[line]

        def share(begin: float, end: float) -> float:
            piece = slice(round(begin * 48), round(end * 48))
            return level(array("i", rest[piece])) / level(plain[piece])

        assert share(at - 500, at - 50) == pytest.approx(1.0, abs=0.01), line
        assert share(at + 150, end - TAIL) == pytest.approx(amplitude(-11), abs=0.08), line
        assert share(end - 10, end + 300) == pytest.approx(1.0, abs=0.01), line


def test_the_bed_has_no_gap_while_the_music_plays() -> None:
    """Without music in it, so that nothing else hides a gap."""
    quiet = replace(setup(), levels=Levels(music=-120, ducked=-120, lowered=-120))
    heard = listen([(0, music("play")), *SAYS], 30_000, quiet)
    bed = [level(frames(heard, at, at + 20)) for at in range(200, 29_000, 20)]
    assert min(bed) > 0.5 * sorted(bed)[len(bed) // 2] > 0.001


def test_no_sample_is_at_full_scale() -> None:
    loudest = peak(frames(night(), 0, DURATION))
    assert 8_000 < loudest < 0.97 * 32768


def test_stopped_music_leaves_silence() -> None:
    assert peak(frames(night(), 36_700, 38_000)) == 0


def test_lowered_music_is_lower_until_it_plays_again() -> None:
    heard = listen([(0, music("play")), (6_000, music("lower")), (12_000, music("play"))], 18_000)
    before, low, after = (level(frames(heard, at, at + 3_000)) for at in (3_000, 8_000, 14_000))
    assert low < 0.25 * before
    assert after > 0.8 * before


def test_the_loop_has_no_seam_in_the_room() -> None:
    """Past the wrap the samples are those of the loop's start, and the step over it is like any other."""
    long = listen([(0, music("play"))], 84_000)
    heard, length = frames(long, 0, 84_000), 3_638_016
    start = next(i for i in range(0, 48_000) if heard[i])
    steps = sorted(abs(b - a) for a, b in pairwise(heard))
    rare = steps[int(len(steps) * 0.9999)]
    for wrap in range(length + start - 3, length + start + 3 * 2048):
        assert abs(heard[wrap] - heard[wrap - 1]) <= rare * 1.5
    piece = [level(heard[at : at + 48_000]) for at in range(96_000, len(heard) - 48_000, 24_000)]
    assert min(piece) > 0.6 * max(piece)


def test_the_same_messages_give_the_same_samples() -> None:
    assert {listen(NIGHT, DURATION).digest for _ in range(3)} == {night().digest}


@pytest.mark.long
def test_the_same_night_ten_times() -> None:
    long = [(at + 40_000 * i, message) for i in range(4) for at, message in NIGHT]
    assert len({listen(long, 150_000).digest for _ in range(10)}) == 1


def test_another_moment_gives_other_samples() -> None:
    moved = [(at + (at == 12_345), message) for at, message in NIGHT]
    assert listen(moved, DURATION).digest != night().digest


def test_music_joins_where_it_was(tmp_path: Path) -> None:
    later = listen([(0, music("play") | {"position": 48_000 * 10})], 6_000)
    plain = listen([(0, music("play"))], 16_000)
    assert frames(later, 3_000, 3_500)[0] != 0
    quiet = replace(setup(), levels=Levels(bed=-120))
    later = listen([(0, music("play") | {"position": 48_000 * 10})], 6_000, quiet)
    plain = listen([(0, music("play"))], 16_000, quiet)
    assert frames(later, 3_000, 5_000) == frames(plain, 13_000, 15_000)


def test_a_line_that_does_not_decode_fails_and_the_next_is_heard(tmp_path: Path) -> None:
    (tmp_path / "broken.ogg").write_bytes(b"OggS nothing")
    shutil.copy(shipped() / "ru" / "stop.ogg", tmp_path)
    heard = listen(
        [(0, say("broken", 1)), (500, say("nowhere", 2)), (1_000, say("stop", 3))],
        2_000,
        replace(setup(), voice=tmp_path),
    )
    assert [answer.get("failed", answer.get("began")) for answer in heard.answers[1:]] == [1, 2, 3]
    assert peak(frames(heard, 1_000, 2_000)) > 1_000


@pytest.mark.parametrize("buffer", [512, 1024, 2048])
def test_a_click_is_heard_on_the_sample_that_it_is_due(tmp_path: Path, buffer: int) -> None:
    """A WAV, which the mixer knows by its content: the place is the stream's, not another recording's."""
    with wave.open(str(tmp_path / "click.ogg"), "wb") as wav:
        wav.setparams((1, 2, 48_000, 0, "NONE", ""))
        wav.writeframes(array("h", [20_000] * 48).tobytes())
    heard = listen([(100, say("click"))], 300, replace(setup(buffer=buffer), voice=tmp_path))
    assert first(frames(heard, 0, 300)) == 4_800


def pitch(samples: array[int]) -> float:
    """How often a second the wave turns upwards: the pitch of a pure note, in hertz."""
    return sum(a < 0 <= b for a, b in pairwise(samples)) / len(samples) * 48_000


def test_the_two_signals_begin_on_their_sample_and_cannot_be_taken_for_each_other() -> None:
    heard = listen([(1_000, say("beep", 1)), (3_000, say("beep_end", 2))], 5_000)
    assert peak(frames(heard, 0, 1_000)) == peak(frames(heard, 2_000, 3_000)) == 0
    spoken = level(frames(words(), 4_000, 5_000))
    for at in (1_000, 3_000):
        assert level(frames(heard, at, at + 200)) > spoken
    assert pitch(frames(heard, 1_050, 1_200)) == pytest.approx(659, rel=0.03)
    assert pitch(frames(heard, 3_500, 3_800)) == pytest.approx(440, rel=0.03)
    assert peak(frames(heard, 1_400, 2_000)) == 0
