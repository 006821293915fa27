"""Two whole games of one public story, with other cards and other presses at night, sound and look the same."""

from collections.abc import Mapping
from itertools import zip_longest
from random import Random
from typing import Any

import pytest
from test_nothing_leaks import Leak
from whole_games import SETS, SOAK

from nightbox.testing.legal import LegalJudge, dealt, ready, redealt
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS

ANY_RED = {"result.ghost_any_red": True}
"""M9 as a club may play it: the ghost tells of his card only that it is red, so that all red cards can change seats."""


def twins(name: str, seed: int, options: Mapping[str, Any] | None = None) -> tuple[Table, Table]:
    """The same public dice over two deals of equal teams, and over two other throws of the secret dice."""
    rules, dice = ready(name, options=options), Random(seed)
    deal = dealt(rules, dice)
    tables = []
    for secret, cards in enumerate((deal, redealt(rules, deal, dice))):
        table = Table(rules, LENGTHS, seats=len(cards))
        tables.append(LegalJudge(table, seed, Random(f"{seed} {secret}"), cards).play())
    return tables[0], tables[1]


def assert_twins_are_alike(name: str, seed: int, options: Mapping[str, Any] | None = None) -> bool:
    """Whether they hid different things: the room may not tell, and neither may the moment that comes next."""
    one, other = twins(name, seed, options)
    traces = zip_longest(one.public_trace, other.public_trace)
    differing = [f"{a} | {b}" for a, b in traces if a != b]
    if differing:
        raise Leak("\n".join([f"game {seed} of {name}", *differing[:5]]))
    if one.referee.deadline != other.referee.deadline:
        raise Leak(f"game {seed} of {name}: {one.referee.deadline} | {other.referee.deadline}")
    return one.referee.state.ledger != other.referee.state.ledger


def assert_games_do_not_leak(name: str, seeds: range, options: Mapping[str, Any] | None = None) -> None:
    differing = sum(assert_twins_are_alike(name, seed, options) for seed in seeds)
    print(f"{name}: {len(seeds)} pairs, {differing / len(seeds):.1%} with different ledgers")
    assert differing > 0.9 * len(seeds)


@pytest.mark.parametrize("name", SETS)
def test_whole_games_of_other_secrets_sound_the_same(name: str) -> None:
    assert_games_do_not_leak(name, range(10))


def test_whole_games_in_which_any_red_may_be_the_ghost_sound_the_same() -> None:
    assert_games_do_not_leak("m9", range(10), ANY_RED)


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_hundreds_of_whole_games_of_other_secrets_sound_the_same(name: str) -> None:
    assert_games_do_not_leak(name, range(1000, 3000 if SOAK else 1300))


def test_the_games_have_days_in_them() -> None:
    """What is compared is more than nights: speeches, votes, ties and what is told of an entry."""
    heard = {event.value.rpartition("_")[0] for name in SETS for event in twins(name, 3)[0].public_trace}
    assert {"speech", "vote_against", "votes", "half_speech", "leaves", "killed"} <= heard
