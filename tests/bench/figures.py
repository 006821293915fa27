"""Figures: a value, its unit, the bound that it should keep, and how they are printed. Nothing is measured here."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. With a bound it is met when it is below that."""

    part: str
    name: str
    value: float
    unit: str = ""
    bound: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        return self.bound is None or self.value < self.bound

    @property
    def shown(self) -> str:
        return f"{number(self.value)} {self.unit}".rstrip()

    @property
    def limit(self) -> str:
        if self.bound is None:
            return ""
        return f"< {number(self.bound)} {self.unit}".rstrip() + ("" if self.met else " MISSED")

    def __str__(self) -> str:
        note = f"  ({self.note})" if self.note else ""
        return f"  {self.name:<58} {self.shown:>14}  {self.limit}{note}".rstrip()

    def as_json(self) -> dict[str, Any]:
        return {
            "part": self.part, "name": self.name, "value": round(self.value, 4), "unit": self.unit,
            "bound": self.bound, "met": self.met, "note": self.note,
        }  # fmt: skip


def number(value: float) -> str:
    """Three digits that mean something."""
    if value and abs(value) < 100:
        return f"{value:.{max(0, min(3, 2 - math.floor(math.log10(abs(value)))))}f}"
    return f"{value:,.0f}"


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which `share` of the values lie, by the nearest rank. Raises ValueError for no values."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("a percentile of nothing")
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def spread(values: Sequence[float]) -> str:
    """The distribution of signed errors in a line."""
    points = (min(values), percentile(values, 0.05), statistics.median(values), percentile(values, 0.95), max(values))
    return "min {:+.2f}, p5 {:+.2f}, median {:+.2f}, p95 {:+.2f}, max {:+.2f} ms".format(*points)


def table(figures: Iterable[Figure]) -> str:
    """Markdown, for a README."""
    rows = ["| part | what | figure | bound |", "|---|---|---:|---|"]
    rows += [f"| {figure.part} | {figure.name} | {figure.shown} | {figure.limit} |" for figure in figures]
    return "\n".join(rows)
