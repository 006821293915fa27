"""One night while it is being told: what was entered by its end, what was announced, the best move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightbox.game.facts import (
    BestMoveNumber,
    BestMoveTaken,
    Fact,
    GhostKept,
    NobodyKilled,
    PlayerKilled,
    SlotOpened,
)
from nightbox.game.ledger import Record
from nightbox.game.resolve import SHOT_RULES
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import State
from nightbox.record.paper import Result, When
from nightbox.units import Ms


@dataclass(slots=True)
class Page:
    """`alive` are the seats that lay down to this night. Its records stay as they stood when it was over."""

    number: int
    began: Ms
    alive: tuple[int, ...]
    opened: tuple[str, ...] = ()
    records: tuple[Record, ...] = ()
    result: Result | None = None
    best_move: tuple[int, tuple[int, ...], bool] | None = None
    ghost: int = 0

    def hear(self, rules: Ruleset, fact: Fact, before: State, after: State, when: When) -> None:
        """One fact of this night, or of the day behind it, with the state on either side of it."""
        match fact:
            case SlotOpened(_, step, _, _):
                self.opened += (step,)
            case PlayerKilled(_, seat):
                killed = (*(self.result.killed if self.result else ()), seat)
                self.result = Result(killed, when, self._differs(rules, before, killed))
            case NobodyKilled(_):
                self.result = Result((), when, self._differs(rules, before, ()))
            case GhostKept(_, seat):
                self.ghost = seat
            case BestMoveTaken(seat, first, second, third) if seat not in after.public.leaving:
                self.best_move = (seat, tuple(n for n in (first, second, third) if n), True)
            case BestMoveNumber(_) if after.public.killed:
                self.best_move = (after.public.killed[0], after.ledger.numbers, False)
            case _ if after.public.part in ("dusk", "night") and self.result is None:
                self.records = tuple(r for r in after.ledger.records if r.night == self.number)
            case _:
                pass

    def _differs(self, rules: Ruleset, before: State, killed: tuple[int, ...]) -> bool:
        """Whether the announcement is not what the entered shot alone had given; without one nothing differs."""
        shots = [step.id for step in rules.night if step.takes == "shot"]
        if not any(record.step in shots for record in self.records):
            return False
        # Who was killed in this very announcement was still at the table when the shot came.
        told = [exit for exit in before.public.exits if exit.how == "killed" and exit.number == self.number]
        exits = tuple(exit for exit in before.public.exits if exit not in told)
        state = replace(before, public=replace(before.public, exits=exits))
        entered = SHOT_RULES[rules.shot_rule](rules, state)
        return entered is not None and sorted(entered) != sorted(killed)
