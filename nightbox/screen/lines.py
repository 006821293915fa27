"""The Russian text of every line of a voice pack, for those who hear nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path


class Lines:
    """Reads the pack's list; a line that it does not name is shown by its id."""

    def __init__(self, folder: Path) -> None:
        table = tomllib.loads((folder / "lines.toml").read_text(encoding="utf-8"))["lines"]
        words = {line: text for line, text in table.items() if isinstance(text, str)}
        self._single: Mapping[str, str] = {**words, **table.get("tones", {})}
        self._numbered: Mapping[str, str] = {**table.get("per_seat", {}), **table.get("per_count", {})}

    def text(self, line: str) -> str:
        stem, _, number = line.rpartition("_")
        if stem in self._numbered and number.isdigit():
            return str(self._numbered[stem]).replace("{n}", number).replace("{N}", number)
        return str(self._single.get(line, line))
