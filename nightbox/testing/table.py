"""A virtual table: the real referee under a virtual clock, a room that answers as a healthy one does, a judge's pad.

Waiting is jumping: time goes from deadline to deadline. Nothing here is slept through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightbox.game.clockwork import Tempo
from nightbox.game.commands import (
    Command,
    CueEnds,
    LoseDevice,
    Press,
    Recover,
    ReturnDevice,
    TimePassed,
)
from nightbox.game.cues import Cue, Say
from nightbox.game.facts import Entry
from nightbox.game.keys import key
from nightbox.game.referee import LEAD, Outcome, Referee, alive_point
from nightbox.game.ruleset import Ruleset
from nightbox.testing.trace import Event, Trace
from nightbox.units import Ms

NIGHT_LIMIT: Ms = 24 * 3_600_000


class Table:
    """One game in virtual time. `voice` False: no sound answers, and lines end by their grace.

    `journal` is what a disk would hold: a cut keeps it and forgets everything else.
    """

    def __init__(
        self,
        rules: Ruleset,
        lengths: Mapping[str, Ms],
        seats: int = 10,
        *,
        entries: Sequence[Entry] = (),
        voice: bool = True,
        lead: Ms = LEAD,
    ) -> None:
        self.tempo = Tempo(rules, lengths)
        self.seats = seats
        self.voice = voice
        self.lead = lead
        self.journal: list[Entry] = list(entries)
        self.referee = Referee(self.tempo, seats, entries, lead)
        self.trace = Trace()
        self.cues: list[Cue] = []
        self.lamp: list[Event] = []
        self.now: Ms = self.referee.last_at

    @property
    def public_trace(self) -> list[Event]:
        return self.trace.in_order()

    def give(self, command: Command, source: str | None = None, at: Ms | None = None) -> Outcome:
        """Hand one command to the referee at `at` (now), and let the room do what comes of it."""
        outcome = self.referee.handle(command, self.now if at is None else at, source)
        self._follow(outcome)
        return outcome

    def _follow(self, outcome: Outcome) -> None:
        self.journal.extend(outcome.entries)
        for n, cue in outcome.cues:
            self.cues.append(cue)
            self.trace.add(cue)
            if isinstance(cue, Say) and self.voice:
                self._follow(self.referee.handle(CueEnds(n, cue.at + cue.length), self.now))

    def press(self, name: str, at: Ms | None = None, source: str | None = None) -> Outcome:
        """The judge presses a key at `at`; the lamp answers at once, as with a fast disk."""
        if at is not None:
            self.run_to(at)
        outcome = self.give(Press(key(name)), source)
        if outcome.answer in ("accepted", "refused"):
            self.lamp.append(Event(self.now, "lamp", outcome.answer))
        return outcome

    def run_to(self, at: Ms) -> None:
        """Jump from deadline to deadline until `at`."""
        while (deadline := self.referee.deadline) is not None and deadline <= at:
            self.now = max(self.now, deadline)
            self.give(TimePassed())
        self.now = max(self.now, at)

    def rest(self, limit: Ms = NIGHT_LIMIT) -> None:
        """Jump until only a person can move the game. Reminders of an unfinished game do not count as movement."""
        end = self.now + limit
        while (deadline := self.referee.deadline) is not None and deadline <= end:
            hold = self.referee.state.public.hold
            if hold and hold.recovery and hold.state == "standing":
                return
            self.run_to(max(self.now, deadline))

    def lose(self, device: str) -> None:
        self.give(LoseDevice(device))

    def bring_back(self, device: str) -> None:
        self.give(ReturnDevice(device))

    def cut(self, alive: Ms = 0) -> None:
        """The plug is pulled and put back: the journal stays, table time goes on just behind it."""
        last = self.journal[-1] if self.journal else None
        self.referee = Referee(self.tempo, self.seats, self.journal, self.lead)
        self.trace.playing = False
        self.now = alive_point(0, last, alive)
        self.give(Recover())
