"""What is in memory: all that was prepared last, sixteen of the rest, and nothing decoded twice for it."""

from __future__ import annotations

import threading
from pathlib import Path

from nightbox.stage.shelf import KEPT, Shelf


class Decoder:
    """A decoder that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.changed = threading.Condition()

    def __call__(self, file: Path) -> bytes:
        with self.changed:
            self.asked.append(file.stem)
            self.changed.notify_all()
        return b"\0\0"

    def waited_for(self, count: int) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: len(self.asked) >= count, 20)


def lines(stem: str, count: int) -> list[str]:
    return [f"{stem}_{n}" for n in range(count)]


def test_a_long_part_is_decoded_once_however_often_it_is_prepared() -> None:
    decoder = Decoder()
    shelf = Shelf(Path("pack"), decoder, thread=False)
    for _ in range(3):
        shelf.prepare(lines("night", 4 * KEPT))
    assert decoder.asked == lines("night", 4 * KEPT)


def test_the_lines_of_the_last_part_make_room_for_each_other() -> None:
    decoder = Decoder()
    shelf = Shelf(Path("pack"), decoder, thread=False)
    shelf.prepare(lines("night", 3 * KEPT))
    shelf.prepare(lines("day", 3 * KEPT))
    decoder.asked.clear()
    assert shelf.get(lines("night", 3 * KEPT)[-1]) == b"\0\0"
    assert decoder.asked == []
    shelf.get("night_0")
    assert decoder.asked == ["night_0"]


def test_a_line_that_is_waited_for_is_decoded_before_what_was_prepared() -> None:
    decoder = Decoder()
    shelf = Shelf(Path("pack"), decoder)
    shelf.prepare(lines("night", 5))
    assert shelf.get("now") is None
    shelf.open()
    assert decoder.waited_for(6)
    assert decoder.asked == ["now", *lines("night", 5)]


def test_what_was_prepared_for_the_last_part_does_not_hold_up_this_one() -> None:
    decoder = Decoder()
    shelf = Shelf(Path("pack"), decoder)
    shelf.hold(["held"])
    shelf.prepare(lines("day", 50))
    shelf.prepare(["vote", "day_7"])
    shelf.open()
    assert decoder.waited_for(3)
    assert decoder.asked == ["held", "vote", "day_7"]
