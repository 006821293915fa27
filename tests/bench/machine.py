"""The machine that is measured on: what it is, how busy it is, and what processes take of it, by /proc."""

from __future__ import annotations

import os
import platform
import re
import time
from dataclasses import dataclass
from pathlib import Path

QUIET = 0.5
"""The load average of a minute above which figures say more about the neighbours than about the box."""
PATIENCE = 120.0


def described() -> str:
    """The machine, its cores, Python, and SDL with pygame, in a line each."""
    return "\n".join(
        [
            f"machine  {_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}",
            f"python   {platform.python_version()}",
            f"sound    {_pygame()}",
        ]
    )


def _processor() -> str:
    text = Path("/proc/cpuinfo").read_text()
    named = re.search(r"^(?:model name|Model)\s*: (.+)$", text, re.MULTILINE)
    return named[1] if named else platform.machine()


def _pygame() -> str:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        import pygame
    except ImportError:
        return "no pygame"
    return f"pygame {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"


def load() -> float:
    return os.getloadavg()[0]


def quiet(patience: float = PATIENCE) -> float:
    """Wait for the load to fall, `patience` seconds at most; the load that is left."""
    until = time.monotonic() + patience
    while load() > QUIET and time.monotonic() < until:
        time.sleep(1.0)
    return load()


def tree(pid: int) -> list[int]:
    """A process and all that it started, as they are now."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            parents[int(entry.name)] = int(fields[1])
    found = [pid]
    for known in found:
        found += [child for child, parent in parents.items() if parent == known]
    return found


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; none when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []


@dataclass(frozen=True, slots=True)
class Usage:
    """What a tree of processes had used at a moment: processor seconds, and the times it was woken."""

    at: float
    seconds: float
    switches: int

    def share(self, before: Usage) -> float:
        """Per cent of one core since `before`."""
        return 100 * (self.seconds - before.seconds) / (self.at - before.at)

    def wakes(self, before: Usage) -> float:
        """Times a second that a thread went to sleep since `before`."""
        return (self.switches - before.switches) / (self.at - before.at)


def usage(pids: list[int]) -> Usage:
    """By schedstat, which counts nanoseconds: ticks of 10 ms are too coarse for a box that sleeps."""
    spent, switches = 0.0, 0
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").iterdir():
            spent += int((task / "schedstat").read_text().split()[0]) / 1e9
            told = re.search(r"^voluntary_ctxt_switches:\s*(\d+)", (task / "status").read_text(), re.MULTILINE)
            switches += int(told[1]) if told else 0
    return Usage(time.monotonic(), spent, switches)


def pss(pid: int) -> float:
    """The proportional share of memory of one process, in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s*(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
