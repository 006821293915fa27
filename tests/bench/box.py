"""The real daemon in a folder of its own: config, a pad on a pseudo-terminal, log as it comes, processes."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from nightbox import __version__
from nightbox.game.facts import Entry
from nightbox.game.ruleset import Ruleset
from nightbox.record.journal import Header
from nightbox.record.store import Journal, moment_now
from nightbox.rules import loader
from nightbox.stage import voice
from nightbox.stage.voice import VoicePack
from nightbox.testing.serialpad import PtyPad
from nightbox.testing.table import Table
from nightbox.units import Ms
from tests.bench import machine

BENCH_RULES = Path(__file__).with_name("bench.toml")
START = 30.0


class Box:
    """`nightbox run`, from open to close. `environment` leads to the sound server; none means a box without sound."""

    def __init__(
        self, folder: Path, rules: str, environment: Mapping[str, str] | None = None, buffer: int = 1024,
        own_pad: bool = True,
    ) -> None:  # fmt: skip
        self.folder, self.port = folder, folder / "pad"
        self.state = folder / "state"
        self.environment, self.sound = dict(environment or {}), environment is not None
        self.pad = PtyPad(self.port) if own_pad else None
        self.config = folder / "nightbox.toml"
        self.config.write_text(
            f'[game]\nrules = "{rules}"\n[state]\ndirectory = "{self.state}"\n'
            f'[sound]\ndevice = "{"auto" if self.sound else "none"}"\nbuffer = {buffer}\n'
            f'[[pad]]\nkind = "serial"\nname = "pad1"\nport = "{self.port}"\n'
        )
        self.log: list[tuple[float, str]] = []
        self._news = threading.Condition()

    def open(self) -> None:
        if self.pad:
            self.pad.open()
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nightbox", "run", "--config", str(self.config)],
            env=dict(os.environ) | self.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        if self.pad:
            self.pad.wait_greeted(START)
        if self.sound:
            self.wait_for("sound: ", START)

    def close(self) -> None:
        """SIGTERM, as systemd would."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.pad:
            self.pad.close()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._news:
                self.log.append((time.monotonic(), line.rstrip()))
                self._news.notify_all()

    def wait_for(self, text: str, seconds: float) -> float:
        """When a line with `text` stood in the log. Raises TimeoutError, with the log."""
        with self._news:
            if not self._news.wait_for(lambda: self._said(text) or self.process.poll() is not None, seconds):
                raise TimeoutError(f"the box did not say {text!r} in {seconds:.0f} s:\n{self.told}")
            said = self._said(text)
        if said is None:
            raise RuntimeError(f"the box ended:\n{self.told}")
        return said

    def _said(self, text: str) -> float | None:
        return next((at for at, line in self.log if text in line), None)

    @property
    def told(self) -> str:
        return "\n".join(line for _, line in self.log)

    def press(self, key: str) -> str:
        """Down and up, and what it was answered."""
        assert self.pad is not None
        return self.pad.wait_answer(self.pad.press(key))

    def pids(self) -> list[int]:
        return machine.tree(self.process.pid)

    def journal(self) -> Path:
        """Of the newest game."""
        return sorted(self.state.glob("*.sqlite"))[-1]


def table_zero(journal: Path) -> int:
    """The monotonic moment (ns) at which the last part of a journal had table time 0, to a millisecond.

    An entry is written at its moment or a little later, save where a line is asked for ahead of it.
    """
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        rows = db.execute("SELECT mono, at, cause FROM entry ORDER BY n").fetchall()
    start = max((place for place, row in enumerate(rows) if row[2] == "recovery"), default=0)
    return int(min(mono - at for mono, at, cause in rows[start:] if cause != "time")) * 1_000_000


def played_to_day(rules: Ruleset) -> list[Entry]:
    """A game in virtual time, up to the day after its first night: nothing pressed but what moves it on."""
    table = Table(rules, lengths())
    for _ in range(40):
        if table.referee.state.public.part == "day":
            return table.journal
        table.run_to(table.now + 5000)
        table.press("NEXT")
        table.rest()
    raise RuntimeError(f"the first night of {rules.id} does not come to its day")


def begun_before(state: Path, rules: Ruleset, entries: list[Entry]) -> None:
    """A journal that a box takes up when it starts."""
    state.mkdir(parents=True)
    journal = Journal(state / "0001.sqlite", Header("0001", __version__, loader.to_json(rules), 10))
    for entry in entries:
        journal.append(entry, moment_now())
    journal.close()


def lengths() -> dict[str, Ms]:
    return VoicePack.load(voice.shipped() / "ru").lengths()
