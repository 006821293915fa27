"""The PUBLIC programme: what the room hears and how long it waits, as lists of items with ids.

A list is a function of the rule set and the public half alone. There is no ledger to look at: dead roles are called
with the same words and the same windows, and no item knows what was pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset, Step
from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Call:
    """A line is spoken; the item ends with its tail. `step` is the step that a power cut here repeats."""

    id: str
    line: str
    step: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A window of a step. `open_ended`: used up, it says `time_up` and stays open until NEXT."""

    id: str
    step: str
    length: Ms
    open_ended: bool = False
    time_up: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    id: str
    length: Ms
    opens_result: Ms = -1


@dataclass(frozen=True, slots=True)
class Wait:
    """The programme stands until a key. The id says for what: "masks", "card_7", "gate", "day"."""

    id: str


@dataclass(frozen=True, slots=True)
class Speech:
    id: str
    seat: int
    length: Ms


@dataclass(frozen=True, slots=True)
class Turn:
    """The music changes its level, at once and in passing."""

    id: str
    level: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Here the referee may let something through the one gate: `what` is "removals", "best_move" or "verdict"."""

    id: str
    what: str


Item: TypeAlias = Call | Slot | Gap | Wait | Speech | Turn | Reveal
Programme: TypeAlias = tuple[Item, ...]


def programme(rules: Ruleset, public: Public) -> Programme:
    """The items of the part of the game that is running."""
    match public.part:
        case "dusk":
            return dusk(rules)
        case "night":
            return night(rules, public.night, public)
        case "morning":
            return morning(rules, public.night, public)
        case "day":
            return day(rules, public)
        case "exits":
            return exits(rules, public)
        case "end":
            return end(rules, public)
        case _:
            return ()


def dusk(rules: Ruleset) -> Programme:
    """Nightfall: the sentence, the music, and the judge's eyes on the masks (3.8, decision 3)."""
    return (Turn("dusk", "night"), Call("nightfall", rules.nightfall), Wait("masks"))


def night(rules: Ruleset, n: int, public: Public) -> Programme:
    """Night `n` from the masks to the gate; night 0 has cards and meeting, and no gate."""
    return _whole_night(rules, n, public.seats)


@lru_cache(maxsize=64)
def _whole_night(rules: Ruleset, n: int, seats: int) -> Programme:
    """The list does not change while the night runs, and is asked for at every deadline."""
    return tuple(_night(rules, n, seats))


def _night(rules: Ruleset, n: int, seats: int) -> Iterator[Item]:
    if n == 0:
        if rules.deal:
            yield Call("deal", rules.deal.opening)
            for seat in range(1, seats + 1):
                yield Call(f"take_{seat}", f"{rules.deal.call}_{seat}")
                yield Wait(f"card_{seat}")
        for step in rules.first_night:
            yield from _step(step)
        yield from _calls("morning", rules.first_morning)
        yield Turn("dawn", "off")
        return
    *before, last = rules.night
    for step in before:
        yield from _step(step)
    yield from _step(last, opens_result=rules.gate_after)
    if not _masked_best_move(rules, n):
        yield from _calls("morning", rules.morning)
        yield Turn("dawn", "off")
    yield Wait("gate")


def _step(step: Step, opens_result: Ms = -1) -> Iterator[Item]:
    yield Call(f"{step.id}.call", step.call, step.id)
    yield Slot(step.id, step.id, step.slot)
    if step.close:
        yield Call(f"{step.id}.close", step.close, step.id)
    if step.gap or opens_result >= 0:
        yield Gap(f"{step.id}.gap", step.gap, opens_result)


def _calls(stem: str, lines: tuple[str, ...]) -> Iterator[Call]:
    for place, line in enumerate(lines, 1):
        yield Call(f"{stem}_{place}", line)


def _masked_best_move(rules: Ruleset, n: int) -> bool:
    """In this night the gate stands before the morning call, in the hit and in the miss branch alike."""
    return rules.best_move is not None and rules.best_move.night == n


