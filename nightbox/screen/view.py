"""What one picture of the screen is made of. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.game import reveal
from nightbox.game.ledger import Ledger
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import Public
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset
from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class View:
    """`step` is the step that a press would belong to now; `result` is what the gate would say."""

    rules: Ruleset
    public: Public
    ledger: Ledger
    result: tuple[int, ...] | None
    phase: Phase
    step: str
    said: str = ""
    clock: str = "    "
    lamp: str = ""
    lost: tuple[str, ...] = ()
    speed: float = 1.0
    typing: str | None = None
    answer: str = ""


def view_of(referee: Referee, now: Ms) -> View:
    """The game as it stands at `now`; what the terminal alone knows is still to be filled in."""
    rules, state = referee.tempo.rules, referee.state
    p = state.public
    result = reveal.entered_result(rules, state) if p.part == "night" else None
    return View(rules, p, state.ledger, result, phase(p, now), p.step_at(now))
