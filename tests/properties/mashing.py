"""A table at which anything happens: mashed keys, commands, cuts, and a voice that answers as it pleases."""

from __future__ import annotations

from nightbox.game.commands import Command, CueEnds, Press, Recover
from nightbox.game.cues import Say
from nightbox.game.facts import Entry, Undone, from_json, to_json
from nightbox.game.keys import key
from nightbox.game.public import Public
from nightbox.game.referee import Outcome
from nightbox.game.state import evolve, fold
from nightbox.rules.loader import load
from nightbox.testing.judges import PatientJudge
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS, Act, Voice
from nightbox.units import Ms

RULES = load("fsm")

MOST_PRESSES = 60
"""A night with its deal takes 13 presses, a morning 4; a pause, a cut and a slip each a few more."""

MOST_TIME: Ms = 45 * 60_000


class MashedTable(Table):
    """Checks, after every command, all that must hold in any game whatever."""

    voice_is: Voice = "prompt"

    def __init__(self, entries: tuple[Entry, ...] = ()) -> None:
        super().__init__(RULES, LENGTHS, entries=entries, voice=False)
        self.said: list[tuple[int, Say]] = []
        self.owed: list[tuple[Ms, CueEnds]] = []
        self._checked = len(entries)
        self._folded = fold(self.seats, entries)

    def _follow(self, outcome: Outcome) -> None:
        super()._follow(outcome)
        self.check()
        for n, cue in outcome.cues:
            if isinstance(cue, Say):
                self.said.append((n, cue))
                self._answer(n, cue)

    def _answer(self, n: int, cue: Say) -> None:
        end = CueEnds(n, cue.at + cue.length)
        match self.voice_is:
            case "prompt":
                self.owed.append((self.now, end))
            case "late":
                self.owed.append((self.now + cue.length + 1000, end))
            case "early":
                self.owed.append((self.now, CueEnds(n, cue.at - 5000)))
            case "doubled":
                self.owed += [(self.now, end), (self.now + 300, CueEnds(n, cue.at + 200))]
            case "old":
                self.owed += [(self.now, CueEnds(m, self.now + 100)) for m, _ in self.said[-4:-1]]
            case "never":
                pass

    def _pay(self, until: Ms) -> None:
        while self.owed:
            self.owed.sort(key=lambda owed: owed[0])
            when, end = self.owed[0]
            if when > until:
                return
            self.owed.pop(0)
            super().run_to(max(self.now, when))
            self.give(end)

    def run_to(self, at: Ms) -> None:
        for _ in range(5000):
            self._pay(self.now)
            deadline = self.referee.deadline
            owed = min((when for when, _ in self.owed), default=None)
            moments = [m for m in (deadline, owed) if m is not None and m <= at]
            if not moments:
                super().run_to(at)
                if not [when for when, _ in self.owed if when <= at]:
                    return
                continue
            super().run_to(max(self.now, min(moments)))
        raise AssertionError(f"time does not come to {at}")

    def check(self) -> None:
        entries = self.journal
        assert [entry.n for entry in entries[self._checked :]] == list(range(self._checked + 1, len(entries) + 1))
        stamps = [entry.at for entry in entries[max(0, self._checked - 1) :]]
        assert stamps == sorted(stamps)
        news = entries[self._checked :]
        if any(isinstance(fact, Undone) for entry in news for fact in entry.facts):
            self._folded = fold(self.seats, entries)
        else:
            for fact in (fact for entry in news for fact in entry.facts):
                self._folded = evolve(self._folded, fact)
        self._checked = len(entries)
        assert self._folded == self.referee.state

    def cut(self, alive: Ms = 0) -> None:
        self.owed.clear()
        self.said.clear()
        super().cut(alive)


def act(table: MashedTable, done: Act) -> None:
    table.run_to(table.now + done.wait)
    match done.do:
        case "press":
            table.give(Press(key(done.what)))
        case "give":
            command: Command = done.what
            table.give(command)
        case "lose":
            table.lose(done.what)
        case "return":
            table.bring_back(done.what)
        case "cut":
            table.cut()
        case "voice":
            table.voice_is = done.what
        case "patience":
            judge = PatientJudge(table)
            for _ in range(done.what):
                if not table.referee.state.public.over:
                    judge.press()


def mashed(acts: list[Act]) -> MashedTable:
    table = MashedTable()
    for done in acts:
        act(table, done)
    return table


def is_day(p: Public) -> bool:
    return p.over or (p.part == "day" and p.item == "day" and p.doing == "wait" and p.hold is None)


def assert_dawn_comes(table: Table) -> None:
    """With nobody but a patient judge the next day, or the end, comes in a bounded number of presses and of time."""
    began = table.now
    judge = PatientJudge(table)
    assert judge.until(is_day, MOST_PRESSES), f"no day after {judge.presses} presses: {table.referee.state.public}"
    assert table.now - began < MOST_TIME


def recovered(entries: list[Entry]) -> Table:
    table = Table(RULES, LENGTHS, entries=entries)
    table.now += 1
    table.give(Recover())
    return table


def assert_written_and_read(entries: list[Entry]) -> None:
    for entry in entries:
        assert tuple(from_json(to_json(fact)) for fact in entry.facts) == entry.facts
