"""PUBLIC: the run of the programme, its pauses, its devices, and what was put right."""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class PartBegan:
    """A part of the game began; `night` counts from 0, and is -1 before the first.

    "introductions", "dusk", "night", "morning", "day" (the speeches), "vote", "exits", "evening" or "end".
    """

    part: str
    night: int


@dataclass(frozen=True, slots=True)
class LineBegan:
    """The box began to say `line` at the programme's item; without an answer of the sound it is over at `until`."""

    item: str
    line: str
    until: Ms


@dataclass(frozen=True, slots=True)
class LineTimed:
    """The sound answered: the running line ends at `until`."""

    until: Ms


@dataclass(frozen=True, slots=True)
class SlotOpened:
    """A window opened, until `until`; presses from `since` on belong to `step`. `line` is said as it opens."""

    item: str
    step: str
    since: Ms
    until: Ms
    line: str = ""


@dataclass(frozen=True, slots=True)
class GapBegan:
    """Nothing is said and nobody acts, until `until`."""

    item: str
    until: Ms


@dataclass(frozen=True, slots=True)
class WaitBegan:
    """The programme stands until the judge's key."""

    item: str


@dataclass(frozen=True, slots=True)
class SpeechBegan:
    """The clock of a speech began to count for `seat`, until `until`."""

    item: str
    seat: int
    until: Ms


@dataclass(frozen=True, slots=True)
class SpeechShifted:
    """The judge gave or took seconds: the running speech now ends at `until`."""

    until: Ms


@dataclass(frozen=True, slots=True)
class SignalGiven:
    """The clock of a speech came to a mark: the box says `line` over it, and nothing waits for that."""

    item: str
    line: str


@dataclass(frozen=True, slots=True)
class TellAsked:
    """What was just entered is said at `at` unless it is replaced: ids of lines, with blanks between them."""

    lines: str
    at: Ms


@dataclass(frozen=True, slots=True)
class MusicTurned:
    """The music went to `level`: "night", "low" (someone masked is heard) or "off"."""

    item: str
    level: str


@dataclass(frozen=True, slots=True)
class Passed:
    """An item that takes no time went by."""

    item: str


@dataclass(frozen=True, slots=True)
class ResultOpened:
    """The last sleep call of the night has ended: presses from `since` on are for the result gate."""

    since: Ms


@dataclass(frozen=True, slots=True)
class EndAsked:
    """The judge wants to name the winner himself."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A speech or a best move has used its time; it stays open until the judge's NEXT."""

    item: str


@dataclass(frozen=True, slots=True)
class NextPressed:
    """The judge's NEXT moved the programme on from `item`."""

    item: str


@dataclass(frozen=True, slots=True)
class CardTaken:
    seat: int


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """PAUSE while a line was running: the pause begins when the line has ended."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The programme stands; `left` is what remains of the running window, -1 where none is running."""

    left: Ms


@dataclass(frozen=True, slots=True)
class PauseLineBegan:
    """The neutral sentence of a pause: `line` is "paused", "resumed", "unfinished_game" or "game_restored"."""

    line: str
    until: Ms


@dataclass(frozen=True, slots=True)
class PauseLineEnded:
    """It ended; the next reminder is due at `until`, or never (-1)."""

    until: Ms


@dataclass(frozen=True, slots=True)
class PauseLineTimed:
    """The sound answered: the sentence of the pause ends at `until`."""

    until: Ms


@dataclass(frozen=True, slots=True)
class ResumeAsked:
    """PAUSE again: a pause that was only asked for is off; a sentence that is running is answered when it ends."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The programme goes on; the running window ends at `until`, or -1: its item begins again."""

    until: Ms


@dataclass(frozen=True, slots=True)
class DeviceLost:
    device: str


@dataclass(frozen=True, slots=True)
class DeviceReturned:
    device: str


@dataclass(frozen=True, slots=True)
class AsideBegan:
    """A sentence beside the programme (a lost pad), by day only."""

    line: str
    until: Ms


@dataclass(frozen=True, slots=True)
class AsideTimed:
    """The sound answered: the sentence beside the programme ends at `until`."""

    until: Ms


@dataclass(frozen=True, slots=True)
class AsideEnded:
    """The sentence beside the programme was over."""


@dataclass(frozen=True, slots=True)
class GameRecovered:
    """The box was started again in the middle of this game and waits for the judge.

    The programme will go on at `item`: with `left` of its window, or, where `left` is -1, from its beginning.
    """

    item: str
    left: Ms


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """The judge put the box right (CorrectTable); the fields are the command's."""

    what: str
    seat: int
    value: int
    winner: str


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The judge gave the game up; it has no result."""
