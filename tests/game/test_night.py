"""What a night takes and when: steps, late presses, fouls, removals, pauses, power cuts (3.8, decisions 5 to 11)."""

from itertools import pairwise

import pytest
from playing import (
    DECK,
    assert_folds,
    at_gate,
    dealt,
    facts,
    first_day,
    fresh,
    kill_night,
    ledger,
    masks,
    musics,
    next_night,
    night_one,
    public,
    run_until,
    spoken,
    to_day,
    voices,
    vote_out,
)

from nightbox.game.abilities import answer
from nightbox.game.commands import CorrectEntry, EnterRole
from nightbox.game.facts import CheckRecorded, GameAbandoned, MissRecorded, ShotRecorded, SignRecorded
from nightbox.testing.table import Table

# --- steps and presses --------------------------------------------------------------------------------------------


def test_a_late_press_belongs_to_its_step_until_the_next_window_opens() -> None:
    table = run_until(night_one(), "don_check.call", "line")
    opens = public(table).until
    table.press("3", at=opens - 1)
    table.press("4", at=opens)
    assert [(r.step, r.seats) for r in ledger(table).records[-2:]] == [("shot", (3,)), ("don_check", (4,))]


def test_the_last_press_of_a_step_wins() -> None:
    table = night_one()
    for name in ("3", "MISS", "5"):
        table.press(name)
    record = ledger(table).record(1, "shot")
    assert record and (record.kind, record.seats) == ("shot", (5,))


def test_a_press_shortens_no_window() -> None:
    table = night_one()
    deadline = table.referee.deadline
    for name in ("3", "MISS", "UNDO", "11", "FOUL+2", "NEXT"):
        table.press(name)
    assert table.referee.deadline == deadline


def test_next_does_nothing_in_a_window() -> None:
    table = night_one()
    assert table.press("NEXT").answer == "refused"


def test_a_seat_that_is_not_there_is_refused() -> None:
    assert night_one().press("11").answer == "refused"


def test_presses_before_the_first_window_are_nobodys() -> None:
    table = first_day()
    masks(table)
    assert table.press("3").answer == "refused"


def test_a_shot_at_a_seat_that_is_out_is_accepted_and_is_a_miss() -> None:
    table = next_night(vote_out(first_day(), 5))
    assert table.press("5").answer == "accepted"
    at_gate(table)
    table.press("NEXT")
    assert public(table).killed == ()


def test_the_order_of_kills_takes_three_seats() -> None:
    table = run_until(dealt(), "meeting", "slot")
    assert [table.press(name).answer for name in "1123"] == ["accepted"] * 3 + ["refused"]


def test_the_signs_tell_who_the_don_and_the_sheriff_are() -> None:
    table = run_until(dealt(roles=False), "don_sign", "slot")
    table.press("4")
    run_until(table, "sheriff_sign", "slot")
    table.press("7")
    table.press("8")
    assert ledger(table).roles == ((4, "don"), (8, "sheriff"))
    assert len(facts(table, SignRecorded)) == 3


def test_nobody_acts_in_the_free_seating() -> None:
    table = run_until(dealt(), "free_seating", "slot")
    assert {table.press(name).answer for name in ("3", "MISS")} == {"refused"}


def test_no_choice_and_no_entry_are_kept_apart() -> None:
    table = night_one()
    table.press("MISS")
    at_gate(table)
    assert facts(table, MissRecorded) == [MissRecorded(1, "shot")]
    assert ledger(table).record(1, "don_check") is None


def test_the_don_may_not_check_his_own_first_shot_and_the_lamp_does_not_say_so() -> None:
    table = night_one()
    table.press("7")
    run_until(table, "don_check", "slot")
    assert table.press("7").answer == "accepted"
    record = ledger(table).record(1, "don_check")
    assert record and answer(table.tempo.rules, table.referee.state, record) == "banned"
    table.press("1")
    record = ledger(table).record(1, "don_check")
    assert record and answer(table.tempo.rules, table.referee.state, record) == "yes"


