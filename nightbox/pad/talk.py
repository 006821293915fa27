"""The box's side of the conversation with one serial pad, from opening to loss. Pure: bytes in, messages
and bytes out, time an argument; the port and the thread are `serial`'s.

The rules that the pad's firmware relies on:

1. The pad says HELLO every 500 ms until it is greeted, then a BEAT at once and every 250 ms. It sends no
   KEY before it is greeted. Each greeting has a session of its own, whose edges are numbered from 1.
2. A box that opens the port, or hears a pad before its HELLO, asks with box=0000: the pad forgets what was
   unanswered, takes a new session (unless it is not greeted anyway) and says HELLO.
3. A KEY, down or up, is repeated until its ANSWER or for 2 s. A later edge does not wait for an earlier one's
   answer; the box puts them in order, so that a lost FOUL is never overtaken by its seat.
4. What a pad gave up is known after 2 s; the box goes on behind the gap when a BEAT told which keys are down.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from nightbox.pad import wire
from nightbox.pad.edges import MS, SECOND, Edge, Held, Missed, Noisy, PadBack, PadLost, Told, Verdict
from nightbox.pad.wire import Answer, Beat, BoxHello, Framer, KeyLine, LampLine, PadHello, WireLine

HELLO_WITHIN = 3 * SECOND
SILENT_AFTER = SECOND
TOO_OLD = 2 * SECOND
ASK_EVERY = 250 * MS
REMEMBERED = 64
"""Presses whose answers are kept, edges that may wait for an earlier one, and lines that may wait to go
out."""
NOISE_TOLD_AFTER = 20


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An edge that came, and when it happened: the least of what its repeats say, since delays only add."""

    line: KeyLine
    at_ns: int


