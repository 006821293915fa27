"""The circle of speeches: who begins, how long each speaks, and what is put up (FSM L53-69; 3.8, decisions 19-22)."""

import pytest
from by_day import circle, evening, first_circle, gate, go, idle_day, moved, night, settled, speech, table_of
from playing import assert_folds, clocks, facts, public, run_until, spoken, voices

from nightbox.game.commands import CorrectTable
from nightbox.game.facts import NominationMade, SpeechBegan, SpeechRuled, TimeUp
from nightbox.rules.loader import load
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS


def order_of_speech(table: Table) -> list[int]:
    """Who has begun to speak in the circle that ends here."""
    began = [fact.seat for fact in facts(table, SpeechRuled) if isinstance(fact, SpeechRuled)]
    return began[-len(public(table).rights) :]


def lines_of(table: Table, *stems: str) -> list[str]:
    return [line for line in spoken(table) if line.rpartition("_")[0] in stems]


# --- the order --------------------------------------------------------------------------------------------------


def test_the_first_day_begins_with_seat_one_and_goes_round_the_table() -> None:
    table = idle_day(first_circle())
    assert order_of_speech(table) == list(range(1, 11))
    assert lines_of(table, "speech") == [f"speech_{seat}" for seat in range(1, 11)]


def test_the_next_day_begins_with_the_one_after_who_began() -> None:
    table = idle_day(night(idle_day(first_circle()), killed=10))
    assert order_of_speech(table) == [2, 3, 4, 5, 6, 7, 8, 9, 1]


def test_a_dead_starter_is_passed_over_and_the_day_after_begins_behind_who_spoke_first() -> None:
    table = night(idle_day(first_circle()), killed=2)
    idle_day(table)
    assert order_of_speech(table)[:2] == [3, 4]
    idle_day(night(table, killed=9))
    assert order_of_speech(table)[:2] == [4, 5]


