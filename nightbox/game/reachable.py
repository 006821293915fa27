"""Which phases and keys a rule set can come to, for the screen and the printed page: the table of meanings without the
rest, in the words of these rules. Pure; the referee still refuses by reason whatever is pressed beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from nightbox.game.meanings import TABLE, Meaning, Phase
from nightbox.game.ruleset import Ruleset

TAKEN = {
    "order": "порядок отстрела",
    "sign": "кто показал знак",
    "shot": "выстрел",
    "check": "проверка",
    "visit": "визит",
    "heal": "лечение",
}
"""What a night's step takes, as the judge calls it."""

_WINNERS = {"red": "красные", "black": "чёрные", "maniac": "маньяк", "draw": "ничья"}
_HAND = {"removal": "снял руку: удаление", "nothing": "фол"}

Keys = Mapping[str, Meaning]


@lru_cache(maxsize=16)
def reachable(rules: Ruleset, seats: int) -> Mapping[Phase, Keys]:
    """The phases of a table of `seats`, in the order of the game, and in each the keys that may be granted there."""
    return MappingProxyType({phase: _keys(rules, seats, phase) for phase in TABLE if phase not in _never(rules)})


def _never(rules: Ruleset) -> set[Phase]:
    day, vote, words = rules.day, rules.vote, (rules.killed_word, rules.voted_word)
    talk = day and day.talk
    there = {
        Phase.DEAL: rules.deal,
        Phase.BEST_MOVE: rules.best_move,
        Phase.LAST_WORD: any(word.length for word in words),
        Phase.PROTOCOL: any(word.protocol for word in words),
        Phase.DAY: day is None,
        Phase.CIRCLE: day,
        Phase.EVENING: day or rules.win_confirmed,
        Phase.WORD: day,
        Phase.SPEECH: day and day.speech,
        Phase.READY: day and day.speech and day.start == "next",
        Phase.SILENT: day and day.speech and any(step.right == "nominate" for step in rules.foul_steps),
        Phase.ASK: talk,
        Phase.GOLDEN: talk,
        Phase.VOTE: vote,
        Phase.COUNT: vote,
        Phase.ALLOWED: vote and vote.asked,
        Phase.RAISE: vote and vote.again in ("raise", "listed"),
        Phase.GHOST: vote and vote.again == "ghost",
        Phase.ALIBI: vote and rules.alibi,
    }
    return {phase for phase, has in there.items() if not has}


def _keys(rules: Ruleset, seats: int, phase: Phase) -> Keys:
    never = _ungranted(rules, seats)
    keys = {key: meant for key, meant in TABLE[phase].items() if meant.order not in never}
    return MappingProxyType({key: replace(meant, label=_label(rules, meant)) for key, meant in keys.items()})


def _ungranted(rules: Ruleset, seats: int) -> set[str]:
    """Orders that these rules always refuse."""
    words = (rules.killed_word, rules.voted_word)
    granted = {
        "seats": rules.decks,
        "keep_ghost": rules.ghost,
        "list_nominees": rules.nominations and rules.nominations.list_asked,
        "word_number": rules.killed_word.best_move,
        "offer_protocol": any(word.protocol for word in words),
        "count_more": seats > 10,
        "raise_more": seats > 10,
        "foul_up": rules.technicals_out,
    }
    return {order for order, can in granted.items() if not can}


def _label(rules: Ruleset, meant: Meaning) -> str:
    match meant.order:
        case "deal_role":
            dealt = ((number, role) for number, role in enumerate(rules.roles, 1) if role.count)
            return "роль: " + ", ".join(f"{number} {role.label}" for number, role in dealt)
        case "record_seat":
            taken = dict.fromkeys(step.takes for step in (*rules.first_night, *rules.night))
            return ", ".join(TAKEN[takes] for takes in taken if takes in TAKEN)
        case "choose_end":
            winners = (_WINNERS.get(winner, winner) for winner, _ in rules.win_lines)
            return ", ".join(f"{number} {winner}" for number, winner in enumerate(winners, 1))
        case "withdrawn":
            return _HAND.get(rules.vote.withdrawn if rules.vote else "", "снял руку: фол")
        case _:
            return meant.label
