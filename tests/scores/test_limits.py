"""The limits of the judge's points: told, with the paragraph, and never a figure changed."""

from __future__ import annotations

import pytest
from scored import FOUR, game, scored, seat

from nightbox.scores.outcome import Player


def warned(*players: Player, result: str = "black") -> tuple[str, ...]:
    return scored(game(result, *players)).warnings


@pytest.mark.parametrize("points", [20, 30, 40, 60, 80, 100])
def test_points_on_the_scale_are_silent(points: int) -> None:
    assert warned(seat(2, given={"extra": points}), seat(3, given={"penalty": -points})) == ()


@pytest.mark.parametrize(
    ("kind", "points", "paragraph"),
    [
        ("extra", 10, "8.4.3"),
        ("extra", 50, "8.4.3"),
        ("extra", 110, "8.4.3"),
        ("extra", -20, "8.4.3"),
        ("penalty", -10, "8.4.4"),
        ("penalty", 20, "8.4.4"),
        ("will", 10, "8.3.8.3"),
        ("will", 50, "8.3.8.3"),
        ("protocol", 90, "8.3.9.1"),
    ],
)
def test_points_off_the_scale_are_told_and_stand(kind: str, points: int, paragraph: str) -> None:
    outcome = game("black", seat(2, given={kind: points}))
    (warning,) = scored(outcome).warnings
    assert warning.startswith("№ 2: ") and "вне шкалы" in warning and f"({paragraph})" in warning
    assert scored(outcome).of(2).total == points


@pytest.mark.parametrize(
    ("kind", "points"),
    [("extra", 120), ("extra", 150), ("penalty", -120), ("will", 30), ("will", 40), ("protocol", 60)],
)
def test_what_wants_consent_is_silent_with_it(kind: str, points: int) -> None:
    (warning,) = warned(seat(2, given={kind: points}))
    assert "согласованию с ГС" in warning
    assert warned(seat(2, given={kind: points}, marks=(("agreed", 1),))) == ()


def test_the_first_killed_may_have_more_for_his_will() -> None:
    assert warned(seat(2, given={"will": 40}, first_killed=True)) == ()
    assert warned(seat(2, given={"will": -40})) == ()


def test_kinds_of_the_first_killed_and_of_the_others() -> None:
    (warning,) = warned(seat(2, given={"first_killed": 40}))
    assert "только первому убитому" in warning and "8.3.9.2" in warning
    assert warned(seat(2, given={"first_killed": 40}, first_killed=True)) == ()
    (warning,) = warned(seat(2, given={"protocol": 40}, first_killed=True))
    assert "первому убитому не даётся" in warning and "8.3.9.1" in warning


def test_marks_of_the_first_killed_on_another_sheet() -> None:
    found = warned(seat(2, marks=(("black_right", 1), ("no_rollback", 1), ("did_not_wake", 1))))
    assert len(found) == 2 and all("только для первого убитого" in warning for warning in found)


def test_the_sum_of_positive_points_is_four_at_the_most() -> None:
    four = [seat(n, given={"extra": 100}) for n in (1, 2, 3, 4)]
    penalties = seat(6, given={"penalty": -100})
    assert warned(*four, penalties) == ()
    (warning,) = warned(*four, seat(5, given={"extra": 20}), penalties)
    assert "4,20" in warning and "8.4.1" in warning


def test_the_best_move_is_none_of_the_judges_points() -> None:
    four = [seat(n, given={"extra": 100}) for n in (1, 3, 4, 5)]
    assert warned(*four, seat(2, best=(1, 6, 9), first_killed=True)) == ()


def test_the_protocol_of_the_first_killed_is_among_the_positive_points() -> None:
    four = [seat(n, given={"extra": 100}) for n in (1, 3, 4, 5)]
    (warning,) = warned(*four, seat(2, marks=(("black_right", 1),), first_killed=True))
    assert "4,20" in warning


def test_seven_players_may_have_positive_points() -> None:
    assert warned(*(seat(n, given={"extra": 20}) for n in range(1, 8))) == ()
    (warning,) = warned(*(seat(n, given={"extra": 20}) for n in range(1, 9)))
    assert "8 игроков" in warning and "8.4.1" in warning
    assert warned(*(seat(n, given={"extra": 20}, marks=(("agreed", 1),)) for n in range(1, 9))) == ()


@pytest.mark.parametrize("why", ["disqualified", "technicals", "team_defeat"])
def test_a_removed_player_has_no_claim_to_positive_points(why: str) -> None:
    (warning,) = warned(seat(2, given={"extra": 40, "penalty": -20}, removals=(why,)))
    assert "+0,40" in warning and "8.4.7" in warning


def test_will_and_four_colours_beside_the_versions_do_not_go_together() -> None:
    (warning,) = warned(seat(2, first_killed=True, given={"will": 20}, marks=(("side_red", 3), ("side_black", 1))))
    assert "в стороне" in warning
    assert warned(seat(2, first_killed=True, given={"will": 20}, marks=(("side_red", 3),))) == ()


def test_unknown_kinds_and_marks_are_told() -> None:
    found = warned(seat(2, given={"bonus": 20}, marks=(("lucky", 1),)))
    assert len(found) == 2 and "«bonus»" in found[0] and "«lucky»" in found[1]


def test_4mafia_has_one_best_and_one_worst_player_of_a_game() -> None:
    both = (("best", 1),)
    found = scored(game("red", seat(2, marks=both), seat(3, marks=both), rules=FOUR), FOUR).warnings
    assert found == ("«лучший игрок» — один на игру, а отмечены № 2, № 3 (4.4.1)",)
