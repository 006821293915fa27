"""How the abilities of one night collide, who has won, and what an awake player may not choose: registries of rules.

SECRET: everything here reads the ledger. A rule set names these functions and computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nightbox.game import abilities
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.state import State

# --- who is killed ----------------------------------------------------------------------------------------------


def as_recorded(rules: Ruleset, state: State) -> tuple[int, ...]:
    """The shots that were entered (4MAFIA 2.4.4-2.4.5, FSM L105-107): a shot at an empty seat is a miss."""
    night, alive = state.public.night, state.public.alive
    shots = [r for r in state.ledger.records if r.night == night and r.kind == "shot"]
    return tuple(dict.fromkeys(seat for shot in shots for seat in shot.seats if seat in alive))


def _abilities(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """Visits, shots, heals, then the guest of a killed Putana (3.8, decisions 13, 18); None where roles leave it open.

    A shot is a miss where one of its shooters was visited. A heal saves from the killers whom it covers, and does not
    save the guest. A visit protects nobody.
    """
    seen = {frozenset(_dead(rules, state, putana, stopped)) for putana, stopped in _possible(rules, state)}
    return tuple(sorted(seen.pop())) if len(seen) == 1 else None


def _possible(rules: Ruleset, state: State) -> Iterator[tuple[int, frozenset[str]]]:
    """Every pair of a Putana's seat (0: not at the table) and the steps that her visit stopped, as the roles allow."""
    night = state.public.night
    steps = [s for s in rules.night if s.takes in ("shot", "heal") and state.ledger.record(night, s.id)]
    known = {step.id: abilities.blocked(rules, state, step, night) for step in steps}
    surely = frozenset(step for step, now in known.items() if now)
    for putana in _putanas(rules, state):
        yield putana, surely
        yield from ((putana, surely | {step}) for step, now in known.items() if now is None)  # a guest has one role


def _putanas(rules: Ruleset, state: State) -> list[int]:
    p, ledger = state.public, state.ledger
    visited = abilities.guest(rules, state, p.night)
    if not visited:
        return [0]
    own = [seat for seat, role in ledger.roles if role in ("putana", "putana_black")]
    if own:
        return [seat for seat in own if seat in p.alive] or [0]
    return [seat for seat in p.alive if ledger.role_of(seat) is None and seat != visited] or [0]


def _dead(rules: Ruleset, state: State, putana: int, stopped: frozenset[str]) -> set[int]:
    night, alive = state.public.night, state.public.alive

    def named(step: Step) -> tuple[int, ...]:
        """The seat that was entered at `step`, where it counts: who is out, or was visited, does nothing."""
        record = state.ledger.record(night, step.id)
        if record is None or step.id in stopped or abilities.actors(rules, state, step, night) == ():
            return ()
        return tuple(seat for seat in record.seats if seat in alive)

    healed = {seat for step in rules.night if step.takes == "heal" for seat in named(step)}
    dead: set[int] = set()
    for step in rules.night:
        if step.takes == "shot":
            covered = rules.heal_covers == "all" or step.role == rules.heal_covers
            dead |= {seat for seat in named(step) if not (covered and seat in healed)}
    if putana in dead:
        dead |= {abilities.guest(rules, state, night)} & set(alive)
    return dead


SHOT_RULES: dict[str, Callable[[Ruleset, State], tuple[int, ...] | None]] = {
    "as_recorded": as_recorded,
    "abilities": _abilities,
}


# --- what the lamp refuses at night: only what the person awake knows himself -------------------------------------


def _oneself(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """The Putana does not visit herself (3.8, decision 13)."""
    return state.ledger.role_of(seat) in abilities.roles_of(rules, step)


def _last_night(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """Not the same seat two nights running (city: Putana, Doctor; M9 L8); what was blocked does not count."""
    return seat in _used(rules, state, step, state.public.night - 1)


def _oneself_twice(rules: Ruleset, state: State, step: Step, seat: int) -> bool:
    """The Doctor heals himself once in a game (city: Doctor); a blocked heal does not use it up."""
    before = range(1, state.public.night)
    return _oneself(rules, state, step, seat) and any(seat in _used(rules, state, step, night) for night in before)


def _used(rules: Ruleset, state: State, step: Step, night: int) -> tuple[int, ...]:
    """The seat of an earlier night's turn, where that has surely taken place: what is not known refuses nothing."""
    record = state.ledger.record(night, step.id)
    if record is None or abilities.blocked(rules, state, step, night) is not False:
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
