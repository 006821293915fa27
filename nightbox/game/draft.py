"""A change to the game while it is being computed: facts gathered into entries, the state after them, the cues.

The referee works on a draft and assigns its results last, so that whatever raises leaves the game as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from nightbox.game import clockwork, reveal, room
from nightbox.game.clockwork import Tempo
from nightbox.game.cues import Cue
from nightbox.game.facts import (
    PUBLIC,
    AlibiTold,
    BestMoveTaken,
    Entry,
    Fact,
    GameEnded,
    GhostChose,
    GhostKept,
    NobodyKilled,
    PartBegan,
    Passed,
    PlayerKilled,
    PlayerRemoved,
    PlayerVotedOut,
    PublicFact,
    Undone,
    VoteCancelled,
)
from nightbox.game.programme import Reveal
from nightbox.game.programme.tally import cancelled_by, counted
from nightbox.game.public import Public
from nightbox.game.state import State, evolve, fold
from nightbox.units import Ms

SPOKEN: tuple[type, ...] = (
    PlayerKilled,
    NobodyKilled,
    PlayerRemoved,
    PlayerVotedOut,
    BestMoveTaken,
    AlibiTold,
    GhostKept,
    GhostChose,
    GameEnded,
)
"""Facts that the room has heard: an entry with one of them is a barrier, and waits for the disk before it is said."""

REVEAL_DELAY: Ms = 300
"""A reveal is heard this long after what caused it, always: how long the disk takes depends on what was pressed."""

LONGEST = 100
"""More items than any part of a programme has between two at which it rests."""


class Draft:
    """The game's next moments, not yet assigned. `log` is everything before; `entries` and `cues` are new."""

    def __init__(self, tempo: Tempo, state: State, log: Sequence[Entry]) -> None:
        self.tempo = tempo
        self.state = state
        self.log = log
        self.entries: list[Entry] = []
        self.cues: list[tuple[int, Cue]] = []
        self._facts: list[Fact] = []
        self._before = state.public

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def all_entries(self) -> list[Entry]:
        return [*self.log, *self.entries]

    @property
    def last(self) -> Entry | None:
        return self.entries[-1] if self.entries else self.log[-1] if self.log else None

    @property
    def last_at(self) -> Ms:
        return self.last.at if self.last else 0

    @property
    def empty(self) -> bool:
        """Whether nothing was put since the last entry."""
        return not self._facts

    def put(self, *facts: Fact) -> None:
        """These facts happened: the state follows at once, the entry is written by `close`."""
        for fact in facts:
            self.state = evolve(self.state, fact)
            self._facts.append(fact)

    def state_without(self, gone: Sequence[Entry]) -> State:
        """The state that the entries in force would make if those of `gone` were not among them."""
        return fold(self.public.seats, [*self.all_entries, Entry(0, 0, "undo", tuple(Undone(e.n) for e in gone))])

    def refold(self, void: Sequence[Fact]) -> None:
        """`void` are Undone facts: put them, and let the state be what the entries in force make of it."""
        self.put(*void)
        gathered = Entry(0, 0, "undo", tuple(self._facts))
        self.state = fold(self.public.seats, [*self.log, *self.entries, gathered])

    def close(self, cause: str, at: Ms, source: str | None = None) -> Entry | None:
        """Number and stamp what was put as one entry; None when nothing was. Stamps never run back."""
        facts = tuple(self._facts)
        if not facts:
            return None
        if cause in ("step", "time", "entry") and any(isinstance(fact, SPOKEN) for fact in facts):
            cause = "reveal"
        n = (self.last.n if self.last else 0) + 1
        entry = Entry(n, max(at, self.last_at), cause, facts, source)
        public = [cast(PublicFact, fact) for fact in facts if isinstance(fact, PUBLIC)]
        wait = REVEAL_DELAY if cause == "reveal" else 0
        self.cues += [(n, cue) for cue in room.cues(self.tempo, self._before, self.public, public, n, at, wait)]
        self.entries.append(entry)
        self._facts = []
        self._before = self.public
        return entry

    # --- the programme moves on ---------------------------------------------------------------------------------

    def walk(self, at: Ms) -> None:
        """The running item is finished at `at`: put what follows, until the programme rests again."""
        for _ in range(LONGEST):
            following = clockwork.step(self.tempo, self.public, at)
            if isinstance(following, Reveal):
                self._let_through(following, at)
            elif following:
                self.put(*following)
            else:
                self.put(Passed(self.public.item))
                return
            if clockwork.stands(self.public):
                return
        raise RuntimeError(f"the programme runs in a circle at {self.public.item!r}")

    def _let_through(self, item: Reveal, at: Ms) -> None:
        rules = self.tempo.rules
        match item.what:
            case "removals":
                for removed in reveal.removals(rules, self.state, item.id):
                    cancelled = cancelled_by(rules, self.public, removed.seat)
                    self.put(*((VoteCancelled(cancelled),) if cancelled else ()), removed)
                self.put(*reveal.decided(rules, self.state), Passed(item.id))
            case "best_move":
                self.put(reveal.best_move(self.state), Passed(item.id))
            case "verdict":
                self._verdict(item)
            case "right":
                seat = int(item.id.rpartition(":")[2])
                self.put(reveal.right(rules, self.state, seat), Passed(item.id))
            case "leave":
                self.put(*reveal.voted_out(rules, self.state))
                self.put(*reveal.decided(rules, self.state), Passed(item.id))
            case "vote_open" | "tally" | "rest" | "vote_over":
                self.put(*counted(rules, self.public, item, at), Passed(item.id))
            case _:
                raise ValueError(f"nothing is let through at {item.what!r}")

    def _verdict(self, item: Reveal) -> None:
        """The winner is announced here; a rule set may want the judge's word for it, at the evening's rest."""
        rules, p = self.tempo.rules, self.public
        ended = reveal.verdict(rules, self.state)
        if ended is None or (rules.win_confirmed and p.part == "evening"):
            self.put(Passed(item.id))
        elif rules.win_confirmed:
            self.put(PartBegan("evening", p.night))
        else:
            self.put(ended, PartBegan("end", p.night))

    def pass_time(self, until: Ms, lead: Ms) -> None:
        """Play everything that is due by `until`; what is said may be played up to `lead` early."""
        while True:
            when = clockwork.wake(self.tempo, self.public, lead)
            due = clockwork.due(self.tempo, self.public)
            if when is None or due is None or when > until:
                return
            moment = max(due, self.last_at) if due > 0 else max(until, self.last_at)
            facts, finished = clockwork.pass_time(self.tempo, self.public, moment)
            self.put(*facts)
            if finished:
                self.walk(moment)
            if self.close("time", moment) is None:
                raise RuntimeError(f"time stands still at {self.public.item!r}")
