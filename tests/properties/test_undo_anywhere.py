"""UNDO by kind, at any point of whole games: an entry gives the state and the deadline before it, a step the state
before it and a standing clock; what was spoken of it is never taken back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from nightbox.game.draft import SPOKEN
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import NEVER, Public
from nightbox.rules.loader import shipped
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS

ELSEWHERE = (Phase.GATE, Phase.LINES, Phase.RECOVERY, Phase.LOBBY, Phase.OVER, Phase.END)
"""Where UNDO empties the result, or takes nothing back."""


@dataclass(slots=True)
class Doubting(LegalJudge):
    """Takes back every third press at once, looks, and goes on."""

    undone: Counter[str] = field(default_factory=Counter)

    def _press(self, name: str) -> None:
        table, referee = self.table, self.table.referee
        before, deadline = referee.state, referee.deadline
        outcome = table.press(name)
        entry = next((e for e in reversed(referee.log) if e.n == outcome.n), None)
        heard = ("UNDO", "PAUSE", "FN+NEXT")  # a list that is being read cannot be unsaid
        doubts = Random(repr((self.seed, outcome.n))).random() < 0.35 and name not in heard
        if outcome.answer != "accepted" or entry is None or not doubts:
            self._again()
            return
        now = phase(referee.state.public, table.now)
        spoken = any(isinstance(fact, SPOKEN) for e in referee.log[entry.n - 1 :] for fact in e.facts)
        if now in ELSEWHERE or entry.cause not in ("entry", "step", "reveal"):
            self._again()
            return
        answer = table.press("UNDO").answer
        if spoken:
            assert answer == "refused", (name, entry)
            self.undone["barrier"] += 1
        elif entry.cause == "entry":
            assert answer == "accepted", (name, entry)
            assert referee.state == before and referee.deadline == deadline, (name, entry)
            self.undone["entry"] += 1
            table.press(name)
        elif answer == "accepted":
            assert _standing(referee.state.public) == _standing(before.public), (name, entry)
            assert referee.state.ledger == before.ledger
            self.undone["step"] += 1
        self._again()

    def _again(self) -> None:
        if not self._agenda:
            self._here = ()


def _standing(p: Public) -> Public:
    """The table as it is seen, whatever its clock does and whatever was said beside it."""
    return replace(p, hold=None, until=NEVER, heard=False, tell=None, asides=(), aside_until=NEVER, time_up=False)


def _doubted(name: str, seeds: range) -> Counter[str]:
    rules, undone = ready(name), Counter[str]()
    for seed in seeds:
        deal = dealt(rules, Random(seed))
        judge = Doubting(Table(rules, LENGTHS, seats=len(deal)), seed, Random(seed), deal)
        judge.play()
        undone += judge.undone
    return undone


@pytest.mark.parametrize("name", shipped())
def test_undo_takes_back_what_was_pressed_and_nothing_else(name: str) -> None:
    undone = _doubted(name, range(3))
    assert undone["entry"] > 20 and undone["step"] > 8 and undone["barrier"] > 1, undone


@pytest.mark.long
@pytest.mark.parametrize("name", shipped())
def test_undo_in_many_games(name: str) -> None:
    assert _doubted(name, range(100, 120))["step"] > 60
