"""The one gate from secret to public: the night's dead, the best move, removals, the winner. Each is a fact by now.

Nothing else in the core turns what the judge entered into something that the room may hear. What a rule set names
here is in a small registry; a name that is not in it is a load error.
"""

from __future__ import annotations

from collections.abc import Callable

from nightbox.game.facts import (
    BestMoveTaken,
    GameDecided,
    GameEnded,
    NobodyKilled,
    PlayerKilled,
    PlayerRemoved,
    PlayerVotedOut,
    PublicFact,
)
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import State


def _as_recorded(state: State) -> tuple[int, ...]:
    """The last shot that was entered, if its seat is at the table: a shot at an empty seat is a miss."""
    night = state.public.night
    shots = [r for r in state.ledger.records if r.night == night and r.kind == "shot"]
    return tuple(seat for shot in shots for seat in shot.seats if seat in state.public.alive)


SHOT_RULES: dict[str, Callable[[State], tuple[int, ...]]] = {"as_recorded": _as_recorded}


def entered_result(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """Who was killed, by what the judge has entered at the gate or before; None when he entered nothing.

    Only a step that takes a shot can be missed here: MISS in a check means that nobody was checked.
    """
    ledger, night = state.ledger, state.public.night
    if ledger.result is not None:
        return ledger.result
    shots = [ledger.record(night, step.id) for step in rules.night if step.takes == "shot"]
    if ledger.cleared or not any(shots):
        return None
    return SHOT_RULES[rules.shot_rule](state)


def night_result(rules: Ruleset, state: State) -> tuple[PublicFact, ...]:
    """The dead of the night, in seat order, or nobody (FSM L105-107)."""
    seats = sorted(entered_result(rules, state) or ())
    night = state.public.night
    return tuple(PlayerKilled(night, seat) for seat in seats) or (NobodyKilled(night),)


def removals(rules: Ruleset, state: State, at: str = "") -> tuple[PublicFact, ...]:
    """Removals that are not announced yet, for the item `at`: by the judge's key, or by fouls (FSM 6.5, 6.7.2)."""
    tonight = state.public.killed or ()
    told = {*state.public.removed_ever, *(e.seat for e in state.public.exits if e.seat not in tonight)}
    return tuple(PlayerRemoved(seat, at) for seat in sorted(_removed(rules, state) - told))


def _removed(rules: Ruleset, state: State) -> set[int]:
    ledger = state.ledger
    by_fouls = {
        seat
        for seat in {foul.seat for foul in ledger.fouls}
        if ledger.foul_count(seat, "foul") >= rules.fouls_out
        or ledger.foul_count(seat, "technical", "big_technical") >= rules.technicals_out
    }
    return by_fouls | set(ledger.removals)


def best_move(state: State) -> BestMoveTaken:
    """The numbers that the killed player named, as they will be repeated aloud (FSM 4.8.2)."""
    killed = state.public.killed or (0,)
    numbers = (*state.ledger.numbers, 0, 0, 0)
    return BestMoveTaken(killed[0], numbers[0], numbers[1], numbers[2])


def leavers(state: State) -> tuple[PublicFact, ...]:
    """Who leaves by vote today, as the judge entered it; not who was removed since."""
    day = state.public.night + 1
    return tuple(PlayerVotedOut(day, seat) for seat in state.ledger.leavers if seat in state.public.alive)


# --- the winner -------------------------------------------------------------------------------------------------


def _parity(rules: Ruleset, state: State) -> str:
    """Red when no black is left, black at equality or more (FSM L11). "" while play goes on or roles are missing.

    Roles are optional: what the entered ones prove is enough, and what they leave open decides nothing.
    """
    black_cards = sum(role.count for role in rules.roles if role.team == "black")
    alive = state.public.alive
    known = {seat: rules.role(role) for seat, role in state.ledger.roles}
    blacks = [seat for seat, role in known.items() if role and role.team == "black"]
    black_out = sum(1 for seat in blacks if seat not in alive)
    black_in = len(blacks) - black_out
    open_in = sum(1 for seat in alive if known.get(seat) is None)
    open_out = state.public.seats - len(alive) - sum(1 for s in known if s not in alive)
    most = min(black_cards - black_out, black_in + open_in)
    least = max(black_in, black_cards - black_out - open_out)
    if least > most:  # the roles that were entered are not those of this deck
        return ""
    if most == 0:
        return "red"
    if 2 * least >= len(alive):
        return "black"
    return ""


WIN_RULES: dict[str, Callable[[Ruleset, State], str]] = {"parity": _parity}


def winner(rules: Ruleset, state: State) -> str:
    """Who has won by now: a team, "draw", or "" while the game goes on.

    A team defeat goes first (FSM 6.9), then what stood already, then the table, then the idle nights (7.7).
    """
    ledger = state.ledger
    defeated = rules.role(ledger.role_of(ledger.defeated) or "")
    if defeated:
        return "black" if defeated.team == "red" else "red"
    if ledger.decided:
        return ledger.decided
    by_table = WIN_RULES[rules.win_rule](rules, state)
    if by_table:
        return by_table
    # A removal that waits for its announcement changes the number of players: such nights are not idle (7.7).
    idle = state.public.idle >= rules.idle_nights and not removals(rules, state)
    return rules.idle_result if idle else ""


def decided(rules: Ruleset, state: State) -> tuple[GameDecided, ...]:
    """The result as it stands now, if that is new: established at once, announced when the programme allows."""
    now = winner(rules, state)
    return (GameDecided(now),) if now and now != state.ledger.decided else ()


def verdict(rules: Ruleset, state: State) -> GameEnded | None:
    """The announcement, at the place of the programme where it is due."""
    now = winner(rules, state)
    return GameEnded(now) if now else None
