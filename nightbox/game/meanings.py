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
    SPEECH = "речь"
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
    "FOUL+seat+MISS": Meaning("foul_up", "…технический, большой"),
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
_RESUME = {"PAUSE": Meaning("resume", "продолжить")}

TABLE: dict[Phase, dict[str, Meaning]] = {
    Phase.LOBBY: {
        "NEXT": Meaning("begin_night", "наступает ночь"),
        "FN+NEXT": Meaning("sound_check", "проверка звука"),
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
    Phase.SPEECH: {
        "NEXT": Meaning("end_speech", "закончить речь"),
        "FN+PAUSE": Meaning("plus", "+5 секунд"),
        "FN+UNDO": Meaning("minus", "−5 секунд"),
        **_PAUSE,
        **_UNDO,
        **_FOULS,
    },
    Phase.DAY: {
        "seat": Meaning("leaver", "уходит по голосованию"),
        "NEXT": Meaning("end_day", "объявить уход; без ухода — ночь"),
        "FN+MISS": Meaning("ask_end", "конец игры"),
        **_UNDO,
        **_FOULS,
    },
    Phase.END: {
        "seat": Meaning("choose_end", "1 красные, 2 чёрные, 3 ничья"),
        "MISS": Meaning("undo", "играем дальше"),
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
    if p.doing == "speech":
        return Phase.SPEECH
    if p.part == "day" and p.doing == "wait":
        return Phase.DAY
    return Phase.LINES


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
