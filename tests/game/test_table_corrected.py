"""The table is right and the box follows it: CorrectTable, and what it refuses."""

import pytest
from playing import (
    assert_folds,
    at_gate,
    facts,
    first_day,
    fresh,
    kill_night,
    ledger,
    next_night,
    night_one,
    public,
    run_until,
    spoken,
    vote_out,
)

from nightbox.game.commands import CorrectTable
from nightbox.game.facts import TableCorrected


def test_a_seat_that_was_killed_by_mistake_comes_back() -> None:
    table = kill_night(first_day(), 7)
    assert table.give(CorrectTable("seat_in", 7)).answer == "accepted"
    assert 7 in public(table).alive
    assert facts(table, TableCorrected) == [TableCorrected("seat_in", 7, 0, "")]


def test_a_seat_that_left_without_the_box_goes_out_in_silence() -> None:
    table = first_day()
    heard = len(spoken(table))
    table.give(CorrectTable("seat_out", 7))
    table.rest(5000)
    assert 7 not in public(table).alive
    assert len(spoken(table)) == heard


def test_a_removed_player_who_is_put_back_is_not_removed_again() -> None:
    table = first_day()
    table.press("FOUL+9")
    table.press("FOUL+9+NEXT")
    table.press("NEXT", at=table.now + 1100)
    table.rest()
    table.give(CorrectTable("seat_in", 9))
    table.press("NEXT", at=table.now + 1100)
    assert public(table).part == "dusk"
    assert 9 in public(table).alive


def test_the_number_of_the_night_is_mended_for_the_next_one() -> None:
    table = kill_night(first_day(), 7)
    table.give(CorrectTable("night", value=4))
    next_night(table)
    assert public(table).night == 5


@pytest.mark.parametrize("value", [0, 2, 4])
def test_fouls_are_set_to_a_number(value: int) -> None:
    table = first_day()
    table.press("FOUL+9")
    table.give(CorrectTable("fouls", 9, value))
    assert ledger(table).foul_count(9, "foul") == value
    table.press("NEXT", at=table.now + 1100)
    assert (9 in public(table).alive) == (value < 4)


def test_a_correction_can_decide_the_game_which_is_said_by_the_next_step() -> None:
    table = vote_out(first_day(), 2, 3)
    table.give(CorrectTable("seat_out", 4))
    assert ledger(table).decided == "red"
    assert not public(table).over
    table.press("NEXT", at=table.now + 1100)
    table.rest()
    assert (public(table).winner, spoken(table)[-1]) == ("red", "red_win")


def test_another_winner_is_set_after_the_end() -> None:
    table = vote_out(first_day(), 2, 3, 4)
    table.rest()
    assert table.give(CorrectTable("winner", winner="black")).answer == "accepted"
    assert public(table).winner == "black"


@pytest.mark.parametrize(
    "wrong",
    [
        CorrectTable("seat_in", 5),
        CorrectTable("seat_in", 11),
        CorrectTable("seat_out", 0),
        CorrectTable("first_speaker", 11),
        CorrectTable("fouls", 3, -1),
        CorrectTable("night", value=-1),
        CorrectTable("night", value=100),
        CorrectTable("winner", winner="red"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(wrong: CorrectTable) -> None:
    table = first_day()
    before = table.referee.state
    refused = table.give(wrong)
    assert (refused.answer, refused.entries) == ("refused", ())
    assert refused.why
    assert table.referee.state == before


def test_a_winner_that_the_rules_do_not_know_is_refused() -> None:
    table = vote_out(first_day(), 2, 3, 4)
    table.rest()
    assert table.give(CorrectTable("winner", winner="rde")).answer == "refused"


def test_nothing_is_corrected_at_night_or_before_the_game() -> None:
    for table in (fresh(), night_one(), at_gate(night_one())):
        assert table.give(CorrectTable("seat_out", 3)).answer == "refused"


def test_a_correction_is_a_barrier_to_undo() -> None:
    table = first_day()
    table.press("FOUL+9")
    table.give(CorrectTable("first_speaker", 3))
    assert table.press("UNDO").answer == "refused"
    assert public(table).starts == 3
    assert_folds(table)


def test_a_night_that_is_set_back_begins_with_nothing_entered() -> None:
    table = run_until(night_one(), "shot", "slot")
    table.press("7")
    run_until(table, "gate", "wait")
    table.press("NEXT", table.now + 2000)
    run_until(table, "best_move", "slot")
    table.press("NEXT", table.now + 2000)
    run_until(table, "speech_7", "speech")
    assert ledger(table).record(1, "shot") is not None
    assert table.give(CorrectTable("night", value=0)).answer == "accepted"
    table.press("NEXT", table.now + 2000)
    table.press("NEXT", table.now + 2000)
    assert public(table).night == 1 and ledger(table).record(1, "shot") is None


def test_the_end_is_not_taken_back_before_it_has_been_said() -> None:
    table = vote_out(first_day(), 2, 3)
    table.press("4")
    table.press("NEXT", at=table.now + 1100)
    run_until(table, "speech_4", "speech")
    table.press("NEXT", at=table.now + 1100)
    assert spoken(table)[-1] == "red_win"
    assert table.give(CorrectTable("winner")).answer == "refused"
    table.rest()
    assert table.give(CorrectTable("winner")).answer == "accepted"
    table.lose("pad")
    assert spoken(table)[-2:] == ["red_win", "pad_lost"]
