"""The judge's orders of the day: seconds more or less, who leaves, the next night, the end of the game.

Speeches, nominations and votes have their place here.
"""

from __future__ import annotations

from nightbox.game import reveal
from nightbox.game.draft import Draft
from nightbox.game.facts import GameDecided, NextPressed, PartBegan, SpeechShifted
from nightbox.game.public import NEVER
from nightbox.game.rulings import STEP, Refused, Result
from nightbox.units import Ms

SHIFT: Ms = 5000
"""How much FN and PAUSE give to a speech, or FN and UNDO take from it."""


def shift(draft: Draft, by: Ms, at: Ms) -> Result:
    p = draft.public
    if p.hold:
        draft.put(SpeechShifted(max(0, p.hold.left + by)))
    elif p.until == NEVER and by < 0:
        return Refused("время вышло")
    else:
        draft.put(SpeechShifted(max(at, (at if p.until == NEVER else p.until) + by)))
    return STEP


def end_day(draft: Draft, at: Ms) -> Result:
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


def choose_end(draft: Draft, number: int, at: Ms) -> Result:
    winners = [winner for winner, _ in draft.tempo.rules.win_lines]
    if number > len(winners):
        return Refused(f"исходов: {len(winners)}")
    draft.put(NextPressed("end"), GameDecided(winners[number - 1]), PartBegan("day", draft.public.night))
    draft.walk(at)
    return STEP
