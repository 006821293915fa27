"""The FSM table of the tests of the day: a game of ten that the box runs by day too, brought to where a test begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from playing import DECK, ROLE_KEYS, public

from nightbox.game.facts import Entry
from nightbox.game.referee import Outcome
from nightbox.game.ruleset import Ruleset
from nightbox.rules.loader import load
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS
from nightbox.units import Ms

RULES = load("fsm")

BEST_MOVE = ("best_move", "slot")

NEXT_AFTER: Ms = 1100
"""NEXT is dead for a second after a NEXT."""


@cache
def _begun(rules: Ruleset, deck: tuple[str, ...]) -> tuple[Entry, ...]:
    table = Table(rules, LENGTHS, len(deck))
    table.press("NEXT")
    table.rest()
    table.press("NEXT", at=table.now + 3000)
    for role in deck:
        table.rest()
        table.press(ROLE_KEYS[role], at=table.now + 1500)
    table.rest()
    return tuple(table.journal)


def first_circle(deck: Sequence[str] = DECK, rules: Ruleset = RULES) -> Table:
    """The first day, before its first speech; `deck` are the roles of seats 1 to 10, all entered."""
    table = Table(rules, LENGTHS, len(deck), entries=_begun(rules, tuple(deck)))
    assert (public(table).item, public(table).doing) == ("circle", "wait")
    return table


def go(table: Table, *keys: str) -> Outcome:
    """Press the keys, each as soon as NEXT counts again; the last answer."""
    for key in keys[:-1]:
        table.press(key, at=table.now + NEXT_AFTER)
    return table.press(keys[-1], at=table.now + NEXT_AFTER)


def moved(table: Table, item: str, doing: str = "") -> Table:
    """To `item`: by NEXT wherever the judge is waited for or someone speaks, else by time."""
    for _ in range(200):
        p = public(table)
        if p.item == item and doing in ("", p.doing):
            return table
        if (p.doing in ("wait", "speech") or (p.item, p.doing) == BEST_MOVE) and p.hold is None:
            assert go(table, "NEXT").answer == "accepted", f"NEXT is refused at {p.item!r}"
        else:
            deadline = table.referee.deadline
            assert deadline is not None, f"the programme rests at {p.item!r}, not at {item!r}"
            table.run_to(max(table.now, deadline))
    raise AssertionError(f"{item!r} never came")


def speech(table: Table, seat: int) -> Table:
    """The speech of `seat` has just begun."""
    return moved(table, f"floor:{seat}", "speech")


def circle(table: Table, nominations: Mapping[int, int] | None = None) -> Table:
    """What is left of the circle, each nomination told, up to where the judge is waited for after it."""
    while public(settled(table)).part == "day" and not public(table).over:
        seat = public(table).speaker
        if nominations and seat in nominations:
            assert table.press(str(nominations[seat]), at=table.now + 5000).answer == "accepted"
        go(table, "NEXT")
    return table


def voting(*seats: int, deck: Sequence[str] = DECK, rules: Ruleset = RULES) -> Table:
    """The first day, before the first ballot: `seats` are put up in this order."""
    table = circle(first_circle(deck, rules), dict(enumerate(seats, 1)))
    assert public(table).item == "vote:1"
    return table


def hands(table: Table, *counts: int) -> Table:
    """From before a ballot through the counts; a candidate without a count here is left to the rest of the votes.

    Stops behind the last NEXT, when lines have run out: at the next wait, or in the speech that began.
    """
    ballot = public(table).ballot
    assert ballot is not None and public(table).item == f"vote:{ballot.round}"
    for place, seat in enumerate(ballot.seats):
        moved(table, f"count:{ballot.round}:{seat}", "wait")
        if place < len(counts):
            assert table.press(_count(counts[place])).answer == "accepted"
            table.run_to(table.now + 5000)
    go(table, "NEXT")
    return settled(table)


def _count(number: int) -> str:
    return "MISS" if number == 0 else str(number) if number <= 10 else f"FN+{number - 10}"


def settled(table: Table) -> Table:
    """Let lines and windows run, until a person is waited for, or someone speaks or names his best move."""
    for _ in range(500):
        p = public(table)
        if p.doing in ("wait", "speech") or (p.over and p.doing != "line") or (p.item, p.doing) == BEST_MOVE:
            return table
        deadline = table.referee.deadline
        assert deadline is not None, f"nothing moves at {p.item!r}"
        table.run_to(max(table.now, deadline))
    raise AssertionError("lines without an end")


def tie_over(table: Table) -> Table:
    """From the first tie speech to before the next ballot: everybody has spoken."""
    ballot = public(table).ballot
    assert ballot is not None
    return moved(table, f"vote:{ballot.round}", "wait")


def evening(table: Table) -> Table:
    return moved(table, "evening", "wait")


def gate(table: Table) -> Table:
    """From an evening to the result gate of the next night, when it takes seats."""
    evening(table)
    go(table, "NEXT")
    table.rest()
    table.press("NEXT", at=table.now + 3000)
    table.rest()
    assert public(table).item == "gate"
    table.run_to(table.now + 3000)
    return table


def night(table: Table, killed: int = 0) -> Table:
    """From an evening through the night to before the next circle, or to the end."""
    gate(table)
    table.press(str(killed) if killed else "MISS")
    go(table, "NEXT")
    while public(settled(table)).item != "circle" and not public(table).over:
        go(table, "NEXT")
    return table


def idle_day(table: Table) -> Table:
    """From before a circle to the evening, with nobody put up."""
    return evening(circle(table))


def killed_word(killed: int, rules: Ruleset = RULES) -> Table:
    """Through an idle day and the first night of shots into the last word of the killed."""
    table = gate(circle(first_circle(rules=rules)))
    table.press(str(killed))
    go(table, "NEXT")
    return moved(table, f"speech_{killed}", "speech")


def table_of(alive: int, *, deck: Sequence[str] = DECK, rules: Ruleset = RULES, day: int = 2) -> Table:
    """Before a circle of a later day, with the seats 1 to `alive` left: killed by night, the last seats first."""
    table = first_circle(deck, rules)
    for seat in range(10, alive, -1):
        night(idle_day(table), seat)
    if alive == 10 and day > 1:
        night(idle_day(table))
    return table
