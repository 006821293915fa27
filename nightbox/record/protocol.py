"""The protocol of a game, folded from the facts in force. Pure: no file, no clock, and the core's fold does the work.

Secret and public part here once more: `public_half` leaves nothing secret in the entries, not even their number, and
what is folded from it cannot tell more than the room has heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nightbox.errors import FormatError
from nightbox.game.facts import PUBLIC, Entry
from nightbox.game.ledger import Ledger, Record, answer
from nightbox.game.ruleset import Ruleset, Step
from nightbox.game.state import undone
from nightbox.record import russian
from nightbox.record.journal import Game, Header
from nightbox.record.pages import Page
from nightbox.record.paper import BestMove, End, Night, Protocol, Seat, StepEntry
from nightbox.record.sheet import sheet
from nightbox.record.shelf import is_over
from nightbox.record.witness import Witness
from nightbox.rules import loader

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
    return protocol(rules, game.header, game.entries, began=game.began, public_only=shut)


def protocol(
    rules: Ruleset, header: Header, entries: Sequence[Entry], *, began: str = "", public_only: bool = False
) -> Protocol:
    """The protocol of the game that `header` and `entries` tell, by the `rules` that it was begun with.

    `began` is the wall clock of the first entry, for people only.
    """
    seen = Witness(rules, header.seats)
    seen.hear(public_half(entries) if public_only else entries)
    return Protocol(
        game=header.game,
        nightbox=header.nightbox,
        rules=rules.id,
        title=rules.title,
        began=began,
        public_only=public_only,
        end=_end(seen, public_only),
        seats=tuple(_seat(rules, seen.state.ledger, seat) for seat in range(1, header.seats + 1)),
        nights=tuple(_night(rules, seen, page, public_only) for page in seen.pages),
        exits=tuple(seen.exits),
        fouls=tuple(seen.fouls),
        removals=tuple(seen.removals.values()),
        team_defeat=seen.team_defeat,
        idle=seen.state.public.idle,
        idle_limit=rules.idle_nights,
        changes=tuple(replace(change, text=russian.act(rules, change.fact)) for change in seen.changes),
        pauses=tuple(seen.pauses),
        cuts=tuple(seen.cuts),
        losses=tuple(seen.losses),
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
    role = rules.role(ledger.role_of(seat) or "")
    return Seat(seat, role.id, role.label, role.team) if role else Seat(seat, None, NOT_ENTERED, None)


def _end(seen: Witness, public_only: bool) -> End:
    p = seen.state.public
    established = None if public_only else seen.established
    if p.winner == "abandoned":
        return End("abandoned", "", None, None, "", seen.abandoned)
    if p.over:
        return End("over", p.winner, established, seen.announced, seen.announced_as, seen.last)
    winner = seen.state.ledger.decided if established else ""
    return End("running" if seen.last else "not_begun", winner, established, None, "", seen.last)


def _night(rules: Ruleset, seen: Witness, page: Page, public_only: bool) -> Night:
    steps = rules.first_night if page.number == 0 else rules.night
    # Roles as they stand at the end, entries as they stood that night.
    ledger = replace(seen.state.ledger, records=page.records)
    told = () if public_only else tuple(_step(rules, ledger, page, step) for step in steps if step.takes != "nothing")
    return Night(page.number, page.began, told, page.result, _best_move(rules, ledger, page))


def _step(rules: Ruleset, ledger: Ledger, page: Page, step: Step) -> StepEntry:
    record: Record | None = ledger.record(page.number, step.id)
    is_check = step.takes == "check"
    actors = [seat for seat, role in ledger.roles if role == step.role] if is_check else []
    entry = StepEntry(
        step.id,
        step.label,
        step.takes,
        "nothing" if step.id in page.opened else "not_reached",
        asks=step.answer,
        actor_out=bool(actors) and not any(seat in page.alive for seat in actors),
    )
    if record is None:
        return entry
    if record.kind == "miss":
        return replace(entry, entered="miss")
    return replace(
        entry,
        entered="seats",
        seats=record.seats,
        answer=answer(rules, ledger, record) if is_check else None,
        empty_seat=step.takes == "shot" and any(seat not in page.alive for seat in record.seats),
    )


def _best_move(rules: Ruleset, ledger: Ledger, page: Page) -> BestMove | None:
    if page.best_move is None:
        return None
    seat, numbers, closed = page.best_move
    teams = [_seat(rules, ledger, number).team for number in numbers]
    unknown = tuple(number for number, team in zip(numbers, teams, strict=True) if team is None)
    return BestMove(seat, numbers, teams.count("black") if any(teams) else None, unknown, closed)


__all__ = ["Protocol", "of_game", "protocol", "public_half", "sheet"]
