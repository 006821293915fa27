"""Commands typed on the terminal: what is understood, and what is said of the rest."""

from __future__ import annotations

import pytest

from nightbox.game.commands import Command, CorrectEntry, CorrectTable, EnterRole, NamePlayer
from nightbox.rules.loader import load
from nightbox.typed import NotUnderstoodError, parse

RULES = load("fsm")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("роль 4 шериф", EnterRole(4, "sheriff")),
        ("имя 3 Старый  Волк", NamePlayer(3, "Старый Волк")),
        ("имя 3", NamePlayer(3, "")),
        ("запись выстрел промах", CorrectEntry("shot", 0)),
        ("место 5 вышло", CorrectTable("seat_out", seat=5)),
    ],
)
def test_a_command_is_understood_and_a_name_keeps_its_capitals(text: str, command: Command) -> None:
    assert parse(text, RULES) == command


@pytest.mark.parametrize(
    ("text", "words"), [("имя Лиса 3", "«лиса» — не номер"), ("имя", "образцы: "), ("им 3 Лиса", "нет команды «им»")]
)
def test_what_is_not_understood_is_said_with_a_sample(text: str, words: str) -> None:
    with pytest.raises(NotUnderstoodError, match=words):
        parse(text, RULES)
