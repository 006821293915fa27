"""The protocol's words: numbers and nouns, moments, what the judge did. Russian only; nothing is laid out here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import assert_never

from nightbox.record.paper import Removal, When
from nightbox.units import Ms

WINNERS = {
    "red": "победа красных", "black": "победа чёрных", "draw": "ничья", "annulled": "игра аннулирована",
    "replayed": "игра переигрывается", "maniac": "победа Маньяка",
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
