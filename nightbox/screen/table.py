"""The table as it stands: where the game is, what is asked of the judge, the circle, the nominees, the vote.

All of it is public, what has been entered at a ballot too: the whole table sees the hands. The fouls are shown by day
alone: who is woken at night may see the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nightbox.game.meanings import Phase
from nightbox.game.programme.days import golden_right
from nightbox.game.programme.tally import UNCOUNTED, candidates, left, takes_the_rest, voters
from nightbox.game.public import Ballot, numbers_of
from nightbox.screen.view import View

WINNERS = {"red": "победа мирных", "black": "победа мафии", "maniac": "победа маньяка", "draw": "ничья"}
_OUT = {"killed": "убит", "voted": "голосование", "removed": "удалён", "corrected": "снят судьёй"}
_FOULS = (("foul", ""), ("technical", "техн. "), ("big_technical", "больш. техн. "))
_ENDED = {
    "leaves": "уходит {seats}",
    "all_leave": "уходят {seats}",
    "all_stay": "все остаются",
    "nobody": "голосов нет, все остаются",
    "split": "в первый день больше двух не делят, все остаются",
    "cancelled": "не проводится",
    "single": "одна кандидатура в первый день, не проводится",
    "none": "никто не выставлен",
}


def where(v: View) -> str:
    """The place of the programme, in a few words."""
    p, phase = v.public, v.phase
    match phase:
        case Phase.OVER:
            return f"{phase.value}: {WINNERS.get(p.winner, 'без результата')}"
        case Phase.LOBBY:
            return str(phase.value)
        case Phase.DEAL:
            return f"{phase.value}, место {p.item.rpartition('_')[2]}"
        case _:
            return f"{_time(v)} — {_doing(v)}"


def _time(v: View) -> str:
    p = v.public
    if p.part == "introductions":
        return "знакомство"
    return f"ночь {p.night}" if p.part in ("dusk", "night") else f"день {p.day}"


def _doing(v: View) -> str:
    p = v.public
    match v.phase:
        case Phase.NIGHT:
            return next((s.label for s in (*v.rules.first_night, *v.rules.night) if s.id == v.step), "")
        case Phase.SPEECH:
            return f"речь игрока {p.speaker}"
        case Phase.LAST_WORD:
            return f"последнее слово игрока {p.speaker}"
        case Phase.WORD:
            return f"минута игрока {p.speaker}" if p.speaker else "общее обсуждение"
        case Phase.BEST_MOVE if who := (p.killed or p.leaving):
            return f"лучший ход игрока {who[0]}"
        case Phase.PAUSED if p.speaker:
            return f"пауза, речь игрока {p.speaker}"
        case phase:
            return str(phase.value)


def asked(v: View) -> str:
    """What the judge is waited for, or "": the box goes on by itself."""
    p, about = v.public, v.public.item.rpartition(":")[2]
    match v.phase:
        case Phase.MASKS:
            return "посмотрите, все ли в масках"
        case Phase.DEAL if p.doing == "wait":
            return f"карта игрока {p.item.rpartition('_')[2]}: роль или «без записи»"
        case Phase.NIGHT | Phase.GATE if p.item == "gate" and p.doing == "wait":
            return "объявите итог ночи"
        case Phase.BEST_MOVE:
            return "номера лучшего хода, потом «принято»"
        case Phase.CIRCLE:
            return f"начните обсуждение; первым говорит {p.order[0]}" if p.order else "начните обсуждение"
        case Phase.READY:
            return f"игрок {about} готов? Пустите время"
        case Phase.SILENT:
            return f"игрок {about} без слова: кого он выставляет?"
        case Phase.SPEECH | Phase.WORD | Phase.LAST_WORD if p.time_up:
            return "время вышло, остановите речь"
        case Phase.ASK:
            return f"кого выдвигает игрок {about}?"
        case Phase.GOLDEN:
            return f"кто берёт золотую минуту? Могут: {_list(golden_right(p))}"
        case Phase.PROTOCOL:
            return f"протокол игрока {about}: принят или закрыт?"
        case Phase.DAY:
            return "ведите день; введите, кто уходит"
        case Phase.EVENING:
            return "все готовы к ночи?"
        case Phase.END:
            return "кто победил?"
        case Phase.RECOVERY:
            return "игру прервали; продолжаем?"
        case _:
            return _asked_in_vote(v, about)


def _asked_in_vote(v: View, about: str) -> str:
    p, ballot = v.public, v.public.ballot
    if ballot is None:
        return ""
    match v.phase:
        case Phase.VOTE:
            again = "переголосование" if ballot.round > 1 else "голосование"
            return f"{again}: {_list(candidates(p, ballot))}"
        case Phase.COUNT:
            seat = int(about)
            free, count = left(v.rules, p, ballot, seat), ballot.count(seat)
            if count is None:
                return f"голоса против игрока {seat}; осталось {free}"
            return f"против игрока {seat} — {count}; верно? Тогда дальше"
        case Phase.ALLOWED:
            return f"за столом {len(p.alive)}, делят {len(ballot.seats)}: можно ли спросить о подъёме?"
        case Phase.RAISE:
            return f"голоса за подъём {_list(ballot.seats)}; нужно больше половины от {len(voters(v.rules, p, ballot))}"
        case Phase.GHOST:
            chosen = f" Указал: {p.ghost_choice}" if p.ghost_choice else ""
            return f"на кого указал призрак: {_list(ballot.seats)}?{chosen}"
        case Phase.ALIBI:
            return f"есть ли алиби: {_list(numbers_of(p.ended.seats))}?" if p.ended else ""
        case _:
            return ""


def rows(v: View) -> Iterator[tuple[str, str]]:
    """The table, a label and its text a row; what there is nothing to say of has no row."""
    p = v.public
    yield "За столом", " ".join(f"[{seat}]" if seat == p.speaker else str(seat) for seat in p.alive)
    if p.part not in ("dusk", "night") and (fouls := _fouls(v)):
        yield "Фолы", fouls
    if p.part == "day" and p.order and v.rules.day and v.rules.day.speech:
        yield "Говорят", " ".join(_turns(v))
    if p.nominations and not p.ballots:
        yield "Выставлены", ", ".join(_nominees(v))
    for ballot in p.ballots:
        yield "Голоса" if ballot.round == 1 else f"Голоса ({ballot.round})", _votes(v, ballot)
    if p.ended:
        yield "Итог", _ENDED.get(p.ended.how, p.ended.how).format(seats=_list(numbers_of(p.ended.seats)))
    if p.exits:
        yield "Вышли", ", ".join(f"{exit.seat} ({_OUT[exit.how]})" for exit in p.exits)


def _fouls(v: View) -> str:
    given = []
    for seat in range(1, v.public.seats + 1):
        counts = ((word, v.ledger.foul_count(seat, kind)) for kind, word in _FOULS)
        if told := ", ".join(f"{word}{count}" for word, count in counts if count):
            given.append(f"{seat} — {told}")
    return "; ".join(given)


def _turns(v: View) -> Iterable[str]:
    """The circle: who has spoken, who speaks [3], who is to come."""
    p = v.public
    spoke = {seat for seat, _ in p.rights}
    for seat in p.order:
        if seat in p.alive:
            yield f"[{seat}]" if seat == p.speaker else f"{seat}✓" if seat in spoke else str(seat)


def _nominees(v: View) -> Iterable[str]:
    """In the order of the vote, each with who has put him up."""
    p = v.public
    for seat in p.nominees:
        yield f"{seat} (от {_list(by for by, one in p.nominations if one == seat)})"


def _votes(v: View, ballot: Ballot) -> str:
    running = ballot is v.public.ballot and v.public.ended is None
    counts = []
    for seat in ballot.seats:
        count = ballot.count(seat)
        rest = " (остаток)" if running and takes_the_rest(v.rules, v.public, ballot, seat) else ""
        counts.append(f"{seat} — {'·' if count is None else count}{rest}")
    given = sum(count for _, count in ballot.counts)
    told = f"{', '.join(counts)}; подано {given} из {ballot.voters}"
    if ballot.raised >= 0:
        told += f"; за подъём {'— да' if ballot.raised == UNCOUNTED else ballot.raised}"
    return told


def _list(seats: Iterable[int]) -> str:
    return ", ".join(map(str, seats))
