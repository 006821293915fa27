"""The protocol of the first killed by its colours, and the will beside it (FSM 8.3.8-8.3.9)."""

from __future__ import annotations

import pytest
from scored import figures, game, scored, seat


def marked(marks: dict[str, int], **known: object) -> dict[str, int | None]:
    return figures(game("black", seat(2, first_killed=True, marks=tuple(marks.items()), **known)), 2)


@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ({"black_right": 1}, 20),
        ({"black_right": 2}, 50),
        ({"black_right": 3}, 80),
        ({"black_wrong": 1}, -20),
        ({"black_wrong": 3}, -80),
        ({"black_right": 2, "black_wrong": 1}, 30),
        ({"red_right": 1}, 10),
        ({"red_right": 3}, 50),
        ({"red_right": 4}, 70),
        ({"red_right": 5}, 80),
        ({"red_right": 6}, 80),
        ({"red_wrong": 1}, -20),
        ({"red_wrong": 2}, -40),
        ({"red_wrong": 4}, -40),
        ({"red_right": 6, "red_wrong": 1}, 60),
        ({"version_right": 1}, 40),
        ({"version_wrong": 1}, -40),
        ({"black_right": 1, "red_right": 2, "version_right": 1}, 90),
        ({"black_near": 1}, 10),
        ({"black_near": 1, "black_right": 1}, 30),
        ({"black_near_wrong": 1}, -10),
        ({"red_near": 1}, 5),
        ({"red_near": 1, "red_right": 2}, 35),
        ({"red_near": 2, "red_right": 5}, 80),
        ({"red_near_wrong": 1}, -10),
        ({"red_near_wrong": 1, "red_wrong": 2}, -40),
    ],
)
def test_colours_and_versions(marks: dict[str, int], points: int) -> None:
    assert marked(marks) == {"protocol": points}


@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ({"side_red": 3}, 30),
        ({"side_red": 2, "side_black": 1}, 60),
        ({"side_wrong": 2}, -40),
        ({"side_red": 3, "side_black": 1, "side_wrong": 1, "version_right": 1}, 90),
    ],
)
def test_colours_beside_two_versions(marks: dict[str, int], points: int) -> None:
    assert marked(marks) == {"protocol": points}


@pytest.mark.parametrize(
    ("will", "marks", "both"),
    [
        (20, {"black_right": 2}, {"will": 0, "protocol": 50}),
        (30, {"black_right": 1}, {"will": 30, "protocol": 0}),
        (20, {"black_right": 1}, {"will": 0, "protocol": 20}),
        (-20, {"black_wrong": 2}, {"will": -20, "protocol": 0}),
    ],
)
def test_the_same_in_will_and_protocol_counts_once_the_greater(will: int, marks: dict[str, int], both: object) -> None:
    assert marked({**marks, "same_content": 1}, given={"will": will}) == both
    assert sum(v or 0 for v in marked(marks, given={"will": will}).values()) == will + (marked(marks)["protocol"] or 0)


def test_a_will_without_a_protocol_has_nothing_to_repeat() -> None:
    assert marked({"same_content": 1}, given={"will": 20}) == {"will": 20}


def test_the_best_move_and_the_points_of_the_first_killed_add_up() -> None:
    player = seat(2, first_killed=True, best=(1, 6, 2), given={"first_killed": 60})
    outcome = game("black", player)
    assert figures(outcome, 2) == {"best_move": 30, "first_killed": 60}
    assert scored(outcome).warnings == ()
