"""The judge counts his table before the cards: FN and a number, where the rule set has a deck for so many."""

from __future__ import annotations

import pytest

from nightbox.testing.legal import ready
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS


@pytest.mark.parametrize("seats", [8, 13, 20])
def test_a_club_with_decks_may_sit_down_with_other_numbers(seats: int) -> None:
    table = Table(ready("city"), LENGTHS, seats=12)
    outcome = table.press(f"FN+{seats}")
    assert (outcome.answer, outcome.n) == ("seats", seats)
    assert table.journal == []


def test_what_no_deck_is_for_is_refused_with_what_there_is() -> None:
    assert "от 8 до 20" in Table(ready("city"), LENGTHS, seats=12).press("FN+7").why
    assert "10" in Table(ready("fsm"), LENGTHS).press("FN+9").why


def test_a_running_game_keeps_its_seats() -> None:
    table = Table(ready("city"), LENGTHS, seats=12)
    table.press("NEXT")
    assert table.press("FN+10", at=5000).answer == "refused"
