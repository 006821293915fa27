"""[scores] of a rule set's TOML: what a win, a best move, a foul, a mark is worth. Points are written as 0.3."""

from __future__ import annotations

from collections.abc import Collection

from nightbox.errors import guess
from nightbox.game.scoring import (
    RANKINGS,
    BestMoveWorth,
    Compensation,
    Limits,
    MarkKind,
    PointsKind,
    ProtocolWorth,
    Scale,
    Scores,
    TechnicalWorth,
    Worth,
)
from nightbox.rules.reading import Reading, Table

MOST = 10
"""No rule of a game is worth ten points."""

_TOP = (
    "win", "ranking", "best_move", "technical", "removed", "removed_critical", "team_defeat", "split", "draw_by",
    "limits", "compensation", "protocol", "scales", "points", "marks",
)  # fmt: skip
_LISTS = ("black_right", "black_wrong", "red_right", "red_wrong")
_GAINS = ("red_most", "version", "side_red", "side_black")


def read_scores(r: Reading, t: Table, roles: Collection[str]) -> Scores:
    r.no_others(t, _TOP)
    scales = tuple(_scale(r, scale) for scale in r.tables(t, "scales", required=False))
    known = [scale.id for scale in scales]
    points = tuple(_points_kind(r, kind, known) for kind in r.tables(t, "points", required=False))
    marks = tuple(_mark(r, kind) for kind in r.tables(t, "marks", required=False))
    for key, ids in (("scales", known), ("points", [k.id for k in points]), ("marks", [k.id for k in marks])):
        for id in sorted({id for id in ids if ids.count(id) > 1}):
            r.wrong(t, key, f"the id {id!r} stands twice")
    return Scores(
        win=_win(r, r.table(t, "win")),
        ranking=_some(r, t, "ranking", RANKINGS),
        best_move=_best_move(r, r.table(t, "best_move"), roles) if "best_move" in t else None,
        technical=_technical(r, r.table(t, "technical")) if "technical" in t else None,
        removed=_penalty(r, t, "removed"),
        removed_critical=_penalty(r, t, "removed_critical"),
        team_defeat=_penalty(r, t, "team_defeat"),
        split=_penalty(r, t, "split"),
        draw_by=r.text(t, "draw_by", ""),
        limits=_limits(r, r.table(t, "limits")) if "limits" in t else None,
        compensation=_compensation(r, r.table(t, "compensation")) if "compensation" in t else None,
        protocol=_protocol(r, r.table(t, "protocol")) if "protocol" in t else None,
        scales=scales,
        points=points,
        marks=marks,
    )


def _gain(r: Reading, t: Table, key: str) -> int:
    return _whole(r, t, key, r.number(t, key, least=0, most=MOST))


def _loss(r: Reading, t: Table, key: str) -> int:
    return _whole(r, t, key, r.number(t, key, least=-MOST, most=0))


def _whole(r: Reading, t: Table, key: str, points: float) -> int:
    """Points as whole hundredths; a third digit behind the point is a mistake."""
    exact = round(points * 100)
    if abs(points * 100 - exact) > 1e-6:
        r.wrong(t, key, f"points have two digits behind the point at the most, not {points:g}")
    return exact


def _several(r: Reading, t: Table, key: str, default: tuple[float, ...] | None = None) -> tuple[int, ...]:
    values = r.numbers(t, key, default)
    if not values and default is None and isinstance(t.values.get(key), list):
        r.wrong(t, key, "must name one value at least")
    return tuple(_whole(r, t, f"{key}[{n}]", value) for n, value in enumerate(values, 1)) or (0,) * (default is None)


