"""Decks: what is dealt to how many, what follows from it, and every mistake with its mend."""

from __future__ import annotations

import pytest

from nightbox.errors import ConfigError
from nightbox.game.ledger import ANSWERS, BANS
from nightbox.game.resolve import REFUSALS, SHOT_RULES, WIN_RULES
from nightbox.rules.kept import from_json, to_json
from nightbox.rules.loader import load, parse_deck, shipped, with_deck
from nightbox.testing.transcript import read

CITY = load("city")
ROLES = [role.id for role in CITY.roles]


def counts(seats: int, deck: dict[str, int] | None = None) -> dict[str, int]:
    return {role.id: role.count for role in with_deck(CITY, seats, deck).roles if role.count}


def test_the_deck_of_twelve_is_the_common_one() -> None:
    assert counts(12) == {
        "civilian": 5, "mafia": 2, "don": 1, "sheriff": 1, "doctor": 1, "putana": 1, "maniac": 1,
    }  # fmt: skip


@pytest.mark.parametrize("seats", range(8, 21))
def test_every_table_has_a_deck_that_can_be_played(seats: int) -> None:
    rules = with_deck(CITY, seats)
    assert sum(role.count for role in rules.roles) == seats
    assert 2 * sum(role.count for role in rules.roles if role.team == "black") < seats
    assert rules.seats == (seats, seats)
    assert from_json(to_json(rules)) == rules


def test_civilians_fill_up_what_a_club_changes() -> None:
    assert counts(12, {"mafia": 3, "maniac": 0}) == {
        "civilian": 5, "mafia": 3, "don": 1, "sheriff": 1, "doctor": 1, "putana": 1,
    }  # fmt: skip


def test_a_role_without_a_card_is_not_called() -> None:
    steps = {step.id for step in with_deck(CITY, 12, {"maniac": 0, "doctor": 0}).night}
    assert steps == {"visit", "shot", "don_check", "sheriff_check"}
    assert "maniac_sign" not in {step.id for step in with_deck(CITY, 12, {"maniac": 0}).first_night}


def test_a_black_putana_acts_in_the_step_of_the_red_one_and_a_policeman_in_none() -> None:
    rules = with_deck(CITY, 12, {"putana": 0, "putana_black": 1, "policeman": 1})
    assert [step.role for step in rules.night] == ["putana_black", "mafia", "don", "sheriff", "doctor", "maniac"]
    assert [step.call for step in rules.night] == [step.call for step in with_deck(CITY, 12).night]


@pytest.mark.parametrize(
    ("seats", "deck", "told"),
    [
        (12, {"mafia": 9}, "14 cards beside the civilians, and 12 seats; name fewer"),
        (12, {"civilian": 9}, "16 cards for 12 seats; name 4 fewer"),
        (12, {"civilian": 2}, "9 cards for 12 seats; name 3 more, or leave civilian out"),
        (12, {"putana_black": 1}, "putana and putana_black exclude each other; keep one"),
        (12, {"policeman": 1}, "a policeman plays only beside a black Putana (putana_black); add her"),
        (12, {"mafia": 0, "don": 0}, "there is no black card; add mafia and the Don"),
        (12, {"don": 0}, "the mafia has no Don"),
        (12, {"doctor": 2}, "there is one doctor at most, not 2"),
        (12, {"mafia": 5}, "6 black cards of 12 have won before the game begins; name fewer"),
        (7, {}, "city is played by 8 to 20, not by 7"),
        (21, {}, "city is played by 8 to 20, not by 21"),
    ],
)
def test_a_deck_that_nobody_can_play_is_told_with_its_mend(seats: int, deck: dict[str, int], told: str) -> None:
    with pytest.raises(ConfigError) as wrong:
        with_deck(CITY, seats, deck)
    assert told in str(wrong.value)
    assert "config: game." in str(wrong.value)


def test_a_set_with_one_deck_takes_no_other() -> None:
    with pytest.raises(ConfigError, match="fsm has one deck; leave deck out"):
        with_deck(load("fsm"), 10, {"mafia": 3})
    assert with_deck(load("fsm"), 10) == load("fsm")


def test_a_deck_is_written_as_counts() -> None:
    assert parse_deck("mafia 3, maniac 0", ROLES) == {"mafia": 3, "maniac": 0}
    assert parse_deck("", ROLES) == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mafia", 'a deck is written as "mafia 3, maniac 0", not \'mafia\''),
        ("3 mafia", 'a deck is written as "mafia 3, maniac 0", not \'3 mafia\''),
        ("mafia -1", 'a deck is written as "mafia 3, maniac 0", not \'mafia -1\''),
        ("manic 1", "there is no role 'manic'; did you mean 'maniac'?"),
        ("mafia 1, mafia 2", "'mafia' stands twice in the deck"),
    ],
)
def test_a_slip_in_a_deck_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError) as wrong:
        parse_deck(text, ROLES)
    assert told in str(wrong.value)


def test_a_transcript_names_its_deck() -> None:
    story = read("night 1\nrules city; seats 9; deck putana 0, maniac 1\n0:00.000 press NEXT\n", "deck")
    assert story.seats == 9
    assert {role.id for role in story.rules.roles if role.count} == {
        "civilian", "mafia", "don", "sheriff", "doctor", "maniac",
    }  # fmt: skip


def test_every_rule_of_a_registry_is_used_by_a_shipped_set() -> None:
    sets = [load(name) for name in shipped()]
    steps = [step for rules in sets for step in rules.night]
    assert {rules.shot_rule for rules in sets} == set(SHOT_RULES)
    assert {rules.win_rule for rules in sets} == set(WIN_RULES)
    assert {name for step in steps for name in step.refused} == set(REFUSALS)
    assert {step.answer for step in steps} - {""} == set(ANSWERS)
    assert {step.banned for step in steps} - {""} == set(BANS)
