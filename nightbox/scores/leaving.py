"""What a leaving player left: the colours of his protocol, and the will beside it (FSM 8.3.8-8.3.9)."""

from __future__ import annotations

from fractions import Fraction

from nightbox.game.scoring import COLOURS, SAME_CONTENT, ProtocolWorth
from nightbox.scores.figures import Figure, half_up, voided
from nightbox.scores.outcome import Player


def protocol(worth: ProtocolWorth, player: Player) -> tuple[Figure, ...]:
    """His protocol by its colours and versions, and by what stood beside two versions; nothing where none is marked.

    Nearly certain colours are left out of the order: each is worth its share of a first one (8.3.9.9, L409). Exact
    until the sum, which is rounded once, a half up.
    """
    if not any(player.mark(colour) for colour in COLOURS):
        return ()
    near = Fraction(worth.near, 100)
    black = _steps(worth.black_right, player.mark("black_right"))
    black += _steps(worth.black_wrong, player.mark("black_wrong"))
    black += near * (player.mark("black_near") * worth.black_right[0])
    black += near * (player.mark("black_near_wrong") * worth.black_wrong[0])
    red = _steps(worth.red_right, player.mark("red_right")) + near * (player.mark("red_near") * worth.red_right[0])
    red = min(red, Fraction(worth.red_most))
    wrong = _steps(worth.red_wrong, player.mark("red_wrong"))
    wrong += near * (player.mark("red_near_wrong") * worth.red_wrong[0])
    wrong = max(wrong, Fraction(sum(worth.red_wrong)))
    version = worth.version * (player.mark("version_right") - player.mark("version_wrong"))
    figures = []
    if any(player.mark(colour) for colour in COLOURS if not colour.startswith("side_")):
        figures.append(Figure("protocol", "протокол ПУ", half_up(black + red + wrong + version), worth.by))
    side = sum(player.mark(f"side_{what}") * points for what, points in _side(worth))
    if any(player.mark(colour) for colour in COLOURS if colour.startswith("side_")):
        figures.append(Figure("protocol", "протокол в стороне от версий", side, worth.side_by))
    return tuple(figures)


def once(worth: ProtocolWorth, player: Player, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Where protocol and will say the same, only the greater of the two counts (L391)."""
    kinds = [sum(f.hundredths or 0 for f in figures if f.kind == kind) for kind in ("protocol", "will")]
    if not player.mark(SAME_CONTENT) or not {"protocol", "will"} <= {f.kind for f in figures}:
        return figures
    lesser = "protocol" if kinds[0] < kinds[1] else "will"
    why = f"совпадает с {'завещанием' if lesser == 'protocol' else 'протоколом'} ({worth.same_by})"
    return tuple(voided(figure, why) if figure.kind == lesser else figure for figure in figures)


def beside(player: Player) -> int:
    """How many colours stood beside the versions."""
    return sum(player.mark(colour) for colour in COLOURS if colour.startswith("side_"))


def _steps(values: tuple[int, ...], count: int) -> Fraction:
    """The sum for `count` colours: the first value, the second, and the last for all that follow."""
    return Fraction(sum(values[min(n, len(values) - 1)] for n in range(count)))


def _side(worth: ProtocolWorth) -> tuple[tuple[str, int], ...]:
    return (("red", worth.side_red), ("black", worth.side_black), ("wrong", worth.side_wrong))