def _some(
    r: Reading, t: Table, key: str, known: Collection[str], default: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    found = r.texts(t, key, default)
    for n, word in enumerate(found, 1):
        if word not in known:
            r.wrong(t, f"{key}[{n}]", f"{word!r} is not one of {', '.join(sorted(known))}{guess(word, known)}")
    return found


def _win(r: Reading, t: Table) -> Worth:
    r.no_others(t, ("points", "by"))
    return Worth(_gain(r, t, "points"), r.text(t, "by"))


def _penalty(r: Reading, top: Table, key: str) -> Worth | None:
    if key not in top:
        return None
    t = r.table(top, key)
    r.no_others(t, ("points", "by"))
    return Worth(_loss(r, t, "points"), r.text(t, "by"))


def _best_move(r: Reading, t: Table, roles: Collection[str]) -> BestMoveWorth:
    r.no_others(t, ("steps", "by", "void", "void_by"))
    void = _some(r, t, "void", roles, ())
    return BestMoveWorth(_several(r, t, "steps"), r.text(t, "by"), void, r.text(t, "void_by", None if void else ""))


def _technical(r: Reading, t: Table) -> TechnicalWorth:
    r.no_others(t, ("small", "big", "repeated", "by"))
    repeated = r.whole(t, "repeated", least=1, most=9)
    return TechnicalWorth(_loss(r, t, "small"), _loss(r, t, "big"), repeated, r.text(t, "by"))


def _limits(r: Reading, t: Table) -> Limits:
    r.no_others(t, ("total", "players", "by", "removed_by"))
    players = r.whole(t, "players", least=0, most=20)
    return Limits(_gain(r, t, "total"), players, r.text(t, "by"), r.text(t, "removed_by"))


def _compensation(r: Reading, t: Table) -> Compensation:
    r.no_others(t, ("most", "share", "least", "won", "by"))
    return Compensation(
        most=_gain(r, t, "most"),
        share=r.whole(t, "share", least=1, most=100),
        least=r.whole(t, "least", least=1, most=100),
        won=r.whole(t, "won", least=0, most=100),
        by=r.text(t, "by"),
    )


def _protocol(r: Reading, t: Table) -> ProtocolWorth:
    r.no_others(t, (*_LISTS, *_GAINS, "side_wrong", "near", "by", "side_by", "same_by"))
    lists = {key: _several(r, t, key) for key in _LISTS}
    gains = {key: _gain(r, t, key) for key in _GAINS}
    return ProtocolWorth(
        black_right=lists["black_right"],
        black_wrong=lists["black_wrong"],
        red_right=lists["red_right"],
        red_most=gains["red_most"],
        red_wrong=lists["red_wrong"],
        version=gains["version"],
        near=r.whole(t, "near", least=0, most=100),
        side_red=gains["side_red"],
        side_black=gains["side_black"],
        side_wrong=_loss(r, t, "side_wrong"),
        by=r.text(t, "by"),
        side_by=r.text(t, "side_by"),
        same_by=r.text(t, "same_by"),
    )


def _scale(r: Reading, t: Table) -> Scale:
    r.no_others(t, ("id", "values", "agreed", "by"))
    return Scale(r.text(t, "id"), _several(r, t, "values"), _several(r, t, "agreed", ()), r.text(t, "by"))


def _points_kind(r: Reading, t: Table, scales: Collection[str]) -> PointsKind:
    r.no_others(t, ("id", "label", "by", "scale", "first_killed"))
    scale = r.choice(t, "scale", scales, "")
    first = r.choice(t, "first_killed", (*scales, ""), scale)
    if not scale and not first:
        r.wrong(t, "scale", "names no scale: scale is for all, first_killed for the first killed")
    return PointsKind(r.text(t, "id"), r.text(t, "label"), r.text(t, "by"), scale, first)


def _mark(r: Reading, t: Table) -> MarkKind:
    r.no_others(t, ("id", "label", "by", "points", "once", "first_killed"))
    return MarkKind(
        id=r.text(t, "id"),
        label=r.text(t, "label"),
        by=r.text(t, "by"),
        points=_whole(r, t, "points", r.number(t, "points", 0, least=-MOST, most=MOST)),
        once=r.flag(t, "once", False),
        first_killed=r.flag(t, "first_killed", False),
    )
