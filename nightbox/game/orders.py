"""What each order of meanings.py does to a draft. Each is granted with one entry, or refused with none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from nightbox.game import clockwork, reveal, undo
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    BestMoveNumber,
    CardTaken,
    CheckRecorded,
    EndAsked,
    Fact,
    FoulAmended,
    FoulGiven,
    GameAbandoned,
    GameDecided,
    LeaverEntered,
    MissRecorded,
    NextPressed,
    OrderRecorded,
    PartBegan,
    PauseAsked,
    RemovalEntered,
    ResultCleared,
    ResultEntered,
    ResultNobody,
    ResumeAsked,
    RoleEntered,
    ShotRecorded,
    SignRecorded,
    SpeechShifted,
    TeamDefeatEntered,
)
from nightbox.game.keys import Key
from nightbox.game.meanings import meaning
from nightbox.game.public import NEVER
from nightbox.game.ruleset import Step
from nightbox.units import Ms

NEXT_DEAD: Ms = 1000
SHIFT: Ms = 5000

Answer: TypeAlias = Literal["", "accepted", "refused", "new_game", "sound_check"]


@dataclass(frozen=True, slots=True)
class Memory:
    """What a refused press leaves behind: nothing of it is a fact, and a power cut forgets it."""

    next_at: Ms = -NEXT_DEAD
    warned: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    answer: Answer
    n: int
    why: str
    memory: Memory


@dataclass(frozen=True, slots=True)
class Granted:
    """The facts are in the draft; they are one entry with this cause."""

    cause: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Only the lamp; `why` is Russian, for the judge's screen. `warned` names what a second press does after all."""

    why: str
    warned: str = ""


Result: TypeAlias = Granted | Refused
ENTRY, STEP = Granted("entry"), Granted("step")


def press(draft: Draft, key: Key, at: Ms, source: str | None, memory: Memory) -> Ruling:
    """Grant or refuse one press, stamped `at`; deadlines up to `at` are already played."""
    meant = meaning(draft.public, key, at)
    # In the deal a role is itself the press that goes on: what it enters must not show in what the press does.
    is_next = key == Key(plain="NEXT") or (meant is not None and meant.order == "deal_role")
    if is_next and at - memory.next_at < NEXT_DEAD:
        return Ruling("refused", 0, "слишком быстро: секунда между нажатиями «дальше»", memory)
    if meant is None:
        return Ruling("refused", 0, "сейчас эта клавиша ничего не значит", memory)
    if meant.order in ("new_game", "sound_check"):
        return Ruling("new_game" if meant.order == "new_game" else "sound_check", 0, "", memory)
    result = _obey(draft, meant.order, key, at, memory)
    if isinstance(result, Refused):
        moved = replace(memory, next_at=at) if is_next and result.warned else memory
        return Ruling("refused", 0, result.why, replace(moved, warned=result.warned or memory.warned))
    entry = draft.close(result.cause, at, source)
    draft.pass_time(at, 0)
    return Ruling("accepted", entry.n if entry else 0, "", Memory(at if is_next else memory.next_at))


def _obey(draft: Draft, order: str, key: Key, at: Ms, memory: Memory) -> Result:
    p, seat = draft.public, key.seat
    free_number = order in ("deal_role", "choose_end")
    if seat > p.seats and not free_number:
        return Refused(f"нет места {seat}")
    match order:
        case "begin_night":
            draft.put(PartBegan("dusk", 0))
            draft.walk(at)
            return STEP
        case "begin_programme":
            return _begin_programme(draft, at)
        case "deal_role" | "deal_skip":
            return _deal(draft, seat if order == "deal_role" else 0, at)
        case "record_seat":
            facts = step_entry(draft, p.step_at(at), seat)
            draft.put(*facts)
            return ENTRY if facts else Refused(f"сейчас номер {seat} ничего не значит")
        case "record_miss":
            step = _step(draft, p.step_at(at))
            if step is None or step.takes == "nothing":
                return Refused("сейчас никто не ходит")
            draft.put(MissRecorded(p.night, step.id))
            return ENTRY
        case "result_seat":
            return _result_seat(draft, seat)
        case "result_nobody":
            draft.put(ResultNobody(p.night))
            return ENTRY
        case "result_clear":
            draft.put(ResultCleared(p.night))
            return ENTRY
        case "speak_result":
            return _speak_result(draft, at, memory)
        case "number":
            return _number(draft, seat)
        case "close_best_move" | "end_speech":
            if p.hold:
                return Refused("пауза")
            draft.put(NextPressed(p.item))
            draft.walk(at)
            return STEP
        case "plus" | "minus":
            return _shift(draft, SHIFT if order == "plus" else -SHIFT, at)
        case "leaver":
            if seat not in p.alive or seat in draft.state.ledger.leavers:
                return Refused(f"игрок {seat} уже вышел или уже введён")
            draft.put(LeaverEntered(p.night + 1, seat))
            return ENTRY
        case "end_day":
            return _end_day(draft, at)
        case "ask_end":
            draft.put(EndAsked())
            return STEP
        case "choose_end":
            return _choose_end(draft, seat, at)
        case "undo":
            return STEP_UNDONE if undo.undo(draft, at) else Refused("здесь нечего отменять")
        case "pause":
            return _pause(draft, at)
        case "resume":
            return _resume(draft, at)
        case "confirm":
            return _confirm(draft, at)
        case "abandon":
            if memory.warned != "abandon":
                return Refused("ещё раз — и игра брошена", "abandon")
            draft.put(GameAbandoned())
            return STEP
        case _:
            return _foul(draft, order, seat)


