"""The rehearsal's terminal: the LED clock, where the game stands, what each key does now, what the box last said.

`picture` is pure: a view in, lines of text out. Screen draws it, and is the LED clock's display meanwhile. The judge's
own screen: it shows the entry of the current step, and nothing of the steps before it.
"""

from __future__ import annotations

import os
import shutil
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from nightbox.devices import Pattern
from nightbox.game import reveal
from nightbox.game.keys import Key
from nightbox.game.ledger import Ledger
from nightbox.game.meanings import TABLE, Meaning, Phase, meaning, phase
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset
from nightbox.loop import Loop
from nightbox.pad.keymap import SHOWN
from nightbox.typed import HELP, obey
from nightbox.units import Ms

LAMP_SHOWN: Ms = 3000
"""A lamp's word stays this long, or until the next key: long enough to be read, not to be taken for the next step's."""
_LAMP = {"accepted": "● записано", "refused": "✗ отказ", "attention": "! внимание", "beat": "· говорите"}
_DIGITS = {
    "0": ("▛▀▜", "▌ ▐", "▙▄▟"), "1": (" ▜ ", " ▐ ", " ▟▖"), "2": ("▀▀▜", "▛▀▀", "▙▄▄"), "3": ("▀▀▜", " ▀▜", "▄▄▟"),
    "4": ("▌ ▐", "▀▀▜", "  ▐"), "5": ("▛▀▀", "▀▀▜", "▄▄▟"), "6": ("▛▀▀", "▛▀▜", "▙▄▟"), "7": ("▀▀▜", "  ▐", "  ▐"),
    "8": ("▛▀▜", "▛▀▜", "▙▄▟"), "9": ("▛▀▜", "▀▀▜", "▄▄▟"), ":": (" ", "▪", "▪"), "-": ("   ", "▀▀▀", "   "),
}  # fmt: skip
_OUT = {"killed": "убит", "voted": "голосование", "removed": "удалён", "corrected": "снят судьёй"}


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one picture is made of."""

    rules: Ruleset
    public: Public
    ledger: Ledger
    result: tuple[int, ...] | None
    phase: Phase
    step: str
    said: str
    clock: str
    lamp: str
    lost: tuple[str, ...]
    speed: float
    typing: str | None
    answer: str


class Lines:
    """The Russian text of every line, for those who hear nothing."""

    def __init__(self, folder: Path) -> None:
        table = tomllib.loads((folder / "lines.toml").read_text(encoding="utf-8"))["lines"]
        words = {line: text for line, text in table.items() if isinstance(text, str)}
        self._single: Mapping[str, str] = {**words, **table.get("tones", {})}
        self._numbered: Mapping[str, str] = {**table.get("per_seat", {}), **table.get("per_count", {})}

    def text(self, line: str) -> str:
        stem, _, number = line.rpartition("_")
        if stem in self._numbered and number.isdigit():
            return str(self._numbered[stem]).replace("{n}", number).replace("{N}", number)
        return str(self._single.get(line, line))


def picture(v: View, width: int) -> list[str]:
    """The screen, line by line, at most `width` columns."""
    speed = f" · ожидания в {v.speed:g} раз быстрее" if v.speed != 1 else ""
    rows = [f"nightbox · репетиция · {v.rules.title} · игроков: {v.public.seats}{speed}", "─" * min(width, 78)]
    rows += big(v.clock)
    rows.append(f"Сейчас:  {where(v)}")
    rows.append(f"Голос:   {('«' + v.said + '»') if v.said else '—'}")
    rows.append(f"Лампа:   {v.lamp or '○'}")
    rows.append(f"За столом: {' '.join(str(seat) for seat in v.public.alive)}")
    if v.public.exits:
        gone = ", ".join(f"{exit.seat} ({_OUT[exit.how]})" for exit in v.public.exits)
        rows.append(f"Вышли:   {gone}")
    rows.append(f"Запись:  {entry(v)}")
    if v.lost:
        rows.append(f"Нет:     {', '.join(_device(name) for name in v.lost)}")
    rows += ["─" * min(width, 78), "Клавиши сейчас:"]
    rows += [f"  {name:<21} {label}" for name, label in keys(v)]
    if "FOUL+seat" in TABLE[v.phase]:
        rows.append(f"  {'…сразу за фолом':<21} M технический, Backspace замечание")
        rows.append(f"  {'F, цифра, F, Enter':<21} удаление")
    rows += [f"  {':':<21} {HELP}", f"  {'Ctrl-C':<21} выход; игру можно продолжить потом"]
    if v.typing is not None:
        rows.append(f": {v.typing}▏")
    elif v.answer:
        rows.append(v.answer)
    return [row[:width] for row in rows]


def big(text: str) -> list[str]:
    """The LED clock, three rows high; dark is three empty rows."""
    shapes = [_DIGITS.get(sign, ("   ", "   ", "   ")) for sign in text]
    return ["   " + " ".join(shape[row] for shape in shapes) for row in range(3)]


def _device(name: str) -> str:
    """A device as the judge calls it."""
    kind, _, which = name.partition(":")
    known = {"speaker": "звука (голос молчит, время идёт)", "disk": "записи на диск", "clock": "часов"}
    return known.get(kind, f"пульта {which}")


def where(v: View) -> str:
    p = v.public
    if v.phase is Phase.OVER:
        winner = {"red": "победа мирных", "black": "победа мафии", "draw": "ничья"}.get(p.winner, "без результата")
        return f"{v.phase.value}: {winner}"
    if v.phase is Phase.DEAL:
        return f"{v.phase.value}, место {p.item.rpartition('_')[2]}"
    night = f"ночь {p.night}" if p.part in ("dusk", "night") else f"день {p.night + 1}"
    step = next((s.label for s in (*v.rules.first_night, *v.rules.night) if s.id == v.step), "")
    if v.phase is Phase.LOBBY:
        return str(v.phase.value)
    if v.phase is Phase.NIGHT:
        return f"{night} — {step}"
    if v.phase is Phase.SPEECH:
        return f"{night} — речь игрока {p.speaker}"
    return f"{night} — {v.phase.value}"


def entry(v: View) -> str:
    """What the judge has entered here, and what UNDO would take back; nothing of an earlier step."""
    ledger, p = v.ledger, v.public
    match v.phase:
        case Phase.NIGHT if _called(v):
            return "—"
        case Phase.NIGHT:
            record = ledger.record(p.night, v.step)
            if record is None:
                return "—"
            return "промах, без выбора" if record.kind == "miss" else " ".join(map(str, record.seats))
        case Phase.GATE:
            if v.result is None:
                return "ничего: Enter дважды — никто не убит"
            return f"убит {' '.join(map(str, v.result))}" if v.result else "никто не убит"
        case Phase.BEST_MOVE:
            return " ".join(map(str, ledger.numbers)) or "—"
        case Phase.DAY:
            return f"уходит: {' '.join(map(str, ledger.leavers))}" if ledger.leavers else "—"
        case _:
            return "—"


def _called(v: View) -> bool:
    """The next step is being called: what was entered before it must not be seen by the one who wakes."""
    return v.public.doing == "line" and v.public.item.partition(".")[0] != v.step


_SEAT = {
    "order": "порядок отстрела, три места",
    "sign": "кто показал знак",
    "shot": "выстрел",
    "check": "проверка",
    "nothing": "—",
}


def keys(v: View) -> list[tuple[str, str]]:
    """What each key does now, in the table's order, as the terminal names the keys; fouls last and short."""
    table = dict(TABLE[v.phase])
    if v.public.hold and not v.public.hold.recovery:
        table = {**table, **({"PAUSE": TABLE[Phase.PAUSED]["PAUSE"]})}
    named = [(key, meant) for key, meant in table.items() if not key.startswith("FOUL+seat+")]
    if v.public.doing == "wait":  # nothing runs that PAUSE could stop
        named = [(key, meant) for key, meant in named if meant.order != "pause"]
    takes = next((s.takes for s in (*v.rules.first_night, *v.rules.night) if s.id == v.step), "nothing")
    if v.phase is Phase.NIGHT:
        named = [(k, Meaning(m.order, _SEAT[takes])) if k == "seat" else (k, m) for k, m in named]
        named = [(k, m) for k, m in named if takes != "nothing" or k not in ("seat", "MISS")]
    shown = [(SHOWN[key], meant.label) for key, meant in named if _works(v, key)]
    many = " (11–20: Q … P)" if v.public.seats > 10 else ""
    return [(name, label + many if name == SHOWN["seat"] else label) for name, label in shown]


