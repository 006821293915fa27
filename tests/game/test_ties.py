"""Split votes: the speeches, the revotes, and when all who are tied may be raised (FSM 4.5.10-4.5.14, 7.8, 7.11)."""

import pytest
from by_day import circle, first_circle, go, hands, idle_day, moved, night, settled, table_of, tie_over, voting
from playing import assert_folds, facts, public, run_until, spoken, voices

from nightbox.game.facts import PlayerVotedOut, RaiseAsked, RaiseCounted, SpeechBegan, VoteBegan, VoteEnded
from nightbox.testing.table import Table

LONG_GAME = ("civilian", "civilian", "civilian", "don", "mafia", "sheriff", "civilian", "civilian", "civilian", "mafia")
"""The blacks sit so that the game goes on while table_of() kills from the last seat down to four."""


def how(table: Table) -> str:
    ended = public(table).ended
    return f"{ended.how} {ended.seats}".strip() if ended else ""


def said_since(table: Table, at: int) -> list[str]:
    return [event.value for event in voices(table, at)]


def tied_again(table: Table, *counts: int) -> Table:
    """Speeches of the tie, and a revote with these counts."""
    return hands(tie_over(table), *counts)


# --- the first tie ----------------------------------------------------------------------------------------------


def test_two_who_are_tied_speak_thirty_seconds_each_in_their_order_and_are_voted_on_again() -> None:
    table = voting(7, 3, 5)
    began = table.now
    hands(table, 4, 4)
    assert public(table).item == "tie:2:7"
    assert public(table).until - table.now == 30_000
    tie_over(table)
    spoke = [fact.seat for fact in facts(table, SpeechBegan) if isinstance(fact, SpeechBegan)][-2:]
    assert spoke == [7, 3]
    said = said_since(table, began)
    assert said[said.index("votes_split") :] == ["votes_split", "half_speech_7", "half_speech_3", "revote"]
    assert facts(table, VoteBegan)[-1] == VoteBegan(1, 2, "7 3", 10)


def test_the_revote_decides() -> None:
    table = tied_again(hands(voting(3, 5), 5), 4)
    assert how(table) == "leaves 5"
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(1, 5)]


def test_three_fouls_do_not_shorten_a_tie_speech_nor_are_they_spent_by_it() -> None:
    table = first_circle()
    moved(table, "floor:6", "speech")
    for _ in range(3):
        table.press("FOUL+3", at=table.now + 500)
    table.press("3", at=table.now + 500)
    moved(table, "floor:7", "speech")
    table.press("5", at=table.now + 500)
    hands(circle(table), 5)
    assert public(table).item == "tie:2:3" and public(table).until - table.now == 30_000
    tied_again(table, 4)
    moved(night(table), "floor:3", "speech")
    assert public(table).until - table.now == 30_000


def test_a_tie_speech_may_be_ended_paused_and_lengthened() -> None:
    table = hands(voting(3, 5), 5)
    table.press("PAUSE", at=table.now + 10_000)
    table.press("PAUSE", at=table.now + 60_000)
    assert public(table).until == table.now + 20_000
    table.press("FN+PAUSE")
    assert public(table).until == table.now + 25_000
    go(table, "NEXT")
    assert public(settled(table)).item == "tie:2:5"


def test_nobody_is_put_up_in_a_tie_speech() -> None:
    table = hands(voting(3, 5), 5)
    assert table.press("7", at=table.now + 1000).answer == "refused"
    assert public(table).nominees == (3, 5)


# --- the second tie ---------------------------------------------------------------------------------------------


def test_a_second_tie_of_fewer_has_speeches_and_a_vote_once_more() -> None:
    table = hands(circle(table_of(9, deck=LONG_GAME), {2: 2, 3: 3, 4: 4}), 3, 3)
    assert public(table).item == "tie:2:2"
    tied_again(table, 4, 4)  # one vote is left for seat 4
    assert public(table).item == "tie:3:2"
    assert facts(table, VoteBegan)[-1] == VoteBegan(2, 3, "2 3", 9)
    tied_again(table, 5)
    assert how(table) == "leaves 2"


def test_two_of_ten_tied_twice_are_asked_about_and_raised_by_more_than_half() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    assert public(table).item == "raise:2"
    assert spoken(table)[-2:] == ["raise_all_tied", "stop"]
    table.press("6", at=table.now + 500)
    table.run_to(table.now + 3000)
    assert spoken(table)[-1] == "votes_6"
    go(table, "NEXT")
    settled(table)
    assert how(table) == "all_leave 3 5"
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(1, 3), PlayerVotedOut(1, 5)]


def test_half_of_the_table_is_not_enough_to_raise_them() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "5", "NEXT")
    settled(table)
    assert how(table) == "all_stay 3 5"
    assert (public(table).item, spoken(table)[-1]) == ("evening", "all_stay")
    assert public(table).alive == tuple(range(1, 11))


def test_next_without_a_number_raises_them() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "NEXT")
    settled(table)
    assert how(table) == "all_leave 3 5"


def test_next_in_the_open_window_of_the_question_answers_nothing() -> None:
    table = tie_over(hands(voting(3, 5), 5))
    for key in ("5", ""):
        go(table, "NEXT")
        settled(table)
        if key:
            table.press(key)
    go(table, "NEXT")
    run_until(table, "window:2:raise", "gap")
    assert table.press("NEXT", at=table.now + 1200).answer == "refused"
    assert facts(table, RaiseCounted) == []
    table.press("3", at=table.now + 100)
    settled(table)
    go(table, "NEXT")
    settled(table)
    assert how(table) == "all_stay 3 5"


