"""What each key means now: one table, read by the referee, by the rehearsal screen and by the printed page.

An order's name is what the referee does; the label is Russian, for the judge. A phase follows from the public half
alone, so that nothing secret decides what a key is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from nightbox.game.keys import Key
from nightbox.game.public import NEVER, Public
from nightbox.units import Ms


class Phase(Enum):
    """Where the judge stands; the value is what the screen calls it."""

    LOBBY = "перед игрой"
    MASKS = "надевают маски"
    DEAL = "раздача карт"
    NIGHT = "ночь"
    GATE = "итог ночи"
    BEST_MOVE = "лучший ход"
    LINES = "говорит голос"
    CIRCLE = "начало дня"
    SPEECH = "речь"
    SILENT = "лишён слова, может выставить"
    WORD = "минута игрока"
    LAST_WORD = "последнее слово"
    READY = "перед речью"
    PROTOCOL = "протокол"
    ASK = "выдвижение"
    GOLDEN = "золотая минута"
    VOTE = "перед голосованием"
    COUNT = "голоса"
    ALLOWED = "разрешён ли подъём?"
    RAISE = "подъём: голоса"
    GHOST = "решает призрак"
    ALIBI = "алиби?"
    EVENING = "перед ночью"
    VOICE = "говорит голос, день"
    DAY = "день"
    END = "кто победил?"
    PAUSED = "пауза"
    RECOVERY = "игра прервана"
    OVER = "игра окончена"


@dataclass(frozen=True, slots=True)
class Meaning:
    order: str
    label: str


_FOULS = {
    "FOUL+seat": Meaning("foul", "фол"),
    "FOUL+seat+MISS": Meaning("foul_up", "…технический, ещё раз — большой"),
    "FOUL+seat+UNDO": Meaning("foul_warning", "…только предупреждение"),
    "FOUL+seat+NEXT": Meaning("remove", "…удаление"),
    "FOUL+seat+PAUSE": Meaning("team_defeat", "…поражение команды (3 с)"),
}
_UNDO = {"UNDO": Meaning("undo", "отменить последнее")}
_NIGHT_ENTRY = {
    "seat": Meaning("record_seat", "выстрел, проверка"),
    "MISS": Meaning("record_miss", "промах, без выбора"),
    "UNDO": Meaning("undo", "отменить в этом шаге"),
    **_FOULS,
}
_PAUSE = {"PAUSE": Meaning("pause", "пауза")}
_SECONDS = {"FN+PAUSE": Meaning("plus", "+5 с"), "FN+UNDO": Meaning("minus", "−5 с")}
_ASK_END = {"FN+MISS": Meaning("ask_end", "конец игры")}
_LIST = {"FN+NEXT": Meaning("list_nominees", "кто выставлен")}
_HANDS = {
    **_FOULS,
    "FOUL+seat": Meaning("withdrawn", "снял руку"),
}
_RESUME = {"PAUSE": Meaning("resume", "продолжить")}

TABLE: dict[Phase, dict[str, Meaning]] = {
    Phase.LOBBY: {
        "NEXT": Meaning("begin", "начать игру"),
        "FN+NEXT": Meaning("sound_check", "проверка звука"),
        "FN+seat": Meaning("seats", "столько мест за столом"),
    },
    Phase.MASKS: {
        "NEXT": Meaning("begin_programme", "все в масках"),
        "UNDO": Meaning("undo", "вернуться в день"),
        **_FOULS,
    },
    Phase.DEAL: {
        "seat": Meaning("deal_role", "роль: 1 мирный, 2 мафия, 3 Дон, 4 Шериф"),
        "NEXT": Meaning("deal_skip", "без записи роли"),
        "UNDO": Meaning("undo", "предыдущее место"),
        **_FOULS,
    },
    Phase.NIGHT: {**_NIGHT_ENTRY, **_PAUSE},
    Phase.GATE: {
        "seat": Meaning("result_seat", "убит"),
        "MISS": Meaning("result_nobody", "никто"),
        "FN+seat": Meaning("keep_ghost", "останется призраком"),
        "NEXT": Meaning("speak_result", "объявить итог"),
        "UNDO": Meaning("result_clear", "очистить"),
        **_FOULS,
    },
    Phase.BEST_MOVE: {
        "seat": Meaning("number", "номер в тройку"),
        "NEXT": Meaning("close_best_move", "принято"),
        "UNDO": Meaning("undo", "последний номер"),
        **_PAUSE,
        **_FOULS,
    },
    Phase.LINES: {**_FOULS, **_PAUSE},
    Phase.CIRCLE: {
        "NEXT": Meaning("go_on", "начать обсуждение"),
        **_ASK_END,
        **_UNDO,
        **_FOULS,
    },
    Phase.SPEECH: {
        "seat": Meaning("nominate", "выставляет"),
        "NEXT": Meaning("go_on", "закончить речь"),
        **_LIST,
        **_SECONDS,
        **_PAUSE,
        **_ASK_END,
        **_UNDO,
        **_FOULS,
    },
    Phase.SILENT: {
        "seat": Meaning("nominate", "выставляет"),
        "NEXT": Meaning("go_on", "следующий игрок"),
        **_LIST,
        **_ASK_END,
        **_UNDO,
        **_FOULS,
    },
    Phase.WORD: {"NEXT": Meaning("go_on", "закончить"), **_SECONDS, **_PAUSE, **_UNDO, **_FOULS},
    Phase.LAST_WORD: {
        "seat": Meaning("word_number", "номер в тройку лучшего хода"),
        "NEXT": Meaning("end_word", "закончить"),
        "FN+NEXT": Meaning("offer_protocol", "право на протокол"),
        **_SECONDS,
        **_PAUSE,
        **_UNDO,
        **_FOULS,
    },
    Phase.READY: {"NEXT": Meaning("go_on", "пустить время"), **_UNDO, **_FOULS},
    Phase.PROTOCOL: {
        "NEXT": Meaning("protocol_accepted", "протокол принят"),
        "MISS": Meaning("protocol_closed", "протокол закрыт"),
        **_UNDO,
        **_FOULS,
    },
    Phase.ASK: {
        "seat": Meaning("nominate", "выдвигает"),
        "NEXT": Meaning("go_on", "никого"),
        **_UNDO,
        **_FOULS,
    },
    Phase.GOLDEN: {
        "seat": Meaning("golden", "берёт золотую минуту"),
        "NEXT": Meaning("go_on", "больше никто"),
        **_UNDO,
        **_FOULS,
    },
    Phase.VOTE: {
        "NEXT": Meaning("go_on", "голосуем"),
        "MISS": Meaning("cancel_vote", "дважды: не голосуем"),
        **_ASK_END,
        **_UNDO,
        **_HANDS,
    },
    Phase.COUNT: {
        "seat": Meaning("count", "столько рук"),
        "FN+seat": Meaning("count_more", "10 и столько рук"),
        "MISS": Meaning("count_none", "ни одной"),
        "NEXT": Meaning("next_candidate", "следующий"),
        **_UNDO,
        **_HANDS,
    },
    Phase.ALLOWED: {
        "NEXT": Meaning("allow", "условие выполнено, спросить"),
        "MISS": Meaning("forbid", "нет, игроки остаются"),
        **_UNDO,
        **_HANDS,
    },
    Phase.RAISE: {
        "seat": Meaning("raise_count", "столько рук за подъём"),
        "FN+seat": Meaning("raise_more", "10 и столько рук"),
        "MISS": Meaning("raise_none", "никто, остаются"),
        "NEXT": Meaning("raise_next", "дальше; без числа — «да»"),
        **_UNDO,
        **_HANDS,
    },
    Phase.GHOST: {
        "seat": Meaning("ghost", "призрак указал"),
        "NEXT": Meaning("ghost_next", "объявить"),
        **_UNDO,
        **_HANDS,
    },
    Phase.ALIBI: {
        "seat": Meaning("alibi", "алиби у игрока"),
        "MISS": Meaning("no_alibi", "ни у кого"),
        "NEXT": Meaning("go_on", "объявить"),
        **_UNDO,
        **_FOULS,
    },
    Phase.EVENING: {
        "NEXT": Meaning("nightfall", "наступает ночь"),
        **_ASK_END,
        **_UNDO,
        **_FOULS,
    },
    Phase.VOICE: {**_PAUSE, **_UNDO, **_FOULS},
    Phase.DAY: {
        "seat": Meaning("leaver", "уходит по голосованию"),
        "NEXT": Meaning("end_day", "объявить уход; без ухода — ночь"),
        **_ASK_END,
        **_UNDO,
        **_FOULS,
    },
    Phase.END: {
        "seat": Meaning("choose_end", "1 красные, 2 чёрные, 3 ничья"),
        "MISS": Meaning("undo", "играем дальше"),
        "NEXT": Meaning("undo", "играем дальше"),
        "UNDO": Meaning("undo", "играем дальше"),
    },
    Phase.PAUSED: {**_RESUME, **_UNDO, **_FOULS},
    Phase.RECOVERY: {
        "NEXT": Meaning("confirm", "продолжить игру"),
        "PAUSE": Meaning("confirm", "продолжить игру"),
        "MISS": Meaning("abandon", "дважды: бросить эту игру"),
    },
    Phase.OVER: {"NEXT": Meaning("new_game", "новая игра"), **_FOULS},
}


def phase(p: Public, at: Ms) -> Phase:
    """The phase of a press stamped `at`. At night the stamp decides between a step and the result gate."""
    if p.over:
        return Phase.OVER
    if p.hold and p.hold.recovery:
        return Phase.RECOVERY
    if p.part == "lobby":
        return Phase.LOBBY
    if p.asking_end:
        return Phase.END
    running = _running(p, at)
    if p.hold and p.hold.state != "asked" and running not in (Phase.NIGHT, Phase.GATE, Phase.BEST_MOVE):
        return Phase.PAUSED
    return running


def _running(p: Public, at: Ms) -> Phase:
    if p.part == "dusk":
        return Phase.MASKS if p.doing == "wait" else Phase.LINES
    if p.part == "night":
        if p.result_from != NEVER and at >= p.result_from:
            return Phase.GATE
        if p.marks:
            return Phase.NIGHT
        return Phase.DEAL if p.item.startswith(("take_", "card_")) else Phase.LINES
    if p.item == "best_move" and p.doing == "slot":
        return Phase.BEST_MOVE
    if p.part in _BY_DAY or (p.part == "morning" and p.music == "off"):
        return _by_day(p)
    return Phase.LINES


_BY_DAY = ("introductions", "day", "vote", "exits", "evening")

_WAITS = {
    "day": Phase.DAY,
    "circle": Phase.CIRCLE,
    "evening": Phase.EVENING,
    "silent": Phase.SILENT,
    "ready": Phase.READY,
    "protocol": Phase.PROTOCOL,
    "ask": Phase.ASK,
    "offer": Phase.GOLDEN,
    "vote": Phase.VOTE,
    "count": Phase.COUNT,
    "allowed": Phase.ALLOWED,
    "raise": Phase.RAISE,
    "ghost": Phase.GHOST,
    "alibi": Phase.ALIBI,
}
"""What the judge is waited for, by the kind of the item: the part of its id before the colon."""


def _by_day(p: Public) -> Phase:
    kind, _, about = p.item.partition(":")
    match p.doing:
        case "speech" if kind == "floor":
            return Phase.SPEECH
        case "speech" if kind.startswith("speech_"):
            return Phase.LAST_WORD
        case "speech":
            return Phase.WORD
        case "wait":
            return _WAITS.get(kind, Phase.VOICE)
        case _ if kind in ("window", "close", "remaining"):  # hands are counted while the voice closes the window
            return Phase.RAISE if about.endswith("raise") else Phase.COUNT
        case _:
            return Phase.VOICE


def pattern(key: Key) -> str:
    """The key as the table names it: a seat is "seat", and MISS after MISS under FOUL is MISS."""
    core = "seat" if key.seat else key.plain
    last = key.then[-1:] if key.hold == "FOUL" else ()
    return "+".join(part for part in (key.hold, core, *last) if part)


def meaning(p: Public, key: Key, at: Ms) -> Meaning | None:
    """What `key` means to the table at `at`, or None: it is refused."""
    table = TABLE[phase(p, at)]
    asked = pattern(key)
    if p.hold and asked == "PAUSE" and not p.hold.recovery:
        return _RESUME["PAUSE"]
    # The gate's NEXT counts as soon as the programme stands there, seats a little later (gate_after).
    if asked == "NEXT" and p.part == "night" and p.item == "gate" and p.doing == "wait" and not p.hold:
        return TABLE[Phase.GATE]["NEXT"]
    return table.get(asked)
