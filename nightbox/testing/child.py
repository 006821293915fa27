"""The real daemon as a child process, sped up and without sound: what a test does to it, and what it reads of it.

    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        box.start()
        pad.wait_greeted()
        box.kill()                          # SIGKILL; start() again takes the game up
        box.stop()                          # SIGTERM; the exit code

Its games are read from the disk as any other program would read them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from nightbox import __version__
from nightbox.errors import FormatError
from nightbox.game.public import Public
from nightbox.game.ruleset import sped_up
from nightbox.game.state import fold
from nightbox.pad.edges import Verdict
from nightbox.record.journal import Game, Header, open_game
from nightbox.record.store import Journal, moment_now
from nightbox.rules import loader
from nightbox.stage.voice import VoicePack, shipped
from nightbox.testing.box import VirtualBox
from nightbox.testing.serialpad import PtyPad


class ChildBox:
    """A folder with a config, a state and a log, and the daemon that lives there while it is started.

    `state` may lie elsewhere; `before` is what the command line begins with, such as strace; `more` ends the config.
    """

    def __init__(
        self,
        folder: Path,
        pads: Sequence[str] = (),
        *,
        speed: float = 50,
        state: Path | None = None,
        before: Sequence[str] = (),
        more: str = "",
    ) -> None:
        self.folder, self.state = folder, state or folder / "state"
        self.log, self.config = folder / "log", folder / "nightbox.toml"
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self._before = tuple(before)
        self.config.write_text(config_text(self.state, {name: self.port(name) for name in pads}, speed, more))

    def port(self, name: str) -> Path:
        """Where the config looks for a pad."""
        return self.folder / name

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, and do not wait for anything. Its standard error goes on at the log's end."""
        command = [*self._before, sys.executable, "-m", "nightbox", "run", "--config", str(self.config)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.starts += 1
        return self.process

    def kill(self) -> None:
        """SIGKILL, as sudden as the end of a process can be."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds: float = 20) -> int:
        """SIGTERM: the exit code. Raises TimeoutExpired."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    # What is read of it.

    def said(self) -> str:
        """All that it has logged since the first start."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def wait(self, true: Callable[[], object], seconds: float = 30) -> None:
        """Until `true`. Raises TimeoutError with the end of the log."""
        until = time.monotonic() + seconds
        while not true():
            if time.monotonic() > until:
                raise TimeoutError(f"waited {seconds} s in vain; the log ends so:\n{self.said()[-2000:]}")
            time.sleep(0.02)

    def wait_said(self, text: str, seconds: float = 30) -> None:
        self.wait(lambda: text in self.said(), seconds)

    def journals(self) -> list[Path]:
        """The journals in use, oldest first."""
        return sorted(self.state.glob("*.sqlite"))

    def games(self) -> list[Game]:
        """Every game, oldest first. Raises FormatError for one that is damaged."""
        return [open_game(path) for path in self.journals()]

    def public(self) -> Public:
        """What the table knows of the newest game, as the disk has it."""
        try:
            path = self.journals()[-1]
            game = open_game(path)
        except (IndexError, FormatError):
            return Public(10)
        return fold(game.header.seats, game.entries).public


def card(p: Public) -> str:
    """The deal's key for the seat whose turn it is, of a deck that comes out: else the game would be over at once."""
    return "3224111111"[int(p.item.rpartition("_")[2]) - 1]


def play_ahead(box: ChildBox, nights: int, speed: float) -> list[Game]:
    """A game that a virtual box has played up to the dusk of night `nights`, in the state of `box`; none for 0."""
    if nights == 0:
        return []
    rules = sped_up(loader.load("fsm", options={"day.run_by": "judge"}), speed)
    lengths = {line: round(ms / speed) for line, ms in VoicePack.load(shipped() / "ru").lengths().items()}
    virtual = VirtualBox(rules, lengths)
    for _ in range(30 * nights):
        virtual.rest()
        virtual.run_to(virtual.now + 1100)
        if (p := virtual.loop.public).night >= nights:
            break
        if p.item == "gate":
            virtual.press("MISS")
        virtual.press(card(p) if p.item.startswith("card_") else "NEXT")
    box.state.mkdir(mode=0o700)
    path = box.state / "0001.sqlite"
    journal = Journal(path, Header(path.stem, __version__, loader.to_json(rules), 10))
    for entry in virtual.disk.written:
        journal.append(entry, moment_now())
    journal.close()
    return [open_game(path)]


def insist(pad: PtyPad, key: str, verdict: Verdict = "accepted", seconds: float = 30) -> str:
    """Press as a judge does whose press was refused: again, until it is answered so; its id. Raises TimeoutError."""
    until, answer = time.monotonic() + seconds, "not answered"
    while time.monotonic() < until:
        press = pad.press(key)
        with suppress(TimeoutError):  # the box that would answer is gone, or not there yet
            if press and (answer := pad.wait_answer(press, 3)) == verdict:
                return press
        time.sleep(0.1)
    raise TimeoutError(f"{key} is {answer}, and not {verdict}, for {seconds} s")


def to_night(box: ChildBox, pad: PtyPad) -> None:
    """From a game that was taken up at dusk to its night: NEXT confirms, and NEXT again says that the masks are on."""
    insist(pad, "NEXT")
    box.wait(lambda: box.public().hold is None and box.public().doing == "wait")
    insist(pad, "NEXT")
    box.wait(lambda: box.public().part == "night")


def config_text(state: Path, pads: dict[str, Path], speed: float, more: str = "") -> str:
    """A config for a box without sound."""
    lines = [f"rehearsal = true\nspeed = {speed:g}"] if speed != 1 else []
    if "[state]" not in more:
        lines.append(f'[state]\ndirectory = "{state}"')
    if "[sound]" not in more:
        lines.append('[sound]\ndevice = "none"')
    lines += [f'[[pad]]\nkind = "serial"\nname = "{name}"\nport = "{port}"' for name, port in pads.items()]
    return "\n".join([*lines, more, ""])


def nightbox(*words: str | os.PathLike[str], seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """One command of nightbox, run to its end."""
    command = [sys.executable, "-m", "nightbox", *(os.fspath(word) for word in words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
