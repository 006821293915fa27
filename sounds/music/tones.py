"""Composes the signals of a speech's clock: `python sounds/music/tones.py` writes beep.ogg and beep_end.ogg into the
voice pack, sounds/ru. Needs oggenc, as compose.py does, whose notes and writer these are.

Both have the octave and the twelfth of their note: a small speaker has no low end, and a table that talks covers the
rest. They cannot be taken for each other: ten seconds is one high note, the end falls a fifth and rings on.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

from compose import RATE, add, hertz, pluck, rms, wavetable, write

PEAK = 10 ** (-5 / 20)
"""Beside the voice's words (-17 dBFS, peaks under -1): as loud to the ear, and far from the desk's ceiling."""

BELL = wavetable([1.0, 0.55, 0.22, 0.0, 0.06])

# Seconds: when a note begins, how long it is, how fast it decays; its pitch and its gain.
TEN_SECONDS = ((0.0, 0.32, 0.16, "E5", 1.0),)
END = ((0.0, 0.26, 0.14, "E5", 0.9), (0.2, 0.7, 0.26, "A4", 1.0))


def tone(notes: tuple[tuple[float, float, float, str, float], ...]) -> array[float]:
    length = max(round((begin + span) * RATE) for begin, span, *_ in notes)
    out = array("d", bytes(8 * length))
    for begin, span, decay, note, gain in notes:
        envelope = pluck(round(span * RATE), 240, decay)
        for detune, part in ((1.0, 0.7), (1.0013, 0.3)):
            add(out, round(begin * RATE), hertz(note) * detune, BELL, envelope, gain * part)
    factor = PEAK / max(map(abs, out))
    return array("d", (x * factor for x in out))


def main(folder: Path) -> None:
    for name, notes in (("beep", TEN_SECONDS), ("beep_end", END)):
        out = tone(notes)
        assert rms(out[: RATE // 10]) > 0.05, f"{name} does not begin at once"
        write(out, folder / f"{name}.ogg", 4)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "ru")
