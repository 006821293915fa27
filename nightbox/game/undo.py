"""What UNDO takes back, by kind of press: an entry alone; a step with what time did since; never a spoken reveal.

A step can be undone by day, at the masks and in the deal, and not across the border of a night or of a power cut:
what the room has heard of a night stays heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from nightbox.game.clockwork import spoken_pause
from nightbox.game.draft import SPOKEN, Draft
from nightbox.game.facts import (
    AsideBegan,
    AsideEnded,
    AsideTimed,
    BestMoveNumber,
    CardTaken,
    EndAsked,
    Entry,
    LineBegan,
    LineTimed,
    PartBegan,
    Paused,
    Undone,
)
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import NEVER, Public
from nightbox.game.state import undone
from nightbox.units import Ms

_PRESSED = ("entry", "step", "reveal", "correction")
_ASIDE = (AsideBegan, AsideTimed, AsideEnded)


def undo(draft: Draft, at: Ms) -> bool:
    """Put the facts that undo the judge's last press, if it can be undone here; False if not."""
    void = undone(draft.all_entries)
    pressed = [e for e in draft.all_entries if e.n not in void and e.cause in _PRESSED]
    last = pressed[-1] if pressed else None
    if last is None:
        return False
    now = phase(draft.public, at)
    match now:
        case Phase.NIGHT:
            return _undo_in_step(draft, pressed, at)
        case Phase.BEST_MOVE:
            return _undo_number(draft, pressed)
        case Phase.DEAL:
            return _undo_step(draft, last, now) if _has(last, CardTaken) else _undo_entry(draft, last)
        case Phase.END:
            asked = next((entry for entry in reversed(pressed) if _has(entry, EndAsked)), None)
            return asked is not None and _undo_step(draft, asked, now)
        case Phase.MASKS:
            if last.cause == "entry":
                return _undo_entry(draft, last)
            fell = next((entry for entry in reversed(pressed) if _has(entry, PartBegan)), last)
            return _undo_step(draft, fell, now)
        case Phase.GATE | Phase.LINES | Phase.RECOVERY | Phase.LOBBY | Phase.OVER:
            return False
        case _:
            return _undo_entry(draft, last) or _undo_step(draft, last, now)


def _has(entry: Entry, kind: type) -> bool:
    return any(isinstance(fact, kind) for fact in entry.facts)


def _undo_entry(draft: Draft, entry: Entry) -> bool:
    if entry.cause != "entry":
        return False
    draft.refold([Undone(entry.n)])
    return True


def _undo_in_step(draft: Draft, pressed: Sequence[Entry], at: Ms) -> bool:
    """At night UNDO reaches the entries of the step that takes presses now, and nothing before it."""
    step = draft.public.step_at(at)
    since = next((mark.since for mark in draft.public.marks if mark.step == step), None)
    if since is None:
        return False
    for entry in reversed(pressed):
        if entry.at < since or entry.cause not in ("entry", "step"):
            return False
        # A pause is a step, and is not undone by night: it does not shield what was entered before it.
        if entry.cause == "entry" and step in {getattr(fact, "step", step) for fact in entry.facts}:
            return _undo_entry(draft, entry)
    return False


def _undo_number(draft: Draft, pressed: Sequence[Entry]) -> bool:
    """The last number, until NEXT; a pause does not shield it."""
    last = next((entry for entry in reversed(pressed) if entry.cause != "step"), None)
    if last is None or (_has(last, BestMoveNumber) and not draft.state.ledger.numbers):
        return False
    return _undo_entry(draft, last)


def _undo_step(draft: Draft, step: Entry, now: Phase) -> bool:
    """A step goes with all that time and sound did since, and the box lands paused with the time it had then."""
    if step.cause != "step" or (now is Phase.PAUSED and spoken_pause(draft.public)):
        return False
    void = undone(draft.all_entries)
    since = [e for e in draft.all_entries if e.n >= step.n and e.n not in void]
    if any(e.cause == "recovery" or _ends_night(e) or _has_spoken(e) for e in since):
        return False
    gone = [e for e in since if e.cause in ("step", "time", "sound", "undo") and not _is_aside(e)]
    was = draft.state_without(gone).public
    if was.hold and was.hold.recovery:  # the judge's word to go on after a power cut
        return False
    draft.refold([Undone(entry.n) for entry in gone])
    _stand_still(draft, was, gone, step.at)
    return True


def _stand_still(draft: Draft, was: Public, gone: Sequence[Entry], at: Ms) -> None:
    """What ran when the step was pressed, at `at`, does not catch up with the time that has passed since."""
    if was.hold is not None:
        return
    if was.doing == "speech" and was.until != NEVER:
        draft.put(Paused(max(0, was.until - at)))
    elif was.doing == "line" and was.part not in ("dusk", "night"):
        draft.put(Paused(NEVER))
    elif was.doing == "line":  # the call of a card: when it ends is what the sound has said of it
        facts = (fact for entry in gone for fact in entry.facts)
        told = takewhile(lambda fact: not isinstance(fact, LineBegan), facts)
        draft.put(*(fact for fact in told if isinstance(fact, LineTimed)))


def _ends_night(entry: Entry) -> bool:
    """Whether a night began behind the masks or ended in `entry`: nothing leads back across that."""
    return any(isinstance(f, PartBegan) and f.part in ("night", "morning") for f in entry.facts)


def _has_spoken(entry: Entry) -> bool:
    return any(isinstance(fact, SPOKEN) for fact in entry.facts)


def _is_aside(entry: Entry) -> bool:
    """A sentence beside the programme was heard or is being spoken: undoing a step does not unsay it."""
    return all(isinstance(fact, _ASIDE) for fact in entry.facts)
