"""A figure of a score sheet, the sum of them, and how points are written: hundredths in, «+0,30» out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

NO_ROLES = "роли не введены"

Part: TypeAlias = Literal["main", "bonus"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: `hundredths` is None where it hangs on roles that were not entered. `by` is the paragraph.

    `part`: "main" for a win; "bonus" for all that is added or taken, which the tie-break sums up (FSM L503).
    """

    kind: str
    label: str
    hundredths: int | None
    by: str
    part: Part = "bonus"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat has earned in one game. What is open for want of roles counts nothing in the sums."""

    seat: int
    figures: tuple[Figure, ...]

    @property
    def open(self) -> bool:
        return any(figure.hundredths is None for figure in self.figures)

    @property
    def main(self) -> int:
        return sum(f.hundredths or 0 for f in self.figures if f.part == "main")

    @property
    def bonus(self) -> int:
        """What was added."""
        return sum(max(0, f.hundredths or 0) for f in self.figures if f.part == "bonus")

    @property
    def penalty(self) -> int:
        """What was taken: 0 or less."""
        return sum(min(0, f.hundredths or 0) for f in self.figures if f.part == "bonus")

    @property
    def total(self) -> int:
        return self.main + self.bonus + self.penalty


def voided(figure: Figure, note: str) -> Figure:
    """The same figure counting nothing, with what it would have been and why it is not."""
    return replace(figure, hundredths=0, note=f"{note}; было бы {signed(figure.hundredths or 0)}")


def half_up(exact: Fraction) -> int:
    """The nearest whole number; a half goes up."""
    return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


def plain(hundredths: int) -> str:
    """135 is «1,35», -30 is «−0,30»."""
    minus = "−" if hundredths < 0 else ""
    return f"{minus}{abs(hundredths) // 100},{abs(hundredths) % 100:02d}"


def signed(hundredths: int) -> str:
    """30 is «+0,30», -30 is «−0,30», 0 is «0,00»."""
    return f"+{plain(hundredths)}" if hundredths > 0 else plain(hundredths)
