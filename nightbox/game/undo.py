"""What UNDO takes back, by kind of press: an entry alone; a step with what time did since; never a spoken reveal."""

from __future__ import annotations

from nightbox.game.draft import SPOKEN, Draft
from nightbox.game.facts import BestMoveNumber, CardTaken, EndAsked, Entry, Paused, Undone
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import NEVER
from nightbox.game.state import undone
from nightbox.units import Ms


def undo(draft: Draft, at: Ms) -> bool:
    """Put the facts that undo the judge's last press, if it can be undone here; False if not."""
    void = undone(draft.all_entries)
    pressed = [e for e in draft.all_entries if e.n not in void and e.cause in ("entry", "step", "reveal", "correction")]
    last = pressed[-1] if pressed else None
    if last is None:
        return False
    match phase(draft.public, at):
        case Phase.NIGHT:
            return _undo_in_step(draft, pressed, at)
        case Phase.BEST_MOVE:
            return _undo_number(draft, pressed)
        case Phase.DEAL:
            return _undo_step(draft, last) if _has(last, CardTaken) else _undo_entry(draft, last)
        case Phase.END:
            return _undo_step(draft, last) if _has(last, EndAsked) else False
        case Phase.MASKS | Phase.SPEECH | Phase.DAY | Phase.PAUSED:
            return _undo_entry(draft, last) or _undo_step(draft, last)
        case _:
            return False


def _has(entry: Entry, kind: type) -> bool:
    return any(isinstance(fact, kind) for fact in entry.facts)


def _undo_entry(draft: Draft, entry: Entry) -> bool:
    if entry.cause != "entry":
        return False
    draft.refold([Undone(entry.n)])
    return True


def _undo_in_step(draft: Draft, pressed: list[Entry], at: Ms) -> bool:
    """At night UNDO reaches the entries of the step that takes presses now, and nothing before it."""
    step = draft.public.step_at(at)
    since = next(mark.since for mark in draft.public.marks if mark.step == step)
    for entry in reversed(pressed):
        if entry.at < since or entry.cause != "entry":
            return False
        if step in {getattr(fact, "step", step) for fact in entry.facts}:
            return _undo_entry(draft, entry)
    return False


def _undo_number(draft: Draft, pressed: list[Entry]) -> bool:
    last = pressed[-1]
    numbered = _has(last, BestMoveNumber) and bool(draft.state.ledger.numbers)
    return _undo_entry(draft, last) if numbered or last.cause == "entry" else False


def _undo_step(draft: Draft, step: Entry) -> bool:
    """A step goes with all that time and sound did since, and the box lands paused with the time it had then."""
    if step.cause != "step":
        return False
    void = undone(draft.all_entries)
    since = [e for e in draft.all_entries if e.n >= step.n and e.n not in void and e.cause in ("step", "time", "sound")]
    if any(isinstance(fact, SPOKEN) for entry in since for fact in entry.facts):
        return False
    draft.refold([Undone(entry.n) for entry in since])
    p = draft.public
    if p.doing == "speech" and p.hold is None and p.until != NEVER:
        draft.put(Paused(max(0, p.until - step.at)))
    return True
