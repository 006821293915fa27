"""The score sheet of one game as lines of Russian text: kinds, figures, paragraphs, what the judge should look at."""

from __future__ import annotations

import textwrap

from nightbox.game.ruleset import Ruleset
from nightbox.scores.compensation import part
from nightbox.scores.figures import NO_ROLES, Figure, Score, signed
from nightbox.scores.game import notes, score
from nightbox.scores.outcome import Outcome, Player

WIDTH = 80

_UNCOUNTED = {
    "annulled": "Игра аннулирована: баллов нет.",
    "replayed": "Игра переигрывается: считается переигровка, за эту игру баллов нет.",
    "abandoned": "Игра прекращена без результата: баллов нет.",
}


def sheet_lines(outcome: Outcome, rules: Ruleset) -> list[str]:
    """What every seat has earned in this game, line by line, at most 80 columns; [] needs no heading.

    Ci hangs on the whole series: here it is only said who has a right to it. A rule set without points says so.
    """
    if not outcome.counts:
        return [f" {_UNCOUNTED[outcome.result]}"]
    if rules.scores is None:
        return [" В тексте этих правил баллов нет; в таблице места — по числу побед."]
    found = score(outcome, rules)
    lines: list[str] = []
    for player in outcome.players:
        lines += _player(outcome, rules, player, found.of(player.seat))
    for warning in found.warnings:
        lines += _wrapped(" ! ", f"{warning}")
    return lines


def _player(outcome: Outcome, rules: Ruleset, player: Player, earned: Score) -> list[str]:
    who = f" № {player.seat:<2} {player.name}".rstrip()
    total = f"{signed(earned.total)}{f' и то, для чего {NO_ROLES}' if earned.open else ''}"
    lines = _wrapped(f"{who:<24} ", total)
    for figure in earned.figures:
        lines += _wrapped("      ", _figure(figure))
    worth = rules.scores
    back = worth.compensation if worth else None
    if back and (share := part(back, rules, outcome, player)):
        whole = "Ci" if share == 1 else f"{share * 100}% от Ci"
        lines += _wrapped("      ", f"{whole}: считается по серии игр ({back.by})")
    if worth and (noted := notes(worth, player)):
        lines += _wrapped("      ", f"отметки: {'; '.join(noted)}")
    return lines


def _figure(figure: Figure) -> str:
    value = NO_ROLES if figure.hundredths is None else signed(figure.hundredths)
    note = f": {figure.note}" if figure.note and figure.note != NO_ROLES else ""
    by = f" ({figure.by})" if figure.by else ""
    return f"{value}  {figure.label}{by}{note}"


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