def test_behind_the_last_seat_the_circle_begins_at_the_first() -> None:
    table = first_circle()
    table.give(CorrectTable("first_speaker", 10))
    idle_day(table)
    assert order_of_speech(table) == [10, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    idle_day(night(table))
    assert order_of_speech(table)[0] == 1


def test_a_starter_who_was_removed_in_the_night_does_not_begin() -> None:
    table = gate(idle_day(first_circle()))
    for key in ("FOUL+2", "FOUL+2+NEXT", "MISS"):
        table.press(key)
    go(table, "NEXT")
    idle_day(moved(table, "circle", "wait"))
    assert order_of_speech(table)[0] == 3


def test_a_starter_who_is_removed_before_he_speaks_does_not_begin_nor_count_as_first() -> None:
    table = first_circle()
    table.press("FOUL+1")
    table.press("FOUL+1+NEXT")
    idle_day(table)
    assert order_of_speech(table)[0] == 2
    idle_day(night(table))
    assert order_of_speech(table)[0] == 3


def test_a_first_speaker_put_right_in_his_own_speech_moves_the_day_after() -> None:
    table = speech(first_circle(), 1)
    table.give(CorrectTable("first_speaker", 6))
    idle_day(table)
    idle_day(night(table))
    assert order_of_speech(table)[0] == 7


def test_a_first_speaker_put_right_in_the_morning_begins_today() -> None:
    table = gate(idle_day(first_circle()))
    table.press("7")
    go(table, "NEXT")
    run_until(table, "best_move", "slot")
    go(table, "NEXT")
    run_until(table, "speech_7", "speech")
    assert table.give(CorrectTable("first_speaker", 8)).answer == "accepted"
    idle_day(moved(table, "circle", "wait"))
    assert order_of_speech(table)[:3] == [8, 9, 10]


def test_who_leaves_by_removal_during_the_circle_is_not_called() -> None:
    table = speech(first_circle(), 3)
    table.press("FOUL+5")
    table.press("FOUL+5+NEXT")
    idle_day(table)
    assert 5 not in order_of_speech(table)
    said = spoken(table)
    assert said.index("removed_5") == said.index("speech_3") + 1


def test_who_is_put_back_before_the_circle_speaks_in_his_place() -> None:
    table = night(idle_day(first_circle()), killed=2)
    table.give(CorrectTable("seat_in", 2))
    idle_day(table)
    assert order_of_speech(table)[:3] == [2, 3, 4]


def test_who_is_put_back_during_the_circle_speaks_in_his_place() -> None:
    table = speech(night(idle_day(first_circle()), killed=6), 4)
    table.give(CorrectTable("seat_in", 6))
    idle_day(table)
    assert order_of_speech(table)[:6] == [2, 3, 4, 5, 6, 7]
    assert_folds(table)


def test_who_is_taken_out_in_his_own_speech_is_followed_by_the_next() -> None:
    table = speech(first_circle(), 4)
    table.give(CorrectTable("seat_out", 4))
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "floor:5"


# --- the clock --------------------------------------------------------------------------------------------------


def test_a_speech_is_sixty_seconds_from_the_end_of_its_call() -> None:
    table = speech(first_circle(), 1)
    (call,) = [event for event in voices(table) if event.value == "speech_1"]
    began = table.journal[-1].at
    assert began == call.at + LENGTHS["speech_1"]
    assert public(table).until == began + 60_000
    assert clocks(table)[-1].startswith("1:00 counting")


def test_a_speech_ends_early_by_next_and_the_next_is_called_at_once() -> None:
    table = speech(first_circle(), 1)
    table.press("NEXT", at=table.now + 12_345)
    (call,) = [event for event in voices(table) if event.value == "speech_2"]
    assert call.at == table.now


def test_a_speech_whose_time_is_up_goes_on_until_next() -> None:
    table = speech(first_circle(), 1)
    table.run_to(table.now + 90_000)
    assert public(table).item == "floor:1" and public(table).time_up
    assert len(facts(table, TimeUp)) == 1
    assert go(table, "NEXT").answer == "accepted"
    assert settled(table) and public(table).item == "floor:2"


def test_a_pause_keeps_what_is_left_of_a_speech() -> None:
    table = speech(first_circle(), 1)
    table.press("PAUSE", at=table.now + 20_000)
    table.run_to(table.now + 300_000)
    assert clocks(table)[-1] == "0:40 standing"
    table.press("PAUSE")
    assert public(table).until == table.now + 40_000
    table.run_to(table.now + 39_999)
    assert not public(table).time_up
    table.run_to(table.now + 1)
    assert public(table).time_up


def test_a_pause_in_a_call_lets_the_call_end_and_the_speech_waits() -> None:
    table = first_circle()
    go(table, "NEXT")
    table.press("PAUSE", at=table.now + 200)
    table.run_to(table.now + 60_000)
    assert public(table).hold is not None and not facts(table, SpeechBegan)
    table.press("PAUSE")
    assert public(table).item == "floor:1"
    assert public(table).until == table.now + 60_000
    assert lines_of(table, "speech") == ["speech_1"]


def test_five_seconds_more_and_five_seconds_less() -> None:
    table = speech(first_circle(), 1)
    until = public(table).until
    table.press("FN+PAUSE", at=table.now + 3000)
    assert public(table).until == until + 5000
    table.press("FN+UNDO")
    table.press("FN+UNDO")
    assert public(table).until == until - 5000


def test_seconds_are_not_taken_from_a_speech_beyond_its_end() -> None:
    table = speech(first_circle(), 1)
    table.run_to(public(table).until - 2000)
    table.press("FN+UNDO")
    assert public(table).time_up
    assert table.press("FN+UNDO").answer == "refused"
    table.press("FN+PAUSE")
    assert public(table).until == table.now + 5000 and not public(table).time_up


def test_next_pressed_twice_ends_one_speech() -> None:
    table = speech(first_circle(), 1)
    table.press("NEXT", at=table.now + 5000)
    assert table.press("NEXT", at=table.now + 300).answer == "refused"
    settled(table)
    assert public(table).item == "floor:2"


# --- nominations ------------------------------------------------------------------------------------------------


def test_a_nomination_is_told_seven_tenths_of_a_second_later() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    pressed = table.now
    table.run_to(table.now + 5000)
    assert [(event.at - pressed, event.value) for event in voices(table, pressed)] == [(700, "accepted")]
    assert public(table).nominations == ((1, 5),)


def test_a_nomination_is_replaced_until_it_is_told_and_told_once() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    pressed = table.now
    assert table.press("6", at=table.now + 699).answer == "accepted"
    table.run_to(table.now + 5000)
    assert [(event.at - pressed, event.value) for event in voices(table, pressed)] == [(1399, "accepted")]
    assert public(table).nominations == ((1, 6),)


def test_a_nomination_that_was_told_is_not_replaced() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    refused = table.press("6", at=table.now + 700)
    assert (refused.answer, refused.why) == ("refused", "игрок 1 уже выставил; отменить — UNDO")
    assert public(table).nominations == ((1, 5),)


def test_undo_takes_a_told_nomination_back_in_silence_and_another_may_be_made() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    table.run_to(table.now + 4000)
    heard, deadline = len(voices(table)), table.referee.deadline
    assert table.press("UNDO").answer == "accepted"
    assert public(table).nominations == () and table.referee.deadline == deadline
    table.run_to(table.now + 4000)
    assert len(voices(table)) == heard
    table.press("6")
    table.run_to(table.now + 4000)
    assert public(table).nominations == ((1, 6),) and spoken(table)[-1] == "accepted"


def test_the_right_is_one_a_day_and_comes_back_the_next() -> None:
    table = circle(first_circle(), {1: 5})
    night(table)
    speech(table, 1)
    assert table.press("5").answer == "accepted"


def test_a_seat_that_stands_is_refused_and_the_right_is_kept() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 1000)
    speech(table, 2)
    refused = table.press("5", at=table.now + 1000)
    assert (refused.answer, refused.why) == ("refused", "игрок 5 уже выставлен")
    assert table.press("6", at=table.now + 1000).answer == "accepted"
    assert public(table).nominations == ((1, 5), (2, 6))


