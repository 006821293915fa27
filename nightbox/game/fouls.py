"""Fouls: given, and amended while FOUL is still held. What they lead to is counted in reveal.py."""

from __future__ import annotations

from nightbox.game.day import TOLD_AFTER
from nightbox.game.draft import Draft
from nightbox.game.facts import FoulAmended, FoulGiven, RemovalEntered, TeamDefeatEntered, TellAsked
from nightbox.game.rulings import ENTRY, Refused, Result
from nightbox.units import Ms


def foul(draft: Draft, order: str, seat: int, at: Ms) -> Result:
    rules, ledger = draft.tempo.rules, draft.state.ledger
    last = next((foul.kind for foul in reversed(ledger.fouls) if foul.seat == seat), "")
    match order:
        case "foul":
            draft.put(FoulGiven(seat, "foul"))
        case "foul_up" if not rules.technicals_out:
            return Refused("по этим правилам технических фолов нет")
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
    _tell(draft, seat, at)
    return ENTRY


_LINES = {
    "foul": "foul",
    "technical": "technical_foul",
    "big_technical": "big_technical_foul",
    "warning": "warning",
}


def _tell(draft: Draft, seat: int, at: Ms) -> None:
    """The voice says a foul by day, where the club wants it: when the judge has let go of it."""
    rules, p = draft.tempo.rules, draft.public
    if rules.day is None or not rules.day.fouls_told or not p.daylight:
        return
    kinds = [foul.kind for foul in draft.state.ledger.fouls if foul.seat == seat]
    line = "third_foul" if kinds[-1] == "foul" and kinds.count("foul") == 3 else _LINES.get(kinds[-1], "")
    waiting = [told for told in (p.tell.lines if p.tell else ()) if told not in {f"{stem}_{seat}" for stem in _STEMS}]
    draft.put(TellAsked(" ".join([*waiting, *([f"{line}_{seat}"] if line else [])]), at + TOLD_AFTER))


_STEMS = ("third_foul", *_LINES.values())
