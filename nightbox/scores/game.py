"""The points of one game: every figure of every seat, and the limits that it passes. Ci is counted by the series."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nightbox.game.ruleset import Ruleset
from nightbox.game.scoring import COLOURS, CRITICAL, Scores
from nightbox.scores import leaving, limits
from nightbox.scores.figures import NO_ROLES, Figure, Score, voided
from nightbox.scores.outcome import Outcome, Player


@dataclass(frozen=True, slots=True)
class GameScore:
    """`warnings` are Russian sentences for the judge, each with its paragraph; they change no figure."""

    scores: tuple[Score, ...]
    warnings: tuple[str, ...]

    @property
    def open(self) -> bool:
        return any(score.open for score in self.scores)

    def of(self, seat: int) -> Score:
        return next(score for score in self.scores if score.seat == seat)


def score(outcome: Outcome, rules: Ruleset) -> GameScore:
    """The score sheet of a game by the rules that it was begun with; a game that counts for nobody has no figures."""
    worth = rules.scores
    if worth is None or not outcome.counts:
        return GameScore(tuple(Score(player.seat, ()) for player in outcome.players), ())
    found = tuple(Score(player.seat, _figures(worth, rules, outcome, player)) for player in outcome.players)
    return GameScore(found, tuple(limits.warnings(worth, outcome, found)))


def blacks_named(outcome: Outcome, numbers: tuple[int, ...]) -> int | None:
    """How many of the numbers are black, each counted once; None while a role that it needs is not entered."""
    named = [outcome.player(seat) for seat in dict.fromkeys(numbers) if seat]
    if any(player is not None and not player.team for player in named):
        return None
    return sum(1 for player in named if player is not None and player.team == "black")


def best_move_blacks(rules: Ruleset, outcome: Outcome, player: Player) -> int | None:
    """The blacks of his best move as far as he had a right to one; None while roles are missing.

    Lost when two or more left by vote on the first day (FSM 7.10, 8.3.6), but not by 7.13.
    """
    best = player.best_move
    if best is None:
        return 0
    if not best.by_day and rules.best_move and _lost(rules.best_move.lost_after, outcome):
        return 0
    return blacks_named(outcome, best.numbers)


def _lost(lost_after: int, outcome: Outcome) -> bool:
    return bool(lost_after) and outcome.voted_out(1) >= lost_after


def _figures(worth: Scores, rules: Ruleset, outcome: Outcome, player: Player) -> tuple[Figure, ...]:
    figures = (
        *_win(worth, outcome, player),
        *_best_move(worth, rules, outcome, player),
        *_technicals(worth, player),
        *_removals(worth, player),
        *_splits(worth, outcome, player),
        *_marks(worth, player),
        *_given(worth, player),
    )
    if worth.protocol:
        figures = leaving.once(worth.protocol, player, (*figures, *leaving.protocol(worth.protocol, player)))
    if worth.draw_by and outcome.result == "draw":
        why = f"ничья, положительных баллов нет ({worth.draw_by})"
        figures = tuple(voided(f, why) if (f.hundredths or 0) > 0 and f.part == "bonus" else f for f in figures)
    return figures


def _win(worth: Scores, outcome: Outcome, player: Player) -> Iterator[Figure]:
    """One point for a win of his team, nothing for a loss or a draw (FSM 8.2.1-8.2.3, 4MAFIA 4.2)."""
    if outcome.won and not player.team:
        yield Figure("win", "победа", None, worth.win.by, "main", NO_ROLES)
    elif outcome.won and player.team == outcome.result:
        yield Figure("win", "победа", worth.win.points, worth.win.by, "main")


def _best_move(worth: Scores, rules: Ruleset, outcome: Outcome, player: Player) -> Iterator[Figure]:
    """By the blacks among the numbers (FSM 8.3.5, 7.13; 4MAFIA 4.3), and for no role that has no right to it.

    It stands although he was removed: what he had named by then is taken (FSM 8.3.3).
    """
    best = worth.best_move
    if best is None or player.best_move is None:
        return
    black = best_move_blacks(rules, outcome, player)
    named = " ".join(map(str, player.best_move.numbers)) or "номеров нет"
    if rules.best_move and not player.best_move.by_day and _lost(rules.best_move.lost_after, outcome):
        yield Figure("best_move", "лучший ход", 0, best.by, note="в первый день ушли двое или больше")
    elif black is None or (best.void and not player.role):
        yield Figure("best_move", "лучший ход", None, best.by, note=f"{named}; {NO_ROLES}")
    elif player.role in best.void:
        role = rules.role(player.role)
        label = role.label if role else player.role
        yield Figure("best_move", "лучший ход", 0, best.void_by, note=f"{named}; {label} не имеет на него права")
    else:
        points = best.steps[min(black, len(best.steps) - 1)]
        yield Figure("best_move", "лучший ход", points, best.by, note=f"{named}; чёрных — {black}")


def _technicals(worth: Scores, player: Player) -> Iterator[Figure]:
    """The first at its value, the second at twice its own, and both add up (FSM 6.7.1-6.7.2)."""
    if worth.technical is None:
        return
    times = 1
    for kind in player.fouls:
        if kind in ("technical", "big_technical"):
            big = kind == "big_technical"
            label = "большой технический фол" if big else "технический фол"
            value = worth.technical.big if big else worth.technical.small
            note = "второй, вдвойне" if times == 2 else f"повторный, ×{times}" if times > 1 else ""
            yield Figure("technical", label, value * times, worth.technical.by, note=note)
            times = worth.technical.repeated


def _removals(worth: Scores, player: Player) -> Iterator[Figure]:
    """A disqualification or the fourth foul (FSM 8.2.4), a defeat brought upon the team (8.2.5).

    The defeat stands in place of a removal; the second technical foul costs what the fouls cost, and no more (6.7.2).
    """
    if "team_defeat" in player.removals:
        if worth.team_defeat:
            yield Figure("team_defeat", "поражение команде (ППК)", worth.team_defeat.points, worth.team_defeat.by)
    elif "disqualified" in player.removals:
        if player.mark(CRITICAL) and worth.removed_critical:
            yield Figure("removed", "удаление «на критике»", worth.removed_critical.points, worth.removed_critical.by)
        elif worth.removed:
            yield Figure("removed", "удаление", worth.removed.points, worth.removed.by)


def _splits(worth: Scores, outcome: Outcome, player: Player) -> Iterator[Figure]:
    """Every red of the game, also one who is out, for each vote that split twice and let all stay (FSM 4.5.14)."""
    if worth.split is None or not outcome.splits or player.team not in ("red", ""):
        return
    times = f"голосований: {outcome.splits}" if outcome.splits > 1 else ""
    points = worth.split.points * outcome.splits if player.team else None
    yield Figure("split", "деление стола", points, worth.split.by, note=times if player.team else NO_ROLES)


def _marks(worth: Scores, player: Player) -> Iterator[Figure]:
    """Marks with a value of their own (4MAFIA 4.4; FSM 7.11, L421, L477). What is only noted has no figure."""
    for id, count in player.marks:
        kind = worth.mark_kind(id)
        if kind and kind.points and count > 0:
            yield Figure(id, kind.label, kind.points, kind.by)


def _given(worth: Scores, player: Player) -> Iterator[Figure]:
    for given in player.points:
        kind = worth.points_kind(given.kind)
        label, by = (kind.label, kind.by) if kind else (given.kind, "")
        yield Figure(given.kind, label, given.hundredths, by, note=given.reason)


def notes(worth: Scores, player: Player) -> list[str]:
    """The marks of a seat that have no figure of their own, in Russian."""
    found = []
    for id, count in player.marks:
        kind = worth.mark_kind(id)
        if count > 0 and not (kind and kind.points):
            label = kind.label if kind else id
            found.append(f"{label}: {count}" if id in COLOURS else label)
    return found
