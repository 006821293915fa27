"""Dawn comes by every rule set, from anywhere in a whole game: days, votes, special roles, and whatever is mashed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from mashing import MashedTable, act

from nightbox.game.commands import CorrectTable, EnterRole
from nightbox.game.facts import Entry
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import fold
from nightbox.rules.loader import shipped
from nightbox.testing.judges import PatientJudge
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS, Act

MOST_PRESSES = 400
"""A whole day of twenty with a vote, its ties, the night after it and its cards."""

_PLAIN = ("NEXT", "NEXT", "NEXT", "PAUSE", "UNDO", "UNDO", "MISS", "FN+NEXT", "FN+MISS", "FN+PAUSE", "FN+UNDO")


@cache
def _game(rules: Ruleset, seed: int) -> tuple[Entry, ...]:
    deal = dealt(rules, Random(seed))
    table = Table(rules, LENGTHS, seats=len(deal))
    LegalJudge(table, seed, Random(seed), deal if seed % 4 else None, most_nights=3).play()
    return tuple(table.journal)


def _key(dice: Random, seats: int) -> str:
    seat = dice.randint(1, seats + 1)
    foul = f"FOUL+{seat}" + dice.choice(("", "", "+MISS", "+UNDO", "+NEXT", "+PAUSE"))
    return dice.choice((dice.choice(_PLAIN), dice.choice(_PLAIN), str(seat), str(seat), f"FN+{seat}", foul))


def _act(dice: Random, rules: Ruleset) -> Act:
    seats, wait = rules.seats[1], dice.choice((0, 1, 700, 1000, 1001, 3000, dice.randint(0, 90_000)))
    match dice.randint(0, 19):
        case 0:
            return Act(wait, "lose", dice.choice(("pad", "disk", "speaker", "clock")))
        case 1:
            return Act(wait, "return", dice.choice(("pad", "disk", "speaker", "clock")))
        case 2:
            return Act(wait, "cut")
        case 3:
            return Act(wait, "voice", dice.choice(("prompt", "late", "early", "doubled", "old", "never")))
        case 4:
            return Act(0, "patience", dice.randint(1, 9))
        case 5:
            return Act(wait, "give", EnterRole(dice.randint(0, seats), dice.choice(rules.roles).id))
        case 6:
            what = dice.choice(("seat_in", "seat_out", "first_speaker", "night", "fouls", "winner"))
            winner = dice.choice(("", "red", "black", "draw"))
            return Act(wait, "give", CorrectTable(what, dice.randint(0, seats), dice.randint(0, 5), winner))
        case _:
            return Act(wait, "press", _key(dice, seats))


def _dawn(name: str, seed: int) -> None:
    dice = Random(seed)
    rules = ready(name, dice.choice((8, 12, 20)))
    whole = _game(rules, dice.randint(0, 5))
    table = MashedTable(whole[: dice.randint(0, len(whole))], rules)
    table.cut()
    for _ in range(dice.randint(0, 40)):
        act(table, _act(dice, rules))
    assert fold(table.seats, table.journal) == table.referee.state
    table.voice_is = "prompt"
    began = table.referee.state.public.night

    def there(p: Public) -> bool:
        return p.over or (p.part == "day" and p.night > began)

    assert PatientJudge(table).until(there, MOST_PRESSES), (seed, table.referee.state.public)
    assert fold(table.seats, table.journal) == table.referee.state


@pytest.mark.parametrize("name", shipped())
def test_dawn_comes_by_every_rule_set(name: str) -> None:
    for seed in range(12):
        _dawn(name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", shipped())
def test_dawn_comes_by_every_rule_set_many_times(name: str) -> None:
    for seed in range(1000, 1150):
        _dawn(name, seed)
