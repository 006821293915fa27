"""PUBLIC: what became of the players, and the day: speeches, nominations, votes, protocols."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerKilled:
    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class NobodyKilled:
    night: int


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """Removed by the judge; announced now, at the programme's item `at`, whenever it was entered."""

    seat: int
    at: str = ""


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


@dataclass(frozen=True, slots=True)
class SpeechRuled:
    """What `seat` may do in this circle, by its fouls: "full", "half", "mute", "nominate" (only) or "no_vote"."""

    seat: int
    right: str


@dataclass(frozen=True, slots=True)
class NominationMade:
    """`by` has put up `seat` for the vote; the order of these is the order of the vote."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class NominationRepeated:
    """`by` has named a seat that was put up already."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class GoldenMinuteTaken:
    seat: int


@dataclass(frozen=True, slots=True)
class VoteBegan:
    """A ballot began: `round` 1, then 2 and more after a tie, among `seats` ("3 5 8", in the order of the vote)."""

    day: int
    round: int
    seats: str
    voters: int


@dataclass(frozen=True, slots=True)
class VotesCounted:
    """So many hands against `seat` in this round; the last count of a seat stands."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class RaiseAsked:
    """The question of raising all who are tied was put (`allowed` 1), or the judge has said no to it (0)."""

    allowed: int


@dataclass(frozen=True, slots=True)
class RaiseCounted:
    """So many hands for raising all who are tied; the last count stands."""

    count: int


@dataclass(frozen=True, slots=True)
class VoteCancelled:
    """The vote of `day` is not held, or is held no further, because a player was removed."""

    day: int


@dataclass(frozen=True, slots=True)
class VoteEnded:
    """What came of the day's vote.

    `how`: "leaves", "all_leave", "all_stay", "nobody" (no votes), "split" (more than the first day may split),
    "cancelled", "single", "none" (nobody was put up). `seats` are those whom it concerns: "3 5".
    """

    day: int
    how: str
    seats: str


@dataclass(frozen=True, slots=True)
class AlibiTold:
    """Voted out, and stays: the night's guest of the Putana."""

    day: int
    seat: int


@dataclass(frozen=True, slots=True)
class GhostKept:
    """A victim of night `night` stays at the table as its ghost for the day."""

    night: int
    seat: int


@dataclass(frozen=True, slots=True)
class GhostChose:
    """After the second tie the ghost has pointed at `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class ProtocolOffered:
    """The judge has said to the leaving `seat` that it may leave a protocol."""

    seat: int


@dataclass(frozen=True, slots=True)
class ProtocolTaken:
    """The protocol of `seat` is "accepted" or "closed"."""

    seat: int
    how: str
