"""A table at which anything happens: mashed keys, commands, cuts, and a voice that answers as it pleases."""

from __future__ import annotations

from functools import cache

from nightbox.game.commands import Command, CueEnds, Press, Recover
from nightbox.game.cues import Say
from nightbox.game.facts import Entry, Undone, from_json, to_json
from nightbox.game.keys import key
from nightbox.game.public import Public
from nightbox.game.referee import Outcome
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import evolve, fold
from nightbox.rules.loader import load
from nightbox.testing.judges import PatientJudge
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS, Act, Voice
from nightbox.units import Ms

RULES = load("fsm", options={"day.run_by": "judge"})

MOST_PRESSES = 60
"""A night with its deal takes 13 presses, a morning 4; a pause, a cut and a slip each a few more."""

MOST_TIME: Ms = 45 * 60_000


class MashedTable(Table):
    """Checks, after every command, all that must hold in any game whatever."""

    voice_is: Voice = "prompt"

    def __init__(self, entries: tuple[Entry, ...] = (), rules: Ruleset = RULES) -> None:
        super().__init__(rules, LENGTHS, rules.seats[1], entries=entries, voice=False)
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


def mashed(place: str, acts: list[Act], kind: type[MashedTable] = MashedTable) -> MashedTable:
    """A table that was brought to `place` in an orderly way, and then mashed."""
    table = kind(journal_at(place))
    for done in acts:
        act(table, done)
    return table


@cache
def journal_at(place: str) -> tuple[Entry, ...]:
    return tuple(brought_to(place).journal)


def brought_to(place: str) -> Table:
    """A table at one of the PLACES: by a judge who enters every role and presses what is needed."""
    table = Table(RULES, LENGTHS)
    judge = PatientJudge(table)

    def there(item: str, doing: str = "") -> Table:
        for _ in range(400):
            p = table.referee.state.public
            if p.item == item and doing in ("", p.doing):
                return table
            deadline = table.referee.deadline
            if deadline is None:
                table.run_to(table.now + 3100)
                table.press("NEXT")
            else:
                table.run_to(max(table.now, deadline))
        raise AssertionError(f"{item!r} never came")

    def day(*leavers: int) -> Table:
        judge.until(is_day, MOST_PRESSES)
        for seat in leavers:
            table.press(str(seat))
        if leavers:
            table.run_to(table.now + 1100)
            table.press("NEXT")
        return table

    def night(shot: str) -> None:
        table.run_to(table.now + 1100)
        there("masks", "wait")
        there("shot", "slot")
        table.press(shot)

    if place == "lobby":
        return table
    there("card_1", "wait")
    if place == "deal":
        return there("card_4", "wait")
    for seat, role in enumerate("4223111111", 1):
        there(f"card_{seat}", "wait")
        table.press(role, at=table.now + 1100)
    if place in ("meeting", "free_seating"):
        return there(place, "slot")
    day()
    match place:
        case "first day":
            return table
        case "leaver named":
            table.press("5")
            return table
        case "masks":
            return there("masks", "wait")
        case "first of two words":
            day(5, 6)
            return there("speech_5", "speech")
        case "paused speech":
            day(5, 6)
            table.run_to(there("speech_5", "speech").now + 5000)
            table.press("NEXT")
            there("speech_6", "speech").press("PAUSE", at=table.now + 9000)
            return table
        case "nearly won" | "won":
            day(2, 3)
            day(4)
            there("speech_4", "speech")
            return day() if place == "won" else table
        case "third idle night":
            for _ in range(2):
                night("MISS")
                day()
            night("MISS")
            return there("don_check", "slot")
    night("7")
    match place:
        case "shot" | "sheriff_check":
            return there(place, "slot")
        case "paused window":
            table.press("PAUSE", at=table.now + 3000)
            return table
        case "pause asked":
            there("don_check.call", "line").press("PAUSE")
            return table
        case "first gate":
            return there("gate", "wait")
        case "best_move":
            return there("best_move", "slot")
        case "time is up":
            there("best_move", "slot")
            table.run_to(table.now + 25_000)
            return table
        case "killed word":
            return there("speech_7", "speech")
    day(5)
    day()
    night("8")
    match place:
        case "second night":
            return there("don_check", "slot")
        case "last gap":
            return there("sheriff_check.gap", "gap")
        case "second gate":
            return there("gate", "wait")
    raise AssertionError(f"no such place: {place}")


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
