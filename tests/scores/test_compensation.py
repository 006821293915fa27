"""Ci by hand: i * 0.4 / B, with B = 40 % of the games and 4 at the least (FSM L481-497)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from scored import FSM, NAMES, game, seat

from nightbox.scores.compensation import ci, distance
from nightbox.scores.outcome import Outcome, Player
from nightbox.scores.series import table

assert FSM.scores and FSM.scores.compensation
WORTH = FSM.scores.compensation
BORIS = NAMES[1]


@pytest.mark.parametrize(("games", "b"), [(1, 4), (5, 4), (10, 4), (11, 4), (12, 5), (13, 5), (14, 6), (20, 8)])
def test_b_is_forty_per_cent_rounded_and_four_at_the_least(games: int, b: int) -> None:
    assert distance(WORTH, games) == b


def test_a_half_is_rounded_up_where_a_club_has_another_share() -> None:
    assert distance(replace(WORTH, share=50), 9) == 5  # 4.5
    assert distance(replace(WORTH, share=50), 11) == 6  # 5.5


@pytest.mark.parametrize(
    ("killed", "games", "hundredths"),
    [
        (0, 10, 0),
        (1, 10, 10),  # B = 4: 0.4 / 4
        (3, 10, 30),
        (4, 10, 40),  # i = B
        (5, 10, 40),  # i > B
        (1, 12, 8),  # B = 5
        (1, 15, Fraction(40, 6)),  # B = 6: 0.0666...
    ],
)
def test_ci_below_at_and_above_b(killed: int, games: int, hundredths: Fraction) -> None:
    assert ci(WORTH, killed, games) == hundredths


def killed_first(result: str, best: tuple[int, ...] | None = (1, 2, 3), **known: object) -> tuple[str, Player]:
    return result, seat(2, first_killed=True, left="killed", number=1, best=best, **known)


def boris(*games: tuple[str, Player], of: int = 10) -> int:
    """The Ci of seat 2 over `of` games, of which `games` are told and the others are draws without a death."""
    told = [game(result, player, number=str(n)) for n, (result, player) in enumerate(games, 1)]
    rest = [game("draw", number=str(n)) for n in range(len(told) + 1, of + 1)]
    found = table([(outcome, FSM) for outcome in (*told, *rest)])
    return next(row.ci for row in found.rows if row.name == BORIS)


def test_all_of_ci_when_the_reds_have_lost_half_when_they_have_won() -> None:
    assert boris(killed_first("black")) == 10
    assert boris(killed_first("red")) == 5
    assert boris(killed_first("black"), killed_first("black"), killed_first("red")) == 30 + 30 + 15


@pytest.mark.parametrize("n", [4, 5, 6])
def test_from_b_deaths_on_each_lost_game_brings_the_whole(n: int) -> None:
    assert boris(*[killed_first("black")] * n) == 40 * n


def test_no_ci_without_a_black_in_the_best_move_but_the_death_counts() -> None:
    assert boris(killed_first("black", (2, 3, 5))) == 0
    assert boris(killed_first("black", ())) == 0
    assert boris(killed_first("black", None)) == 0
    assert boris(killed_first("black"), killed_first("black", None)) == 20  # i = 2, once


def test_no_ci_in_a_draw_but_the_death_counts() -> None:
    assert boris(killed_first("draw")) == 0
    assert boris(killed_first("draw"), killed_first("black")) == 20


def test_no_ci_for_a_best_move_by_day() -> None:
    assert boris(("black", seat(2, left="voted", number=1, best=(1, 6, 9), by_day=True))) == 0
    assert boris(killed_first("black"), ("black", seat(2, left="voted", number=1, best=(1,), by_day=True))) == 10


def test_no_ci_for_a_best_move_by_day_whatever_else_stands_on_the_sheet() -> None:
    assert boris(killed_first("black", (1, 6, 9), by_day=True)) == 0


def test_no_ci_for_a_best_move_that_was_lost_on_the_first_day() -> None:
    gone = (seat(7, left="voted", number=1), seat(8, left="voted", number=1))
    outcome = game("black", killed_first("black")[1], *gone)
    assert all(row.ci == 0 for row in table([(outcome, FSM)]).rows)


def test_ci_for_the_sheriff_and_none_for_a_black() -> None:
    first = {"first_killed": True, "best": (1, 6, 9)}
    assert boris(("black", seat(2, role="sheriff", **first))) == 10
    assert boris(("red", seat(2, role="mafia", **first))) == 0


def test_annulled_games_are_no_part_of_the_distance() -> None:
    played: list[Outcome] = [game("black", killed_first("black")[1], number="1")]
    played += [game("annulled", killed_first("black")[1], number="2")]
    played += [game("replayed", number=str(n)) for n in range(3, 20)]
    assert next(row.ci for row in table([(one, FSM) for one in played]).rows if row.name == BORIS) == 10


def test_the_sum_is_rounded_once() -> None:
    assert boris(*[killed_first("black")] * 2, of=15) == 27  # B = 6: 2 * 13.33 is 26.67, not 13 + 13
    assert boris(killed_first("red"), of=12) == 4
    assert boris(killed_first("red"), of=15) == 3  # 3.33


def test_ci_is_in_the_total_and_not_in_the_bonus() -> None:
    found = table([(game("black", killed_first("black")[1]), FSM)])
    row = next(row for row in found.rows if row.name == BORIS)
    assert (row.main, row.ci, row.bonus, row.penalty, row.total, row.standing.bonus) == (0, 10, 10, 0, 20, 10)
