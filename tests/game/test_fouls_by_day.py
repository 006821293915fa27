"""Fouls by day: what they take of a speech, whom they remove, when they end the game (FSM 6.4-6.9, 4MAFIA 3)."""

import pytest
from by_day import (
    RULES,
    circle,
    evening,
    first_circle,
    go,
    hands,
    idle_day,
    killed_word,
    moved,
    night,
    settled,
    speech,
    table_of,
    voting,
)
from playing import DECK, facts, ledger, public, spoken

from nightbox.game.commands import CorrectTable
from nightbox.game.facts import BestMoveTaken, GameEnded, PlayerRemoved, ProtocolTaken, VoteCancelled
from nightbox.rules.loader import load
from nightbox.testing.table import Table

CLUB = load("4mafia")
TOLD = load("fsm", options={"day.fouls_told": True})


def fouls(table: Table, seat: int, *, times: int = 1) -> Table:
    for _ in range(times):
        assert table.press(f"FOUL+{seat}", at=table.now + 400).answer == "accepted"
    return table


def chord(table: Table, *keys: str) -> Table:
    for key in keys:
        assert table.press(key, at=table.now + 400).answer == "accepted"
    return table


def length_of_speech(table: Table, seat: int) -> int:
    speech(table, seat)
    return public(table).until - table.now


# --- the third foul, FSM ----------------------------------------------------------------------------------------


def test_two_fouls_take_nothing() -> None:
    assert length_of_speech(fouls(speech(first_circle(), 1), 3, times=2), 3) == 60_000


def test_the_third_foul_halves_the_nearest_speech_and_no_other() -> None:
    table = fouls(speech(first_circle(), 1), 3, times=3)
    assert length_of_speech(table, 3) == 30_000
    assert "half_speech_3" in spoken(table)
    table = night(evening(circle(table)))
    assert length_of_speech(table, 3) == 60_000


def test_a_third_foul_in_his_own_speech_halves_the_one_of_the_next_day() -> None:
    table = fouls(speech(first_circle(), 3), 3, times=3)
    assert public(table).until - table.now == 60_000 - 1200
    table = night(evening(circle(table)))
    assert length_of_speech(table, 3) == 30_000


def test_a_third_foul_given_by_night_halves_the_speech_of_the_morning_after() -> None:
    table = evening(circle(fouls(speech(first_circle(), 1), 3, times=2)))
    go(table, "NEXT")
    table.rest()
    table.press("NEXT", at=table.now + 3000)
    table.run_to(table.now + 5000)
    fouls(table, 3)
    moved(table, "gate", "wait")
    table.press("MISS", at=table.now + 3000)
    assert length_of_speech(table, 3) == 30_000


def test_technical_fouls_and_warnings_do_not_count_as_fouls() -> None:
    table = fouls(speech(first_circle(), 1), 3, times=2)
    chord(table, "FOUL+3", "FOUL+3+UNDO")
    chord(table, "FOUL+3", "FOUL+3+MISS")
    assert length_of_speech(table, 3) == 60_000
    assert [foul.kind for foul in ledger(table).fouls] == ["foul", "foul", "warning", "technical"]


def test_a_third_foul_that_is_undone_halves_nothing() -> None:
    table = fouls(speech(first_circle(), 1), 3, times=3)
    table.press("UNDO", at=table.now + 500)
    assert length_of_speech(table, 3) == 60_000


def test_the_last_word_and_the_final_minute_are_whole_with_three_fouls() -> None:
    table = fouls(speech(first_circle(), 1), 5, times=3)
    speech(table, 6)
    chord(table, "3")
    speech(table, 7)
    chord(table, "5")
    hands(circle(table), 2)
    table = moved(table, "speech_5", "speech")
    assert public(table).until - table.now == 60_000


# --- removals ---------------------------------------------------------------------------------------------------


