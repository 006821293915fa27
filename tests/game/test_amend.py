"""What is written beside the game: who may write what and when, what is refused, and that no UNDO reaches it."""

from __future__ import annotations

from random import Random

import pytest
from playing import facts, fresh, ledger, public

from nightbox.game.abilities import answer
from nightbox.game.commands import (
    Amend,
    AmendResult,
    EnterRole,
    GiveMark,
    GivePenalty,
    GivePoints,
    GiveReason,
    NamePlayer,
    RecordShooters,
    RecordVotes,
)
from nightbox.game.facts import FoulGiven, NominationMade, PlayerNamed, SeatVoted, VoteBegan, VotesCounted
from nightbox.game.ledger import Record
from nightbox.game.public import Public
from nightbox.game.rounds import Round, refused, rounds
from nightbox.game.state import State, fold
from nightbox.rules.loader import load
from nightbox.testing.legal import LegalJudge, dealt
from nightbox.testing.table import Table

WHOLE = load("fsm")


def running() -> Table:
    """The meeting has begun."""
    t = fresh()
    t.press("NEXT")
    t.rest()
    return t


def played(seed: int = 2, deal: bool = False) -> Table:
    """A game that is over. Without roles the judge has named the winner."""
    t = Table(WHOLE, {})
    LegalJudge(t, seed, Random(seed), dealt(WHOLE, Random(seed)) if deal else None, most_nights=2).play()
    assert public(t).over
    return t


def give(t: Table, command: Amend | EnterRole) -> str:
    """"" when it was accepted, the reason when not; a refusal changes nothing."""
    before, entries = t.referee.state, len(t.journal)
    outcome = t.give(command)
    if outcome.answer == "refused":
        assert t.referee.state == before and len(t.journal) == entries
        return outcome.why
    assert fold(t.seats, t.journal) == t.referee.state
    return ""


# --- names, marks, reasons ----------------------------------------------------------------------------------------


def test_a_name_stands_until_another_one_comes_and_none_forgets_it() -> None:
    t = running()
    assert give(t, NamePlayer(3, "  Старый   волк ")) == ""
    assert ledger(t).name_of(3) == "Старый волк"
    give(t, NamePlayer(3, "Лиса"))
    assert ledger(t).names == ((3, "Лиса"),)
    give(t, NamePlayer(3, ""))
    assert ledger(t).names == ()


def test_two_seats_do_not_have_one_name() -> None:
    t = running()
    give(t, NamePlayer(3, "Лиса"))
    assert "уже на месте 3" in give(t, NamePlayer(4, "лиса"))
    assert give(t, NamePlayer(3, "лиса")) == ""


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (NamePlayer(11, "Лиса"), "нет места 11"),
        (NamePlayer(3, "Л" * 41), "длиннее"),
        (NamePlayer(3, "Ли\u202eса"), "нельзя напечатать"),
        (GiveMark(3, "slept", 1), "нет отметки slept; есть: critical"),
        (GiveMark(3, "did_not_wake", 21), "не число"),
        (RecordShooters(1, ((3, 4),)), "ночи 1"),
        (RecordVotes(1, 1, ((3, 4),)), "тура 1 дня 1 не было"),
        (GivePoints(3, "extra", 30, "за игру"), "когда игра окончена"),
        (GivePenalty(3, "foul"), "когда игра окончена"),
        (AmendResult("red", "ошибка"), "когда игра окончена"),
        (GiveReason(99, "6.6.3"), "записи 99 нет"),
        (GiveReason(2, "6.6.3"), "сделал не судья"),
    ],
)
def test_what_a_running_game_does_not_take_is_refused_with_the_reason(command: Amend, why: str) -> None:
    assert why in give(running(), command)


def test_nothing_is_written_before_the_game_begins() -> None:
    t = fresh()
    assert give(t, NamePlayer(3, "Лиса")) == "игра не идёт"
    assert t.journal == []


def test_undo_takes_the_judges_press_and_passes_by_what_is_written_beside_the_game() -> None:
    t = running()
    t.run_to(t.now + 3000)
    t.press("FOUL+3")
    give(t, NamePlayer(5, "Лиса"))
    give(t, GiveMark(5, "declared"))
    assert t.press("UNDO").answer == "accepted"
    assert ledger(t).fouls == () and ledger(t).names == ((5, "Лиса"),) and ledger(t).marks


def test_a_mark_counts_and_nought_takes_it_off() -> None:
    t = running()
    give(t, GiveMark(3, "rolled_back", 2))
    assert [(m.seat, m.on) for m in ledger(t).marks] == [(3, 2)]
    give(t, GiveMark(3, "rolled_back", 0))
    assert ledger(t).marks == ()


