"""A day of the protocol as values: speeches, nominations, ballots, the best move. Nothing is computed here.

Seats count from 1, `at` and `began` are table time.
"""

from __future__ import annotations

from dataclasses import dataclass

from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class BestMove:
    """`black` of the numbers whose roles are known are black, None where none is; `closed`: it was repeated aloud."""

    seat: int
    numbers: tuple[int, ...]
    black: int | None
    unknown: tuple[int, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Speech:
    """One turn to speak, in the order of the day. `seat` is 0 for the open talk.

    `kind`: "introduction", "speech", "talk", "monologue", "golden", "tie" or "last_word". `right` is what fouls left
    of it ("full" without any). `limit` is what the rules gave, 0 for a turn without words, and `shifted` what the
    judge gave (or took) beside. `began` is None for who did not speak, `lasted` while nobody knows; pauses are no
    part of it.
    """

    kind: str
    seat: int
    right: str = "full"
    limit: Ms = 0
    shifted: Ms = 0
    began: Ms | None = None
    lasted: Ms | None = None


@dataclass(frozen=True, slots=True)
class Nomination:
    """`repeated`: that seat was put up already, and the nomination changed nothing."""

    by: int
    seat: int
    at: Ms
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """`hands` is None while the seat is not counted."""

    seat: int
    hands: int | None


@dataclass(frozen=True, slots=True)
class SeatVote:
    """`voter` held a hand up against `seat`, 0 against nobody."""

    voter: int
    seat: int


@dataclass(frozen=True, slots=True)
class Ballot:
    """One round of a vote, in the order of the nominees.

    `allowed`: whether the judge let the question of raising all be put, None where he was not asked. `raised` are the
    hands for it, None where it was not put; -1: yes, without a number. `ghost` is whom the ghost chose.
    """

    round: int
    began: Ms
    voters: int
    counts: tuple[Count, ...]
    allowed: bool | None = None
    raised: int | None = None
    ghost: int = 0
    votes: tuple[SeatVote, ...] = ()


@dataclass(frozen=True, slots=True)
class VoteEnd:
    """`how` is the word of the fact VoteEnded; `seats` are those whom it concerns."""

    how: str
    seats: tuple[int, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class Day:
    """Day `number` from its morning on; 0 is the time of the introductions. `alibi` are those who stayed by one."""

    number: int
    began: Ms
    speeches: tuple[Speech, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    vote: VoteEnd | None = None
    alibi: tuple[int, ...] = ()
    best_move: BestMove | None = None
