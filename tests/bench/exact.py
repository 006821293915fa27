"""Part `exact` (and `due`): whether the room hears every window at its length, to the audio buffer."""

from __future__ import annotations

import itertools
import os
import random
import statistics
import subprocess
import tempfile
import wave
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from nightbox.game.facts import LineBegan, PartBegan
from nightbox.game.ruleset import Ruleset
from nightbox.record.journal import open_game
from nightbox.rules import loader
from nightbox.stage import voice
from nightbox.testing.recorder import Recorder, null_sink
from tests.bench import hear, nights
from tests.bench.box import BENCH_RULES, Box, begun_before, played_to_day, table_zero
from tests.bench.figures import Figure, percentile, spread
from tests.bench.hear import RATE, SinkClock

TAIL = 300
BUFFERS = (512, 1024)
SLACK = 5.0
"""What an error may have beside a buffer, in ms."""
SUM = 30.0
HOLE = 50.0
UNFED = RATE // 1000
"""Samples of nothing at all, one after the other, that mean an underrun."""
ANY_LOOK = (-0.2, 0.7)
LATER_LOOK = 0.06
"""Where a call is looked for, in seconds from its due moment: anywhere, and around where the others are."""
CLICKS = 24


@dataclass(frozen=True, slots=True)
class Heard:
    """A call that should be heard: when it was due (ns), and the frame at which it is in the recording."""

    night: int
    item: str
    line: str
    due: int
    frame: int | None


@dataclass(frozen=True, slots=True)
class Window:
    """From one call to the next: how much longer it was heard than the rules say."""

    night: int
    item: str
    error: float
    slot: bool


def measure(say: Callable[[str], object], buffers: Iterable[int] = BUFFERS) -> list[Figure]:
    figures: list[Figure] = []
    for buffer in buffers:
        figures += _one_buffer(say, buffer)
    return figures


def _one_buffer(say: Callable[[str], object], buffer: int) -> list[Figure]:
    bench, fsm = loader.load(str(BENCH_RULES)), loader.load("fsm", options={"day.run_by": "judge"})
    with null_sink() as environment, tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(environment)
        recorder.open()
        known = _play_clicks(Path(folder), environment)
        journals = []
        for name, rules in (("bench", bench), ("fsm", fsm)):
            place = Path(folder, name)
            place.mkdir()
            journals.append((rules, _play(place, rules, environment, buffer)))
        recording = recorder.close()
        pcm = array("h", recording.pcm)
        clock = SinkClock.of(recording.arrivals)
        heard = [(rules, _heard(rules, journal, pcm, clock)) for rules, journal in journals]
    say(f"  buffer {buffer}: {_recorder(pcm, known, clock)}")
    return _figures(say, buffer, pcm, clock, heard)


def _play(folder: Path, rules: Ruleset, environment: dict[str, str], buffer: int) -> Path:
    """The bench's rules: nights with and without presses. Those of a club: the first night after the meeting."""
    if rules.id == "bench":
        with Box(folder, str(BENCH_RULES), environment, buffer) as box:
            nights.settle(box)
            nights.begin(box, 0)
            box.wait_for("night 0: day", 30)
            nights.rest()
            nights.play(box, rules, 1, mash=True)
            nights.play(box, rules, 2, mash=False)
            return box.journal()
    begun_before(folder / "state", rules, played_to_day(rules))
    with Box(folder, rules.id, environment, buffer) as box:
        nights.take_up(box)
        nights.play(box, rules, 1, mash=True)
        return box.journal()


# --- the recorder's own error ----------------------------------------------------------------------------------------


