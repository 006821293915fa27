"""The screen as lines of text: `picture` is pure, a view in, at most so many rows and columns out."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from nightbox.game.keys import Key
from nightbox.game.meanings import TABLE, Meaning, Phase, meaning
from nightbox.game.reachable import TAKEN, reachable
from nightbox.pad.keymap import SHOWN
from nightbox.screen.table import asked, rows, where
from nightbox.screen.view import View
from nightbox.typed import HELP

WIDEST = 100
_GLUE = "\u00a0"
_NO_SEATS = ("deal_role", "choose_end")
"""Where a digit is not a seat: there are no more of them than ten."""
_DIGITS = {
    "0": ("▛▀▜", "▌ ▐", "▙▄▟"), "1": (" ▜ ", " ▐ ", " ▟▖"), "2": ("▀▀▜", "▛▀▀", "▙▄▄"), "3": ("▀▀▜", " ▀▜", "▄▄▟"),
    "4": ("▌ ▐", "▀▀▜", "  ▐"), "5": ("▛▀▀", "▀▀▜", "▄▄▟"), "6": ("▛▀▀", "▛▀▜", "▙▄▟"), "7": ("▀▀▜", "  ▐", "  ▐"),
    "8": ("▛▀▜", "▛▀▜", "▙▄▟"), "9": ("▛▀▜", "▀▀▜", "▄▄▟"), ":": (" ", "▪", "▪"), "-": ("   ", "▀▀▀", "   "),
}  # fmt: skip


def picture(v: View, width: int, height: int = 1000) -> list[str]:
    """The screen, line by line. What does not fit into `height` is left out, the help first."""
    wide = min(width, WIDEST)
    top, keys, foot = list(_top(v, wide)), list(_keys(v, wide)), list(_foot(v))
    prompt = foot.pop() if v.typing is not None or v.answer else None
    room = height - (prompt is not None)
    body = [*top, *keys, *foot][:room]
    return [row[:width] for row in (*body, *([prompt] if prompt is not None else []))]


def _top(v: View, wide: int) -> Iterator[str]:
    speed = f" · ожидания в {v.speed:g} раз быстрее" if v.speed != 1 else ""
    yield f"nightbox · репетиция · {v.rules.title} · игроков: {v.public.seats}{speed}"
    yield "─" * min(wide, 78)
    yield from big(v.clock)
    yield from _labelled("Сейчас", where(v), wide)
    if ask := asked(v):
        yield from _labelled("Нужно", ask, wide)
    yield from _labelled("Голос", f"«{v.said}»" if v.said else "—", wide)
    yield from _labelled("Лампа", v.lamp or "○", wide)
    for label, text in rows(v):
        yield from _labelled(label, text, wide)
    if (told := entry(v)) is not None:
        yield from _labelled("Запись", told, wide)
    if v.lost:
        yield from _labelled("Нет", ", ".join(_device(name) for name in v.lost), wide)
    yield "─" * min(wide, 78)


def _labelled(label: str, text: str, wide: int) -> list[str]:
    return wrap(text, wide, initial_indent=f"{label + ':':<12}", subsequent_indent=" " * 12)


def big(text: str) -> list[str]:
    """The LED clock, three rows high; dark is three empty rows."""
    shapes = [_DIGITS.get(sign, ("   ", "   ", "   ")) for sign in text]
    return ["   " + " ".join(shape[row] for shape in shapes) for row in range(3)]


def _device(name: str) -> str:
    """A device as the judge calls it."""
    kind, _, which = name.partition(":")
    known = {"speaker": "звука (голос молчит, время идёт)", "disk": "записи на диск", "clock": "часов"}
    return known.get(kind, f"пульта {which}")


def _foot(v: View) -> Iterator[str]:
    yield f"  {':':<17} {HELP}"
    yield f"  {'Ctrl-C':<17} выход; игру можно продолжить потом"
    if v.typing is not None:
        yield f": {v.typing}▏"
    elif v.answer:
        yield v.answer


# --- what the judge has entered ---------------------------------------------------------------------------------


def entry(v: View) -> str | None:
    """What was entered here and UNDO would take back, nothing of an earlier step; None where nothing is entered."""
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
                return "итог не введён: Enter дважды — никто не убит"
            ghost = f"; призраком остаётся {ledger.ghost}" if ledger.ghost else ""
            return f"убит {' '.join(map(str, v.result))}{ghost}" if v.result else "никто не убит"
        case Phase.BEST_MOVE:
            return " ".join(map(str, ledger.numbers)) or "—"
        case Phase.LAST_WORD if v.rules.killed_word.best_move and p.part == "morning":
            return f"лучший ход: {' '.join(map(str, ledger.numbers)) or '—'}"
        case Phase.DAY:
            return f"уходит: {' '.join(map(str, ledger.leavers))}" if ledger.leavers else "—"
        case Phase.ALIBI:
            return {None: "—", 0: "ни у кого"}.get(ledger.alibi, f"алиби у игрока {ledger.alibi}")
        case _:
            return None


def _called(v: View) -> bool:
    """The next step is being called: what was entered before it must not be seen by the one who wakes."""
    return v.public.doing == "line" and v.public.item.partition(".")[0] != v.step


# --- what each key does -----------------------------------------------------------------------------------------


def _keys(v: View, wide: int) -> Iterator[str]:
    """Two keys a row where they are short, long ones in rows of their own; the fouls in one sentence."""
    yield "Клавиши сейчас:"
    half = (wide - 2) // 2
    waiting = ""
    for name, label in keys(v):
        cell = f"{name:<17} {label}"
        if len(cell) < half and waiting:
            yield f"  {waiting:<{half}}{cell}"
            waiting = ""
        elif len(cell) < half:
            waiting = cell
        else:
            yield from wrap(cell, wide, initial_indent="  ", subsequent_indent=" " * 20)
    if waiting:
        yield f"  {waiting}"
    if fouls := _fouls(v):
        for row in wrap(fouls, wide, initial_indent="  ", subsequent_indent=" " * 20):
            yield row.replace(_GLUE, " ")


def keys(v: View) -> list[tuple[str, str]]:
    """What each key does now, in the table's order, as the terminal names the keys; fouls apart."""
    table = dict(reachable(v.rules, v.public.seats).get(v.phase, TABLE[v.phase]))
    if v.public.hold and not v.public.hold.recovery:
        table["PAUSE"] = TABLE[Phase.PAUSED]["PAUSE"]
    elif v.public.doing == "wait" and v.phase is not Phase.RECOVERY:  # nothing runs that PAUSE could stop
        table.pop("PAUSE", None)
    takes = next((s.takes for s in (*v.rules.first_night, *v.rules.night) if s.id == v.step), "nothing")
    if v.phase is Phase.NIGHT and takes == "nothing":
        table = {name: meant for name, meant in table.items() if name not in ("seat", "MISS")}
    elif v.phase is Phase.NIGHT:
        table["seat"] = Meaning("record_seat", TAKEN[takes])
    if v.phase is Phase.NIGHT and v.public.item == "gate" and v.public.doing == "wait":
        table["NEXT"] = TABLE[Phase.GATE]["NEXT"]  # it counts a little earlier than the gate's seats do
    many = " (11–20: Q … P)" if v.public.seats > 10 else ""
    return [
        (SHOWN[name], meant.label + (many if name == "seat" and meant.order not in _NO_SEATS else ""))
        for name, meant in table.items()
        if not name.startswith("FOUL") and _works(v, name)
    ]


def _fouls(v: View) -> str:
    """A foul, and what makes more of it in the two seconds after it."""
    table = reachable(v.rules, v.public.seats).get(v.phase, {})
    if "FOUL+seat" not in table:
        return ""
    amended = ((name, meant.label.lstrip("…")) for name, meant in table.items() if name.startswith("FOUL+seat+"))
    more = (f"{SHOWN[name].replace(' ', _GLUE)} — {label}" for name, label in amended)
    return f"{SHOWN['FOUL+seat']:<17} {table['FOUL+seat'].label}; сразу за ним: {'; '.join(more)}"


def _works(v: View, name: str) -> bool:
    """Leaves out what the table offers in this phase but the programme does not at this moment."""
    if name != "NEXT" or v.phase is not Phase.GATE:
        return True
    return meaning(v.public, Key(plain="NEXT"), v.public.result_from) is not None and v.public.item == "gate"
