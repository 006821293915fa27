"""The LED clock's face on the terminal of a box that runs in the foreground: one line that is written over."""

from __future__ import annotations

import os


class TerminalDisplay:
    """A display on the file `out`; a terminal that is gone raises, and the clock tries it again."""

    def __init__(self, out: int) -> None:
        self._out = out

    def open(self) -> None: ...

    def close(self) -> None:
        os.write(self._out, b"\n")

    def show(self, text: str) -> None:
        os.write(self._out, f"\r  {text}  \r".encode())
