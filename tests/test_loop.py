"""The loop under a virtual clock: lamp and disk, reveals, devices, what raises. The real loop, fakes that behave."""

from __future__ import annotations

import pytest

from nightbox.devices import TableClock
from nightbox.game.commands import Command, EnterRole, Press, TimePassed
from nightbox.game.facts import ShotRecorded
from nightbox.game.keys import key
from nightbox.game.referee import Outcome
from nightbox.pad.edges import Edge, PadBack, Stop
from nightbox.rules import loader
from nightbox.stage.news import SpeakerBack
from nightbox.testing.box import VirtualBox
from nightbox.units import Ms

NS = 1_000_000


class SameLength(dict[str, Ms]):
    def get(self, line: str, default: Ms = 0) -> Ms:  # type: ignore[override]
        return 2000


@pytest.fixture
def box() -> VirtualBox:
    return VirtualBox(loader.load("fsm", options={"day.run_by": "judge"}), SameLength())


def to_the_shot(box: VirtualBox) -> None:
    """Through cards and meeting to the open window of the first shot."""
    box.press("NEXT")
    box.run_to(4000)
    box.press("NEXT")
    for n in range(10):
        box.run_to(9000 + 3000 * n)
        box.press("NEXT")
    box.rest()
    box.press("NEXT")
    box.run_to(box.now + 4000)
    box.press("NEXT")
    box.run_to(box.now + 3000)
    assert box.loop.public.item == "shot"


def voices(box: VirtualBox) -> list[str]:
    return [event.value for event in box.room.trace.in_order() if event.channel == "voice"]


def test_the_lamp_lights_only_for_what_is_on_the_disk(box: VirtualBox) -> None:
    to_the_shot(box)
    box.pads["pad1"].lamps.clear()
    box.disk.slow = True
    box.press("7")
    assert box.pads["pad1"].lamps == []
    box.disk.flush()
    box.run_to(box.now)
    assert [lamp.value for lamp in box.pads["pad1"].lamps] == ["accepted"]


def test_an_answer_that_is_late_for_its_step_lights_nothing(box: VirtualBox) -> None:
    to_the_shot(box)
    box.disk.slow = True
    box.press("7")
    box.run_to(box.now + 20_000)
    assert box.loop.public.step_at(box.now) == "don_check"
    box.pads["pad1"].lamps.clear()
    box.disk.flush()
    box.run_to(box.now)
    assert box.pads["pad1"].lamps == []


def test_a_reveal_waits_for_the_disk(box: VirtualBox) -> None:
    to_the_shot(box)
    box.press("7")
    box.rest()
    box.disk.slow = True
    box.press("NEXT")
    box.run_to(box.now + 300)
    assert "best_move_7" not in voices(box)
    box.disk.flush()
    box.run_to(box.now)
    assert voices(box)[-1] == "best_move_7"


def test_a_reveal_waits_half_a_second_at_the_most(box: VirtualBox) -> None:
    to_the_shot(box)
    box.press("7")
    box.rest()
    box.disk.slow = True
    box.press("NEXT")
    box.run_to(box.now + 600)
    assert voices(box)[-1] == "best_move_7"
    assert box.pads["pad1"].lamps[-1].value == "attention"


def test_a_press_that_raises_is_refused_and_changes_nothing(box: VirtualBox, monkeypatch: pytest.MonkeyPatch) -> None:
    to_the_shot(box)
    before = box.loop.referee.state
    real = box.loop.referee.handle

    def broken(command: Command, at: Ms, source: str | None = None) -> Outcome:
        if command == Press(key("7")):
            raise RuntimeError("a bug")
        return real(command, at, source)

    monkeypatch.setattr(box.loop.referee, "handle", broken)
    box.press("7")
    assert box.loop.referee.state == before
    assert box.pads["pad1"].lamps[-1].value == "refused"
    box.press("6")
    assert box.pads["pad1"].lamps[-1].value == "accepted"