def test_a_reason_goes_to_an_entry_of_the_judges_that_stands() -> None:
    t = running()
    t.run_to(t.now + 3000)
    n = t.press("FOUL+3").n
    assert give(t, GiveReason(n, "6.6.3")) == ""
    t.press("UNDO")
    assert "отменена" in give(t, GiveReason(n, "6.6.3"))


def test_what_is_written_beside_the_game_neither_speaks_nor_moves_it() -> None:
    t = running()
    item, deadline, trace = public(t).item, t.referee.deadline, list(t.public_trace)
    give(t, NamePlayer(3, "Лиса"))
    give(t, GiveMark(3, "declared"))
    assert (public(t).item, t.referee.deadline, t.public_trace) == (item, deadline, trace)


# --- after the end ------------------------------------------------------------------------------------------------


def test_points_penalties_and_the_result_are_mended_when_the_game_is_over() -> None:
    t = played()
    assert give(t, GivePoints(3, "extra", 30, "держал стол")) == ""
    assert give(t, GivePoints(3, "extra", -25, "пересмотрено")) == ""
    assert [(p.kind, p.hundredths) for p in ledger(t).points] == [("extra", -25)]
    assert give(t, GivePoints(3, "extra", 0)) == "" and ledger(t).points == ()
    assert give(t, AmendResult("annulled", "видел карту")) == ""
    assert give(t, AmendResult("red", "жалоба отклонена")) == ""
    assert ledger(t).amended and ledger(t).amended.result == "red"


def test_a_penalty_after_the_end_goes_to_anybody_and_keeps_its_reason() -> None:
    t = played()
    out = public(t).exits[0].seat
    assert give(t, GivePenalty(out, "technical", "6.6.3")) == ""
    assert give(t, GivePenalty(out, "removal")) == ""
    assert [f.kind for f in ledger(t).fouls if f.seat == out][-2:] == ["technical", "removal"]
    assert out in ledger(t).removals
    (reason,) = ledger(t).reasons
    assert FoulGiven(out, "technical") in t.journal[reason.entry - 1].facts and reason.reason == "6.6.3"
    assert "уже удалён" in give(t, GivePenalty(out, "removal"))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (GivePoints(3, "beauty", 30, "за красоту"), "нет баллов вида beauty"),
        (GivePoints(3, "extra", 30, " "), "нужна причина"),
        (GivePoints(3, "extra", 5000, "за всё"), "не больше 10"),
        (GivePenalty(3, "slap"), "нет фола slap"),
        (GivePenalty(0, "foul"), "нет места 0"),
        (AmendResult("rde", "ошибка"), "нет исхода rde; есть: red"),
        (AmendResult("red", ""), "нужна причина"),
        (AmendResult("red", "ы" * 301), "причина длиннее"),
    ],
)
def test_what_a_finished_game_does_not_take_is_refused_with_the_reason(command: Amend, why: str) -> None:
    assert why in give(played(), command)


def test_rules_without_technical_fouls_take_none_after_the_end() -> None:
    t = played()
    t.referee.tempo = type(t.tempo)(load("fsm", options={"fouls.technicals_out": 0}), {})
    assert "технических фолов нет" in give(t, GivePenalty(3, "technical"))


# --- shots by shooter ---------------------------------------------------------------------------------------------


def test_each_blacks_own_shot_is_kept_by_night() -> None:
    t = played()
    blacks = [seat for seat in public(t).alive][:2]
    assert give(t, RecordShooters(1, ((blacks[0], 4), (blacks[1], 0)))) == ""
    assert give(t, RecordShooters(1, ((blacks[1], -1),))) == ""
    assert ledger(t).own_shot(1, blacks[0]) == 4 and ledger(t).own_shot(1, blacks[1]) == -1


def test_who_is_red_or_was_out_has_shot_at_nobody() -> None:
    t = played(deal=True)
    voted = next(exit for exit in public(t).exits if exit.how == "voted" and exit.number == 1)
    red = next(seat for seat, role in ledger(t).roles if role == "civilian" and seat != voted.seat)
    assert "не стрелял с мафией" in give(t, RecordShooters(1, ((red, 4),)))
    give(t, EnterRole(voted.seat, "mafia"))
    assert "вышел раньше ночи 1" in give(t, RecordShooters(1, ((voted.seat, 4),)))


def test_a_shot_is_told_once_and_at_a_seat_that_is_there() -> None:
    t = played()
    seat = public(t).alive[0]
    assert "назван дважды" in give(t, RecordShooters(1, ((seat, 4), (seat, 5))))
    assert "нет места 14" in give(t, RecordShooters(1, ((seat, 14),)))
    assert "ни одного выстрела" in give(t, RecordShooters(1, ()))