def test_the_fourth_foul_removes_at_the_next_turn() -> None:
    table = fouls(speech(first_circle(), 2), 7, times=4)
    assert 7 in public(table).alive
    go(table, "NEXT")
    settled(table)
    assert 7 not in public(table).alive
    assert spoken(table)[-2:] == ["removed_7", "speech_3"]
    assert facts(table, PlayerRemoved) == [PlayerRemoved(7, "removals:3")]


def test_the_second_technical_foul_removes() -> None:
    table = speech(first_circle(), 2)
    chord(table, "FOUL+7", "FOUL+7+MISS")
    go(table, "NEXT")
    settled(table)
    assert 7 in public(table).alive
    chord(table, "FOUL+7", "FOUL+7+MISS", "FOUL+7+MISS")
    go(table, "NEXT")
    settled(table)
    assert 7 not in public(table).alive
    assert [foul.kind for foul in ledger(table).fouls] == ["technical", "big_technical"]


def test_a_removed_player_may_be_given_fouls_and_is_told_once() -> None:
    table = fouls(speech(first_circle(), 2), 7, times=4)
    go(table, "NEXT")
    settled(table)
    chord(table, "FOUL+7", "FOUL+7+MISS")
    evening(circle(table))
    assert spoken(table).count("removed_7") == 1
    assert ledger(table).foul_count(7, "technical") == 1


def test_the_speaker_himself_leaves_when_his_turn_is_ended() -> None:
    table = fouls(speech(first_circle(), 2), 2, times=4)
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-2:] == ["removed_2", "speech_3"]
    assert public(table).speaker == 3


def test_a_foul_may_be_entered_and_told_by_the_voice_where_the_club_wants_it() -> None:
    table = fouls(speech(first_circle(rules=TOLD), 2), 7)
    pressed = table.now
    table.run_to(table.now + 5000)
    assert spoken(table, pressed) == ["foul_7"]
    chord(table, "FOUL+7", "FOUL+7+MISS")
    pressed = table.now
    table.run_to(table.now + 5000)
    assert spoken(table, pressed) == ["technical_foul_7"]


def test_a_foul_that_is_told_does_not_let_a_second_nomination_in() -> None:
    table = speech(first_circle(rules=TOLD), 2)
    chord(table, "5")
    table.run_to(table.now + 5000)
    fouls(table, 7)
    assert table.press("6", at=table.now + 100).answer == "refused"
    assert public(table).nominations == ((2, 5),)


def test_a_nomination_and_a_foul_at_once_are_both_told() -> None:
    table = speech(first_circle(rules=TOLD), 2)
    chord(table, "5", "FOUL+7")
    pressed = table.now
    table.run_to(table.now + 8000)
    assert spoken(table, pressed) == ["accepted", "foul_7"]


def test_fouls_put_right_by_the_judge_count_as_put_right() -> None:
    table = fouls(speech(first_circle(), 1), 3, times=3)
    table.give(CorrectTable("fouls", 3, 2))
    assert length_of_speech(table, 3) == 60_000


# --- the end ----------------------------------------------------------------------------------------------------


def test_a_removal_that_leaves_no_black_ends_the_game_at_the_next_turn() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = table_of(8, deck=deck)
    fouls(speech(table, 4), 3, times=4)
    go(table, "NEXT")
    settled(table)
    assert facts(table, GameEnded) == [GameEnded("red")]
    assert spoken(table)[-2:] == ["removed_3", "red_win"]


def test_a_vote_that_leaves_no_black_ends_the_game_behind_the_last_word() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = hands(circle(table_of(8, deck=deck), {4: 3, 5: 5}), 6)
    assert public(table).item == "speech_3" and not public(table).over
    table.run_to(table.now + 70_000)
    assert not public(table).over
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-1] == "red_win"


def test_a_removal_in_the_last_minute_of_a_decided_game_changes_nothing() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = hands(circle(table_of(8, deck=deck), {4: 3, 5: 5}), 6)
    for seat in (1, 2, 4, 5):  # 7.9: a disqualification now does not change the result
        chord(table, f"FOUL+{seat}", f"FOUL+{seat}+NEXT")
    go(table, "NEXT")
    settled(table)
    assert public(table).winner == "red"


