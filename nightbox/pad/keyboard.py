"""The terminal as a pad: bytes become taps, fouls, typed commands and Stop. `Decoder` is pure; `Keyboard` has
the terminal's file and a thread. What a tap means after another (FOUL, FN) is decided in `chords`, not here.
"""

from __future__ import annotations

import atexit
import codecs
import contextlib
import os
import select
import termios
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from nightbox.game.keys import Key
from nightbox.pad.edges import MS, SECOND, Edge, Line, PadBack, PadLost, Stop, Stroke, Tell, Told, Typing
from nightbox.pad.keymap import FOULS, PROMPT, RUSSIAN_SIGNS, TAPS

LONE_ESCAPE_AFTER = 50 * MS
LONGEST_LINE = 200
_LONGEST_SEQUENCE = 64


class Decoder:
    """Bytes of a terminal in, messages out. An escape sequence is swallowed whole, however it was cut."""

    __slots__ = ("_escape", "_escape_ns", "_layout", "_line", "_source", "_utf8")

    def __init__(self, source: str) -> None:
        self._source = source
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._escape = ""
        self._escape_ns = 0
        self._layout = ""
        self._line: str | None = None

    @property
    def deadline(self) -> int | None:
        """When an Escape that nothing followed is a key."""
        return self._escape_ns + LONE_ESCAPE_AFTER if self._escape else None

    def feed(self, raw: bytes, at_ns: int) -> list[Told]:
        """What the bytes say, all of them pressed at `at_ns`."""
        out = self.pass_time(at_ns)
        for char in self._utf8.decode(raw):
            if self._escape:
                self._escape, self._escape_ns = self._escape + char, at_ns
                if _whole(self._escape) or len(self._escape) > _LONGEST_SEQUENCE:
                    self._escape = ""
            elif char == "\x1b":
                self._escape, self._escape_ns = char, at_ns
            elif char == "\x03":
                out.append(Stop())
            else:
                out += self._tap(char, at_ns) if self._line is None else self._type(char)
        return out

    def pass_time(self, now_ns: int) -> list[Told]:
        """A lone Escape closes the prompt; what was left of a sequence is forgotten."""
        if self.deadline is None or now_ns < self.deadline:
            return []
        alone, self._escape = self._escape == "\x1b", ""
        return self._show(None) if alone and self._line is not None else []

    def _tap(self, char: str, at_ns: int) -> list[Told]:
        if char in PROMPT:
            return self._show("")
        self._see_layout(char)
        if char in FOULS and not (char in RUSSIAN_SIGNS and self._layout == "us"):
            return [Stroke(Key("FOUL", int(FOULS[char])), at_ns, self._source)]
        key = TAPS.get(char.lower())
        return [Edge(self._source, key, True, at_ns)] if key else []

    def _see_layout(self, char: str) -> None:
        if "а" <= char.lower() <= "я" or char in "ёЁ№":
            self._layout = "ru"
        elif char.isascii() and (char.isalpha() or char in "@#$^&"):
            self._layout = "us"

    def _type(self, char: str) -> list[Told]:
        line = self._line or ""
        match char:
            case "\r" | "\n":
                typed = line.strip()
                return [*self._show(None), *([Line(typed)] if typed else [])]
            case "\x7f" | "\x08":
                return self._show(line[:-1])
            case "\x15":  # Ctrl-U
                return self._show("")
            case _ if char.isprintable() and char != "\ufffd" and len(line) < LONGEST_LINE:
                return self._show(line + char)
            case _:
                return []

    def _show(self, line: str | None) -> list[Told]:
        if line == self._line:
            return []
        self._line = line
        return [Typing(line)]


def _whole(text: str) -> bool:
    """Whether an escape sequence is complete: CSI, SS3, the console's, a mouse's, a string, Alt and a key."""
    match text[1:2]:
        case "[" if text[2:3] == "[":
            return len(text) >= 4
        case "[" if text[2:3] == "M":
            return len(text) >= 6
        case "[":
            return len(text) > 2 and not " " <= text[-1] <= "?"
        case "O":
            return len(text) >= 3
        case "]" | "P" | "_" | "^" | "X":
            return text[-1] == "\x07" or text.endswith("\x1b\\")
        case "\x1b":
            return text[-1] not in "\x1b[O" if len(text) > 2 else False
        case _:
            return True


class Keyboard:
    """A terminal in raw mode: keys come at once, unseen; what is written to it still looks as before.

    It tells Edge, Stroke, Line, Typing, Stop, PadBack and PadLost, from a thread of its own. `close` gives
    the terminal back as it was, and so does the end of the program.
    """

    def __init__(
        self, name: str, fd: int, tell: Tell, *, clock: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self.name = name
        self._fd, self._tell, self._clock = fd, tell, clock
        self._before: list[Any] | None = None
        self._closing = False
        self._wake_r = self._wake_w = -1
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Take the terminal. Raises termios.error when `fd` is none."""
        before = termios.tcgetattr(self._fd)
        self._before = before
        atexit.register(self._restore)
        raw: list[Any] = [*before[:6], list(before[6])]
        raw[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR | termios.ISTRIP)
        raw[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._fd, termios.TCSAFLUSH, raw)
        self._closing = False
        self._wake_r, self._wake_w = os.pipe()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the terminal back as it was. Also twice."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._closing = True
            os.write(self._wake_w, b"!")
            thread.join()
            os.close(self._wake_r)
            os.close(self._wake_w)
        self._restore()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _restore(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            atexit.unregister(self._restore)
            with contextlib.suppress(termios.error, OSError):  # The terminal itself may be gone.
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    def _run(self) -> None:
        decoder = Decoder(self.name)
        self._tell(PadBack(self.name))
        while not self._closing:
            due = decoder.deadline
            rest = None if due is None else max(0, due - self._clock()) / SECOND
            try:
                readable, _, _ = select.select([self._fd, self._wake_r], [], [], rest)
                raw = os.read(self._fd, 1024) if self._fd in readable else None
            except (OSError, ValueError) as error:
                self._tell(PadLost(self.name, f"the terminal is gone: {error}"))
                return
            if raw == b"":
                self._tell(PadLost(self.name, "the terminal was closed"))
                return
            now_ns = self._clock()
            for one in decoder.feed(raw, now_ns) if raw else decoder.pass_time(now_ns):
                self._tell(one)
