"""Commands that are typed on the terminal, in Russian: roles, mended entries, a table put right. Text in, text out."""

from __future__ import annotations

from nightbox.errors import guess
from nightbox.game.commands import Command, CorrectEntry, CorrectTable, EnterRole, NamePlayer
from nightbox.game.ruleset import Ruleset
from nightbox.loop import Loop

HELP = "роль 4 шериф · имя 3 Лиса · запись выстрел 7 · место 5 вышло"
_STEPS = {
    "выстрел": ("shot",), "дон": ("don_check",), "шериф": ("sheriff_check", "sheriff_shot"), "договорка": ("meeting",),
    "путана": ("visit",), "доктор": ("heal",), "маньяк": ("maniac_shot",), "комиссар": ("commissar_check",),
}  # fmt: skip
"""A word for a step, and what rule sets call it."""
_WINNERS = {"красные": "red", "чёрные": "black", "черные": "black", "маньяк": "maniac", "ничья": "draw", "нет": ""}
_FIRST = ("роль", "имя", "запись", "место", "фолы", "победа", "ночь", "первый")


class NotUnderstoodError(ValueError):
    """The text is no command; its text says what would be."""


def obey(text: str, loop: Loop) -> str:
    """Do what was typed; the answer for the screen."""
    try:
        command = parse(text, loop.referee.tempo.rules)
    except NotUnderstoodError as wrong:
        return str(wrong)
    outcome = loop.give(command, "keyboard")
    return "записано" if outcome.answer == "accepted" else f"нельзя: {outcome.why}"


def parse(text: str, rules: Ruleset) -> Command:
    """The command that was typed. Raises NotUnderstoodError with what would be understood."""
    match text.lower().split():
        case ["роль", seat, *role] if role:
            return EnterRole(_number(seat), _role(" ".join(role), rules))
        case ["имя", seat, *_]:
            return NamePlayer(_number(seat), " ".join(text.split()[2:]))
        case ["запись", step, value]:
            fixed: dict[str, int | None] = {"промах": 0, "нет": None}
            entered = fixed[value] if value in fixed else _number(value)
            steps = {one.id for one in (*rules.first_night, *rules.night)}
            known = {word: id for word, ids in _STEPS.items() for id in ids if id in steps}
            return CorrectEntry(_one_of(step, known, "шаг"), entered)
        case ["место", seat, "вышло"]:
            return CorrectTable("seat_out", seat=_number(seat))
        case ["место", seat, "вернуть"]:
            return CorrectTable("seat_in", seat=_number(seat))
        case ["фолы", seat, value]:
            return CorrectTable("fouls", seat=_number(seat), value=_number(value))
        case ["ночь", value]:
            return CorrectTable("night", value=_number(value))
        case ["первый", seat]:
            return CorrectTable("first_speaker", seat=_number(seat))
        case ["победа", winner]:
            return CorrectTable("winner", winner=_one_of(winner, _WINNERS, "исход"))
        case [first, *_] if first in _FIRST:
            return _understand(f"«{text}» не разобрано; образцы: {HELP}")
        case [first, *_]:
            return _understand(f"нет команды «{first}»{_meant(first)}; есть: {', '.join(_FIRST)}")
        case _:
            return _understand(f"образцы: {HELP}")


def _understand(text: str) -> Command:
    raise NotUnderstoodError(text)


def _meant(word: str) -> str:
    near = guess(word, _FIRST)
    return f" (может быть, {near.partition('mean ')[2].rstrip('?')})" if near else ""


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise NotUnderstoodError(f"«{text}» — не номер")
    return int(text)


def _role(text: str, rules: Ruleset) -> str:
    """A role by its label, by the beginning of it, or by its id."""
    for role in rules.roles:
        if text in (role.id, role.label.lower()) or role.label.lower().startswith(text):
            return role.id
    raise NotUnderstoodError(f"нет роли «{text}»; есть: {', '.join(role.label for role in rules.roles)}")


def _one_of(word: str, known: dict[str, str], what: str) -> str:
    if word not in known:
        raise NotUnderstoodError(f"нет такого: {what} «{word}»; есть: {', '.join(known)}")
    return known[word]
