"""The one door: what raises changes nothing, nothing is answered twice, stamps and numbers never run back."""

from collections.abc import Callable

import pytest
from playing import (
    RULES,
    assert_folds,
    at_gate,
    facts,
    first_day,
    fresh,
    kill_night,
    night_one,
    public,
    run_until,
    to_day,
    vote_out,
)

from nightbox.game import clockwork, draft, reveal, room, undo
from nightbox.game.commands import CorrectEntry, EnterRole, Press, ReturnDevice, TimePassed
from nightbox.game.facts import PUBLIC, SECRET, Entry, Undone, from_json, to_json
from nightbox.game.keys import key
from nightbox.game.meanings import TABLE, Phase, phase
from nightbox.game.referee import Referee, alive_point
from nightbox.testing.table import Table


class Broken(Exception):
    pass


def breaks(*_: object) -> None:
    raise Broken


@pytest.mark.parametrize(
    ("where", "name", "ready", "press"),
    [
        (reveal, "night_result", lambda: with_shot(), "NEXT"),
        (reveal, "decided", lambda: with_shot(), "NEXT"),
        (room, "cues", lambda: with_shot(), "NEXT"),
        (room, "cues", night_one, "3"),
        (room, "cues", night_one, "PAUSE"),
        (room, "face", night_one, "3"),
        (clockwork, "step", lambda: with_shot(), "NEXT"),
        (clockwork, "pause", night_one, "PAUSE"),
        (undo, "_undo_entry", lambda: shot_at(night_one()), "UNDO"),
        (draft, "fold", lambda: shot_at(night_one()), "UNDO"),
    ],
)
def test_a_press_that_raises_leaves_the_game_as_it_was(
    where: object, name: str, ready: Callable[[], Table], press: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready()
    before, entries, deadline = table.referee.state, list(table.referee.log), table.referee.deadline
    with monkeypatch.context() as broken:
        broken.setattr(where, name, breaks)
        with pytest.raises(Broken):
            table.give(Press(key(press)))
    assert (table.referee.state, table.referee.log, table.referee.deadline) == (before, entries, deadline)
    assert table.give(Press(key(press))).answer == "accepted"
    assert_folds(table)


def with_shot() -> Table:
    table = night_one()
    table.press("7")
    return at_gate(table)


def shot_at(table: Table) -> Table:
    table.press("7")
    return table


def test_time_that_raises_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = night_one()
    before = table.referee.state
    deadline = table.referee.deadline
    assert deadline is not None
    with monkeypatch.context() as broken:
        broken.setattr(room, "cues", breaks)
        with pytest.raises(Broken):
            table.referee.handle(TimePassed(), deadline)
    assert table.referee.state == before
    table.run_to(deadline)
    assert public(table).item == "shot.close"


def test_a_press_that_is_sent_twice_counts_once_and_is_answered_alike() -> None:
    table = night_one()
    first = table.press("7", source="pad1/9F3A/41")
    again = table.press("7", source="pad1/9F3A/41")
    assert (again.answer, again.n, again.entries) == ("accepted", first.n, ())


def test_a_press_sent_twice_around_a_cut_counts_once() -> None:
    table = night_one()
    first = table.press("7", source="pad1/9F3A/41")
    table.cut()
    assert table.give(Press(key("7")), "pad1/9F3A/41").n == first.n


def test_a_flood_of_presses_does_not_starve_time() -> None:
    table = night_one()
    ends = public(table).until
    for at in range(table.now, ends + 40, 20):
        table.referee.handle(Press(key("3")), at)
    assert public(table).item == "shot.close"
    assert min(e.at for e in table.referee.log if e.cause == "time" and e.at >= ends) == ends


def test_time_that_wakes_late_carries_the_moment_that_was_due() -> None:
    table = night_one()
    ends = public(table).until
    outcome = table.referee.handle(TimePassed(), ends + 700)
    assert outcome.entries[0].at == ends
    assert outcome.cues[0][1].at == ends


def test_the_sound_is_told_a_little_ahead_of_the_moment() -> None:
    table = night_one()
    ends = public(table).until
    assert table.referee.deadline == ends - 50
    outcome = table.referee.handle(TimePassed(), ends - 50)
    assert outcome.cues[0][1].at == ends


def test_a_press_stamped_before_the_last_entry_is_numbered_and_stamped_behind_it() -> None:
    table = run_until(night_one(), "don_check", "slot")
    outcome = table.give(Press(key("3")), at=table.referee.last_at - 30)
    (entry,) = outcome.entries
    assert entry.n == len(table.journal)
    assert entry.at == table.journal[-2].at
    assert facts(table)[-1].step == "shot"  # it was made before the Don's window opened


def test_a_pause_stamped_before_its_window_keeps_no_more_than_the_window() -> None:
    table = run_until(night_one(), "don_check", "slot")
    table.give(Press(key("PAUSE")), at=table.now - 30)
    hold = public(table).hold
    assert hold and hold.left == 10_000


def test_table_time_goes_on_behind_the_last_entry_and_the_last_second() -> None:
    last = Entry(7, 5000, "time", ())
    assert alive_point(0, None, 0) == 1
    assert alive_point(0, last, 0) == 5001
    assert alive_point(0, last, 8000) == 8001
    assert alive_point(9000, last, 8000) == 9000


def test_a_referee_made_of_the_journal_stands_where_the_old_one_stood() -> None:
    table = kill_night(vote_out(first_day(), 5), 7)
    again = Referee(table.tempo, 10, table.journal)
    assert (again.state, again.deadline, again.last_at) == (
        table.referee.state,
        table.referee.deadline,
        table.referee.last_at,
    )


def test_every_fact_reads_back_from_the_disk() -> None:
    table = kill_night(vote_out(first_day(), 5), 7)
    for fact in facts(table):
        assert from_json(to_json(fact)) == fact
    assert len({*PUBLIC, *SECRET, Undone}) == len(PUBLIC) + len(SECRET) + 1


@pytest.mark.parametrize(
    "item",
    [["ShotRecordet", {"night": 1, "step": "shot", "seat": 7}], ["ShotRecorded", {"night": 1}], ["ShotRecorded"], []],
)
def test_what_is_no_fact_is_told(item: list[object]) -> None:
    with pytest.raises(ValueError, match="is not a fact of this nightbox"):
        from_json(item)


def test_nothing_but_a_new_game_follows_the_end() -> None:
    table = vote_out(first_day(), 2, 3, 4)
    table.rest()
    before = table.referee.state
    assert table.press("NEXT", at=table.now + 1100).answer == "new_game"
    for name in ("1", "MISS", "PAUSE", "UNDO"):
        assert table.press(name).answer == "refused"
    assert table.referee.state == before
    assert table.referee.deadline is None


def test_the_sound_check_is_the_loops_and_changes_nothing() -> None:
    table = fresh()
    assert table.press("FN+NEXT").answer == "sound_check"
    assert table.journal == []


def test_a_device_that_was_never_lost_does_not_return() -> None:
    table = first_day()
    assert table.give(ReturnDevice("pad")).entries == ()


def test_a_whole_game_without_a_voice_comes_to_its_end() -> None:
    table = vote_out(first_day(roles=True, voice=False), 2)
    table = kill_night(table, 3)
    vote_out(table, 4)
    table.rest()
    assert public(table).winner == "red"


def test_the_phase_of_every_moment_has_a_table() -> None:
    assert set(TABLE) == set(Phase)
    table = to_day(night_one())
    assert phase(public(table), table.now) is Phase.DAY


def test_commands_of_a_page_are_refused_before_the_game() -> None:
    table = fresh()
    assert table.give(EnterRole(1, "don")).answer == "refused"
    assert table.give(CorrectEntry("shot", 1)).answer == "refused"
    assert RULES.id == "fsm"
