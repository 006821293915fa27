"""What the room must do: orders to the world. `at` is table time and may lie a little ahead of the order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nightbox.units import Ms

TAIL: Ms = 300
"""Every line ends in this much silence, in which the music comes back: the slot counts from the tail's end."""


@dataclass(frozen=True, slots=True)
class Say:
    """Speak one line. The answers of the sound return `n`, the number of the entry that asked for it.

    `line` is the clip's id, its number included: "don_sleeps", "killed_7". `length` is the clip with its tail.
    """

    n: int
    line: str
    at: Ms
    length: Ms


@dataclass(frozen=True, slots=True)
class PlayMusic:
    """The night's music, over its noise bed, up to the night's level."""

    at: Ms


@dataclass(frozen=True, slots=True)
class LowerMusic:
    """The music goes down and stays down until PlayMusic or StopMusic: someone masked must be heard."""

    at: Ms


@dataclass(frozen=True, slots=True)
class StopMusic:
    """Music and bed fade out; the stream stays open."""

    at: Ms


# The faces of the clock: what it shows, never how.


@dataclass(frozen=True, slots=True)
class Dark:
    """Nothing at all: the whole night."""


@dataclass(frozen=True, slots=True)
class Words:
    """Four letters at the most, of those that seven segments can show: "----", "Err"."""

    text: str


@dataclass(frozen=True, slots=True)
class CountDown:
    """The time left until table time `until`; the clock counts by itself, then stands at its end."""

    until: Ms
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A clock that was stopped with `left` to go."""

    left: Ms
    seat: int = 0


Face: TypeAlias = Dark | Words | CountDown | Standing


@dataclass(frozen=True, slots=True)
class ShowClock:
    face: Face
    at: Ms


Cue: TypeAlias = Say | PlayMusic | LowerMusic | StopMusic | ShowClock
"""Public cues only. The judge's lamp is lit by the loop, from answers and from what is on the disk."""
