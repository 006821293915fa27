"""The keys of a rule set on one page: the rows of it, and the page as plain text. Made from the table that the game
uses, so that what is taped to the table is what the box does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from nightbox.game.meanings import Phase
from nightbox.game.reachable import Keys, reachable
from nightbox.game.ruleset import Ruleset
from nightbox.pad.layouts import Layout

COLUMNS = ("seat", "MISS", "NEXT", "UNDO", "PAUSE")
"""The keys of a row; what is pressed with FN stands in a last column of its own."""

GROUPS: tuple[tuple[str, tuple[Phase, ...]], ...] = (
    ("До игры", (Phase.LOBBY,)),
    ("Ночь", (Phase.MASKS, Phase.DEAL, Phase.NIGHT, Phase.LINES, Phase.GATE, Phase.BEST_MOVE)),
    (
        "День",
        (
            Phase.CIRCLE, Phase.READY, Phase.SPEECH, Phase.SILENT, Phase.ASK, Phase.GOLDEN, Phase.WORD, Phase.DAY,
            Phase.VOICE, Phase.LAST_WORD, Phase.PROTOCOL, Phase.EVENING,
        ),
    ),
    ("Голосование", (Phase.VOTE, Phase.COUNT, Phase.ALLOWED, Phase.RAISE, Phase.GHOST, Phase.ALIBI)),
    ("Пауза и конец", (Phase.PAUSED, Phase.RECOVERY, Phase.END, Phase.OVER)),
)  # fmt: skip
FOUL, AMENDED = "FOUL+seat", "FOUL+seat+"


@dataclass(frozen=True, slots=True)
class Row:
    """What each key does in one phase; `second` are (the key, what it does) for those that are pressed with FN."""

    title: str
    cells: tuple[str, ...]
    second: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole page. `fouls` are (the key that follows, what it makes of the foul)."""

    title: str
    layout: Layout
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    foul: str
    fouls: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def sheet(rules: Ruleset, layout: Layout, seats: int) -> Sheet:
    """The page for a table of `seats`. No rule set lacks fouls at the masks: the chord is explained from there."""
    table = reachable(rules, seats)
    groups = tuple(
        (title, tuple(_row(phase, table[phase], layout) for phase in phases if phase in table))
        for title, phases in GROUPS
    )
    fouls = table[Phase.MASKS]
    amended = tuple((layout.names[k], m.label.lstrip("…")) for k, m in fouls.items() if k.startswith(AMENDED))
    told = layout.foul.format(foul=fouls[FOUL].label)
    title = f"{rules.title}, игроков: {seats} · клавиши судьи"
    return Sheet(title, layout, groups, told, amended, tuple(_notes(table, layout, seats)))


def _row(phase: Phase, keys: Keys, layout: Layout) -> Row:
    second = tuple((layout.names[key], meant.label) for key, meant in keys.items() if key.startswith("FN+"))
    cells = tuple(keys[key].label if key in keys else "" for key in COLUMNS)
    return Row(_capital(phase.value), cells, second)


def _notes(table: Mapping[Phase, Keys], layout: Layout, seats: int) -> Iterator[str]:
    hands = {keys[FOUL].label for keys in table.values() if FOUL in keys and keys[FOUL].order == "withdrawn"}
    for label in sorted(hands - {table[Phase.MASKS][FOUL].label}):
        yield f"При голосовании {layout.names[FOUL]} — {label}."
    none = [phase.value for phase, keys in table.items() if FOUL not in keys]
    yield f"Фол принимается всегда, кроме: {', '.join(none)}."
    yield f"Между двумя {layout.names['NEXT']} — не меньше секунды."
    yield from layout.notes
    if seats > 10:
        yield from layout.notes_above_ten


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def text(page: Sheet, width: int = 100) -> str:
    """The page for a terminal."""
    return "\n".join(_text(page, width)) + "\n"


_GLUE = "\u00a0"


def _text(page: Sheet, width: int) -> list[str]:
    lines = [f"{page.title} · {page.layout.title}", ""]
    lines += ["   " + "".join(f"{key:<7}" for key in row) for row in page.layout.rows]
    for title, rows in page.groups:
        lines += ["", title.upper()]
        for row in rows:
            named = ((page.layout.names[key], label) for key, label in zip(COLUMNS, row.cells, strict=True))
            parts = [f"{key} — ".replace(" ", _GLUE) + label for key, label in (*named, *row.second) if label]
            head = f"  {row.title:<28}"
            wrapped = wrap(" · ".join(parts), width, initial_indent=head, subsequent_indent=" " * len(head))
            lines += [line.replace(_GLUE, " ") for line in wrapped]
    lines += ["", "ФОЛЫ", *wrap(page.foul, width, initial_indent="  ", subsequent_indent="  ")]
    lines += [f"    {key:<24} {label}" for key, label in page.fouls]
    lines += [line for note in page.notes for line in wrap(note, width, initial_indent="  ", subsequent_indent="  ")]
    return lines
