"""Reading a TOML file whole: every mistake is collected as a Problem, none is raised.

A method of Reading returns a value of the asked type in any case: on a mistake the default, or an empty
value. Whoever reads goes on to the end and then looks at `problems`; what came beside a mistake must not be
used. Keys are dotted, and [[tables]] are counted from 1: "night.first[2].slot". No one file is known here.
"""

from __future__ import annotations

import copy
import math
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from nightbox.errors import Problem, guess
from nightbox.units import Ms, parse_span, show_span

T = TypeVar("T")
N = TypeVar("N", int, float)

_PLACE = re.compile(r"(?P<text>.*) \(at (?:(?P<place>line \d+, column \d+)|end of document)\)", re.DOTALL)
_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a file and the dotted key at which it stands; "" for the file itself."""

    values: Mapping[str, Any]
    at: str = ""

    def key(self, name: str) -> str:
        """The whole key of `name` in this table: "night.first[2].slot"."""
        return f"{self.at}.{name}" if self.at else name

    def __contains__(self, name: str) -> bool:
        return name in self.values


class Reading:
    """One file that is being read, and the list that its mistakes go to.

    A key for which no default is given must be there.
    """

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems

    def wrong(self, table: Table, key: str, text: str) -> None:
        """A mistake that only the caller can see."""
        self.problems.append(Problem(self.file, table.key(key), text))

    def load(self, path: Path) -> Table | None:
        """The file at `path`; None when it cannot be read, which is then among the problems."""
        try:
            return self.parse(path.read_bytes().decode("utf-8"))
        except UnicodeDecodeError as wrong:
            self._unreadable("", f"byte {wrong.start} is not UTF-8; save the file as UTF-8")
        except FileNotFoundError:
            self._unreadable("", "no such file")
        except OSError as wrong:
            self._unreadable("", f"cannot be read: {wrong.strerror or wrong}")
        return None

    def parse(self, text: str) -> Table | None:
        """The table that a TOML text holds; None when it is not TOML, which is then among the problems."""
        try:
            return Table(tomllib.loads(text.removeprefix("\ufeff")))
        except (ValueError, RecursionError) as wrong:
            place = _PLACE.fullmatch(str(wrong))
            if place is None:
                self._unreadable("", f"not TOML: {wrong}")
            else:
                self._unreadable(place["place"] or "end of file", f"not TOML: {place['text']}")
        return None

    def changed(self, table: Table, options: Mapping[str, Any]) -> Table:
        """`table` with other values at some dotted keys; a key that it does not have is a mistake."""
        values: dict[str, Any] = copy.deepcopy(dict(table.values))
        for key, value in options.items():
            *path, last = key.split(".")
            inside: Any = values
            for name in path:
                inside = inside.get(name) if isinstance(inside, dict) else None
            if isinstance(inside, dict) and last in inside and not isinstance(inside[last], dict | list):
                inside[last] = value
            else:
                known = [f"{at}.{name}" for at, t in values.items() if isinstance(t, dict) for name in t]
                self.problems.append(Problem("options", key, f"{self.file} has no such value{guess(key, known)}"))
        return Table(values, table.at)

    def text(self, table: Table, key: str, default: str | None = None) -> str:
        return self._value(table, key, str, default, "")

    def flag(self, table: Table, key: str, default: bool | None = None) -> bool:
        return self._value(table, key, bool, default, False)

    def whole(
        self,
        table: Table,
        key: str,
        default: int | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
        among: Collection[int] = (),
    ) -> int:
        """A whole number from `least` to `most`, or one of `among`."""
        value = self._value(table, key, int, default, 0)
        if not self._is(table, key, int):
            return value
        if among and value not in among:
            self.wrong(table, key, f"{value} is not one of {', '.join(map(str, sorted(among)))}")
        return self._within(table, key, value, least, most, str)

    def number(
        self,
        table: Table,
        key: str,
        default: float | None = None,
        *,
        least: float | None = None,
        most: float | None = None,
    ) -> float:
        """A number, with or without a point, from `least` to `most`."""
        if self._is(table, key, int):
            value: float = table.values[key]
        else:
            value = self._value(table, key, float, default, 0.0)
            if not self._is(table, key, float):
                return value
        if not math.isfinite(value):
            self.wrong(table, key, f"must be a number that can be counted to, not {value}")
            return default or 0.0
        return self._within(table, key, value, least, most, "{:g}".format)

    def span(
        self,
        table: Table,
        key: str,
        default: Ms | None = None,
        *,
        least: Ms | None = None,
        most: Ms | None = None,
    ) -> Ms:
        """A length such as "1m30s", in milliseconds."""
        if not self._is(table, key, str):
            if key in table or default is None:
                became = f"not {_shown(table.values[key])}" if key in table else "and is missing"
                self.wrong(table, key, f'must be a length such as "10s", {became}')
            return default or 0
        try:
            value = parse_span(table.values[key])
        except ValueError as wrong:
            self.wrong(table, key, str(wrong))
            return default or 0
        return self._within(table, key, value, least, most, show_span)

    def choice(self, table: Table, key: str, known: Collection[str], default: str | None = None) -> str:
        """One of the `known` words."""
        value = self._value(table, key, str, default, "")
        if self._is(table, key, str) and value not in known:
            self.wrong(table, key, f"{value!r} is not one of {', '.join(sorted(known))}{guess(value, known)}")
            return default or ""
        return value

    def texts(self, table: Table, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        return self._list(table, key, str, default)

    def numbers(self, table: Table, key: str, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """A list of numbers, with or without a point."""
        values = self._value(table, key, list, None if default is None else list(default), [])
        for n, value in enumerate(values, 1):
            if type(value) not in (int, float) or not math.isfinite(value):
                self.wrong(table, f"{key}[{n}]", f"must be {_KINDS[float]}, not {_shown(value)}")
        return tuple(value for value in values if type(value) in (int, float) and math.isfinite(value))

    def table(self, table: Table, key: str, *, required: bool = True) -> Table:
        """The table [key]; an empty one where it is missing."""
        values = self._value(table, key, dict, None if required else {}, {})
        return Table(values, table.key(key))

    def tables(self, table: Table, key: str, *, required: bool = True) -> tuple[Table, ...]:
        """The tables [[key]], counted from 1."""
        if self._is(table, key, dict):
            self.wrong(table, key, f"must be a list of tables; write [[{table.key(key)}]]")
            return ()
        found = self._list(table, key, dict, None if required else ())
        return tuple(Table(values, f"{table.key(key)}[{n}]") for n, values in enumerate(found, 1))

    def no_others(self, table: Table, known: Collection[str]) -> None:
        """Every key of `table` that is not `known` is a mistake."""
        for key in table.values:
            if key not in known:
                self.wrong(table, key, f"unknown key{guess(key, known) or _list_of(known)}")

    def _is(self, table: Table, key: str, kind: type) -> bool:
        return type(table.values.get(key)) is kind

    def _value(self, table: Table, key: str, kind: type[T], default: T | None, empty: T) -> T:
        fallback = empty if default is None else default
        if key not in table:
            if default is None:
                close = guess(key, table.values) if table.values else ""
                self.wrong(table, key, f"is missing; it must be {_KINDS[kind]}{close}")
            return fallback
        value = table.values[key]
        if type(value) is not kind:
            self.wrong(table, key, f"must be {_KINDS[kind]}, not {_shown(value)}")
            return fallback
        return value

    def _list(self, table: Table, key: str, kind: type[T], default: tuple[T, ...] | None) -> tuple[T, ...]:
        values = self._value(table, key, list, None if default is None else list(default), [])
        for n, value in enumerate(values, 1):
            if type(value) is not kind:
                self.wrong(table, f"{key}[{n}]", f"must be {_KINDS[kind]}, not {_shown(value)}")
        return tuple(value for value in values if type(value) is kind)

    def _within(self, table: Table, key: str, value: N, least: Any, most: Any, show: Callable[[N], str]) -> N:
        if (least is None or value >= least) and (most is None or value <= most):
            return value
        if most is None:
            bounds = f"at least {show(least)}"
        elif least is None:
            bounds = f"at most {show(most)}"
        else:
            bounds = f"from {show(least)} to {show(most)}"
        self.wrong(table, key, f"must be {bounds}, not {show(value)}")
        return value

    def _unreadable(self, where: str, text: str) -> None:
        self.problems.append(Problem(self.file, where, text))


def _shown(value: Any) -> str:
    """The value as its file has it, and its type: '"ten" (a text)'."""
    kind = _KINDS.get(type(value), "a date or a time")
    match value:
        case bool():
            return f"{str(value).lower()} ({kind})"
        case str():
            return f'"{value}" ({kind})'
        case dict() | list():
            return kind
        case _:
            return f"{value} ({kind})"


def _list_of(known: Collection[str]) -> str:
    return f"; known here: {', '.join(sorted(known))}" if known else "; nothing is known here"
