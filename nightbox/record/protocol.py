"""The protocol of a game, folded from the facts in force. Pure: no file, no clock, and the core's fold does the work.

Secret and public part here once more: `public_half` leaves nothing secret in the entries, not even their number, and
what is folded from it cannot tell more than the room has heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nightbox.errors import FormatError
from nightbox.game import amend
from nightbox.game.abilities import actors, answer
from nightbox.game.facts import PUBLIC, Entry, MarkGiven, PointsGiven, SeatVoted
from nightbox.game.ledger import Ledger, Record
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.state import undone
from nightbox.record.acts import act
from nightbox.record.days import DayPage
from nightbox.record.journal import Game, Header
from nightbox.record.outcome import outcome
from nightbox.record.pages import Page
from nightbox.record.paper import Change, End, Mark, Night, Points, Protocol, Removal, Seat, Shooter, StepEntry
from nightbox.record.paper_day import BestMove, Day, SeatVote
from nightbox.record.sheet import sheet
from nightbox.record.shelf import is_over
from nightbox.record.witness import Witness
from nightbox.rules import loader
from nightbox.scores.sheet import sheet_lines

NOT_ENTERED = "не записана"


def of_game(game: Game, *, public_only: bool | None = None) -> Protocol:
    """The protocol of a journal that was read. Left to itself it tells secrets only of a game that is over.

    Raises FormatError when the journal's rule set is not understood.
    """
    try:
        rules = loader.from_json(game.header.rules)
    except ValueError as wrong:
        raise FormatError(f"game {game.header.game}: {wrong}") from wrong
    shut = not is_over(game.entries) if public_only is None else public_only
    return protocol(rules, game.header, game.entries, walls=game.walls, public_only=shut)


def protocol(
    rules: Ruleset,
    header: Header,
    entries: Sequence[Entry],
    *,
    walls: Sequence[str] = (),
    public_only: bool = False,
) -> Protocol:
    """The protocol of the game that `header` and `entries` tell, by the `rules` that it was begun with.

    `walls` is the wall clock of each entry, for people only.
    """
    seen = Witness(rules, header.seats)
    seen.hear(public_half(entries) if public_only else entries)
    clock = {entry.n: wall for entry, wall in zip(entries, walls, strict=False)}
    ledger, reasons = seen.state.ledger, {r.entry: r.reason for r in seen.state.ledger.reasons}
    hidden = public_only  # the entries were numbered anew, and say nothing to anybody
    return Protocol(
        game=header.game,
        nightbox=header.nightbox,
        rules=rules.id,
        title=rules.title,
        began=walls[0] if walls else "",
        ended="" if hidden else clock.get(seen.ended_by, ""),
        public_only=public_only,
        end=_end(seen, public_only),
        seats=tuple(_seat(rules, ledger, seat) for seat in range(1, header.seats + 1)),
        nights=tuple(_night(rules, seen, page, public_only) for page in seen.pages),
        days=tuple(_day(rules, ledger, page) for page in seen.days),
        exits=tuple(seen.exits),
        fouls=tuple(replace(foul, reason=reasons.get(foul.entry, "")) for foul in seen.fouls),
        removals=tuple(_removal(removal, reasons, hidden) for removal in seen.removals.values()),
        team_defeat=seen.team_defeat,
        idle=seen.state.public.idle,
        idle_limit=rules.idle_nights,
        points=tuple(_points(rules, points) for points in sorted(ledger.points, key=lambda p: p.seat)),
        marks=tuple(_mark(rules, mark) for mark in sorted(ledger.marks, key=lambda m: m.seat)),
        score_sheet=_score_sheet(rules, header, entries, seen, public_only),
        changes=tuple(_change(rules, change, reasons, hidden) for change in seen.changes),
        amendments=tuple(
            replace(one, wall=clock.get(one.entry, ""), text=act(rules, one.fact)) for one in seen.amendments
        ),
        pauses=tuple(seen.troubles.pauses),
        cuts=tuple(seen.troubles.cuts),
        losses=tuple(seen.troubles.losses),
    )


def public_half(entries: Iterable[Entry]) -> list[Entry]:
    """What the room knows of `entries`: public facts in force, numbered anew, without the presses' names.

    Numbers and Undone go, since both would count what was entered in secret.
    """
    entries = tuple(entries)
    void = undone(entries)
    open_ones: list[Entry] = []
    for entry in entries:
        facts = tuple(fact for fact in entry.facts if isinstance(fact, PUBLIC))
        if facts and entry.n not in void:
            open_ones.append(Entry(len(open_ones) + 1, entry.at, "public", facts))
    return open_ones


def _seat(rules: Ruleset, ledger: Ledger, seat: int) -> Seat:
    role, name = rules.role(ledger.role_of(seat) or ""), ledger.name_of(seat)
    return Seat(seat, role.id, role.label, role.team, name) if role else Seat(seat, None, NOT_ENTERED, None, name)


def _removal(removal: Removal, reasons: Mapping[int, str], hidden: bool) -> Removal:
    return replace(removal, entry=0 if hidden else removal.entry, reason=reasons.get(removal.entry, ""))


def _change(rules: Ruleset, change: Change, reasons: Mapping[int, str], hidden: bool) -> Change:
    reason, entry = reasons.get(change.entry, ""), 0 if hidden else change.entry
    return replace(change, text=act(rules, change.fact), entry=entry, reason=reason)


def _score_sheet(
    rules: Ruleset, header: Header, entries: Sequence[Entry], seen: Witness, public_only: bool
) -> tuple[str, ...]:
    found = None if public_only or not seen.state.public.over else outcome(rules, header.seats, entries, header.game)
    return tuple(sheet_lines(found, rules)) if found else ()


def _points(rules: Ruleset, given: PointsGiven) -> Points:
    label = amend.points_kinds(rules).get(given.kind, given.kind)
    return Points(given.seat, given.kind, label, given.hundredths, given.reason)


def _mark(rules: Ruleset, given: MarkGiven) -> Mark:
    return Mark(given.seat, given.mark, amend.mark_kinds(rules).get(given.mark, given.mark), given.on)


def _end(seen: Witness, public_only: bool) -> End:
    p, amended = seen.state.public, seen.state.ledger.amended
    established = None if public_only else seen.established
    if p.over and amended:
        told = (established, seen.announced, seen.announced_as, seen.abandoned or seen.last)
        return End("over", amended.result, *told, True, amended.reason)
    if p.winner == "abandoned":
        return End("abandoned", "", None, None, "", seen.abandoned)
    if p.over:
        return End("over", p.winner, established, seen.announced, seen.announced_as, seen.last)
    winner = seen.state.ledger.decided if established else ""
    return End("running" if seen.last else "not_begun", winner, established, None, "", seen.last)


def _night(rules: Ruleset, seen: Witness, page: Page, public_only: bool) -> Night:
    steps = rules.first_night if page.number == 0 else rules.night
    ledger = seen.state.ledger
    told = () if public_only else tuple(_step(rules, seen, page, step) for step in steps if step.takes != "nothing")
    shots = sorted(ledger.shooters, key=lambda one: one.seat)
    shooters = tuple(Shooter(one.seat, one.shot) for one in shots if one.night == page.number)
    best = _best_move(rules, ledger, page.best_move)
    return Night(page.number, page.began, told, page.result, best, shooters, page.ghost)


def _day(rules: Ruleset, ledger: Ledger, page: DayPage) -> Day:
    ballots = []
    for ballot in page.ballots.values():
        held = sorted((v for v in ledger.seat_votes if (v.day, v.round) == (page.number, ballot.round)), key=_voter)
        ballots.append(replace(ballot, votes=tuple(SeatVote(vote.voter, vote.seat) for vote in held)))
    return Day(
        page.number,
        page.began,
        tuple(page.speeches),
        tuple(page.nominations),
        tuple(ballots),
        page.vote,
        page.alibi,
        _best_move(rules, ledger, page.best_move),
    )


def _voter(vote: SeatVoted) -> int:
    return vote.voter


def _step(rules: Ruleset, seen: Witness, page: Page, step: Step) -> StepEntry:
    # Roles as they stand at the end, entries as they stood that night.
    state = replace(seen.state, ledger=replace(seen.state.ledger, records=page.records))
    record: Record | None = state.ledger.record(page.number, step.id)
    alone = step.takes in ("check", "visit", "heal")
    entry = StepEntry(
        step.id,
        step.label,
        step.takes,
        "nothing" if step.id in page.opened else "not_reached",
        asks=step.answer,
        actor_out=alone and actors(rules, state, step, page.number) == (),
    )
    if record is None:
        return entry
    entry = replace(entry, at=seen.entered.get((page.number, step.id), (None, None))[1])
    if record.kind == "miss":
        return replace(entry, entered="miss")
    told = answer(rules, state, record)
    return replace(
        entry,
        entered="seats",
        seats=record.seats,
        answer=told if step.takes == "check" or told == "blocked" else None,
        empty_seat=step.takes == "shot" and any(seat not in page.alive for seat in record.seats),
    )


def _best_move(rules: Ruleset, ledger: Ledger, told: tuple[int, tuple[int, ...], bool] | None) -> BestMove | None:
    if told is None:
        return None
    seat, numbers, closed = told
    teams = [_seat(rules, ledger, number).team for number in numbers]
    unknown = tuple(number for number, team in zip(numbers, teams, strict=True) if team is None)
    return BestMove(seat, numbers, teams.count("black") if any(teams) else None, unknown, closed)


__all__ = ["Protocol", "of_game", "protocol", "public_half", "sheet"]
