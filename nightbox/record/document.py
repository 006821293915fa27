"""The protocol as a document: its sections in their order, each of labelled lines. Text and HTML lay out this one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from itertools import groupby

from nightbox.record import russian as ru
from nightbox.record import wording
from nightbox.record.paper import Change, Night, Protocol, Seat
from nightbox.record.paper_day import Day

Row = tuple[str, str]
"""A label and what stands beside it."""

PUBLIC_NOTE = "ТОЛЬКО ОТКРЫТАЯ ЧАСТЬ: что уже объявлено. Роли, выстрелы, проверки и фолы — после игры."
TABLE_HEAD = ("№", "Имя", "Роль", "Выбыл", "Фолы")
SIGNATURES = ("Судья", "Секретарь", "Дата")


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    rows: tuple[Row, ...]


def head(p: Protocol, zone: tzinfo | None = None) -> tuple[Row, ...]:
    """What stands at the top, the wall time in `zone` or by this machine."""
    rows: list[Row] = [("Правила", f"{p.title}; {ru.players(len(p.seats))}")]
    began, ended = ru.wall(p.began, zone), ru.wall(p.ended, zone)
    if began:
        rows.append(("Начало", f"{began} (по часам бокса)"))
    if ended:
        rows.append(("Конец", ended))
    rows += [("Судья", "______________________________"), ("Время", "минуты и секунды от начала игры"), *wording.end(p)]
    if p.idle and p.idle_limit:
        rows.append(("Без ухода игроков", f"{ru.nights(p.idle)} подряд (на {p.idle_limit}-й — конец игры)"))
    return tuple(rows)


def players(p: Protocol) -> tuple[tuple[str, ...], ...]:
    """The table of the players: the cells of TABLE_HEAD, those that nobody may know or wrote down being empty."""
    return tuple(_player(p, seat) for seat in p.seats)


def _player(p: Protocol, seat: Seat) -> tuple[str, ...]:
    exit = wording.left(p, seat.seat)
    out = f"{ru.EXITS.get(exit.how, exit.how)}, {ru.day_of(exit.when)}" if exit else "за столом"
    fouls = ru.foul_counts(foul.kind for foul in p.fouls if foul.seat == seat.seat)
    secret = ("", "") if p.public_only else (seat.label, fouls or "—")
    return (str(seat.seat), seat.name, secret[0], out, secret[1])


def sections(p: Protocol, zone: tzinfo | None = None) -> tuple[Section, ...]:
    """Everything under the table of the players; what has no line is not there."""
    found = [*_course(p), _exits(p), _fouls(p), _sheet(p), _changes(p), _troubles(p), _amendments(p, zone)]
    return tuple(section for section in found if section.rows)


def _course(p: Protocol) -> Iterator[Section]:
    """Nights and days as they came."""
    parts: list[Night | Day] = sorted([*p.nights, *p.days], key=lambda part: part.began)
    for part in parts:
        match part:
            case Night():
                rows = tuple(wording.night(p, part)) or (("Знакомство", "выстрелов нет"),)
                yield Section(f"НОЧЬ {part.number}  ·  началась в {ru.clock(part.began)}", rows)
            case Day():
                title = f"ДЕНЬ {part.number}" if part.number else "ЗНАКОМСТВО"
                yield Section(f"{title}  ·  с {ru.clock(part.began)}", tuple(wording.day(p, part)))


def _exits(p: Protocol) -> Section:
    rows = ((f"{place:>2}. {ru.seat(exit.seat)}", wording.exit_of(exit)) for place, exit in enumerate(p.exits, 1))
    return Section("КТО И КОГДА ВЫБЫЛ", tuple(rows))


def _fouls(p: Protocol) -> Section:
    rows: list[Row] = []
    for seat in sorted({foul.seat for foul in p.fouls}):
        rows.append((ru.seat(seat), "; ".join(wording.foul(foul) for foul in p.fouls if foul.seat == seat)))
    rows += [(f"Удаление {ru.seat(removal.seat)}", wording.removal(removal)) for removal in p.removals]
    return Section("УДАЛЕНИЯ" if p.public_only else "ФОЛЫ И УДАЛЕНИЯ", tuple(rows))


def _sheet(p: Protocol) -> Section:
    """The judge's own points and marks as they stand, where the score sheet has no line for each player."""
    if len(p.score_sheet) > 1:
        return Section("", ())
    rows: list[Row] = [
        (ru.seat(one.seat), f"{one.label} {ru.signed(one.hundredths)}: {one.reason}") for one in p.points
    ]
    rows += [(ru.seat(one.seat), f"{one.label}{f' ×{one.on}' if one.on > 1 else ''}") for one in p.marks]
    return Section("БАЛЛЫ И ОТМЕТКИ СУДЬИ", tuple(rows))


def _changes(p: Protocol) -> Section:
    return Section("ИСПРАВЛЕНИЯ", tuple((ru.moment(change.when), _change(change)) for change in p.changes))


def _change(change: Change) -> str:
    said = {"undone": "отменена", "replaced": "заменена", "forgotten": "снята"}
    why = f" ({change.reason})" if change.reason else ""
    if change.entered is None:
        return f"исправлено: {change.text}{why}"
    return f"{said.get(change.kind, change.kind)} запись «{change.text}» ({ru.clock(change.entered)}){why}"


def _amendments(p: Protocol, zone: tzinfo | None) -> Section:
    """One line for each entry, with the box's clock of then."""
    rows = []
    for entry, some in groupby(p.amendments, key=lambda one: one.entry):
        told = tuple(some)
        when = ru.wall(told[0].wall, zone) or ru.moment(told[0].when)
        rows.append((when, f"{'; '.join(one.text for one in told)} (запись {entry})"))
    return Section("ЗАПИСАНО РЯДОМ С ИГРОЙ И ПОСЛЕ НЕЁ", tuple(rows))


def _troubles(p: Protocol) -> Section:
    told = [(pause.when, "пауза", pause.until) for pause in p.pauses]
    told += [(cut.when, "бокс запущен заново посреди игры", cut.until) for cut in p.cuts]
    told += [(loss.when, ru.loss(loss.device), loss.until) for loss in p.losses]
    rows = []
    for when, what, until in sorted(told, key=lambda one: one[0].at):
        rows.append((ru.moment(when), f"{what}, до {ru.clock(until) if until is not None else 'конца записи'}"))
    return Section("ПАУЗЫ И НЕПОЛАДКИ", tuple(rows))
