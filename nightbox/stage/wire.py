"""The words between the speaker and its sound process: one JSON object a line. No socket is opened here.

To the process: hello, say, music, prepare, quit; tick in driven mode. From it: ready, began, failed, beat,
checked, lost; done in driven mode. Moments are nanoseconds of the monotonic clock, which both processes
share.
"""

from __future__ import annotations

import json
from typing import Any

Message = dict[str, Any]

LONGEST = 1 << 20
"""A line longer than this is no message; a list of every clip of the pack is a tenth of it."""


class GarbledError(Exception):
    """What arrived is no message of ours."""


def encode(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Lines:
    """Bytes as they come, messages as they are whole."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that `data` completes. Raises GarbledError when a line is none."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST:
            raise GarbledError("a line without an end")
        return [_message(line) for line in whole]


def _message(line: bytes) -> Message:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise GarbledError(f"not JSON: {line[:60]!r}") from error
    if not isinstance(message, dict):
        raise GarbledError(f"not an object: {line[:60]!r}")
    return message
