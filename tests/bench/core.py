"""Part `core`: how quick the game itself is, in virtual time: nights and commands a second, and what an undo costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from nightbox.game.commands import Press
from nightbox.game.keys import key
from nightbox.game.ruleset import Ruleset
from nightbox.rules import loader
from nightbox.testing.box import VirtualBox
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table
from tests.bench.box import lengths
from tests.bench.figures import Figure, percentile
from tests.bench.nights import duration

SPAN = 3.0
ENTRIES = 1000


def measure(say: Callable[[str], object]) -> list[Figure]:
    rules = loader.load("fsm", options={"day.run_by": "judge"})
    on_table, on_box = _nights_on_a_table(rules), _nights_in_a_box(rules)
    length = duration(rules, 1)
    figures = [
        Figure("core", "nights a second, at a table (the referee alone)", on_table, ""),
        Figure("core", "nights a second, in a box (loop, chords, referee)", on_box, ""),
        Figure("core", "faster than the clock on the wall, in a box", on_box * length, "x"),
        *(
            Figure("core", f"whole games a second, {name} (referee alone)", _whole_games(ready(name)), "")
            for name in loader.shipped()
        ),
        Figure("core", "commands a second, in a journal of 1,000 entries", _commands(rules), ""),
    ]
    took = _undos(rules)
    return [
        *figures,
        Figure("core", f"undo at {ENTRIES} entries, p50", percentile(took, 0.5), "ms"),
        Figure("core", f"undo at {ENTRIES} entries, p99", percentile(took, 0.99), "ms"),
    ]


def _at_day(rules: Ruleset) -> Table:
    table = Table(rules, lengths())
    while table.referee.state.public.part != "day":
        table.run_to(table.now + 5000)
        table.press("NEXT")
        table.rest()
    return table


def _nights_on_a_table(rules: Ruleset) -> float:
    """Night 1 of one game after another, from the day before it to the gate's result."""
    day, known = _at_day(rules), lengths()
    done, spent = 0, 0.0
    while spent < SPAN:
        table = Table(rules, known, entries=day.journal)
        began = time.perf_counter()
        for keys in (("NEXT",), ("NEXT", "7"), ("MISS", "NEXT")):
            for name in keys:
                table.press(name, table.now + 5000)
            table.rest()
        spent += time.perf_counter() - began
        done += 1
        assert table.referee.state.public.part == "day"
    return done / spent


def _nights_in_a_box(rules: Ruleset) -> float:
    """The same through the real loop: a game up to its first day, and nights after it as they come."""
    known = lengths()
    done, spent = 0, 0.0
    while spent < SPAN:
        box = VirtualBox(rules, known)
        while box.loop.public.part != "day":
            box.run_to(box.now + 5000)
            box.press("NEXT")
            box.rest()
        began = time.perf_counter()
        for keys in (("NEXT",), ("NEXT", "7"), ("MISS", "NEXT")):
            for name in keys:
                box.run_to(box.now + 5000)
                box.press(name)
            box.rest()
        spent += time.perf_counter() - began
        done += 1
        assert box.loop.public.part == "day"
    return done / spent


def _whole_games(rules: Ruleset) -> float:
    """Legal games by dice, from the cards to the win: nights, speeches, votes, ties."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < SPAN:
        deal = dealt(rules, Random(done))
        LegalJudge(Table(rules, lengths(), seats=len(deal)), done, Random(done), deal).play()
        done += 1
    return done / (time.perf_counter() - began)


def _long(rules: Ruleset) -> Table:
    """A game by day with a thousand entries: fouls, the cheapest that a judge can enter."""
    table = _at_day(rules)
    while len(table.journal) < ENTRIES:
        table.give(Press(key(f"FOUL+{1 + len(table.journal) % 10}")))
    return table


def _commands(rules: Ruleset) -> float:
    table, done = _long(rules), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SPAN / 3:
        table.give(Press(key(f"FOUL+{1 + done % 10}")))
        done += 1
    return done / (time.perf_counter() - began)


def _undos(rules: Ruleset) -> list[float]:
    took = []
    table = _long(rules)
    for _ in range(100):
        table.give(Press(key("FOUL+3")))
        began = time.perf_counter_ns()
        outcome = table.give(Press(key("UNDO")))
        took.append((time.perf_counter_ns() - began) / 1e6)
        assert outcome.answer == "accepted", outcome.why
    return took
