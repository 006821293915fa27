"""What the protocol tells of a day: who spoke how long, who was put up, how the table voted, who left a protocol."""

from __future__ import annotations

import pytest
import stories
from made import HEADER

from nightbox.game.facts import (
    AlibiTold,
    BestMoveTaken,
    Entry,
    Fact,
    GameRecovered,
    GhostChose,
    GhostKept,
    NominationMade,
    NominationRepeated,
    PartBegan,
    Paused,
    PlayerKilled,
    PlayerVotedOut,
    ProtocolOffered,
    ProtocolTaken,
    RaiseAsked,
    RaiseCounted,
    Resumed,
    SpeechBegan,
    SpeechRuled,
    SpeechShifted,
    TimeUp,
    Undone,
    VoteBegan,
    VoteEnded,
    VotesCounted,
    WaitBegan,
)
from nightbox.record.paper import Protocol
from nightbox.record.paper_day import Count, Day
from nightbox.record.protocol import of_game, protocol, sheet

MORNING = (PartBegan("dusk", 1), PartBegan("night", 1), PartBegan("morning", 1), PartBegan("day", 1))


def told(*happened: tuple[int, Fact]) -> Day:
    """The day that these facts make, each at its second, from an entry of its own."""
    entries = [Entry(1, 0, "step", MORNING)]
    entries += [Entry(n, at * 1000, "step", (fact,)) for n, (at, fact) in enumerate(happened, 2)]
    return protocol(stories.WHOLE, HEADER, entries).days[-1]


@pytest.fixture(scope="module")
def whole() -> Protocol:
    return of_game(stories.game(stories.whole_story()))


# --- speeches ---------------------------------------------------------------------------------------------------


def test_a_speech_lasts_from_its_clock_to_the_judges_next() -> None:
    (one,) = told((10, SpeechRuled(3, "full")), (12, SpeechBegan("floor:3", 3, 72_000)), (47, WaitBegan("x"))).speeches
    assert (one.kind, one.seat, one.limit, one.began, one.lasted) == ("speech", 3, 60_000, 12_000, 35_000)


def test_a_pause_is_no_part_of_a_speech() -> None:
    (one,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)),
        (20, Paused(40_000)),
        (90, Resumed(130_000)),
        (100, WaitBegan("x")),
    ).speeches
    assert (one.lasted, one.shifted) == (30_000, 0)


def test_what_is_spoken_after_the_time_counts() -> None:
    (one,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)), (60, TimeUp("floor:3")), (71, WaitBegan("x"))
    ).speeches
    assert one.lasted == 71_000


def test_a_pause_after_the_time_was_up_keeps_what_was_spoken() -> None:
    (one,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)),
        (60, TimeUp("floor:3")),
        (65, Paused(-1)),
        (80, Resumed(-1)),
        (82, WaitBegan("x")),
    ).speeches
    assert one.lasted == 67_000


def test_seconds_that_the_judge_gave_stand_beside_the_limit() -> None:
    (one,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)), (50, SpeechShifted(65_000)), (64, WaitBegan("x"))
    ).speeches
    assert (one.limit, one.shifted, one.lasted) == (60_000, 5000, 64_000)
    (held,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)), (50, Paused(10_000)), (55, SpeechShifted(5000)), (60, WaitBegan("x"))
    ).speeches
    assert (held.shifted, held.lasted) == (-5000, 50_000)


def test_a_next_that_was_undone_gives_the_time_back_that_it_had_left() -> None:
    entries = [
        Entry(1, 0, "step", MORNING),
        Entry(2, 0, "time", (SpeechBegan("floor:3", 3, 60_000),)),
        Entry(3, 20_000, "step", (WaitBegan("next"),)),
        Entry(4, 50_000, "undo", (Undone(3), Paused(40_000))),
        Entry(5, 60_000, "step", (Resumed(100_000),)),
        Entry(6, 70_000, "step", (WaitBegan("next"),)),
    ]
    (one,) = protocol(stories.WHOLE, HEADER, entries).days[-1].speeches
    assert one.lasted == 30_000


def test_a_power_cut_is_no_part_of_a_speech() -> None:
    (one,) = told(
        (0, SpeechBegan("floor:3", 3, 60_000)),
        (25, GameRecovered("floor:3", 35_000)),
        (300, Resumed(335_000)),
        (310, WaitBegan("x")),
    ).speeches
    assert one.lasted == 35_000


def test_a_speech_that_nobody_ended_has_no_length() -> None:
    (one,) = told((0, SpeechBegan("floor:3", 3, 60_000))).speeches
    assert one.lasted is None


def test_who_may_not_speak_keeps_his_place_in_the_order() -> None:
    day = told((0, SpeechRuled(3, "mute")), (5, SpeechRuled(4, "half")), (6, SpeechBegan("floor:4", 4, 36_000)))
    assert [(s.seat, s.right, s.began) for s in day.speeches] == [(3, "mute", None), (4, "half", 6000)]


def test_the_kinds_of_words_are_told_apart() -> None:
    items = {"intro:3": "introduction", "talk": "talk", "mono:3": "monologue", "golden:3": "golden",
             "tie:2:3": "tie", "speech_3": "last_word"}  # fmt: skip
    day = told(*((n, SpeechBegan(item, 3, 60_000)) for n, item in enumerate(items)))
    assert [one.kind for one in day.speeches] == list(items.values())


