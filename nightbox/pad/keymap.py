"""Which key of a keyboard is which key of the pad, in the US and the Russian layout. Tables only.

Whoever changes a key here changes SHOWN too, which is what the screen calls it.
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

SHOWN: Final[dict[str, str]] = {
    "seat": "цифра",
    "MISS": "M",
    "NEXT": "Enter",
    "UNDO": "Backspace",
    "PAUSE": "Пробел",
    "FN+seat": "Tab, цифра",
    "FN+NEXT": "Tab, Enter",
    "FN+PAUSE": "Tab, Пробел",
    "FN+UNDO": "Tab, Backspace",
    "FN+MISS": "Tab, M",
    "FOUL+seat": "Shift+цифра",
    "FOUL+seat+MISS": "M",
    "FOUL+seat+UNDO": "Backspace",
    "FOUL+seat+NEXT": "F, Enter",
    "FOUL+seat+PAUSE": "F, Пробел",
}
"""What the judge's screen calls the keys of each meaning, by the patterns of the table of meanings. What amends a foul
is pressed within two seconds of it.
"""
