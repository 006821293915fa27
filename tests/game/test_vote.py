"""The vote: who is voted on, the windows, the counts, and what comes of them (FSM L71-85; 3.8, decisions 23-25)."""

from dataclasses import replace

import pytest
from by_day import RULES, circle, first_circle, go, hands, killed_word, moved, night, settled, speech, table_of, voting
from playing import assert_folds, facts, public, run_until, spoken, voices

from nightbox.game.commands import CorrectTable
from nightbox.game.facts import GapBegan, PlayerVotedOut, VoteCancelled, VoteEnded, VotesCounted
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS


def how(table: Table) -> str:
    ended = public(table).ended
    return ended.how if ended else ""


def counts(table: Table) -> dict[int, int]:
    ballot = public(table).ballot
    return dict(ballot.counts) if ballot else {}


def at_count(*seats: int) -> Table:
    """The count of the first of these candidates is waited for."""
    return moved(voting(*seats), f"count:1:{seats[0]}", "wait")


# --- windows ----------------------------------------------------------------------------------------------------


def test_the_window_is_a_second_and_a_half_from_the_end_of_the_call() -> None:
    table = voting(3, 5)
    go(table, "NEXT")
    settled(table)
    call = next(event for event in voices(table) if event.value == "vote_against_3")
    stop = next(event for event in voices(table) if event.value == "stop")
    assert stop.at - call.at == LENGTHS["vote_against_3"] + 1500


def test_every_candidate_has_the_same_window_however_soon_the_count_is_entered() -> None:
    table = voting(3, 5, 7)
    for seat, key in ((3, "2"), (5, "MISS"), (7, "8")):
        go(table, "NEXT")
        run_until(table, f"window:1:{seat}", "gap")
        table.press(key, at=table.now + 100)
        settled(table)
    windows = [fact.until for fact in facts(table, GapBegan) if isinstance(fact, GapBegan)]
    stops = [event.at for event in voices(table) if event.value == "stop"]
    assert stops == windows[-3:] and len(stops) == 3
    assert counts(table) == {3: 2, 5: 0, 7: 8}


@pytest.mark.parametrize("item", ["window:1:3", "close:1:3"])
def test_next_does_not_cut_a_window_short_though_its_count_is_entered(item: str) -> None:
    table = voting(3, 5)
    go(table, "NEXT")
    run_until(table, item)
    table.press("4")
    table.run_to(table.now + 1000 if item.startswith("window") else table.now)
    assert table.press("NEXT", at=table.now + 200).answer == "refused"
    assert public(table).item == item
    settled(table)
    assert go(table, "NEXT").answer == "accepted"


def test_a_count_during_the_call_is_too_soon() -> None:
    table = voting(3, 5)
    go(table, "NEXT")
    assert public(table).item == "call:1:3"
    assert table.press("4", at=table.now + 100).answer == "refused"


# --- counts -----------------------------------------------------------------------------------------------------


def test_a_count_is_told_seven_tenths_of_a_second_later_unless_it_is_replaced() -> None:
    table = at_count(3, 5)
    table.press("4", at=table.now + 2000)
    table.press("6", at=table.now + 600)
    replaced = table.now
    table.run_to(table.now + 5000)
    said = [event for event in voices(table) if event.value.startswith("votes_")]
    assert [(event.at - replaced, event.value) for event in said] == [(700, "votes_6")]
    assert counts(table) == {3: 6}


def test_a_count_that_was_told_is_replaced_and_told_anew() -> None:
    table = at_count(3, 5)
    for key in ("4", "6"):
        table.press(key, at=table.now + 2000)
        table.run_to(table.now + 5000)
    assert [line for line in spoken(table) if line.startswith("votes_")] == ["votes_4", "votes_6"]
    assert counts(table) == {3: 6}


