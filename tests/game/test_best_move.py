"""The best move of the first killed: whose it is, how it is closed, what is repeated (4.8.2, 7.10, 8.3)."""

import pytest
from playing import (
    at_gate,
    clocks,
    facts,
    first_day,
    kill_night,
    ledger,
    next_night,
    night_one,
    public,
    run_until,
    spoken,
    vote_out,
)

from nightbox.game.facts import BestMoveTaken
from nightbox.testing.table import Table


def asked(seat: str = "7", table: Table | None = None) -> Table:
    """The window of the best move of the player killed in night 1."""
    table = night_one() if table is None else next_night(table)
    table.press(seat)
    at_gate(table)
    table.press("NEXT")
    return run_until(table, "best_move", "slot")


def test_the_first_killed_is_asked_before_the_morning_call() -> None:
    table = asked()
    assert spoken(table)[-2:] == ["sheriff_sleeps", "best_move_7"]
    assert public(table).until == table.now + 20_000


def test_a_miss_has_none() -> None:
    table = at_gate(night_one())
    table.press("MISS")
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-2:] == ["morning", "nobody_killed"]
    assert facts(table, BestMoveTaken) == []


def test_one_player_voted_out_on_the_first_day_does_not_take_it() -> None:
    assert spoken(asked(table=vote_out(first_day(), 5)))[-1] == "best_move_7"


def test_two_players_voted_out_on_the_first_day_take_it() -> None:
    table = next_night(vote_out(first_day(), 5, 6))
    table.press("7")
    at_gate(table)
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-3:] == ["morning", "killed_7", "final_minute_7"]


def test_who_is_killed_in_the_second_night_has_none() -> None:
    for first in (first_day(), kill_night(first_day(), 10)):
        if first.referee.state.public.night == 0:
            at_gate(next_night(first))
            first.press("MISS")
            first.press("NEXT", at=first.now + 1100)
            first.rest()
        table = next_night(first)
        table.press("7")
        at_gate(table)
        table.press("NEXT")
        table.rest()
        assert spoken(table)[-2:] == ["killed_7", "final_minute_7"]


def test_next_closes_it_and_the_numbers_are_repeated_in_their_order() -> None:
    table = asked()
    for name in "291":
        table.press(name)
    table.press("NEXT", at=table.now + 4000)
    table.rest()
    assert spoken(table)[-6:] == ["accepted", "number_2", "number_9", "number_1", "morning", "final_minute_7"]
    assert facts(table, BestMoveTaken) == [BestMoveTaken(7, 2, 9, 1)]


@pytest.mark.parametrize("named", ["", "2", "29"])
def test_fewer_numbers_than_three_stand_as_they_are(named: str) -> None:
    table = asked()
    for name in named:
        table.press(name)
    table.press("NEXT", at=table.now + 4000)
    table.rest()
    assert spoken(table)[-3 - len(named) :] == [
        "accepted",
        *(f"number_{name}" for name in named),
        "morning",
        "final_minute_7",
    ]


def test_seats_that_are_out_can_be_named_and_his_own_too() -> None:
    table = asked(table=vote_out(first_day(), 5))
    assert [table.press(name).answer for name in ("5", "7")] == ["accepted"] * 2


def test_a_number_twice_and_a_fourth_number_are_refused() -> None:
    table = asked()
    assert [table.press(name).answer for name in "2291"] == ["accepted", "refused", "accepted", "accepted"]
    assert table.press("4").answer == "refused"
    assert ledger(table).numbers == (2, 9, 1)


def test_used_up_time_is_said_and_the_window_stays_open_until_next() -> None:
    table = asked()
    ends = public(table).until
    table.run_to(ends + 30_000)
    assert spoken(table)[-1] == "time_is_up"
    assert table.press("3").answer == "accepted"
    assert table.press("PAUSE").answer == "refused"
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-4:] == ["accepted", "number_3", "morning", "final_minute_7"]


def test_next_while_the_time_up_is_spoken_cuts_it() -> None:
    table = asked()
    table.run_to(public(table).until)
    table.press("NEXT", at=table.now + 100)
    assert spoken(table)[-2:] == ["time_is_up", "accepted"]


def test_undo_takes_the_last_number_back_until_next() -> None:
    table = asked()
    table.press("2")
    table.press("3")
    table.press("UNDO")
    assert ledger(table).numbers == (2,)
    table.press("UNDO")
    assert ledger(table).numbers == ()
    assert table.press("UNDO").answer == "refused"
    assert public(table).killed == (7,)


def test_a_cut_in_the_best_move_calls_it_again_and_keeps_the_numbers() -> None:
    table = asked()
    table.press("2")
    table.run_to(table.now + 15_000)
    table.cut()
    table.rest()
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    assert spoken(table)[-2:] == ["game_restored", "best_move_7"]
    assert public(table).until == table.now + 20_000
    assert ledger(table).numbers == (2,)


def test_the_clock_stays_dark_in_it() -> None:
    table = night_one()
    since = table.now
    table.press("7")
    at_gate(table)
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    assert clocks(table, since) == []
