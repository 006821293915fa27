"""The judge's lamp and the pads' answers: refused at once, accepted when the disk has it, held while it cannot.

An answer that comes late for its step lights nothing: the lamp would speak of what is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.devices import Pattern, Room
from nightbox.game.public import Public
from nightbox.pad.edges import Verdict
from nightbox.units import Ms

LAMP_MS: Ms = 400
"""Every pattern has this length and the same on-time: its form says accepted or not, and nothing else."""

Step = tuple[str, int, str]


def step_of(p: Public) -> Step:
    """The step that an answer belongs to."""
    return p.part, p.night, p.marks[-1].step if p.marks and p.part == "night" else p.item


@dataclass(frozen=True, slots=True)
class _Waiting:
    source: str
    press: str | None
    step: Step


class Answers:
    """What was pressed and waits for the disk. `durable` is the newest entry that is on it."""

    def __init__(self, room: Room, durable: int) -> None:
        self._room = room
        self._waiting: dict[int, _Waiting] = {}
        self.durable = durable

    def accept(self, source: str, press: str | None, n: int, step: Step) -> None:
        """Entry `n` is what came of a press; it is answered when the disk has it."""
        if n <= self.durable:
            self.say(source, press, "accepted")
            return
        self._waiting[n] = _Waiting(source, press, step)
        if "disk" in self._room.lost:
            self.hold()

    def refuse(self, source: str, press: str | None, why: str) -> None:
        self.say(source, press, "refused")
        self.light("refused", why)

    def say(self, source: str, press: str | None, verdict: Verdict) -> None:
        """Answer a press that its pad has numbered; it lights nothing."""
        if press is not None and source in self._room.pads:
            self._room.pads[source].answer(press, verdict)

    def light(self, pattern: Pattern, why: str = "") -> None:
        """The lamp, on every pad and on the screen."""
        for pad in self._room.pads.values():
            pad.lamp(pattern, LAMP_MS)
        if self._room.screen:
            self._room.screen.lamp(pattern, why)

    def written(self, n: int, now: Step) -> None:
        """The disk has everything up to entry `n`."""
        self.durable = n
        for number in [waiting for waiting in self._waiting if waiting <= n]:
            press = self._waiting.pop(number)
            self.say(press.source, press.press, "accepted")
            if press.step == now:
                self.light("accepted")

    def hold(self) -> None:
        """The disk takes nothing: what waits is in memory only, and the judge is told so."""
        for number in list(self._waiting):
            press = self._waiting.pop(number)
            self.say(press.source, press.press, "held")
        self.light("attention", "запись на диск не работает")
