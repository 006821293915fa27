"""The limits of the judge's own points (FSM 8.4): what passes one is told in Russian, and stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nightbox.game.scoring import AGREED, COLOURS, Limits, PointsKind, Scores
from nightbox.scores import leaving
from nightbox.scores.figures import Score, plain, signed
from nightbox.scores.outcome import Given, Outcome, Player

MOST_BESIDE = 4
"""So many colours beside the versions go with no will (FSM L415)."""


def warnings(worth: Scores, outcome: Outcome, scores: Sequence[Score]) -> Iterator[str]:
    """Every limit that the judge's points of this game pass. The best move is not the judge's: it counts for none."""
    for player in outcome.players:
        for given in player.points:
            yield from _one(worth, outcome, player, given)
        yield from _marks(worth, player)
        if worth.limits:
            yield from _removed(worth.limits, worth, player)
    yield from _once(worth, outcome)
    if worth.limits:
        yield from _game(worth.limits, worth, outcome, scores)


def _one(worth: Scores, outcome: Outcome, player: Player, given: Given) -> Iterator[str]:
    """The scale of a kind, who gets it, and the consent that a value wants (8.3.8.3, 8.3.9.1-8.3.9.2, 8.4.3-8.4.4)."""
    who, points = _who(player), signed(given.hundredths)
    kind = worth.points_kind(given.kind)
    if kind is None:
        yield f"{who}: в этих правилах нет баллов вида «{given.kind}» ({points})"
        return
    if worth.draw_by and outcome.result == "draw" and given.hundredths > 0:
        yield f"{who}: {kind.label} {points} не засчитан: при ничьей положительных баллов нет ({worth.draw_by})"
    scale = worth.scale(_scale_of(kind, player))
    if scale is None:
        whom = "первому убитому не даётся" if player.first_killed else "даётся только первому убитому"
        yield f"{who}: {kind.label} {points} {whom} ({kind.by})"
    elif given.hundredths in scale.agreed and not player.mark(AGREED):
        yield f"{who}: {kind.label} {points} — только по согласованию с ГС ({scale.by})"
    elif given.hundredths and given.hundredths not in (*scale.values, *scale.agreed):
        values = ", ".join(plain(value) for value in scale.values)
        yield f"{who}: {kind.label} {points} вне шкалы {values} ({scale.by})"


def _scale_of(kind: PointsKind, player: Player) -> str:
    return kind.first_killed if player.first_killed else kind.scale


def _marks(worth: Scores, player: Player) -> Iterator[str]:
    """Marks that are for the first killed alone, his protocol's colours among them (8.3.9.3, 7.11, L421, L415)."""
    who = _who(player)
    for id, count in player.marks:
        kind = worth.mark_kind(id)
        if kind is None:
            yield f"{who}: в этих правилах нет отметки «{id}»"
        elif count > 0 and not player.first_killed and (kind.first_killed or (id in COLOURS and worth.protocol)):
            yield f"{who}: отметка «{kind.label}» — только для первого убитого ({kind.by})"
    will = any(given.kind == "will" for given in player.points)
    if worth.protocol and will and leaving.beside(player) >= MOST_BESIDE:
        yield (
            f"{who}: завещание и протокол по четырём и более цветам в стороне вместе не оставляют "
            f"({worth.protocol.side_by})"
        )


def _removed(limits: Limits, worth: Scores, player: Player) -> Iterator[str]:
    """One who was removed has no claim to positive points (8.4.7, L435)."""
    if not player.removals:
        return
    for given in player.points:
        if given.hundredths > 0:
            kind = worth.points_kind(given.kind)
            label = kind.label if kind else given.kind
            yield (
                f"{_who(player)}: {label} {signed(given.hundredths)}, но удалённому положительный балл не положен, "
                f"кроме особых случаев ({limits.removed_by})"
            )


def _once(worth: Scores, outcome: Outcome) -> Iterator[str]:
    for kind in worth.marks:
        seats = [player.seat for player in outcome.players if player.mark(kind.id) > 0]
        if kind.once and len(seats) > 1:
            yield f"«{kind.label}» — один на игру, а отмечены № {', № '.join(map(str, seats))} ({kind.by})"


def _game(limits: Limits, worth: Scores, outcome: Outcome, scores: Sequence[Score]) -> Iterator[str]:
    """The sum of the positive points of a game and the number of those who have any (8.4.1, L423)."""
    judged = {kind.id for kind in worth.points} | {"protocol"}
    positive = {
        score.seat: sum(f.hundredths for f in score.figures if f.kind in judged and f.hundredths and f.hundredths > 0)
        for score in scores
    }
    total = sum(positive.values())
    having = [seat for seat, points in positive.items() if points > 0]
    agreed = all(player.mark(AGREED) for player in outcome.players if player.seat in having)
    if total > limits.total and not agreed:
        yield f"сумма положительных баллов {plain(total)} больше {plain(limits.total)} ({limits.by})"
    if len(having) > limits.players and not agreed:
        yield f"положительные баллы у {len(having)} игроков, а не более чем у {limits.players} ({limits.by})"


def _who(player: Player) -> str:
    return f"№ {player.seat}"
