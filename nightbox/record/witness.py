"""The witness: hears the entries one by one beside the core's own fold, and remembers when things happened.

What counts is the core's state; only moments, and what was taken back, are kept here. Nothing is worded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from nightbox.game import facts as f
from nightbox.game.facts import Entry, Fact
from nightbox.game.public import Public
from nightbox.game.reveal import most_fouls
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import State, evolve, undone
from nightbox.record.days import DayPage
from nightbox.record.pages import Page
from nightbox.record.paper import (
    Amendment,
    Change,
    Established,
    Exit,
    Foul,
    Removal,
    TeamDefeat,
    When,
)
from nightbox.record.troubles import Troubles
from nightbox.units import Ms

ACTS: tuple[type, ...] = (
    f.RoleEntered, f.ShotRecorded, f.MissRecorded, f.CheckRecorded, f.VisitRecorded, f.HealRecorded, f.OrderRecorded,
    f.SignRecorded, f.EntryForgotten, f.BestMoveNumber, f.LeaverEntered, f.FoulGiven, f.FoulAmended, f.RemovalEntered,
    f.TeamDefeatEntered, f.NextPressed, f.EndAsked, f.SpeechShifted, f.PauseAsked, f.Paused, f.ResumeAsked,
    f.TableCorrected, f.NominationMade, f.NominationRepeated, f.GoldenMinuteTaken, f.VotesCounted, f.RaiseAsked,
    f.RaiseCounted, f.VoteCancelled, f.AlibiEntered, f.GhostEntered, f.GhostChose, f.ProtocolOffered, f.ProtocolTaken,
)  # fmt: skip
"""What a judge did and may undo; an undone entry is told by these alone, not by what time made of it."""


def where(p: Public, at: Ms) -> When:
    """The moment `at` in a game whose public half is `p`. The day after night 0 is day 1."""
    if p.over:
        return When(at, "after", 0)
    if p.part == "lobby":
        return When(at, "lobby", 0)
    if p.part in ("dusk", "night"):
        return When(at, "night", p.night)
    return When(at, "day", p.night + 1)


class Witness:
    """Hears one game with `seats` players."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        self.state = State(Public(seats))
        self.pages: list[Page] = []
        self.days: list[DayPage] = []
        self.exits: list[Exit] = []
        self.fouls: list[Foul] = []
        self.removals: dict[int, Removal] = {}
        self.team_defeat: TeamDefeat | None = None
        self.changes: list[Change] = []
        self.amendments: list[Amendment] = []
        self.troubles = Troubles()
        self.established: Established | None = None
        self.announced: When | None = None
        self.announced_as = ""
        self.abandoned: When | None = None
        self.last: When | None = None
        self.ended_by = 0
        self._now = Entry(0, 0, "", ())
        self.entered: dict[tuple[object, ...], tuple[Fact, Ms]] = {}

    def hear(self, entries: Iterable[Entry]) -> None:
        """All entries of the game, those that were undone included."""
        entries = tuple(entries)
        void = undone(entries)
        by_number = {entry.n: entry for entry in entries}
        for entry in entries:
            if entry.n in void:
                continue
            self._now = entry
            began, decided = where(self.state.public, entry.at), self.state.ledger.decided
            for fact in entry.facts:
                when = where(self.state.public, entry.at)
                if isinstance(fact, f.Undone):
                    self._undone(by_number.get(fact.entry), when)
                else:
                    self._hear(fact, when)
            self._settle(decided, began, entry)
            self.last = where(self.state.public, entry.at)

    def _undone(self, entry: Entry | None, when: When) -> None:
        for fact in entry.facts if entry else ():
            if entry and entry.cause in ("entry", "step", "correction") and isinstance(fact, ACTS):
                self.changes.append(Change("undone", when, fact, entry.at, entry=self._now.n))

    def _hear(self, fact: Fact, when: When) -> None:
        before = self.state
        self.state = evolve(before, fact)
        self._entries(fact, before, when)
        if isinstance(fact, f.PartBegan) and fact.part == "dusk":
            self.pages.append(Page(fact.night, when.at, self.state.public.alive))
        elif self.pages:
            self.pages[-1].hear(self.rules, fact, before, self.state, when)
        self._days(fact, before, when)
        self._players(fact, before, when)
        self.troubles.hear(fact, when)
        if isinstance(fact, f.GameEnded):
            self.announced, self.announced_as, self.ended_by = when, fact.winner, self._now.n
        if isinstance(fact, f.GameAbandoned):
            self.abandoned, self.ended_by = when, self._now.n
        if self._now.cause == "amendment" or (before.public.over and isinstance(fact, f.RoleEntered)):
            self.amendments.append(Amendment(when, "", self._now.n, fact, ""))

    def _days(self, fact: Fact, before: State, when: When) -> None:
        """A day begins with its morning; one without any (a game in which the judge set the number) with itself."""
        if isinstance(fact, f.PartBegan) and fact.part in ("introductions", "morning", "day"):
            number = fact.night + 1
            if fact.part != "day" or not self.days or self.days[-1].number != number:
                self.days.append(DayPage(number, when.at))
        if self.days and (before.public.part not in ("dusk", "night") or isinstance(fact, f.PartBegan)):
            self.days[-1].hear(fact, before, self.state, when.at)

    # --- entries that take another's place ----------------------------------------------------------------------

    def _entries(self, fact: Fact, before: State, when: When) -> None:
        match fact:
            case f.TableCorrected():
                self.changes.append(Change("table", when, fact, None, entry=self._now.n))
            case f.EntryForgotten(night, step):
                self._replaced((night, step), "forgotten", when)
            case f.OrderRecorded(night, step, _):
                old = before.ledger.record(night, step)
                if old and old.kind != "order":
                    self._replaced((night, step), "replaced", when)
                self.entered[night, step] = (fact, when.at)
            case (
                f.ShotRecorded() | f.MissRecorded() | f.CheckRecorded() | f.SignRecorded()
                | f.VisitRecorded() | f.HealRecorded()
            ):  # fmt: skip
                if self.entered.get((fact.night, fact.step), (fact, 0))[0] != fact:
                    self._replaced((fact.night, fact.step), "replaced", when)
                self.entered[fact.night, fact.step] = (fact, when.at)
            case _:
                pass
        for seat, role in before.ledger.roles:
            if self.state.ledger.role_of(seat) != role:
                self._replaced((seat,), "replaced", when)
        for seat, role in self.state.ledger.roles:
            if before.ledger.role_of(seat) != role:
                self.entered[seat,] = (f.RoleEntered(seat, role), when.at)

    def _replaced(self, key: tuple[object, ...], kind: str, when: When) -> None:
        if key in self.entered:
            fact, at = self.entered.pop(key)
            how: Literal["forgotten", "replaced"] = "forgotten" if kind == "forgotten" else "replaced"
            self.changes.append(Change(how, when, fact, at, entry=self._now.n))

    # --- players ------------------------------------------------------------------------------------------------

    def _players(self, fact: Fact, before: State, when: When) -> None:
        gone, was = self.state.public.exits, before.public.exits
        for exit in gone:
            if exit not in was:
                self.exits.append(Exit(exit.seat, exit.how, when))
        back = {exit.seat for exit in was} - {exit.seat for exit in gone}
        self.exits = [replace(e, returned=when) if e.seat in back and not e.returned else e for e in self.exits]
        match fact:
            case f.FoulGiven(seat, kind):
                self.fouls.append(Foul(seat, kind, when, self._now.n))
            case f.FoulAmended(seat, kind):
                last = max((n for n, foul in enumerate(self.fouls) if foul.seat == seat), default=None)
                if last is not None:
                    self.fouls[last] = replace(self.fouls[last], kind=kind, entry=self._now.n)
            case f.TableCorrected("fouls", seat, value, _):
                self._set_fouls(seat, value, when)
            case f.TableCorrected("seat_in", seat, _, _):
                self.fouls = [foul for foul in self.fouls if foul.seat != seat]
                self.removals.pop(seat, None)
            case f.PlayerRemoved(seat):
                known = self.removals.get(seat, Removal(seat, "", None, None, self._now.n))
                self.removals[seat] = replace(known, announced=when)
            case f.ProtocolOffered(seat):
                self.exits = [replace(e, protocol="offered") if e.seat == seat else e for e in self.exits]
            case f.ProtocolTaken(seat, how):
                self.exits = [replace(e, protocol=how) if e.seat == seat else e for e in self.exits]
            case f.TeamDefeatEntered(seat):
                self.team_defeat = TeamDefeat(seat, when)
            case _:
                pass
        if not self.state.ledger.defeated:
            self.team_defeat = None
        self._due_removals(when)

    def _set_fouls(self, seat: int, value: int, when: When) -> None:
        """Those that stay keep their moments; the judge corrects ordinary fouls alone."""
        plain = [foul for foul in self.fouls if (foul.seat, foul.kind) == (seat, "foul")]
        others = [foul for foul in self.fouls if foul not in plain]
        added = [Foul(seat, "foul", when, self._now.n)] * (value - len(plain))
        self.fouls = [*others, *plain[:value], *added]
        self.fouls.sort(key=lambda foul: foul.when.at)

    def _due_removals(self, when: When) -> None:
        """Removals that follow from what is entered; one that was announced stays, whatever is mended later."""
        ledger, rules = self.state.ledger, self.rules
        due = dict.fromkeys(ledger.removals, "judge")
        for seat in {foul.seat for foul in ledger.fouls}:
            if most_fouls(rules, ledger, seat) >= rules.fouls_out:
                due.setdefault(seat, "fouls")
            elif (most := rules.technicals_out) and ledger.foul_count(seat, "technical", "big_technical") >= most:
                due.setdefault(seat, "technicals")
        for seat, why in due.items():
            self.removals.setdefault(seat, Removal(seat, why, when, None, self._now.n))
        self.removals = {seat: r for seat, r in self.removals.items() if seat in due or r.announced}

    # --- the end ------------------------------------------------------------------------------------------------

    def _settle(self, before: str, began: When, entry: Entry) -> None:
        """See whether `entry`, begun at `began`, changed the result. Roles entered after the end change nothing."""
        p, decided = self.state.public, self.state.ledger.decided
        if not p.over:
            self.announced, self.announced_as = None, ""
        corrected = any(isinstance(fact, f.TableCorrected) for fact in entry.facts)
        if decided == before or (began.part == "after" and not corrected):
            return
        how: Literal["rules", "judge", "correction"] = "correction" if corrected else "rules"
        if any(isinstance(fact, f.NextPressed) and fact.item == "end" for fact in entry.facts):
            how = "judge"
        self.established = Established(began, entry.n, how) if decided else None