def test_the_don_may_check_his_shot_in_a_later_night() -> None:
    table = next_night(kill_night(first_day(), 10))
    table.press("7")
    run_until(table, "don_check", "slot")
    table.press("7")
    record = ledger(table).record(2, "don_check")
    assert record and answer(table.tempo.rules, table.referee.state, record) == "no"


def test_what_needs_roles_says_that_they_were_not_entered() -> None:
    table = run_until(night_one(roles=False), "sheriff_check", "slot")
    table.press("2")
    record = ledger(table).record(1, "sheriff_check")
    assert record and answer(table.tempo.rules, table.referee.state, record) == "unknown"


def test_an_earlier_step_can_be_mended_until_the_result() -> None:
    table = night_one()
    table.press("3")
    run_until(table, "sheriff_check", "slot")
    table.give(CorrectEntry("shot", 6))
    table.give(CorrectEntry("don_check", 2))
    at_gate(table)
    assert table.give(CorrectEntry("don_check", None)).answer == "accepted"
    table.press("NEXT")
    assert public(table).killed == (6,)
    assert table.give(CorrectEntry("shot", 7)).answer == "refused"
    assert facts(table, ShotRecorded)[-1] == ShotRecorded(1, "shot", 6)
    assert CheckRecorded(1, "don_check", 2) in facts(table)


def test_a_step_that_is_not_of_this_night_cannot_be_mended() -> None:
    table = night_one()
    for step in ("meeting", "sheriff_check", "shoot"):
        assert table.give(CorrectEntry(step, 3)).answer == "refused"
    assert table.give(CorrectEntry("shot", 11)).answer == "refused"


def test_a_role_that_is_not_in_the_deck_is_refused() -> None:
    table = night_one()
    for wrong in (EnterRole(0, "don"), EnterRole(11, "don"), EnterRole(1, "doctor")):
        assert table.give(wrong).answer == "refused"
    assert fresh().give(EnterRole(1, "don")).answer == "refused"


# --- removals by night ---------------------------------------------------------------------------------------------


def removed_at_night(killed: str) -> Table:
    table = next_night(kill_night(first_day(), 10))
    table.press(killed)
    table.press("FOUL+9")
    table.press("FOUL+9+NEXT")
    at_gate(table)
    return table


def test_a_removal_by_night_is_silent_and_announced_between_the_morning_call_and_the_result() -> None:
    table = removed_at_night("7")
    assert spoken(table)[-1] == "morning"
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-3:] == ["removed_9", "killed_7", "final_minute_7"]
    assert {7, 9} & set(public(table).alive) == set()


def test_a_removal_leaves_the_kill_of_the_same_seat_standing_but_no_last_word() -> None:
    table = removed_at_night("9")
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-2:] == ["removed_9", "killed_9"]
    assert public(table).item == "day"
    assert [(e.seat, e.how) for e in public(table).exits if e.seat == 9] == [(9, "killed")]


def test_the_fourth_foul_and_the_second_technical_leave() -> None:
    table = first_day()
    for _ in range(4):
        table.press("FOUL+9")
    for _ in range(2):
        table.press("FOUL+8")
        table.press("FOUL+8+MISS")
    table.press("FOUL+7")
    table.press("FOUL+7+UNDO")
    table.press("NEXT", at=table.now + 1100)
    table.rest()
    assert spoken(table)[-2:] == ["removed_8", "removed_9"]
    assert 7 in public(table).alive


def test_the_best_move_stands_although_the_killed_player_is_removed() -> None:
    table = night_one()
    table.press("7")
    table.press("FOUL+7")
    table.press("FOUL+7+NEXT")
    at_gate(table)
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    table.press("NEXT", at=table.now + 3000)
    table.rest()
    assert spoken(table)[-4:] == ["best_move_7", "accepted", "morning", "removed_7"]
    assert public(table).item == "day"


# --- pauses --------------------------------------------------------------------------------------------------------


def test_a_paused_window_keeps_what_remains() -> None:
    table = night_one()
    opened = table.now
    table.press("PAUSE", at=opened + 4000)
    assert spoken(table)[-1] == "paused"
    table.rest()
    assert musics(table)[-1] == "night"
    table.press("PAUSE", at=table.now + 60_000)
    assert spoken(table)[-1] == "resumed"
    resumes = public(table).hold
    assert resumes
    table.run_to(resumes.until)
    assert public(table).until == resumes.until + 6000
    assert spoken(table)[-1] == "resumed"