def has_best_move(rules: Ruleset, n: int, public: Public) -> bool:
    """One player was killed in the night of the best move, and the first day's vote did not take it (7.10, 8.3.6)."""
    best = rules.best_move
    if best is None or n != best.night or public.killed is None or len(public.killed) != 1:
        return False
    return public.voted_on(1) < best.lost_after


def morning(rules: Ruleset, n: int, public: Public) -> Programme:
    """From the result, which is now a public fact, to the day."""
    return tuple(_morning(rules, n, public))


def _morning(rules: Ruleset, n: int, public: Public) -> Iterator[Item]:
    told = False
    if n > 0 and _masked_best_move(rules, n):
        if has_best_move(rules, n, public):
            told = True
            yield from _best_move(rules, public)
        yield from _calls("morning", rules.morning)
        yield Turn("dawn", "off")
    yield from _removals(rules, public)
    if n > 0:
        killed = public.killed or ()
        if not killed:
            yield Call("nobody_killed", rules.nobody_killed)
        elif not told:
            for seat in killed:
                yield Call(f"killed_{seat}", f"{rules.killed}_{seat}")
        for seat in killed:
            if seat not in public.removed:  # who is removed leaves without a last word (6.5)
                yield Call(f"word_{seat}", f"{rules.killed_word.call}_{seat}")
                yield Speech(f"speech_{seat}", seat, rules.killed_word.length)
        if public.idle >= rules.idle_nights:
            yield Call("idle_nights", rules.idle_line)


def _best_move(rules: Ruleset, public: Public) -> Iterator[Item]:
    best = rules.best_move
    assert best is not None and public.killed
    yield Call("best_move.call", f"{best.call}_{public.killed[0]}", "best_move")
    yield Turn("best_move.low", "low")
    yield Slot("best_move", "best_move", best.slot, open_ended=True, time_up=best.time_up)
    yield Turn("best_move.night", "night")
    yield Reveal("best_move.told", "best_move")
    yield Call("best_move.accepted", best.accepted)
    taken = public.best_move
    for place, seat in enumerate((taken.first, taken.second, taken.third) if taken else (), 1):
        if seat:
            yield Call(f"best_move.number_{place}", f"{best.repeat}_{seat}")


def _removals(rules: Ruleset, public: Public) -> Iterator[Item]:
    yield Reveal("removals", "removals")
    for seat in public.removed:
        yield Call(f"removed_{seat}", f"{rules.removed}_{seat}")


def day(rules: Ruleset, public: Public) -> Programme:
    """Removals that came since, the verdict, and the open day: speeches and votes have their place before the Wait."""
    return (*_removals(rules, public), Reveal("verdict", "verdict"), Wait("day"))


def exits(rules: Ruleset, public: Public) -> Programme:
    """Who leaves by vote: all are named first, then each has the last word."""
    named = [Call(f"leaves_{seat}", f"{rules.leaves}_{seat}") for seat in public.leaving]
    words: list[Item] = []
    for seat in public.leaving:
        words.append(Call(f"word_{seat}", f"{rules.voted_word.call}_{seat}"))
        words.append(Speech(f"speech_{seat}", seat, rules.voted_word.length))
    return (*named, *words)


def end(rules: Ruleset, public: Public) -> Programme:
    lines = dict(rules.win_lines)
    return (Call("win", lines[public.winner]),) if public.winner in lines else ()


def following(items: Programme, item: str) -> Item | None:
    """The item after the one with id `item`, the first for "", None after the last.

    An id that is no longer in the list (it cannot be: lists only grow behind the running item) counts as the last.
    """
    if item == "":
        return items[0] if items else None
    for place, known in enumerate(items):
        if known.id == item:
            return items[place + 1] if place + 1 < len(items) else None
    return None


def first_of_step(items: Programme, item: str) -> str:
    """The id of the item from which a power cut repeats what was going on at `item`: the call of its step."""
    current = next((known for known in items if known.id == item), None)
    step = current.step if isinstance(current, Call | Slot) else ""
    return next((k.id for k in items if isinstance(k, Call | Slot) and k.step == step), item) if step else item
