"""`nightbox check`: one line for each thing that is configured, whether it works, and if not, its mend.

Everything is looked at, whatever fails first. Exit code: 0; 78 when config, rules or clips are wrong; 73 when the state
cannot be written; 69 when a device refuses.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from nightbox import daemon
from nightbox.config import Config, load
from nightbox.errors import AlreadyRunning, ConfigError, DeviceRefused, Problem, StateNotWritable
from nightbox.pad.probe import probe
from nightbox.record.shelf import Shelf
from nightbox.rules import loader
from nightbox.stage.news import ClipsChecked, SpeakerBack, SpeakerLost
from nightbox.stage.speaker import Speaker

LEAST_FREE = 50 << 20
CLIPS_WITHIN = 120.0
SOUND_WITHIN = 15.0
_NO_DISK = ("tmpfs", "overlay", "ramfs")


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` was looked at; `well` or not; `text` says what was found, or what is wrong and mends it."""

    what: str
    well: bool
    text: str
    code: int = 0


def check(path: Path, *, named: bool, as_json: bool, out: Callable[[str], object]) -> int:
    """Look at everything and print it, a line each; the exit code of the worst finding."""
    worst = 0
    for finding in _findings(path, named):
        code = 0 if finding.well else finding.code
        worst = code if worst == 0 or code == ConfigError.exit_code else worst
        if as_json:
            out(json.dumps({key: value for key, value in asdict(finding).items() if key != "code"}, ensure_ascii=False))
        else:
            out(f"{'ok  ' if finding.well else 'BAD '} {finding.what:<8} {finding.text}")
    return worst


def _findings(path: Path, named: bool) -> Iterator[Finding]:
    try:
        config = load(path, rules_known=loader.shipped()) if named or path.exists() else Config()
        yield Finding("config", True, str(path) if named or path.exists() else f"no {path}; the defaults hold")
        house = daemon.prepare_house(config)
        yield Finding("rules", True, f"{house.rules.id}, {house.config.seats} seats")
        yield Finding("clips", True, f"{len(house.pack.clips)} lines in {house.pack.folder}")
    except ConfigError as wrong:
        for problem in wrong.problems:
            yield Finding("config", False, str(problem), ConfigError.exit_code)
        return
    yield _state(config.state)
    yield from _sound(config, house)
    for pad in config.pads:
        found = probe(str(pad.port))
        if isinstance(found, Problem):
            yield Finding(pad.name, False, str(found), DeviceRefused.exit_code)
        else:
            yield Finding(pad.name, True, f"{found.pad} at {found.port}")
    if not config.pads:
        yield Finding("pads", True, "none is configured; the judge has no keys but a page's")
    yield Finding("clock", True, config.clock)


def _state(folder: Path) -> Finding:
    try:
        with Shelf(folder) as shelf:
            games = len(shelf.games())
    except AlreadyRunning as wrong:
        return Finding("state", True, f"{folder} is in use: {wrong}")
    except StateNotWritable as wrong:
        return Finding("state", False, str(wrong), StateNotWritable.exit_code)
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        mend = "make room, or move the state elsewhere"
        return Finding("state", False, f"{folder} has {free >> 20} MB free; {mend}", StateNotWritable.exit_code)
    kind = _file_system(folder)
    warn = f"; it is on {kind}, which a power cut empties" if kind in _NO_DISK else ""
    return Finding("state", True, f"{folder}, {games} games, {free >> 20} MB free{warn}")


def _file_system(folder: Path) -> str:
    """The kind of file system that holds `folder`, as the kernel names it."""
    best, kind = "", ""
    try:
        for line in Path("/proc/mounts").read_text().splitlines():
            _, where, what, *_ = line.split()
            if os.path.commonpath([where, folder.resolve()]) == where and len(where) >= len(best):
                best, kind = where, what
    except OSError:
        pass
    return kind


def _sound(config: Config, house: daemon.House) -> Iterator[Finding]:
    """The device opens, and every clip decodes to its end (once for each clip: the result is kept)."""
    if config.sound.device == "none":
        yield Finding("sound", True, "none is configured; the judge speaks")
        return
    news: queue.SimpleQueue[object] = queue.SimpleQueue()
    settings = daemon.sound_settings(config.sound, house, config.state, ())
    with Speaker(settings, news.put):
        opened, wait = False, SOUND_WITHIN
        while True:
            try:
                told = news.get(timeout=wait)
            except queue.Empty:
                text = "the clips were not checked in time" if opened else "the device does not open in time"
                yield Finding("sound", False, text, DeviceRefused.exit_code)
                return
            match told:
                case SpeakerBack(device):
                    opened, wait = True, CLIPS_WITHIN
                    yield Finding("sound", True, f"{config.sound.device}: {device}")
                case SpeakerLost(why):
                    mend = 'plug the card in, or name another under [sound] device; "none" plays without sound'
                    yield Finding("sound", False, f"{config.sound.device}: {why}; {mend}", DeviceRefused.exit_code)
                    return
                case ClipsChecked(problems):
                    for problem in problems:
                        yield Finding("clips", False, problem, ConfigError.exit_code)
                    if not problems:
                        yield Finding("clips", True, "every clip decodes to its end")
                    return
                case _:
                    pass
