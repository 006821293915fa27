"""Judges for a virtual table: one who plays a public script with a secret of his own, and one who only goes on.

Neither looks at the ledger: what a judge does next follows from what the room can see and from what he was told to do.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from nightbox.game.commands import Command
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import Public
from nightbox.testing.table import Table
from nightbox.units import Ms

RETRY: Ms = 1500
"""A press that moved nothing is pressed again after this long."""


_MEANT = {"best_move": (Phase.BEST_MOVE,), "day": (Phase.DAY,)}
"""Where a secret press that was meant for this item may still be made, when other presses came before it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """`do` is a key's name, "lose pad" or "return pad", or a command; `offset` after `item` of `night` began."""

    night: int
    item: str
    offset: Ms
    do: str | Command


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What the room will know of one night and the day after it, and when the judge presses NEXT at each rest."""

    killed: int = 0
    removed: int = 0
    numbers: tuple[int, ...] = ()
    leavers: tuple[int, ...] = ()
    masks: Ms = 4000
    gate: Ms = 7000
    best_move: Ms = 15_000
    speech: Ms = 20_000
    day: Ms = 8000


@dataclass(frozen=True, slots=True)
class Script:
    """The public half of a game: the devices, every NEXT and PAUSE, the times of the deal's presses, what is told."""

    nights: tuple[NightPlan, ...]
    deal: tuple[Ms, ...]
    extras: tuple[Moment, ...] = ()
    resume: Ms = 5000


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret half: what each deal press enters (a role's number, or NEXT), and every press that is nobody's."""

    deal: tuple[str, ...]
    presses: tuple[Moment, ...] = ()


@dataclass(slots=True)
class ScriptedJudge:
    """Plays `script` with `secret` at `table` until the last day of the script, the end, or `limit`."""

    table: Table
    script: Script
    secret: Secret
    limit: Ms = 3 * 3_600_000
    _agenda: list[tuple[Ms, int, str | Command, str]] = field(default_factory=list)
    _count: int = 0
    _seen: set[tuple[int, str]] = field(default_factory=set)
    _at: tuple[int, str, str, str] | None = None
    _resuming: bool = False

    def play(self) -> Table:
        table = self.table
        table.press("NEXT")
        for _ in range(20_000):
            p = table.referee.state.public
            if p.over or table.now > self.limit or p.night >= len(self.script.nights):
                break
            self._look(p)
            if p.part == "day" and p.doing == "wait" and p.night == len(self.script.nights) - 1 and not self._agenda:
                break
            head = self._agenda[0][0] if self._agenda else None
            moments = [when for when in (table.referee.deadline, head) if when is not None]
            if not moments:
                break
            table.run_to(max(table.now, min(moments)))
            if self._agenda and self._agenda[0][0] <= table.now and self._same_place():
                self._act(*heapq.heappop(self._agenda)[2:])
        table.rest(60_000)
        return table

    def _same_place(self) -> bool:
        """What just began is looked at first: it may put something on the agenda for this very moment."""
        p = self.table.referee.state.public
        return self._at == (p.night, p.part, p.item, p.doing)

    def _push(self, offset: Ms, do: str | Command, secret_at: str = "") -> None:
        """Do it `offset` from now; `secret_at` is the item that a secret press was meant for."""
        self._count += 1
        heapq.heappush(self._agenda, (self.table.now + offset, self._count, do, secret_at))

    def _look(self, p: Public) -> None:
        if p.hold and p.hold.state == "standing" and not self._resuming:
            self._resuming = True
            self._push(self.script.resume, "PAUSE")
        elif p.hold is None:
            self._resuming = False
        here = (p.night, p.part, p.item, p.doing)
        if here == self._at:
            return
        self._at = here
        plan = self.script.nights[min(max(p.night, 0), len(self.script.nights) - 1)]
        if (p.night, p.item) not in self._seen:
            self._seen.add((p.night, p.item))
            for secret, moments in ((False, self.script.extras), (True, self.secret.presses)):
                for moment in moments:
                    if (moment.night, moment.item) == (p.night, p.item):
                        self._push(moment.offset, moment.do, p.item if secret else "")
        if p.item.startswith("take_"):
            self._push(self.script.deal[int(p.item.removeprefix("take_")) - 1], "deal")
        elif p.doing == "wait" and p.item.startswith("card_"):
            self._push(RETRY + 2000, "deal")
        elif p.doing == "wait" and p.item != "day":
            self._push({"masks": plan.masks, "gate": plan.gate}[p.item], "go on")
        elif p.doing == "wait" and p.night < len(self.script.nights) - 1:
            self._push(plan.day, "go on")
        elif p.doing == "speech":
            self._push(plan.speech, "go on")
        elif p.item == "best_move" and p.doing == "slot":
            self._push(plan.best_move, "go on")

    def _act(self, do: str | Command, secret_at: str) -> None:
        """Press, where what the room can see lets this press come from where it comes from."""
        table, p = self.table, self.table.referee.state.public
        now = phase(p, table.now)
        if not isinstance(do, str):
            table.give(do)
        elif do.startswith("lose "):
            table.lose(do.removeprefix("lose "))
        elif do.startswith("return "):
            table.bring_back(do.removeprefix("return "))
        elif do == "deal":
            self._deal(p, now)
        elif do == "go on":
            self._go_on(p, now)
        elif secret_at:
            if now in _MEANT.get(secret_at, (Phase.NIGHT, Phase.GATE)):
                table.press(do)
        elif do == "NEXT" and (now in (Phase.DEAL, Phase.BEST_MOVE, Phase.DAY) or p.item == "gate"):
            pass  # what NEXT does there hangs on what was entered: those presses are the plan's
        elif do == "UNDO" and now is not Phase.DEAL:
            pass
        else:
            table.press(do)

    def _deal(self, p: Public, now: Phase) -> None:
        if now is not Phase.DEAL:
            return
        seat = int(p.item.rpartition("_")[2])
        self.table.press(self.secret.deal[seat - 1])
        after = self.table.referee.state.public
        if after.item == p.item and after.doing == "wait":
            self._push(RETRY, "deal")

    def _go_on(self, p: Public, now: Phase) -> None:
        if p.doing not in ("wait", "speech") and now is not Phase.BEST_MOVE:
            return
        self.table.press("NEXT")
        after = self.table.referee.state.public
        if (after.part, after.item) == (p.part, p.item):
            self._push(RETRY, "go on")


@dataclass(slots=True)
class PatientJudge:
    """Resumes what is paused, confirms what was restored, and presses NEXT: never sooner than the box allows.

    Where NEXT wants a count or a choice first, he enters that nobody held up a hand, or the first seat that is taken.
    """

    table: Table
    presses: int = 0

    def press(self) -> None:
        """One press, after whatever time will do by itself."""
        table = self.table
        table.rest(600_000)
        p = table.referee.state.public
        table.run_to(table.now + (3100 if p.item == "masks" else 1100))
        p = table.referee.state.public
        paused = p.hold is not None and not p.hold.recovery
        self.presses += 1
        refused = table.press("PAUSE" if paused else "NEXT").answer == "refused"
        if refused and phase(p, table.now) in (Phase.COUNT, Phase.GHOST):
            names = ("MISS", *map(str, range(1, p.seats + 1)))
            next((name for name in names if table.press(name).answer == "accepted"), None)

    def until(self, there: Callable[[Public], bool], most: int) -> bool:
        """Press until `there`; False when `most` presses did not bring it."""
        for pressed in range(most + 1):
            self.table.rest(600_000)
            if there(self.table.referee.state.public):
                return True
            if pressed < most:
                self.press()
        return False
