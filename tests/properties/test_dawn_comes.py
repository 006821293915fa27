"""Whatever is pressed and breaks: nothing raises, the journal tells the state, and the day comes."""

import pytest
from hypothesis import given, settings
from mashing import assert_dawn_comes, assert_written_and_read, brought_to, mashed, recovered

from nightbox.game.state import fold
from nightbox.testing.tables import PLACES, Act, mash, places


def dawn(place: str, acts: list[Act]) -> None:
    table = mashed(place, acts)
    assert_written_and_read(table.journal)
    table.voice_is = "prompt"
    assert_dawn_comes(table)
    assert fold(table.seats, table.journal) == table.referee.state


@pytest.mark.parametrize("place", PLACES)
def test_dawn_comes_from_every_place_where_a_mash_begins(place: str) -> None:
    assert_dawn_comes(brought_to(place))


@settings(max_examples=200)
@given(places(), mash())
def test_dawn_comes_after_any_mash(place: str, acts: list[Act]) -> None:
    dawn(place, acts)


@settings(max_examples=25)
@given(places(), mash(25))
def test_every_prefix_of_a_journal_recovers_and_comes_to_the_day(place: str, acts: list[Act]) -> None:
    journal = mashed(place, acts).journal
    for cut in range(0, len(journal), max(1, len(journal) // 12)):
        assert_dawn_comes(recovered(journal[:cut]))


@pytest.mark.long
@settings(max_examples=10_000)
@given(places(), mash(60))
def test_dawn_comes_ten_thousand_times(place: str, acts: list[Act]) -> None:
    dawn(place, acts)