@pytest.mark.parametrize(("seat", "winner"), [(1, "black"), (4, "red")])
def test_a_team_defeat_ends_the_game_at_the_next_step(seat: int, winner: str) -> None:
    assert (DECK[0], DECK[3]) == ("sheriff", "don")
    table = speech(first_circle(), 2)
    chord(table, f"FOUL+{seat}", f"FOUL+{seat}+PAUSE")
    assert not public(table).over
    go(table, "NEXT")
    settled(table)
    assert public(table).winner == winner
    assert spoken(table)[-1] == f"{winner}_win"


def test_a_team_defeat_in_a_vote_ends_it() -> None:
    table = moved(voting(3, 5), "count:1:3", "wait")
    chord(table, "4", "FOUL+1", "FOUL+1+PAUSE")
    go(table, "NEXT")
    settled(table)
    assert (public(table).winner, spoken(table)[-1]) == ("black", "black_win")


def test_a_team_defeat_in_the_exits_is_told_behind_the_last_word() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    chord(table, "FOUL+1", "FOUL+1+PAUSE")
    go(table, "NEXT")
    settled(table)
    assert (public(table).winner, spoken(table)[-1]) == ("black", "black_win")


# --- last words: protocol, best move by day ---------------------------------------------------------------------


def test_the_protocol_is_offered_by_the_judges_key_and_taken() -> None:
    table = killed_word(7)
    go(table, "FN+NEXT")
    settled(table)
    assert (public(table).item, spoken(table)[-1]) == ("protocol:7", "protocol_right")
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-1] == "protocol_accepted"
    assert facts(table, ProtocolTaken) == [ProtocolTaken(7, "accepted")]
    assert public(table).item == "circle"


def test_the_protocol_of_who_is_voted_out_may_be_closed() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    go(table, "FN+NEXT")
    settled(table)
    go(table, "MISS")
    settled(table)
    assert spoken(table)[-1] == "protocol_closed"
    assert facts(table, ProtocolTaken) == [ProtocolTaken(3, "closed")]


def test_undo_takes_the_offer_of_a_protocol_back_into_the_standing_minute() -> None:
    table = killed_word(7)
    table.run_to(table.now + 20_000)
    left = public(table).until - table.now - 1100
    go(table, "FN+NEXT")
    settled(table)
    table.press("UNDO", at=table.now + 4000)
    p = public(table)
    assert p.offered == () and p.hold is not None and p.hold.left == left


def test_at_ten_the_one_who_is_voted_out_names_three_in_the_masks_and_has_his_minute() -> None:
    table = hands(voting(3, 5), 4)
    said = spoken(table)
    assert said[said.index("leaves_5") :] == ["leaves_5", "masks_on", "best_move_by_day_5"]
    assert public(table).item == "best_move" and public(table).music == "low"
    table.run_to(table.now + 3000)
    for key in ("2", "3", "9", "UNDO", "4"):
        assert table.press(key, at=table.now + 700).answer == "accepted"
    go(table, "NEXT")
    settled(table)
    assert facts(table, BestMoveTaken) == [BestMoveTaken(5, 2, 3, 4)]
    said = spoken(table)
    assert said[said.index("best_move_by_day_5") + 1 :] == [
        "accepted", "number_2", "number_3", "number_4", "masks_off", "final_minute_5",
    ]  # fmt: skip
    assert public(table).item == "speech_5" and public(table).music == "off"


def test_the_best_move_by_day_says_when_its_time_is_up_and_waits() -> None:
    table = hands(voting(3, 5), 4)
    table.run_to(table.now + 25_000)
    assert spoken(table)[-1] == "time_is_up" and public(table).item == "best_move"


def test_at_nine_there_is_no_best_move_by_day() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    assert "masks_on" not in spoken(table)


