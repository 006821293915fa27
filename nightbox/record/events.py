"""The protocol as a list of events in the order of time, one row each, for a spreadsheet (docs/protocol.md)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from nightbox.record import russian as ru
from nightbox.record import wording
from nightbox.record.paper import Night, Protocol, When
from nightbox.record.paper_day import BestMove, Day
from nightbox.units import Ms

HEADER = ("время", "мс", "часть", "событие", "игрок", "кого", "число", "предел", "текст", "запись")
"""Table time as m:ss and in milliseconds; the night or day; what it was; who did it; the seats that it concerns; a
count, or seconds; the seconds that were allowed; all of it as a sentence; the entry of the journal, where known."""


@dataclass(frozen=True, slots=True)
class Event:
    """`number` and `limit` are None where the event has none; `entry` is 0 then."""

    at: Ms
    part: str
    what: str
    seat: int = 0
    whom: tuple[int, ...] = ()
    number: int | None = None
    limit: int | None = None
    text: str = ""
    entry: int = 0


def events(p: Protocol) -> list[Event]:
    """Everything that the protocol has a moment for, and the rest at the beginning of its night or day."""
    found = [
        *(event for night in p.nights for event in _night(p, night)),
        *(event for day in p.days for event in _day(p, day)),
        *_players(p),
        *_record(p),
    ]
    return sorted(found, key=lambda event: event.at)


def csv_text(p: Protocol) -> str:
    """The events as Russian Excel opens them: a BOM, semicolons, CRLF."""
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=";", lineterminator="\r\n")
    writer.writerow(HEADER)
    for one in events(p):
        row = (one.seat or "", " ".join(map(str, one.whom)), one.number, one.limit, _safe(one.text), one.entry or "")
        writer.writerow((ru.clock(one.at), one.at, one.part, one.what, *("" if cell is None else cell for cell in row)))
    return "\ufeff" + sink.getvalue()


def _safe(text: str) -> str:
    """A name or a reason that a spreadsheet would take for a formula is text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _night(p: Protocol, night: Night) -> Iterator[Event]:
    part = ru.day_of(When(0, "night", night.number))
    yield Event(night.began, part, "ночь началась")
    for step in night.steps:
        if step.entered in ("seats", "miss"):
            at = night.began if step.at is None else step.at
            yield Event(at, part, step.label, whom=step.seats, text=wording.step_entry(step))
    for shot in night.shooters:
        whom = (shot.shot,) if shot.shot > 0 else ()
        yield Event(night.began, part, "выстрел игрока", shot.seat, whom, text=ru.shot(shot.shot))
    if night.result:
        result, text = night.result, wording.result(night.result, p.public_only)
        yield Event(result.when.at, part, "итог ночи", whom=result.killed, text=text)
    if night.ghost:
        yield Event(night.result.when.at if night.result else night.began, part, "призрак", night.ghost)
    if night.best_move:
        yield _best_move(p, night.best_move, night.result.when.at if night.result else night.began, part)


def _best_move(p: Protocol, best: BestMove, at: Ms, part: str) -> Event:
    text = wording.best_move(best, p.public_only)
    return Event(at, part, "лучший ход", best.seat, best.numbers, best.black, text=text)


def _day(p: Protocol, day: Day) -> Iterator[Event]:
    part = ru.day_of(When(0, "day", day.number))
    for one in day.speeches:
        at = day.began if one.began is None else one.began
        lasted, limit = None if one.lasted is None else one.lasted // 1000, (one.limit + one.shifted) // 1000
        yield Event(at, part, ru.SPEECHES[one.kind].lower(), one.seat, (), lasted, limit, wording.speech(one))
    for n in day.nominations:
        yield Event(n.at, part, "выставляет", n.by, (n.seat,), text="уже стоит" if n.repeated else "")
    for ballot in day.ballots:
        for count in ballot.counts:
            told = f"тур {ballot.round}, голосуют {ballot.voters}"
            yield Event(ballot.began, part, "голоса против", 0, (count.seat,), count.hands, ballot.voters, told)
        if ballot.raised is not None:
            seats, hands = tuple(count.seat for count in ballot.counts), ballot.raised if ballot.raised >= 0 else None
            yield Event(ballot.began, part, "поднять всех", 0, seats, hands, ballot.voters, f"тур {ballot.round}")
        if ballot.ghost:
            yield Event(ballot.began, part, "призрак выбрал", whom=(ballot.ghost,))
        for vote in ballot.votes:
            whom = (vote.seat,) if vote.seat else ()
            yield Event(ballot.began, part, "голос игрока", vote.voter, whom, text=f"тур {ballot.round}")
    if day.vote:
        told = ru.vote_end(day.vote.how, day.vote.seats)
        yield Event(day.vote.at, part, "итог голосования", whom=day.vote.seats, text=told)
        yield from (Event(day.vote.at, part, "алиби", seat) for seat in day.alibi)
    if day.best_move:
        yield _best_move(p, day.best_move, day.vote.at if day.vote else day.began, part)


def _players(p: Protocol) -> Iterator[Event]:
    for exit in p.exits:
        text = wording.exit_of(exit)
        yield Event(exit.when.at, ru.day_of(exit.when), "выбыл", exit.seat, text=text)
    for foul in p.fouls:
        what, part = ru.FOULS.get(foul.kind, foul.kind), ru.day_of(foul.when)
        yield Event(foul.when.at, part, what, foul.seat, text=foul.reason, entry=foul.entry)
    for removal in p.removals:
        when = removal.announced or removal.entered
        if when:
            text = wording.removal(removal)
            yield Event(when.at, ru.day_of(when), "удалён", removal.seat, text=text, entry=removal.entry)
    if p.end.announced:
        winner = ru.winner(p.end.announced_as)
        yield Event(p.end.announced.at, ru.day_of(p.end.announced), "исход объявлен", text=winner)
    if p.end.state == "abandoned" and p.end.last:
        yield Event(p.end.last.at, ru.day_of(p.end.last), "игра прекращена")


def _record(p: Protocol) -> Iterator[Event]:
    for change in p.changes:
        text = f"{change.text}{f': {change.reason}' if change.reason else ''}"
        yield Event(change.when.at, ru.day_of(change.when), "исправление", text=text, entry=change.entry)
    for one in p.amendments:
        yield Event(one.when.at, ru.day_of(one.when), "запись рядом с игрой", text=one.text, entry=one.entry)
    for pause in p.pauses:
        yield _span("пауза", pause.when, pause.until)
    for cut in p.cuts:
        yield _span("бокс запущен заново", cut.when, cut.until)
    for loss in p.losses:
        yield _span(ru.loss(loss.device), loss.when, loss.until)


def _span(what: str, when: When, until: Ms | None) -> Event:
    lasted = None if until is None else (until - when.at) // 1000
    return Event(when.at, ru.day_of(when), what, number=lasted)
