"""Faces of the clock, second by second."""

from __future__ import annotations

import threading

import pytest

from nightbox.game.cues import CountDown, Dark, Face, Standing, Words
from nightbox.stage.clock import Clock, RecordingDisplay, draw, next_tick, picture


@pytest.mark.parametrize(
    ("face", "now", "text"),
    [
        (Dark(), 0, "    "),
        (Words("----"), 0, "----"),
        (Words("Err"), 0, "Err "),
        (CountDown(60_000), 0, "1:00"),
        (CountDown(60_000), 1, "1:00"),
        (CountDown(60_000), 1000, "0:59"),
        (CountDown(60_000), 59_000, "0:01"),
        (CountDown(60_000), 59_999, "0:01"),
        (CountDown(60_000), 60_000, "0:00"),
        (CountDown(60_000), 90_000, "0:00"),
        (Standing(30_000), 99_999, "0:30"),
    ],
)
def test_each_face_has_its_picture(face: Face, now: int, text: str) -> None:
    assert picture(face, now) == text


def test_a_count_down_changes_at_each_whole_second_and_then_stands() -> None:
    face, now, frames = CountDown(3_400), 0, []
    while (following := next_tick(face, now)) is not None:
        assert picture(face, following - 1) == picture(face, now) != picture(face, following)
        frames.append(following)
        now = following
    assert frames == [400, 1400, 2400, 3400]


def test_faces_that_stand_never_tick() -> None:
    assert [next_tick(face, 5) for face in (Dark(), Words("Err"), Standing(3), CountDown(5))] == [None] * 4


def test_a_picture_that_is_shown_is_not_drawn_again() -> None:
    display = RecordingDisplay()
    draw(Words("----"), 0, display, "----")
    assert display.frames == []


def test_a_display_that_fails_is_asked_again_within_a_second() -> None:
    frame = draw(Words("----"), 500, RecordingDisplay(broken=True), None)
    assert (frame.drawn, frame.again) == (False, 1500)


class Table:
    """Table time that stands at `now` until a test moves it."""

    def __init__(self) -> None:
        self.now = 0


class Announcing(RecordingDisplay):
    """Rings at each frame, so that a test waits for it and not for time."""

    def __init__(self) -> None:
        super().__init__()
        self.rung = threading.Semaphore(0)

    def show(self, text: str) -> None:
        super().show(text)
        self.rung.release()


def test_the_thread_draws_what_it_is_given_and_leaves_the_clock_dark() -> None:
    display, table = Announcing(), Table()
    with Clock(display, lambda: table.now) as clock:
        assert display.rung.acquire(timeout=10)
        for now, face in ((0, CountDown(60_000)), (1000, CountDown(60_000)), (1000, Standing(59_000))):
            table.now = now
            clock.show(face, now)
            if now == 0 or isinstance(face, CountDown):
                assert display.rung.acquire(timeout=10)
    assert display.frames == ["    ", "1:00", "0:59", "    "]


def test_a_broken_display_is_told_once_and_does_not_stop_the_thread() -> None:
    display, told, heard = RecordingDisplay(broken=True), [], threading.Semaphore(0)

    def tell(working: bool, why: str) -> None:
        told.append(working)
        heard.release()

    with Clock(display, lambda: 0, tell) as clock:
        assert heard.acquire(timeout=10)
        clock.show(Words("Err"), 0)
        display.broken = False
        clock.show(Words("----"), 0)
        assert heard.acquire(timeout=10)
    assert told == [False, True]
