"""The screen on a terminal, which is the LED clock's display meanwhile. It draws what `picture` says."""

from __future__ import annotations

import os
import shutil
import threading
from dataclasses import replace
from types import TracebackType
from typing import Self

from nightbox.devices import Pattern
from nightbox.loop import Loop
from nightbox.screen.lines import Lines
from nightbox.screen.picture import picture
from nightbox.screen.view import View, view_of
from nightbox.typed import obey
from nightbox.units import Ms

LAMP_SHOWN: Ms = 3000
"""A lamp's word stays this long, or until the next key: long enough to be read, not to be taken for the next step's."""
_LAMP = {"accepted": "● записано", "refused": "✗ отказ", "attention": "! внимание", "beat": "· говорите"}


class Screen:
    """Draws on a terminal; also the display of the LED clock. The terminal is given back when it closes."""

    def __init__(self, out: int, lines: Lines, speed: float) -> None:
        self._out, self._lines, self._speed = out, lines, speed
        self._lock = threading.Lock()
        self._view: View | None = None
        self._clock = "    "
        self._lamp = ""
        self._lamp_at: Ms | None = None
        self._typing: str | None = None
        self._answer = ""

    def __enter__(self) -> Self:
        self._write("\x1b[?1049h\x1b[?25l\x1b[2J")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("\x1b[?25h\x1b[?1049l")
        self._out = -1

    # --- the LED clock's display, called from its thread

    def open(self) -> None: ...

    def close(self) -> None: ...

    def show(self, text: str) -> None:
        with self._lock:
            self._clock = text
            self._draw()

    # --- the loop's looker-on

    def seen(self, loop: Loop) -> None:
        now = loop.now()
        if self._lamp_at is not None and now - self._lamp_at > LAMP_SHOWN:
            self._lamp, self._lamp_at = "", None
        elif self._lamp and self._lamp_at is None:
            self._lamp_at = now
        view = replace(
            view_of(loop.referee, now),
            said=self._said(loop),
            lost=tuple(sorted(loop.room.lost)),
            speed=self._speed,
            answer=self._answer,
        )
        with self._lock:
            self._view = view
            self._draw()

    def _said(self, loop: Loop) -> str:
        for number in range(len(loop.referee.log) - 1, max(-1, len(loop.referee.log) - 40), -1):
            for fact in loop.referee.log[number].facts:
                if line := getattr(fact, "line", ""):
                    return self._lines.text(line)
        return self._lines.text("box_ready") if not loop.room.lost else ""

    def typed(self, text: str | None) -> None:
        self._typing = text

    def command(self, text: str, loop: Loop) -> None:
        self._answer = obey(text, loop)

    def lamp(self, pattern: Pattern, why: str) -> None:
        self._lamp_at = None
        self._lamp = _LAMP[pattern] + (f" ({why})" if why and pattern != "accepted" else "")
        self._answer = ""

    def _draw(self) -> None:
        if self._view is None or self._out < 0:
            return
        columns, height = shutil.get_terminal_size()
        rows = picture(replace(self._view, clock=self._clock, lamp=self._lamp, typing=self._typing), columns, height)
        self._write("\x1b[H" + "\r\n".join(f"{row}\x1b[K" for row in rows) + "\x1b[J")

    def _write(self, text: str) -> None:
        raw = text.encode()
        while raw and self._out >= 0:
            try:
                raw = raw[os.write(self._out, raw) :]
            except OSError:
                self._out = -1  # the terminal is gone: the game goes on
