"""Beside the game and after it: names, reasons, points, amendments. Nothing of it is ever said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerNamed:
    """Who sits at `seat`; "" forgets it."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class ShooterRecorded:
    """What one black player showed in night `night`: `shot` is a seat, 0 a deliberate miss, -1 nothing."""

    night: int
    seat: int
    shot: int


@dataclass(frozen=True, slots=True)
class SeatVoted:
    """In this day's round `voter` held a hand up against `seat` (0: against nobody)."""

    day: int
    round: int
    voter: int
    seat: int


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """The judge's own points for `seat`: `kind` is one of the rule set's, `hundredths` may be below 0; the last of a
    kind stands, and 0 takes it back."""

    seat: int
    kind: str
    hundredths: int
    reason: str


@dataclass(frozen=True, slots=True)
class MarkGiven:
    """A mark on the score sheet of `seat` ("no_check", "did_not_wake", "reliably_red"...); `on` 0 takes it off."""

    seat: int
    mark: str
    on: int


@dataclass(frozen=True, slots=True)
class ResultAmended:
    """A finished game's result: `result` is a team, "draw", "annulled" or "replayed"; why, in the judge's words."""

    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReasonGiven:
    """Why entry `entry` was made: a paragraph, or the judge's words."""

    entry: int
    reason: str