def test_the_dons_own_shot_and_not_the_result_bans_his_check() -> None:
    t = fresh()
    t.press("NEXT")
    give(t, EnterRole(4, "don"))
    own = ledger(t)
    shot, check = Record(1, "shot", "shot", (7,)), Record(1, "don_check", "check", (7,))
    entered = type(own)(roles=own.roles, records=(shot, check))
    assert answer(WHOLE, State(Public(10), entered), check) == "banned"
    missed = played()
    give(missed, RecordShooters(1, ((public(missed).alive[0], 2),)))
    apart = type(own)(
        roles=((public(missed).alive[0], "don"),), records=(shot, check), shooters=ledger(missed).shooters
    )
    assert answer(WHOLE, State(Public(10), apart), check) == "unknown"
    his = Record(1, "don_check", "check", (2,))
    assert answer(WHOLE, State(Public(10), apart), his) == "banned"


# --- votes by seat ------------------------------------------------------------------------------------------------


def a_round(t: Table) -> Round:
    """The first round in which the first candidate and the last one had hands against them."""
    for one in rounds(WHOLE, t.seats, t.journal).values():
        first, last = one.ballot.seats[0], one.ballot.seats[-1]
        if first != last and one.ballot.count(first) and one.ballot.count(last):
            return one
    raise AssertionError("this game has no such round")


def hands(one: Round) -> tuple[tuple[int, int], ...]:
    """Votes by seat that give what was counted."""
    against = [seat for seat, count in one.ballot.counts for _ in range(count)]
    return tuple(zip(one.voters, against, strict=False))


def test_votes_by_seat_that_give_the_count_are_kept_and_replaced_whole() -> None:
    t = played(seed=4)
    one = a_round(t)
    assert give(t, RecordVotes(one.day, one.ballot.round, hands(one))) == ""
    swapped = tuple(zip(reversed(one.voters), (seat for _, seat in hands(one)), strict=False))
    assert give(t, RecordVotes(one.day, one.ballot.round, swapped)) == ""
    kept = {v.voter: v.seat for v in ledger(t).seat_votes if (v.day, v.round) == (one.day, one.ballot.round)}
    assert kept == dict(swapped)
    assert len(facts(t, SeatVoted)) == 2 * len(swapped)


def test_who_is_left_out_of_a_later_record_has_voted_against_nobody() -> None:
    t = played(seed=4)
    one = a_round(t)
    last = one.ballot.seats[-1]
    all_hands = hands(one)
    assert give(t, RecordVotes(one.day, one.ballot.round, all_hands)) == ""
    silent = tuple(vote for vote in all_hands if vote[1] != last)
    assert give(t, RecordVotes(one.day, one.ballot.round, silent)) == ""
    dropped = {v.voter for v in ledger(t).seat_votes if v.seat == 0}
    assert dropped == {voter for voter, seat in all_hands if seat == last} and dropped


def test_votes_that_do_not_add_up_are_refused() -> None:
    t = played(seed=4)
    one = a_round(t)
    day, number, all_hands = one.day, one.ballot.round, hands(one)
    first = one.ballot.seats[0]
    stranger = next(seat for seat in range(1, 11) if seat not in one.ballot.seats)
    turned = tuple((voter, first) for voter, _ in all_hands)
    short = [vote for vote in all_hands if vote[1] == first][1:] + [vote for vote in all_hands if vote[1] != first]
    for votes, why in (
        (tuple(short), "насчитано голосов"),
        (turned, "насчитано голосов"),
        ((*all_hands, all_hands[0]), "назван дважды"),
        (((all_hands[0][0], stranger), *all_hands[1:]), "не выставлен"),
    ):
        assert why in give(t, RecordVotes(day, number, votes)), votes


def test_who_had_no_vote_is_not_recorded_with_one() -> None:
    t = played(seed=4)
    one = a_round(t)
    assert "не голосовал" in refused(WHOLE, one, ((12, one.ballot.seats[0]),))


def test_the_rounds_of_a_game_are_those_that_were_counted() -> None:
    t = played(seed=4)
    found = rounds(WHOLE, t.seats, t.journal)
    began = {(f.day, f.round) for f in facts(t, VoteBegan) if isinstance(f, VoteBegan)}
    assert set(found) == began and facts(t, VotesCounted) and facts(t, NominationMade)
    assert rounds(load("fsm", options={"day.run_by": "judge"}), t.seats, t.journal) == {}


def test_a_name_is_a_fact_with_a_cause_of_its_own() -> None:
    t = running()
    give(t, NamePlayer(3, "Лиса"))
    assert (t.journal[-1].cause, t.journal[-1].facts) == ("amendment", (PlayerNamed(3, "Лиса"),))
