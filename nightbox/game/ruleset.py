"""What a rule set is: values only. The four sets are TOML files in nightbox/rules, read there.

A `rule` is the name of a function in the core's registry (reveal.py, ledger.py): a rule set chooses, it never computes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Role:
    """`team` is "red" or "black"; `count` is how many cards the deck holds; `label` is Russian."""

    id: str
    team: str
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a night: a call, a window in which presses count, a sleep call, a gap.

    `takes`: "order", "sign", "shot", "check" or "nothing". `role` is who acts, for "sign" and "check".
    `answer` names the check's rule; `banned` names the rule that forbids a seat. `close` may be "".
    """

    id: str
    call: str
    slot: Ms
    takes: str
    label: str
    close: str = ""
    gap: Ms = 0
    role: str = ""
    answer: str = ""
    banned: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards by night, seat by seat: `opening` once, then `call` with the seat's number."""

    opening: str
    call: str


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move of the one who was killed in night `night`; lost when `lost_after` players left on day 1."""

    night: int
    call: str
    slot: Ms
    time_up: str
    accepted: str
    repeat: str
    numbers: int
    lost_after: int


@dataclass(frozen=True, slots=True)
class LastWord:
    call: str
    length: Ms


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole rule set, resolved. Lengths are table milliseconds; lines are ids of the voice pack."""

    id: str
    title: str
    seats: tuple[int, int]
    roles: tuple[Role, ...]
    nightfall: str
    masks: Ms
    deal: Deal | None
    first_night: tuple[Step, ...]
    night: tuple[Step, ...]
    first_morning: tuple[str, ...]
    morning: tuple[str, ...]
    gate_after: Ms
    victims: int
    confirm: bool
    killed: str
    nobody_killed: str
    removed: str
    leaves: str
    best_move: BestMove | None
    killed_word: LastWord
    voted_word: LastWord
    idle_nights: int
    idle_line: str
    idle_result: str
    shot_rule: str
    win_rule: str
    win_lines: tuple[tuple[str, str], ...]
    fouls_out: int
    technicals_out: int

    def role(self, role: str) -> Role | None:
        return next((known for known in self.roles if known.id == role), None)



def sped_up(rules: Ruleset, speed: float) -> Ruleset:
    """The same rule set with every wait `speed` times shorter, for rehearsals. Lines keep their length."""

    def short(ms: Ms) -> Ms:
        return max(1, round(ms / speed))

    def steps(some: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(replace(step, slot=short(step.slot), gap=short(step.gap)) for step in some)

    best = rules.best_move
    return replace(
        rules,
        masks=short(rules.masks),
        gate_after=short(rules.gate_after),
        first_night=steps(rules.first_night),
        night=steps(rules.night),
        best_move=best and replace(best, slot=short(best.slot)),
        killed_word=replace(rules.killed_word, length=short(rules.killed_word.length)),
        voted_word=replace(rules.voted_word, length=short(rules.voted_word.length)),
    )
