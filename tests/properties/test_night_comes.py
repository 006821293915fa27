"""Whatever is pressed, mended and breaks by day: nothing raises, the journal tells the state, and the night comes."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from whole_games import SETS, SOAK, played

from nightbox.game.commands import CorrectTable, EnterRole, Recover
from nightbox.game.public import Public
from nightbox.game.state import fold
from nightbox.testing.judges import PatientJudge
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS

PLAIN = (
    *("NEXT",) * 6, "PAUSE", "PAUSE", "UNDO", "UNDO", "MISS", "MISS", "FN+NEXT", "FN+PAUSE", "FN+UNDO",
    "FN+MISS", "FN+2",
)  # fmt: skip
DEVICES = ("pad:pad1", "disk", "speaker", "clock")
CORRECTIONS = ("seat_in", "seat_out", "seat_out", "first_speaker", "night", "fouls", "winner")
WAITS = (0, 1, 300, 700, 1000, 1100, 1500, 3000, 10_000, 70_000)

MOST_PRESSES = 120
"""A whole circle of twelve, a vote of all of them and a tie are less; each pause and each cut is one more."""


@cache
def whole(name: str, seed: int) -> Table:
    return played(name, seed).table


def somewhere(name: str, dice: Random) -> Table:
    """In the middle of a whole game: at the entry's moment, or after a power cut there."""
    game = whole(name, dice.randrange(4))
    cut = dice.randint(20, len(game.journal))
    table = Table(game.tempo.rules, LENGTHS, game.seats, entries=game.journal[:cut])
    if dice.random() < 0.5:
        table.now += 1
        table.give(Recover())
    return table


def press(table: Table, dice: Random) -> None:
    seat = dice.randint(1, table.seats)
    chord = f"FOUL+{seat}" + dice.choice(("", "", "+MISS", "+UNDO", "+NEXT", "+PAUSE"))
    table.press(dice.choice((*PLAIN, *(str(seat),) * 6, chord)))


def correct(table: Table, dice: Random) -> None:
    what, seat = dice.choice(CORRECTIONS), dice.randint(0, table.seats + 1)
    table.give(CorrectTable(what, seat, dice.randint(-1, 6), dice.choice(("", "", "red", "black", "draw"))))  # type: ignore[arg-type]


def enter_role(table: Table, dice: Random) -> None:
    role = dice.choice([role.id for role in table.tempo.rules.roles])
    table.give(EnterRole(dice.randint(1, table.seats), role))


DEEDS: tuple[tuple[float, Callable[[Table, Random], None]], ...] = (
    (0.72, press),
    (0.84, correct),
    (0.88, lambda table, _: table.cut()),
    (0.92, lambda table, dice: table.lose(dice.choice(DEVICES))),
    (0.96, lambda table, dice: table.bring_back(dice.choice(DEVICES))),
    (1.0, enter_role),
)


def mash(table: Table, dice: Random) -> None:
    for _ in range(dice.randint(5, 60)):
        throw = dice.random()
        next(deed for share, deed in DEEDS if throw < share)(table, dice)
        table.run_to(table.now + dice.choice(WAITS))


def night_or_end(p: Public) -> bool:
    return p.over or (p.part in ("dusk", "night") and p.hold is None)


def assert_night_comes(table: Table) -> None:
    """A judge who enters no hands and else presses NEXT comes to the next night, or to the end."""
    judge = PatientJudge(table)
    for _ in range(MOST_PRESSES):
        table.rest(600_000)
        p = table.referee.state.public
        if night_or_end(p):
            return
        if p.doing == "wait" and p.hold is None and p.item.startswith("count:"):
            table.press("MISS")
        elif p.doing == "wait" and p.hold is None and p.item.startswith("ghost:") and p.ballot:
            table.press(str(p.ballot.seats[0]))
        elif p.asking_end:
            table.press("UNDO")
        judge.press()
    raise AssertionError(f"neither night nor end: {table.referee.state.public}")


def night_comes(name: str, seeds: range) -> None:
    for seed in seeds:
        dice = Random(seed)
        table = somewhere(name, dice)
        try:
            mash(table, dice)
            assert fold(table.seats, table.journal) == table.referee.state
            assert_night_comes(table)
        except Exception as wrong:
            wrong.add_note(f"in game {seed} of {name}")
            raise


@pytest.mark.parametrize("name", SETS)
def test_the_night_comes_after_any_mash_by_day(name: str) -> None:
    night_comes(name, range(40))


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_the_night_comes_after_a_thousand_mashes_by_day(name: str) -> None:
    night_comes(name, range(10_000, 30_000 if SOAK else 11_000))
