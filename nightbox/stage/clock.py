"""The LED clock: what each face looks like at a moment, and the thread that counts it down. No game, no
wiring.

A display is given four places at most and knows nothing of time; the thread is given a face and draws each
second at its own deadline, so that the clock goes on while the loop is busy. A display that fails costs a
frame.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, assert_never

from nightbox.game.cues import CountDown, Dark, Face, Standing, Words
from nightbox.units import Ms, clock_face

DARK = "    "
AGAIN: Ms = 1000
"""How soon a frame that a display refused is tried again."""


class Display(Protocol):
    """Something with four places and a colon. `show` may raise whatever its wire raises."""

    def open(self) -> None: ...
    def close(self) -> None: ...
    def show(self, text: str) -> None: ...


def picture(face: Face, now: Ms) -> str:
    """What the four places show: "1:00", "0:01", "----", or four blanks."""
    match face:
        case Dark():
            return DARK
        case Words(text):
            return f"{text[:4]:4}"
        case CountDown(until=until):
            return clock_face(until - now)
        case Standing(left=left):
            return clock_face(left)
        case _:
            assert_never(face)


def next_tick(face: Face, now: Ms) -> Ms | None:
    """When the picture changes next, or None when it stays."""
    match face:
        case CountDown(until=until) if now < until:
            return until - (until - now - 1) // 1000 * 1000
        case _:
            return None


@dataclass(slots=True)
class RecordingDisplay:
    """A display that remembers its frames; with `broken` it refuses them."""

    frames: list[str] = field(default_factory=list)
    broken: bool = False

    def open(self) -> None:
        self.frames.clear()

    def close(self) -> None:
        pass

    def show(self, text: str) -> None:
        if self.broken:
            raise OSError("the display does not answer")
        self.frames.append(text)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a step of the clock did: the picture it left, and when it must be called again."""

    text: str
    drawn: bool
    again: Ms | None


def draw(face: Face, now: Ms, display: Display, shown: str | None) -> Frame:
    """Draw what is not shown yet. A display that raises is asked again within a second."""
    text, after = picture(face, now), next_tick(face, now)
    if text == shown:
        return Frame(text, True, after)
    try:
        display.show(text)
    except Exception:  # any wire, any error: the voice goes on without the clock
        return Frame(text, False, now + AGAIN if after is None else min(after, now + AGAIN))
    return Frame(text, True, after)


class Clock:
    """A thread that counts by itself, by the table time that `table` gives.

    `tell` hears of the first frame that was lost, and of the next one drawn: (working, why).
    """

    def __init__(
        self,
        display: Display,
        table: Callable[[], Ms],
        tell: Callable[[bool, str], None] = lambda working, why: None,
    ) -> None:
        self._display = display
        self._table = table
        self._tell = tell
        self._face: Face = Dark()
        self._from: Ms = 0
        self._closing = False
        self._change = threading.Condition()
        self._working = True
        self._opened = False
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Dark, and the display closed."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(timeout=1.0)

    def __enter__(self) -> Clock:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def show(self, face: Face, at: Ms) -> None:
        """`face` from table time `at` on; a moment that is past is now."""
        with self._change:
            self._face, self._from = face, at
            self._change.notify()

    def _run(self) -> None:
        face: Face = Dark()
        shown: str | None = None
        while True:
            with self._change:
                if self._closing:
                    break
                now = self._table()
                face = self._face if now >= self._from else face
            frame = self._draw(face, now, shown)
            shown = frame.text if frame.drawn else None
            with self._change:
                pending = self._face is not face
                if self._closing or (pending and self._table() >= self._from):
                    continue
                ends = [at for at in (frame.again, self._from if pending else None) if at is not None]
                self._change.wait(max(0.0, (min(ends) - self._table()) / 1000) if ends else None)
        self._draw(Dark(), 0, shown)
        self._guard(self._display.close)

    def _draw(self, face: Face, now: Ms, shown: str | None) -> Frame:
        why = "" if self._opened else self._guard(self._display.open)
        self._opened = not why
        dead = Frame(picture(face, now), False, now + AGAIN)
        frame = dead if why else draw(face, now, self._display, shown)
        if frame.drawn != self._working:
            self._working = frame.drawn
            self._tell(self._working, why or ("" if frame.drawn else "the clock does not take its frames"))
        if not frame.drawn and self._opened:
            self._guard(self._display.close)
            self._opened = False
        return frame

    def _guard(self, act: Callable[[], None]) -> str:
        """What went wrong in `act`, or nothing."""
        try:
            act()
        except Exception as error:
            return f"the clock does not answer: {error}"
        return ""
