"""Composes the night: `python sounds/music/compose.py` writes night.ogg and bed.ogg beside itself. Needs
oggenc.

Everything is rendered on a circle: a note that begins near the end of the loop rings on at its start, and
the filters run round twice, so that the last sample leads to the first as any sample leads to the next.
Pure Python, fixed seeds; it takes about a minute. Nothing of this runs on the box.

The piece is in D minor at 76 beats a minute, 24 bars, three phrases of eight. A pulse on the low D walks
under slow chords; a motif of four notes (a fourth up, two steps down) is asked, turned, and answered an
octave lower. No bar is quiet: what is heard under a mask in bar 3 must be as little as in bar 20.
"""

from __future__ import annotations

import math
import random
import subprocess
import sys
import wave
from array import array
from pathlib import Path

RATE = 48_000
BEAT = 37_896
"""Samples: 76 beats a minute, to a quarter of a sample."""
BARS = 24
LENGTH = BARS * 4 * BEAT
BED = 12 * RATE
TABLE = 4096

MUSIC_RMS, MUSIC_PEAK = 10 ** (-20 / 20), 10 ** (-11.8 / 20)
BED_RMS, BED_PEAK = 10 ** (-37 / 20), 10 ** (-24.5 / 20)

SCALE = ("C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B")
NAMES = {name: number for number, name in enumerate(SCALE)}

# One bar each: bass, then the chord from below. Voices move by step or stay.
CHORDS = """
D2 A3 D4 F4    C2 A3 D4 F4    Bb1 Bb3 D4 F4   G2 Bb3 D4 G4
D2 A3 D4 A4    F2 A3 C4 F4    G2 Bb3 D4 E4    A2 A3 C#4 E4
Bb1 Bb3 D4 F4  A2 A3 C4 F4    G2 G3 Bb3 D4    D2 A3 D4 F4
Bb1 F3 Bb3 D4  C2 G3 C4 E4    A2 A3 D4 E4     A2 A3 C#4 E4
D2 A3 D4 F4    Bb1 Bb3 D4 G4  G2 Bb3 D4 G4    E2 Bb3 D4 G4
F2 A3 C4 F4    G2 Bb3 D4 E4   A2 G3 C#4 E4    D2 A3 D4 F4
"""

# Bar, beat, note: the motif, turned, and answered below.
MOTIF = """
0 1 A4  0 3 D5  1 1 C5  1 2.5 A4   2 1 Bb4  2 3 A4  3 1 G4
4 1 A4  4 3 E5  5 1 C5  5 2.5 A4   6 1 Bb4  6 3 G4  7 1 E4  7 3 C#5
8 1 D5  8 3 F5  9 1 E5  9 2.5 C5   10 1 D5  10 3 Bb4  11 1 A4
12 1 F4 12 3 Bb4 13 1 G4 13 2.5 E4  14 1 A4  14 3 D5  15 1 C#5
16 1 A3 16 3 D4 17 1 Bb3 17 2.5 D4  18 1 G4  18 3 D4  19 1 E4 19 3 Bb4
20 1 A4 20 3 F4 21 1 E4  21 2.5 G4  22 1 E4  22 3 C#4  23 1 D4 23 3 A4
"""


def hertz(note: str) -> float:
    return float(440.0 * 2 ** ((NAMES[note[:-1]] - 9) / 12 + int(note[-1]) - 4))


def wavetable(partials: list[float]) -> array[float]:
    turn = 2 * math.pi / TABLE
    return array(
        "d",
        (sum(a * math.sin(turn * i * (k + 1)) for k, a in enumerate(partials)) for i in range(TABLE)),
    )


def add(
    out: array[float], begin: int, frequency: float, table: array[float], envelope: array[float], gain: float
) -> None:
    """A note on the circle."""
    step, phase, size = frequency * TABLE / RATE, 0.0, len(out)
    position = begin % size
    for level in envelope:
        out[position] += gain * level * table[int(phase) % TABLE]
        phase += step
        position += 1
        if position == size:
            position = 0


