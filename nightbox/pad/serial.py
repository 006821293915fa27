"""The serial pad's driver: a port, a thread, and nothing that decides. What the bytes mean is `talk`'s.

One thread reads, writes and reopens for ever; callers of `answer` and `lamp` never wait for the port.
pyserial is imported here alone, and when a port is opened.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from nightbox.pad.edges import SECOND, Noisy, PadBack, PadLost, Tell, Told, Verdict
from nightbox.pad.ports import console_on, refusal
from nightbox.pad.talk import Talk


class Port(Protocol):
    """What is asked of an open port: `read` and `write` as pyserial's with timeout 0."""

    def fileno(self) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def write(self, raw: bytes, /) -> int | None: ...
    def close(self) -> None: ...


def open_port(path: str) -> Port:
    """The port, for us alone. Raises what pyserial raises, or its absence; `ports.refusal` has the texts."""
    import serial

    port: Port = serial.Serial(path, 115200, timeout=0, write_timeout=0.5, exclusive=True)
    return port


def find_port(where: str) -> str:
    """The path of "/dev/...", or of "usb:VID:PID" and "usb:VID:PID:SERIAL" wherever that is plugged in now.

    Raises FileNotFoundError when no such USB device is there, ValueError when `where` is neither.
    """
    if not where.startswith("usb:"):
        return where
    from serial.tools import list_ports

    parts = re.fullmatch(r"usb:([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?::(.+))?", where)
    if parts is None:
        raise ValueError(f"{where!r} is not a USB device; write it as usb:2e8a:000a or usb:2e8a:000a:E660")
    wanted, serial = (int(parts[1], 16), int(parts[2], 16)), parts[3]
    for port in list_ports.comports():
        if (port.vid, port.pid) == wanted and serial in (None, port.serial_number):
            return str(port.device)
    raise FileNotFoundError(2, "no such USB device", where)


def _new_box() -> str:
    return f"{1 + secrets.randbelow(0xFFFF):04X}"


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long the port rests between two openings, in seconds: doubled from `first` to `most`."""

    first: float = 0.2
    most: float = 2.0


BACKOFF = Backoff()

class SerialPad:
    """A pad on a serial port. It tells Edge, Held, PadBack, PadLost and Noisy, from a thread of its own.

    PadBack or PadLost comes first, so that whoever waits for the pad learns its state; then one per change.
    """

    def __init__(
        self,
        name: str,
        where: str,
        tell: Tell,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        backoff: Backoff = BACKOFF,
        find: Callable[[str], str] = find_port,
        opener: Callable[[str], Port] = open_port,
        new_box: Callable[[], str] = _new_box,
    ) -> None:
        self.name, self.where = name, where
        self._tell, self._clock, self._backoff = tell, clock, backoff
        self._find, self._opener, self._new_box = find, opener, new_box
        self._lock = threading.Lock()
        self._talk: Talk | None = None
        self._up: bool | None = None
        self._noise_told = False
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._wake_r = self._wake_w = -1

    def open(self) -> None:
        """Start the thread. A port that is not there is told as PadLost, not raised."""
        self._closing.clear()
        self._wake_r, self._wake_w = os.pipe()
        os.set_blocking(self._wake_w, False)
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the port go. Also twice; nothing is told after it returned."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._closing.set()
        self._wake()
        thread.join()
        with self._lock:
            os.close(self._wake_r)
            os.close(self._wake_w)
            self._wake_r = self._wake_w = -1

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def model(self) -> str:
        """What the pad calls itself; nothing while it is lost."""
        with self._lock:
            return self._talk.pad if self._talk is not None else ""

    def answer(self, press: str, verdict: Verdict) -> None:
        """Answer a press that was told. Never waits; an answer that nobody can hear any more is forgotten."""
        with self._lock:
            if self._talk is not None:
                self._talk.answer(press, verdict)
                self._wake()

    def lamp(self, pattern: str, ms: int) -> None:
        """Light a pattern: "accepted", "refused", "attention". Never waits; a lost pad stays dark."""
        with self._lock:
            if self._talk is not None:
                self._talk.lamp(pattern, ms)
                self._wake()

    # The thread.

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_w, b"!")

    def _run(self) -> None:
        rest = self._backoff.first
        while not self._closing.is_set():
            why = self._once()
            if self._closing.is_set():
                return
            if self._up:
                rest = self._backoff.first
            self._say([PadLost(self.name, why)])
            self._closing.wait(rest)
            rest = min(2 * rest, self._backoff.most)

    def _once(self) -> str:
        """One opening from end to end: why it ended.

        An unplugged port raises SerialException, OSError, termios.error or TypeError, as the call has it:
        whatever is raised here is a lost pad, and never the end of the thread.
        """
        port = None
        path = self.where
        try:
            path = self._find(self.where)
            port = self._opener(path)
            return self._converse(port, path)
        except Exception as error:
            return refusal(error, path)
        finally:
            with self._lock:
                self._talk = None
            if port is not None:
                with contextlib.suppress(Exception):
                    port.close()

    def _converse(self, port: Port, path: str) -> str:
        talk = Talk(self.name, self._new_box(), self._clock())
        with self._lock:
            self._talk = talk
        while not self._closing.is_set():
            with self._lock:
                raw, due = talk.outgoing(), talk.deadline
            if raw:
                port.write(raw)
            rest = max(0, due - self._clock()) / SECOND
            readable, _, _ = select.select([port.fileno(), self._wake_r], [], [], rest)
            if self._wake_r in readable:
                os.read(self._wake_r, 4096)
            # What came is read before time is judged: on a busy machine a waiting line is no silence.
            came = port.read(4096) if port.fileno() in readable else b""
            now_ns = self._clock()
            with self._lock:
                told = talk.receive(came, now_ns) if came else []
                told += talk.pass_time(now_ns) if len(came) < 4096 else []
                trouble = talk.trouble
            self._say(told)
            if trouble:
                return f"{path}: {trouble}{console_on(path) if not talk.pad else ''}"
        return ""

    def _say(self, told: list[Told]) -> None:
        """Tell, but a loss once until it is over, and noise once until the pad is back."""
        for one in told:
            match one:
                case PadLost():
                    if self._up is False:
                        continue
                    self._up = False
                case PadBack():
                    self._up, self._noise_told = True, False
                case Noisy():
                    if self._noise_told:
                        continue
                    self._noise_told = True
                case _:
                    pass
            self._tell(one)