STEP_UNDONE = Granted("undo")


# --- dusk, deal, night ------------------------------------------------------------------------------------------


def _begin_programme(draft: Draft, at: Ms) -> Result:
    """The second NEXT, three seconds after the first or later (3.8, decision 3)."""
    fell = next((e.at for e in reversed(draft.log) if any(isinstance(f, PartBegan) for f in e.facts)), 0)
    if at - fell < draft.tempo.rules.masks or draft.public.hold:
        return Refused("маски ещё не надеты: не раньше трёх секунд")
    draft.put(NextPressed("masks"))
    draft.walk(at)
    return STEP


def _deal(draft: Draft, number: int, at: Ms) -> Result:
    """One press a seat, when its mask is back on: its role by the deck's order, or not entered."""
    p, roles = draft.public, draft.tempo.rules.roles
    seat = int(p.item.rpartition("_")[2])
    if number > len(roles):
        return Refused(f"ролей в колоде: {len(roles)}")
    if seat in p.cards:
        return Refused("эта карта уже взята")
    draft.put(CardTaken(seat))
    if number:
        draft.put(RoleEntered(seat, roles[number - 1].id))
    if p.doing == "wait":
        draft.walk(at)
    return STEP


def _step(draft: Draft, step: str) -> Step | None:
    rules = draft.tempo.rules
    return next((s for s in (*rules.first_night, *rules.night) if s.id == step), None)


def step_entry(draft: Draft, step: str, seat: int) -> tuple[Fact, ...]:
    """The facts of `seat` entered at `step` of this night; () where that step takes no such thing."""
    known, night = _step(draft, step), draft.public.night
    if known is None or not 1 <= seat <= draft.public.seats:
        return ()
    match known.takes:
        case "shot":
            return (ShotRecorded(night, step, seat),)
        case "check":
            return (CheckRecorded(night, step, seat),)
        case "sign":
            return (SignRecorded(night, step, seat, known.role),)
        case "order":
            before = draft.state.ledger.record(night, step)
            full = before is not None and before.kind == "order" and len(before.seats) >= 3
            return () if full else (OrderRecorded(night, step, seat),)
        case _:
            return ()


# --- result and best move ---------------------------------------------------------------------------------------


def _result_seat(draft: Draft, seat: int) -> Result:
    p, result = draft.public, draft.state.ledger.result or ()
    if seat not in p.alive:
        return Refused(f"игрок {seat} уже вышел")
    if seat in result:
        return Refused(f"игрок {seat} уже введён")
    entered = reveal.entered_result(draft.tempo.rules, draft.state)
    if draft.tempo.rules.confirm and draft.state.ledger.result is None and entered not in (None, (seat,)):
        return Refused("введён другой итог; сначала отмените его")
    if result and len(result) >= draft.tempo.rules.victims:
        if draft.tempo.rules.victims > 1:
            return Refused("больше убитых не бывает")
        draft.put(ResultCleared(p.night))
    draft.put(ResultEntered(p.night, seat))
    return ENTRY


