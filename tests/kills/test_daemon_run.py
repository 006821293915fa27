"""How `nightbox run` ends, and what becomes of its pads: two at once, and one that is pulled in the night."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from nightbox.game.facts import AsideBegan, DeviceLost, DeviceReturned, Entry
from nightbox.game.state import fold
from nightbox.testing.child import ChildBox, insist, play_ahead, to_night
from nightbox.testing.serialpad import PtyPad


@pytest.mark.parametrize("ahead", [0, 1])
def test_sigterm_ends_it_with_0_and_the_game_is_taken_up_again(tmp_path: Path, ahead: int) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, ahead, 50)
        box.start()
        pad.wait_greeted(30)
        press = insist(pad, "NEXT")
        began = time.monotonic()
        assert box.stop() == 0
        print(f"ended within {time.monotonic() - began:.3f} s")
        (before,) = box.games()
        assert press in [entry.source for entry in before.entries]
        box.start()
        box.wait_said(f"game 0001 is taken up again\nINFO night {ahead}: dusk")
        insist(pad, "NEXT")
        assert box.stop() == 0
        (after,) = box.games()
        assert after.entries[: len(before.entries)] == before.entries
        assert len(after.entries) > len(before.entries)


def test_sigterm_before_any_game_leaves_no_journal(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        box.start()
        pad.wait_greeted(30)
        assert box.stop() == 0
        assert box.journals() == []


def test_the_same_key_on_two_pads_counts_once(tmp_path: Path) -> None:
    with (
        ChildBox(tmp_path, ["pad1", "pad2"]) as box,
        PtyPad(box.port("pad1"), "pad1") as one,
        PtyPad(box.port("pad2"), "pad2", session=0x51) as two,
    ):
        box.start()
        one.wait_greeted(30)
        two.wait_greeted(30)
        insist(one, "NEXT")
        box.wait(lambda: box.public().doing == "wait")
        for _ in range(20):  # a busy machine may be late with the second finger; then it is tried again
            fouls = _fouls(box)
            one.down("FOUL")
            two.down("FOUL")
            pressed = [one.press("7"), two.press("7")]
            one.up("FOUL")
            two.up("FOUL")
            said = [one.wait_answer(pressed[0]), two.wait_answer(pressed[1])]
            apart = two.twin.made[pressed[1]][2] - one.twin.made[pressed[0]][2]
            if apart < 40_000_000:
                break
            time.sleep(0.2)
        assert sorted(said) == ["accepted", "held"]
        assert _fouls(box) == fouls + 1
        assert box.stop() == 0


def _fouls(box: ChildBox) -> int:
    return sum(
        1 for game in box.games() for e in game.entries for fact in e.facts if type(fact).__name__ == "FoulGiven"
    )


def test_a_pad_that_is_pulled_in_the_night_is_missed_aloud_by_day_only(tmp_path: Path) -> None:
    with (
        ChildBox(tmp_path, ["pad1", "pad2"], speed=10) as box,
        PtyPad(box.port("pad1"), "pad1") as one,
        PtyPad(box.port("pad2"), "pad2", session=0x51) as two,
    ):
        play_ahead(box, 1, 10)
        box.start()
        one.wait_greeted(30)
        two.wait_greeted(30)
        to_night(box, one)
        box.wait(lambda: box.public().item == "shot")
        insist(one, "MISS")
        one.unplug()
        box.wait(lambda: _has(box, DeviceLost("pad:pad1")))
        assert box.public().part == "night"
        box.wait(lambda: box.public().item == "gate", 60)
        insist(two, "NEXT")
        box.wait(lambda: _has(box, "pad_lost"), 60)
        one.replug()
        box.wait(lambda: _has(box, "pad_back"), 60)
        one.wait_greeted(30)
        insist(one, "NEXT")
        assert box.stop() == 0
        _said_by_day(box.games()[0].entries)


def test_a_pad_that_is_pulled_and_plugged_in_again_in_one_night_is_not_spoken_of(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"], speed=10) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, 1, 10)
        box.start()
        pad.wait_greeted(30)
        to_night(box, pad)
        pad.unplug()
        box.wait(lambda: _has(box, DeviceLost("pad:pad1")))
        pad.replug()
        pad.wait_greeted(30)
        box.wait(lambda: _has(box, DeviceReturned("pad:pad1")))
        box.wait(lambda: box.public().item == "gate", 60)
        insist(pad, "NEXT")  # nothing is entered: the first NEXT is refused, and the next means nobody
        box.wait(lambda: box.public().part == "day" and box.public().doing == "wait", 60)
        assert box.stop() == 0
        assert not [fact for entry in box.games()[0].entries for fact in entry.facts if isinstance(fact, AsideBegan)]


def _has(box: ChildBox, wanted: object) -> bool:
    facts = [fact for game in box.games() for entry in game.entries for fact in entry.facts]
    return wanted in facts or wanted in [fact.line for fact in facts if isinstance(fact, AsideBegan)]


def _said_by_day(entries: tuple[Entry, ...]) -> None:
    said = []
    for place, entry in enumerate(entries):
        for fact in entry.facts:
            if isinstance(fact, AsideBegan):
                said.append(fact.line)
                assert fold(10, entries[:place]).public.part in ("morning", "day", "exits")
    assert said == ["pad_lost", "pad_back"]
