"""The pages as they are printed, the JSON by its schema, the list of games. UPDATE_GOLDEN=1 writes the pages anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
import stories
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from made import MOMENT, any_entries

from nightbox.game.facts import Entry
from nightbox.game.ruleset import Ruleset
from nightbox.record import russian
from nightbox.record.events import csv_text
from nightbox.record.export import listing, listing_json, rows, schema, to_json, to_json_text
from nightbox.record.journal import Game, Header, set_aside
from nightbox.record.printed import page
from nightbox.record.protocol import of_game, protocol, sheet
from nightbox.record.sheet import WIDTH
from nightbox.record.shelf import Shelf
from nightbox.record.store import Journal
from nightbox.rules.loader import shipped
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table

GOLDEN = Path(__file__).parent / "golden"
MOSCOW = timezone(timedelta(hours=3))
STORIES: dict[str, tuple[Callable[[], Table], bool]] = {
    "full": (stories.full_story, False),
    "without_roles": (stories.story_without_roles, False),
    "corrections": (stories.story_with_corrections, False),
    "unfinished": (stories.unfinished_story, False),
    "unfinished_public": (stories.unfinished_story, True),
    "abandoned": (stories.abandoned_story, False),
    "whole": (stories.whole_story, False),
    "whole_public": (stories.whole_story, True),
    "amended": (stories.amended_story, False),
}
VALIDATOR = Draft202012Validator(schema())


@pytest.mark.parametrize("name", STORIES)
def test_the_page_of_a_story_is_the_one_that_was_read(name: str) -> None:
    story, public_only = STORIES[name]
    text = sheet(of_game(stories.game(story()), public_only=public_only), MOSCOW) + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert max(len(line) for line in text.splitlines()) <= WIDTH


@given(any_entries(), st.booleans())
def test_no_page_is_wider_than_a_terminal(entries: tuple[Entry, ...], public_only: bool) -> None:
    p = protocol(stories.RULES, Header("g" * 200, "0.1.0", "{}", 10), entries, public_only=public_only)
    assert max(len(line) for line in sheet(p).splitlines()) <= WIDTH


def legal(rules: Ruleset, seed: int) -> Game:
    """A whole game of any rule set, by dice."""
    deal = dealt(rules, Random(seed))
    table = Table(rules, {}, seats=len(deal))
    LegalJudge(table, seed, Random(seed), deal).play()
    return stories.game(table)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_any_rule_set_has_every_page(name: str, seed: int) -> None:
    game = legal(ready(name), seed)
    for public_only in (False, True):
        p = of_game(game, public_only=public_only)
        VALIDATOR.validate(to_json(p))
        assert max(len(line) for line in sheet(p).splitlines()) <= WIDTH
        assert csv_text(p) and page(p)
        assert [day.number for day in p.days] == sorted({day.number for day in p.days})


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1 игрок"), (2, "2 игрока"), (5, "5 игроков"), (11, "11 игроков"), (14, "14 игроков"), (21, "21 игрок"),
     (112, "112 игроков"), (0, "0 игроков")],
)  # fmt: skip
def test_nouns_go_with_their_numerals(number: int, text: str) -> None:
    assert russian.players(number) == text


def test_the_clock_of_a_page_counts_minutes_without_an_hour() -> None:
    assert [russian.clock(at) for at in (0, 59_999, 75_250, 3_723_000)] == ["0:00", "0:59", "1:15", "62:03"]


# --- JSON -------------------------------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", STORIES)
def test_the_json_of_a_story_is_what_the_schema_says(name: str) -> None:
    story, public_only = STORIES[name]
    p = of_game(stories.game(story()), public_only=public_only)
    value = to_json(p)
    VALIDATOR.validate(value)
    assert json.loads(to_json_text(p)) == value


def test_the_json_names_its_version_and_every_change_as_the_journal_does() -> None:
    value = to_json(of_game(stories.game(stories.story_with_corrections())))
    assert value["version"] == 1
    assert ["ShotRecorded", {"night": 1, "step": "shot", "seat": 5}] in [c["fact"] for c in value["changes"]]


def test_a_field_that_nobody_documented_is_seen() -> None:
    value = to_json(of_game(stories.game(stories.abandoned_story())))
    assert not VALIDATOR.is_valid(value | {"new": 1})
    assert not VALIDATOR.is_valid({key: value[key] for key in value if key != "exits"})


# --- the list ---------------------------------------------------------------------------------------------------


def kept(shelf: Shelf, table: Table, length: int | None = None) -> Path:
    game = stories.game(table)
    path = shelf.new_path()
    journal = Journal(path, game.header)
    for entry in game.entries[:length]:
        journal.append(entry, MOMENT)
    journal.close()
    return path


def test_each_journal_is_one_line_whatever_its_state(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        kept(shelf, stories.full_story())
        kept(shelf, stories.story_with_corrections())
        kept(shelf, stories.abandoned_story())
        kept(shelf, stories.unfinished_story())
        set_aside(kept(shelf, stories.abandoned_story()))
        (tmp_path / "0006.sqlite").write_bytes(b"not a journal")
        games = shelf.games()
    found = rows(games)
    assert [one.state for one in found] == ["over", "over", "abandoned", "running", "broken", "broken"]
    lines = listing(games, MOSCOW).splitlines()
    assert lines[:4] == [
        "0001  30.11.2026, 22:00  ФСМ  10 игроков  5 ночей   победа чёрных",
        "0002  30.11.2026, 22:00  ФСМ  10 игроков  3 ночи    победа красных",
        "0003  30.11.2026, 22:00  ФСМ  10 игроков  3 ночи    прекращена без результата",
        "0004  30.11.2026, 22:00  ФСМ  10 игроков  3 ночи    не окончена",
    ]
    assert lines[4] == "0005  не читается: set aside"
    assert lines[5].startswith("0006  не читается: ") and "0006.sqlite" in lines[5]
    told = json.loads(listing_json(games))
    assert told[0] == {
        "number": "0001", "game": "2026-11-30-1", "began": MOMENT.wall, "rules": "ФСМ", "players": 10, "nights": 5,
        "state": "over", "winner": "black", "why": "",
    }  # fmt: skip


def test_a_game_that_is_decided_and_not_announced_is_listed_as_running(tmp_path: Path) -> None:
    table = stories.full_story()
    decided = of_game(stories.game(table)).end.established
    assert decided
    with Shelf(tmp_path) as shelf:
        kept(shelf, table, decided.entry)
        (found,) = rows(shelf.games())
    assert (found.state, found.winner) == ("running", "")


def test_an_empty_shelf_says_so() -> None:
    assert listing([], UTC) == "Игр пока нет."
    assert json.loads(listing_json([])) == []


def test_an_amended_result_stands_in_the_list(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        kept(shelf, stories.amended_story())
        (found,) = rows(shelf.games())
    assert (found.state, found.winner) == ("over", "annulled")
    assert listing(Shelf(tmp_path).games(), MOSCOW).endswith("игра аннулирована")
