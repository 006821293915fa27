"""How the judge's keys lie on the pads that we know, and what they are called there. Tables only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nightbox.pad.keymap import SHOWN

FUNCTIONS: Final[dict[str, str]] = {
    "MISS": "мимо, 0",
    "NEXT": "дальше",
    "UNDO": "отмена",
    "PAUSE": "пауза",
    "FOUL": "фол, держать",
    "FN": "второе, держать",
}
"""The keys that are no seats, and what a hand should think of them."""

PATTERNS: Final[dict[str, str]] = {
    "seat": "номер",
    **{key: key for key in FUNCTIONS},
    **{f"FN+{key}": f"FN + {key}" for key in ("NEXT", "PAUSE", "UNDO", "MISS")},
    "FN+seat": "FN + номер",
    "FOUL+seat": "FOUL + номер",
    "FOUL+seat+MISS": "MISS",
    "FOUL+seat+UNDO": "UNDO",
    "FOUL+seat+NEXT": "NEXT",
    "FOUL+seat+PAUSE": "PAUSE",
}
"""What a page calls the keys of each meaning on a pad; `keymap.SHOWN` is the same for a keyboard."""


@dataclass(frozen=True, slots=True)
class Layout:
    """`rows` are the keys as they lie, none for a keyboard; `names` by the patterns of the table of meanings.

    `foul` explains the chord, with {foul} for what it gives; `notes` are what a hand must know of this pad.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    names: Mapping[str, str]
    foul: str
    notes: tuple[str, ...] = ()
    notes_above_ten: tuple[str, ...] = ()


_HELD = "Держите FOUL и нажмите номер: {foul}. Номер отпустите, FOUL держите — следующая клавиша меняет этот фол:"
_TYPED = "Shift и цифра: {foul}. Клавиши в следующие две секунды меняют этот фол:"
_TWO_HELD = "Вместе держат не больше двух клавиш. Отпущенный FOUL забыт: случайного фола не будет."

FOUR_BY_FOUR: Final = Layout(
    "пульт 4×4",
    (
        ("1", "2", "3", "FOUL"),
        ("4", "5", "6", "FN"),
        ("7", "8", "9", "UNDO"),
        ("MISS", "10", "PAUSE", "NEXT"),
    ),
    PATTERNS,
    _HELD,
    (_TWO_HELD,),
)
KEYBOARD: Final = Layout(
    "клавиатура",
    (),
    SHOWN,
    _TYPED,
    ("Цифра 0 — игрок 10.", "Двоеточие — команды словами: «роль 4 шериф», «место 5 вышло»."),
    ("Q, W, E … P — игроки 11–20.",),
)


def big_pad(seats: int) -> Layout:
    """A pad of twenty keys or more: the seats in rows of five, what is no seat in a row below."""
    numbers = [str(seat) for seat in range(1, seats + 1)]
    rows = [tuple(numbers[at : at + 5]) for at in range(0, seats, 5)]
    title = f"пульт на {seats + len(FUNCTIONS)} клавиш"
    return Layout(title, (*rows, tuple(FUNCTIONS)), PATTERNS, _HELD, (_TWO_HELD,))


PADS: Final = ("4x4", "20", "keyboard")
TEN_SEATS: Final = 10
"""What a pad of sixteen keys carries beside the six that are no seats."""


def layout(pad: str, seats: int) -> Layout:
    """The layout of the pad that is called so, for a table of `seats`."""
    match pad:
        case "4x4":
            return FOUR_BY_FOUR
        case "20":
            return big_pad(seats)
        case _:
            return KEYBOARD