def _play_clicks(folder: Path, environment: dict[str, str]) -> list[int]:
    """Clicks at frames that are known, through the same sink and the same recorder."""
    chance, frames, at = random.Random(7), [], RATE
    for _ in range(CLICKS):
        frames.append(at)
        at += chance.randrange(RATE // 8, RATE // 2)
    samples = array("h", bytes(2 * (at + RATE)))
    for frame in frames:
        samples[frame : frame + 48] = array("h", [20_000] * 48)
    file = folder / "clicks.wav"
    with wave.open(str(file), "wb") as wav:
        wav.setparams((1, 2, RATE, 0, "NONE", ""))
        wav.writeframes(samples.tobytes())
    subprocess.run(["paplay", str(file)], env=dict(os.environ) | environment, check=True)
    return frames


def _recorder(pcm: array[int], known: list[int], clock: SinkClock) -> str:
    found = hear.clicks(pcm[: known[-1] + 6 * RATE])[: len(known)]
    if len(found) < len(known):
        return f"the recorder heard {len(found)} of {len(known)} clicks"
    shifts = [frame - place for frame, place in zip(found, known, strict=True)]
    worst = max(abs(shift - shifts[0]) for shift in shifts) * 1000 / RATE
    return f"the recorder's own error {worst:.3f} ms ({len(known)} clicks); its clock {clock.drift:+.0f} ppm, corrected"


# --- hearing ---------------------------------------------------------------------------------------------------------


def _heard(rules: Ruleset, journal: Path, pcm: array[int], clock: SinkClock) -> list[Heard]:
    """Every call of the nights that the journal has, looked for around the moment at which it was due."""
    zero, due = table_zero(journal), []
    game = open_game(journal)
    recovered = max((entry.n for entry in game.entries if entry.cause == "recovery"), default=0)
    part, n = "", 0
    for entry in game.entries:
        for fact in entry.facts:
            match fact:
                case PartBegan(part, n):
                    pass
                case LineBegan(item, line) if entry.n > recovered:
                    due.append((n if part == "night" else -1, item, line, zero + entry.at * 1_000_000))
    clips = decoded(line for _, _, line, _ in due)
    heard: list[Heard] = []
    lags: list[float] = []
    for night, item, line, at in due:
        found = _look(pcm, clips[line], clock, at, lags)
        if found:
            lags.append((clock.ns(found.frame) - at) / 1e9)
        heard.append(Heard(night, item, line, at, found.frame if found else None))
    return heard


def _look(pcm: array[int], clip: array[int], clock: SinkClock, due: int, lags: list[float]) -> hear.Found | None:
    """Near where the others were; if it is not there, wherever a call that was due then could be."""
    middle = statistics.median(lags) if lags else 0.0
    near = [(middle - LATER_LOOK, middle + LATER_LOOK)] if lags else []
    for first, last in (*near, ANY_LOOK):
        if found := hear.find(pcm, clip, clock.frame(due + first * 1e9), clock.frame(due + last * 1e9)):
            return found
    return None


def decoded(lines: Iterable[str]) -> dict[str, array[int]]:
    """Clips as the mixer has them. The sound process's own decoder, with no device."""
    from nightbox.stage.worker import Mixer

    os.environ |= {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy"}
    mixer = Mixer(1024)
    mixer.open()
    clips = {line: array("h", mixer.decode(voice.shipped() / "ru" / f"{line}.ogg")) for line in set(lines)}
    import pygame

    pygame.mixer.quit()
    return clips


def _windows(rules: Ruleset, heard: list[Heard], clips: dict[str, array[int]], clock: SinkClock) -> list[Window]:
    windows = []
    for n in sorted({call.night for call in heard if call.night >= 0}):
        expected = {call.item: call for call in nights.calls(rules, n)}
        played = [call for call in heard if call.night == n]
        for one, other in itertools.pairwise(played):
            wait = expected[one.item].wait
            if wait is None or one.frame is None or other.frame is None:
                continue
            rule = len(clips[one.line]) * 1000 / RATE + TAIL + wait
            windows.append(Window(n, one.item, clock.ms(other.frame - one.frame) - rule, expected[one.item].slot))
    return windows


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(
    say: Callable[[str], object],
    buffer: int,
    pcm: array[int],
    clock: SinkClock,
    played: list[tuple[Ruleset, list[Heard]]],
) -> list[Figure]:
    span = buffer * 1000 / RATE
    figures: list[Figure] = []
    lates: list[float] = []
    for rules, heard in played:
        name = f"{rules.id}, {buffer} frames"
        clips = decoded(call.line for call in heard)
        windows = _windows(rules, heard, clips, clock)
        unheard = [call.line for call in heard if call.frame is None]
        if unheard:
            say(f"    {name}: not heard: {', '.join(unheard)}")
        figures.append(Figure("exact", f"{name}: calls not heard of {len(heard)}", len(unheard), "", 0.5))
        say(f"    {name}: {len(windows)} windows, {sum(w.slot for w in windows)} of them slots")
        errors = [window.error for window in windows]
        say(f"    {name}: errors {spread(errors)}")
        sizes = [abs(error) for error in errors]
        figures += [
            Figure("exact", f"{name}: window error, largest", max(sizes), "ms", span + SLACK),
            Figure("exact", f"{name}: window error, median", statistics.median(sizes), "ms", span / 2 + 2),
            Figure("exact", f"{name}: window error, p95", percentile(sizes, 0.95), "ms"),
            Figure("exact", f"{name}: signed sum of {len(errors)} windows", abs(sum(errors)), "ms", SUM),
        ]
        if rules.id == "bench":
            pressed, silent = ([w.error for w in windows if w.night == n] for n in (1, 2))
            say(f"    {name}: pressed  {spread(pressed)}")
            say(f"    {name}: silent   {spread(silent)}")
            apart = abs(statistics.median(pressed) - statistics.median(silent))
            figures.append(Figure("exact", f"{name}: pressed and silent nights, medians apart", apart, "ms", span / 2))
        holes, zeros = _beds(heard, pcm, clock)
        figures.append(Figure("exact", f"{name}: longest hole in the bed", holes, "ms", HOLE))
        figures.append(Figure("exact", f"{name}: longest run of no samples (underrun)", zeros, "frames", UNFED))
        lates += [(clock.ns(call.frame) - call.due) / 1e6 for call in heard if call.frame is not None]
    middle = statistics.median(lates)
    figures += [
        Figure("due", f"{buffer} frames: due to heard, p50, with server and recorder", middle, "ms"),
        Figure("due", f"{buffer} frames: due to heard, p99 beyond p50", percentile(lates, 0.99) - middle, "ms"),
        Figure("due", f"{buffer} frames: due to heard, p1 before p50", middle - percentile(lates, 0.01), "ms"),
    ]
    return figures


def _beds(heard: list[Heard], pcm: array[int], clock: SinkClock) -> tuple[float, int]:
    """From half a second into each nightfall, when the bed has risen, to the call of its morning, as they were due.

    Raises ValueError when no night is whole.
    """
    beds, begin = [], None
    for call in heard:
        if call.item == "nightfall":
            begin = clock.frame(call.due) + RATE // 2
        elif call.item == "morning_1" and begin is not None:
            beds.append(hear.bed(pcm, begin, clock.frame(call.due)))
            begin = None
    if not beds:
        raise ValueError("no whole night is in the recording")
    return max(found.hole for found in beds), max(found.zeros for found in beds)

