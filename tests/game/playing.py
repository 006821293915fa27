"""The FSM table of the tests of the core: a game of ten, brought to where a test begins."""

from __future__ import annotations

from nightbox.game.facts import Fact
from nightbox.game.ledger import Ledger
from nightbox.game.public import Public
from nightbox.game.state import fold
from nightbox.rules.loader import load
from nightbox.testing.judges import PatientJudge
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS
from nightbox.testing.trace import Event

RULES = load("fsm", options={"day.run_by": "judge"})
DECK = ("sheriff", "mafia", "mafia", "don", *("civilian",) * 6)
"""The roles of seats 1 to 10 where a test enters them."""

ROLE_KEYS = {"civilian": "1", "mafia": "2", "don": "3", "sheriff": "4"}


def fresh(voice: bool = True) -> Table:
    return Table(RULES, LENGTHS, voice=voice)


def public(table: Table) -> Public:
    return table.referee.state.public


def ledger(table: Table) -> Ledger:
    return table.referee.state.ledger


def facts(table: Table, kind: type[Fact] | None = None) -> list[Fact]:
    return [f for entry in table.journal for f in entry.facts if kind is None or isinstance(f, kind)]


def spoken(table: Table, since: int = 0) -> list[str]:
    return [event.value for event in voices(table, since)]


def voices(table: Table, since: int = 0) -> list[Event]:
    return [event for event in table.public_trace if event.channel == "voice" and event.at >= since]


def clocks(table: Table, since: int = 0) -> list[str]:
    return [event.value for event in table.public_trace if event.channel == "clock" and event.at >= since]


def musics(table: Table, since: int = 0) -> list[str]:
    seen = [event for event in table.public_trace if event.channel == "music" and event.at >= since]
    return [event.value for event in seen if event.value not in ("duck", "back")]


def run_until(table: Table, item: str, doing: str = "") -> Table:
    """Let time pass until the programme is at `item`; a person may be waited for there."""
    for _ in range(500):
        p = public(table)
        if p.item == item and doing in ("", p.doing):
            return table
        deadline = table.referee.deadline
        assert deadline is not None, f"the programme rests at {p.item!r}, not at {item!r}"
        table.run_to(max(table.now, deadline))
    raise AssertionError(f"{item!r} never came")


def masks(table: Table) -> Table:
    """Nightfall by NEXT, and the programme by a second NEXT."""
    table.press("NEXT")
    table.rest()
    table.press("NEXT", at=table.now + 3000)
    return table


def dealt(roles: bool = True, voice: bool = True) -> Table:
    """Night 0 behind the deal, at the call of the meeting."""
    table = masks(fresh(voice))
    for role in DECK:
        table.rest()
        table.press(ROLE_KEYS[role] if roles else "NEXT", at=table.now + 1500)
    return table


def first_day(roles: bool = True, voice: bool = True) -> Table:
    table = dealt(roles, voice)
    table.rest()
    assert (public(table).part, public(table).item) == ("day", "day")
    return table


def next_night(table: Table, item: str = "shot", doing: str = "slot") -> Table:
    """From an open day to `item` of the next night."""
    table.run_to(table.now + 2000)
    return run_until(masks(table), item, doing)


def night_one(roles: bool = True) -> Table:
    """The shot's window of the first night of shots."""
    return next_night(first_day(roles))


def at_gate(table: Table) -> Table:
    table.rest()
    assert public(table).item == "gate"
    table.run_to(table.now + 3000)
    return table


def to_day(table: Table) -> Table:
    """From wherever it is to an open day, by a patient judge."""
    judge = PatientJudge(table)
    assert judge.until(lambda p: p.over or (p.part == "day" and p.doing == "wait"), 60)
    return table


def idle_night(table: Table) -> Table:
    """From an open day through a night without a kill to the next day or the end."""
    at_gate(next_night(table))
    table.press("MISS")
    table.press("NEXT", at=table.now + 1100)
    return to_day(table)


def kill_night(table: Table, seat: int) -> Table:
    """From an open day through a night in which `seat` is killed, to the next day or the end."""
    at_gate(next_night(table))
    table.press(str(seat))
    table.press("NEXT", at=table.now + 1100)
    return to_day(table)


def vote_out(table: Table, *seats: int) -> Table:
    for seat in seats:
        table.press(str(seat))
    table.press("NEXT", at=table.now + 1100)
    return to_day(table)


def assert_folds(table: Table) -> None:
    """What the journal makes is what the referee knows."""
    assert fold(table.seats, table.journal) == table.referee.state
