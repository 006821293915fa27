"""One day while it is being told: who spoke how long, who was put up, how the table voted. Nothing is worded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nightbox.game import facts as f
from nightbox.game.facts import Fact
from nightbox.game.programme.tally import UNCOUNTED
from nightbox.game.public import Public, numbers_of
from nightbox.game.state import State
from nightbox.record.paper_day import Ballot, Count, Nomination, Speech, VoteEnd
from nightbox.units import Ms

KINDS = {
    "intro": "introduction", "floor": "speech", "talk": "talk", "mono": "monologue", "golden": "golden", "tie": "tie",
}  # fmt: skip
"""What a speech is, by the kind of its item; every other one is a last word."""


@dataclass(slots=True)
class Stopwatch:
    """The running speech: what was used before `since` (None: it stands), and all that it may use."""

    used: Ms
    allowed: Ms
    since: Ms | None

    def hear(self, p: Public, at: Ms) -> None:
        """The speech goes on, stands or was shifted; `p` is how it is now."""
        if p.hold is None and self.since is None:
            self.since = at
        elif p.hold is None and self.since is not None and p.until > 0:
            self.allowed = self.used + p.until - self.since
        elif p.hold is not None and self.since is not None:
            # What a pause keeps is what counts: an undone NEXT gives back the time that it had left.
            self.used = self.allowed - p.hold.left if p.hold.left > 0 else self.used + at - self.since
            self.since = None
        elif p.hold is not None and p.hold.left > 0:
            self.allowed = self.used + p.hold.left

    def end(self, at: Ms) -> Ms:
        return max(0, self.used + (at - self.since if self.since is not None else 0))


@dataclass(slots=True)
class DayPage:
    """Day `number`; it hears the facts from its morning to the next nightfall."""

    number: int
    began: Ms
    speeches: list[Speech] = field(default_factory=list)
    nominations: list[Nomination] = field(default_factory=list)
    ballots: dict[int, Ballot] = field(default_factory=dict)
    vote: VoteEnd | None = None
    alibi: tuple[int, ...] = ()
    best_move: tuple[int, tuple[int, ...], bool] | None = None
    _clock: Stopwatch | None = None
    _running: int = 0

    def hear(self, fact: Fact, before: State, after: State, at: Ms) -> None:
        self._speeches(fact, before.public, after.public, at)
        p = after.public
        self.alibi = p.alibi or self.alibi
        match fact:
            case f.NominationMade(by, seat):
                self.nominations = [n for n in self.nominations if n.by != by or n.repeated]
                self.nominations.append(Nomination(by, seat, at))
            case f.NominationRepeated(by, seat):
                self.nominations.append(Nomination(by, seat, at, repeated=True))
            case f.VoteBegan(_, number, _, voters):
                self.ballots[number] = Ballot(number, at, voters, ())
            case f.VoteEnded(_, how, seats):
                self.vote = VoteEnd(how, numbers_of(seats), at)
            case f.BestMoveNumber(_) if p.leaving:
                self.best_move = (p.leaving[0], after.ledger.numbers, False)
            case f.BestMoveTaken(seat, first, second, third) if seat in p.leaving:
                self.best_move = (seat, tuple(n for n in (first, second, third) if n), True)
            case _:
                pass
        self._votes(p)

    def _votes(self, p: Public) -> None:
        for ballot in p.ballots:
            if known := self.ballots.get(ballot.round):
                raised = -1 if ballot.raised == UNCOUNTED else ballot.raised
                self.ballots[ballot.round] = replace(
                    known,
                    counts=tuple(Count(seat, ballot.count(seat)) for seat in ballot.seats),
                    allowed=None if ballot.allowed < 0 else ballot.allowed == 1,
                    raised=None if ballot.raised < 0 else raised,
                    ghost=p.ghost_choice if ballot is p.ballot else 0,
                )

    def _speeches(self, fact: Fact, before: Public, after: Public, at: Ms) -> None:
        goes_on = before.doing == after.doing == "speech" and before.item == after.item
        if self._clock and (not goes_on or isinstance(fact, f.SpeechBegan)):
            spoken = self.speeches[self._running]
            shifted = self._clock.allowed - spoken.limit
            self.speeches[self._running] = replace(spoken, lasted=self._clock.end(at), shifted=shifted)
            self._clock = None
        match fact:
            case f.SpeechRuled(seat, right):
                self.speeches.append(Speech("speech", seat, right))
            case f.SpeechBegan(item, seat, until):
                kind = KINDS.get(item.partition(":")[0], "last_word")
                ruled = self.speeches[-1] if self.speeches else None
                right = "full"
                if ruled and (ruled.kind, ruled.seat, ruled.began) == (kind, seat, None):
                    right = self.speeches.pop().right
                self.speeches.append(Speech(kind, seat, right, max(0, until - at), began=at))
                self._running = len(self.speeches) - 1
                self._clock = Stopwatch(0, max(0, until - at), at)
            case _ if self._clock:
                self._clock.hear(after, at)
