"""Two games of one public script and different secrets sound and look the same, timestamps included."""

from itertools import zip_longest

import pytest
from hypothesis import given, settings

from nightbox.rules.loader import load
from nightbox.testing.judges import Script, ScriptedJudge, Secret
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS, games

RULES = load("fsm", options={"day.run_by": "judge"})


class Leak(AssertionError):
    """The room heard or saw a difference: the first of what it noticed."""


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
    traces = zip_longest(first.public_trace, second.public_trace)
    differing = [f"{a} | {b}" for a, b in traces if a != b]
    if differing:
        raise Leak("\n".join(differing[:5]))
    if first.referee.deadline != second.referee.deadline:
        raise Leak(f"{first.referee.deadline} | {second.referee.deadline}")


def assert_pairs_do_not_leak(examples: int, voice: bool, nights: int = 3) -> None:
    """Plays `examples` pairs; the share of those that hid different things is printed, and must not be small."""
    Pairs.played = Pairs.differing = 0

    @settings(max_examples=examples)
    @given(games(nights))
    def pairs(game: tuple[Script, Secret, Secret]) -> None:
        assert_nothing_leaks(game, voice)

    pairs()
    share = Pairs.differing / Pairs.played
    print(f"{Pairs.played} pairs, {share:.1%} with different ledgers")
    assert share > 0.9


BOTH = pytest.mark.parametrize("voice", [True, False], ids=["with a voice", "without a voice"])


@BOTH
def test_the_room_cannot_tell_two_secrets_apart(voice: bool) -> None:
    assert_pairs_do_not_leak(150, voice)


@pytest.mark.long
@BOTH
def test_the_room_cannot_tell_thousands_of_secrets_apart(voice: bool) -> None:
    assert_pairs_do_not_leak(1500, voice, nights=5)