def test_a_raise_from_time_stops_the_table_until_the_next_press(
    box: VirtualBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_the_shot(box)
    real, raising = box.loop.referee.handle, True

    def broken(command: Command, at: Ms, source: str | None = None) -> Outcome:
        if raising and isinstance(command, TimePassed):
            raise RuntimeError("a bug")
        return real(command, at, source)

    monkeypatch.setattr(box.loop.referee, "handle", broken)
    said = voices(box)
    box.inbox.horizon += 60_000 * NS
    for _ in range(5):
        box.loop.turn()
    stood = box.now
    assert voices(box) == said and box.pads["pad1"].lamps[-1].value == "attention"
    raising = False
    box.inbox.now += 30_000 * NS
    assert box.now == stood
    box.inbox.put(Edge("pad1", "5", True, box.inbox.now))
    box.loop.turn()
    assert stood <= box.now <= stood + 100
    box.rest()
    assert voices(box)[-1] == "sheriff_sleeps"


def test_the_same_key_on_two_pads_is_one_press(box: VirtualBox) -> None:
    to_the_shot(box)
    box.down("7", "pad1")
    box.run_to(box.now + 30)
    box.down("7", "pad2")
    box.run_to(box.now + 1000)
    shots = [fact for entry in box.disk.written for fact in entry.facts if isinstance(fact, ShotRecorded)]
    assert shots == [ShotRecorded(1, "shot", 7)]


def test_a_flood_of_edges_does_not_hold_time_up(box: VirtualBox) -> None:
    to_the_shot(box)
    end = box.loop.public.until
    while box.now < end + 3000:
        for _ in range(40):
            box.inbox.put(Edge("pad2", "3", True, box.inbox.now))
            box.inbox.put(Edge("pad2", "3", False, box.inbox.now))
        box.run_to(box.now + 100)
    said = [event for event in box.room.trace.events if event.value == "mafia_leaves"]
    assert [event.at for event in said] == [end]


def test_ready_is_said_once_when_every_device_is_up() -> None:
    rules = loader.load("fsm", options={"day.run_by": "judge"})
    box = VirtualBox(rules, SameLength(), greet=frozenset({"pad:pad1", "speaker"}))
    box.inbox.put(PadBack("pad1"))
    box.run_to(10)
    assert voices(box) == []
    box.inbox.put(SpeakerBack())
    box.inbox.put(SpeakerBack())
    box.run_to(20)
    assert voices(box) == ["box_ready"]


def test_the_sound_check_is_in_no_journal(box: VirtualBox) -> None:
    box.press("FN+NEXT")
    box.run_to(20_000)
    assert voices(box) == ["sound_check", "sound_check_over"]
    assert box.disk.written == []


def test_stop_ends_the_loop_and_next_after_the_end_asks_for_a_new_game(box: VirtualBox) -> None:
    to_the_shot(box)
    box.inbox.put(Stop())
    assert box.loop.run() == "stop"


def test_table_time_stands_and_goes_on() -> None:
    clock = TableClock(1000, 0)
    assert clock.at(500 * NS) == 1500 and clock.ns(1500) == 500 * NS
    clock.stood(1500, 9000 * NS)
    assert clock.at(9000 * NS) == 1500 and clock.at(9100 * NS) == 1600


def test_a_press_from_before_this_start_is_refused(box: VirtualBox) -> None:
    to_the_shot(box)
    box.cut()
    box.loop._from_ns = box.inbox.now_ns() + 1
    box.inbox.put(Edge("pad1", "NEXT", True, box.inbox.now_ns(), "pad1/1/1"))
    box.run_to(box.now)
    assert box.pads["pad1"].answers == {"pad1/1/1": "refused"}


def test_alive_is_written_each_second_of_a_day_clock_and_never_at_night(box: VirtualBox) -> None:
    to_the_shot(box)
    box.press("7")
    box.rest()
    assert box.disk.alive_at == 0
    box.press("NEXT")
    box.run_to(box.now + 5000)
    box.press("NEXT")
    box.run_to(box.now + 20_000)
    assert box.loop.public.doing == "speech"
    assert box.now - box.disk.alive_at <= 1000


def test_a_reveal_is_heard_at_the_same_moment_however_fast_the_disk_is(box: VirtualBox) -> None:
    to_the_shot(box)
    box.press("7")
    box.rest()
    at = box.now
    box.disk.slow = True
    box.press("NEXT")
    box.run_to(at + 200)
    box.disk.flush()
    box.run_to(at + 400)
    said = [event for event in box.room.trace.events if event.value == "best_move_7"]
    assert [event.at for event in said] == [at + 300]


def test_the_night_does_not_begin_in_a_sound_check(box: VirtualBox) -> None:
    box.press("FN+NEXT")
    box.run_to(3000)
    box.press("NEXT")
    assert box.pads["pad1"].lamps[-1].value == "refused" and box.loop.public.part == "lobby"
    box.run_to(20_000)
    box.press("NEXT")
    assert box.loop.public.part == "dusk"


def test_who_waits_for_a_recovered_game_is_told_again_when_the_sound_comes(box: VirtualBox) -> None:
    to_the_shot(box)
    box.lose("speaker")
    box.cut()
    box.run_to(box.now + 5000)
    assert "unfinished_game" not in voices(box)
    box.bring_back("speaker")
    box.run_to(box.now + 100)
    assert voices(box)[-1] == "unfinished_game"


def test_without_a_voice_the_lamp_beats_from_nightfall_to_the_morning(box: VirtualBox) -> None:
    box.lose("speaker")
    box.press("NEXT")
    assert [lamp.value for lamp in box.pads["pad1"].lamps].count("beat") == 1
    box.run_to(4000)
    box.press("NEXT")
    for n in range(10):
        box.run_to(9000 + 3000 * n)
        box.press("NEXT")
    box.rest()
    beats = [lamp.at for lamp in box.pads["pad1"].lamps if lamp.value == "beat"]
    # deal and ten cards, the meeting and its sleep call, two signs and their ends, free seating, the day
    assert len(beats) == 1 + 11 + 2 + 4 + 1 + 1


def test_the_end_is_heard_before_a_new_game(box: VirtualBox) -> None:
    to_the_shot(box)
    for _ in range(3):
        box.press("MISS")
        box.rest()
        box.press("NEXT")
        box.rest()
        if box.loop.public.over:
            break
        box.press("NEXT")
        box.run_to(box.now + 5000)
        box.press("NEXT")
        box.run_to(box.now + 3000)
    assert box.loop.public.winner == "draw"


def test_next_while_the_win_is_announced_is_refused(box: VirtualBox) -> None:
    to_the_shot(box)
    box.press("7")
    box.rest()
    box.press("NEXT")
    box.rest()
    box.press("NEXT")
    box.rest()
    box.press("NEXT")
    box.run_to(box.now + 1200)
    box.press("FN+MISS")
    box.press("1")
    box.run_to(box.now + 1100)
    assert box.loop.public.over and box.loop.public.doing == "line"
    box.press("NEXT")
    assert box.pads["pad1"].lamps[-1].value == "refused"


def test_a_typed_command_that_raises_is_refused(box: VirtualBox, monkeypatch: pytest.MonkeyPatch) -> None:
    to_the_shot(box)
    monkeypatch.setattr(type(box.loop.referee), "_enter_role", lambda *_: 1 / 0)
    assert box.loop.give(EnterRole(4, "sheriff"), "keyboard").answer == "refused"
    monkeypatch.undo()
    box.rest()
    assert voices(box)[-1] == "sheriff_sleeps"