class Talk:
    """One opening of a pad's port. When `trouble` says something, close the port and begin anew."""

    def __init__(self, name: str, box: str, opened_ns: int) -> None:
        """`box` is a number new with each opening, four hex digits and not 0000."""
        self.name = name
        self.trouble = ""
        self.pad = ""
        self.unreadable = 0
        self._box = box
        self._framer = Framer()
        ask = b"\n" + wire.encode(BoxHello(wire.VERSION, wire.ASK))
        self._out: deque[bytes] = deque([ask], maxlen=REMEMBERED)
        self._since_ns = self._heard_ns = opened_ns
        self._asked_ns = opened_ns
        self._noise_told = False
        self._told: list[Told] = []
        self._begin("")

    def _begin(self, session: str) -> None:
        self._session = session
        self._done = 0
        self._waiting: dict[int, _Waiting] = {}
        self._answers: dict[int, Verdict | None] = {}
        self._down: set[str] = set()
        self._sure = False
        self._gap: tuple[int, int] | None = None

    @property
    def deadline(self) -> int:
        """When `pass_time` must be called at the latest."""
        due = [self._heard_ns + SILENT_AFTER if self._session else self._since_ns + HELLO_WITHIN]
        due += [waiting.at_ns + TOO_OLD for waiting in self._waiting.values()]
        if self._gap:
            due.append(self._gap[1] + TOO_OLD)
        return min(due)

    def outgoing(self) -> bytes:
        """What is to be written now; it is forgotten here."""
        raw = b"".join(self._out)
        self._out.clear()
        return raw

    def receive(self, raw: bytes, now_ns: int) -> list[Told]:
        """What the bytes that were read at `now_ns` mean. Silence is judged by `pass_time` alone."""
        overlong = self._framer.overlong
        for frame in self._framer.feed(raw):
            line = wire.decode(frame)
            if line is None:
                self.unreadable += 1
            else:
                self._hear(line, now_ns)
        self.unreadable += self._framer.overlong - overlong
        if self.unreadable >= NOISE_TOLD_AFTER and not self._noise_told:
            self._noise_told = True
            self._told.append(Noisy(self.name, self.unreadable))
        self._settle(now_ns)
        return self._take()

    def pass_time(self, now_ns: int) -> list[Told]:
        """What time alone does: edges that are too late, and a pad that is silent. Read the port first."""
        self._settle(now_ns)
        if self._session and now_ns - self._heard_ns >= SILENT_AFTER:
            self.trouble = self.trouble or "it has been silent for a second"
        if not self._session and now_ns - self._since_ns >= HELLO_WITHIN:
            self.trouble = self.trouble or f"no HELLO within {HELLO_WITHIN // SECOND} s"
            if self.unreadable:
                self.trouble += f"; {self.unreadable} unreadable lines came: is it 115200 baud?"
        return self._take()

    def answer(self, press: str, verdict: Verdict) -> None:
        """Answer a press that was told; one of another session or opening is past answering."""
        name, _, rest = press.partition("/")
        session, _, number = rest.partition("/")
        if name == self.name and session == self._session and number.isdecimal():
            self._reply(int(number), verdict)

    def lamp(self, pattern: str, ms: int) -> None:
        if self._session:
            self._send(LampLine(pattern, ms))

    def _take(self) -> list[Told]:
        told, self._told = self._told, []
        return told

    def _send(self, line: WireLine) -> None:
        self._out.append(wire.encode(line))

    def _reply(self, number: int, verdict: Verdict) -> None:
        self._answers[number] = verdict
        while len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]
        self._send(Answer(number, verdict))

    # Hearing.

    def _hear(self, line: WireLine, now_ns: int) -> None:
        match line:
            case PadHello(version) if version != wire.VERSION:
                self.trouble = (
                    f"the pad speaks version {version} of the protocol, this box version {wire.VERSION}: "
                    "update whichever is older"
                )
            case PadHello():
                self._greet(line, now_ns)
            case KeyLine() | Beat() if not self._session:
                self._ask(now_ns)
            case KeyLine():
                self._heard_ns = now_ns
                self._key(line, now_ns)
            case Beat():
                self._heard_ns = now_ns
                self._beat(line, now_ns)
            case _:
                self.unreadable += 1  # An echo of our own lines: the wires are crossed onto themselves.

    def _greet(self, line: PadHello, now_ns: int) -> None:
        self._heard_ns = now_ns
        if line.session != self._session:
            if self._session:
                self._told.append(PadLost(self.name, "the pad began anew"))
            self.pad = line.pad
            self._since_ns = now_ns
            self._noise_told, self.unreadable = False, 0
            self._begin(line.session)
            self._told.append(PadBack(self.name))
        self._send(BoxHello(wire.VERSION, self._box))

    def _ask(self, now_ns: int) -> None:
        if now_ns - self._asked_ns >= ASK_EVERY:
            self._asked_ns = now_ns
            self._send(BoxHello(wire.VERSION, wire.ASK))

    def _key(self, line: KeyLine, now_ns: int) -> None:
        if line.number <= self._done:
            verdict = self._answers.get(line.number, "refused")
            if verdict is not None:
                self._send(Answer(line.number, verdict))
            return
        if line.number > self._done + REMEMBERED:
            return
        at_ns = now_ns - line.age * MS
        known = self._waiting.get(line.number)
        self._waiting[line.number] = _Waiting(line, min(at_ns, known.at_ns) if known else at_ns)

    def _beat(self, beat: Beat, now_ns: int) -> None:
        self._settle(now_ns)
        if beat.number > self._done:
            if self._gap is None:
                self._gap = (beat.number, now_ns)
        elif beat.number == self._done and not self._waiting:
            for key in sorted(self._down - beat.keys):
                self._let_up(key, now_ns, None)
            for key in sorted(beat.keys - self._down):
                self._down.add(key)
                self._told.append(Held(self.name, key, now_ns))
            self._sure = True

    # Putting in order.

    def _settle(self, now_ns: int) -> None:
        """Tell the edges whose turn it is; step over those that the pad must have given up.

        Behind a gap nobody is sure which keys are down: until a BEAT says so, a press is refused.
        """
        while self._waiting or self._gap:
            if self._done + 1 in self._waiting:
                self._done += 1
                self._tell(self._waiting.pop(self._done), now_ns)
            elif self._waiting and now_ns - self._waiting[first := min(self._waiting)].at_ns >= TOO_OLD:
                self._step_over(first - 1)
            elif self._gap and now_ns - self._gap[1] >= TOO_OLD:
                self._step_over(min([self._gap[0], *(number - 1 for number in self._waiting)]))
            else:
                break
            if self._gap and self._gap[0] <= self._done:
                self._gap = None

    def _step_over(self, number: int) -> None:
        self._done = number
        self._sure = False
        self._down.clear()
        self._told.append(Missed(self.name))

    def _tell(self, waiting: _Waiting, now_ns: int) -> None:
        line, at_ns = waiting.line, waiting.at_ns
        if not line.down and line.key not in self._down:
            self._reply(line.number, "held")
            return
        if not line.down:
            self._let_up(line.key, at_ns, f"{self.name}/{self._session}/{line.number}")
            return
        if line.key in self._down:
            self._let_up(line.key, at_ns, None)
        if not self._sure or now_ns - at_ns >= TOO_OLD or at_ns < self._since_ns:
            self._down.add(line.key)
            self._told.append(Held(self.name, line.key, at_ns))
            self._reply(line.number, "refused")
            return
        self._down.add(line.key)
        self._answers[line.number] = None
        self._told.append(Edge(self.name, line.key, True, at_ns,
        f"{self.name}/{self._session}/{line.number}"))

    def _let_up(self, key: str, at_ns: int, press: str | None) -> None:
        """A release is told however late it is: it can only make things safer."""
        self._down.discard(key)
        if press is not None:
            self._answers[int(press.rpartition("/")[2])] = None
        self._told.append(Edge(self.name, key, False, at_ns, press))
