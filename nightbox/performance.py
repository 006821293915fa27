"""From cues to the room: the speaker, the LED clock, and the reveals that wait for the disk.

A reveal is held until the disk has it or half a second has gone by. Without a speaker a line takes the time that it
would have taken, and at night the lamp beats for the judge who calls instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nightbox.answers import Answers
from nightbox.devices import NS, Room, TableClock
from nightbox.game.commands import CueEnds
from nightbox.game.cues import Cue, LowerMusic, PlayMusic, Say, ShowClock, StopMusic
from nightbox.game.foresight import upcoming
from nightbox.game.public import Public
from nightbox.game.referee import Referee
from nightbox.units import Ms

REVEAL_WAIT: Ms = 500
"""How long the voice waits for the disk before it reveals what the disk may not have."""


class Performance:
    """What one game makes the room do. `ends` hands the end of a line to the referee."""

    def __init__(
        self, referee: Referee, room: Room, clock: TableClock, answers: Answers, ends: Callable[[CueEnds], object]
    ) -> None:
        self._referee, self._room, self._clock = referee, room, clock
        self._answers, self._ends = answers, ends
        self._held: list[tuple[int, Ms, Cue]] = []

    @property
    def _public(self) -> Public:
        return self._referee.state.public

    # --- cues and reveals ---------------------------------------------------------------------------------------

    def perform(self, cues: Iterable[tuple[int, Cue]], now: Ms, reveals: Sequence[int] = ()) -> None:
        """Do what the cues ask; those of the entries `reveals` only when the disk has them."""
        for n, cue in cues:
            if n in reveals and n > self._answers.durable and "disk" not in self._room.lost:
                self._held.append((n, now, cue))
            else:
                self._do(n, cue)

    @property
    def patience_ends(self) -> Ms | None:
        """When the oldest reveal that is held is spoken whatever the disk does."""
        return self._held[0][1] + REVEAL_WAIT if self._held else None

    def pass_time(self, now: Ms) -> None:
        if self._held and now >= self._held[0][1] + REVEAL_WAIT:
            self._answers.light("attention", "диск не успевает")
            self.release(self._held[-1][0])

    def release(self, n: int) -> None:
        """The disk has entry `n`, or was waited for long enough: what it reveals may be heard."""
        ready = [(number, cue) for number, _, cue in self._held if number <= n]
        self._held = [held for held in self._held if held[0] > n]
        for number, cue in ready:
            self._do(number, cue)

    def _do(self, n: int, cue: Cue) -> None:
        due, voice = self._clock.ns(cue.at), self._room.voice
        match cue:
            case Say(_, line, at, length):
                if voice.alive:
                    # What was held, or pressed on a slow line, is said now: the speaker drops what is long past.
                    voice.say(n, line, max(due, self._room.inbox.now_ns()))
                else:
                    self._beat()
                    self._ends(CueEnds(n, at + length))
            case PlayMusic():
                voice.play_music(due)
            case LowerMusic():
                voice.lower_music(due)
            case StopMusic():
                voice.stop_music(due)
            case ShowClock(face, at):
                self._room.clock.show(face, at)

    def _beat(self) -> None:
        """Nobody hears the box: the lamp tells the judge when to speak, as long as the masks are on."""
        if self._public.part in ("dusk", "night") or self._public.music != "off":
            self._answers.light("beat")

    def slot_ended(self) -> None:
        """A window is over and nothing is said: without a voice the lamp tells that too."""
        if not self._room.voice.alive:
            self._beat()

    # --- what the speaker answers -------------------------------------------------------------------------------

    def line_began(self, n: int, at: Ms) -> None:
        if said := self._said(n):
            self._ends(CueEnds(n, at + self._length(said)))

    def line_failed(self, n: int) -> None:
        """It will not be heard: it takes the time that it would have taken."""
        if said := self._said(n):
            self._beat()
            self._ends(CueEnds(n, self._referee.log[n - 1].at + self._length(said)))

    def _said(self, n: int) -> str:
        """The line that entry `n` said."""
        if not 1 <= n <= len(self._referee.log):
            return ""
        lines = (getattr(fact, "line", "") for fact in self._referee.log[n - 1].facts)
        return next((line for line in lines if line), "")

    def _length(self, line: str) -> Ms:
        return self._referee.tempo.length(line)

    # --- between games ------------------------------------------------------------------------------------------

    def announce(self, line: str) -> None:
        """A sentence that belongs to no game: ready, a pad that comes or goes before the cards."""
        self._room.voice.say(0, line, self._room.inbox.now_ns())

    def sound_check(self) -> int:
        """Music at its night level, a call over it, silence: in no journal. Returns the moment (ns) when it is over."""
        now, voice = self._room.inbox.now_ns(), self._room.voice
        first, last = self._length("sound_check"), self._length("sound_check_over")
        voice.play_music(now)
        voice.say(0, "sound_check", now + 2500 * NS)
        voice.say(0, "sound_check_over", now + (3500 + first) * NS)
        over = now + (4500 + first + last) * NS
        voice.stop_music(over)
        return over

    def prepare(self) -> None:
        """What may be said soon is in memory before it is due."""
        self._room.voice.prepare(upcoming(self._referee.tempo.rules, self._public))
