"""Whether a serial pad answers, for `nightbox check`: opened by the driver itself, and let go again."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass

from nightbox.errors import Problem
from nightbox.pad.edges import PadBack, PadLost, Told
from nightbox.pad.serial import Port, SerialPad, find_port, open_port


@dataclass(frozen=True, slots=True)
class Found:
    """A pad that says HELLO: its port and its name."""

    port: str
    pad: str


def probe(
    where: str, *, find: Callable[[str], str] = find_port, opener: Callable[[str], Port] = open_port
) -> Found | Problem:
    """Whether a pad answers at `where`, for `nightbox check`: opens it for three seconds at most.

    The problem's text says what is wrong and what mends it. The port of a running nightbox is in use.
    """
    heard: queue.SimpleQueue[Told] = queue.SimpleQueue()
    with SerialPad("pad", where, heard.put, find=find, opener=opener) as pad:
        while True:
            match heard.get():
                case PadBack():
                    return Found(where, pad.model)
                case PadLost(_, why):
                    return Problem(where, "", why)
                case _:
                    continue
