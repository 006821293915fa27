"""Which key of a keyboard is which key of the pad, in the US and the Russian layout. Tables only.

Whoever changes a key here changes KEYS_RU, which the screen shows.
"""

from __future__ import annotations

from typing import Final

_US_ROW, _RU_ROW = "qwertyuiop", "йцукенгшщз"

TAPS: Final[dict[str, str]] = {
    **{digit: digit for digit in "123456789"},
    "0": "10",
    **{letter: str(11 + n) for row in (_US_ROW, _RU_ROW) for n, letter in enumerate(row)},
    **dict.fromkeys("\r\n", "NEXT"),
    **dict.fromkeys("\x7f\x08", "UNDO"),
    " ": "PAUSE",
    **dict.fromkeys("-mь", "MISS"),
    **dict.fromkeys("fа", "FOUL"),
    **dict.fromkeys("\t`ё", "FN"),
}
"""A character, lower case, and the key that it taps."""

FOULS: Final[dict[str, str]] = {
    **{sign: str(1 + n) for n, sign in enumerate("!@#$%^&*()")},
    **{'"': "2", "№": "3", ";": "4", "?": "7"},
}
"""A digit with Shift is a foul at once. The Russian Shift+6 is ":", the prompt: foul 6 is f and 6 there."""

RUSSIAN_SIGNS: Final = frozenset('";?')
"""Fouls in the Russian layout alone: in the US layout other keys write them, and mean nothing."""

PROMPT: Final = frozenset(":Ж")
"""One physical key in both layouts."""

KEYS_RU: Final[tuple[tuple[str, str], ...]] = (
    ("1 … 9, 0", "места 1–10"),
    ("Q … P (Й … З)", "места 11–20"),
    ("- или M (Ь)", "промах, нет выбора"),
    ("Enter", "дальше"),
    ("Backspace", "отменить"),
    ("Пробел", "пауза"),
    ("Shift + цифра", "фол игроку (шестому в русской раскладке — F, 6)"),
    ("F (А), затем место", "фол; за 2 с ещё: M — технический, M M — большой, Backspace — замечание"),
    ("F, место, F, Enter", "удаление"),
    ("F, место, F, Пробел", "поражение команды"),
    ("Tab (Ё), затем клавиша", "вторая функция клавиши"),
    (": (Ж)", "команда, например «роль 4 шериф»; Esc — закрыть"),
    ("Ctrl-C", "выход"),
)
"""Each key and what it does, as the judge's screen shows them."""