def test_a_pause_asked_during_a_call_waits_for_its_end_and_the_window_opens_full() -> None:
    table = run_until(night_one(), "don_check.call", "line")
    ends = public(table).until
    table.press("PAUSE", at=table.now + 300)
    table.run_to(ends - 1)
    assert spoken(table)[-1] == "don_seeks_sheriff"
    table.run_to(ends)
    assert (voices(table)[-1].value, voices(table)[-1].at) == ("paused", ends)
    table.rest()
    table.press("PAUSE")
    back = public(table).hold
    assert back
    table.run_to(back.until)
    assert (public(table).item, public(table).until) == ("don_check", back.until + 10_000)


def test_a_pause_in_a_gap_keeps_the_gap() -> None:
    table = run_until(night_one(), "shot.gap", "gap")
    left = public(table).until - table.now - 500
    table.press("PAUSE", at=table.now + 500)
    table.rest()
    table.press("PAUSE")
    hold = public(table).hold
    assert hold and hold.left == left


def test_a_pause_that_was_only_asked_for_can_be_taken_back() -> None:
    table = run_until(night_one(), "don_check.call", "line")
    table.press("PAUSE")
    table.press("PAUSE", at=table.now + 100)
    run_until(table, "don_check", "slot")
    assert "paused" not in spoken(table)


def test_resume_during_the_sentence_of_a_pause_waits_for_its_end() -> None:
    table = night_one()
    table.press("PAUSE", at=table.now + 4000)
    hold = public(table).hold
    assert hold
    table.press("PAUSE", at=table.now + 200)
    assert spoken(table)[-1] == "paused"
    table.run_to(hold.until)
    assert (voices(table)[-1].value, voices(table)[-1].at) == ("resumed", hold.until)
    table.rest(3000)
    assert public(table).hold is None


def test_pause_during_the_sentence_that_ends_a_pause_pauses_again() -> None:
    table = night_one()
    table.press("PAUSE", at=table.now + 4000)
    table.rest()
    table.press("PAUSE")
    table.press("PAUSE", at=table.now + 100)
    table.rest()
    assert spoken(table)[-2:] == ["resumed", "paused"]
    hold = public(table).hold
    assert hold and (hold.state, hold.left) == ("standing", 6000)


def test_presses_in_a_pause_belong_to_the_step_that_is_paused() -> None:
    table = night_one()
    table.press("PAUSE", at=table.now + 4000)
    table.rest()
    table.press("3", at=table.now + 60_000)
    assert facts(table, ShotRecorded) == [ShotRecorded(1, "shot", 3)]


def test_a_pause_by_day_is_silent_and_stops_the_clock() -> None:
    table = first_day()
    table.press("5")
    table.press("NEXT")
    run_until(table, "speech_5", "speech")
    heard = len(voices(table))
    table.press("PAUSE", at=table.now + 12_000)
    assert table.press("NEXT", at=table.now + 3000).answer == "refused"
    table.press("PAUSE", at=table.now + 100)
    assert public(table).until == table.now + 48_000
    assert len(voices(table)) == heard


def test_a_pause_in_the_best_move_keeps_its_time_and_takes_numbers() -> None:
    table = night_one()
    table.press("7")
    at_gate(table)
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    table.press("PAUSE", at=table.now + 5000)
    table.rest()
    assert table.press("NEXT").answer == "refused"
    table.press("3")
    table.press("PAUSE", at=table.now + 1000)
    hold = public(table).hold
    assert hold
    table.run_to(hold.until)
    assert public(table).until == hold.until + 15_000
    assert ledger(table).numbers == (3,)


def test_nothing_is_paused_where_the_programme_waits_for_the_judge() -> None:
    for table in (first_day(), at_gate(night_one())):
        assert table.press("PAUSE").answer == "refused"


