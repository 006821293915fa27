"""Who has won, when that stands and when it is said (3.3.7; 3.8, decisions 6, 12, 26, 27)."""

import pytest
from playing import (
    assert_folds,
    at_gate,
    facts,
    first_day,
    idle_night,
    kill_night,
    ledger,
    next_night,
    public,
    run_until,
    spoken,
    to_day,
    vote_out,
)

from nightbox.game.commands import CorrectTable, EnterRole
from nightbox.game.facts import GameDecided, GameEnded


def test_the_end_is_said_aloud() -> None:
    table = vote_out(first_day(), 2, 3, 4)
    table.rest()
    assert public(table).winner == "red"
    assert spoken(table)[-1] == "red_win"


def test_a_vote_decides_at_once_and_is_announced_after_the_last_word() -> None:
    table = vote_out(first_day(), 2, 3)
    table.press("4")
    table.press("NEXT", at=table.now + 1100)
    run_until(table, "speech_4", "speech")
    assert ledger(table).decided == "red"
    assert public(table).winner == ""
    table.run_to(public(table).until)
    assert spoken(table)[-1] == "final_minute_4"
    table.press("NEXT", at=table.now + 500)
    table.rest()
    assert spoken(table)[-2:] == ["final_minute_4", "red_win"]


def test_a_night_runs_to_its_end_although_the_game_is_decided_in_it() -> None:
    table = first_day()
    vote_out(table, 1, 5)
    kill_night(table, 6)
    table = next_night(table)
    table.press("8")
    table.give(EnterRole(8, "sheriff"))
    at_gate(table)
    table.press("NEXT")
    table.rest()
    assert ledger(table).decided == "black"
    assert (public(table).item, public(table).winner) == ("speech_8", "")
    to_day(table)
    table.rest()
    assert spoken(table)[-1] == "black_win"
    assert len(facts(table, GameEnded)) == 1


@pytest.mark.parametrize("entered", [(2, 3, 4), (1, 5, 6, 7, 8, 9, 10)], ids=["the blacks", "the reds"])
def test_red_wins_by_partial_roles_when_they_prove_it(entered: tuple[int, ...]) -> None:
    table = first_day(roles=False)
    roles = {1: "sheriff", 2: "mafia", 3: "mafia", 4: "don"}
    for seat in entered:
        table.give(EnterRole(seat, roles.get(seat, "civilian")))
    vote_out(table, 2, 3)
    assert not public(table).over
    vote_out(table, 4)
    assert public(table).winner == "red"


def test_without_roles_nobody_wins_by_the_table_before_it_is_certain() -> None:
    table = vote_out(first_day(roles=False), 2, 3, 4)
    assert not public(table).over
    vote_out(table, 5)  # six are left, and there may be three blacks or none
    assert not public(table).over


def test_black_wins_at_parity_by_two_known_blacks_of_four() -> None:
    table = first_day(roles=False)
    table.give(EnterRole(2, "mafia"))
    table.give(EnterRole(3, "don"))
    vote_out(table, 1, 5, 6, 7)
    vote_out(table, 8)
    assert not public(table).over
    vote_out(table, 9)
    assert public(table).winner == "black"


def test_three_idle_nights_are_a_draw_said_in_the_morning() -> None:
    table = first_day()
    for _ in range(2):
        idle_night(table)
        assert not public(table).over
    idle_night(table)
    table.rest()
    assert public(table).winner == "draw"
    assert spoken(table)[-3:] == ["nobody_killed", "three_idle_nights", "draw"]


def test_a_vote_between_idle_nights_begins_the_count_anew() -> None:
    table = idle_night(idle_night(first_day()))
    vote_out(table, 5)
    for _ in range(2):
        idle_night(table)
        assert not public(table).over
    assert public(idle_night(table)).winner == "draw"


def test_a_removal_in_the_third_idle_night_is_no_draw() -> None:
    table = next_night(idle_night(idle_night(first_day())))
    table.press("MISS")
    table.press("FOUL+9")
    table.press("FOUL+9+NEXT")
    at_gate(table)
    table.press("NEXT")
    to_day(table)
    assert not public(table).over
    assert public(table).idle == 0
    assert "three_idle_nights" not in spoken(table)
    assert ledger(table).decided == ""
    assert_folds(table)


def test_a_seat_put_out_by_the_judge_is_no_idle_night() -> None:
    table = idle_night(idle_night(first_day()))
    table.give(CorrectTable("seat_out", 9))
    assert public(table).idle == 0
    assert not public(idle_night(table)).over


def test_a_team_defeat_takes_the_place_of_a_win_that_was_not_said_yet() -> None:
    table = vote_out(first_day(), 2, 3)
    table.press("4")
    table.press("NEXT", at=table.now + 1100)
    run_until(table, "speech_4", "speech")
    table.press("FOUL+1")
    table.press("FOUL+1+PAUSE")
    to_day(table)
    assert public(table).winner == "black"


def test_the_judge_may_name_the_winner_himself() -> None:
    table = first_day(roles=False)
    table.press("FN+MISS")
    table.press("2")
    table.rest()
    assert public(table).winner == "black"
    assert spoken(table)[-1] == "black_win"
    assert facts(table, GameDecided) == [GameDecided("black")]


def test_playing_on_is_possible_after_a_role_was_entered_at_the_question_who_has_won() -> None:
    table = first_day(roles=False)
    table.press("FN+MISS")
    table.give(EnterRole(1, "sheriff"))
    assert table.press("UNDO").answer == "accepted"
    assert not public(table).asking_end
    assert ledger(table).role_of(1) == "sheriff"


def test_a_removed_player_is_not_voted_out_as_well() -> None:
    table = first_day()
    table.press("9")
    table.press("FOUL+9")
    table.press("FOUL+9+NEXT")
    table.press("NEXT", at=table.now + 1100)
    table.rest()
    assert spoken(table)[-1] == "removed_9"
    table.press("NEXT", at=table.now + 1100)
    assert public(table).part == "dusk"
    assert "leaves_9" not in spoken(table)


def test_a_winner_that_was_wrong_gives_the_day_back() -> None:
    table = vote_out(first_day(), 2, 3, 4)
    table.rest()
    assert table.give(CorrectTable("winner", winner="")).answer == "accepted"
    assert (public(table).part, public(table).item, public(table).over) == ("day", "day", False)
    table.give(CorrectTable("seat_in", 4))
    table.press("NEXT", at=table.now + 1100)
    assert public(table).part == "dusk"
    assert_folds(table)


def test_a_draw_that_was_wrong_gives_the_day_back() -> None:
    table = first_day()
    for _ in range(3):
        idle_night(table)
    table.give(CorrectTable("winner", winner=""))
    table.press("NEXT", at=table.now + 1100)
    assert public(table).part == "dusk"
