"""Outcomes for the tests of points: ten seats, the Don at 1, the Sheriff at 4, mafia at 6 and 9."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nightbox.game.ruleset import Ruleset
from nightbox.rules.loader import load
from nightbox.scores.game import GameScore, score
from nightbox.scores.outcome import BestMove, Given, Outcome, Player

FSM = load("fsm")
CITY = replace(FSM, id="city", title="Городская мафия", scores=None, best_move=None)
ROLES = {1: "don", 4: "sheriff", 6: "mafia", 9: "mafia"}
BLACK = ("don", "mafia")
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Инна", "Карл")


FOUR = load("4mafia")


def seat(at: int, /, **known: Any) -> Player:
    """Seat `at` with its role; `best` are the numbers of its best move, `given` are points by kind."""
    role = known.pop("role", ROLES.get(at, "civilian"))
    team = "" if not role else "black" if role in BLACK else "red"
    best, given = known.pop("best", None), known.pop("given", {})
    player = Player(at, role=role, team=team)
    if best is not None:
        player = replace(player, best_move=BestMove(tuple(best), known.pop("by_day", False)))
    if given:
        player = replace(player, points=tuple(Given(kind, points) for kind, points in given.items()))
    return replace(player, **known)


def game(
    result: str, *players: Player, number: str = "1", rules: Ruleset = FSM, splits: int = 0, named: bool = True
) -> Outcome:
    """A game with `result` in which `players` stand for their seats."""
    seats = {n: seat(n) for n in range(1, 11)} | {player.seat: player for player in players}
    if named:
        seats = {n: replace(p, name=p.name or NAMES[n - 1]) for n, p in seats.items()}
    return Outcome(number, rules.id, result, tuple(seats[n] for n in sorted(seats)), splits)


def scored(outcome: Outcome, rules: Ruleset = FSM) -> GameScore:
    return score(outcome, rules)


def figures(outcome: Outcome, at: int, rules: Ruleset = FSM) -> dict[str, int | None]:
    """The figures of one seat by kind; several of a kind are added up."""
    found: dict[str, int | None] = {}
    for figure in score(outcome, rules).of(at).figures:
        before = found.get(figure.kind, 0)
        found[figure.kind] = None if before is None or figure.hundredths is None else before + figure.hundredths
    return found