def test_a_count_that_is_entered_while_the_voice_closes_the_window_is_told_when_that_has_ended() -> None:
    table = voting(3, 5)
    go(table, "NEXT")
    run_until(table, "close:1:3", "line")
    began = table.now
    table.press("4", at=table.now + 100)
    settled(table)
    table.run_to(table.now + 5000)
    (told,) = [event for event in voices(table) if event.value == "votes_4"]
    assert told.at >= began + LENGTHS["stop"]


def test_more_hands_than_players_are_refused_and_ten_are_not() -> None:
    table = at_count(3, 5)
    refused = table.press("FN+1")
    assert (refused.answer, refused.why) == ("refused", "голосов всего 10")
    assert table.press("10").answer == "accepted"


def test_at_a_table_of_twelve_fn_and_two_are_twelve_hands() -> None:
    roles = (replace(RULES.roles[0], count=8), *RULES.roles[1:])
    twelve = replace(RULES, seats=(12, 12), roles=roles)
    deck = ("sheriff", "mafia", "mafia", "don", *("civilian",) * 8)
    table = moved(voting(3, 5, deck=deck, rules=twelve), "count:1:3", "wait")
    assert table.press("FN+2").answer == "accepted"
    assert counts(table) == {3: 12}


def test_hands_that_were_up_already_are_not_counted_again() -> None:
    table = at_count(3, 5, 7)
    table.press("6")
    go(table, "NEXT")
    settled(table)
    refused = table.press("5")
    assert (refused.answer, refused.why) == ("refused", "осталось голосов: 4")


def test_the_next_candidate_is_not_called_before_the_count() -> None:
    table = at_count(3, 5)
    refused = table.press("NEXT", at=table.now + 3000)
    assert (refused.answer, refused.why) == ("refused", "введите число голосов; ни одного — MISS")


def test_the_rest_of_the_votes_goes_to_the_last_candidate_and_is_told() -> None:
    table = at_count(3, 5, 7)
    for key in ("4", "MISS"):
        table.press(key)
        go(table, "NEXT")
        settled(table)
    table.run_to(table.now + 5000)
    assert counts(table) == {3: 4, 5: 0, 7: 6}
    assert spoken(table)[-3:] == ["stop", "remaining_votes", "votes_6"]


def test_the_last_candidate_cannot_have_fewer_than_the_rest() -> None:
    table = at_count(3, 5)
    table.press("4")
    go(table, "NEXT")
    settled(table)
    refused = table.press("5")
    assert (refused.answer, refused.why) == ("refused", "молчавшие — против последнего: голосов 6; другой счёт — UNDO")
    assert table.press("6").answer == "accepted"
    assert counts(table) == {3: 4, 5: 6}


def test_the_single_candidate_of_a_later_day_has_all_votes() -> None:
    table = hands(circle(table_of(9), {3: 7}))
    assert facts(table, VotesCounted)[-1] == VotesCounted(7, 9)
    assert how(table) == "leaves"


def test_undo_takes_a_count_back_and_next_waits_again() -> None:
    table = at_count(3, 5)
    table.press("4")
    table.run_to(table.now + 3000)
    assert table.press("UNDO").answer == "accepted"
    assert counts(table) == {}
    assert table.press("NEXT", at=table.now + 1100).answer == "refused"


# --- what comes of it -------------------------------------------------------------------------------------------


def test_who_has_most_votes_leaves_and_has_a_minute() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5, 6: 7}), 2, 4)
    assert facts(table, PlayerVotedOut) == [PlayerVotedOut(2, 5)]
    assert public(table).item == "speech_5"
    assert public(table).until - table.now == 60_000
    assert spoken(table)[-2:] == ["leaves_5", "final_minute_5"]


def test_the_vote_of_a_whole_day_is_a_fact() -> None:
    table = hands(voting(3, 5, 7), 2, 5)
    assert facts(table, VotesCounted) == [VotesCounted(3, 2), VotesCounted(5, 5), VotesCounted(7, 3)]
    assert facts(table, VoteEnded) == [VoteEnded(1, "leaves", "5")]
    assert_folds(table)


