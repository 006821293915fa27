"""The judge's orders of the night: masks, cards, entries of a step, the result, the best move."""

from __future__ import annotations

from nightbox.game import resolve, reveal
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    BestMoveNumber,
    CardTaken,
    CheckRecorded,
    Fact,
    GhostEntered,
    HealRecorded,
    NextPressed,
    OrderRecorded,
    PartBegan,
    ResultCleared,
    ResultEntered,
    RoleEntered,
    ShotRecorded,
    SignRecorded,
    VisitRecorded,
)
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.rulings import ENTRY, STEP, Memory, Refused, Result
from nightbox.game.state import State
from nightbox.units import Ms


def begin_programme(draft: Draft, at: Ms) -> Result:
    """The second NEXT, three seconds after the first or later (3.8, decision 3)."""
    fell = next((e.at for e in reversed(draft.log) if any(isinstance(f, PartBegan) for f in e.facts)), 0)
    if at - fell < draft.tempo.rules.masks or draft.public.hold:
        return Refused("маски ещё не надеты: не раньше трёх секунд")
    draft.put(NextPressed("masks"))
    draft.walk(at)
    return STEP


def deal(draft: Draft, number: int, at: Ms) -> Result:
    """One press a seat, when its mask is back on: its role by the deck's order, or not entered."""
    p, roles = draft.public, draft.tempo.rules.roles
    seat = int(p.item.rpartition("_")[2])
    if number > len(roles) or (number and not roles[number - 1].count):
        return Refused("такой роли в колоде нет")
    if seat in p.cards:
        return Refused("эта карта уже взята")
    draft.put(CardTaken(seat))
    if number:
        draft.put(RoleEntered(seat, roles[number - 1].id))
    if p.doing == "wait":
        draft.walk(at)
    return STEP


def step_of(draft: Draft, step: str) -> Step | None:
    rules = draft.tempo.rules
    return next((s for s in (*rules.first_night, *rules.night) if s.id == step), None)


def record_seat(draft: Draft, step: str, seat: int) -> Result:
    """The seat that is shown in a window; refused only where the one who is awake knows himself that he may not."""
    known = step_of(draft, step)
    facts = step_entry(draft, step, seat)
    if known is None or not facts:
        return Refused(f"сейчас номер {seat} ничего не значит")
    if why := resolve.refused(draft.tempo.rules, draft.state, known, seat):
        return Refused(why)
    draft.put(*facts)
    return ENTRY


def step_entry(draft: Draft, step: str, seat: int) -> tuple[Fact, ...]:
    """The facts of `seat` entered at `step` of this night; () where that step takes no such thing."""
    known, night = step_of(draft, step), draft.public.night
    if known is None or not 1 <= seat <= draft.public.seats:
        return ()
    match known.takes:
        case "shot":
            return (ShotRecorded(night, step, seat),)
        case "check":
            return (CheckRecorded(night, step, seat),)
        case "visit":
            return (VisitRecorded(night, step, seat),)
        case "heal":
            return (HealRecorded(night, step, seat),)
        case "sign":
            return (SignRecorded(night, step, seat, known.role),)
        case "order":
            before = draft.state.ledger.record(night, step)
            full = before is not None and before.kind == "order" and len(before.seats) >= 3
            return () if full else (OrderRecorded(night, step, seat),)
        case _:
            return ()


# --- result and best move ---------------------------------------------------------------------------------------


def result_seat(draft: Draft, seat: int) -> Result:
    p, result = draft.public, draft.state.ledger.result or ()
    if seat not in p.alive:
        return Refused(f"игрок {seat} уже вышел")
    if seat in result:
        return Refused(f"игрок {seat} уже введён")
    entered = reveal.derived_result(draft.tempo.rules, draft.state)
    if draft.tempo.rules.confirm and entered is not None and seat not in entered:
        return Refused("введён другой итог; сначала отмените его")
    if result and len(result) >= draft.tempo.rules.victims:
        if draft.tempo.rules.victims > 1:
            return Refused("больше убитых не бывает")
        draft.put(ResultCleared(p.night))
    draft.put(ResultEntered(p.night, seat))
    return ENTRY


def ghost(draft: Draft, seat: int) -> Result:
    """The victim `seat` will stay as the ghost of the day, or no longer will (M9 L51)."""
    if seat == draft.state.ledger.ghost:
        draft.put(GhostEntered(draft.public.night, 0))
    elif why := reveal.no_ghost(draft.tempo.rules, draft.state, seat):
        return Refused(why)
    else:
        draft.put(GhostEntered(draft.public.night, seat))
    return ENTRY


def speak_result(draft: Draft, at: Ms, memory: Memory) -> Result:
    p, rules = draft.public, draft.tempo.rules
    if p.item != "gate" or p.doing != "wait" or p.hold:
        return Refused("до итога ещё не дошло")
    why, warned = _unsure(rules, draft.state)
    if why and memory.warned != warned:
        return Refused(why, warned)
    draft.put(NextPressed("gate"), *reveal.night_result(rules, draft.state))
    draft.put(*reveal.decided(rules, draft.state))
    draft.walk(at)
    return STEP


def _unsure(rules: Ruleset, state: State) -> tuple[str, str]:
    """Why a result is not spoken at the first NEXT, and the name of that; ("", "") when it is.

    Nothing that was only computed is said unconfirmed, and what cannot be computed is entered (3.8, decision 10).
    """
    entered, derived = reveal.entered_result(rules, state), reveal.derived_result(rules, state)
    ghost = state.ledger.ghost
    if entered is None:
        return "итог не введён; ещё раз — никто не убит", "nobody"
    if seats := reveal.computed(rules, state):
        return f"вместе с Путаной уходит {' '.join(map(str, seats))}; ещё раз — объявить", "computed"
    if rules.confirm and entered and derived and (missing := sorted(set(derived) - set(entered))):
        return f"ночью введён и {' '.join(map(str, missing))}; ещё раз — объявить без него", "missing"
    if ghost and (why := reveal.no_ghost(rules, state, ghost)):
        return f"призрака не будет: {why}; ещё раз — объявить", "ghost"
    return "", ""


IN_LAST_WORD = 3
"""How many seats a best move names where it is told in the last word (4MAFIA 4.3)."""


def number(draft: Draft, seat: int) -> Result:
    """The next of the three numbers; seats that are out count (3.8, decision 25)."""
    numbers, best = draft.state.ledger.numbers, draft.tempo.rules.best_move
    if len(numbers) >= (best.numbers if best else IN_LAST_WORD):
        return Refused("все номера названы")
    if seat in numbers:
        return Refused(f"номер {seat} уже назван")
    draft.put(BestMoveNumber(seat))
    return ENTRY
