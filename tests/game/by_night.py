"""Tables of 4MAFIA, city and M9 whose judge runs the days himself, brought to where a test of the night begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playing import facts, masks, public, run_until, to_day

from nightbox.game.commands import EnterRole
from nightbox.game.facts import PlayerKilled
from nightbox.game.ruleset import Ruleset
from nightbox.rules.loader import load, with_deck
from nightbox.stage.voice import VoicePack, shipped
from nightbox.testing.table import Table

LENGTHS = VoicePack.load(shipped() / "ru").lengths()
JUDGE = {"day.run_by": "judge"}


def rules_of(name: str, seats: int = 12, deck: Mapping[str, int] | None = None, **options: object) -> Ruleset:
    rules = load(name, None, JUDGE | {key.replace("__", "."): value for key, value in options.items()})
    return with_deck(rules, seats if rules.decks else rules.seats[1], deck)


def day_one(rules: Ruleset, roles: Sequence[str], *, entered: bool = True) -> Table:
    """The first open day; roles are entered in the deal, or by hand where the cards are dealt by day."""
    table = masks(Table(rules, LENGTHS, seats=rules.seats[1]))
    keys = [role.id for role in rules.roles]
    if rules.deal:
        for role in roles:
            table.rest()
            table.press(str(keys.index(role) + 1) if entered else "NEXT", at=table.now + 1500)
    elif entered:
        for seat, role in enumerate(roles, 1):
            assert table.give(EnterRole(seat, role)).answer == "accepted"
    table.rest()
    assert (public(table).part, public(table).item) == ("day", "day")
    return table


def fall(table: Table, first: str) -> Table:
    """From an open day to the call of the step `first` in the next night."""
    table.run_to(table.now + 2000)
    return run_until(masks(table), f"{first}.call")


def enter(table: Table, step: str, value: int | str | None) -> str:
    """In the window of `step`: a seat, 0 for MISS, None for nothing. The lamp's answer, or why it was refused."""
    while public(table).doing != "slot" or public(table).step_at(table.now) != step:
        deadline = table.referee.deadline
        assert deadline is not None, f"{step} never came"
        table.run_to(max(table.now, deadline))
    table.run_to(table.now + 500)
    if value is None:
        return ""
    outcome = table.press("MISS" if value == 0 else str(value))
    return outcome.answer if outcome.answer == "accepted" else outcome.why


def night(table: Table, **entries: int | None) -> Table:
    """From an open day to the result gate of the next night, with these entries: seats, 0 for MISS."""
    steps = [step.id for step in table.tempo.rules.night]
    fall(table, steps[0])
    for step in steps:
        if step in entries:
            assert enter(table, step, entries[step]) in ("accepted", ""), step
    table.rest()
    assert public(table).item == "gate"
    table.run_to(table.now + 3000)
    return table


def told(table: Table) -> tuple[int, ...]:
    """NEXT at the gate, and once more where the box asks; who was killed tonight."""
    if table.press("NEXT").answer == "refused":
        assert table.press("NEXT", at=table.now + 1100).answer == "accepted"
    return tuple(fact.seat for fact in facts(table, PlayerKilled) if fact.night == public(table).night)


def dawn(table: Table) -> tuple[int, ...]:
    """The result is told, and the morning runs to the next open day."""
    dead = told(table)
    to_day(table)
    return dead
