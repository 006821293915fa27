"""The one gate from secret to public: the night's dead, the best move, removals, the winner. Each is a fact by now.

Nothing else in the core turns what the judge entered into something that the room may hear. What a rule set names
here is in a small registry; a name that is not in it is a load error.
"""

from __future__ import annotations

from nightbox.game import abilities
from nightbox.game.facts import (
    AlibiTold,
    BestMoveTaken,
    GameDecided,
    GameEnded,
    GhostKept,
    NobodyKilled,
    PlayerKilled,
    PlayerRemoved,
    PlayerVotedOut,
    PublicFact,
    SpeechRuled,
)
from nightbox.game.ledger import Ledger
from nightbox.game.public import numbers_of
from nightbox.game.resolve import SHOT_RULES, WIN_RULES, as_recorded
from nightbox.game.ruleset import FoulStep, Ruleset
from nightbox.game.state import State


def entered_result(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """Who was killed, by what the judge has entered at the gate or before; None when that does not tell."""
    return state.ledger.result if state.ledger.result is not None else derived_result(rules, state)


def derived_result(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """Who was killed, by the night's entries alone; None when they do not tell, or were emptied at the gate.

    Only a step that takes a shot can be missed here: MISS in a check means that nobody was checked. Where one shot
    was entered, or missed, another that was not is none (M9 L46, city: Maniac).
    """
    shots = [state.ledger.record(state.public.night, step.id) for step in rules.night if step.takes == "shot"]
    if state.ledger.cleared or not any(shots):
        return None
    return SHOT_RULES[rules.shot_rule](rules, state)


def computed(rules: Ruleset, state: State) -> tuple[int, ...]:
    """The dead at whom nobody has shot, while the judge has not entered them: a killed Putana's guest (decision 10)."""
    if state.ledger.result is not None:
        return ()
    return tuple(seat for seat in derived_result(rules, state) or () if seat not in as_recorded(rules, state))


def night_result(rules: Ruleset, state: State) -> tuple[PublicFact, ...]:
    """The dead of the night, in seat order, or nobody (FSM L105-107)."""
    seats = sorted(entered_result(rules, state) or ())
    night, ghost = state.public.night, state.ledger.ghost
    kept = (GhostKept(night, ghost),) if ghost and not no_ghost(rules, state, ghost) else ()
    return (*(PlayerKilled(night, seat) for seat in seats), *kept) if seats else (NobodyKilled(night),)


def no_ghost(rules: Ruleset, state: State, seat: int) -> str:
    """Why `seat` does not stay as the ghost of the coming day, "" when it does (M9 L51; 3.8, decision 18)."""
    killed = set(entered_result(rules, state) or ())
    morning = set(state.public.alive) - killed - {removed.seat for removed in removals(rules, state)}
    role = rules.role(state.ledger.role_of(seat) or "")
    if not rules.ghost:
        return "по этим правилам призрака нет"
    if seat not in killed:
        return f"игрок {seat} этой ночью не убит"
    if len(morning) % 2:
        return f"утром за столом {len(morning)}, а призрак бывает при чётном числе"
    if role and role.id != "civilian" and not (rules.ghost_any_red and role.team == "red"):
        return f"игрок {seat} — не мирный житель"
    return ""


def removals(rules: Ruleset, state: State, at: str = "") -> tuple[PlayerRemoved, ...]:
    """Removals that are not announced yet, for the item `at`: by the judge's key, or by fouls (FSM 6.5, 6.7.2)."""
    tonight = state.public.killed or ()
    told = {*state.public.removed_ever, *(e.seat for e in state.public.exits if e.seat not in tonight)}
    return tuple(PlayerRemoved(seat, at) for seat in sorted(_removed(rules, state) - told))


def _removed(rules: Ruleset, state: State) -> set[int]:
    ledger = state.ledger
    by_fouls = {
        seat
        for seat in {foul.seat for foul in ledger.fouls}
        if most_fouls(rules, ledger, seat) >= rules.fouls_out
        or (rules.technicals_out and ledger.foul_count(seat, "technical", "big_technical") >= rules.technicals_out)
    }
    return by_fouls | set(ledger.removals)


def most_fouls(rules: Ruleset, ledger: Ledger, seat: int) -> int:
    """The fouls of `seat` that count together: of the whole game, or of one day and its night (city)."""
    days = [foul.day for foul in ledger.fouls if foul.seat == seat and foul.kind == "foul"]
    if rules.fouls_reset:
        return max((days.count(day) for day in days), default=0)
    return len(days)


def right(rules: Ruleset, state: State, seat: int) -> SpeechRuled:
    """What the fouls of `seat` leave it of the turn that begins now (4MAFIA 3.4, FSM 6.4, city: remarks)."""
    p, ruled = state.public, "full"
    for step in sorted(rules.foul_steps, key=lambda step: step.count):
        spared = step.except_at and len(p.alive) <= step.except_at
        if not spared and _holds(rules, state, step, seat):
            ruled = step.right
    return SpeechRuled(seat, ruled)


def _holds(rules: Ruleset, state: State, step: FoulStep, seat: int) -> bool:
    """Whether a step of the ladder limits today's turn: once in a game, or in the circle after it was reached."""
    days = sorted(foul.day for foul in state.ledger.fouls if foul.seat == seat and foul.kind == "foul")
    yesterday = state.public.day - 1
    if rules.fouls_reset:
        return days.count(yesterday) >= step.count
    if step.once:
        return len(days) >= step.count and seat not in state.public.halved
    return len(days) >= step.count and days[step.count - 1] == yesterday


def best_move(state: State) -> BestMoveTaken:
    """The numbers that the leaving player named, as they will be repeated aloud (FSM 4.8.2, 7.13)."""
    killed = state.public.leaving or state.public.killed or (0,)
    numbers = (*state.ledger.numbers, 0, 0, 0)
    return BestMoveTaken(killed[0], numbers[0], numbers[1], numbers[2])


def leavers(state: State) -> tuple[PublicFact, ...]:
    """Who leaves by vote today, as the judge entered it; not who was removed since."""
    day = state.public.night + 1
    return tuple(PlayerVotedOut(day, seat) for seat in state.ledger.leavers if seat in state.public.alive)


def alibi(rules: Ruleset, state: State) -> int:
    """The seat that stays although it is voted out: as the judge has entered it, or as the night's record says."""
    if state.ledger.alibi is not None:
        return state.ledger.alibi
    return abilities.guest(rules, state, state.public.night) if rules.alibi else 0


def voted_out(rules: Ruleset, state: State) -> tuple[PublicFact, ...]:
    """Who leaves by today's vote; who has an alibi stays, and that is told (city: Putana; 3.8, decision 16)."""
    p = state.public
    if p.ended is None or p.ended.how not in ("leaves", "all_leave"):
        return ()
    spared = alibi(rules, state)
    seats = [seat for seat in numbers_of(p.ended.seats) if seat in p.alive]
    told = tuple(AlibiTold(p.day, seat) for seat in seats if seat == spared)
    return (*told, *(PlayerVotedOut(p.day, seat) for seat in seats if seat != spared))


# --- the winner -------------------------------------------------------------------------------------------------


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
    idle = rules.idle_nights and state.public.idle >= rules.idle_nights and not removals(rules, state)
    return rules.idle_result if idle else ""


def decided(rules: Ruleset, state: State) -> tuple[GameDecided, ...]:
    """The result as it stands now, if that is new: established at once, announced when the programme allows."""
    now = winner(rules, state)
    return (GameDecided(now),) if now and now != state.ledger.decided else ()


def verdict(rules: Ruleset, state: State) -> GameEnded | None:
    """The announcement, at the place of the programme where it is due."""
    now = winner(rules, state)
    return GameEnded(now) if now else None
