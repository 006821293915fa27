"""The whole state: the public half, the secret half, and the fold of facts that makes both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from nightbox.game import ledger as secret
from nightbox.game import public as open_half
from nightbox.game.facts import PUBLIC, Entry, Fact, PublicFact, Undone
from nightbox.game.ledger import Ledger
from nightbox.game.public import Public


@dataclass(frozen=True, slots=True)
class State:
    public: Public
    ledger: Ledger = field(default=Ledger())


def evolve(state: State, fact: Fact) -> State:
    """The state after `fact`. Total: believes every fact, never reads rules. Undone is for `fold` to honour."""
    if isinstance(fact, Undone):
        return state
    public = state.public
    if isinstance(fact, PUBLIC):
        public = open_half.changed(public, cast(PublicFact, fact))
    return State(public, secret.changed(state.ledger, fact))


def undone(entries: Iterable[Entry]) -> set[int]:
    """The numbers of the entries that count no more."""
    return {fact.entry for entry in entries for fact in entry.facts if isinstance(fact, Undone)}


def fold(seats: int, entries: Iterable[Entry]) -> State:
    """The state that the entries in force have made of a table with `seats` players."""
    entries = tuple(entries)
    void = undone(entries)
    state = State(Public(seats))
    for entry in entries:
        if entry.n in void:
            continue
        for fact in entry.facts:
            state = evolve(state, fact)
    return state
