"""The protocol as a page of plain text for the judge: Russian, UTF-8, at most 80 columns. Only laid out here."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from datetime import tzinfo

from nightbox.record import russian as ru
from nightbox.record.paper import BestMove, Exit, Night, Protocol, Removal, Result, StepEntry

WIDTH = 80
NOTHING = "не записано"

_TOGETHER = re.compile(r"(?<=№) |(?<=день) |(?<=ночь) |(?<=\d,) (?=\d+:\d\d)")
"""Spaces at which no line is broken: «№ 7», «день 2, 11:42»."""


def sheet(protocol: Protocol, zone: tzinfo | None = None) -> str:
    """The page, without a line feed at its end. The wall time is that of `zone`, or of this machine."""
    p = protocol
    blocks = [_head(p, zone), _table(p)]
    blocks += [_night(p, night) for night in p.nights]
    blocks += [_exits(p), _fouls(p), _changes(p), _troubles(p)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _wrapped(label: str, text: str, indent: int = 22) -> list[str]:
    """`label`, and beside it `text` in as many lines as it takes."""
    head = f" {label}".ljust(indent - 1) + " "
    bound = _TOGETHER.sub("\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(bound, WIDTH, initial_indent=head, subsequent_indent=" " * indent, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] or [head.rstrip()]


def _heading(text: str) -> str:
    return f"── {text} ".ljust(WIDTH, "─")


# --- head and table ---------------------------------------------------------------------------------------------


def _head(p: Protocol, zone: tzinfo | None) -> list[str]:
    began = ru.wall(p.began, zone)
    lines = [*textwrap.wrap(f"ПРОТОКОЛ ИГРЫ {p.game}", WIDTH), "═" * WIDTH]
    if p.public_only:
        note = "ТОЛЬКО ОТКРЫТАЯ ЧАСТЬ: что уже объявлено. Роли, выстрелы, проверки и фолы — после игры."
        lines += [*textwrap.wrap(note, WIDTH), ""]
    lines += _wrapped("Правила", f"{p.title}; {ru.players(len(p.seats))}")
    if began:
        lines += _wrapped("Начало", f"{began} (по часам бокса)")
    lines += _wrapped("Время", "минуты и секунды от начала игры")
    for label, text in _end(p):
        lines += _wrapped(label, text)
    if p.idle:
        lines += _wrapped("Без ухода игроков", f"{ru.nights(p.idle)} подряд (на {p.idle_limit}-й — конец игры)")
    return lines


def _end(p: Protocol) -> Iterator[tuple[str, str]]:
    end = p.end
    match end.state:
        case "not_begun":
            yield "Итог", "игра не начата"
        case "running":
            last = f"; последняя запись — {ru.moment(end.last)}" if end.last else ""
            yield "Итог", f"игра не окончена{last}"
        case "abandoned":
            at = f" ({ru.moment(end.last)})" if end.last else ""
            yield "Итог", f"игра прекращена судьёй, результата нет{at}"
        case "over":
            yield "Итог", ru.winner(end.winner).upper()
    if end.established:
        how = {"rules": "", "judge": ", назван судьёй", "correction": ", исправлен судьёй"}[end.established.how]
        ahead = f"{ru.winner(end.winner)}; " if end.state == "running" else ""
        yield "Исход установлен", f"{ahead}{ru.moment(end.established.when)}{how} (запись {end.established.entry})"
    if end.announced:
        other = f" как {ru.winner(end.announced_as)}" if end.announced_as != end.winner else ""
        yield "Исход объявлен", f"{ru.moment(end.announced)}{other}"
    elif end.established and end.state == "running":
        yield "Исход объявлен", "ещё нет"
    if p.team_defeat:
        seat, when = p.team_defeat.seat, p.team_defeat.when
        yield "Поражение команды", f"команде игрока {ru.seat(seat)} ({ru.moment(when)})"


def _table(p: Protocol) -> list[str]:
    roles = not p.public_only
    wide = max([len(seat.label) for seat in p.seats] + [len("Роль")]) if roles else 0
    role_head = "Роль".ljust(wide) + "   " if roles else ""
    lines = [_heading("СТОЛ"), f"  №   {role_head}{'Выбыл':<28}{'Фолы' if roles else ''}".rstrip()]
    for seat in p.seats:
        role = seat.label.ljust(wide) + "   " if roles else ""
        exit = next((e for e in p.exits if e.seat == seat.seat and e.returned is None), None)
        out = f"{ru.EXITS.get(exit.how, exit.how)}, {ru.day_of(exit.when)}" if exit else "за столом"
        fouls = ru.foul_counts(foul.kind for foul in p.fouls if foul.seat == seat.seat)
        head = f" {seat.seat:>2}   {role}{out:<28}"
        room = max(12, WIDTH - len(head))
        first, *more = textwrap.wrap(fouls or ("—" if roles else " "), room) or [""]
        lines += [(head + first).rstrip(), *(" " * len(head) + line for line in more)]
    return lines


# --- nights -----------------------------------------------------------------------------------------------------


def _night(p: Protocol, night: Night) -> list[str]:
    lines = [_heading(f"НОЧЬ {night.number}  ·  началась в {ru.clock(night.began)}")]
    for step in night.steps:
        lines += _wrapped(step.label[:1].upper() + step.label[1:], _step(step))
    if night.number or night.result:
        lines += _wrapped("Итог ночи", _result(night.result, p.public_only))
    if night.best_move:
        lines += _wrapped("Лучший ход", _best_move(night.best_move, p.public_only))
    if len(lines) == 1:
        lines.append(" Знакомство; выстрелов нет")
    return lines


def _step(step: StepEntry) -> str:
    match step.entered:
        case "not_reached":
            return "до этого шага не дошли"
        case "nothing":
            return f"{NOTHING} (роль вне игры)" if step.actor_out else NOTHING
        case "miss":
            return ru.MISSES.get(step.takes, NOTHING)
        case "seats":
            return ("порядок: " if step.takes == "order" else "") + ru.seats(step.seats) + _remark(step)


def _remark(step: StepEntry) -> str:
    if step.empty_seat:
        return " — этого игрока уже не было за столом: промах"
    match step.answer:
        case None:
            return ""
        case "unknown":
            return " — роль не записана"
        case "banned":
            return " — проверка запрещена: в первую ночь Дон не проверяет того, в кого стрелял"
        case answer:
            return f" — {ru.ANSWERS.get((step.asks, answer), 'да' if answer == 'yes' else 'нет')}"


def _result(result: Result | None, public_only: bool) -> str:
    if result is None:
        return "не объявлен"
    who = "никто не убит"
    if result.killed:
        who = f"{'убиты' if len(result.killed) > 1 else 'убит'} {ru.seats(result.killed)}"
    other = "; запись выстрела судья изменил при подведении итога" if result.differs and not public_only else ""
    return f"{who} (объявлено в {ru.clock(result.when.at)}){other}"


def _best_move(best: BestMove, public_only: bool) -> str:
    named = f"назвал: {ru.seats(best.numbers)}" if best.numbers else "не назвал номеров"
    told = f"игрок {ru.seat(best.seat)} {named}"
    if not best.closed:
        told += " (не закончен)"
    if public_only or not best.numbers:
        return told
    black = "" if best.black is None else f"; чёрных — {best.black} из {len(best.numbers) - len(best.unknown)}"
    if not best.unknown:
        return told + black
    missing = "роли не записаны" if len(best.unknown) > 1 else "роль не записана"
    return f"{told}{black}; {missing}: {ru.seats(best.unknown)}"


# --- what became of the players ---------------------------------------------------------------------------------


def _exits(p: Protocol) -> list[str]:
    if not p.exits:
        return []
    lines = [_heading("КТО И КОГДА ВЫБЫЛ")]
    for place, exit in enumerate(p.exits, 1):
        lines += _wrapped(f"{place:>2}. {ru.seat(exit.seat)}", _exit(exit))
    return lines


def _exit(exit: Exit) -> str:
    back = f"; возвращён за стол: {ru.moment(exit.returned)}" if exit.returned else ""
    return f"{ru.EXITS.get(exit.how, exit.how)}: {ru.moment(exit.when)}{back}"


def _fouls(p: Protocol) -> list[str]:
    lines: list[str] = []
    for seat in sorted({foul.seat for foul in p.fouls}):
        told = (f"{ru.FOULS.get(f.kind, f.kind)} ({ru.moment(f.when)})" for f in p.fouls if f.seat == seat)
        lines += _wrapped(ru.seat(seat), "; ".join(told))
    for removal in p.removals:
        lines += _wrapped(f"Удаление {ru.seat(removal.seat)}", _removal(removal))
    return [_heading("УДАЛЕНИЯ" if p.public_only else "ФОЛЫ И УДАЛЕНИЯ"), *lines] if lines else []


def _removal(removal: Removal) -> str:
    entered = f"{ru.why_removed(removal)}: {ru.moment(removal.entered)}" if removal.entered else ""
    announced = f"объявлено: {ru.moment(removal.announced)}" if removal.announced else "не объявлялось"
    return "; ".join(part for part in (entered, announced) if part)


# --- the record itself ------------------------------------------------------------------------------------------


def _changes(p: Protocol) -> list[str]:
    lines: list[str] = []
    said = {"undone": "отменена", "replaced": "заменена", "forgotten": "снята"}
    for change in p.changes:
        text = f"исправлено: {change.text}"
        if change.entered is not None:
            text = f"{said.get(change.kind, change.kind)} запись «{change.text}» ({ru.clock(change.entered)})"
        lines += _wrapped(ru.moment(change.when), text)
    return [_heading("ИСПРАВЛЕНИЯ"), *lines] if lines else []


def _troubles(p: Protocol) -> list[str]:
    told = [(pause.when, "пауза", pause.until) for pause in p.pauses]
    told += [(cut.when, "бокс запущен заново посреди игры", cut.until) for cut in p.cuts]
    told += [(loss.when, ru.LOSSES.get(loss.device, f"нет устройства {loss.device}"), loss.until) for loss in p.losses]
    lines: list[str] = []
    for when, what, until in sorted(told, key=lambda one: one[0].at):
        end = ru.clock(until) if until is not None else "конца записи"
        lines += _wrapped(ru.moment(when), f"{what}, до {end}")
    return [_heading("ПАУЗЫ И НЕПОЛАДКИ"), *lines] if lines else []
