"""The record for programs and for the shelf's list: a protocol as JSON (protocol.schema.json), a line for each game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from datetime import tzinfo
from importlib import resources
from typing import Any, Literal

from nightbox.errors import FormatError
from nightbox.game import facts
from nightbox.game.facts import PUBLIC, GameAbandoned, PartBegan
from nightbox.game.state import fold
from nightbox.record import russian as ru
from nightbox.record.journal import Game, open_game
from nightbox.record.paper import Protocol
from nightbox.record.protocol import public_half
from nightbox.record.shelf import Listed

VERSION = 1
"""Of the JSON: it grows when a field goes or changes its meaning, not when one is added."""


def to_json(protocol: Protocol) -> dict[str, Any]:
    """The whole protocol as values that json.dumps takes; protocol.schema.json says what each is."""
    return {"version": VERSION, **_plain(protocol)}


def to_json_text(protocol: Protocol) -> str:
    """The same as text, for a file or a pipe; without a line feed at its end."""
    return json.dumps(to_json(protocol), ensure_ascii=False, indent=2)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what `to_json` gives."""
    text = resources.files("nightbox.record").joinpath("protocol.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _plain(value: Any) -> Any:
    if type(value) in _FACTS:
        return facts.to_json(value)
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


_FACTS = {*PUBLIC, *facts.SECRET, facts.Undone}


# --- the list of games ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the list. `number` is the journal's; `nights` counts those that began, the meeting included.

    `winner` is "" but for a game that is "over"; "annulled" and "replayed" are results too. A broken journal has only
    its number and `why`.
    """

    number: str
    game: str
    began: str
    rules: str
    players: int
    nights: int
    state: Literal["not_begun", "running", "over", "abandoned", "broken"]
    winner: str
    why: str


def row(listed: Listed, game: Game | None) -> Row:
    """The line of one journal, from its public facts alone until it is over, and then from its amended result.

    `game` is None where it could not be read.
    """
    number = listed.path.name.partition(".")[0]
    if listed.broken or listed.header is None or game is None:
        return Row(number, "", "", "", 0, 0, "broken", "", listed.broken or "the journal cannot be read")
    header, entries = game.header, public_half(game.entries)
    p = fold(header.seats, entries).public
    dusks = sum(1 for e in entries for fact in e.facts if isinstance(fact, PartBegan) and fact.part == "dusk")
    state: Literal["not_begun", "running", "over", "abandoned"] = "running" if dusks else "not_begun"
    if any(isinstance(fact, GameAbandoned) for entry in entries for fact in entry.facts):
        state = "abandoned"
    elif p.over:
        state = "over"
    amended = fold(header.seats, game.entries).ledger.amended if p.over else None
    if amended:
        state = "over"
    winner = (amended.result if amended else p.winner) if state == "over" else ""
    return Row(number, header.game, game.began, _title(header.rules), header.seats, dusks, state, winner, "")


def rows(listed: Iterable[Listed]) -> list[Row]:
    """The shelf's games as rows. Reads each journal; raises nothing, a damaged one is a row that says so."""
    found: list[Row] = []
    for one in listed:
        game, why = None, one.broken
        if not why:
            try:
                game = open_game(one.path)
            except FormatError as wrong:
                why = str(wrong)
        found.append(row(Listed(one.path, one.header, one.last, one.began, one.unfinished, why), game))
    return found


def listing(listed: Iterable[Listed], zone: tzinfo | None = None) -> str:
    """One line for each game, aligned; wall time of `zone`, or of this machine. A sentence where there is none."""
    found = rows(listed)
    wide = max((len(one.rules) for one in found), default=0)
    return "\n".join(_line(one, wide, zone) for one in found) or "Игр пока нет."


def listing_json(listed: Iterable[Listed]) -> str:
    """The same for programs: an array of rows as text; `began` is UTC there."""
    return json.dumps([_plain(one) for one in rows(listed)], ensure_ascii=False, indent=2)


def _line(one: Row, wide: int, zone: tzinfo | None) -> str:
    if one.state == "broken":
        return f"{one.number}  не читается: {' '.join(one.why.split())}"
    date = ru.wall(one.began, zone) or "дата неизвестна"
    return (
        f"{one.number}  {date:<17}  {one.rules:<{wide}}  {ru.players(one.players):<10}  "
        f"{ru.nights(one.nights):<8}  {_state(one)}"
    )


def _state(one: Row) -> str:
    match one.state:
        case "over":
            return ru.winner(one.winner)
        case "abandoned":
            return "прекращена без результата"
        case "not_begun":
            return "не начата"
        case _:
            return "не окончена"


def _title(rules: str) -> str:
    """The rule set's title, also of one that this nightbox would not understand."""
    try:
        return str(json.loads(rules)["title"])
    except (ValueError, KeyError, TypeError):
        return "?"
