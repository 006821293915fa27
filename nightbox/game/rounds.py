"""The counted rounds of a game's votes, and whether votes by seat give what was counted. Over public facts alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from nightbox.game.facts import PUBLIC, Entry, PublicFact, VoteBegan, VotesCounted
from nightbox.game.programme.tally import voters
from nightbox.game.public import Ballot, Public, changed
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import undone


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the vote of `day`: who could hold up a hand, and what was counted."""

    day: int
    ballot: Ballot
    voters: tuple[int, ...]


def rounds(rules: Ruleset, seats: int, entries: Iterable[Entry]) -> dict[tuple[int, int], Round]:
    """Every round of the game, by day and round; of a day that was voted anew, as it was voted last."""
    found: dict[tuple[int, int], Round] = {}
    if rules.vote is None:
        return found
    entries = tuple(entries)
    void = undone(entries)
    p = Public(seats)
    could: tuple[int, ...] = ()
    facts = (fact for entry in entries if entry.n not in void for fact in entry.facts if isinstance(fact, PUBLIC))
    for fact in facts:
        p = changed(p, cast(PublicFact, fact))
        if p.ballot and isinstance(fact, VoteBegan):
            could = voters(rules, p, p.ballot)
        if p.ballot and isinstance(fact, VoteBegan | VotesCounted):
            found[p.day, p.ballot.round] = Round(p.day, p.ballot, could)
    return found


def refused(rules: Ruleset, one: Round, votes: Sequence[tuple[int, int]]) -> str:
    """Why these votes by seat cannot be those of the round, in Russian; "" where they give what was counted.

    Where the silent vote goes to the last candidate, fewer hands than his count are right (4MAFIA 2.3.10, FSM L79).
    """
    vote, ballot = rules.vote, one.ballot
    names = ", ".join(map(str, ballot.seats))
    for place, (voter, seat) in enumerate(votes):
        if voter not in one.voters:
            return f"игрок {voter} в этом туре не голосовал"
        if voter in [earlier for earlier, _ in votes[:place]]:
            return f"игрок {voter} назван дважды"
        if seat and seat not in ballot.seats:
            return f"игрок {seat} в этом туре не выставлен; выставлены: {names}"
    for seat in ballot.seats:
        hands = sum(1 for _, against in votes if against == seat)
        counted = ballot.count(seat)
        rest = bool(vote and vote.silent == "last" and seat == ballot.seats[-1])
        if counted is not None and hands != counted and not (rest and hands < counted):
            return f"против игрока {seat} насчитано голосов {counted}, а названо {hands}"
    return ""