def test_the_introductions_are_a_day_before_the_first_night() -> None:
    entries = [
        Entry(1, 0, "step", (PartBegan("introductions", -1), SpeechBegan("intro:1", 1, 15_000))),
        Entry(2, 9000, "step", (PartBegan("dusk", 0),)),
    ]
    p = protocol(stories.WHOLE, HEADER, entries)
    assert [(day.number, day.speeches[0].lasted) for day in p.days] == [(0, 9000)]
    assert "ЗНАКОМСТВО" in sheet(p)


def test_the_last_word_before_nightfall_ends_with_it() -> None:
    (one,) = told((0, SpeechBegan("speech_3", 3, 60_000)), (33, PartBegan("dusk", 2))).speeches
    assert (one.kind, one.lasted) == ("last_word", 33_000)


# --- nominations and votes ----------------------------------------------------------------------------------------


def test_the_last_nomination_of_a_player_stands_and_a_repeated_one_is_told() -> None:
    day = told((1, NominationMade(2, 5)), (2, NominationMade(2, 6)), (9, NominationRepeated(3, 6)))
    assert [(n.by, n.seat, n.repeated) for n in day.nominations] == [(2, 6, False), (3, 6, True)]


def test_every_round_has_its_counts_and_the_last_count_stands() -> None:
    day = told(
        (0, VoteBegan(2, 1, "5 7", 8)),
        (1, VotesCounted(5, 3)),
        (2, VotesCounted(5, 4)),
        (3, VotesCounted(7, 4)),
        (9, VoteBegan(2, 2, "5 7", 8)),
        (10, VotesCounted(5, 4)),
    )
    assert [(b.round, b.voters, b.counts) for b in day.ballots] == [
        (1, 8, (Count(5, 4), Count(7, 4))),
        (2, 8, (Count(5, 4), Count(7, None))),
    ]


def test_the_questions_of_a_tie_stand_with_their_round() -> None:
    asked = told((0, VoteBegan(2, 2, "5 7", 8)), (1, RaiseAsked(1)), (2, RaiseCounted(5)))
    assert (asked.ballots[0].allowed, asked.ballots[0].raised) == (True, 5)
    agreed = told((0, VoteBegan(2, 2, "5 7", 8)), (2, RaiseCounted(100)))
    assert (agreed.ballots[0].allowed, agreed.ballots[0].raised) == (None, -1)


def test_the_ghosts_choice_stands_with_the_round_that_asked_for_it() -> None:
    day = told((0, VoteBegan(2, 1, "5 7", 8)), (1, VoteBegan(2, 2, "5 7", 8)), (2, GhostChose(7)))
    assert [ballot.ghost for ballot in day.ballots] == [0, 7]


def test_what_came_of_the_vote_names_those_whom_it_concerns() -> None:
    day = told((0, VoteBegan(2, 1, "5 7", 8)), (4, VoteEnded(2, "all_leave", "5 7")), (5, AlibiTold(2, 5)))
    assert day.vote and (day.vote.how, day.vote.seats, day.vote.at) == ("all_leave", (5, 7), 4000)
    assert day.alibi == (5,)


def test_a_ghost_that_is_kept_is_told_with_its_night() -> None:
    entries = [Entry(1, 0, "step", MORNING[:2]), Entry(2, 1, "reveal", (PlayerKilled(1, 3), GhostKept(1, 3)))]
    assert protocol(stories.WHOLE, HEADER, entries).nights[0].ghost == 3


def test_a_best_move_by_day_belongs_to_the_day_and_not_to_the_night() -> None:
    entries = [Entry(1, 0, "step", MORNING), Entry(2, 9, "reveal", (PlayerVotedOut(2, 6), BestMoveTaken(6, 1, 2, 0)))]
    p = protocol(stories.WHOLE, HEADER, entries)
    best = p.days[-1].best_move
    assert best and (best.seat, best.numbers, best.closed) == (6, (1, 2), True)
    assert p.nights[0].best_move is None


def test_a_protocol_that_was_taken_stands_with_who_left() -> None:
    entries = [
        Entry(1, 0, "step", MORNING),
        Entry(2, 9, "reveal", (PlayerKilled(1, 3), PlayerKilled(1, 4), PlayerKilled(1, 5))),
        Entry(3, 10, "step", (ProtocolOffered(3), ProtocolTaken(3, "closed"), ProtocolOffered(4))),
    ]
    assert [e.protocol for e in protocol(stories.WHOLE, HEADER, entries).exits] == ["closed", "offered", ""]


# --- a game that was played ---------------------------------------------------------------------------------------


def test_the_days_of_a_played_game_are_all_there(whole: Protocol) -> None:
    first, second = whole.days[0], whole.days[1]
    circle = [one for one in first.speeches if one.kind == "speech"]
    assert [one.seat for one in circle] == list(range(1, 11))
    assert all(one.limit == 60_000 and one.lasted and one.lasted >= 10_000 for one in circle)
    assert [(c.seat, c.hands) for ballot in first.ballots for c in ballot.counts] == [
        (6, 4), (8, 2), (3, 4), (6, 6), (3, 4),
    ]  # fmt: skip
    assert first.vote and (first.vote.how, first.vote.seats) == ("leaves", (6,))
    assert first.best_move and first.best_move.numbers == (1, 9, 2)
    half = next(one for one in second.speeches if one.seat == 8 and one.kind == "speech")
    assert (half.right, half.limit) == ("half", 30_000)
    assert next(e for e in whole.exits if e.seat == 4).protocol == "accepted"


def test_the_speaker_who_was_given_seconds_and_the_one_in_a_pause(whole: Protocol) -> None:
    seventh, fifth = (next(s for s in whole.days[0].speeches if s.seat == seat) for seat in (7, 5))
    assert seventh.shifted == 5000
    assert fifth.lasted is not None and fifth.lasted < 16_000
