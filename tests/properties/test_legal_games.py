"""Whole games by dice, of every shipped rule set: they end, their record is whole, and any cut of them goes on."""

from collections import Counter

import pytest
from jsonschema import Draft202012Validator
from whole_games import (
    SETS,
    SOAK,
    assert_leaves_once,
    assert_vote_ends_as_the_rules_say,
    assert_votes_add_up,
    assert_winner_matches,
    played,
    votes,
)

from nightbox.game.commands import Recover
from nightbox.game.facts import from_json, to_json
from nightbox.game.state import fold
from nightbox.record.export import schema
from nightbox.record.export import to_json as exported
from nightbox.record.journal import Game, Header
from nightbox.record.protocol import of_game
from nightbox.rules import loader
from nightbox.testing.judges import PatientJudge
from nightbox.testing.legal import LegalJudge
from nightbox.testing.table import Table

VALIDATOR = Draft202012Validator(schema())


def game_of(table: Table) -> Game:
    header = Header("2026-11-30-1", "0", loader.to_json(table.tempo.rules), table.seats)
    walls = ("2026-11-30T16:00:05.000+00:00",) * len(table.journal)
    return Game(header, tuple(table.journal), 0, walls)


def assert_whole(name: str, judge: LegalJudge) -> Counter[str]:
    """All that must hold of a finished game; what it had in it."""
    table = judge.table
    assert table.referee.state.public.over
    assert fold(table.seats, table.journal) == table.referee.state
    for entry in table.journal:
        assert tuple(from_json(to_json(fact)) for fact in entry.facts) == entry.facts
    assert_leaves_once(table)
    seen: Counter[str] = Counter()
    for voted in votes(table):
        assert_votes_add_up(name, voted)
        assert_vote_ends_as_the_rules_say(name, voted)
        seen[voted.how] += 1
    seen[assert_winner_matches(name, judge)] += 1
    protocol = of_game(game_of(table))
    VALIDATOR.validate(exported(protocol))
    left = [exit.seat for exit in protocol.exits if exit.returned is None]
    assert sorted(set(left)) == sorted(exit.seat for exit in table.referee.state.public.exits)
    assert protocol.end.winner == table.referee.state.public.winner
    return seen


def legal(name: str, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        try:
            seen += assert_whole(name, played(name, seed))
        except Exception as wrong:
            wrong.add_note(f"in game {seed} of {name}")
            raise
    print(f"{name}: {dict(seen)}")
    return seen


@pytest.mark.parametrize("name", SETS)
def test_a_few_games_of_every_rule_set_are_whole(name: str) -> None:
    seen = legal(name, range(8))
    assert seen["leaves"] > 10 and seen["all_leave"] + seen["all_stay"] > 0


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_hundreds_of_games_of_every_rule_set_are_whole(name: str) -> None:
    seen = legal(name, range(1000, 3000 if SOAK else 1300))
    assert seen["table"] > 100 and seen["all_stay"] > 30 and seen["none"] + seen["nobody"] + seen["all_stay"] > 30


def assert_recovers(table: Table, cut: int) -> None:
    """The box starts again behind entry `cut`, a judge says to go on, and the game stands where it can."""
    again = Table(table.tempo.rules, table.tempo.lengths, table.seats, entries=table.journal[:cut])
    again.now += 1
    again.give(Recover())
    assert PatientJudge(again).until(lambda p: p.hold is None, 4), again.referee.state.public
    assert fold(again.seats, again.journal) == again.referee.state
    again.rest(600_000)


@pytest.mark.parametrize("name", SETS)
def test_a_game_recovers_wherever_the_plug_is_pulled(name: str) -> None:
    table = played(name, 5).table
    for cut in range(0, len(table.journal), 6):
        assert_recovers(table, cut)


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_every_prefix_of_some_games_recovers(name: str) -> None:
    for seed in range(40, 43):
        table = played(name, seed).table
        for cut in range(len(table.journal) + 1):
            assert_recovers(table, cut)
