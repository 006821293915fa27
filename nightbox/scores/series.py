"""A table over many games of one rule set: who has what, and in which place. A player is known by his name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from nightbox.errors import UsageError
from nightbox.game.ruleset import Ruleset
from nightbox.game.scoring import BEST, WORST
from nightbox.scores.compensation import compensation
from nightbox.scores.figures import NO_ROLES
from nightbox.scores.game import GameScore, score
from nightbox.scores.outcome import Outcome, Player
from nightbox.scores.ties import CRITERIA, WINS_ONLY, Distance, Standing


@dataclass(frozen=True, slots=True)
class Row:
    """One player; points in hundredths, `penalty` is 0 or less, `total` the sum of the four.

    `place` is 0 for a seat without a name. `last` is the last place of those who share it by all criteria, `place`
    where nobody does. `roles` are wins per role.
    """

    place: int
    last: int
    name: str
    standing: Standing
    main: int
    ci: int
    bonus: int
    penalty: int

    @property
    def total(self) -> int:
        return self.standing.total


@dataclass(frozen=True, slots=True)
class Table:
    """`unnamed` are seats that nobody can be placed for; `left_out` are games that do not count, and why.

    `points` is whether the rule set's text knows any; without them the places go by wins alone. `compensated`: whether
    it knows Ci. `warnings` are the games' own.
    """

    rules: str
    title: str
    points: bool
    compensated: bool
    games: tuple[str, ...]
    rows: tuple[Row, ...]
    unnamed: tuple[Row, ...]
    left_out: tuple[tuple[str, str], ...]
    ranking: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One player's part in one game."""

    rules: Ruleset
    outcome: Outcome
    player: Player
    score: GameScore


_WHY = {"annulled": "аннулирована", "replayed": "переиграна, считается переигровка", "abandoned": "прекращена"}


def table(games: Sequence[tuple[Outcome, Ruleset]], unread: Sequence[tuple[str, str]] = ()) -> Table:
    """The table of `games`, in their order; each is counted by the rules that it was begun with.

    A game that was annulled, replayed or given up does not count, nor one whose points hang on roles that were not
    entered: a game counts for everybody or for nobody. `unread` are games that have no outcome, and why.
    Raises UsageError where the games are of several rule sets, or a name sits at two seats of one game.
    """
    _one_rule_set(games)
    played: dict[str, list[Played]] = {}
    nameless: list[list[Played]] = []
    counted: list[Played] = []
    left_out = list(unread)
    warnings: list[str] = []
    for outcome, rules in games:
        found = score(outcome, rules)
        if why := _left_out(outcome, rules, found):
            left_out.append((outcome.game, why))
            continue
        _one_seat_a_name(outcome)
        warnings += [f"игра {outcome.game}: {warning}" for warning in found.warnings]
        for player in outcome.players:
            part = Played(rules, outcome, player, found)
            counted.append(part)
            if key := known_by(player.name):
                played.setdefault(key, []).append(part)
            else:
                nameless.append([part])
    newest = games[-1][1] if games else None
    worth = newest.scores if newest else None
    ranking = worth.ranking if worth else WINS_ONLY
    rows = [_row(" ".join(parts[-1].player.name.split()), parts) for parts in played.values()]
    return Table(
        rules=newest.id if newest else "",
        title=newest.title if newest else "",
        points=worth is not None,
        compensated=bool(worth and worth.compensation),
        games=tuple(dict.fromkeys(part.outcome.game for part in counted)),
        rows=placed(rows, ranking, _distance(counted)),
        unnamed=tuple(_row(f"место {p[0].player.seat}, игра {p[0].outcome.game}", p, named=False) for p in nameless),
        left_out=tuple(sorted(left_out, key=lambda one: (len(one[0]), one[0]))),
        ranking=ranking,
        warnings=tuple(warnings),
    )


