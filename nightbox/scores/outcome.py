"""What a finished game's record says, as far as points ask for it. Values; nightbox/record/outcome.py makes them."""

from __future__ import annotations

from dataclasses import dataclass

UNCOUNTED = ("annulled", "replayed", "abandoned")
"""Results of games that count for nobody; a replay is a game of its own."""


@dataclass(frozen=True, slots=True)
class Given:
    """Points of the judge's own, in hundredths, and why."""

    kind: str
    hundredths: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The numbers of a best move; `by_day`: of one whom the table voted out at ten (FSM 7.13)."""

    numbers: tuple[int, ...]
    by_day: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """One seat at the game's end. `role` and `team` are "" where they were not entered.

    `left` is "" for who stayed, "killed", "voted", "removed" or "corrected", in the night or on the day `number`.
    `fouls` are kinds in the order in which they were given. `removals` says why he was removed, also one who was out
    already: "disqualified" (the judge's word, or too many fouls), "technicals" (the second technical foul),
    "team_defeat". `marks` are ids with their count.
    """

    seat: int
    name: str = ""
    role: str = ""
    team: str = ""
    left: str = ""
    number: int = 0
    fouls: tuple[str, ...] = ()
    removals: tuple[str, ...] = ()
    first_killed: bool = False
    best_move: BestMove | None = None
    points: tuple[Given, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()

    def mark(self, id: str) -> int:
        """How often the mark `id` stands on his sheet."""
        return sum(count for mark, count in self.marks if mark == id)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`game` is what people call the game: its number in the list. `rules` is the rule set's id.

    `result` is a team that has won, "draw", or one of UNCOUNTED. `splits` counts the votes in which the table split
    twice and all stayed.
    """

    game: str
    rules: str
    result: str
    players: tuple[Player, ...]
    splits: int = 0

    @property
    def counts(self) -> bool:
        return self.result not in UNCOUNTED

    @property
    def won(self) -> bool:
        """Whether a team has won."""
        return self.counts and self.result != "draw"

    def player(self, seat: int) -> Player | None:
        return next((player for player in self.players if player.seat == seat), None)

    def voted_out(self, day: int) -> int:
        return sum(1 for player in self.players if player.left == "voted" and player.number == day)
