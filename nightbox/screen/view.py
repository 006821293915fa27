"""What one picture of the screen is made of. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.game.ledger import Ledger
from nightbox.game.meanings import Phase
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class View:
    """`step` is the step that a press would belong to now; `result` is what the gate would say."""

    rules: Ruleset
    public: Public
    ledger: Ledger
    result: tuple[int, ...] | None
    phase: Phase
    step: str
    said: str
    clock: str
    lamp: str
    lost: tuple[str, ...]
    speed: float
    typing: str | None
    answer: str
