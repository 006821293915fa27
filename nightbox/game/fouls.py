"""Fouls: given, and amended while FOUL is still held. What they lead to is counted in reveal.py."""

from __future__ import annotations

from nightbox.game.draft import Draft
from nightbox.game.facts import FoulAmended, FoulGiven, RemovalEntered, TeamDefeatEntered
from nightbox.game.rulings import ENTRY, Refused, Result


def foul(draft: Draft, order: str, seat: int) -> Result:
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
