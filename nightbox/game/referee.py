"""The one door to the game: `handle(command, at)` -> Outcome; the next deadline; recovery.

Rules of this file:
- Time is an argument. Deadlines that are due at a command's stamp are played first, so that a flood of presses cannot
  starve time, and what time does carries the deadline's moment, not that of waking.
- `handle` computes on a draft and assigns last: what raises changes nothing.
- What a key does is in orders.py; what it takes back in undo.py; what it means in meanings.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from nightbox.game import amend, clockwork, night, orders, reveal, room
from nightbox.game.clockwork import Tempo
from nightbox.game.commands import (
    Amend,
    Command,
    CorrectEntry,
    CorrectTable,
    CueEnds,
    EnterRole,
    LoseDevice,
    Press,
    Recover,
    Remind,
    ReturnDevice,
    TimePassed,
)
from nightbox.game.cues import Cue, Say
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    AsideBegan,
    AsideTimed,
    DeviceLost,
    DeviceReturned,
    Entry,
    EntryForgotten,
    GameRecovered,
    LineBegan,
    LineTimed,
    MissRecorded,
    PartBegan,
    PauseLineBegan,
    PauseLineTimed,
    RoleEntered,
    TableCorrected,
    WaitBegan,
)
from nightbox.game.public import NEVER
from nightbox.game.rulings import Memory, Refused, Ruling
from nightbox.game.state import State, fold
from nightbox.units import Ms

LEAD: Ms = 50
"""How far ahead of its moment the sound is told what to say."""

MOST_CORRECTED = 99
"""The highest number of a night, or of fouls, that a correction may set."""

Answer: TypeAlias = Literal["", "accepted", "refused", "new_game", "sound_check", "seats"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command. `cues` name the entry that asks for them; `n` is the entry that `answer` stands for.

    "new_game", "sound_check" and "seats" (so many, in `n`) are for the loop to do: the game itself does not change.
    """

    entries: tuple[Entry, ...] = ()
    cues: tuple[tuple[int, Cue], ...] = ()
    answer: Answer = ""
    n: int = 0
    why: str = ""


