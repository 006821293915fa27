"""Whatever is pressed and breaks: nothing raises, the journal tells the state, and the day comes."""

import pytest
from hypothesis import given, settings
from mashing import assert_dawn_comes, assert_written_and_read, mashed, recovered

from nightbox.game.state import fold
from nightbox.testing.tables import Act, mash


def dawn(acts: list[Act]) -> None:
    table = mashed(acts)
    assert_written_and_read(table.journal)
    table.voice_is = "prompt"
    assert_dawn_comes(table)
    assert fold(table.seats, table.journal) == table.referee.state


@settings(max_examples=200)
@given(mash())
def test_dawn_comes_after_any_mash(acts: list[Act]) -> None:
    dawn(acts)


@settings(max_examples=25)
@given(mash(25))
def test_every_prefix_of_a_journal_recovers_and_comes_to_the_day(acts: list[Act]) -> None:
    journal = mashed(acts).journal
    for cut in range(0, len(journal), max(1, len(journal) // 12)):
        assert_dawn_comes(recovered(journal[:cut]))


@pytest.mark.long
@settings(max_examples=10_000)
@given(mash(60))
def test_dawn_comes_ten_thousand_times(acts: list[Act]) -> None:
    dawn(acts)