def test_miss_raises_nobody() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "MISS", "NEXT")
    settled(table)
    assert how(table) == "all_stay 3 5"


def test_the_count_of_the_question_is_replaced_and_undone() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "6", "4", "UNDO")
    ballot = public(table).ballot
    assert ballot is not None and ballot.raised == 6
    assert table.press("FN+1").answer == "refused"


# --- the pairs of 7.11 ------------------------------------------------------------------------------------------

@pytest.mark.parametrize(
    ("alive", "tied"), [(10, 2), (8, 2), (8, 4), (6, 2), (6, 3), (4, 2)], ids=lambda number: str(number)
)
def test_the_question_is_put_for_every_pair_of_the_list(alive: int, tied: int) -> None:
    table = twice_tied(alive, tied)
    assert public(table).item == "raise:2"
    go(table, str(alive // 2 + 1), "NEXT")
    settled(table)
    assert how(table).startswith("all_leave")
    assert len(public(table).alive) == alive - tied


def test_the_question_is_not_put_for_another_pair() -> None:
    table = twice_tied(10, 5)
    assert how(table).startswith("all_stay")
    assert public(table).item == "evening"
    assert facts(table, RaiseCounted) == []


@pytest.mark.parametrize("alive", [4, 5, 6, 8])
def test_the_whole_table_is_never_raised(alive: int) -> None:
    table = twice_tied(alive, alive)
    assert how(table).startswith("all_stay")
    assert "raise_all_tied" not in spoken(table)


def twice_tied(alive: int, tied: int) -> Table:
    """A later day: so many at the table, and so many of them have equal votes twice; who is silent breaks no tie."""
    table = table_of(alive, deck=LONG_GAME)
    each, rest = divmod(alive, tied)
    assert rest == 0, "no such tie: the silent vote goes to the last"
    order = public(table).order
    circle(table, dict(zip(order, order[:tied], strict=False)))
    return tied_again(hands(table, *(each,) * (tied - 1)), *(each,) * (tied - 1))


# --- the first day, and three of nine ---------------------------------------------------------------------------


def test_the_first_day_does_not_split_over_more_than_two() -> None:
    table = hands(voting(2, 3, 5), 3, 3)
    assert "leaves" in how(table)
    table = hands(voting(2, 3, 5, 7), 3, 3, 3)
    assert how(table) == "split 2 3 5"
    assert (public(table).item, spoken(table)[-1]) == ("evening", "split_over_two")
    assert public(table).alive == tuple(range(1, 11))


def test_three_of_nine_wait_for_the_judges_word_and_are_asked_about_with_it() -> None:
    table = tied_again(hands(circle(table_of(9), {2: 2, 3: 3, 4: 4}), 3, 3), 3, 3)
    assert public(table).item == "allowed:2"
    assert "raise_all_tied" not in spoken(table)
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "raise:2"
    assert facts(table, RaiseAsked) == [RaiseAsked(1)]
    go(table, "5", "NEXT")
    settled(table)
    assert how(table) == "all_leave 2 3 4"
    assert public(table).leaving == (2, 3, 4)


def test_three_of_nine_stay_where_the_judge_says_no() -> None:
    table = tied_again(hands(circle(table_of(9), {2: 2, 3: 3, 4: 4}), 3, 3), 3, 3)
    go(table, "MISS")
    settled(table)
    assert how(table) == "all_stay 2 3 4"
    assert facts(table, RaiseAsked) == [RaiseAsked(0)]
    assert facts(table, VoteEnded)[-1] == VoteEnded(2, "all_stay", "2 3 4")
    assert_folds(table)


def test_who_stays_after_a_second_tie_may_be_voted_on_the_next_day() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "MISS", "NEXT")
    circle(night(table), {2: 3, 3: 5})
    assert public(table).item == "vote:1"


# --- who leaves -------------------------------------------------------------------------------------------------


def test_all_who_leave_are_named_and_each_has_a_minute() -> None:
    table = tied_again(hands(voting(5, 3), 5), 5)
    began = table.now
    go(table, "NEXT")
    moved(table, "speech_3", "speech")
    assert said_since(table, began)[-5:] == ["all_leave", "leaves_5", "leaves_3", "final_minute_5", "final_minute_3"]


def test_two_who_leave_at_ten_have_no_best_move_and_take_it_from_the_killed() -> None:
    table = tied_again(hands(voting(3, 5), 5), 5)
    go(table, "NEXT")
    night(table, 7)
    assert not [line for line in spoken(table) if line.startswith("best_move")]
    assert public(table).item == "circle"


def test_a_removal_in_a_tie_speech_stops_the_vote() -> None:
    table = hands(voting(3, 5), 5)
    table.press("FOUL+8", at=table.now + 500)
    table.press("FOUL+8+NEXT", at=table.now + 500)
    tie_over(table)
    go(table, "NEXT")
    settled(table)
    assert (public(table).item, how(table)) == ("evening", "cancelled")
    assert spoken(table)[-2:] == ["removed_8", "vote_stopped"]


def test_an_idle_day_is_no_tie() -> None:
    assert how(idle_day(first_circle())) == "none"
