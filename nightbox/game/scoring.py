"""What a rule set says of points: values only, read from [scores] of its TOML. The game itself never looks here.

Points are whole hundredths: 30 is +0.3. `by` is the paragraph of the rule set's text, as a score sheet prints it.
"""

from __future__ import annotations

from dataclasses import dataclass

RANKINGS = ("coefficient", "total", "bonus", "wins", "leader_wins", "first_deaths", "best", "heavy_role")
"""What may decide a place, each a function of nightbox/scores/ties.py."""

CRITICAL, AGREED, SAME_CONTENT, BEST, WORST = "critical", "agreed", "same_content", "best", "worst"
"""Marks that a formula asks for: a removal at a critical moment, the chief judge's consent, a protocol that repeats
the will, the best and the worst player of a game."""

COLOURS = (
    "black_right", "black_wrong", "black_near", "black_near_wrong", "red_right", "red_wrong", "red_near",
    "red_near_wrong", "version_right", "version_wrong", "side_red", "side_black", "side_wrong",
)  # fmt: skip
"""Marks that count what stood in a protocol; `on` is how many."""


@dataclass(frozen=True, slots=True)
class Worth:
    points: int
    by: str


@dataclass(frozen=True, slots=True)
class BestMoveWorth:
    """`steps[n]` is for n blacks among the numbers; the roles in `void` have no right to it, by `void_by`."""

    steps: tuple[int, ...]
    by: str
    void: tuple[str, ...] = ()
    void_by: str = ""


@dataclass(frozen=True, slots=True)
class TechnicalWorth:
    """The first technical foul costs this much, each later one `repeated` times as much."""

    small: int
    big: int
    repeated: int
    by: str


@dataclass(frozen=True, slots=True)
class ProtocolWorth:
    """What colours and versions in the protocol of the first killed are worth.

    Of a list the first value is for the first such colour, the last one for all that follow. All right reds together
    give `red_most` at most. `near` is the share, in per cent, of a colour that was nearly certain. `side_...` are
    colours beside two versions.
    """

    black_right: tuple[int, ...]
    black_wrong: tuple[int, ...]
    red_right: tuple[int, ...]
    red_most: int
    red_wrong: tuple[int, ...]
    version: int
    near: int
    side_red: int
    side_black: int
    side_wrong: int
    by: str
    side_by: str
    same_by: str


@dataclass(frozen=True, slots=True)
class Compensation:
    """Ci: `most` for the first killed, in steps over `share` per cent of his games, `least` games at the least.

    `won` is the share, in per cent, that he gets where his team has won.
    """

    most: int
    share: int
    least: int
    won: int
    by: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one game: the sum of the judge's positive points, and how many players may have any."""

    total: int
    players: int
    by: str
    removed_by: str


@dataclass(frozen=True, slots=True)
class Scale:
    """The values that the judge may give; `agreed` are those that want the chief judge's consent."""

    id: str
    values: tuple[int, ...]
    agreed: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class PointsKind:
    """A kind of the judge's own points. `scale` holds for all but the first killed, `first_killed` for him.

    "": such a player does not get this kind.
    """

    id: str
    label: str
    by: str
    scale: str
    first_killed: str


@dataclass(frozen=True, slots=True)
class MarkKind:
    """A mark on the score sheet; with `points` 0 it is a note, or a formula asks for it.

    `once`: one player of a game at the most. `first_killed`: it is for the first killed alone.
    """

    id: str
    label: str
    by: str
    points: int = 0
    once: bool = False
    first_killed: bool = False


@dataclass(frozen=True, slots=True)
class Scores:
    """`split` is what every red loses when the table has split twice and all stay. `draw_by` is the paragraph by which
    a draw gives no positive bonus ("": there is none). `ranking` decides the places, first to last.
    """

    win: Worth
    ranking: tuple[str, ...]
    best_move: BestMoveWorth | None = None
    technical: TechnicalWorth | None = None
    removed: Worth | None = None
    removed_critical: Worth | None = None
    team_defeat: Worth | None = None
    split: Worth | None = None
    draw_by: str = ""
    limits: Limits | None = None
    compensation: Compensation | None = None
    protocol: ProtocolWorth | None = None
    scales: tuple[Scale, ...] = ()
    points: tuple[PointsKind, ...] = ()
    marks: tuple[MarkKind, ...] = ()

    def scale(self, id: str) -> Scale | None:
        return next((scale for scale in self.scales if scale.id == id), None)

    def points_kind(self, id: str) -> PointsKind | None:
        return next((kind for kind in self.points if kind.id == id), None)

    def mark_kind(self, id: str) -> MarkKind | None:
        return next((kind for kind in self.marks if kind.id == id), None)