def test_a_vote_that_the_judge_does_not_hold_is_asked_for_twice() -> None:
    table = voting(3, 5)
    assert table.press("MISS", at=table.now + 1100).answer == "refused"
    assert table.press("MISS", at=table.now + 1100).answer == "accepted"
    settled(table)
    assert (public(table).item, how(table), spoken(table)[-1]) == ("evening", "cancelled", "no_vote")


# --- removals ---------------------------------------------------------------------------------------------------


def removed(table: Table, seat: int) -> Table:
    table.press(f"FOUL+{seat}", at=table.now + 300)
    assert table.press(f"FOUL+{seat}+NEXT", at=table.now + 300).answer == "accepted"
    return table


def test_a_removal_before_the_vote_stops_it() -> None:
    table = first_circle()
    speech(table, 2)
    table.press("5", at=table.now + 1000)
    speech(table, 4)
    table.press("6", at=table.now + 1000)
    circle(removed(table, 9))
    assert (public(table).item, how(table)) == ("evening", "cancelled")
    assert "removed_9" in spoken(table) and spoken(table)[-1] == "no_vote"
    assert facts(table, VoteCancelled) == [VoteCancelled(1)]


def test_a_removal_by_the_last_speaker_is_told_before_the_vote() -> None:
    table = speech(first_circle(), 2)
    table.press("5", at=table.now + 1000)
    removed(speech(table, 10), 10)
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-2:] == ["removed_10", "no_vote"]


def test_a_removal_between_two_candidates_stops_the_vote_at_once() -> None:
    table = at_count(3, 5)
    table.press("4")
    removed(table, 8)
    go(table, "NEXT")
    settled(table)
    assert (public(table).item, how(table)) == ("evening", "cancelled")
    assert spoken(table)[-2:] == ["removed_8", "vote_stopped"]
    assert "vote_against_5" not in spoken(table)
    assert public(table).alive == (1, 2, 3, 4, 5, 6, 7, 9, 10)


def test_a_removal_while_the_last_count_is_open_stops_the_vote() -> None:
    table = at_count(3, 5)
    table.press("4")
    go(table, "NEXT")
    run_until(table, "window:1:5", "gap")
    removed(table, 8)
    settled(table)
    go(table, "NEXT")
    settled(table)
    assert (public(table).item, how(table)) == ("evening", "cancelled")


def test_a_removal_after_the_result_stops_tomorrows_vote() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    assert public(table).item == "speech_3"
    removed(table, 8)
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "evening"
    assert spoken(table)[-2:] == ["removed_8", "no_vote_tomorrow"]
    night(table)
    circle(table, {4: 5, 5: 6})
    assert (public(table).item, how(table), spoken(table)[-1]) == ("evening", "cancelled", "no_vote")
    night(table)
    circle(table, {4: 5, 5: 6})
    assert public(table).item == "vote:1"


def test_a_removal_in_the_evening_without_a_vote_is_todays_vote_that_was_not_held() -> None:
    table = circle(first_circle())
    removed(table, 8)
    go(table, "NEXT")
    settled(table)
    assert spoken(table)[-1] == "removed_8"
    night(table)
    circle(table, {4: 5, 5: 6})
    assert public(table).item == "vote:1"


def test_a_removal_by_night_stops_the_vote_of_the_day_that_comes() -> None:
    table = circle(first_circle())
    go(table, "NEXT")
    table.rest()
    table.press("NEXT", at=table.now + 3000)
    run_until(table, "shot", "slot")
    removed(table, 8)
    table.rest()
    table.press("MISS", at=table.now + 3000)
    go(table, "NEXT")
    settled(table)
    circle(table, {3: 5, 5: 6})
    assert (public(table).item, how(table)) == ("evening", "cancelled")


def test_the_killed_may_be_removed_in_his_minute_and_the_vote_is_held() -> None:
    table = killed_word(7)
    for _ in range(4):
        table.press("FOUL+7", at=table.now + 500)
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "circle"
    assert "removed_7" not in spoken(table)
    circle(table, {2: 5, 4: 6})
    assert public(table).item == "vote:1"