def _speak_result(draft: Draft, at: Ms, memory: Memory) -> Result:
    p = draft.public
    if p.item != "gate" or p.doing != "wait" or p.hold:
        return Refused("до итога ещё не дошло")
    if reveal.entered_result(draft.tempo.rules, draft.state) is None and memory.warned != "nobody":
        return Refused("ничего не введено; ещё раз — никто не убит", "nobody")
    draft.put(NextPressed("gate"), *reveal.night_result(draft.tempo.rules, draft.state))
    draft.put(*reveal.decided(draft.tempo.rules, draft.state))
    draft.walk(at)
    return STEP


def _number(draft: Draft, seat: int) -> Result:
    """The next of the three numbers; seats that are out count (3.8, decision 25)."""
    numbers, best = draft.state.ledger.numbers, draft.tempo.rules.best_move
    if best is None or len(numbers) >= best.numbers:
        return Refused("все номера названы")
    if seat in numbers:
        return Refused(f"номер {seat} уже назван")
    draft.put(BestMoveNumber(seat))
    return ENTRY


# --- day --------------------------------------------------------------------------------------------------------


def _shift(draft: Draft, by: Ms, at: Ms) -> Result:
    p = draft.public
    if p.hold:
        draft.put(SpeechShifted(max(0, p.hold.left + by)))
    elif p.until == NEVER and by < 0:
        return Refused("время вышло")
    else:
        draft.put(SpeechShifted(max(at, (at if p.until == NEVER else p.until) + by)))
    return STEP


def _end_day(draft: Draft, at: Ms) -> Result:
    """What is still to be announced comes first; then who leaves by vote; with nobody left to leave, the night."""
    rules, p = draft.tempo.rules, draft.public
    draft.put(NextPressed("day"))
    if reveal.removals(rules, draft.state) or reveal.verdict(rules, draft.state):
        draft.put(PartBegan("day", p.night))
    elif leaving := reveal.leavers(draft.state):
        draft.put(*leaving)
        draft.put(*reveal.decided(rules, draft.state), PartBegan("exits", p.night))
    else:
        draft.put(PartBegan("dusk", p.night + 1))
    draft.walk(at)
    return STEP


def _choose_end(draft: Draft, number: int, at: Ms) -> Result:
    winners = [winner for winner, _ in draft.tempo.rules.win_lines]
    if number > len(winners):
        return Refused(f"исходов: {len(winners)}")
    draft.put(NextPressed("end"), GameDecided(winners[number - 1]), PartBegan("day", draft.public.night))
    draft.walk(at)
    return STEP


# --- pauses, recovery, fouls ------------------------------------------------------------------------------------


def _pause(draft: Draft, at: Ms) -> Result:
    p = draft.public
    if p.doing == "line":
        draft.put(PauseAsked())
    elif p.until == NEVER:
        return Refused("останавливать нечего")
    else:
        draft.put(*clockwork.pause(draft.tempo, p, at))
    return STEP


def _resume(draft: Draft, at: Ms) -> Result:
    p = draft.public
    assert p.hold is not None
    if p.hold.state != "standing":
        draft.put(ResumeAsked())
    elif clockwork.spoken_pause(p):
        draft.put(clockwork.ask_resume(draft.tempo, p, at))
    else:
        goes_on = p.heard and p.hold.left < 0
        draft.put(*clockwork.resume(draft.tempo, p, at))
        if goes_on:
            draft.walk(at)
    return STEP


def _confirm(draft: Draft, at: Ms) -> Result:
    hold = draft.public.hold
    assert hold is not None
    if hold.state == "resuming" or hold.wish:
        return Refused("игра уже продолжается")
    draft.put(ResumeAsked() if hold.state == "line" else clockwork.ask_resume(draft.tempo, draft.public, at))
    return STEP


def _foul(draft: Draft, order: str, seat: int) -> Result:
    ledger = draft.state.ledger
    last = next((foul.kind for foul in reversed(ledger.fouls) if foul.seat == seat), "")
    match order:
        case "foul":
            draft.put(FoulGiven(seat, "foul"))
        case "foul_up" if last in ("foul", "technical"):
            draft.put(FoulAmended(seat, "technical" if last == "foul" else "big_technical"))
        case "foul_warning" if last:
            draft.put(FoulAmended(seat, "warning"))
        case "remove" if last:
            draft.put(FoulAmended(seat, "removal"), RemovalEntered(seat))
        case "team_defeat" if last:
            draft.put(FoulAmended(seat, "team_defeat"), TeamDefeatEntered(seat))
        case _:
            return Refused("нет фола, который можно изменить")
    return ENTRY
