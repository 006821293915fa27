"""Two games of one public script and different secrets sound and look the same, timestamps included."""

import os

import pytest
from hypothesis import given, settings

from nightbox.rules.loader import load
from nightbox.testing.judges import Script, ScriptedJudge, Secret
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS, games

RULES = load("fsm")
LONG = os.environ.get("NIGHTBOX_PROFILE") == "long"


class Pairs:
    """How many pairs of games were played, and how many of them hid different things."""

    played = 0
    differing = 0


def played(script: Script, secret: Secret, voice: bool) -> Table:
    return ScriptedJudge(Table(RULES, LENGTHS, voice=voice), script, secret).play()


def assert_nothing_leaks(game: tuple[Script, Secret, Secret], voice: bool) -> None:
    script, one, other = game
    first, second = played(script, one, voice), played(script, other, voice)
    Pairs.played += 1
    Pairs.differing += first.referee.state.ledger != second.referee.state.ledger
    assert first.public_trace == second.public_trace
    assert first.referee.deadline == second.referee.deadline


@pytest.mark.parametrize("voice", [True, False], ids=["with a voice", "without a voice"])
def test_the_room_cannot_tell_two_secrets_apart(voice: bool) -> None:
    Pairs.played = Pairs.differing = 0

    @settings(max_examples=150)
    @given(games())
    def property(game: tuple[Script, Secret, Secret]) -> None:
        assert_nothing_leaks(game, voice)

    property()
    share = Pairs.differing / Pairs.played
    print(f"{Pairs.played} pairs, {share:.1%} with different ledgers")
    assert share > 0.9