def test_at_ten_on_a_later_day_there_is_one() -> None:
    table = hands(circle(night(idle_day(first_circle())), {2: 3, 4: 5}), 6)
    assert "masks_on" in spoken(table) and public(table).item == "best_move"


# --- 4MAFIA -----------------------------------------------------------------------------------------------------


def test_in_4mafia_the_third_remark_takes_the_word_of_the_next_days_circle_and_the_nomination() -> None:
    table = fouls(speech(first_circle(rules=CLUB), 1), 3, times=3)
    assert length_of_speech(table, 3) == 60_000
    table = night(evening(circle(table)))
    speech(table, 2)
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-2:] == ["no_speech_3", "speech_4"]
    assert public(table).item == "floor:4"
    table = night(evening(circle(table)))
    assert length_of_speech(table, 3) == 60_000


def test_in_4mafia_a_mute_starter_counts_as_the_first_speaker() -> None:
    table = fouls(speech(first_circle(rules=CLUB), 1), 2, times=3)
    table = night(evening(circle(table)))
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-2:] == ["no_speech_2", "speech_3"]
    table = night(evening(circle(table)))
    assert public(table).order[0] == 3


SLOW = ("civilian", "sheriff", "don", "civilian", "mafia", "civilian", "civilian", "civilian", "civilian", "mafia")
"""The game goes on while table_of() kills from the last seat down to three."""


def test_in_4mafia_three_remarks_are_no_bar_among_three_players() -> None:
    table = fouls(speech(table_of(4, deck=SLOW, rules=CLUB), 1), 1, times=3)
    table = night(evening(circle(table)), 4)
    assert public(table).alive == (1, 2, 3)
    assert length_of_speech(table, 1) == 60_000


def test_in_4mafia_three_remarks_are_a_bar_among_four() -> None:
    table = fouls(speech(table_of(5, deck=SLOW, rules=CLUB), 1), 1, times=3)
    table = night(evening(circle(table)), 5)
    circle(table)
    assert "no_speech_1" in spoken(table)


def test_in_4mafia_the_fourth_remark_before_the_result_is_certain_stops_the_vote() -> None:
    table = moved(voting(3, 5, rules=CLUB), "count:1:3", "wait")
    chord(table, "5")
    fouls(table, 8, times=4)
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-2:] == ["removed_8", "vote_stopped"]
    assert public(table).ended is not None and public(table).ended.how == "cancelled"


def test_in_4mafia_behind_a_majority_both_leave_and_tomorrows_vote_is_held() -> None:
    table = moved(voting(3, 5, rules=CLUB), "count:1:3", "wait")
    chord(table, "6")
    fouls(table, 8, times=4)
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "count:1:5"
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "speech_3"
    assert {3, 8}.isdisjoint(public(table).alive)
    assert facts(table, VoteCancelled) == []
    circle(night(evening(table)), {4: 5, 5: 6})
    assert public(table).item == "vote:1"


def test_in_4mafia_a_win_is_proposed_and_said_at_next() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = table_of(8, deck=deck, rules=CLUB)
    hands(circle(table, {4: 3, 5: 5}), 6)
    evening(table)
    table.run_to(table.now + 60_000)
    assert not public(table).over
    go(table, "NEXT")
    settled(table)
    assert public(table).winner == "red" and spoken(table)[-1] == "red_win"


def test_in_4mafia_a_team_defeat_before_the_win_is_said_takes_its_place() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = evening(hands(circle(table_of(8, deck=deck, rules=CLUB), {4: 3, 5: 5}), 6))
    chord(table, "FOUL+2", "FOUL+2+PAUSE")
    go(table, "NEXT")
    settled(table)
    assert public(table).winner == "black"


def test_the_ladder_of_these_tests_is_the_shipped_one() -> None:
    assert [(step.count, step.right, step.once) for step in RULES.foul_steps] == [(3, "half", True)]
    assert [(step.count, step.right, step.except_at) for step in CLUB.foul_steps] == [(3, "mute", 3)]
