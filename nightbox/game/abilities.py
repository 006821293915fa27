"""SECRET: who acts by night, whom the Putana has blocked, and what the judge shows to a check.

Roles are optional: what the entered ones leave open is None or "unknown", and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Collection

from nightbox.game.ledger import ANSWERS, BANS, Answer, Record
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.state import State

TOGETHER = {"mafia": ("mafia", "don")}
"""Who acts together where a step names one of them: the Don shoots with the mafia (city: Don)."""


def at_nightfall(p: Public, night: int) -> tuple[int, ...]:
    """The seats that were at the table when this night fell: who was killed or removed since is among them."""
    since = {exit.seat for exit in p.exits if exit.number >= night + (exit.how in ("voted", "corrected"))}
    return tuple(seat for seat in range(1, p.seats + 1) if seat in p.alive or seat in since)


def roles_of(rules: Ruleset, step: Step) -> frozenset[str]:
    """The roles that act in `step`: its own, who acts with it, and who is called in its place."""
    named = TOGETHER.get(step.role, (step.role,))
    return frozenset(role.id for role in rules.roles if role.id in named or (role.instead and role.instead in named))


def actors(rules: Ruleset, state: State, step: Step, night: int) -> tuple[int, ...] | None:
    """The known seats that act in `step` of this night; () when all who could are out, None while that is open.

    An heir acts only in the place of one who was killed in a night before (city: Policeman; 3.8, decision 14).
    """
    ledger, alive, roles = state.ledger, at_nightfall(state.public, night), roles_of(rules, step)
    own = [seat for seat, role in ledger.roles if role in roles]
    if awake := tuple(seat for seat in own if seat in alive):
        return awake
    if not own or undealt(rules, state, roles):
        return None
    fallen = {exit.seat for exit in state.public.exits if exit.how == "killed" and exit.number < night}
    heirs = _heirs(rules, step)
    if not heirs or not fallen.intersection(own):
        return ()
    inherited = tuple(seat for seat, role in ledger.roles if role in heirs and seat in alive)
    return None if not inherited and undealt(rules, state, heirs) else inherited


def _heirs(rules: Ruleset, step: Step) -> frozenset[str]:
    return frozenset(role.id for role in rules.roles if role.inherits and role.inherits == step.role)


def undealt(rules: Ruleset, state: State, roles: Collection[str]) -> bool:
    """Whether a card of one of these roles has no seat yet."""
    cards = sum(role.count for role in rules.roles if role.id in roles)
    return cards > sum(1 for _, role in state.ledger.roles if role in roles)


def guest(rules: Ruleset, state: State, night: int) -> int:
    """Whom the Putana has visited in `night`; 0 where none is entered, where she is out, or the seat is empty.

    A visit blocks its guest, and by day it is his alibi (city: Putana; 3.8, decisions 13 and 16).
    """
    for step in rules.night:
        record = state.ledger.record(night, step.id)
        if record is None or record.kind != "visit" or actors(rules, state, step, night) == ():
            continue
        if record.seats[0] in at_nightfall(state.public, night):
            return record.seats[0]
    return 0


def blocked(rules: Ruleset, state: State, step: Step, night: int) -> bool | None:
    """Whether the Putana has visited one of those who act in `step`; None while the roles do not tell."""
    visited = guest(rules, state, night)
    if not visited or step.takes == "visit":
        return False
    acting = actors(rules, state, step, night)
    if acting is not None and visited in acting:
        return True
    if state.ledger.role_of(visited) is not None:
        return False
    return None if undealt(rules, state, roles_of(rules, step) | _heirs(rules, step)) else False


def answer(rules: Ruleset, state: State, record: Record) -> Answer:
    """What the judge shows to a recorded check or heal: "blocked" where the Putana has visited who asks (city).

    "unknown" while the roles are not entered, and for a heal that nobody has blocked.
    """
    step = next((s for s in rules.night if s.id == record.step), None)
    if step is None or record.kind not in ("check", "heal"):
        return "unknown"
    stopped = blocked(rules, state, step, record.night)
    if stopped is not False or record.kind == "heal" or not step.answer:
        return "blocked" if stopped else "unknown"
    if step.banned and BANS[step.banned](rules, state.ledger, record):
        return "banned"
    return ANSWERS[step.answer](rules, state.ledger, record.seats[0])