def test_a_player_may_put_himself_up() -> None:
    table = speech(first_circle(), 1)
    assert table.press("1", at=table.now + 1000).answer == "accepted"
    assert public(table).nominations == ((1, 1),)


def test_who_is_out_is_not_put_up() -> None:
    table = speech(night(idle_day(first_circle()), killed=9), 2)
    refused = table.press("9", at=table.now + 1000)
    assert (refused.answer, refused.why) == ("refused", "игрок 9 уже вышел")


def test_a_late_nomination_belongs_to_its_speaker_until_next() -> None:
    table = speech(first_circle(), 1)
    table.run_to(table.now + 75_000)
    assert table.press("5").answer == "accepted"
    assert public(table).nominations == ((1, 5),)
    table.press("NEXT", at=table.now + 5000)
    assert table.press("6", at=table.now + 100).answer == "refused"  # the call of seat 2: nobody's turn
    settled(table)
    table.press("6", at=table.now + 1000)
    assert public(table).nominations == ((1, 5), (2, 6))


def test_next_right_after_a_nomination_still_tells_it_before_the_next_call() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    pressed = table.now
    table.press("NEXT", at=table.now + 200)
    settled(table)
    said = voices(table, pressed)
    assert [event.value for event in said] == ["accepted", "speech_2"]
    assert said[0].at + LENGTHS["accepted"] <= said[1].at
    assert facts(table, NominationMade) == [NominationMade(1, 5)]


def test_nobody_is_put_up_in_a_pause() -> None:
    table = speech(first_circle(), 1)
    table.press("PAUSE", at=table.now + 5000)
    assert table.press("5").answer == "refused"


def test_the_list_of_nominees_is_not_told_in_fsm() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 1000)
    speech(table, 2)
    assert table.press("FN+NEXT").answer == "refused"


def test_nobody_was_put_up_and_the_night_is_waited_for() -> None:
    table = circle(first_circle())
    assert public(table).item == "evening"
    assert spoken(table)[-1] == "nobody_nominated"
    assert public(table).ended is not None and public(table).ended.how == "none"