def test_the_leaving_may_be_removed_in_his_minute_and_tomorrows_vote_is_held() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    removed(table, 3)
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "evening"
    assert facts(table, VoteCancelled) == []
    night(table)
    circle(table, {4: 5, 5: 6})
    assert public(table).item == "vote:1"


def test_a_fourth_foul_during_the_vote_removes_and_stops_it() -> None:
    table = speech(first_circle(), 2)
    for _ in range(3):
        table.press("FOUL+8", at=table.now + 500)
    table.press("5", at=table.now + 1000)
    speech(table, 4)
    table.press("6", at=table.now + 1000)
    circle(table)
    table.press("FOUL+8", at=table.now + 500)  # a foul before the ballot is a foul in the vote: withdrawn, and spared
    go(table, "NEXT")
    settled(table)
    assert 8 in public(table).alive and public(table).item == "count:1:5"
    assert table.referee.state.ledger.foul_count(8, "technical") == 1


def test_a_hand_off_the_table_is_a_foul_and_its_vote_counts() -> None:
    table = at_count(3, 5)
    table.press("4")
    table.press("FOUL+8")
    table.press("FOUL+8")
    assert table.referee.state.ledger.foul_count(8, "foul") == 2
    go(table, "NEXT")
    settled(table)
    go(table, "NEXT")
    assert counts(table) == {3: 4, 5: 6}


def test_a_second_hand_off_the_table_of_who_has_three_fouls_removes_him() -> None:
    table = speech(first_circle(), 2)
    for _ in range(3):
        table.press("FOUL+8", at=table.now + 500)
    table.press("5", at=table.now + 1000)
    speech(table, 4)
    table.press("6", at=table.now + 1000)
    circle(table)
    for _ in range(2):
        table.press("FOUL+8", at=table.now + 500)
    go(table, "NEXT")
    settled(table)
    assert 8 not in public(table).alive
    assert spoken(table)[-2:] == ["removed_8", "vote_stopped"]


# --- put right --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ["vote:1", "count:1:3"])
def test_a_candidate_who_is_taken_out_while_he_is_voted_on_is_passed_over(item: str) -> None:
    table = moved(voting(3, 5), item, "wait")
    assert table.give(CorrectTable("seat_out", 3)).answer == "accepted"
    if item.startswith("count"):
        table.press("MISS")
    go(table, "NEXT")
    settled(table)
    assert public(table).item == "count:1:5"
    assert counts(table)[5] == 9
    go(table, "NEXT")
    settled(table)
    assert how(table) == "leaves"


def test_who_was_removed_by_mistake_is_put_back_and_todays_vote_is_held() -> None:
    table = speech(first_circle(), 2)
    table.press("5", at=table.now + 1000)
    removed(table, 9)
    speech(table, 4)
    table.press("6", at=table.now + 1000)
    assert table.give(CorrectTable("seat_in", 9)).answer == "accepted"
    circle(table)
    assert public(table).item == "vote:1"


def test_who_was_removed_by_mistake_in_the_exits_is_put_back_and_tomorrows_vote_is_held() -> None:
    table = hands(circle(table_of(9), {2: 3, 4: 5}), 6)
    removed(table, 8)
    go(table, "NEXT")
    settled(table)
    assert table.give(CorrectTable("seat_in", 8)).answer == "accepted"
    night(table)
    circle(table, {4: 5, 5: 6})
    assert public(table).item == "vote:1"


def test_of_two_removed_the_vote_stays_off_when_one_is_put_back() -> None:
    table = speech(first_circle(), 2)
    table.press("5", at=table.now + 1000)
    removed(removed(table, 9), 8)
    speech(table, 4)
    table.press("6", at=table.now + 1000)
    table.give(CorrectTable("seat_in", 9))
    circle(table)
    assert (public(table).item, how(table)) == ("evening", "cancelled")
