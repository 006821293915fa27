"""Whole legal games of every shipped rule set, and what must be true of them, worked out anew from the facts alone.

The rules of a tally are written here a second time, by hand and for each club: the code under test is not asked.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from nightbox.game import facts as f
from nightbox.game.facts import Entry, Fact
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import fold, undone
from nightbox.rules.loader import shipped
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS

SETS = tuple(shipped())
SOAK = os.environ.get("NIGHTBOX_EXAMPLES") == "soak"


def played(name: str, seed: int) -> LegalJudge:
    """A game to its end; the judge knows the deal and the table."""
    rules = ready(name)
    deal = dealt(rules, Random(seed))
    judge = LegalJudge(Table(rules, LENGTHS, seats=len(deal)), seed, Random(f"secret {seed}"), deal)
    judge.play()
    return judge


def in_force(entries: list[Entry]) -> Iterator[Fact]:
    void = undone(entries)
    return (fact for entry in entries if entry.n not in void for fact in entry.facts)


# --- who leaves, and how often ----------------------------------------------------------------------------------


def assert_leaves_once(table: Table) -> None:
    """Killed or voted out once at most; removed once at most, and who is out already only in his night's morning."""
    out: dict[int, str] = {}
    night = 0
    for fact in in_force(table.journal):
        match fact:
            case f.PartBegan("dusk", n):
                night = n
            case f.PlayerKilled(n, seat):
                assert seat not in out, f"{seat} is killed, and was {out[seat]}"
                out[seat] = f"killed {n}"
            case f.PlayerVotedOut(day, seat):
                assert seat not in out and day == night + 1, f"{seat} is voted out on day {day}"
                out[seat] = f"voted {day}"
            case f.PlayerRemoved(seat):
                assert out.get(seat, f"killed {night}") == f"killed {night}", f"{seat} is removed, and was {out[seat]}"
                out[seat] = "removed"
    assert {exit.seat for exit in table.referee.state.public.exits} == set(out)
    assert len(table.referee.state.public.exits) == len(out)


# --- votes ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Round:
    seats: tuple[int, ...]
    voters: int
    alive: frozenset[int]
    counts: dict[int, int] = field(default_factory=dict)
    raised: int = -1
    allowed: int = -1


@dataclass(slots=True)
class Voted:
    """One day's vote as the facts tell it; `gone` left by removal while it ran, `off` are the days without a vote."""

    day: int
    nominees: tuple[int, ...]
    rounds: list[Round]
    how: str
    seats: tuple[int, ...]
    alive: frozenset[int]
    gone: frozenset[int]
    off: bool
    ghost: int
    choice: int


def votes(table: Table) -> Iterator[Voted]:
    alive, at_first = set(range(1, table.seats + 1)), frozenset[int]()
    rounds: list[Round] = []
    put_up: dict[int, int] = {}
    off: set[int] = set()
    day = ghost = choice = 0
    for fact in in_force(table.journal):
        match fact:
            case f.PartBegan("dusk", n):
                day, rounds, put_up, ghost, choice = n + 1, [], {}, 0, 0
            case f.PlayerKilled(_, seat) | f.PlayerVotedOut(_, seat) | f.PlayerRemoved(seat):
                alive.discard(seat)
            case f.GhostKept(_, seat):
                ghost = seat
            case f.NominationMade(by, seat):
                put_up.pop(by, None)
                put_up[by] = seat
            case f.VoteCancelled(cancelled):
                off.add(cancelled)
            case f.VoteBegan(_, number, seats, voters):
                assert number == len(rounds) + 1
                at_first = at_first if rounds else frozenset(alive)
                rounds.append(Round(_seats(seats), voters, frozenset(alive)))
            case f.VotesCounted(seat, count):
                rounds[-1].counts[seat] = count
            case f.RaiseAsked(allowed):
                rounds[-1].allowed = allowed
            case f.RaiseCounted(count):
                rounds[-1].raised = count
            case f.GhostChose(seat):
                choice = seat
            case f.VoteEnded(of, how, seats):
                assert of == day
                nominees = tuple(dict.fromkeys(seat for seat in put_up.values() if seat in (at_first or alive)))
                left, gone = frozenset(alive), at_first - alive if rounds else frozenset[int]()
                yield Voted(day, nominees, rounds, how, _seats(seats), left, gone, day in off, ghost, choice)
                at_first = frozenset()


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in text.split())


def assert_votes_add_up(name: str, voted: Voted) -> None:
    """No round has more votes than voters; where the silent vote goes to the last, a finished one has all of them."""
    for place, ballot in enumerate(voted.rounds):
        total = sum(ballot.counts.values())
        assert total <= ballot.voters, (voted.day, ballot)
        finished = place < len(voted.rounds) - 1 or voted.how != "cancelled"
        if finished and name != "city" and not voted.gone:
            assert total == ballot.voters == len(ballot.alive), (voted.day, ballot)