def known_by(name: str) -> str:
    """What a name is known by: case, accents' form and blanks do not make two people of one."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


def placed(rows: Iterable[Row], ranking: Sequence[str], games: Distance) -> tuple[Row, ...]:
    """The rows in their places; those whom no criterion parts share theirs, in the order of their names."""
    by_name = sorted(rows, key=lambda row: known_by(row.name))
    keyed = [(tuple(CRITERIA[name](row.standing, games) for name in ranking), row) for row in by_name]
    keyed.sort(key=lambda one: one[0], reverse=True)
    keys = [key for key, _ in keyed]
    return tuple(
        replace(row, place=keys.index(key) + 1, last=keys.index(key) + keys.count(key)) for key, row in keyed
    )


def _row(name: str, parts: Sequence[Played], named: bool = True) -> Row:
    scores = [part.score.of(part.player.seat) for part in parts]
    main, bonus, penalty = (sum(getattr(one, key) for one in scores) for key in ("main", "bonus", "penalty"))
    worth = parts[-1].rules.scores
    # Whose distance this seat belongs to is not known: no Ci without a name.
    back = compensation(worth.compensation, _games(parts)) if worth and worth.compensation and named else 0
    roles: dict[str, int] = {role.id: 0 for role in parts[-1].rules.roles}
    for part in parts:
        if _won(part) and part.player.role:
            roles[part.player.role] = roles.get(part.player.role, 0) + 1
    standing = Standing(
        games=len(parts),
        wins=sum(map(_won, parts)),
        total=main + back + bonus + penalty,
        bonus=bonus + penalty,
        roles=tuple(roles.items()),
        first_deaths=sum(part.player.first_killed for part in parts),
        best=sum(part.player.mark(BEST) > 0 for part in parts),
    )
    return Row(0, 0, name, standing, main, back, bonus, penalty)


def _games(parts: Iterable[Played]) -> list[tuple[Ruleset, Outcome, Player]]:
    return [(part.rules, part.outcome, part.player) for part in parts]


def _won(part: Played) -> bool:
    return part.outcome.won and part.player.team == part.outcome.result


def _distance(parts: Iterable[Played]) -> Distance:
    parts = list(parts)
    results = {part.outcome.game: part.outcome.result for part in parts}.values()

    def marked(mark: str) -> tuple[tuple[str, int], ...]:
        teams = [part.player.team for part in parts if part.player.mark(mark) > 0]
        return tuple((team, teams.count(team)) for team in dict.fromkeys(teams))

    counts = list(results)
    return Distance(counts.count("red"), counts.count("black"), marked(BEST), marked(WORST))


def _left_out(outcome: Outcome, rules: Ruleset, found: GameScore) -> str:
    """Why a game does not count, or "". A won game wants the winners' roles, Ci the team of the first killed."""
    if not outcome.counts:
        return _WHY[outcome.result]
    roles = bool(rules.scores and {"leader_wins", "heavy_role"} & set(rules.scores.ranking))
    back = bool(rules.scores and rules.scores.compensation)
    missing = sorted(
        player.seat
        for player in outcome.players
        if found.of(player.seat).open
        or (outcome.won and not player.team)
        or (outcome.won and roles and not player.role)
        or (back and player.first_killed and not player.team)
    )
    return f"{NO_ROLES}: № {', № '.join(map(str, missing))}" if missing else ""


def _one_rule_set(games: Sequence[tuple[Outcome, Ruleset]]) -> None:
    of: dict[str, list[str]] = {}
    for outcome, rules in games:
        of.setdefault(rules.id, []).append(outcome.game)
    if len(of) > 1:
        told = "; ".join(f"{id}: {', '.join(numbers)}" for id, numbers in of.items())
        mend = f"name one: --rules {min(of)}"
        raise UsageError(f"a table is of one rule set, and these games are of several ({told}); {mend}")


def _one_seat_a_name(outcome: Outcome) -> None:
    seats: dict[str, int] = {}
    for player in outcome.players:
        if (key := known_by(player.name)) in seats and key:
            raise UsageError(
                f"game {outcome.game}: {player.name!r} sits at seats {seats[key]} and {player.seat}; "
                f'mend one: nightbox games amend {outcome.game} --name "{player.seat}=..."'
            )
        seats[key] = player.seat
