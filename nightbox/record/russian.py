"""The protocol's words: numbers and nouns, moments, what the judge did. Russian only; nothing is laid out here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import assert_never

from nightbox.game import amend
from nightbox.game import facts as f
from nightbox.game.facts import Fact
from nightbox.game.ruleset import Ruleset
from nightbox.record.paper import Removal, When
from nightbox.units import Ms

WINNERS = {
    "red": "победа красных", "black": "победа чёрных", "draw": "ничья", "annulled": "игра аннулирована",
    "replayed": "игра переигрывается",
}  # fmt: skip
EXITS = {"killed": "убит", "voted": "по голосованию", "removed": "удалён", "corrected": "выведен исправлением"}
LOSSES = {
    "pad": "пульт не отвечал",
    "speaker": "звука не было",
    "clock": "табло не отвечало",
    "disk": "диск не принимал записи",
}
ANSWERS = {
    ("is_sheriff", "yes"): "Шериф",
    ("is_sheriff", "no"): "не Шериф",
    ("is_black", "yes"): "чёрный",
    ("is_black", "no"): "красный",
}
MISSES = {
    "shot": "промах", "check": "без проверки", "order": "порядок не назван", "sign": "никто не показался",
    "visit": "ни к кому не ходила", "heal": "никого не лечил",
}  # fmt: skip
SPEECHES = {
    "introduction": "Знакомство", "speech": "Речи", "talk": "Свободная речь", "monologue": "Монологи",
    "golden": "Золотая минута", "tie": "Речи при равенстве", "last_word": "Последнее слово",
}  # fmt: skip
RIGHTS = {"half": "половина времени", "mute": "без слова", "nominate": "только выставляет", "no_vote": "без голоса"}
PROTOCOLS = {"offered": "протокол предложен", "accepted": "протокол принят", "closed": "протокол закрыт"}
VOTES = {
    "leaves": "уходит {}", "all_leave": "уходят все: {}", "all_stay": "остаются все: {}",
    "nobody": "ни одного голоса, никто не уходит", "split": "автокатастрофа: остаются {}",
    "cancelled": "голосование не проводилось", "single": "выставлен один {}, голосования нет",
    "none": "никто не выставлен",
}  # fmt: skip
FOULS = {
    "foul": "фол",
    "technical": "технический фол",
    "big_technical": "большой технический фол",
    "warning": "предупреждение",
    "removal": "удаление",
    "team_defeat": "поражение команды",
}
_FOUL_COUNTS = {
    "foul": ("фол", "фола", "фолов"),
    "technical": ("технический", "технических", "технических"),
    "big_technical": ("большой технический", "больших технических", "больших технических"),
    "warning": ("предупреждение", "предупреждения", "предупреждений"),
}


def plural(number: int, one: str, few: str, many: str) -> str:
    """The noun that goes with `number`: 1 игрок, 2 игрока, 5 игроков, 11 игроков, 21 игрок."""
    if number % 100 in (11, 12, 13, 14):
        return many
    return one if number % 10 == 1 else few if number % 10 in (2, 3, 4) else many


def counted(number: int, one: str, few: str, many: str) -> str:
    return f"{number} {plural(number, one, few, many)}"


def players(number: int) -> str:
    return counted(number, "игрок", "игрока", "игроков")


def nights(number: int) -> str:
    return counted(number, "ночь", "ночи", "ночей")


def foul_counts(kinds: Iterable[str]) -> str:
    """«2 фола, 1 технический»; what has no count is named once."""
    kinds = list(kinds)
    return ", ".join(
        counted(kinds.count(kind), *_FOUL_COUNTS[kind]) if kind in _FOUL_COUNTS else FOULS.get(kind, kind)
        for kind in dict.fromkeys(kinds)
    )


def clock(at: Ms) -> str:
    """Table time as a judge reads it: 75_250 is "1:15"."""
    return f"{at // 60_000}:{at % 60_000 // 1000:02d}"


def day_of(when: When) -> str:
    match when.part:
        case "lobby":
            return "до игры"
        case "day" if when.number == 0:
            return "знакомство"
        case "night":
            return f"ночь {when.number}"
        case "day":
            return f"день {when.number}"
        case "after":
            return "после игры"
        case _:
            assert_never(when.part)


def moment(when: When) -> str:
    return f"{day_of(when)}, {clock(when.at)}"


def seat(number: int) -> str:
    return f"№ {number}"


def seats(numbers: Iterable[int]) -> str:
    return ", ".join(seat(number) for number in numbers)


def winner(team: str) -> str:
    return WINNERS.get(team, team)


_TOGETHER = re.compile(r"(?<=№) |(?<=день) |(?<=ночь) |(?<=запись) |(?<=из) |(?<=\d,) (?=\d+:\d\d)|(?<=№ \d:) ")


def bound(text: str) -> str:
    """The text with no-break spaces where no line may be broken: «№ 7», «день 2, 11:42»."""
    return _TOGETHER.sub("\N{NO-BREAK SPACE}", text)


def loss(device: str) -> str:
    """A device that did not answer: "pad:pad1" is a pad."""
    return LOSSES.get(device.partition(":")[0], f"нет устройства {device}")


def vote_end(how: str, concerned: Iterable[int]) -> str:
    """What came of a vote."""
    return VOTES[how].format(seats(concerned)) if how in VOTES else how


def hands(number: int) -> str:
    return counted(number, "голос", "голоса", "голосов")


def signed(hundredths: int) -> str:
    """Points as a judge writes them: +0,3; −1,25."""
    whole, part = divmod(abs(hundredths), 100)
    told = f"{whole},{part:02d}".rstrip("0").rstrip(",")
    return f"{'−' if hundredths < 0 else '+' if hundredths else ''}{told}"


def shot(number: int) -> str:
    """What a black showed himself (ShooterRecorded)."""
    return {0: "промах", -1: "ничего не показал"}.get(number, seat(number))


def wall(began: str, zone: tzinfo | None = None) -> str:
    """Local time (or that of `zone`) of an ISO stamp: 30.11.2026, 22:00; "" for what is none."""
    try:
        told = datetime.fromisoformat(began).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return ""
    return told.strftime("%d.%m.%Y, %H:%M")


def why_removed(removal: Removal) -> str:
    return {"judge": "решением судьи", "fouls": "по фолам", "technicals": "по техническим фолам"}.get(removal.why, "")


def act(rules: Ruleset, fact: Fact) -> str:
    """What the judge did with `fact`, by the labels of `rules`."""
    steps = {step.id: step for step in (*rules.first_night, *rules.night)}

    def at_step(step: str) -> str:
        return steps[step].label if step in steps else step

    match fact:
        case f.RoleEntered(number, role):
            known = rules.role(role)
            return f"роль {seat(number)} — {known.label if known else role}"
        case (
            f.ShotRecorded(_, step, number)
            | f.CheckRecorded(_, step, number)
            | f.VisitRecorded(_, step, number)
            | f.HealRecorded(_, step, number)
            | f.OrderRecorded(_, step, number)
        ):
            return f"{at_step(step)} — {seat(number)}"
        case f.SignRecorded(_, step, number, _):
            return f"{at_step(step)} — {seat(number)}"
        case f.MissRecorded(_, step):
            takes = steps[step].takes if step in steps else ""
            return f"{at_step(step)} — {MISSES.get(takes, 'без записи')}"
        case f.EntryForgotten(_, step):
            return f"{at_step(step)} — запись снята"
        case f.BestMoveNumber(number):
            return f"лучший ход — {seat(number)}"
        case f.LeaverEntered(_, number):
            return f"уходит по голосованию — {seat(number)}"
        case f.FoulGiven(number, kind):
            return f"{FOULS.get(kind, kind)} — {seat(number)}"
        case f.FoulAmended(number, kind):
            return f"{FOULS.get(kind, kind)} вместо прежнего фола — {seat(number)}"
        case f.RemovalEntered(number):
            return f"удаление — {seat(number)}"
        case f.TeamDefeatEntered(number):
            return f"поражение команды игрока {seat(number)}"
        case f.NextPressed(_):
            return "переход дальше"
        case f.EndAsked():
            return "вопрос о конце игры"
        case f.SpeechShifted(_):
            return "время речи сдвинуто"
        case f.PauseAsked() | f.Paused(_):
            return "пауза"
        case f.ResumeAsked():
            return "конец паузы"
        case f.TableCorrected():
            return correction(fact)
        case _:
            return _by_day(fact) or _beside(rules, fact) or type(fact).__name__


def _by_day(fact: Fact) -> str:
    match fact:
        case f.NominationMade(by, number):
            return f"{seat(by)} выставляет {seat(number)}"
        case f.NominationRepeated(by, number):
            return f"{seat(by)} повторно выставляет {seat(number)}"
        case f.GoldenMinuteTaken(number):
            return f"золотая минута — {seat(number)}"
        case f.VotesCounted(number, count):
            return f"против {seat(number)} — {hands(count)}"
        case f.RaiseAsked(allowed):
            return f"вопрос «поднять всех» {'ставится' if allowed else 'не ставится'}"
        case f.RaiseCounted(count):
            return f"за «поднять всех» — {hands(count)}"
        case f.VoteCancelled(day):
            return f"голосование дня {day} не проводится"
        case f.AlibiEntered(_, number):
            return f"алиби — {seat(number)}" if number else "алиби ни у кого"
        case f.GhostEntered(_, number):
            return f"призрак — {seat(number)}" if number else "призрака нет"
        case f.GhostChose(number):
            return f"призрак указал на {seat(number)}"
        case f.ProtocolOffered(number):
            return f"право на протокол — {seat(number)}"
        case f.ProtocolTaken(number, how):
            return f"{PROTOCOLS.get(how, how)} — {seat(number)}"
        case _:
            return ""


def _beside(rules: Ruleset, fact: Fact) -> str:
    """What was written beside the game."""
    match fact:
        case f.PlayerNamed(number, name):
            return f"{seat(number)} — {name}" if name else f"{seat(number)} — имя снято"
        case f.ShooterRecorded(night, number, aim):
            return f"ночь {night}: {seat(number)} — {'' if aim < 1 else 'в '}{shot(aim)}"
        case f.SeatVoted(day, number, voter, against):
            whom = f"против {seat(against)}" if against else "ни против кого"
            return f"день {day}, тур {number}: {seat(voter)} — {whom}"
        case f.PointsGiven(number, kind, hundredths, reason):
            label = amend.POINTS.get(kind, kind)
            given = f"{signed(hundredths)}, {reason}" if hundredths else "снят"
            return f"{seat(number)}: {label} {given}"
        case f.MarkGiven(number, mark, on):
            label = amend.MARKS.get(mark, mark)
            many = f" ×{on}" if on > 1 else "" if on else " — снято"
            return f"{seat(number)}: {label}{many}"
        case f.ResultAmended(result, reason):
            return f"исход: {winner(result)}, {reason}"
        case f.ReasonGiven(entry, reason):
            return f"к записи {entry}: {reason}" if reason else f"причина записи {entry} снята"
        case _:
            return ""


def correction(fact: f.TableCorrected) -> str:
    """A correction of the table in the words of a protocol."""
    match fact.what:
        case "seat_in":
            return f"игрок {seat(fact.seat)} возвращён за стол"
        case "seat_out":
            return f"игрок {seat(fact.seat)} выведен из-за стола"
        case "first_speaker":
            return f"первым говорит игрок {seat(fact.seat)}"
        case "night":
            return f"номер ночи теперь {fact.value}"
        case "fouls":
            return f"у игрока {seat(fact.seat)} теперь {counted(fact.value, 'фол', 'фола', 'фолов')}"
        case "winner" if fact.winner == "":
            return "объявленный исход снят, игра продолжается"
        case "winner":
            return f"исход игры: {winner(fact.winner)}"
        case _:
            return fact.what
