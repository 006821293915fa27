"""How the abilities of one night collide, who has won, and what an awake player may not choose: registries of rules.

SECRET: everything here reads the ledger. A rule set names these functions and computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable

from nightbox.game.ledger import Ledger, actor, visited
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.state import State

# --- who is killed ----------------------------------------------------------------------------------------------


def _shots(state: State) -> tuple[int, ...]:
    """Every shot of this night at a seat that is at the table: a shot at an empty seat is a miss."""
    night, alive = state.public.night, state.public.alive
    shots = [r for r in state.ledger.records if r.night == night and r.kind == "shot"]
    return tuple(seat for shot in shots for seat in shot.seats if seat in alive)


def _as_recorded(rules: Ruleset, state: State) -> tuple[int, ...]:
    """The last shot that was entered (4MAFIA 2.4.4-2.4.5, FSM L105-107)."""
    return _shots(state)


def _healed(rules: Ruleset, state: State) -> tuple[int, ...]:
    """Everyone who was shot and not healed; one heal saves from both killers (M9; 3.8, decision 18)."""
    saved = _heal(rules, state)
    return tuple(dict.fromkeys(seat for seat in _shots(state) if seat != saved))


def _city(rules: Ruleset, state: State) -> tuple[int, ...]:
    """Visit, shot, heal, Maniac, and the Putana's guest, in this order (city: roles; 3.8, decision 13)."""
    p, ledger = state.public, state.ledger
    guest = visited(rules, ledger, p.night)
    dead: list[int] = []
    for step in rules.night:
        record = ledger.record(p.night, step.id)
        if step.takes != "shot" or record is None or record.kind != "shot":
            continue
        target, by_mafia = record.seats[0], step.role != "maniac"
        saved = target == _heal(rules, state) and (by_mafia or rules.heal_covers == "all")
        if target in p.alive and not saved and not _blocked(rules, ledger, step, guest):
            dead.append(target)
    putana = actor(rules, ledger, "putana", p.alive)
    if putana in dead and guest in p.alive:
        dead.append(guest)
    return tuple(dict.fromkeys(dead))


def _heal(rules: Ruleset, state: State) -> int:
    """The seat that is healed tonight; 0 when nobody is, or when the Doctor was visited."""
    night, ledger = state.public.night, state.ledger
    record = next((r for r in ledger.records if r.night == night and r.kind == "heal"), None)
    doctor = actor(rules, ledger, "doctor", state.public.alive)
    blocked = doctor != 0 and doctor == visited(rules, ledger, night)
    return record.seats[0] if record and not blocked else 0


def _blocked(rules: Ruleset, ledger: Ledger, step: Step, guest: int) -> bool:
    """Whether the Putana's guest is one of those who shoot in this step: any black but her, or the Maniac."""
    role = rules.role(ledger.role_of(guest) or "")
    if role is None:
        return False
    return role.id == "maniac" if step.role == "maniac" else role.id in ("mafia", "don")


SHOT_RULES: dict[str, Callable[[Ruleset, State], tuple[int, ...]]] = {
    "as_recorded": _as_recorded,
    "healed": _healed,
    "city": _city,
}


# --- what the lamp refuses at night: only what the person awake knows himself -------------------------------------


def _oneself(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """The Putana does not visit herself (3.8, decision 13)."""
    return seat == actor(rules, state.ledger, step.role, state.public.alive)


def _last_night(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """Not the same seat two nights running (city: Putana, Doctor; M9 L7); what was blocked does not count."""
    return seat in _used(rules, state, step, state.public.night - 1)


def _oneself_twice(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """The Doctor heals himself once in a game (city: Doctor); a blocked heal does not use it up."""
    if seat != actor(rules, state.ledger, step.role, state.public.alive):
        return False
    return any(seat in _used(rules, state, step, night) for night in range(1, state.public.night))


def _used(rules: Ruleset, state: State, step: Step, night: int) -> tuple[int, ...]:
    record = state.ledger.record(night, step.id)
    if record is None or record.kind not in ("heal", "visit"):
        return ()
    doer = actor(rules, state.ledger, step.role, state.public.alive)
    if record.kind == "heal" and doer and doer == visited(rules, state.ledger, night):
        return ()
    return record.seats


REFUSALS: dict[str, Callable[[Ruleset, State, Step, int], bool]] = {
    "oneself": _oneself,
    "last_night": _last_night,
    "oneself_twice": _oneself_twice,
}
REFUSED_WHY: dict[str, str] = {
    "oneself": "себя нельзя",
    "last_night": "не две ночи подряд",
    "oneself_twice": "себя — один раз за игру",
}


def refused(rules: Ruleset, state: State, step: Step, seat: int) -> str:
    """Why the one who is awake may not choose `seat`, or ""."""
    return next((REFUSED_WHY[rule] for rule in step.refused if REFUSALS[rule](rules, state, step, seat)), "")


# --- the winner -------------------------------------------------------------------------------------------------


def _bounds(rules: Ruleset, state: State, team: str) -> tuple[int, int]:
    """The least and the most players of `team` at the table, by the roles that are entered; (1, 0) when those are not
    of this deck."""
    cards = sum(role.count for role in rules.roles if role.team == team)
    alive = state.public.alive
    known = {seat: rules.role(role) for seat, role in state.ledger.roles}
    mine = [seat for seat, role in known.items() if role and role.team == team]
    out = sum(1 for seat in mine if seat not in alive)
    inside = len(mine) - out
    open_in = sum(1 for seat in alive if known.get(seat) is None)
    open_out = state.public.seats - len(alive) - sum(1 for s in known if s not in alive)
    return max(inside, cards - out - open_out), min(cards - out, inside + open_in)


def _parity(rules: Ruleset, state: State) -> str:
    """Red when no black is left, black at equality or more (4MAFIA 1.7, FSM L11). "" while play goes on.

    Roles are optional: what the entered ones prove is enough, and what they leave open decides nothing.
    """
    least, most = _bounds(rules, state, "black")
    if least > most:
        return ""
    if most == 0:
        return "red"
    return "black" if 2 * least >= len(state.public.alive) else ""


def _with_maniac(rules: Ruleset, state: State) -> str:
    """As parity, with the Maniac among the others; red needs him out too; he wins alone (city; 3.8, decision 15)."""
    alive = len(state.public.alive)
    least, most = _bounds(rules, state, "black")
    maniac_least, maniac_most = _bounds(rules, state, "maniac")
    if least > most or maniac_least > maniac_most:
        return ""
    if maniac_least and alive <= (2 if rules.maniac_at_two else 1):
        return "maniac"
    if most == 0 and maniac_most == 0:
        return "red"
    return "black" if least and 2 * least >= alive else ""


WIN_RULES: dict[str, Callable[[Ruleset, State], str]] = {"parity": _parity, "with_maniac": _with_maniac}
