"""The twin of the serial pad's firmware, and a cable that spoils lines. Pure: time is an argument; no port
and no thread. `serialpad` plugs it into a pty; in virtual time it is used as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nightbox.pad import wire
from nightbox.pad.edges import MS, SECOND, Verdict
from nightbox.pad.wire import Answer, Beat, BoxHello, Framer, KeyLine, LampLine, PadHello, WireLine

HELLO_EVERY = 500 * MS
BEAT_EVERY = 250 * MS
REPEAT_EVERY = 100 * MS
GIVES_UP_AFTER = 2 * SECOND


@dataclass(frozen=True, slots=True)
class Given:
    """An answer, and when the pad heard it."""

    verdict: Verdict
    at_ns: int


@dataclass(frozen=True, slots=True)
class Lit:
    """A pattern of the lamp, and when it was lit."""

    pattern: str
    ms: int
    at_ns: int


@dataclass(slots=True)
class _Unanswered:
    key: str
    down: bool
    began_ns: int
    next_ns: int


class PadTwin:
    """What the firmware does, remembered: `answers` by press id, `lamps`, `given_up`, and every press it
    `made`."""

    def __init__(
        self, name: str = "pad1", now_ns: int = 0, session: int = 0x9F3A, model: str = "4x4-rp2040"
    ) -> None:
        """`name` is what the box calls this pad; it is the first part of every press id."""
        self.name, self.model = name, model
        self.keys: set[str] = set()
        self.answers: dict[str, Given] = {}
        self.lamps: list[Lit] = []
        self.given_up: list[str] = []
        self.made: dict[str, tuple[str, bool, int]] = {}
        self.version = wire.VERSION
        self._session = session
        self._out = bytearray()
        self.restart(now_ns)

    @property
    def session(self) -> str:
        return f"{self._session:04X}"

    @property
    def deadline(self) -> int:
        return min([self._next_ns, *(one.next_ns for one in self._unanswered.values())])

    def restart(self, now_ns: int) -> None:
        """Power on, or a box that asked: a new session, not greeted."""
        self._session = (self._session * 26125 + 1) & 0xFFFF
        self.greeted = False
        self._number = 0
        self._unanswered: dict[int, _Unanswered] = {}
        self._framer = Framer()
        self._next_ns = now_ns

    def down(self, key: str, now_ns: int) -> str:
        """A key goes down: its press id, or "" while no box has greeted the pad."""
        self.keys.add(key)
        return self._edge(key, True, now_ns)

    def up(self, key: str, now_ns: int) -> str:
        self.keys.discard(key)
        return self._edge(key, False, now_ns)

    def _edge(self, key: str, down: bool, now_ns: int) -> str:
        if not self.greeted:
            return ""
        self._number += 1
        self._unanswered[self._number] = _Unanswered(key, down, now_ns, now_ns)
        press = self._press(self._number)
        self.made[press] = (key, down, now_ns)
        self.pass_time(now_ns)
        return press

    def _press(self, number: int) -> str:
        return f"{self.name}/{self.session}/{number}"

    def pass_time(self, now_ns: int) -> None:
        """HELLO or BEAT, and the repeats that are due."""
        for number, one in list(self._unanswered.items()):
            if now_ns - one.began_ns >= GIVES_UP_AFTER:
                del self._unanswered[number]
                self.given_up.append(self._press(number))
            elif now_ns >= one.next_ns:
                one.next_ns = now_ns + REPEAT_EVERY
                self._say(KeyLine(number, one.key, one.down, (now_ns - one.began_ns) // MS))
        if now_ns >= self._next_ns:
            self._next_ns = now_ns + (BEAT_EVERY if self.greeted else HELLO_EVERY)
            self._say(Beat(self._number, frozenset(self.keys)) if self.greeted else self._hello())

    def _hello(self) -> WireLine:
        return PadHello(self.version, self.model, self.session)

    def _say(self, line: WireLine) -> None:
        self._out += wire.encode(line)

    def outgoing(self) -> bytes:
        raw = bytes(self._out)
        self._out.clear()
        return raw

    def receive(self, raw: bytes, now_ns: int) -> None:
        for frame in self._framer.feed(raw):
            match wire.decode(frame):
                case BoxHello(_, wire.ASK):
                    if self.greeted:
                        self.restart(now_ns)
                    self._next_ns = now_ns
                case BoxHello():
                    self._next_ns = self._next_ns if self.greeted else now_ns
                    self.greeted = True
                case Answer(number, verdict):
                    self._unanswered.pop(number, None)
                    self.answers[self._press(number)] = Given(verdict, now_ns)
                case LampLine(pattern, ms):
                    self.lamps.append(Lit(pattern, ms, now_ns))
                case _:
                    pass
        self.pass_time(now_ns)


@dataclass(slots=True)
class Cable:
    """One direction of the wire. Each count spoils so many of the next lines, in this order."""

    drop: int = 0
    corrupt: int = 0
    cut: int = 0
    double: int = 0
    _rest: bytes = field(default=b"")

    def carry(self, raw: bytes) -> bytes:
        """What arrives of what was sent, in whole lines."""
        *lines, self._rest = (self._rest + raw).split(b"\n")
        return b"".join(self._spoil(line + b"\n") for line in lines)

    def _spoil(self, line: bytes) -> bytes:
        if self.drop:
            self.drop -= 1
            return b""
        if self.corrupt:
            self.corrupt -= 1
            return line[:3] + bytes([line[3] ^ 0x15]) + line[4:] if len(line) > 4 else b"\x15\n"
        if self.cut:
            self.cut -= 1
            return line[: len(line) // 2]
        if self.double:
            self.double -= 1
            return line + line
        return line
