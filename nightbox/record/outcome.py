"""A journal -> what points ask of its game (nightbox/scores). Only a game that is over has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nightbox.errors import FormatError
from nightbox.game import facts as f
from nightbox.game.facts import Entry, Fact
from nightbox.game.ledger import Ledger
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import undone
from nightbox.record.journal import Game
from nightbox.record.witness import Witness
from nightbox.rules import loader
from nightbox.scores.outcome import BestMove, Given, Outcome, Player

FIRST_NIGHT = 1
"""The first night of shots, for a rule set that has no best move to name it."""


def of_game(game: Game, number: str) -> tuple[Outcome, Ruleset] | None:
    """The outcome of a journal that was read, and the rules it was begun with; None while the game is not over.

    `number` is what the list calls the game. Raises FormatError when the journal's rule set is not understood.
    """
    try:
        rules = loader.from_json(game.header.rules)
    except ValueError as wrong:
        raise FormatError(f"game {game.header.game}: {wrong}") from wrong
    found = outcome(rules, game.header.seats, game.entries, number)
    return (found, rules) if found else None


def outcome(rules: Ruleset, seats: int, entries: Iterable[Entry], number: str) -> Outcome | None:
    """The outcome of a game with so many `seats`; None while neither the table nor an amendment has a result."""
    entries = tuple(entries)
    seen = Witness(rules, seats)
    seen.hear(entries)
    said = _Said(rules)
    for fact in in_force(entries):
        said.hear(fact)
    result = said.amended or seen.state.public.winner
    if not result:
        return None
    cards = dealt(rules, seats, seen.state.ledger)
    exits = {exit.seat: exit for exit in seen.state.public.exits}
    players = []
    for seat in range(1, seats + 1):
        role, team = cards[seat]
        exit = exits.get(seat)
        players.append(
            Player(
                seat=seat,
                name=said.names.get(seat, ""),
                role=role,
                team=team,
                left=exit.how if exit else "",
                number=exit.number if exit else 0,
                fouls=tuple(foul.kind for foul in seen.fouls if foul.seat == seat),
                removals=tuple(_removals(rules, seen, seat)),
                first_killed=seat in said.killed,
                best_move=said.best_moves.get(seat),
                points=tuple(given for given in said.points.get(seat, {}).values() if given.hundredths),
                marks=tuple((mark, on) for mark, on in said.marks.get(seat, {}).items() if on > 0),
            )
        )
    splits = sum(1 for how in said.votes.values() if how == "all_stay")
    return Outcome(number, rules.id, result, tuple(players), splits)


def in_force(entries: Iterable[Entry]) -> Iterator[Fact]:
    """The facts of the entries that were not undone."""
    entries = tuple(entries)
    void = undone(entries)
    return (fact for entry in entries if entry.n not in void for fact in entry.facts)


def dealt(rules: Ruleset, seats: int, ledger: Ledger) -> dict[int, tuple[str, str]]:
    """Role and team of every seat, "" where they are not known.

    What the entered cards leave of the deck is known too: with the Sheriff and the blacks entered the others are
    civilians, with the blacks alone they are red.
    """
    entered = {seat: role for seat, role in ledger.roles if rules.role(role)}
    left = {role.id: role.count - list(entered.values()).count(role.id) for role in rules.roles}
    rest = [role for role in rules.roles if left[role.id] > 0]
    whole = min(left.values(), default=0) >= 0 and sum(left.values()) == seats - len(entered)
    role = rest[0].id if whole and len(rest) == 1 else ""
    team = rest[0].team if whole and len({one.team for one in rest}) == 1 else ""
    found = {seat: (role, team) for seat in range(1, seats + 1)}
    for seat, known in entered.items():
        card = rules.role(known)
        found[seat] = (known, card.team if card else "")
    return found


def _removals(rules: Ruleset, seen: Witness, seat: int) -> Iterator[str]:
    """Why `seat` was removed. By the second technical foul: its two fouls are the whole penalty (FSM 6.7.2)."""
    kinds = [foul.kind for foul in seen.fouls if foul.seat == seat]
    if seen.team_defeat and seen.team_defeat.seat == seat:
        yield "team_defeat"
    removal = seen.removals.get(seat)
    if removal is None:
        return
    technical = sum(kinds.count(kind) for kind in ("technical", "big_technical"))
    if rules.technicals_out and technical >= rules.technicals_out and removal.why != "fouls":
        yield "technicals"
    else:
        yield "disqualified"


@dataclass(slots=True)
class _Said:
    """What the facts in force say of names, points, best moves and votes; the last of a kind stands."""

    rules: Ruleset
    names: dict[int, str] = field(default_factory=dict)
    points: dict[int, dict[str, Given]] = field(default_factory=dict)
    marks: dict[int, dict[str, int]] = field(default_factory=dict)
    killed: dict[int, int] = field(default_factory=dict)
    best_moves: dict[int, BestMove] = field(default_factory=dict)
    votes: dict[int, str] = field(default_factory=dict)
    amended: str = ""

    def hear(self, fact: Fact) -> None:
        match fact:
            case f.PlayerNamed(seat, name):
                self.names[seat] = name
            case f.PointsGiven(seat, kind, hundredths, reason):
                self.points.setdefault(seat, {})[kind] = Given(kind, hundredths, reason)
            case f.MarkGiven(seat, mark, on):
                self.marks.setdefault(seat, {})[mark] = on
            case f.ResultAmended(result, _):
                self.amended = result
            case f.PlayerKilled(night, seat) if night == self._first_night:
                # A removal that was told in the same morning does not unmake the kill.
                self.killed[seat] = night
            case f.BestMoveTaken(seat, first, second, third):
                numbers = tuple(number for number in (first, second, third) if number)
                self.best_moves[seat] = BestMove(numbers, by_day=seat not in self.killed)
            case f.VoteEnded(day, how, _):
                self.votes[day] = how
            case f.TableCorrected("seat_in", seat, _, _):
                self.killed.pop(seat, None)
                self.best_moves.pop(seat, None)
            case _:
                pass

    @property
    def _first_night(self) -> int:
        return self.rules.best_move.night if self.rules.best_move else FIRST_NIGHT
