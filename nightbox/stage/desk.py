"""The mixing desk: how loud the music is at any moment. Pure: time comes as an argument, gains go out.

Gains are amplitudes, 1.0 being the file as it was mastered. The worst case is bounded before anything plays:

    voice   clips peak under -1 dBFS (0.891), played at -3 dB            0.631
    music   mastered to peak under -11.5 dBFS (0.266), played at 0 dB    0.266
    bed     mastered to peak under -24 dBFS (0.063), played at 0 dB      0.063
                                                              sum       0.960 of full scale

so that a call may begin while the music is still at the night's level and no sample clips. Other levels or
tracks are scaled down together by `headroom`. Music is at -20 dBFS RMS at night, the voice's words at -20,
and under words the music goes to -31: 11 dB below them, and never lower than -16 dB, or the masks come off
in silence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Ns = int
MS = 1_000_000
"""Nanoseconds in a millisecond: moments here are those of the monotonic clock."""

STEP = 10 * MS
"""Gains move in steps no longer than this."""
DOWN = 80 * MS
HOLD = 30 * MS
UP = 200 * MS
"""Down from the call's first sample; back up from 30 ms after its last: done 230 ms into a tail of 300."""
RISE = 1500 * MS
LOWERING = 600 * MS
FALL = 2500 * MS
FLOOR_DB = -16.0
VOICE_PEAK = 0.891
CEILING = 0.97


def amplitude(db: float) -> float:
    return float(10.0 ** (db / 20.0))


@dataclass(frozen=True, slots=True)
class Levels:
    """The owner's levels in dB, relative to the files as they were mastered."""

    voice: float = -3.0
    music: float = 0.0
    ducked: float = -11.0
    lowered: float = -18.0
    bed: float = 0.0


def headroom(levels: Levels, music_peak: float, bed_peak: float) -> float:
    """The factor for every gain at which the loudest possible moment stays below full scale."""
    worst = (
        VOICE_PEAK * amplitude(levels.voice)
        + music_peak * amplitude(levels.music)
        + bed_peak * amplitude(levels.bed)
    )
    return min(1.0, CEILING / worst)


@dataclass(frozen=True, slots=True)
class Slope:
    """A straight ramp between two gains."""

    begin: Ns
    end: Ns
    low: float
    high: float

    def at(self, now: Ns) -> float:
        if now >= self.end:
            return self.high
        if now <= self.begin:
            return self.low
        return self.low + (self.high - self.low) * (now - self.begin) / (self.end - self.begin)


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of speech: the music stays under it."""

    begin: Ns
    end: Ns

    def depth(self, now: Ns) -> float:
        """How far down the music is: 0 at the night's level, 1 under the words."""
        down = Slope(self.begin, self.begin + DOWN, 0.0, 1.0).at(now)
        return min(down, Slope(self.end + HOLD, self.end + HOLD + UP, 1.0, 0.0).at(now))


@dataclass(frozen=True, slots=True)
class Gains:
    voice: float
    music: float
    bed: float


@dataclass(frozen=True, slots=True)
class Desk:
    """What was asked of the music, and the words over it."""

    levels: Levels
    scale: float = 1.0
    music: Slope = Slope(0, 0, 0.0, 0.0)
    bed: Slope = Slope(0, 0, 0.0, 0.0)
    words: tuple[Words, ...] = ()

    def play(self, due: Ns, rise: Ns = RISE) -> Desk:
        """Up to the night's level; the bed is there long before the music is."""
        return replace(
            self,
            music=self._from(due, rise, amplitude(self.levels.music)),
            bed=Slope(due, due + 150 * MS, self.bed.at(due), amplitude(self.levels.bed)),
        )

    def join(self, now: Ns) -> Desk:
        """The music itself is there only now, after its order: it rises from nothing all the same."""
        return replace(self, music=Slope(now, now + RISE, 0.0, self.music.high))

    def lower(self, due: Ns) -> Desk:
        return replace(self, music=self._from(due, LOWERING, amplitude(self.levels.lowered)))

    def stop(self, due: Ns) -> Desk:
        return replace(
            self, music=self._from(due, FALL, 0.0), bed=Slope(due, due + FALL, self.bed.at(due), 0.0)
        )

    def speak(self, begin: Ns, end: Ns) -> Desk:
        """Words from `begin` to `end`; words that are long over are forgotten."""
        recent = tuple(words for words in self.words if words.end + 1000 * MS > begin)
        return replace(self, words=(*recent, Words(begin, end)))

    def hush(self, begin: Ns) -> Desk:
        """The words that were to begin then do not come."""
        return replace(self, words=tuple(words for words in self.words if words.begin != begin))

    def silent(self, now: Ns) -> bool:
        """Nothing asked of music and bed, and their fall is over."""
        return self.music.high == 0.0 and now >= max(self.music.end, self.bed.end)

    def gains(self, now: Ns) -> Gains:
        depth = max((words.depth(now) for words in self.words), default=0.0)
        night, under = self.levels.music, max(self.levels.ducked, self.levels.music + FLOOR_DB)
        ceiling = amplitude(night + (under - night) * depth) if under < night else amplitude(night)
        return Gains(
            voice=self.scale * amplitude(self.levels.voice),
            music=self.scale * min(self.music.at(now), ceiling),
            bed=self.scale * self.bed.at(now),
        )

    def moving(self, now: Ns) -> bool:
        """Whether a gain changes in the next step."""
        after = now + STEP
        return self.gains(now) != self.gains(after) or any(words.begin > now for words in self.words)

    def _from(self, due: Ns, span: Ns, to: float) -> Slope:
        return Slope(due, due + span, self.music.at(due), to)