def test_a_single_nominee_of_the_first_day_is_not_voted_on() -> None:
    table = circle(first_circle(), {3: 7})
    assert public(table).item == "evening"
    assert spoken(table)[-1] == "single_nominee"
    assert 7 in public(table).alive


def test_a_single_nominee_of_a_later_day_is_voted_on() -> None:
    table = circle(table_of(9), {3: 7})
    assert public(table).item == "vote:1"
    assert spoken(table)[-2:] == ["nominee_is", "number_7"]


def test_nominees_are_read_in_the_order_in_which_they_were_put_up() -> None:
    table = circle(first_circle(), {1: 9, 4: 2, 8: 5})
    assert spoken(table)[-4:] == ["nominees_are", "number_9", "number_2", "number_5"]


# --- devices by day ---------------------------------------------------------------------------------------------


def test_a_lost_pad_is_said_after_what_was_just_entered() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    pressed = table.now
    table.run_to(table.now + 300)
    table.lose("pad:pad1")
    table.run_to(table.now + 8000)
    said = voices(table, pressed)
    assert [event.value for event in said] == ["accepted", "pad_lost"]
    assert said[0].at == pressed + 700
    assert said[1].at >= said[0].at + LENGTHS["accepted"]


def test_what_is_entered_while_a_lost_pad_is_said_is_told_when_that_has_ended() -> None:
    table = speech(first_circle(), 1)
    table.run_to(table.now + 5000)
    table.lose("pad:pad1")
    lost = table.now
    table.press("5", at=table.now + 100)
    table.run_to(table.now + 8000)
    said = voices(table, lost)
    assert [event.value for event in said] == ["pad_lost", "accepted"]
    assert said[1].at >= said[0].at + LENGTHS["pad_lost"]


def test_a_pad_that_is_lost_and_back_while_something_is_told_is_not_mentioned() -> None:
    table = speech(first_circle(), 1)
    table.press("5", at=table.now + 10_000)
    pressed = table.now
    table.lose("pad:pad1")
    table.bring_back("pad:pad1")
    table.run_to(table.now + 8000)
    assert [event.value for event in voices(table, pressed)] == ["accepted"]


@pytest.mark.parametrize("device", ["speaker", "clock"])
def test_a_speech_does_not_wait_for_a_lost_device(device: str) -> None:
    table = speech(first_circle(), 1)
    until = public(table).until
    table.lose(device)
    table.press("5", at=table.now + 3000)
    table.run_to(table.now + 20_000)
    assert public(table).until == until
    assert evening(table)


# --- 4MAFIA -----------------------------------------------------------------------------------------------------

CLUB = load("4mafia")


def test_in_4mafia_a_seat_that_stands_uses_the_right_up_in_silence() -> None:
    table = speech(first_circle(rules=CLUB), 1)
    table.press("5", at=table.now + 1000)
    speech(table, 2)
    heard = len(voices(table))
    assert table.press("5", at=table.now + 1000).answer == "accepted"
    table.run_to(table.now + 3000)
    assert len(voices(table)) == heard and public(table).nominees == (5,)
    assert table.press("6").answer == "refused"


def test_in_4mafia_the_list_is_told_on_request_behind_what_was_just_entered() -> None:
    table = speech(first_circle(rules=CLUB), 1)
    table.press("5", at=table.now + 1000)
    speech(table, 2)
    table.press("7", at=table.now + 1000)
    asked = table.now
    table.press("FN+NEXT", at=table.now + 300)
    table.run_to(table.now + 20_000)
    assert spoken(table, asked) == ["accepted", "nominees_so_far", "number_5", "number_7"]


def test_in_4mafia_the_list_is_told_when_it_is_empty_and_when_it_has_one() -> None:
    table = speech(first_circle(rules=CLUB), 1)
    table.press("FN+NEXT", at=table.now + 1000)
    table.run_to(table.now + 5000)
    assert spoken(table)[-1] == "nobody_so_far"
    table.press("5")
    table.run_to(table.now + 5000)
    table.press("FN+NEXT")
    table.run_to(table.now + 9000)
    assert spoken(table)[-2:] == ["nominee_so_far", "number_5"]
