"""What happened: facts as a witness would tell them, in the past tense, and their one form on the disk.

A fact's fields are ids, integers and strings. PUBLIC facts are what the room may know; SECRET ones are the judge's
until the one gate (reveal.py) turns them into public ones. Steps and roles are named by id, never by position.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args

from nightbox.game.facts.beside import (
    MarkGiven,
    PlayerNamed,
    PointsGiven,
    ReasonGiven,
    ResultAmended,
    SeatVoted,
    ShooterRecorded,
)
from nightbox.game.facts.entered import (
    AlibiEntered,
    BestMoveNumber,
    CheckRecorded,
    EntryForgotten,
    FoulAmended,
    FoulGiven,
    GameDecided,
    GhostEntered,
    HealRecorded,
    LeaverEntered,
    MissRecorded,
    OrderRecorded,
    RemovalEntered,
    ResultCleared,
    ResultEntered,
    ResultNobody,
    RoleEntered,
    ShotRecorded,
    SignRecorded,
    TeamDefeatEntered,
    VisitRecorded,
)
from nightbox.game.facts.running import (
    AsideBegan,
    AsideEnded,
    AsideTimed,
    CardTaken,
    DeviceLost,
    DeviceReturned,
    EndAsked,
    GameAbandoned,
    GameRecovered,
    GapBegan,
    LineBegan,
    LineTimed,
    MusicTurned,
    NextPressed,
    PartBegan,
    Passed,
    PauseAsked,
    Paused,
    PauseLineBegan,
    PauseLineEnded,
    PauseLineTimed,
    ResultOpened,
    ResumeAsked,
    Resumed,
    SignalGiven,
    SlotOpened,
    SpeechBegan,
    SpeechShifted,
    TableCorrected,
    TellAsked,
    TimeUp,
    WaitBegan,
)
from nightbox.game.facts.table import (
    AlibiTold,
    BestMoveTaken,
    GameEnded,
    GhostChose,
    GhostKept,
    GoldenMinuteTaken,
    NobodyKilled,
    NominationMade,
    NominationRepeated,
    PlayerKilled,
    PlayerRemoved,
    PlayerVotedOut,
    ProtocolOffered,
    ProtocolTaken,
    RaiseAsked,
    RaiseCounted,
    SpeechRuled,
    VoteBegan,
    VoteCancelled,
    VoteEnded,
    VotesCounted,
)
from nightbox.units import Ms


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
    | SignalGiven
    | TellAsked
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
    | PauseLineEnded
    | PauseLineTimed
    | ResumeAsked
    | Resumed
    | DeviceLost
    | DeviceReturned
    | AsideBegan
    | AsideTimed
    | AsideEnded
    | GameRecovered
    | TableCorrected
    | GameAbandoned
    | PlayerKilled
    | NobodyKilled
    | PlayerRemoved
    | PlayerVotedOut
    | BestMoveTaken
    | GameEnded
    | SpeechRuled
    | NominationMade
    | NominationRepeated
    | GoldenMinuteTaken
    | VoteBegan
    | VotesCounted
    | RaiseAsked
    | RaiseCounted
    | VoteCancelled
    | VoteEnded
    | AlibiTold
    | GhostKept
    | GhostChose
    | ProtocolOffered
    | ProtocolTaken
)
SecretFact: TypeAlias = (
    RoleEntered
    | ShotRecorded
    | MissRecorded
    | CheckRecorded
    | VisitRecorded
    | HealRecorded
    | OrderRecorded
    | SignRecorded
    | EntryForgotten
    | BestMoveNumber
    | ResultEntered
    | ResultNobody
    | ResultCleared
    | GhostEntered
    | AlibiEntered
    | LeaverEntered
    | FoulGiven
    | FoulAmended
    | RemovalEntered
    | TeamDefeatEntered
    | GameDecided
    | PlayerNamed
    | ShooterRecorded
    | SeatVoted
    | PointsGiven
    | MarkGiven
    | ResultAmended
    | ReasonGiven
)
Fact: TypeAlias = PublicFact | SecretFact | Undone

PUBLIC: tuple[type, ...] = get_args(PublicFact)
SECRET: tuple[type, ...] = get_args(SecretFact)

_BY_NAME: dict[str, type] = {kind.__name__: kind for kind in (*PUBLIC, *SECRET, Undone)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One command's facts, numbered from 1 and stamped with table time.

    `cause`: "entry" (seat, MISS, foul, role: undone alone), "step" (NEXT, PAUSE, the deal: undone with what time
    did since), "reveal" (spoken: a barrier), "time", "sound", "device", "undo", "recovery", "correction" or
    "amendment" (beside the game: no UNDO reaches it).
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


__all__ = [
    "PUBLIC",
    "SECRET",
    "AlibiEntered",
    "AlibiTold",
    "AsideBegan",
    "AsideEnded",
    "AsideTimed",
    "BestMoveNumber",
    "BestMoveTaken",
    "CardTaken",
    "CheckRecorded",
    "DeviceLost",
    "DeviceReturned",
    "EndAsked",
    "Entry",
    "EntryForgotten",
    "Fact",
    "FoulAmended",
    "FoulGiven",
    "GameAbandoned",
    "GameDecided",
    "GameEnded",
    "GameRecovered",
    "GapBegan",
    "GhostChose",
    "GhostEntered",
    "GhostKept",
    "GoldenMinuteTaken",
    "HealRecorded",
    "LeaverEntered",
    "LineBegan",
    "LineTimed",
    "MarkGiven",
    "MissRecorded",
    "MusicTurned",
    "NextPressed",
    "NobodyKilled",
    "NominationMade",
    "NominationRepeated",
    "OrderRecorded",
    "PartBegan",
    "Passed",
    "PauseAsked",
    "PauseLineBegan",
    "PauseLineEnded",
    "PauseLineTimed",
    "Paused",
    "PlayerKilled",
    "PlayerNamed",
    "PlayerRemoved",
    "PlayerVotedOut",
    "PointsGiven",
    "ProtocolOffered",
    "ProtocolTaken",
    "PublicFact",
    "RaiseAsked",
    "RaiseCounted",
    "ReasonGiven",
    "RemovalEntered",
    "ResultAmended",
    "ResultCleared",
    "ResultEntered",
    "ResultNobody",
    "ResultOpened",
    "ResumeAsked",
    "Resumed",
    "RoleEntered",
    "SeatVoted",
    "SecretFact",
    "ShooterRecorded",
    "ShotRecorded",
    "SignRecorded",
    "SignalGiven",
    "SlotOpened",
    "SpeechBegan",
    "SpeechRuled",
    "SpeechShifted",
    "TableCorrected",
    "TeamDefeatEntered",
    "TellAsked",
    "TimeUp",
    "Undone",
    "VisitRecorded",
    "VoteBegan",
    "VoteCancelled",
    "VoteEnded",
    "VotesCounted",
    "WaitBegan",
    "from_json",
    "to_json",
]
