"""The PUBLIC programme: what the room hears and how long it waits, as lists of items with ids.

A list is a function of the rule set and the public half alone. There is no ledger to look at: dead roles are called
with the same words and the same windows, and no item knows what was pressed.
"""

from __future__ import annotations

from nightbox.game.programme.days import day, end, evening, exits, introductions
from nightbox.game.programme.items import (
    Call,
    Gap,
    Item,
    Programme,
    Reveal,
    Slot,
    Speech,
    Turn,
    Wait,
    first_of_step,
    following,
)
from nightbox.game.programme.nights import best_move_in_word, dusk, has_best_move, morning, night
from nightbox.game.programme.votes import called_again, vote
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset


def programme(rules: Ruleset, public: Public) -> Programme:
    """The items of the part of the game that is running."""
    match public.part:
        case "dusk":
            return dusk(rules, public.night)
        case "night":
            return night(rules, public.night, public)
        case "morning":
            return morning(rules, public.night, public)
        case "day":
            return tuple(day(rules, public))
        case "introductions":
            return tuple(introductions(rules, public))
        case "vote":
            return tuple(vote(rules, public))
        case "exits":
            return tuple(exits(rules, public))
        case "evening":
            return tuple(evening(rules, public))
        case "end":
            return end(rules, public)
        case _:
            return ()


__all__ = [
    "Call",
    "Gap",
    "Item",
    "Programme",
    "Reveal",
    "Slot",
    "Speech",
    "Turn",
    "Wait",
    "best_move_in_word",
    "called_again",
    "day",
    "dusk",
    "end",
    "evening",
    "exits",
    "first_of_step",
    "following",
    "has_best_move",
    "introductions",
    "morning",
    "night",
    "programme",
    "vote",
]
