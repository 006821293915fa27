"""The ids of spoken lines in a rule set's tables."""

from __future__ import annotations

from collections.abc import Collection

from nightbox.errors import guess
from nightbox.rules.reading import Reading, Table


class Lines:
    """Reads the ids of lines, and knows which of them have a clip."""

    def __init__(self, reading: Reading, known: Collection[str] | None) -> None:
        self._reading = reading
        self._known = known

    def one(self, table: Table, key: str, default: str | None = None) -> str:
        value = self._reading.text(table, key, default)
        if value:
            self._check(table, key, value, value)
        return value

    def seat(self, table: Table, key: str, default: str | None = None) -> str:
        """A line with one clip for each seat: killed_1, killed_2 ..."""
        value = self._reading.text(table, key, default)
        if value:
            self._check(table, key, value, f"{value}_1")
        return value

    def some(self, table: Table, key: str) -> tuple[str, ...]:
        values = self._reading.texts(table, key)
        for value in values:
            self._check(table, key, value, value)
        return values

    def needed(self, table: Table, key: str, clips: Collection[str]) -> None:
        """What the choice at `key` makes the box say must have its clips."""
        for clip in clips:
            self._check(table, key, clip, clip)

    def _check(self, table: Table, key: str, value: str, clip: str) -> None:
        if self._known is not None and clip not in self._known:
            self._reading.wrong(table, key, f"the voice pack has no line {clip!r}{guess(value, self._known)}")
