"""How a day's vote is counted and what comes of it: the rules of a ballot, over the PUBLIC half alone.

Who held up a hand against whom is seen by the whole table: nothing here is a secret, and nothing here can see one.
"""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.game.facts import PublicFact, TellAsked, VoteBegan, VoteEnded, VotesCounted
from nightbox.game.programme.items import Reveal
from nightbox.game.public import Ballot, Public
from nightbox.game.ruleset import Ruleset, Vote
from nightbox.units import Ms

UNCOUNTED = 100
"""The count of a question that the judge has answered with yes without a number."""


OVER = Reveal("vote:over", "vote_over")
"""Where a vote that was begun is given up."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a round leads to. `how` is one of VoteEnded's words, or what is to be done first: "again" (a revote among
    `seats`), "ask" (whether the question may be put), "question", "ghost"."""

    how: str
    seats: tuple[int, ...] = ()


def voters(rules: Ruleset, p: Public, ballot: Ballot) -> tuple[int, ...]:
    """Who has a vote in this round: the living, but not the tied (city) nor who lost the right by fouls."""
    barred = {seat for seat, right in p.rights if right == "no_vote"}
    if ballot.round > 1 and not _vote(rules).tied_vote:
        barred |= set(ballot.seats)
    return tuple(seat for seat in p.alive if seat not in barred)


def candidates(p: Public, ballot: Ballot) -> tuple[int, ...]:
    """Who can still be voted out in this round: a removed candidate is passed over."""
    return tuple(seat for seat in ballot.seats if seat in p.alive)


def left(rules: Ruleset, p: Public, ballot: Ballot, seat: int) -> int:
    """How many votes the other candidates have left for `seat`."""
    given = sum(count for other, count in ballot.counts if other != seat)
    return max(0, len(voters(rules, p, ballot)) - given)


def takes_the_rest(rules: Ruleset, p: Public, ballot: Ballot, seat: int) -> bool:
    """Whether the votes of the silent go to `seat`, as the last candidate (4MAFIA 2.3.10, FSM L79, M9 L35)."""
    return _vote(rules).silent == "last" and candidates(p, ballot)[-1:] == (seat,)


def certain(rules: Ruleset, p: Public) -> bool:
    """Whether the running round's result can no longer change: one candidate is ahead of all that can still come."""
    ballot = p.ballot
    if ballot is None:
        return False
    if p.ended is not None:
        return True
    counts = {seat: ballot.count(seat) or 0 for seat in candidates(p, ballot)}
    to_come = len(voters(rules, p, ballot)) - sum(counts.values())
    best = sorted(counts.values(), reverse=True)
    return bool(best) and best[0] > (best[1] if len(best) > 1 else 0) + to_come


def tally(rules: Ruleset, p: Public) -> Tally:
    """What the running round leads to, when all its candidates are counted."""
    vote, ballot = _vote(rules), p.ballot
    assert ballot is not None
    standing = candidates(p, ballot)
    counts = {seat: ballot.count(seat) or 0 for seat in standing}
    most = max(counts.values(), default=0)
    leaders = tuple(seat for seat in standing if counts[seat] == most)
    if most == 0:
        return Tally("nobody")
    if len(leaders) == 1:
        return Tally("leaves", leaders)
    if p.day == 1 and vote.first_split and len(leaders) > vote.first_split:
        return Tally("split", leaders)
    if ballot.round == 1 or set(leaders) != set(ballot.seats):
        return Tally("again", leaders)
    return _second_tie(rules, p, ballot, leaders)


def _second_tie(rules: Ruleset, p: Public, ballot: Ballot, tied: tuple[int, ...]) -> Tally:
    """The same seats are tied once more (4MAFIA 2.3.14, FSM L93 and 7.11, M9 L39)."""
    vote = _vote(rules)
    if vote.again == "ghost":
        if not p.ghost:
            return Tally("all_stay", tied)
        return Tally("leaves", (p.ghost_choice,)) if p.ghost_choice in tied else Tally("ghost", tied)
    if vote.again == "listed" and (refused := _listed(vote, p, ballot, len(tied))):
        return Tally(refused, tied)
    if ballot.raised < 0:
        return Tally("question", tied)
    yes = ballot.raised == UNCOUNTED or 2 * ballot.raised > len(voters(rules, p, ballot))
    return Tally("all_leave" if yes else "all_stay", tied)


def _listed(vote: Vote, p: Public, ballot: Ballot, tied: int) -> str:
    """Why the question of raising all is not put at once, or "" when it is (FSM 7.11, 7.8; 3.8, decision 24)."""
    pair = (len(p.alive), tied)
    if pair in vote.raises and tied < len(p.alive):
        return ""
    if pair not in vote.asked or ballot.allowed == 0:
        return "all_stay"
    return "" if ballot.allowed == 1 else "ask"


def cancelled_by(rules: Ruleset, p: Public, seat: int) -> int | None:
    """The day whose vote is not held because `seat` is removed now, or None (4MAFIA 2.3.15-16, FSM 7.1-7.2)."""
    vote = rules.vote
    if vote is None or vote.removal == "none" or seat in (p.killed or ()) or seat in p.leaving:
        return None
    over = p.ended is not None and p.ended.how not in ("none", "single", "cancelled")
    held = over or p.part in ("exits", "evening")
    if vote.removal == "today":
        return None if held or certain(rules, p) else p.day
    return p.day + 1 if over else p.day


def opening(rules: Ruleset, p: Public) -> Tally:
    """Whether the day's vote is held at all: "held" with its candidates, or the word by which it ends."""
    if p.day in p.no_vote:
        return Tally("cancelled")
    if not p.nominees:
        return Tally("none")
    if len(p.nominees) == 1 and p.day == 1 and _vote(rules).single:
        return Tally("single", p.nominees)
    return Tally("held", p.nominees)


def counted(rules: Ruleset, p: Public, item: Reveal, at: Ms) -> tuple[PublicFact, ...]:
    """What the programme's item `item` makes of the vote: a ballot, the votes of the silent, the end."""
    match item.what:
        case "vote_open":
            now = opening(rules, p)
            return (_begun(rules, p, 1, now.seats),) if now.how == "held" else (_ended(p, now),)
        case "rest":
            ballot, seat = p.ballot, int(item.id.rpartition(":")[2])
            if ballot is None or ballot.count(seat) is not None:
                return ()
            count = left(rules, p, ballot, seat)
            return VotesCounted(seat, count), TellAsked(told(rules, count), at)
        case "vote_over":
            return (_ended(p, Tally("cancelled")),)
        case _:
            now, ballot = tally(rules, p), p.ballot
            assert ballot is not None
            if now.how == "again":
                return (_begun(rules, p, ballot.round + 1, now.seats),)
            return () if now.how in ("ask", "question", "ghost") else (_ended(p, now),)


def told(rules: Ruleset, count: int) -> str:
    """What is said of a count: so many votes, and that hands may be taken away (city)."""
    vote = _vote(rules)
    return " ".join(line for line in (f"{vote.votes}_{count}", vote.counted) if line)


def _begun(rules: Ruleset, p: Public, number: int, seats: tuple[int, ...]) -> VoteBegan:
    ballot = Ballot(number, seats, 0)
    return VoteBegan(p.day, number, " ".join(map(str, seats)), len(voters(rules, p, ballot)))


def _ended(p: Public, now: Tally) -> VoteEnded:
    return VoteEnded(p.day, now.how, " ".join(map(str, now.seats)))


def _vote(rules: Ruleset) -> Vote:
    assert rules.vote is not None
    return rules.vote
