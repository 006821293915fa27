"""Ci, what the first killed gets back over a series of games (FSM L481-497). Part of the main points."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from nightbox.game.ruleset import Ruleset
from nightbox.game.scoring import Compensation
from nightbox.scores.figures import half_up
from nightbox.scores.game import best_move_blacks
from nightbox.scores.outcome import Outcome, Player


def distance(worth: Compensation, games: int) -> int:
    """B: 40 % of the games that the player has played, rounded, and 4 at the least (L483).

    A half goes up. At 40 % there is none: two fifths of a whole number are never halfway between two.
    """
    return max(worth.least, half_up(Fraction(worth.share * games, 100)))


def ci(worth: Compensation, killed: int, games: int) -> Fraction:
    """Ci of a player killed first `killed` times as a red in `games` games: i * 0.4 / B, 0.4 for i above B (L483).

    Exact, in hundredths.
    """
    return Fraction(worth.most) * min(Fraction(1), Fraction(killed, distance(worth, games)))


def killed_as_red(outcome: Outcome, player: Player) -> bool:
    """Whether this game counts into i: killed in the first night as a red or as the Sheriff (L483-485)."""
    return player.first_killed and player.team == "red"


def part(worth: Compensation, rules: Ruleset, outcome: Outcome, player: Player) -> Fraction:
    """Which part of Ci he gets for this game: all when the reds have lost, half when they have won.

    Nothing in a draw, without a black in his best move, or for a best move by 7.13 (L481, L487-497).
    """
    best = player.best_move
    if not killed_as_red(outcome, player) or not outcome.won or best is None or best.by_day:
        return Fraction(0)
    if not best_move_blacks(rules, outcome, player):
        return Fraction(0)
    return Fraction(worth.won, 100) if outcome.result == "red" else Fraction(1)


def compensation(worth: Compensation, played: Iterable[tuple[Ruleset, Outcome, Player]]) -> int:
    """The sum of a player's Ci over the games of one distance, in hundredths.

    Kept exact to the end and rounded once, here, a half up: so a table adds up in what it shows.
    """
    games = list(played)
    killed = sum(killed_as_red(outcome, player) for _, outcome, player in games)
    parts = sum((part(worth, rules, outcome, player) for rules, outcome, player in games), Fraction(0))
    return half_up(ci(worth, killed, len(games)) * parts)
