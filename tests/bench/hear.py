"""Hearing: where clips begin in a recording, to the sample, and what is wrong with the sound between. Pure, no numpy.

A clip is found under music by its likeness: a coarse look at an eighth of the rate over the whole window, then a fine
one around the best place. Both look at differences of samples, in which low music is small and speech is not.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul, sub
from statistics import linear_regression

RATE = 48_000
COARSE = 6
LOOKED_AT = RATE * 2 // 5
"""Frames of a clip that are compared: 400 ms are enough to tell one from another."""
NEAR = 2 * COARSE
ALIKE = 0.5
"""The least likeness (1 is the clip alone) that counts as heard."""

Samples = Sequence[int]


@dataclass(frozen=True, slots=True)
class Found:
    """The frame at which the clip's first sample is, and how alike it is."""

    frame: int
    likeness: float


def find(recording: array[int], clip: array[int], first: int, last: int) -> Found | None:
    """Where `clip` begins between the frames `first` and `last`; None when it is not heard there."""
    part = clip[:LOOKED_AT]
    first, last = max(0, first), min(last, len(recording) - len(part))
    if last <= first:
        return None
    want, have = _coarse(part), _coarse(recording[first : last + len(part)])
    rough = _best(have, want, range(len(have) - len(want) + 1))
    fine = _steps(part)
    about = first + rough * COARSE
    begin = max(0, about - NEAR)
    around = _steps(recording[begin : about + NEAR + len(part)])
    offset = _best(around, fine, range(len(around) - len(fine) + 1))
    heard = around[offset : offset + len(fine)]
    size = (_product(heard, heard) * _product(fine, fine)) ** 0.5
    likeness = _product(heard, fine) / size if size else 0.0
    return Found(begin + offset, likeness) if likeness >= ALIKE else None


def _best(have: list[int], want: list[int], lags: range) -> int:
    span = len(want)
    return max(lags, key=lambda lag: sum(map(mul, have[lag : lag + span], want)), default=0)


def _product(one: list[int], other: list[int]) -> int:
    return sum(map(mul, one, other))


def _steps(samples: Samples) -> list[int]:
    return list(map(sub, samples[1:], samples))


def _coarse(samples: Samples) -> list[int]:
    whole = len(samples) // COARSE * COARSE
    return _steps(list(map(sum, zip(*(samples[k:whole:COARSE] for k in range(COARSE)), strict=True))))


def clicks(recording: array[int], loud: int = 4000, apart: int = RATE // 20) -> list[int]:
    """The frames at which something loud begins after `apart` frames of quiet."""
    found: list[int] = []
    last = -apart
    for frame, sample in enumerate(recording):
        if sample > loud or sample < -loud:
            if frame - last > apart:
                found.append(frame)
            last = frame
    return found


@dataclass(frozen=True, slots=True)
class Bed:
    """What lies under a night. `hole` is the longest stretch (ms) softer than a tenth of the usual; `zeros` the longest
    run of samples that are nothing at all: a mixer that was not fed leaves such."""

    hole: float
    zeros: int


def bed(recording: array[int], first: int, last: int, step: int = RATE // 200) -> Bed:
    """Between two frames, in steps of 5 ms."""
    peaks = [max(map(abs, recording[at : at + step])) for at in range(first, last - step, step)]
    usual = sorted(peaks)[len(peaks) // 2]
    longest = run = 0
    for peak in peaks:
        run = run + 1 if peak < usual / 10 else 0
        longest = max(longest, run)
    return Bed(longest * step * 1000 / RATE, _zeros(recording[first:last]))


def _zeros(samples: array[int]) -> int:
    longest = run = 0
    for sample in samples:
        run = 0 if sample else run + 1
        longest = max(longest, run)
    return longest


@dataclass(frozen=True, slots=True)
class SinkClock:
    """Frames of a recording in nanoseconds of the monotonic clock: when they arrived, at the earliest.

    A sound server's null sink counts time by itself, and not quite as the processor does.
    """

    origin: float
    per_frame: float

    @classmethod
    def of(cls, arrivals: Sequence[tuple[int, int]]) -> SinkClock:
        """From (bytes so far, ns) of each piece: a line through the promptest piece of every second."""
        prompt: dict[int, tuple[float, int, int]] = {}
        for size, at in arrivals:
            frame = size // 2
            late = at - frame * 1e9 / RATE
            second = frame // RATE
            if second not in prompt or late < prompt[second][0]:
                prompt[second] = (late, frame, at)
        points = list(prompt.values())[1:-1]
        begin = points[0][2]
        line = linear_regression([frame for _, frame, _ in points], [at - begin for _, _, at in points])
        rests = [at - begin - line.intercept - line.slope * frame for _, frame, at in points]
        return cls(begin + line.intercept + min(rests), line.slope)

    @property
    def drift(self) -> float:
        """How fast the sink runs, in parts per million."""
        return (1e9 / RATE / self.per_frame - 1) * 1e6

    def ns(self, frame: int) -> float:
        return self.origin + frame * self.per_frame

    def frame(self, ns: float) -> int:
        return round((ns - self.origin) / self.per_frame)

    def ms(self, frames: int) -> float:
        return frames * self.per_frame / 1e6
