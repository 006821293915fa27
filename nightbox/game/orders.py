"""What each order of meanings.py does to a draft. Each is granted with one entry, or refused with none."""

from __future__ import annotations

from dataclasses import replace

from nightbox.game import day, fouls, night, pauses, undo, vote
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    EndAsked,
    GameAbandoned,
    LeaverEntered,
    MissRecorded,
    ResultCleared,
    ResultNobody,
)
from nightbox.game.keys import Key
from nightbox.game.meanings import meaning
from nightbox.game.rulings import ENTRY, NEXT_DEAD, STEP, STEP_UNDONE, Memory, Refused, Result, Ruling
from nightbox.units import Ms


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
    if meant.order == "seats":
        offered = [deck.seats for deck in draft.tempo.rules.decks]
        if key.seat not in offered:
            many = f"от {offered[0]} до {offered[-1]}" if offered else str(draft.public.seats)
            return Ruling("refused", 0, f"мест за столом: {many}", memory)
        return Ruling("seats", key.seat, "", memory)
    result = _obey(draft, meant.order, key, at, memory)
    if isinstance(result, Refused):
        moved = replace(memory, next_at=at) if is_next and result.warned else memory
        return Ruling("refused", 0, result.why, replace(moved, warned=result.warned or memory.warned))
    entry = draft.close(result.cause, at, source)
    draft.pass_time(at, 0)
    return Ruling("accepted", entry.n if entry else 0, "", Memory(at if is_next else memory.next_at))


def _obey(draft: Draft, order: str, key: Key, at: Ms, memory: Memory) -> Result:
    p, seat = draft.public, key.seat
    free_number = order in ("deal_role", "choose_end", "count", "count_more", "raise_count", "raise_more")
    if seat > p.seats and not free_number:
        return Refused(f"нет места {seat}")
    match order:
        case "begin":
            return day.begin(draft, at)
        case "begin_programme":
            return night.begin_programme(draft, at)
        case "deal_role" | "deal_skip":
            return night.deal(draft, seat if order == "deal_role" else 0, at)
        case "record_seat":
            return night.record_seat(draft, p.step_at(at), seat)
        case "record_miss":
            step = night.step_of(draft, p.step_at(at))
            if step is None or step.takes == "nothing":
                return Refused("сейчас никто не ходит")
            draft.put(MissRecorded(p.night, step.id))
            return ENTRY
        case "result_seat":
            return night.result_seat(draft, seat)
        case "result_nobody":
            draft.put(ResultNobody(p.night))
            return ENTRY
        case "result_clear":
            draft.put(ResultCleared(p.night))
            return ENTRY
        case "keep_ghost":
            return night.ghost(draft, seat)
        case "speak_result":
            return night.speak_result(draft, at, memory)
        case "number":
            return night.number(draft, seat)
        case "close_best_move" | "go_on":
            return day.go_on(draft, at)
        case "plus" | "minus":
            return day.shift(draft, day.SHIFT if order == "plus" else -day.SHIFT, at)
        case "leaver":
            if seat not in p.alive or seat in draft.state.ledger.leavers:
                return Refused(f"игрок {seat} уже вышел или уже введён")
            draft.put(LeaverEntered(p.night + 1, seat))
            return ENTRY
        case "end_day":
            return day.end_day(draft, at)
        case "nightfall":
            return day.nightfall(draft, at)
        case "nominate":
            return day.nominate(draft, seat, at)
        case "list_nominees":
            return day.list_nominees(draft, at)
        case "word_number":
            if not day.in_best_move_word(draft):
                return Refused("сейчас номер ничего не значит")
            return night.number(draft, seat)
        case "end_word":
            return day.end_word(draft, at)
        case "offer_protocol":
            return day.offer_protocol(draft, at)
        case "protocol_accepted" | "protocol_closed":
            return day.take_protocol(draft, order.removeprefix("protocol_"), at)
        case "golden":
            return day.golden(draft, seat, at)
        case "ask_end":
            draft.put(EndAsked())
            return STEP
        case "choose_end":
            return day.choose_end(draft, seat, at)
        case "undo":
            return STEP_UNDONE if undo.undo(draft, at) else Refused("здесь нечего отменять")
        case "pause":
            return pauses.pause(draft, at)
        case "resume":
            return pauses.resume(draft, at)
        case "confirm":
            return pauses.confirm(draft, at)
        case "abandon":
            if memory.warned != "abandon":
                return Refused("ещё раз — и игра брошена", "abandon")
            draft.put(GameAbandoned())
            return STEP
        case _:
            return _obey_vote(draft, order, seat, at, memory)


def _obey_vote(draft: Draft, order: str, seat: int, at: Ms, memory: Memory) -> Result:
    match order:
        case "count" | "count_more" | "count_none":
            return vote.count(draft, seat + 10 * (order == "count_more"), at)
        case "next_candidate":
            return vote.next_candidate(draft, at)
        case "cancel_vote":
            return vote.cancel(draft, at, memory)
        case "allow" | "forbid":
            return vote.allow(draft, order == "allow", at)
        case "raise_count" | "raise_more" | "raise_none":
            return vote.raise_count(draft, seat + 10 * (order == "raise_more"), at)
        case "raise_next":
            return vote.raise_next(draft, at)
        case "ghost":
            return vote.ghost(draft, seat)
        case "ghost_next":
            return vote.ghost_next(draft, at)
        case "alibi" | "no_alibi":
            return vote.alibi(draft, seat)
        case "withdrawn":
            return vote.withdrawn(draft, seat)
        case _:
            return fouls.foul(draft, order, seat, at)