def assert_vote_ends_as_the_rules_say(name: str, voted: Voted) -> None:
    if voted.how == "cancelled":
        assert voted.off
        return
    if not voted.rounds:
        single = voted.day == 1 and len(voted.nominees) == 1 and name in ("fsm", "4mafia")
        assert (voted.how, single) in (("none", False), ("single", True))
        assert (voted.how == "none") == (not voted.nominees)
        return
    assert voted.rounds[0].seats == voted.nominees
    tied = voted.nominees
    for ballot, after in zip(voted.rounds, [*voted.rounds[1:], None], strict=True):
        assert ballot.seats == tied
        tied = _leaders(ballot, after.alive if after else voted.alive)
        if after:
            assert len(tied) > 1 and after.seats == tied, "a revote among others than the tied"
            first = ballot is voted.rounds[0]
            assert first or set(tied) != set(ballot.seats), "a third round of the same seats"
            assert not (name == "fsm" and voted.day == 1 and len(tied) > 2), "the first day has split over too many"
    assert (voted.how, voted.seats) == _expected(name, voted, tied)


def _leaders(ballot: Round, alive: frozenset[int]) -> tuple[int, ...]:
    counts = {seat: ballot.counts.get(seat, 0) for seat in ballot.seats if seat in alive}
    most = max(counts.values(), default=0)
    return tuple(seat for seat, count in counts.items() if most and count == most)


def _expected(name: str, voted: Voted, tied: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    last = voted.rounds[-1]
    if not tied:
        return "nobody", ()
    if len(tied) == 1:
        return "leaves", tied
    if name == "fsm" and voted.day == 1 and len(tied) > 2:
        return "split", tied
    assert len(voted.rounds) > 1 and set(tied) == set(last.seats), "a first tie ends nothing"
    match name:
        case "fsm":  # 7.11, 7.8, 4.5.14
            pair = (len(voted.alive), len(tied))
            listed = ((10, 2), (8, 2), (8, 4), (6, 2), (6, 3), (4, 2))
            allowed = pair in listed or (pair == (9, 3) and last.allowed == 1)
            votes = len(voted.alive)
        case "city":  # the tied have no vote in it
            allowed, votes = True, len([seat for seat in voted.alive if seat not in last.seats])
            votes = min(votes, last.voters)
        case "m9":  # L39
            return ("leaves", (voted.choice,)) if voted.ghost and voted.choice in tied else ("all_stay", tied)
        case _:
            allowed, votes = True, len(voted.alive)
    yes = allowed and (last.raised == 100 or last.raised > votes / 2)
    assert allowed or last.raised == -1, "a question that may not be put"
    return ("all_leave" if yes else "all_stay"), tied


# --- the winner -------------------------------------------------------------------------------------------------


def assert_winner_matches(name: str, judge: LegalJudge) -> str:
    """The winner is who the living and their roles make it at the moment when it was decided; its reason."""
    table, rules, deal = judge.table, judge.rules, judge.deal
    assert deal is not None
    void = undone(table.journal)
    deciding = next(e for e in table.journal if e.n not in void and _decided(e))
    winner = _decided(deciding)
    facts = deciding.facts[: deciding.facts.index(f.GameDecided(winner))]
    before = [*(e for e in table.journal if e.n < deciding.n), replace(deciding, facts=facts)]
    public = fold(table.seats, before).public
    assert winner == table.referee.state.public.winner
    if any(isinstance(fact, f.EndAsked) for fact in in_force(table.journal)):
        return "judge"
    teams = Counter(_team(rules, deal[seat - 1]) for seat in public.alive)
    by_table = _by_table(teams)
    if by_table:
        assert winner == by_table, (winner, teams)
        return "table"
    assert winner == {"fsm": "draw", "4mafia": "red"}.get(name), (winner, teams)
    assert _idle_nights(before) >= 3
    return "idle"


def _decided(entry: Entry) -> str:
    return next((fact.winner for fact in entry.facts if isinstance(fact, f.GameDecided)), "")


def _team(rules: Ruleset, role: str) -> str:
    known = rules.role(role)
    assert known is not None
    return known.team


def _by_table(teams: Counter[str]) -> str:
    living = sum(teams.values())
    if teams["maniac"] and living == 1:
        return "maniac"
    if not teams["black"]:
        return "" if teams["maniac"] else "red"
    return "black" if teams["black"] * 2 >= living else ""


def _idle_nights(entries: list[Entry]) -> int:
    """How many nights in a row, the last one among them, nobody was killed and nobody left."""
    idle = 0
    for fact in in_force(entries):
        if isinstance(fact, f.NobodyKilled):
            idle += 1
        elif isinstance(fact, f.PlayerKilled | f.PlayerVotedOut | f.PlayerRemoved):
            idle = 0
    return idle