def _works(v: View, key: str) -> bool:
    """Leaves out what the table offers in this phase but the programme does not at this moment."""
    if key != "NEXT" or v.phase is not Phase.GATE:
        return True
    return meaning(v.public, Key(plain="NEXT"), v.public.result_from) is not None and v.public.item == "gate"


class Screen:
    """Draws on a terminal; also the display of the LED clock. The terminal is given back when it closes."""

    def __init__(self, out: int, lines: Lines, speed: float) -> None:
        self._out, self._lines, self._speed = out, lines, speed
        self._lock = threading.Lock()
        self._view: View | None = None
        self._clock = "    "
        self._lamp = ""
        self._lamp_at: Ms | None = None
        self._typing: str | None = None
        self._answer = ""

    def __enter__(self) -> Self:
        self._write("\x1b[?1049h\x1b[?25l\x1b[2J")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("\x1b[?25h\x1b[?1049l")
        self._out = -1

    # --- the LED clock's display, called from its thread

    def open(self) -> None: ...

    def close(self) -> None: ...

    def show(self, text: str) -> None:
        with self._lock:
            self._clock = text
            self._draw()

    # --- the loop's looker-on

    def seen(self, loop: Loop) -> None:
        p, now = loop.public, loop.now()
        if self._lamp_at is not None and now - self._lamp_at > LAMP_SHOWN:
            self._lamp, self._lamp_at = "", None
        elif self._lamp and self._lamp_at is None:
            self._lamp_at = now
        view = View(
            rules=loop.referee.tempo.rules,
            public=p,
            ledger=loop.referee.state.ledger,
            result=reveal.entered_result(loop.referee.tempo.rules, loop.referee.state) if p.part == "night" else None,
            phase=phase(p, now),
            step=p.step_at(now),
            said=self._said(loop),
            clock=self._clock,
            lamp=self._lamp,
            lost=tuple(sorted(loop.room.lost)),
            speed=self._speed,
            typing=self._typing,
            answer=self._answer,
        )
        with self._lock:
            self._view = view
            self._draw()

    def _said(self, loop: Loop) -> str:
        for number in range(len(loop.referee.log) - 1, max(-1, len(loop.referee.log) - 40), -1):
            for fact in loop.referee.log[number].facts:
                if line := getattr(fact, "line", ""):
                    return self._lines.text(line)
        return self._lines.text("box_ready") if not loop.room.lost else ""

    def typed(self, text: str | None) -> None:
        self._typing = text

    def command(self, text: str, loop: Loop) -> None:
        self._answer = obey(text, loop)

    def lamp(self, pattern: Pattern, why: str) -> None:
        self._lamp_at = None
        self._lamp = _LAMP[pattern] + (f" ({why})" if why and pattern != "accepted" else "")
        self._answer = ""

    def _draw(self) -> None:
        if self._view is None or self._out < 0:
            return
        width = shutil.get_terminal_size().columns
        rows = picture(replace(self._view, clock=self._clock, lamp=self._lamp, typing=self._typing), width)
        self._write("\x1b[H" + "\r\n".join(f"{row}\x1b[K" for row in rows) + "\x1b[J")

    def _write(self, text: str) -> None:
        raw = text.encode()
        while raw and self._out >= 0:
            try:
                raw = raw[os.write(self._out, raw) :]
            except OSError:
                self._out = -1  # the terminal is gone: the game goes on

