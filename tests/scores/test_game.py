"""One game's points, by the formulas of the two texts that have any."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from scored import CITY, FOUR, FSM, figures, game, scored, seat

from nightbox.game.ruleset import Ruleset
from nightbox.scores.figures import plain, signed
from nightbox.scores.outcome import UNCOUNTED

THREE_BLACK, TWO_BLACK, ONE_BLACK, NO_BLACK = (1, 6, 9), (1, 6, 2), (1, 2, 3), (2, 3, 5)


@pytest.mark.parametrize("rules", [FSM, FOUR], ids=["fsm", "4mafia"])
def test_a_win_is_worth_one_point_to_every_player_of_the_team(rules: Ruleset) -> None:
    red = game("red", rules=rules)
    assert [scored(red, rules).of(n).total for n in range(1, 11)] == [0, 100, 100, 100, 100, 0, 100, 100, 0, 100]
    black = game("black", rules=rules)
    assert [n for n in range(1, 11) if scored(black, rules).of(n).main == 100] == [1, 6, 9]


def test_a_draw_is_worth_nothing_to_anybody() -> None:
    assert all(found.total == 0 for found in scored(game("draw")).scores)


@pytest.mark.parametrize("result", UNCOUNTED)
def test_a_game_that_counts_for_nobody_has_no_figures(result: str) -> None:
    outcome = game(result, seat(2, fouls=("technical",), removals=("disqualified",)))
    assert all(found.figures == () for found in scored(outcome).scores)


@pytest.mark.parametrize(
    ("numbers", "points"),
    [(NO_BLACK, 0), (ONE_BLACK, 10), (TWO_BLACK, 30), (THREE_BLACK, 60), ((6,), 10), ((6, 6, 6), 10), ((), 0)],
)
def test_the_best_move_of_fsm(numbers: Sequence[int], points: int) -> None:
    for first in (2, 4):  # the Sheriff has a right to it too
        outcome = game("black", seat(first, best=numbers, first_killed=True, left="killed", number=1))
        assert figures(outcome, first)["best_move"] == points


@pytest.mark.parametrize(("numbers", "points"), [(NO_BLACK, 0), (ONE_BLACK, 0), (TWO_BLACK, 25), (THREE_BLACK, 50)])
def test_the_best_move_of_4mafia_and_none_for_the_sheriff(numbers: Sequence[int], points: int) -> None:
    outcome = game("black", seat(2, best=numbers, first_killed=True), rules=FOUR)
    assert figures(outcome, 2, FOUR)["best_move"] == points
    sheriff = game("black", seat(4, best=numbers, first_killed=True), rules=FOUR)
    assert figures(sheriff, 4, FOUR)["best_move"] == 0
    (figure,) = scored(sheriff, FOUR).of(4).figures
    assert figure.by == "4.3.3" and "Шериф" in figure.note


def test_the_best_move_is_lost_when_two_have_left_by_vote_on_the_first_day() -> None:
    gone = (seat(7, left="voted", number=1), seat(8, left="voted", number=1))
    first = seat(2, best=THREE_BLACK, first_killed=True, left="killed", number=1)
    assert figures(game("black", first, *gone), 2)["best_move"] == 0
    assert figures(game("black", first, gone[0]), 2)["best_move"] == 60
    assert figures(game("black", first, gone[0], seat(8, left="voted", number=2)), 2)["best_move"] == 60


def test_a_best_move_by_day_counts_as_any_other() -> None:
    assert figures(game("black", seat(2, best=TWO_BLACK, by_day=True, left="voted", number=1)), 2)["best_move"] == 30


@pytest.mark.parametrize(
    ("fouls", "points"),
    [
        ((), None),
        (("technical",), -30),
        (("big_technical",), -60),
        (("technical", "technical"), -90),
        (("technical", "big_technical"), -150),
        (("big_technical", "technical"), -120),
        (("big_technical", "big_technical"), -180),
        (("foul", "technical", "warning", "foul", "technical"), -90),
    ],
)
def test_technical_fouls_add_up_and_the_second_costs_twice(fouls: tuple[str, ...], points: int | None) -> None:
    assert figures(game("black", seat(2, fouls=fouls)), 2).get("technical") == points


def test_the_second_technical_foul_removes_and_costs_no_more_than_the_fouls() -> None:
    outcome = game("black", seat(2, fouls=("technical", "technical"), removals=("technicals",), left="removed"))
    assert scored(outcome).of(2).total == -90


def test_a_removal_costs_less_than_one_at_a_critical_moment() -> None:
    assert figures(game("black", seat(2, removals=("disqualified",))), 2) == {"removed": -60}
    assert figures(game("black", seat(2, removals=("disqualified",), marks=(("critical", 1),))), 2) == {"removed": -100}
    assert figures(game("black", seat(2, marks=(("critical", 1),))), 2) == {}


def test_a_team_defeat_stands_in_place_of_the_removal() -> None:
    outcome = game("black", seat(2, removals=("team_defeat", "disqualified")))
    assert figures(outcome, 2) == {"team_defeat": -150}


def test_4mafia_has_no_penalty_for_fouls_removals_or_defeats() -> None:
    player = seat(2, fouls=("technical",), removals=("team_defeat", "disqualified"))
    assert figures(game("black", player, rules=FOUR, splits=1), 2, FOUR) == {}


def test_every_red_pays_for_every_vote_that_split_twice_and_let_all_stay() -> None:
    outcome = game("black", seat(2, left="killed", number=1), splits=2)
    assert [figures(outcome, n).get("split") for n in range(1, 11)] == [
        None, -60, -60, -60, -60, None, -60, -60, None, -60,
    ]  # fmt: skip


def test_a_draw_gives_no_positive_bonus_and_keeps_the_penalties() -> None:
    player = seat(2, best=THREE_BLACK, first_killed=True, fouls=("technical",), given={"extra": 40, "penalty": -20})
    outcome = game("draw", player, splits=1)
    assert figures(outcome, 2) == {"best_move": 0, "technical": -30, "split": -30, "extra": 0, "penalty": -20}
    (warning,) = scored(outcome).warnings
    assert "+0,40" in warning and "8.4.8" in warning


def test_the_best_and_the_worst_of_4mafia() -> None:
    outcome = game("red", seat(2, marks=(("best", 1),)), seat(3, marks=(("worst", 1),)), rules=FOUR)
    assert (scored(outcome, FOUR).of(2).total, scored(outcome, FOUR).of(3).total) == (175, 0)


def test_marks_with_a_value_of_their_own() -> None:
    outcome = game(
        "black",
        seat(2, first_killed=True, marks=(("no_rollback", 1), ("left_nothing", 1), ("unplayable", 1))),
        seat(3, marks=(("did_not_wake", 1), ("unplayable", 0))),
    )
    assert scored(outcome).of(2).total == -150 - 20 - 100
    assert scored(outcome).of(3).figures == ()
    assert scored(outcome).warnings == ()


def test_penalties_for_different_deeds_add_up() -> None:
    outcome = game("red", seat(2, given={"extra": 60, "penalty": -20, "broke_red_at_four": -30}))
    found = scored(outcome).of(2)
    assert (found.main, found.bonus, found.penalty, found.total) == (100, 60, -50, 110)


def test_what_needs_roles_is_open_without_them_and_nothing_else() -> None:
    bare = [seat(n, role="") for n in range(1, 11)]
    bare[1] = seat(2, role="", best=ONE_BLACK, first_killed=True, fouls=("technical",))
    found = scored(game("red", *bare, splits=1))
    assert found.of(2).open
    assert {f.kind: f.hundredths for f in found.of(2).figures} == {
        "win": None, "best_move": None, "technical": -30, "split": None,
    }  # fmt: skip
    assert found.of(2).total == -30
    assert not scored(game("draw", *(seat(n, role="") for n in range(1, 11)))).open


def test_one_missing_role_among_the_numbers_leaves_the_best_move_open() -> None:
    assert figures(game("red", seat(2, best=TWO_BLACK), seat(6, role="")), 2)["best_move"] is None
    assert figures(game("red", seat(2, best=TWO_BLACK), seat(5, role="")), 2)["best_move"] == 30


def test_a_rule_set_without_points_has_no_figures() -> None:
    assert all(found.figures == () for found in scored(game("red", rules=CITY), CITY).scores)


@pytest.mark.parametrize(("points", "text"), [(135, "1,35"), (-30, "−0,30"), (0, "0,00"), (5, "0,05"), (-105, "−1,05")])
def test_points_are_written_with_a_comma(points: int, text: str) -> None:
    assert plain(points) == text
    assert signed(points) == (f"+{text}" if points > 0 else text)