class Referee:
    """One game. `entries` is the journal so far; `seats` the number of players."""

    def __init__(self, tempo: Tempo, seats: int, entries: Sequence[Entry] = (), lead: Ms = LEAD) -> None:
        self.tempo = tempo
        self.seats = seats
        self.lead = lead
        self.log: list[Entry] = list(entries)
        self.state: State = fold(seats, self.log)
        self._memory = Memory()
        self._sources = {entry.source: entry.n for entry in self.log if entry.source}

    @property
    def deadline(self) -> Ms | None:
        """When `handle(TimePassed(), at)` is owed at the latest; None while only a person can move the game."""
        return clockwork.wake(self.tempo, self.state.public, self.lead)

    @property
    def last_at(self) -> Ms:
        return self.log[-1].at if self.log else 0

    def handle(self, command: Command, at: Ms, source: str | None = None) -> Outcome:
        """Grant or refuse `command`, stamped `at`. `source` names a press that may be sent twice."""
        if source is not None and source in self._sources:
            return Outcome(answer="accepted", n=self._sources[source])
        draft = Draft(self.tempo, self.state, self.log)
        draft.pass_time(at, self.lead if isinstance(command, TimePassed) else 0)
        verdict = self._obey(draft, command, at, source)
        outcome = Outcome(tuple(draft.entries), tuple(draft.cues), verdict.answer, verdict.n, verdict.why)
        self.state = draft.state
        self.log.extend(draft.entries)
        self._sources |= {entry.source: entry.n for entry in draft.entries if entry.source}
        self._memory = verdict.memory
        return outcome

    def _obey(self, draft: Draft, command: Command, at: Ms, source: str | None) -> Ruling:
        match command:
            case Press(key):
                return orders.press(draft, key, at, source, self._memory)
            case TimePassed():
                return self._silently()
            case CueEnds(n, moment):
                self._cue_ends(draft, n, moment, at)
                return self._silently()
            case LoseDevice(device):
                if draft.public.part != "lobby" and not draft.public.over and device not in draft.public.lost:
                    draft.put(DeviceLost(device))
                    draft.close("device", at)
                    draft.pass_time(at, 0)
                return self._silently()
            case ReturnDevice(device):
                if device in draft.public.lost:
                    draft.put(DeviceReturned(device))
                    draft.close("device", at)
                    draft.pass_time(at, 0)
                return self._silently()
            case Recover():
                self._recover(draft, at)
                return self._silently()
            case Remind():
                hold = draft.public.hold
                if hold and hold.recovery and hold.state in ("line", "standing") and not hold.wish:
                    until = self.tempo.line_until("unfinished_game", at, draft.public)
                    draft.put(PauseLineBegan("unfinished_game", until))
                    draft.close("recovery", at)
                return self._silently()
            case EnterRole(seat, role):
                return self._enter_role(draft, seat, role, at, source)
            case CorrectEntry(step, seat):
                return self._correct_entry(draft, step, seat, at, source)
            case CorrectTable():
                return self._correct_table(draft, command, at, source)
            case _:
                return self._amend(draft, command, at, source)

    def _silently(self) -> Ruling:
        return Ruling("", 0, "", self._memory)

    def _refuse(self, why: str) -> Ruling:
        return Ruling("refused", 0, why, self._memory)

    def _accept(self, draft: Draft, cause: str, at: Ms, source: str | None) -> Ruling:
        entry = draft.close(cause, at, source)
        draft.pass_time(at, 0)
        return Ruling("accepted", entry.n if entry else 0, "", self._memory)

    # --- sound, recovery ----------------------------------------------------------------------------------------

    def _cue_ends(self, draft: Draft, n: int, moment: Ms, at: Ms) -> None:
        """Only the newest line of its kind may be timed, so that the end of an old line never opens a new slot."""
        for entry in reversed(draft.all_entries):
            for fact in entry.facts:
                if not isinstance(fact, LineBegan | PauseLineBegan | AsideBegan):
                    continue
                if entry.n != n:
                    if entry.n > n and isinstance(fact, LineBegan):
                        return
                    continue
                p = draft.public
                # An answer cannot end a line before it began, nor hold it longer than its grace.
                began = fact.until - clockwork.GRACE - self.tempo.length(fact.line)
                until = min(max(moment, began), fact.until)
                match fact:
                    case LineBegan(item) if p.doing == "line" and p.item == item and p.until == fact.until:
                        draft.put(LineTimed(until))
                    case PauseLineBegan() if p.hold and p.hold.until == fact.until:
                        draft.put(PauseLineTimed(until))
                    case AsideBegan() if p.aside_until == fact.until:
                        draft.put(AsideTimed(until))
                    case _:
                        return
                draft.close("sound", at)
                draft.pass_time(at, 0)
                return
            if entry.n < n:
                return

    def _recover(self, draft: Draft, at: Ms) -> None:
        p = draft.public
        if p.part == "lobby" or p.over:
            return
        item, left = clockwork.recovery_point(self.tempo, p, at)
        line = "unfinished_game"
        draft.put(GameRecovered(item, left), PauseLineBegan(line, self.tempo.line_until(line, at, draft.public)))
        entry = draft.close("recovery", at)
        assert entry is not None
        # The room is blank after a start: the music comes first, then everything else.
        said: list[tuple[int, Cue]] = [(n, c) for n, c in draft.cues if n == entry.n and isinstance(c, Say)]
        draft.cues = [(entry.n, cue) for cue in room.everything(draft.public, at)] + said

    # --- entries that come from a page or a typed line ------------------------------------------------------------

    def _enter_role(self, draft: Draft, seat: int, role: str, at: Ms, source: str | None) -> Ruling:
        if draft.public.part == "lobby":
            return self._refuse("игра не идёт")
        if not 1 <= seat <= self.seats:
            return self._refuse(f"нет места {seat}")
        if self.tempo.rules.role(role) is None:
            return self._refuse(f"нет роли {role}")
        draft.put(RoleEntered(seat, role))
        draft.put(*reveal.decided(self.tempo.rules, draft.state))
        return self._accept(draft, "entry", at, source)

    def _correct_entry(self, draft: Draft, step: str, seat: int | None, at: Ms, source: str | None) -> Ruling:
        p = draft.public
        if p.part != "night" or step not in [mark.step for mark in p.marks]:
            return self._refuse("этого шага в эту ночь не было")
        if seat is None:
            draft.put(EntryForgotten(p.night, step))
        elif seat == 0:
            draft.put(MissRecorded(p.night, step))
        elif facts := night.step_entry(draft, step, seat):
            draft.put(*facts)
        else:
            return self._refuse(f"этот шаг не принимает номер {seat}")
        return self._accept(draft, "entry", at, source)

    def _correct_table(self, draft: Draft, c: CorrectTable, at: Ms, source: str | None) -> Ruling:
        p = draft.public
        resting = p.doing in ("wait", "speech") and p.part in ("morning", "day", "vote", "exits", "evening")
        if not resting and (not p.over or p.doing == "line"):
            return self._refuse("стол исправляют днём или когда конец объявлен")
        if c.what in ("seat_in", "seat_out", "first_speaker", "fouls") and not 1 <= c.seat <= self.seats:
            return self._refuse(f"нет места {c.seat}")
        if c.what in ("night", "fouls") and not 0 <= c.value <= MOST_CORRECTED:
            return self._refuse(f"{c.value} — не число от 0 до {MOST_CORRECTED}")
        if c.what == "winner" and not p.over:
            return self._refuse("победа ещё не объявлена")
        if c.what == "winner" and c.winner and c.winner not in dict(self.tempo.rules.win_lines):
            return self._refuse(f"нет исхода {c.winner}")
        if c.what == "seat_in" and c.seat in p.alive:
            return self._refuse(f"игрок {c.seat} за столом")
        if c.what == "seat_out" and c.seat not in p.alive:
            return self._refuse(f"игрок {c.seat} уже вышел")
        draft.put(TableCorrected(c.what, c.seat, c.value, c.winner))
        if not p.over:
            draft.put(*reveal.decided(self.tempo.rules, draft.state))
        elif c.what == "winner" and not c.winner and self.tempo.rules.day:
            # Not through the verdict: what makes it may have to be put right first.
            draft.put(PartBegan("evening", p.night), WaitBegan("evening"))
        return self._accept(draft, "correction", at, source)

    def _amend(self, draft: Draft, command: Amend, at: Ms, source: str | None) -> Ruling:
        result = amend.amend(draft, command)
        if isinstance(result, Refused):
            return self._refuse(result.why)
        return self._accept(draft, result.cause, at, source)


def alive_point(at: Ms, last: Entry | None, alive: Ms) -> Ms:
    """Where table time goes on after a start: just behind the last entry and the last second of a day's clock."""
    return max(at, (last.at if last else 0) + 1, alive + 1)


__all__ = ["LEAD", "NEVER", "Outcome", "Referee", "alive_point"]
