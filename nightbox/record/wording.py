"""The sentences of a protocol, in Russian: what a step, a speech, a ballot or an exit says. Laid out elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from nightbox.record import russian as ru
from nightbox.record.paper import Exit, Foul, Night, Protocol, Removal, Result, StepEntry
from nightbox.record.paper_day import Ballot, BestMove, Day, Speech

NOTHING = "не записано"


def end(p: Protocol) -> Iterator[tuple[str, str]]:
    """How the game ended, line by line."""
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
    if end.amended:
        yield "Исход изменён", f"после игры: {end.reason}"
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


# --- nights -----------------------------------------------------------------------------------------------------


def night(p: Protocol, night: Night) -> Iterator[tuple[str, str]]:
    for step in night.steps:
        yield step.label[:1].upper() + step.label[1:], step_entry(step)
    if night.shooters:
        yield "Выстрелы каждого", "; ".join(f"{ru.seat(s.seat)} → {ru.shot(s.shot)}" for s in night.shooters)
    if night.number or night.result:
        yield "Итог ночи", result(night.result, p.public_only)
    if night.ghost:
        yield "Призрак", f"до вечера остаётся {ru.seat(night.ghost)}"
    if night.best_move:
        yield "Лучший ход", best_move(night.best_move, p.public_only)


def step_entry(step: StepEntry) -> str:
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
        case "blocked":
            return " — без последствий: у него была гостья"
        case answer:
            return f" — {ru.ANSWERS.get((step.asks, answer), 'да' if answer == 'yes' else 'нет')}"


def result(result: Result | None, public_only: bool) -> str:
    if result is None:
        return "не объявлен"
    who = "никто не убит"
    if result.killed:
        who = f"{'убиты' if len(result.killed) > 1 else 'убит'} {ru.seats(result.killed)}"
    other = "; запись выстрела судья изменил при подведении итога" if result.differs and not public_only else ""
    return f"{who} (объявлено в {ru.clock(result.when.at)}){other}"


def best_move(best: BestMove, public_only: bool) -> str:
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


# --- days -------------------------------------------------------------------------------------------------------


def day(p: Protocol, day: Day) -> Iterator[tuple[str, str]]:
    """The day in the order in which it goes: last words of the night, speeches, the vote, who left by it."""
    morning = tuple(takewhile(lambda one: one.kind == "last_word", day.speeches))
    morning = morning if len(morning) < len(day.speeches) else ()
    yield from _speeches(morning)
    later = day.speeches[len(morning) :]
    yield from _speeches(one for one in later if one.kind in ("introduction", "speech", "talk"))
    if day.nominations:
        yield "Выставлены", "; ".join(
            f"{ru.seat(n.by)} → {ru.seat(n.seat)}{' (уже стоит)' if n.repeated else ''}" for n in day.nominations
        )
    yield from _speeches(one for one in later if one.kind in ("monologue", "golden"))
    for place, one in enumerate(day.ballots):
        until = day.ballots[place + 1].began if place + 1 < len(day.ballots) else None
        ties = (s for s in later if s.kind == "tie" and s.began is not None and s.began >= one.began)
        yield from _speeches(s for s in ties if until is None or (s.began or 0) < until)
        yield from _ballot(one)
    if day.vote:
        yield "Итог голосования", ru.vote_end(day.vote.how, day.vote.seats)
    if day.alibi:
        yield "Алиби", f"остаётся {ru.seats(day.alibi)}"
    if day.best_move:
        yield "Лучший ход", best_move(day.best_move, p.public_only)
    yield from _speeches(one for one in later if one.kind == "last_word")


def _ballot(one: Ballot) -> Iterator[tuple[str, str]]:
    yield ("Голосование" if one.round == 1 else "Переголосование"), ballot(one)
    if one.votes:
        yield "Кто против кого", votes(one)
    if one.allowed is not None:
        yield "Поднять всех?", "вопрос ставится" if one.allowed else "вопрос не ставится"
    if one.raised is not None:
        yield "За то, чтобы все", "большинство" if one.raised < 0 else f"{one.raised} из {one.voters}"
    if one.ghost:
        yield "Призрак выбрал", ru.seat(one.ghost)


def _speeches(some: Iterable[Speech]) -> Iterator[tuple[str, str]]:
    """One line for each kind, in the order in which the kinds come."""
    told: dict[str, list[str]] = {}
    for one in some:
        told.setdefault(one.kind, []).append(speech(one))
    for kind, lines in told.items():
        yield ru.SPEECHES.get(kind, kind), "; ".join(lines)


def speech(one: Speech) -> str:
    """«№ 4: 0:47 из 1:00», and what was out of the common in it."""
    right = f", {ru.RIGHTS[one.right]}" if one.right in ru.RIGHTS else ""
    who = f"{ru.seat(one.seat)}: " if one.seat else ""
    if one.began is None:
        return f"{who}{ru.RIGHTS.get(one.right, 'не говорил')}"
    shifted = f" {'+' if one.shifted > 0 else '−'}{abs(one.shifted) // 1000} с" if abs(one.shifted) >= 1000 else ""
    lasted = "не окончена" if one.lasted is None else ru.clock(one.lasted)
    return f"{who}{lasted} из {ru.clock(one.limit)}{shifted}{right}"


def ballot(one: Ballot) -> str:
    counts = (f"{ru.seat(c.seat)} — {'не считали' if c.hands is None else c.hands}" for c in one.counts)
    return f"тур {one.round}, голосуют {one.voters}: {', '.join(counts)}"


def votes(one: Ballot) -> str:
    """Who held a hand up against whom, nominee by nominee, in the order of the vote."""
    against = {vote.seat: "" for vote in one.votes}
    order = [*(c.seat for c in one.counts if c.seat in against), *([0] if 0 in against else [])]
    told = []
    for seat in order:
        hands = ", ".join(str(vote.voter) for vote in one.votes if vote.seat == seat)
        told.append(f"{ru.seat(seat) if seat else 'не поднимали руки'} ← {hands}")
    return "; ".join(told)


# --- what became of the players ---------------------------------------------------------------------------------


def left(p: Protocol, seat: int) -> Exit | None:
    """The exit of `seat` that stands."""
    return next((e for e in p.exits if e.seat == seat and e.returned is None), None)


def exit_of(exit: Exit) -> str:
    how = f"{ru.EXITS.get(exit.how, exit.how)}: {ru.moment(exit.when)}"
    back = f"возвращён за стол: {ru.moment(exit.returned)}" if exit.returned else ""
    return "; ".join(part for part in (how, ru.PROTOCOLS.get(exit.protocol, ""), back) if part)


def foul(one: Foul) -> str:
    why = f": {one.reason}" if one.reason else ""
    return f"{ru.FOULS.get(one.kind, one.kind)} ({ru.moment(one.when)}, запись {one.entry}){why}"


def removal(one: Removal) -> str:
    entered = f"{ru.why_removed(one)}: {ru.moment(one.entered)}" if one.entered else ""
    announced = f"объявлено: {ru.moment(one.announced)}" if one.announced else "не объявлялось"
    return "; ".join(part for part in (entered, announced, one.reason) if part)