# --- power cuts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ["shot.call", "shot", "shot.close"])
def test_a_cut_at_night_begins_the_step_from_its_call_with_a_full_window(item: str) -> None:
    table = run_until(night_one(), "don_check.gap")
    table = next_night(kill_night(first_day(), 10), item, "")
    table.run_to(table.now + 500)
    table.cut()
    since = table.now
    assert [(e.channel, e.value) for e in table.public_trace if e.at == since][:3] == [
        ("music", "night"),
        ("clock", "dark"),
        ("voice", "unfinished_game"),
    ]
    table.rest()
    table.press("NEXT", at=table.now + 5000)
    run_until(table, "shot.call", "line")
    run_until(table, "shot", "slot")
    assert spoken(table, since + 1) == ["game_restored", "mafia_hunts"]
    assert public(table).until == table.now + 10_000
    assert_folds(table)


def test_a_restored_game_asks_once_a_minute_until_somebody_confirms() -> None:
    table = night_one()
    table.cut()
    began = table.now
    table.run_to(began + 200_000)
    asked = [event.at for event in voices(table, began)]
    assert len(asked) == 4
    assert all(60_000 <= b - a <= 63_000 for a, b in pairwise(asked))


@pytest.mark.parametrize("name", ["NEXT", "PAUSE"])
def test_next_and_pause_confirm_a_restored_game(name: str) -> None:
    table = night_one()
    table.cut()
    table.rest()
    assert table.press(name).answer == "accepted"
    assert spoken(table)[-1] == "game_restored"


def test_a_confirmation_during_the_sentence_is_kept_for_its_end() -> None:
    table = night_one()
    table.cut()
    assert table.press("NEXT", at=table.now + 300).answer == "accepted"
    assert table.press("NEXT", at=table.now + 1200).answer == "refused"
    run_until(table, "shot", "slot")
    assert spoken(table)[-3:] == ["unfinished_game", "game_restored", "mafia_hunts"]


def test_a_cut_by_day_gives_the_speech_the_time_that_was_left() -> None:
    table = first_day()
    table.press("5")
    table.press("NEXT")
    run_until(table, "speech_5", "speech")
    ends = public(table).until
    table.run_to(ends - 25_000)
    table.cut(alive=ends - 25_300)
    table.rest()
    table.press("PAUSE")
    table.rest(6000)
    assert public(table).hold is None
    assert public(table).until - 25_299 in [e.at for e in table.journal]


def test_a_line_that_was_cut_by_day_is_said_again() -> None:
    table = first_day()
    table.press("5")
    table.press("NEXT")
    assert spoken(table)[-1] == "leaves_5"
    table.run_to(table.now + 1000)
    table.cut(alive=table.now)
    table.rest()
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-4:] == ["unfinished_game", "game_restored", "leaves_5", "final_minute_5"]


def test_a_cut_in_the_deal_calls_the_same_card_and_keeps_the_roles() -> None:
    table = run_until(masks(fresh()), "card_1", "wait")
    table.press("2", at=table.now + 1000)
    run_until(table, "card_2", "wait")
    table.cut()
    table.rest()
    table.press("NEXT")
    table.rest()
    assert (public(table).item, public(table).doing) == ("card_2", "wait")
    table.press("2", at=table.now + 1500)
    assert ledger(table).roles == ((1, "mafia"), (2, "mafia"))


def test_a_second_cut_while_the_first_is_not_confirmed_loses_nothing() -> None:
    table = first_day()
    table.press("5")
    table.press("NEXT")
    run_until(table, "speech_5", "speech")
    table.press("PAUSE", at=table.now + 20_000)
    for _ in range(3):
        table.cut()
    hold = public(table).hold
    assert hold and hold.left == 40_000
    to_day(table)


def test_a_restored_game_is_given_up_only_by_two_presses() -> None:
    table = night_one()
    table.cut()
    table.rest()
    assert table.press("MISS").answer == "refused"
    assert not public(table).over
    assert table.press("MISS", at=table.now + 500).answer == "accepted"
    assert facts(table, GameAbandoned) == [GameAbandoned()]
    assert musics(table)[-1] == "off"


def test_the_roles_survive_a_cut() -> None:
    table = first_day()
    table.cut()
    assert ledger(table).roles == tuple(enumerate(DECK, 1))
