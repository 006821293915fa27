"""The serial pad's line protocol: frames, checksums, and the five kinds of line. Pure: no port, no clock, no
state of the conversation (`talk` has that). Whatever is malformed is None, never an exception.

115200 8N1, ASCII, newline ends a line, 64 bytes at most without it, ` *` and the crc32 of what precedes it:

    pad> HELLO 1 pad=4x4-rp2040 session=9F3A *52423454    version, name, a session new with each greeting
    box> HELLO 1 box=27D0 *5D4074AA                       greets; box=0000 asks for a HELLO and a new session
    pad> KEY 41 7 down age=0 *5BA776FA                    the session's 41st edge, and milliseconds since it
    box> ANSWER 41 accepted *E01EB952                     ends the repeats of KEY 41; lights nothing
    box> LAMP attention 400 *F5A04B28                     the lamp's pattern, for so many milliseconds
    pad> BEAT 41 keys=0080 *5531AC93                      every 250 ms: edges so far, and keys that are down

keys= is a bitmap in hex, of 4 digits or 8: bit 0 is MISS (the 0 of the number row), bits 1 to 10 are the
seats 1 to 10, so that seat 7 is 0080; NEXT 11, UNDO 12, PAUSE 13, FOUL 14, FN 15; bits 16 to 25 are the
seats 11 to 20.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from nightbox.pad.edges import PHYSICAL, Verdict

VERSION: Final = 1
LONGEST: Final = 64
ASK: Final = "0000"
"""The box id that greets nobody and asks for a HELLO."""

BITS: Final = (
    *("MISS", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "NEXT", "UNDO", "PAUSE", "FOUL", "FN"),
    *("11", "12", "13", "14", "15", "16", "17", "18", "19", "20"),
)
_BIT: Final = {key: 1 << i for i, key in enumerate(BITS)}
_VERDICTS: Final = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class PadHello:
    """The pad says who it is. Of a version that is not ours only the version is known."""

    version: int
    pad: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class BoxHello:
    """The box greets a pad, or asks it for its HELLO when `box` is ASK."""

    version: int
    box: str


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One edge of the pad: its number within the session, and the milliseconds since it happened."""

    number: int
    key: str
    down: bool
    age: int


@dataclass(frozen=True, slots=True)
class Answer:
    number: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class LampLine:
    pattern: str
    ms: int


@dataclass(frozen=True, slots=True)
class Beat:
    """The number of the last edge, and the keys that are down after it."""

    number: int
    keys: frozenset[str]


WireLine: TypeAlias = PadHello | BoxHello | KeyLine | Answer | LampLine | Beat

_NUMBER = r"(0|[1-9]\d{0,8})"
_GRAMMAR = re.compile(
    rf"HELLO {_NUMBER}"
    r"(?: pad=([A-Za-z0-9._-]{1,20}) session=([0-9A-F]{4,8})| box=([0-9A-F]{4})|(?: .*)?)"
    rf"|KEY {_NUMBER} ([A-Z0-9]{{1,5}}) (down|up) age={_NUMBER}"
    rf"|ANSWER {_NUMBER} ([a-z]+)"
    rf"|LAMP ([a-z]{{1,16}}) {_NUMBER}"
    rf"|BEAT {_NUMBER} keys=((?:[0-9A-F]{{4}}){{1,2}})"
)


def body(line: WireLine) -> str:
    """The line without its checksum."""
    match line:
        case PadHello(1, pad, session):
            return f"HELLO 1 pad={pad} session={session}"
        case PadHello(version):
            return f"HELLO {version}"
        case BoxHello(version, box):
            return f"HELLO {version} box={box}"
        case KeyLine(number, key, down, age):
            return f"KEY {number} {key} {'down' if down else 'up'} age={age}"
        case Answer(number, verdict):
            return f"ANSWER {number} {verdict}"
        case LampLine(pattern, ms):
            return f"LAMP {pattern} {ms}"
        case Beat(number, keys):
            return f"BEAT {number} keys={bitmap(keys)}"


def encode(line: WireLine) -> bytes:
    """The line as it goes over the wire, newline included."""
    text = body(line).encode("ascii")
    return b"%s *%08X\n" % (text, zlib.crc32(text))


def decode(raw: bytes) -> WireLine | None:
    """The line that a frame holds; None when it is too long, not ASCII, fails its checksum or its grammar."""
    text, star, checksum = raw.rpartition(b" *")
    if len(raw) > LONGEST or not star or not raw.isascii() or checksum != b"%08X" % zlib.crc32(text):
        return None
    match = _GRAMMAR.fullmatch(text.decode("ascii"))
    return _line(match) if match else None


def _line(match: re.Match[str]) -> WireLine | None:
    part = match.groups()
    match match[0].partition(" ")[0]:
        case "HELLO":
            version = int(part[0])
            if part[3] is not None:
                return BoxHello(version, part[3])
            if version != VERSION:
                return PadHello(version)
            return PadHello(version, part[1], part[2]) if part[1] else None
        case "KEY":
            key = part[5]
            return KeyLine(int(part[4]), key, part[6] == "down", int(part[7])) if key in PHYSICAL else None
        case "ANSWER":
            return Answer(int(part[8]), part[9]) if part[9] in _VERDICTS else None  # type: ignore[arg-type]
        case "LAMP":
            return LampLine(part[10], int(part[11]))
        case _:
            return _beat(int(part[12]), part[13])


def _beat(number: int, digits: str) -> Beat | None:
    bits = int(digits, 16)
    if bits >> len(BITS) or digits != _hex(bits):
        return None
    return Beat(number, frozenset(key for key, bit in _BIT.items() if bits & bit))


def _hex(bits: int) -> str:
    return f"{bits:04X}" if bits < 0x10000 else f"{bits:08X}"


def bitmap(keys: Iterable[str]) -> str:
    """The keys that are down, as a BEAT writes them."""
    return _hex(sum(_BIT[key] for key in set(keys)))


class Framer:
    """Bytes in, lines out, however they were cut: a capped buffer that finds its feet at the next newline.

    What stands before a line and is not printable ASCII is no part of it: an opened port begins with noise.
    """

    __slots__ = ("_buffer", "_lost", "overlong")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._lost = False
        self.overlong = 0

    def feed(self, raw: bytes) -> list[bytes]:
        """The lines that are now complete, without their ends; empty ones are left out."""
        lines: list[bytes] = []
        *ended, rest = raw.split(b"\n")
        for piece in ended:
            self._keep(piece)
            if not self._lost and (line := _printable(bytes(self._buffer))):
                lines.append(line)
            self._buffer.clear()
            self._lost = False
        self._keep(rest)
        return lines

    def _keep(self, piece: bytes) -> None:
        if self._lost:
            return
        self._buffer += piece
        if len(self._buffer) > 2 * LONGEST:
            self._buffer.clear()
            self._lost = True
            self.overlong += 1


def _printable(raw: bytes) -> bytes:
    raw = raw.removesuffix(b"\r")
    return re.split(rb"[^ -~]", raw)[-1] if raw else raw
