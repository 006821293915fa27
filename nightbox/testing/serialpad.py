"""A serial pad that is not there: the firmware's twin, plugged into a pseudo-terminal.

    with PtyPad(tmp_path / "pad1") as pad:
        pad.wait_greeted()
        press = pad.press("7")              # down and up; the id that the box will know it by
        pad.wait_answer(press)              # "accepted"
        pad.to_pad.drop = 3                 # the next three lines to the pad are lost
        pad.unplug()
        pad.replug()                        # another pty behind the same symlink

What the pad does is `padtwin`'s; here are only the pty, the thread and the plug.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from nightbox.pad.edges import SECOND, Verdict
from nightbox.testing.padtwin import Cable, Given, Lit, PadTwin

__all__ = ["Cable", "Given", "Lit", "PadTwin", "PtyPad"]


class PtyPad:
    """A twin on a pty, with a thread that runs it. `port` is a symlink; it dangles while the pad is
    pulled."""

    def __init__(self, port: Path, name: str = "pad1", session: int = 0x9F3A) -> None:
        self.port = port
        self.twin = PadTwin(name, time.monotonic_ns(), session)
        self.to_box, self.to_pad = Cable(), Cable()
        self.silent = False
        self._lock = threading.Condition()
        self._master = self._slave = -1
        self._open = False
        self._wake_r = self._wake_w = -1
        self._thread = threading.Thread(target=self._run, name=f"twin-{name}", daemon=True)

    def open(self) -> None:
        self._wake_r, self._wake_w = os.pipe()
        self._open = True
        self.replug()
        self._thread.start()

    def close(self) -> None:
        with self._lock:
            self._open = False
        self._wake()
        self._thread.join(5)
        self.unplug()
        os.close(self._wake_r)
        os.close(self._wake_w)

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What a test does to it.

    def down(self, key: str) -> str:
        return self._act(lambda now_ns: self.twin.down(key, now_ns))

    def up(self, key: str) -> str:
        return self._act(lambda now_ns: self.twin.up(key, now_ns))

    def press(self, key: str) -> str:
        """Down and up: the id of the down. It waits for nothing."""
        press = self.down(key)
        self.up(key)
        return press

    def noise(self, raw: bytes) -> None:
        """Bytes that no firmware sent, as they are."""
        with self._lock:
            self._write(raw)

    def unplug(self) -> None:
        """Pull the plug: both ends of the pty are gone, and so is what the pad remembered."""
        with self._lock:
            if self._master >= 0:
                self.port.unlink(missing_ok=True)
                os.close(self._master)
                os.close(self._slave)
                self._master = self._slave = -1
        self._wake()

    def replug(self) -> None:
        """Another pty behind the same symlink, and a pad that begins anew."""
        with self._lock:
            if self._master >= 0:
                return
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.twin.keys.clear()
            self.twin.restart(time.monotonic_ns())
            self.port.unlink(missing_ok=True)
            self.port.symlink_to(os.ttyname(self._slave))
        self._wake()

    # What a test asks it.

    @property
    def answers(self) -> dict[str, Given]:
        with self._lock:
            return dict(self.twin.answers)

    @property
    def lamps(self) -> list[Lit]:
        with self._lock:
            return list(self.twin.lamps)

    def wait(self, true: Callable[[PadTwin], object], seconds: float = 10) -> None:
        """Until `true` of the twin. Raises TimeoutError."""
        with self._lock:
            if not self._lock.wait_for(lambda: true(self.twin), seconds):
                raise TimeoutError(f"the pad waited {seconds} s in vain")

    def wait_greeted(self, seconds: float = 10) -> None:
        self.wait(lambda twin: twin.greeted, seconds)

    def wait_answer(self, press: str, seconds: float = 10) -> Verdict:
        """The first answer to a press, or what it has become by now. Raises TimeoutError."""
        self.wait(lambda twin: press in twin.answers, seconds)
        return self.answers[press].verdict

    # The thread.

    def _act(self, what: Callable[[int], str]) -> str:
        with self._lock:
            done = what(time.monotonic_ns())
            self._flush()
        self._wake()
        return done

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_w, b"!")

    def _flush(self) -> None:
        raw = self.twin.outgoing()
        if not self.silent:
            self._write(self.to_box.carry(raw))

    def _write(self, raw: bytes) -> None:
        if raw and self._master >= 0:
            # Nobody reads: a pad's buffer is full, and it goes on.
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, raw)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._open:
                    return
                self.twin.pass_time(time.monotonic_ns())
                self._flush()
                self._lock.notify_all()
                fds = [self._wake_r] if self._master < 0 else [self._wake_r, self._master]
                wait = max(0.0, (self.twin.deadline - time.monotonic_ns()) / SECOND)
            # The plug may be pulled before select looks at it.
            with contextlib.suppress(OSError, ValueError):
                select.select(fds, [], [], min(wait, 0.5))
            with self._lock:
                self._read()

    def _read(self) -> None:
        if select.select([self._wake_r], [], [], 0)[0]:
            os.read(self._wake_r, 4096)
        if self._master < 0:
            return
        with contextlib.suppress(BlockingIOError, OSError):
            raw = self.to_pad.carry(os.read(self._master, 4096))
            if not self.silent:
                self.twin.receive(raw, time.monotonic_ns())
