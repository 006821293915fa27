"""The judge's orders of the vote: counts, questions, the ghost, an alibi, a hand that was taken away."""

from __future__ import annotations

from nightbox.game import day, reveal
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    AlibiEntered,
    FoulGiven,
    GhostChose,
    RaiseAsked,
    RaiseCounted,
    RemovalEntered,
    TellAsked,
    VoteCancelled,
    VotesCounted,
)
from nightbox.game.programme import tally
from nightbox.game.public import numbers_of
from nightbox.game.rulings import ENTRY, Memory, Refused, Result
from nightbox.units import Ms


def count(draft: Draft, hands: int, at: Ms) -> Result:
    """So many hands against the candidate whose window is open or was open last."""
    rules, p = draft.tempo.rules, draft.public
    ballot, seat = p.ballot, int(p.item.rpartition(":")[2])
    assert ballot is not None
    most = len(tally.voters(rules, p, ballot))
    if hands > most:
        return Refused(f"голосов всего {most}")
    if hands > (free := tally.left(rules, p, ballot, seat)):
        return Refused(f"осталось голосов: {free}")
    if hands < free and tally.takes_the_rest(rules, p, ballot, seat):
        return Refused(f"молчавшие — против последнего: голосов {free}; другой счёт — UNDO")
    draft.put(VotesCounted(seat, hands), TellAsked(tally.told(rules, hands), at + day.TOLD_AFTER))
    return ENTRY


def raise_count(draft: Draft, hands: int, at: Ms) -> Result:
    """So many hands for raising all who are tied."""
    rules, p = draft.tempo.rules, draft.public
    assert p.ballot is not None
    most = len(tally.voters(rules, p, p.ballot))
    if hands > most:
        return Refused(f"голосов всего {most}")
    draft.put(RaiseCounted(hands), TellAsked(tally.told(rules, hands), at + day.TOLD_AFTER))
    return ENTRY


def next_candidate(draft: Draft, at: Ms) -> Result:
    p = draft.public
    if p.ballot is None or p.ballot.count(int(p.item.rpartition(":")[2])) is None:
        return Refused("введите число голосов; ни одного — MISS")
    return _counted_out(draft, at)


def cancel(draft: Draft, at: Ms, memory: Memory) -> Result:
    """The judge holds no vote today; asked twice."""
    p = draft.public
    if memory.warned != "cancel_vote":
        return Refused("ещё раз — и голосование не проводится", "cancel_vote")
    draft.put(VoteCancelled(p.day), *tally.counted(draft.tempo.rules, p, tally.OVER, at))
    return day.go_on(draft, at)


def allow(draft: Draft, yes: bool, at: Ms) -> Result:
    """Whether the question of raising all may be put: the judge's word on FSM 7.11, never computed from roles."""
    draft.put(RaiseAsked(int(yes)))
    return day.go_on(draft, at)


def raise_next(draft: Draft, at: Ms) -> Result:
    """The question is answered: by the count that stands, or with yes where none was entered."""
    ballot = draft.public.ballot
    assert ballot is not None
    if draft.public.doing == "wait" and ballot.raised < 0:
        draft.put(RaiseCounted(tally.UNCOUNTED))
    return _counted_out(draft, at)


def _counted_out(draft: Draft, at: Ms) -> Result:
    """On to what follows a window: not before it is closed, since everybody has the same time for his hand."""
    return day.go_on(draft, at) if draft.public.doing == "wait" else Refused("руки ещё считают: дождитесь слов голоса")


def ghost(draft: Draft, seat: int) -> Result:
    p = draft.public
    assert p.ballot is not None
    if seat not in p.ballot.seats:
        return Refused(f"призрак выбирает из {' '.join(map(str, p.ballot.seats))}")
    draft.put(GhostChose(seat))
    return ENTRY


def ghost_next(draft: Draft, at: Ms) -> Result:
    return day.go_on(draft, at) if draft.public.ghost_choice else Refused("призрак ещё не выбрал")


def alibi(draft: Draft, seat: int) -> Result:
    """Who of those voted out stays; 0: nobody. What is entered here replaces what the night's record says."""
    p = draft.public
    if seat and (p.ended is None or seat not in numbers_of(p.ended.seats)):
        return Refused(f"игрок {seat} не уходит по голосованию")
    draft.put(AlibiEntered(p.day, seat))
    return ENTRY


def withdrawn(draft: Draft, seat: int) -> Result:
    """A hand was taken off the table during the vote (4MAFIA 2.3.11, FSM L81, city: removal, M9 L37: free)."""
    rules = draft.tempo.rules
    match rules.vote.withdrawn if rules.vote else "foul":
        case "removal":
            draft.put(FoulGiven(seat, "removal"), RemovalEntered(seat))
        case "spared" if reveal.most_fouls(rules, draft.state.ledger, seat) >= rules.fouls_out - 1:
            draft.put(FoulGiven(seat, "technical"))
        case _:
            draft.put(FoulGiven(seat, "foul"))
    return ENTRY
