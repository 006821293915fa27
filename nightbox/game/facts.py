"""What happened: facts as a witness would tell them, in the past tense, and their one form on the disk.

A fact's fields are ids, integers and strings. PUBLIC facts are what the room may know; SECRET ones are the judge's
until the one gate (reveal.py) turns them into public ones. Steps and roles are named by id, never by position.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args

from nightbox.units import Ms

# --- public: the run of the programme ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartBegan:
    """A part of the game began: "dusk", "night", "morning", "day", "exits" or "end"; `night` counts from 0."""

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
    """A window of the night opened, until `until`; presses from `since` on belong to `step`."""

    item: str
    step: str
    since: Ms
    until: Ms


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


# --- public: what became of the players -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerKilled:
    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class NobodyKilled:
    night: int


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """Removed by the judge; announced now, whenever it was entered."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerVotedOut:
    day: int
    seat: int


@dataclass(frozen=True, slots=True)
class BestMoveTaken:
    """The best move of `seat`, as it is repeated by the voice; 0 where a number was not named."""

    seat: int
    first: int
    second: int
    third: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The end, as it is announced: `winner` is a team's id or "draw"."""

    winner: str


# --- public: devices, recovery, corrections ---------------------------------------------------------------------


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


# --- secret: what the judge entered -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoleEntered:
    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class ShotRecorded:
    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class MissRecorded:
    """A deliberate miss, or no choice: kept apart from no entry at all."""

    night: int
    step: str


@dataclass(frozen=True, slots=True)
class CheckRecorded:
    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class OrderRecorded:
    """The next seat of the mafia's order of kills, as the Don set it in the meeting."""

    night: int
    step: str
    seat: int


@dataclass(frozen=True, slots=True)
class SignRecorded:
    """The one who shows himself by a sign is `seat`, and nobody else has his `role`."""

    night: int
    step: str
    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class EntryForgotten:
    """An entry of an earlier step of this night was taken back by the judge."""

    night: int
    step: str


@dataclass(frozen=True, slots=True)
class BestMoveNumber:
    """The next number of the best move, before it is closed."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A seat at the result gate: the first replaces what the night's entries gave, later ones add."""

    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class ResultNobody:
    night: int


@dataclass(frozen=True, slots=True)
class ResultCleared:
    night: int


@dataclass(frozen=True, slots=True)
class LeaverEntered:
    """A seat that leaves by vote, until NEXT announces it."""

    day: int
    seat: int


@dataclass(frozen=True, slots=True)
class FoulGiven:
    """`kind`: "foul", "technical", "big_technical" or "warning"."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class FoulAmended:
    """The last foul of `seat` became another kind while FOUL was still held."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class RemovalEntered:
    """A removal, not yet announced."""

    seat: int


@dataclass(frozen=True, slots=True)
class TeamDefeatEntered:
    """The team of `seat` was given the defeat."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameDecided:
    """The result stands from this moment, although the programme runs on and the room does not know."""

    winner: str


# --- the journal's own ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undone:
    """Entry number `entry` counts no more."""

    entry: int


PublicFact: TypeAlias = (
    PartBegan
    | LineBegan
    | LineTimed
    | SlotOpened
    | GapBegan
    | WaitBegan
    | SpeechBegan
    | SpeechShifted
    | MusicTurned
    | Passed
    | ResultOpened
    | EndAsked
    | TimeUp
    | NextPressed
    | CardTaken
    | PauseAsked
    | Paused
    | PauseLineBegan
    | PauseLineTimed
    | PauseLineEnded
    | ResumeAsked
    | Resumed
    | PlayerKilled
    | NobodyKilled
    | PlayerRemoved
    | PlayerVotedOut
    | BestMoveTaken
    | GameEnded
    | DeviceLost
    | DeviceReturned
    | AsideBegan
    | AsideTimed
    | AsideEnded
    | GameRecovered
    | TableCorrected
    | GameAbandoned
)
SecretFact: TypeAlias = (
    RoleEntered
    | ShotRecorded
    | MissRecorded
    | CheckRecorded
    | OrderRecorded
    | SignRecorded
    | EntryForgotten
    | BestMoveNumber
    | ResultEntered
    | ResultNobody
    | ResultCleared
    | LeaverEntered
    | FoulGiven
    | FoulAmended
    | RemovalEntered
    | TeamDefeatEntered
    | GameDecided
)
Fact: TypeAlias = PublicFact | SecretFact | Undone

PUBLIC: tuple[type, ...] = get_args(PublicFact)
SECRET: tuple[type, ...] = get_args(SecretFact)

_BY_NAME: dict[str, type] = {kind.__name__: kind for kind in (*PUBLIC, *SECRET, Undone)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One command's facts, numbered from 1 and stamped with table time.

    `cause`: "entry" (seat, MISS, foul, role: undone alone), "step" (NEXT, PAUSE, the deal: undone with what time
    did since), "reveal" (spoken: a barrier), "time", "sound", "device", "undo", "recovery" or "correction".
    `source` is the press that asked for it, unique in a game: "pad1/9F3A/41"; None where nothing can be sent twice.
    """

    n: int
    at: Ms
    cause: str
    facts: tuple[Fact, ...]
    source: str | None = None


def to_json(fact: Fact) -> list[Any]:
    """["ShotRecorded", {"night": 1, "step": "shot", "seat": 7}]"""
    return [type(fact).__name__, {field.name: getattr(fact, field.name) for field in fields(fact)}]


def from_json(item: list[Any]) -> Fact:
    """The fact that `to_json` wrote. Raises ValueError for a name or fields that no fact has."""
    try:
        name, values = item
        fact: Fact = _BY_NAME[name](**values)
    except (KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"{item!r} is not a fact of this nightbox: {wrong}") from None
    return fact
