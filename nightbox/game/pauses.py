"""PAUSE, and going on after a pause or a power cut."""

from __future__ import annotations

from nightbox.game import clockwork
from nightbox.game.draft import Draft
from nightbox.game.facts import PauseAsked, ResumeAsked
from nightbox.game.public import NEVER
from nightbox.game.rulings import STEP, Refused, Result
from nightbox.units import Ms


def pause(draft: Draft, at: Ms) -> Result:
    p = draft.public
    if p.doing == "line":
        draft.put(PauseAsked())
    elif p.until == NEVER:
        return Refused("останавливать нечего")
    else:
        draft.put(*clockwork.pause(draft.tempo, p, at))
    return STEP


def resume(draft: Draft, at: Ms) -> Result:
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


def confirm(draft: Draft, at: Ms) -> Result:
    hold = draft.public.hold
    assert hold is not None
    if hold.state == "resuming" or hold.wish:
        return Refused("игра уже продолжается")
    draft.put(ResumeAsked() if hold.state == "line" else clockwork.ask_resume(draft.tempo, draft.public, at))
    return STEP
