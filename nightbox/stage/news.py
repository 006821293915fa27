"""What the speaker tells the loop. Shapes alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Began:
    """The first sample of call `n` went out at `at_ns` of the monotonic clock."""

    n: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class SayFailed:
    """Call `n` will not be heard. A number that nobody gave (0) is the music's."""

    n: int
    why: str


@dataclass(frozen=True, slots=True)
class SpeakerLost:
    """No sound from here on; said once, until SpeakerBack."""

    why: str


@dataclass(frozen=True, slots=True)
class SpeakerBack:
    """Sound can be made: after the first start, and after each loss."""

    device: str = ""


@dataclass(frozen=True, slots=True)
class ClipsChecked:
    """Every clip was decoded; `problems` are those that are damaged inside, one line each."""

    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockLost:
    """The LED clock does not take its frames; said once, until ClockBack."""

    why: str


@dataclass(frozen=True, slots=True)
class ClockBack:
    """It shows again what it is given."""


News: TypeAlias = Began | SayFailed | SpeakerLost | SpeakerBack | ClipsChecked
