"""What a speech's clock lets be heard: at ten seconds and at the end, where the club wants it, and never twice."""

from __future__ import annotations

import pytest
from playing import masks, run_until

from nightbox.rules.loader import load
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS


def speaking(signal: str) -> tuple[Table, int]:
    """The first speech of an FSM game, and when its clock began."""
    table = masks(Table(load("fsm", options={"day.signal": signal}), LENGTHS))
    for _ in range(10):
        table.rest()
        table.press("NEXT", at=table.now + 1500)
    table.rest()
    table.press("NEXT", at=table.now + 1500)
    run_until(table, "floor:1", "speech")
    return table, table.referee.state.public.until - 60_000


def heard(table: Table, since: int) -> list[tuple[int, str]]:
    return [(e.at - since, e.value) for e in table.public_trace if e.channel == "voice" and e.at >= since]


@pytest.mark.parametrize(
    ("signal", "said"),
    [("none", []), ("beep", ["beep", "beep_end"]), ("voice", ["ten_seconds", "time_is_up"])],
)
def test_a_speech_is_told_its_last_ten_seconds_and_its_end(signal: str, said: list[str]) -> None:
    table, began = speaking(signal)
    table.run_to(began + 90_000)
    assert heard(table, began) == list(zip((50_000, 60_000), said, strict=False))


def test_a_pause_and_given_seconds_move_both_marks() -> None:
    table, began = speaking("beep")
    table.press("PAUSE", at=began + 20_000)
    table.press("PAUSE", at=began + 50_000)
    table.press("FN+PAUSE", at=began + 60_000)
    table.run_to(began + 120_000)
    assert heard(table, began) == [(85_000, "beep"), (95_000, "beep_end")]


def test_seconds_given_behind_the_first_mark_do_not_repeat_it() -> None:
    table, began = speaking("beep")
    for second in (52, 54, 56):
        table.press("FN+PAUSE", at=began + 1000 * second)
    table.run_to(began + 120_000)
    assert heard(table, began) == [(50_000, "beep"), (75_000, "beep_end")]


def test_a_speech_that_is_ended_before_its_time_has_no_signal() -> None:
    table, began = speaking("beep")
    table.press("NEXT", at=began + 40_000)
    table.run_to(began + 41_000)
    assert heard(table, began) == [(40_000, "speech_2")]
