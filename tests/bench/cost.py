"""Part `cost`: processor, memory, and the time from the start of the process to a box that is ready."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nightbox.rules import loader
from nightbox.testing.recorder import null_sink
from tests.bench import machine, nights
from tests.bench.box import Box, begun_before, played_to_day
from tests.bench.figures import Figure

SPAN = 30.0
STARTS = 3
IDLE, NIGHT = 2.0, 6.0

PARTS = """
import time
def ms(since): return (time.monotonic_ns() - since) / 1e6
since = time.monotonic_ns()
import nightbox.daemon
print("imports", ms(since))
from pathlib import Path
from nightbox.rules import loader
from nightbox.stage import voice
from nightbox.stage.voice import VoicePack
since = time.monotonic_ns()
pack = VoicePack.load(voice.shipped() / "ru")
print("clips", ms(since))
since = time.monotonic_ns()
rules = loader.load("fsm", pack.clips)
print("rules", ms(since))
import sys
from nightbox.record.journal import Header, create
since = time.monotonic_ns()
create(Path(sys.argv[1]) / "new.sqlite", Header("1", "1", loader.to_json(rules), 10))
print("database", ms(since))
since = time.monotonic_ns()
import pygame
print("pygame-import", ms(since))
"""


def measure(say: Callable[[str], object]) -> list[Figure]:
    figures = _parts()
    with null_sink() as environment, tempfile.TemporaryDirectory() as folder:
        starts = []
        for n in range(STARTS):
            place = Path(folder, f"start{n}")
            place.mkdir()
            with Box(place, "fsm", environment) as box:
                starts.append((box.wait_for("sound: ", 30) - box.began) * 1000)
        ready = statistics.median(starts)
        figures.append(Figure("cost", "start to ready (pad and sound up, box_ready asked for)", ready, "ms"))
        idle = Path(folder, "idle")
        idle.mkdir()
        with Box(idle, "fsm", environment) as box:
            since = time.monotonic()
            nights.settle(box)
            say(f"  the whole voice pack checked {time.monotonic() - since:.1f} s after the start")
            figures += _watched(box, "idle", IDLE)
        night = Path(folder, "night")
        night.mkdir()
        rules = loader.load("fsm", options={"day.run_by": "judge"})
        begun_before(night / "state", rules, played_to_day(rules))
        shutil.copy(idle / "state" / "clips.json", night / "state")
        with Box(night, "fsm", environment) as box:
            nights.take_up(box)
            nights.begin(box, 1)
            figures += _watched(box, "a night with music", NIGHT)
    return figures


def _parts() -> list[Figure]:
    """Parts of a start, each by itself in a fresh interpreter."""
    told: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for n in range(STARTS):
            place = Path(folder, str(n))
            place.mkdir()
            began = time.monotonic_ns()
            subprocess.run([sys.executable, "-c", "pass"], check=True)
            told.setdefault("interpreter", []).append((time.monotonic_ns() - began) / 1e6)
            done = subprocess.run(
                [sys.executable, "-c", PARTS, str(place)], check=True, capture_output=True, text=True
            )
            for line in done.stdout.splitlines():
                name, _, value = line.partition(" ")
                if name in ("imports", "clips", "rules", "database", "pygame-import"):
                    told.setdefault(name, []).append(float(value))
    return [Figure("cost", f"of a start: {name}", statistics.median(values), "ms") for name, values in told.items()]


def _watched(box: Box, name: str, bound: float) -> list[Figure]:
    """The processor over half a minute, all processes of the box together; then their memory."""
    pids = box.pids()
    before = [machine.usage([pid]) for pid in pids]
    time.sleep(SPAN)
    after = [machine.usage([pid]) for pid in pids]
    shares = [later.share(earlier) for later, earlier in zip(after, before, strict=True)]
    wakes = [later.wakes(earlier) for later, earlier in zip(after, before, strict=True)]
    memory = [machine.pss(pid) for pid in pids]
    each = ", ".join(f"{share:.1f} %, {wake:.0f} wakes a second" for share, wake in zip(shares, wakes, strict=True))
    parts = ", ".join(f"{mb:.0f} MB" for mb in memory)
    return [
        Figure("cost", f"processor, {name} (of one core)", sum(shares), "%", bound, each),
        Figure("cost", f"memory, {name} (PSS of {len(pids)} processes)", sum(memory), "MB", note=parts),
    ]


