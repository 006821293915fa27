"""A table of a series for people (Russian text, CSV for a spreadsheet) and for programs (JSON, in hundredths)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from nightbox.scores.figures import half_up, plain
from nightbox.scores.series import Row, Table

_ROLES = {
    "civilian": "мирн.", "sheriff": "Шер.", "mafia": "маф.", "don": "Дон", "doctor": "докт.", "putana": "пут.",
    "putana_black": "ч.пут.", "policeman": "полиц.", "maniac": "ман.", "commissar": "ком.",
}  # fmt: skip
"""Column heads; a role that is not here has its id."""


def text(table: Table) -> str:
    """The table as text, and under it what a reader must know of it; without a line feed at its end."""
    if not table.games:
        return "\n".join(["Нет ни одной игры, которая идёт в таблицу.", *_notes(table)])
    heads = _heads(table)
    body = [_cells(table, row) for row in (*table.rows, *table.unnamed)]
    widths = [max(len(line[n]) for line in (heads, *body)) for n in range(len(heads))]
    head = f"{table.title}: игр {len(table.games)}"
    lines = [head, "", _line(heads, widths), "─" * len(_line(heads, widths).rstrip())]
    lines += [_line(cells, widths) for cells in body[: len(table.rows)]]
    if table.unnamed:
        lines += ["", "Без имени (не ранжируются, Ci не считается):"]
        lines += [_line(cells, widths) for cells in body[len(table.rows) :]]
    return "\n".join([*(line.rstrip() for line in lines), *_notes(table)])


def csv_text(table: Table) -> str:
    """The same rows for a spreadsheet: a BOM, semicolons and decimal commas, as Russian Excel opens them."""
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=";", lineterminator="\r\n")
    writer.writerow(_heads(table))
    writer.writerows([cell.replace("−", "-") for cell in _cells(table, row)] for row in (*table.rows, *table.unnamed))
    return "\ufeff" + sink.getvalue()


def json_text(table: Table) -> str:
    """For programs. Points are whole hundredths; "place" is null for a seat without a name."""
    value: dict[str, Any] = {
        "version": 1,
        "rules": table.rules,
        "points": table.points,
        "ranking": list(table.ranking),
        "games": list(table.games),
        "rows": [_json(row) for row in table.rows],
        "unnamed": [_json(row) for row in table.unnamed],
        "left_out": [{"game": game, "why": why} for game, why in table.left_out],
        "warnings": list(table.warnings),
    }
    return json.dumps(value, ensure_ascii=False, indent=2)


def _json(row: Row) -> dict[str, Any]:
    one = row.standing
    return {
        "place": row.place or None,
        "last_place": row.last or None,
        "name": row.name,
        "games": one.games,
        "wins": one.wins,
        "main": row.main,
        "ci": row.ci,
        "bonus": row.bonus,
        "penalty": row.penalty,
        "total": row.total,
        "first_deaths": one.first_deaths,
        "best": one.best,
        "wins_by_role": dict(one.roles),
    }


def _heads(table: Table) -> list[str]:
    back = ["Ci"] if table.compensated else []
    points = ["Осн.", *back, "Доп.", "Штраф", "Сумма"] if table.points else []
    ratio = ["Коэф."] if "coefficient" in table.ranking else []
    roles = [_ROLES.get(role, role) for role, _ in _some_roles(table)]
    return ["Место", "Игрок", "Игр", "Побед", *points, *ratio, *roles]


def _cells(table: Table, row: Row) -> list[str]:
    one = row.standing
    back = [row.ci] if table.compensated else []
    points = [row.main, *back, row.bonus, row.penalty, row.total] if table.points else []
    ratio = [plain(half_up(Fraction(one.total, one.games)))] if "coefficient" in table.ranking else []
    wins = dict(one.roles)
    roles = [str(wins.get(role, 0)) for role, _ in _some_roles(table)]
    return [_place(row), row.name, str(one.games), str(one.wins), *map(plain, points), *ratio, *roles]


def _place(row: Row) -> str:
    if not row.place:
        return "—"
    return str(row.place) if row.place == row.last else f"{row.place}–{row.last}"


def _some_roles(table: Table) -> tuple[tuple[str, int], ...]:
    rows = (*table.rows, *table.unnamed)
    return tuple(dict.fromkeys((role, 0) for row in rows for role, _ in row.standing.roles))


def _line(cells: Iterable[str], widths: list[int]) -> str:
    """Names to the left, all else to the right."""
    pairs = enumerate(zip(cells, widths, strict=True))
    return "  ".join(cell.ljust(width) if n == 1 else cell.rjust(width) for n, (cell, width) in pairs)


def _notes(table: Table) -> list[str]:
    notes = []
    if not table.points and table.games:
        notes.append("В тексте этих правил баллов нет: места — по числу побед.")
    if any(row.place != row.last for row in table.rows):
        lot = "их решает жребий" if table.points else "оно общее"
        notes.append(f"Место через тире — по всем показателям равенство: {lot}.")
    if table.unnamed:
        games = sorted({row.name.rpartition(" ")[2] for row in table.unnamed})
        notes.append(f"Имена записаны не все в играх: {', '.join(games)}.")
        notes.append("Записать имя: nightbox games amend N --name МЕСТО=ИМЯ")
    notes += [f"Не вошла игра {game}: {why}" for game, why in table.left_out]
    if any("роли" in why for _, why in table.left_out):
        notes.append("Записать роль: nightbox games amend N --role МЕСТО=РОЛЬ")
    notes += [f"! {warning}" for warning in table.warnings]
    return ["", *notes] if notes else []
