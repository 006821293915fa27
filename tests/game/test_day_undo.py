"""UNDO and the power cut by day: entries, steps, spoken results; speeches, windows, counts."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from by_day import circle, evening, first_circle, go, hands, moved, night, settled, speech, table_of, tie_over, voting
from playing import assert_folds, facts, ledger, public, run_until, spoken, voices

from nightbox.game.commands import CorrectTable
from nightbox.game.facts import PlayerVotedOut, SpeechBegan, VotesCounted
from nightbox.game.public import NEVER, Public
from nightbox.testing.table import Table


def counts(table: Table) -> dict[int, int]:
    ballot = public(table).ballot
    return dict(ballot.counts) if ballot else {}


def open_window(seat: int = 3) -> Table:
    table = voting(3, 5)
    go(table, "NEXT")
    return run_until(table, f"window:1:{seat}", "gap")


# --- entries ----------------------------------------------------------------------------------------------------


def in_speech() -> Table:
    table = speech(first_circle(), 2)
    table.run_to(table.now + 10_000)
    return table


def at_count() -> Table:
    table = moved(voting(3, 5), "count:1:3", "wait")
    table.press("2")
    table.run_to(table.now + 5000)
    return table


def at_question() -> Table:
    table = hands(tie_over(hands(voting(3, 5), 5)), 5)
    assert public(table).item == "raise:2"
    return table


def in_last_word() -> Table:
    return hands(circle(table_of(9), {2: 3, 4: 5}), 6)


@pytest.mark.parametrize(
    ("place", "key"),
    [
        (in_speech, "5"),
        (in_speech, "FOUL+7"),
        (at_count, "4"),
        (at_count, "FOUL+7"),
        (at_question, "4"),
        (in_last_word, "FOUL+7"),
        (open_window, "4"),
        (open_window, "FOUL+7"),
    ],
)
@pytest.mark.parametrize("after", [300, 1000])
def test_undo_of_an_entry_gives_what_was_before_it_and_leaves_every_deadline(
    place: Callable[[], Table], key: str, after: int
) -> None:
    table = place()
    twin = place()
    assert table.press(key).answer == "accepted"
    for some in (table, twin):
        some.run_to(some.now + after)
    assert table.press("UNDO").answer == "accepted"
    table.rest(4000)
    twin.rest(4000)
    assert _quiet(table) == _quiet(twin)
    assert ledger(table) == ledger(twin)
    assert table.referee.deadline == twin.referee.deadline


def _quiet(table: Table) -> Public:
    """What is said beside the programme is not taken back with what asked for it."""
    return replace(public(table), tell=None, aside_until=NEVER)


def test_undo_of_a_replacing_nomination_gives_the_replaced_one() -> None:
    table = in_speech()
    table.press("5")
    table.press("6", at=table.now + 300)
    table.press("UNDO", at=table.now + 300)
    assert public(table).nominations == ((2, 5),)
    table.run_to(table.now + 4000)
    assert spoken(table).count("accepted") == 1


def test_undo_twice_takes_two_entries_back() -> None:
    table = in_speech()
    table.press("FOUL+7")
    table.run_to(table.now + 2000)
    table.press("5")
    table.press("UNDO", at=table.now + 2000)
    table.press("UNDO", at=table.now + 500)
    assert public(table).nominations == () and ledger(table).fouls == ()


def test_a_removal_is_undone_in_two_presses_before_it_is_told() -> None:
    table = in_speech()
    table.press("FOUL+7")
    table.press("FOUL+7+NEXT", at=table.now + 300)
    table.press("UNDO", at=table.now + 1000)
    assert ledger(table).removals == () and [foul.kind for foul in ledger(table).fouls] == ["foul"]
    table.press("UNDO", at=table.now + 300)
    evening(circle(table))
    assert 7 in public(table).alive


# --- steps ------------------------------------------------------------------------------------------------------


def test_undo_of_next_in_a_call_lands_in_the_standing_speech_with_its_time() -> None:
    table = in_speech()
    left = public(table).until - table.now - 3000
    table.press("NEXT", at=table.now + 3000)
    table.press("UNDO", at=table.now + 700)
    p = public(table)
    assert (p.item, p.doing, p.hold is not None and p.hold.left) == ("floor:2", "speech", left)
    table.press("PAUSE", at=table.now + 9000)
    assert public(table).until == table.now + left
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "floor:3"


def test_undo_of_next_in_the_next_speech_lands_in_the_one_before_it() -> None:
    table = in_speech()
    left = public(table).until - table.now - 1100
    go(table, "NEXT")
    settled(table)
    table.press("UNDO", at=table.now + 20_000)
    p = public(table)
    assert (p.item, p.hold is not None and p.hold.left) == ("floor:2", left)
    assert [pair for pair in p.rights if pair[0] == 3] == []


def test_a_nomination_goes_before_the_step_that_was_pressed_before_it() -> None:
    table = in_speech()
    go(table, "NEXT")
    settled(table)
    table.press("5", at=table.now + 1000)
    table.press("UNDO", at=table.now + 3000)
    assert public(table).item == "floor:3" and public(table).nominations == ()
    table.press("UNDO", at=table.now + 1000)
    assert public(table).item == "floor:2"


def test_undo_of_plus_and_of_pause_land_paused_with_the_time_there_was() -> None:
    for key in ("FN+PAUSE", "PAUSE"):
        table = in_speech()
        left = public(table).until - table.now
        table.press(key)
        table.press("UNDO", at=table.now + 5000)
        hold = public(table).hold
        assert hold is not None and hold.left == left


def test_undo_of_next_after_a_count_opens_the_count_again() -> None:
    table = at_count()
    go(table, "NEXT")
    settled(table)
    assert counts(table) == {3: 2, 5: 8}
    table.press("UNDO", at=table.now + 3000)
    assert (public(table).item, counts(table)) == ("count:1:3", {3: 2})
    table.press("7")
    go(table, "NEXT")
    settled(table)
    table.run_to(table.now + 3000)
    assert counts(table) == {3: 7, 5: 3}


def test_undo_of_the_opening_next_closes_the_vote_again() -> None:
    table = open_window()
    table.press("UNDO", at=table.now + 300)
    assert (public(table).item, public(table).doing) == ("vote:1", "wait")
    go(table, "NEXT")
    assert public(table).item == "call:1:3"


def test_undo_of_a_result_in_which_all_stay_leads_back_to_the_question() -> None:
    table = at_question()
    go(table, "MISS", "NEXT")
    settled(table)
    assert public(table).item == "evening"
    table.press("UNDO", at=table.now + 1000)
    assert (public(table).item, public(table).ended) == ("raise:2", None)
    go(table, "6", "NEXT")
    settled(table)
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(1, 3), PlayerVotedOut(1, 5)]


def test_undo_of_nightfall_leads_back_to_the_evening() -> None:
    table = evening(circle(first_circle()))
    go(table, "NEXT")
    table.rest()
    assert table.press("UNDO", at=table.now + 500).answer == "accepted"
    assert (public(table).part, public(table).item, public(table).music) == ("evening", "evening", "off")


# --- barriers ---------------------------------------------------------------------------------------------------


def test_what_was_spoken_is_not_undone() -> None:
    table = in_last_word()
    assert table.press("UNDO", at=table.now + 500).answer == "refused"
    go(table, "NEXT")
    settled(table)
    assert table.press("UNDO", at=table.now + 500).answer == "accepted"  # back into the word, and no further
    assert public(table).item == "speech_3"
    assert table.press("UNDO", at=table.now + 500).answer == "refused"
    assert 3 not in public(table).alive


def test_a_removal_that_was_told_is_not_undone() -> None:
    table = in_speech()
    table.press("FOUL+7")
    table.press("FOUL+7+NEXT", at=table.now + 300)
    go(table, "NEXT")
    settled(table)
    assert table.press("UNDO", at=table.now + 500).answer == "refused"
    assert 7 not in public(table).alive


@pytest.mark.parametrize("place", ["word", "evening"])
def test_a_wrong_exit_by_vote_is_put_right_behind_the_barrier(place: str) -> None:
    table = in_last_word()
    if place == "evening":
        evening(table)
    assert table.give(CorrectTable("seat_in", 3)).answer == "accepted"
    assert table.give(CorrectTable("seat_out", 5)).answer == "accepted"
    assert 3 in public(table).alive and 5 not in public(table).alive
    night(evening(table))
    assert 3 in public(table).order and 5 not in public(table).order
    assert_folds(table)


def test_a_win_that_was_none_is_put_right_and_the_day_that_was_held_is_not_held_again() -> None:
    deck = ("civilian", "sheriff", "don", *("civilian",) * 5, "mafia", "mafia")
    table = hands(circle(table_of(8, deck=deck), {4: 3, 5: 5}), 6)
    go(table, "NEXT")
    settled(table)
    assert public(table).over
    table.give(CorrectTable("winner", winner=""))
    table.give(CorrectTable("seat_in", 3))
    settled(table)
    assert (public(table).over, public(table).item) == (False, "evening")
    go(table, "NEXT")
    assert public(table).part == "dusk"


def test_an_end_in_the_middle_of_a_vote_that_is_taken_back_lets_the_day_be_held_anew() -> None:
    table = moved(voting(3, 5), "count:1:3", "wait")
    for key in ("4", "FOUL+1", "FOUL+1+PAUSE"):
        table.press(key, at=table.now + 300)
    go(table, "NEXT")
    settled(table)
    assert public(table).winner == "black"
    table.give(CorrectTable("winner", winner=""))
    go(table, "NEXT")
    settled(table)
    p = public(table)
    assert (p.item, p.order[0], p.nominations, p.ballots) == ("circle", 1, (), ())
    circle(table, {4: 6, 5: 7})
    hands(table, 6)
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(1, 6)]
    assert_folds(table)


# --- the plug is pulled -----------------------------------------------------------------------------------------


def cut(table: Table) -> Table:
    """The plug is pulled and put back, and the judge goes on."""
    table.cut()
    table.run_to(table.now + 10_000)
    assert table.press("NEXT").answer == "accepted"
    table.run_to(table.now + 10)
    while (hold := public(table).hold) is not None and hold.state in ("line", "resuming"):
        deadline = table.referee.deadline
        assert deadline is not None
        table.run_to(deadline)
    return table


def test_a_cut_in_a_speech_keeps_its_time() -> None:
    table = speech(first_circle(), 2)
    table.press("5", at=table.now + 20_000)
    table.run_to(table.now + 1000)
    left = public(table).until - table.now
    cut(table)
    p = public(table)
    assert p.item == "floor:2" and p.nominations == ((2, 5),)
    assert abs(p.until - table.now - left) <= 2000
    assert len(facts(table, SpeechBegan)) == 2


def test_a_cut_in_a_speech_whose_time_was_up_leaves_it_up() -> None:
    table = speech(first_circle(), 2)
    table.run_to(table.now + 70_000)
    cut(table)
    assert public(table).item == "floor:2" and public(table).until in (-1, table.now)
    go(table, "NEXT")
    assert public(settled(table)).item == "floor:3"


def test_a_cut_in_a_tie_speech_keeps_its_time_and_its_ballot() -> None:
    table = hands(voting(3, 5), 5)
    table.press("FOUL+9", at=table.now + 12_000)
    cut(table)
    p = public(table)
    assert p.item == "tie:2:3" and 16_000 < p.until - table.now <= 18_000
    assert p.ballot is not None and p.ballot.round == 2
    hands(tie_over(table), 6)
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(1, 3)]


@pytest.mark.parametrize("item", ["call:1:5", "window:1:5", "close:1:5"])
def test_a_cut_in_a_candidates_call_or_window_repeats_it_and_keeps_the_counts_before_it(item: str) -> None:
    table = voting(3, 5, 7)
    go(table, "NEXT")
    settled(table)
    table.press("2")
    go(table, "NEXT")
    run_until(table, item)
    cut(table)
    assert public(table).item == "call:1:5"
    assert spoken(table)[-1] == "vote_against_5"
    assert counts(table) == {3: 2}
    run_until(table, "window:1:5", "gap")
    assert public(table).until - table.now == 1500
    settled(table)
    assert public(table).item == "count:1:5"


def test_a_cut_before_the_count_repeats_the_call_since_the_hands_are_down_by_then() -> None:
    table = moved(voting(3, 5), "count:1:3", "wait")
    cut(table)
    assert public(table).item == "call:1:3"
    settled(table)
    assert public(table).item == "count:1:3"


def test_a_cut_at_a_count_that_stands_keeps_it() -> None:
    table = at_count()
    cut(table)
    assert (public(table).item, public(table).doing, counts(table)) == ("count:1:3", "wait", {3: 2})
    assert go(table, "NEXT").answer == "accepted"


@pytest.mark.parametrize("item", ["window:1:3", "close:1:3"])
def test_a_cut_in_a_window_whose_count_was_entered_keeps_the_count(item: str) -> None:
    table = open_window()
    table.press("4", at=table.now + 200)
    run_until(table, item)
    cut(table)
    settled(table)
    assert (public(table).item, counts(table)) == ("count:1:3", {3: 4})
    assert spoken(table).count("vote_against_3") == 1


def test_a_cut_while_the_rest_is_asked_for_repeats_the_last_call() -> None:
    table = at_count()
    go(table, "NEXT")
    run_until(table, "remaining:1:5", "line")
    cut(table)
    assert public(table).item == "call:1:5"
    settled(table)
    assert counts(table) == {3: 2, 5: 8}


def test_a_cut_behind_the_rest_keeps_it() -> None:
    table = at_count()
    go(table, "NEXT")
    settled(table)
    cut(table)
    assert (public(table).item, counts(table)) == ("count:1:5", {3: 2, 5: 8})
    assert facts(table, VotesCounted).count(VotesCounted(5, 8)) == 1


@pytest.mark.parametrize("item", ["raise:2:call", "window:2:raise", "close:2:raise", "raise:2"])
def test_a_cut_in_the_question_puts_it_again(item: str) -> None:
    table = tie_over(hands(voting(3, 5), 5))
    go(table, "NEXT")
    settled(table)
    table.press("5")
    go(table, "NEXT")
    settled(table)
    go(table, "NEXT")
    run_until(table, item)
    cut(table)
    assert public(table).item == "raise:2:call"
    settled(table)
    assert public(table).item == "raise:2"


def test_a_count_that_was_not_told_yet_is_told_when_the_game_goes_on_and_not_over_its_own_sentence() -> None:
    table = moved(voting(3, 5), "count:1:3", "wait")
    table.press("4")
    pulled = table.now
    cut(table)
    table.run_to(table.now + 5000)
    said = voices(table, pulled)
    assert [event.value for event in said] == ["unfinished_game", "game_restored", "votes_4"]
    ends = [event.at + table.tempo.length(event.value) for event in said]
    assert all(end <= event.at for end, event in zip(ends, said[1:], strict=False))


def test_a_cut_in_the_call_of_who_leaves_says_it_again() -> None:
    table = at_count()
    table.press("6")
    go(table, "NEXT")
    settled(table)
    go(table, "NEXT")
    run_until(table, "leaves_3", "line")
    cut(table)
    assert public(table).item == "leaves_3" and spoken(table)[-1] == "leaves_3"


def test_a_cut_in_the_best_move_by_day_begins_it_again_with_the_music() -> None:
    table = hands(voting(3, 5), 4)
    assert public(table).item == "best_move"
    table.press("2", at=table.now + 3000)
    cut(table)
    assert public(table).item == "best_move.call" and public(table).music != "off"
    settled(table)
    assert public(table).item == "best_move" and public(table).until - table.now == 20_000


def test_a_cut_in_the_evening_waits_for_the_night_as_before() -> None:
    table = cut(evening(circle(first_circle())))
    assert (public(table).item, public(table).doing) == ("evening", "wait")
    go(table, "NEXT")
    assert public(table).part == "dusk"


def test_a_cut_while_a_candidate_who_was_taken_out_is_counted_goes_on_with_the_next() -> None:
    table = moved(voting(3, 5), "count:1:3", "wait")
    table.give(CorrectTable("seat_out", 3))
    cut(table)
    settled(table)
    assert public(table).item == "count:1:3"
    go(table, "MISS", "NEXT")
    settled(table)
    assert public(table).item == "count:1:5"
