"""The speaker as the loop knows it: a sound process that is kept alive. No pygame here, and no exception to
the caller.

One thread starts the process, reads what it says and tells it on; it starts another when that one dies,
falls silent, talks nonsense or loses its device, for ever. A line that was cut off is not said again; the
music goes on where it would have been.
"""

from __future__ import annotations

import contextlib
import select
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType

from nightbox.stage.news import Began, ClipsChecked, News, SayFailed, SpeakerBack, SpeakerLost
from nightbox.stage.player import RATE, SECOND
from nightbox.stage.settings import SoundSettings
from nightbox.stage.wire import GarbledError, Lines, Message, encode

SILENCE = 2.0
"""Seconds without a beat after which a process is killed."""
START = 20.0
"""The same before it is ready: a Pi imports, opens and decodes."""
BACK_OFF = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each further start; a process that stayed up for a minute begins anew."""
STAYED = 60.0
BACKLOG = 1 << 18
"""Bytes that wait for a process that does not read; with more it is killed."""


class Speaker:
    """Orders go in and never wait; news come out through `tell`, from a thread that does nothing else."""

    def __init__(self, settings: SoundSettings, tell: Callable[[News], None]) -> None:
        self._settings = settings
        self._tell = tell
        self._lock = threading.Lock()
        self._wire: socket.socket | None = None
        self._backlog = b""
        self._ready = False
        self._lost_said = False
        self._closing = False
        self._waiting: set[int] = set()
        self._music: Message | None = None
        self._zero: int | None = None
        self._awake, self._alarm = socket.socketpair()
        self._alarm.setblocking(False)
        self._thread = threading.Thread(target=self._keep, name="speaker", daemon=True)

    def open(self) -> None:
        """Start the first process; SpeakerBack tells when it is ready."""
        self._thread.start()

    def close(self) -> None:
        """Quit, and wait for the process to be gone: two seconds at the most."""
        with self._lock:
            self._closing = True
            self._send({"quit": True})
        self._ring()
        if self._thread.ident is not None:
            self._thread.join(timeout=3.0)

    def __enter__(self) -> Speaker:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether a process is ready to make sound."""
        return self._ready

    def say(self, n: int, line: str, due_ns: int) -> None:
        """Speak `line` at `due_ns`; Began or SayFailed returns `n`. Best sent 50 ms ahead."""
        with self._lock:
            if self._ready:
                self._waiting.add(n)
                self._send({"say": line, "n": n, "due": due_ns})
                return
        self._tell(SayFailed(n, "no speaker"))

    def prepare(self, lines: Iterable[str]) -> None:
        """Have these lines in memory: they may be said soon."""
        with self._lock:
            self._send({"prepare": list(lines)})

    def play_music(self, due_ns: int) -> None:
        with self._lock:
            if self._zero is None:
                self._zero = due_ns
            self._order({"music": "play", "due": due_ns})

    def lower_music(self, due_ns: int) -> None:
        with self._lock:
            self._order({"music": "lower", "due": due_ns})

    def stop_music(self, due_ns: int) -> None:
        with self._lock:
            self._zero = None
            self._order({"music": "stop", "due": due_ns})

    def _order(self, message: Message) -> None:
        self._music = message
        if self._ready:
            self._send(message)

    def _send(self, message: Message) -> None:
        """Never waits: what the socket does not take waits here, and the thread sends it on."""
        if self._wire is None or len(self._backlog) > BACKLOG:
            return
        self._backlog += encode(message)
        self._push()
        if self._backlog:
            self._ring()

    def _push(self) -> None:
        if self._wire is None:
            return
        with contextlib.suppress(OSError):  # full, or its other end is gone: the thread will see either
            while self._backlog:
                self._backlog = self._backlog[self._wire.send(self._backlog, socket.MSG_DONTWAIT) :]

    def _ring(self) -> None:
        with contextlib.suppress(OSError):
            self._alarm.send(b"!")

    def _keep(self) -> None:
        """Start, serve, bury; again for ever."""
        failures = 0
        while not self._closing:
            began = time.monotonic()
            why = self._live()
            if self._closing:
                return
            self._mourn(why)
            failures = 0 if time.monotonic() - began > STAYED else failures + 1
            self._pause(BACK_OFF[min(failures - 1, len(BACK_OFF) - 1)] if failures else 0.0)

    def _live(self) -> str:
        """One process from start to end; what ended it."""
        ours, theirs = socket.socketpair()
        try:
            child = subprocess.Popen(
                [*self._settings.command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=self._settings.environment(),
                stdin=subprocess.DEVNULL,
            )
        except OSError as error:
            ours.close()
            return f"the sound process does not start: {error}"
        finally:
            theirs.close()
        with self._lock:
            self._wire, self._backlog = ours, b""
            self._send(self._settings.setup.hello())
        try:
            why = self._serve(ours)
            if self._closing:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(timeout=1.0)
            return why
        finally:
            with self._lock:
                self._wire, self._ready = None, False
            child.kill()
            child.wait()
            ours.close()

    def _serve(self, wire: socket.socket) -> str:
        lines = Lines()
        heard, patience = time.monotonic(), START
        while not self._closing:
            left = heard + patience - time.monotonic()
            if left <= 0:
                return f"the sound process said nothing for {patience:.0f} s"
            if len(self._backlog) > BACKLOG:
                return "the sound process does not read"
            writing = [wire] if self._backlog else []
            ready, writable, _ = select.select([wire, self._awake], writing, [], left)
            if self._awake in ready:
                self._awake.recv(4096)
            if writable:
                with self._lock:
                    self._push()
            if wire not in ready:
                continue
            try:
                data = wire.recv(65536)
                if not data:
                    return "the sound process died"
                for message in lines.feed(data):
                    heard, patience = time.monotonic(), SILENCE if self._hear(message) else patience
                    if "lost" in message:
                        return str(message["lost"])
            except (GarbledError, KeyError, TypeError, ValueError) as error:
                return f"the sound process talks nonsense: {error}"
            except OSError:
                return "the sound process died"
        return "closed"

    def _hear(self, message: Message) -> bool:
        """Tell on what was said; whether the process is up."""
        match message:
            case {"ready": device}:
                self._welcome(str(device))
            case {"began": int(n), "at": int(at)}:
                with self._lock:
                    self._waiting.discard(n)
                self._tell(Began(n, at))
            case {"failed": int(n), "why": why}:
                with self._lock:
                    self._waiting.discard(n)
                self._tell(SayFailed(n, str(why)))
            case {"checked": list(problems)}:
                self._tell(ClipsChecked(tuple(str(problem) for problem in problems)))
            case {"beat": int()} | {"lost": str()}:
                pass
            case _:
                raise ValueError(f"unknown word {message}")
        return self._ready

    def _welcome(self, device: str) -> None:
        """The process is ready: first the bed and the music where it would be, then the news."""
        with self._lock:
            self._ready = True
            if self._music is not None and self._zero is not None:
                now = time.monotonic_ns()
                place = max(0, now - self._zero) * RATE // SECOND
                self._send({"music": "play", "due": max(now, self._zero), "position": place})
                if self._music["music"] == "lower":
                    self._send(self._music | {"due": max(now, self._zero, self._music["due"])})
            self._lost_said = False
        self._tell(SpeakerBack(device))

    def _mourn(self, why: str) -> None:
        with self._lock:
            waiting, self._waiting = sorted(self._waiting), set()
            said, self._lost_said = self._lost_said, True
        for n in waiting:
            self._tell(SayFailed(n, why))
        if not said:
            self._tell(SpeakerLost(why))

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            if select.select([self._awake], [], [], left)[0]:
                self._awake.recv(4096)
