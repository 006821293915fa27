"""Units: milliseconds, spans as people write them, the clock's face. Nothing that knows the time of day."""

from __future__ import annotations

import re
from typing import TypeAlias

Ms: TypeAlias = int
"""Milliseconds: a length, or a moment of table time (milliseconds since the game began)."""

_SPAN = re.compile(r"(?:(?P<m>\d+)m)?(?:(?P<s>\d+(?:\.\d{1,3})?)s)?(?:(?P<ms>\d+)ms)?")


def parse_span(text: str) -> Ms:
    """A span such as "1m30s", "10s", "1.5s" or "300ms", in milliseconds.

    Raises ValueError when the text is not such a span.
    """
    match = _SPAN.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        raise ValueError(f"{text!r} is not a span; write it as 1m30s, 10s, 1.5s or 300ms")
    minutes, seconds, ms = match.group("m"), match.group("s"), match.group("ms")
    return int(minutes or 0) * 60_000 + round(float(seconds or 0) * 1000) + int(ms or 0)


def show_span(ms: Ms) -> str:
    """The shortest text that parse_span reads back as `ms`."""
    if ms == 0:
        return "0s"
    minutes, rest = divmod(ms, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    text = f"{minutes}m" if minutes else ""
    text += f"{seconds}s" if seconds else ""
    return text + (f"{thousandths}ms" if thousandths else "")


def clock_face(ms: Ms) -> str:
    """What a clock shows with `ms` left: whole seconds, rounded up, so that 0:01 lasts until the end."""
    seconds = max(0, -(-ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02d}"


def stamp(at: Ms) -> str:
    """A moment of table time as transcripts and protocols write it: 75_250 is "1:15.250"."""
    return f"{at // 60_000}:{at % 60_000 // 1000:02d}.{at % 1000:03d}"


def parse_stamp(text: str) -> Ms:
    """The moment that `stamp` wrote. Raises ValueError when the text is not one."""
    match = re.fullmatch(r"(\d+):([0-5]\d)\.(\d{3})", text)
    if match is None:
        raise ValueError(f"{text!r} is not a moment; write it as 1:15.250")
    return int(match[1]) * 60_000 + int(match[2]) * 1000 + int(match[3])
