"""The room, sample for sample: the real sound process under a clock that its own samples drive.

SDL's disk driver writes into a FIFO that holds one page and is read a page at a step. Between two reads the
process stands still in its write, every message is acknowledged before the next read, and so the same
messages give the same samples, whatever else the machine does. The clock is the number of samples that were
mixed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nightbox.stage.settings import Setup
from nightbox.stage.voice import shipped
from nightbox.stage.wire import Lines, Message, encode
from nightbox.units import Ms

RATE = 48_000
PAGE = 4096
PATIENCE = 20.0
SET_PIPE_SIZE = 1031


def say(line: str, n: int = 0) -> Message:
    return {"say": line, "n": n}


def music(order: str) -> Message:
    """`order` is play, lower or stop."""
    return {"music": order}


@dataclass(frozen=True, slots=True)
class Heard:
    """What came out: 48 kHz, 16 bit, mono, and the process's answers."""

    pcm: bytes
    answers: tuple[Message, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.pcm).hexdigest()


def setup(load: Iterable[str] = (), buffer: int = 1024) -> Setup:
    """The shipped sounds."""
    sounds = shipped()
    return Setup(
        sounds / "ru", sounds / "music" / "night.ogg", sounds / "music" / "bed.ogg", buffer, load=tuple(load)
    )


def listen(messages: Iterable[tuple[Ms, Message]], duration: Ms, what: Setup | None = None) -> Heard:
    """What the room hears for `duration` when each message takes effect at its moment.

    Raises RuntimeError when the process dies or does not answer.
    """
    with tempfile.TemporaryDirectory() as folder, _Room(Path(folder), what or setup()) as room:
        return room.play(sorted(messages, key=lambda timed: timed[0]), duration)


class _Room:
    """A driven process, and the FIFO that it plays into."""

    def __init__(self, folder: Path, what: Setup) -> None:
        self._fifo = folder / "speaker"
        self._what = what
        self._lines = Lines()
        self._answers: list[Message] = []

    def __enter__(self) -> _Room:
        os.mkfifo(self._fifo)
        self._sound = os.open(self._fifo, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self._sound, SET_PIPE_SIZE, PAGE)
        self._wire, theirs = socket.socketpair()
        environment = {
            "SDL_AUDIODRIVER": "disk",
            "SDL_DISKAUDIOFILE": str(self._fifo),
            "SDL_DISKAUDIODELAY": "0",
        }
        command = [sys.executable, "-m", "nightbox.stage.worker", str(theirs.fileno()), "--driven"]
        self._child = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], env=dict(os.environ) | environment, stdin=subprocess.DEVNULL
        )
        theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.wait()
        self._wire.close()
        os.close(self._sound)

    def play(self, messages: list[tuple[Ms, Message]], duration: Ms) -> Heard:
        self._order(self._what.hello())
        self._still()
        ahead = _ahead(self._what.buffer * 2)
        needed = duration * RATE // 1000 * 2
        out, step = bytearray(), 0
        while len(out) < ahead + needed:
            now, until = (_ns(PAGE * number) for number in (step, step + 1))
            while messages and messages[0][0] * 1_000_000 < until:
                at, message = messages.pop(0)
                self._order(message | {"due": at * 1_000_000})
            self._order({"tick": now, "until": until})
            out += self._page()
            step += 1
        return Heard(bytes(out[ahead : ahead + needed]), tuple(self._answers))

    def _order(self, message: Message) -> None:
        """Send, and wait until it is done."""
        self._wire.sendall(encode(message))
        while True:
            if not select.select([self._wire], [], [], PATIENCE)[0]:
                raise RuntimeError(f"no answer to {message}")
            data = self._wire.recv(65536)
            if not data:
                raise RuntimeError(f"the sound process died of {message}")
            answers = self._lines.feed(data)
            self._answers += [answer for answer in answers if "done" not in answer]
            if any("lost" in answer for answer in answers):
                raise RuntimeError(f"the sound process lost its device: {answers}")
            if any("done" in answer for answer in answers):
                return

    def _page(self) -> bytes:
        page = os.read(self._sound, PAGE)
        self._still()
        return page

    def _still(self) -> None:
        """Wait until the FIFO is full and the process stands in its next write."""
        limit = time.monotonic() + PATIENCE
        while not (self._full() and self._stands()):
            if time.monotonic() > limit:
                raise RuntimeError("the sound process writes no samples")
            time.sleep(0)

    def _full(self) -> bool:
        return int(struct.unpack("i", fcntl.ioctl(self._sound, termios.FIONREAD, bytes(4)))[0]) == PAGE

    def _stands(self) -> bool:
        """A thread of the process sleeps in pipe_write."""
        tasks = Path(f"/proc/{self._child.pid}/task")
        try:
            return any((task / "wchan").read_text().endswith("pipe_write") for task in tasks.iterdir())
        except OSError:
            return False


def _ahead(buffer: int) -> int:
    """The bytes that are mixed when the process stands still.

    A page is in the FIFO, a page waits in stdio's buffer for room there, and the buffer whose writing made it
    flush is mixed too. Raises ValueError for a buffer of more than a page: two reads would be needed for one.
    """
    if buffer > PAGE:
        raise ValueError(f"a buffer of {buffer // 2} frames is too long; the room takes {PAGE // 2} at most")
    return 2 * PAGE + buffer


def _ns(position: int) -> int:
    """The moment of a byte of the stream."""
    return position // 2 * 1_000_000_000 // RATE
