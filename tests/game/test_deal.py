"""The deal by night: one press a seat, with the role or without, and the same to the room (3.8, decision 3)."""

import pytest
from playing import DECK, ROLE_KEYS, assert_folds, dealt, fresh, ledger, masks, public, run_until, spoken

CARDS = [f"take_card_{seat}" for seat in range(1, 11)]


def test_a_role_is_as_dead_as_next_for_a_second_after_a_press_in_the_deal() -> None:
    for first, second in (("1", "1"), ("1", "NEXT"), ("NEXT", "1"), ("NEXT", "NEXT")):
        table = run_until(masks(fresh()), "card_1", "wait")
        table.press(first, at=table.now + 1000)
        assert table.press(second, at=table.now + 999).answer == "refused"
        assert table.press(second, at=table.now + 1).answer == "accepted"


@pytest.mark.parametrize("roles", [True, False], ids=["with roles", "without"])
def test_one_press_a_seat_calls_the_next_card(roles: bool) -> None:
    table = dealt(roles)
    assert [line for line in spoken(table) if line in CARDS] == CARDS
    assert spoken(table)[-1] == "mafia_meets_minute"
    assert ledger(table).roles == (tuple(enumerate(DECK, 1)) if roles else ())


def test_a_press_during_the_call_counts_and_the_next_call_follows_at_its_end() -> None:
    table = run_until(masks(fresh()), "take_1", "line")
    ends = public(table).until
    assert table.press("2", at=table.now + 1000).answer == "accepted"
    assert table.press("3", at=table.now + 90).answer == "refused"
    table.run_to(ends - 1)
    assert public(table).item == "take_1"
    table.run_to(ends)
    assert public(table).item == "take_2"
    assert ledger(table).role_of(1) == "mafia"


def test_a_number_that_the_deck_has_not_is_refused_and_takes_no_card() -> None:
    table = run_until(masks(fresh()), "card_1", "wait")
    assert table.press("5").answer == "refused"
    assert public(table).cards == ()
    assert table.press("MISS").answer == "refused"


def test_undo_in_the_deal_asks_for_the_last_seat_again() -> None:
    table = run_until(masks(fresh()), "card_1", "wait")
    table.press(ROLE_KEYS["don"], at=table.now + 1000)
    table.run_to(table.now + 500)
    assert table.press("UNDO").answer == "accepted"
    assert (public(table).item, public(table).doing, public(table).cards) == ("card_1", "wait", ())
    assert ledger(table).roles == ()
    assert_folds(table)
    table.press(ROLE_KEYS["sheriff"], at=table.now + 1500)
    assert (public(table).item, ledger(table).role_of(1)) == ("take_2", "sheriff")


def test_undo_of_a_press_during_the_call_keeps_the_end_that_the_sound_has_told() -> None:
    table = run_until(masks(fresh()), "take_1", "line")
    ends = public(table).until
    table.press("2", at=table.now + 500)
    table.press("UNDO", at=table.now + 200)
    assert (public(table).item, public(table).until) == ("take_1", ends)
