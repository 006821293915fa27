"""The night and its morning, as lists of items."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nightbox.game.programme.days import best_move, last_word, removals
from nightbox.game.programme.items import Call, Gap, Item, Programme, Slot, Turn, Wait
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset, Step
from nightbox.units import Ms


def dusk(rules: Ruleset, n: int = 0) -> Programme:
    """Nightfall: the sentence, the music, and the judge's eyes on the masks (3.8, decision 3)."""
    before = rules.before_first if n == 0 else rules.before_second if n == 1 else ""
    said = (Call("before", before),) if before else ()
    return (*said, Turn("dusk", "night"), Call("nightfall", rules.nightfall), Wait("masks"))


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
            yield from _step(step, seats)
        yield from _calls("morning", rules.first_morning)
        yield Turn("dawn", "off")
        return
    *before, last = rules.night
    for step in before:
        yield from _step(step, seats)
    yield from _step(last, seats, opens_result=rules.gate_after)
    if not _masked_best_move(rules, n):
        yield from _calls("morning", rules.morning)
        yield Turn("dawn", "off")
    yield Wait("gate")


def _step(step: Step, seats: int, opens_result: Ms = -1) -> Iterator[Item]:
    yield Call(f"{step.id}.call", step.call, step.id)
    if step.tempo:  # the numbers of all seats at a constant step, whoever is out (4MAFIA 2.4.3; secrecy of a dead seat)
        for seat in range(1, seats + 1):
            yield Slot(f"{step.id}:{seat}", step.id, step.tempo, line=f"{step.numbers}_{seat}")
    else:
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


def best_move_in_word(rules: Ruleset, n: int) -> bool:
    """The one who was killed in the first night of shots names his best move in the last word (4MAFIA 4.3)."""
    return n == 1 and rules.killed_word.best_move != ""


def morning(rules: Ruleset, n: int, public: Public) -> Programme:
    """From the result, which is now a public fact, to the day."""
    return tuple(_morning(rules, n, public))


def _morning(rules: Ruleset, n: int, public: Public) -> Iterator[Item]:
    told = False
    if n > 0 and _masked_best_move(rules, n):
        if has_best_move(rules, n, public):
            told = True
            assert rules.best_move and public.killed
            yield from best_move(rules.best_move, public, f"{rules.best_move.call}_{public.killed[0]}")
        yield from _calls("morning", rules.morning)
        yield Turn("dawn", "off")
    yield from removals(rules, public)
    if n > 0:
        killed = public.killed or ()
        if rules.counts:  # only how many (M9 L49)
            yield Call("killed_count", rules.counts[min(len(killed), len(rules.counts) - 1)])
            if public.ghost:
                yield Call("ghost_kept", f"{rules.ghost}_{public.ghost}")
        elif not killed:
            yield Call("nobody_killed", rules.nobody_killed)
        elif not told:
            for seat in killed:
                yield Call(f"killed_{seat}", f"{rules.killed}_{seat}")
        for seat in killed:
            if seat not in {gone for gone, _ in public.removed}:  # who is removed leaves without a last word (6.5)
                yield from last_word(rules.killed_word, public, seat, best_move_in_word(rules, n))
        if rules.idle_nights and public.idle >= rules.idle_nights:
            yield Call("idle_nights", rules.idle_line)