def swell(length: int, rise: int, fall: int) -> array[float]:
    """Up and down by half cosines, with a slow breath between."""
    def level(i: int) -> float:
        up = 0.5 - 0.5 * math.cos(math.pi * min(1.0, i / rise))
        down = 0.5 - 0.5 * math.cos(math.pi * min(1.0, (length - i) / fall))
        return up * down
    return array("d", (level(i) for i in range(length)))


def pluck(length: int, attack: int, decay: float) -> array[float]:
    """A soft attack, an exponential decay, and a last tenth that goes to nothing."""
    keep = math.exp(-1.0 / (decay * RATE))
    out, level, last = array("d", bytes(8 * length)), 1.0, length // 10
    for i in range(length):
        out[i] = level * min(1.0, i / attack) * min(1.0, (length - i) / last)
        level *= keep
    return out


def pads(out: array[float], chords: list[list[str]]) -> None:
    table = wavetable([1.0, 0.42, 0.30, 0.12, 0.10, 0.05, 0.04])
    envelope = swell(5 * BEAT + BEAT // 2, BEAT, BEAT + BEAT // 2)
    for bar, (_, *voices) in enumerate(chords):
        for number, note in enumerate(voices):
            for side in (-1, 1):
                frequency = hertz(note) * (1 + side * (0.0011 + 0.0004 * number))
                add(out, bar * 4 * BEAT - BEAT // 2, frequency, table, envelope, 0.10 - 0.012 * number)


def bass(out: array[float], chords: list[list[str]]) -> None:
    """The pulse: root, root, fifth or octave, root; harmonics enough for a small speaker."""
    table = wavetable([1.0, 0.62, 0.34, 0.18, 0.09])
    long, short = pluck(BEAT + BEAT // 2, 480, 0.62), pluck(BEAT, 480, 0.34)
    for bar, (root, *_) in enumerate(chords):
        low = hertz(root)
        for beat, ratio, envelope, gain in (
            (0.0, 1.0, long, 0.34), (1.0, 1.0, short, 0.22), (1.5, 2.0, short, 0.12),
            (2.0, 1.5 if bar % 4 != 3 else 2.0, long, 0.27), (3.0, 1.0, short, 0.23), (3.5, 2.0, short, 0.12),
        ):
            add(out, round((bar * 4 + beat) * BEAT), low * ratio, table, envelope, gain)


def motif(out: array[float]) -> None:
    table = wavetable([1.0, 0.18, 0.0, 0.11, 0.0, 0.03])
    envelope = pluck(5 * BEAT // 2, 700, 0.75)
    words = MOTIF.split()
    for bar, beat, note in zip(words[0::3], words[1::3], words[2::3], strict=True):
        begin = round((int(bar) * 4 + float(beat)) * BEAT)
        add(out, begin, hertz(note), table, envelope, 0.16)
        add(out, begin, hertz(note) * 1.0015, table, envelope, 0.07)


def brush(out: array[float]) -> None:
    """A soft breath of noise on every half beat: the high end that a pad alone does not have."""
    noise, low = random.Random(76), 0.0
    for half in range(BARS * 8):
        begin, level = half * BEAT // 2, (0.050, 0.024, 0.038, 0.024)[half % 4]
        for i in range(BEAT // 2):
            low += 0.35 * (noise.uniform(-1, 1) - low)
            out[(begin + i) % len(out)] += level * low * math.exp(-i / 5200) * min(1.0, i / 900)


def echo(out: array[float]) -> array[float]:
    """Six taps round the circle: a room."""
    wet = array("d", out)
    taps = ((1439, 0.20), (2711, 0.17), (4253, 0.15), (7177, 0.12), (BEAT // 2, 0.14), (3 * BEAT // 4, 0.12))
    for delay, gain in taps:
        late = out[-delay:] + out[:-delay]
        wet = array("d", (a + gain * b for a, b in zip(wet, late, strict=True)))
    return wet


def levelled(out: array[float], window: int) -> array[float]:
    """The same loop with its level evened out: the gain follows the windows' RMS round the circle, twice
    over."""
    for _ in range(2):
        count = len(out) // window
        size = len(out) / count
        edges = [round(i * size) for i in range(count + 1)]
        levels = [rms(out[edges[i] : edges[i + 1]]) for i in range(count)]
        smooth = [
            math.sqrt((levels[i - 1] ** 2 + 2 * levels[i] ** 2 + levels[(i + 1) % count] ** 2) / 4)
            for i in range(count)
        ]
        mean = rms(out)
        gains = [(mean / level) ** 0.9 for level in smooth]
        fresh = array("d", bytes(8 * len(out)))
        for i in range(count):
            middle, following = round((i + 0.5) * size), round((i + 1.5) * size)
            first, second, span = gains[i], gains[(i + 1) % count], following - middle
            for j in range(span):
                k = (middle + j) % len(out)
                fresh[k] = out[k] * (first + (second - first) * j / span)
        out = fresh
    return out


def rms(out: array[float]) -> float:
    return math.sqrt(math.fsum(x * x for x in out) / len(out))


def limited(out: array[float], level: float, peak: float) -> array[float]:
    """At `level` RMS with a soft knee below `peak`, without memory: it is the same round the circle."""
    for _ in range(4):
        factor, knee = level / rms(out), 0.75 * peak
        room = peak - knee

        def bend(x: float, knee: float = knee, room: float = room) -> float:
            size = abs(x)
            return x if size <= knee else math.copysign(knee + room * math.tanh((size - knee) / room), x)

        out = array("d", (bend(x * factor) for x in out))
    return out


def noise() -> array[float]:
    """The bed: noise that falls 3 dB an octave and faster above 3 kHz, filtered round the circle until it
    settled."""
    source = random.Random(1)
    white = [source.uniform(-1, 1) for _ in range(BED)]
    out = array("d", bytes(8 * BED))
    b0 = b1 = b2 = low = high = 0.0
    for lap in range(2):
        for i, x in enumerate(white):
            b0 = 0.99765 * b0 + x * 0.0990460
            b1 = 0.96300 * b1 + x * 0.2965164
            b2 = 0.57000 * b2 + x * 1.0526913
            low += 0.33 * (b0 + b1 + b2 + x * 0.1848 - low)
            high += 0.012 * (low - high)
            if lap:
                out[i] = low - high
    return out


def write(out: array[float], file: Path, quality: int) -> None:
    dither = random.Random(2)
    frames = array("h", (round(x * 32767 + dither.random() - 0.5) for x in out))
    raw = file.with_suffix(".wav")
    with wave.open(str(raw), "wb") as wav:
        wav.setparams((1, 2, RATE, 0, "NONE", ""))
        wav.writeframes(frames.tobytes())
    subprocess.run(["oggenc", "-Q", "-s", "1", "-q", str(quality), "-o", str(file), str(raw)], check=True)
    raw.unlink()
    print(f"{file.name}: {len(out) / RATE:.2f} s, {20 * math.log10(rms(out)):.1f} dBFS RMS, "
          f"peak {20 * math.log10(max(map(abs, out))):.1f}, {file.stat().st_size // 1024} KiB")


def main(folder: Path) -> None:
    write(limited(noise(), BED_RMS, BED_PEAK), folder / "bed.ogg", 3)
    words = CHORDS.split()
    chords = [words[i : i + 4] for i in range(0, len(words), 4)]
    out = array("d", bytes(8 * LENGTH))
    pads(out, chords)
    bass(out, chords)
    motif(out)
    brush(out)
    out = levelled(echo(out), BEAT)
    write(limited(out, MUSIC_RMS, MUSIC_PEAK), folder / "night.ogg", 6)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
