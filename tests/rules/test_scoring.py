"""The reader of [scores]: points as whole hundredths, and every mistake with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightbox.errors import ConfigError
from nightbox.game.scoring import AGREED, COLOURS, CRITICAL, SAME_CONTENT
from nightbox.rules.kept import from_json, to_json
from nightbox.rules.loader import load, shipped

TEXT = shipped()["fsm"].read_text(encoding="utf-8")
AT = TEXT.index("[scores]")


def problems(tmp_path: Path, old: str, new: str) -> str:
    """What the reader says of the shipped rule set with a text of its points replaced."""
    assert old in TEXT[AT:], old
    path = tmp_path / "mine.toml"
    path.write_text(TEXT[:AT] + TEXT[AT:].replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        load(str(path))
    return str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("small = -0.3", "small = 0.3", "scores.technical.small: must be from -10 to 0, not 0.3"),
        ("small = -0.3", "small = -0.333", "scores.technical.small: points have two digits behind the point"),
        ("small = -0.3", "smal = -0.3", "scores.technical.smal: unknown key; did you mean 'small'?"),
        ("win = { points = 1,", "win = { points = -1,", "scores.win.points: must be from 0 to 10, not -1"),
        ('"leader_wins"', '"leader_win"', "scores.ranking[4]: 'leader_win' is not one of"),
        ('"leader_wins"', '"leader_win"', "did you mean 'leader_wins'?"),
        ("[0, 0.1, 0.3, 0.6]", "[0, 0.1, 0.3, 0.625]", "scores.best_move.steps[4]: points have two digits"),
        ("[0, 0.1, 0.3, 0.6]", '[0, "0.1"]', 'scores.best_move.steps[2]: must be a number, not "0.1" (a text)'),
        ("[0, 0.1, 0.3, 0.6]", "[]", "scores.best_move.steps: must name one value at least"),
        ('by = "8.3.5"', 'by = "8.3.5"\nvoid = ["sherif"]', "did you mean 'sheriff'?"),
        ('by = "8.3.5"', 'by = "8.3.5"\nvoid = ["sheriff"]', "scores.best_move.void_by: is missing"),
        ('scale = "plus"', 'scale = "pluss"', "scores.points[1].scale: 'pluss' is not one of"),
        (', scale = "plus" }', " }", "scores.points[1].scale: names no scale"),
        ('id = "critical"', 'id = "agreed"', "scores.marks: the id 'agreed' stands twice"),
        ("share = 40", "share = 0", "scores.compensation.share: must be from 1 to 100, not 0"),
        ("near = 50", "near = 0.5", "scores.protocol.near: must be a whole number, not 0.5 (a number)"),
        ("[scores.limits]", "[scores.limit]", "scores.limit: unknown key; did you mean 'limits'?"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in problems(tmp_path, old, new)


def test_points_are_whole_hundredths() -> None:
    scores = load("fsm").scores
    assert scores and scores.best_move and scores.technical
    assert scores.best_move.steps == (0, 10, 30, 60)
    assert (scores.technical.small, scores.technical.big) == (-30, -60)


def test_every_mark_that_a_formula_asks_for_is_in_the_rule_set() -> None:
    scores = load("fsm").scores
    assert scores
    assert {*COLOURS, CRITICAL, AGREED, SAME_CONTENT} <= {mark.id for mark in scores.marks}


def test_a_club_may_set_a_figure_otherwise() -> None:
    scores = load("fsm", options={"scores.technical.small": -0.2}).scores
    assert scores and scores.technical and scores.technical.small == -20


def test_a_rule_set_without_points_comes_back_from_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(TEXT[:AT], encoding="utf-8")
    bare = load(str(path))
    assert bare.scores is None and from_json(to_json(bare)) == bare
