"""The nights of «М9-Питер»: two killers, one Doctor, a morning that tells only how many, and the ghost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_night import dawn, day_one, enter, fall, night, rules_of, told
from playing import assert_folds, facts, ledger, public, spoken, to_day

from nightbox.game import abilities, reveal
from nightbox.game.facts import GhostEntered, GhostKept, PlayerRemoved
from nightbox.game.ledger import Ledger, Record
from nightbox.game.public import Exit, Public
from nightbox.game.state import State
from nightbox.testing.table import Table

RULES = rules_of("m9")
DECK = ("mafia", "mafia", "mafia", "commissar", "sheriff", "doctor", *("civilian",) * 3)
SHERIFF, DOCTOR = 5, 6


def table_of(**options: object) -> Table:
    return day_one(rules_of("m9", **options), DECK)


def test_night_zero_has_no_cards_and_wakes_the_mafia_alone() -> None:
    assert spoken(table_of()) == [
        "masks_on_lean_back", "night_falls", "mafia_met", "mafia_sleeps", "good_morning", "masks_off",
    ]  # fmt: skip


def test_the_roles_are_explained_before_the_second_night_and_never_again() -> None:
    table = table_of()
    since = table.now
    night(table)
    assert spoken(table, since)[:2] == ["m9_roles_explained", "night_falls"]
    told(table)
    to_day(table)
    since = table.now
    night(table)
    assert spoken(table, since)[0] == "night_falls"


def test_the_roles_wake_in_their_order_for_seven_seconds_each() -> None:
    table = table_of()
    since = table.now
    night(table)
    assert [line for line in spoken(table, since) if line.endswith(("_wakes", "_sleeps"))] == [
        "mafia_wakes", "mafia_sleeps", "commissar_wakes", "commissar_sleeps", "sheriff_wakes", "sheriff_sleeps",
        "doctor_wakes", "doctor_sleeps",
    ]  # fmt: skip
    assert {step.slot for step in RULES.night} == {7000}


@pytest.mark.parametrize(
    ("entries", "dead"),
    [
        ({"shot": 7, "sheriff_shot": 8}, (7, 8)),
        ({"shot": 7, "sheriff_shot": 7}, (7,)),
        ({"shot": 7, "sheriff_shot": 7, "heal": 7}, ()),
        ({"shot": 7, "sheriff_shot": 8, "heal": 7}, (8,)),
        ({"shot": 7, "sheriff_shot": 8, "heal": 8}, (7,)),
        ({"shot": 7, "sheriff_shot": 8, "heal": 9}, (7, 8)),
        ({"shot": DOCTOR, "heal": DOCTOR}, ()),
        ({"shot": SHERIFF, "sheriff_shot": 1}, (1, SHERIFF)),
        ({"shot": 0, "sheriff_shot": 8}, (8,)),
        ({"shot": 7}, (7,)),
        ({"shot": 0, "sheriff_shot": 0}, ()),
    ],
    ids=str,
)
def test_two_shots_and_a_heal(entries: dict[str, int], dead: tuple[int, ...]) -> None:
    table = night(table_of(), **entries)
    assert told(table) == dead
    assert_folds(table)


def result(entries: dict[str, int], covers: str = "all", exits: tuple[Exit, ...] = ()) -> tuple[int, ...] | None:
    kinds = {"shot": "shot", "sheriff_shot": "shot", "heal": "heal"}
    records = tuple(Record(1, step, kinds[step], (seat,)) for step, seat in entries.items())  # type: ignore[arg-type]
    entered = Ledger(roles=tuple(enumerate(DECK, 1)), records=records)
    rules = rules_of("m9", result__heal_covers=covers)
    return reveal.entered_result(rules, State(Public(9, part="night", night=1, exits=exits), entered))


def test_a_club_may_let_the_heal_save_from_the_mafia_alone() -> None:
    assert result({"shot": 7, "heal": 7}, "mafia") == ()
    assert result({"sheriff_shot": 7, "heal": 7}, "mafia") == (7,)
    assert result({"sheriff_shot": 7, "heal": 7}) == ()


def test_a_sheriff_or_doctor_who_is_out_does_nothing() -> None:
    assert result({"shot": 7, "sheriff_shot": 8}, exits=(Exit(SHERIFF, "voted", 1),)) == (7,)
    assert result({"shot": 7, "heal": 7}, exits=(Exit(DOCTOR, "voted", 1),)) == (7,)


def test_nothing_at_all_is_asked_about_and_then_nobody() -> None:
    table = night(table_of())
    assert table.press("NEXT").answer == "refused"
    assert table.press("NEXT", at=table.now + 1100).answer == "accepted"


def test_a_sheriff_who_misses_his_turn_leaves_no_trace() -> None:
    shown, missed = night(table_of(), shot=7, sheriff_shot=8), night(table_of(), shot=7)
    assert shown.public_trace == missed.public_trace
    assert ledger(missed).record(1, "sheriff_shot") is None
    assert ledger(missed).fouls == ()
    assert told(missed) == (7,)


def test_three_remarks_in_the_morning_remove_him_and_he_shows_his_card() -> None:
    table = night(table_of(), shot=7)
    for _ in range(3):
        table.press(f"FOUL+{SHERIFF}")
    since = table.now
    assert told(table) == (7,)
    to_day(table)
    assert facts(table, PlayerRemoved) == [PlayerRemoved(SHERIFF, "removals")]
    assert spoken(table, since) == [f"removed_shows_card_{SHERIFF}", "one_victim"]


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ({"shot": 0}, "no_victims"),
        ({"shot": 7}, "one_victim"),
        ({"shot": 7, "sheriff_shot": 8}, "two_victims"),
    ],
)
def test_only_the_number_is_told_and_the_dead_leave_without_a_word(entries: dict[str, int], line: str) -> None:
    table = night(table_of(), **entries)
    since = table.now
    told(table)
    to_day(table)
    assert spoken(table, since) == [line]


def test_the_commissar_checks_and_the_sheriff_does_not() -> None:
    state = State(Public(9, part="night", night=1), Ledger(roles=tuple(enumerate(DECK, 1))))
    answers = [abilities.answer(RULES, state, Record(1, "commissar_check", "check", (seat,))) for seat in (1, 5, 7)]
    assert answers == ["yes", "no", "no"]
    assert abilities.answer(RULES, state, Record(1, "sheriff_shot", "shot", (1,))) == "unknown"


def test_the_doctor_heals_nobody_two_nights_running_himself_included() -> None:
    table = night(table_of(), heal=DOCTOR)
    table.press("MISS")
    dawn(table)
    fall(table, "shot")
    assert enter(table, "heal", DOCTOR) == "не две ночи подряд"
    assert enter(table, "heal", 7) == "accepted"


# --- the ghost (L51; 3.8, decision 18) ------------------------------------------------------------------------------


def test_a_civilian_who_was_killed_stays_as_the_ghost_where_the_number_is_even() -> None:
    table = night(table_of(), shot=7)
    since = table.now
    assert table.press("FN+7").answer == "accepted"
    assert told(table) == (7,)
    to_day(table)
    assert spoken(table, since) == ["one_victim", "becomes_ghost_7"]
    assert facts(table, GhostKept) == [GhostKept(1, 7)]
    assert public(table).ghost == 7
    assert 7 not in public(table).alive
    fall(table, "shot")
    assert public(table).ghost == 0


def test_the_same_key_again_takes_the_ghost_back() -> None:
    table = night(table_of(), shot=7)
    table.press("FN+7")
    table.press("FN+7")
    assert facts(table, GhostEntered) == [GhostEntered(1, 7), GhostEntered(1, 0)]
    told(table)
    assert facts(table, GhostKept) == []


def test_of_two_victims_the_judge_chooses_one() -> None:
    table = table_of()
    table.press("9")
    table.press("NEXT", at=table.now + 1100)
    to_day(table)
    night(table, shot=7, sheriff_shot=8)
    assert table.press("FN+7").answer == "accepted"
    assert table.press("FN+8").answer == "accepted"
    assert told(table) == (7, 8)
    assert facts(table, GhostKept) == [GhostKept(1, 8)]


@pytest.mark.parametrize(
    ("entries", "key"),
    [
        ({"shot": 7, "sheriff_shot": 8}, "FN+7"),
        ({"shot": 7}, "FN+8"),
        ({"shot": DOCTOR}, f"FN+{DOCTOR}"),
        ({"shot": 1}, "FN+1"),
        ({"shot": 0}, "FN+7"),
    ],
    ids=["seven are left", "not a victim", "not a civilian", "black", "nobody was killed"],
)
def test_no_ghost_where_the_rules_have_none(entries: dict[str, int], key: str) -> None:
    table = night(table_of(), **entries)
    assert table.press(key).answer == "refused"
    told(table)
    assert facts(table, GhostKept) == []


def test_any_red_where_the_club_wants_it() -> None:
    table = night(table_of(result__ghost_any_red=True), shot=DOCTOR)
    assert table.press(f"FN+{DOCTOR}").answer == "accepted"
    assert night(table_of(result__ghost_any_red=True), shot=1).press("FN+1").answer == "refused"


def test_without_roles_the_judge_knows_best() -> None:
    table = night(day_one(RULES, DECK, entered=False), shot=DOCTOR)
    assert table.press(f"FN+{DOCTOR}").answer == "accepted"


def test_a_victim_who_makes_the_number_odd_ends_the_ghost_and_the_judge_is_told() -> None:
    table = night(table_of(), shot=7)
    table.press("FN+7")
    table.press("7")
    table.press("8")
    outcome = table.press("NEXT", at=table.now + 1100)
    assert outcome.answer == "refused" and "призрака не будет" in outcome.why
    assert told(table) == (7, 8)
    assert facts(table, GhostKept) == []


def test_a_removal_of_the_night_counts_for_the_number_of_the_morning() -> None:
    table = night(table_of(), shot=7)
    table.press("FOUL+9")
    table.press("FOUL+9+NEXT")
    assert table.press("FN+7").answer == "refused"


def test_undo_at_the_gate_takes_the_ghost_with_the_result() -> None:
    table = night(table_of(), shot=7)
    table.press("FN+7")
    table.press("UNDO")
    assert ledger(table).ghost == 0


def test_other_rules_know_no_ghost() -> None:
    table = night(day_one(rules_of("4mafia"), ("sheriff", "mafia", "mafia", "don", *("civilian",) * 6)), shot=7)
    assert table.press("FN+7").answer == "refused"


@pytest.mark.parametrize(
    ("alive", "won"), [({5, 6}, "red"), ({1, 5}, "black"), ({1, 2, 5, 6}, "black"), ({1, 5, 6}, "")]
)
def test_who_wins(alive: set[int], won: str) -> None:
    exits = tuple(Exit(seat, "voted", 1) for seat in range(1, 10) if seat not in alive)
    table = State(Public(9, part="night", night=2, exits=exits), Ledger(roles=tuple(enumerate(DECK, 1))))
    assert reveal.winner(RULES, table) == won


def test_idle_nights_end_nothing() -> None:
    exits = State(replace(Public(9, part="morning", night=5), idle=5), Ledger())
    assert reveal.winner(RULES, exits) == ""
