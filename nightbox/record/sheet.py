"""The protocol as a page of plain text for the judge: Russian, UTF-8, at most 80 columns. Only laid out here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import zip_longest

from nightbox.record import russian as ru
from nightbox.record.document import PUBLIC_NOTE, SIGNATURES, TABLE_HEAD, Row, head, players, sections
from nightbox.record.paper import Protocol

WIDTH = 80

_WIDEST = (3, 18, 14, 24, 0)
"""Of each column of the players; the last one has what is left."""


def sheet(protocol: Protocol, zone: tzinfo | None = None) -> str:
    """The page, without a line feed at its end. The wall time is that of `zone`, or of this machine."""
    p = protocol
    top = [*textwrap.wrap(f"ПРОТОКОЛ ИГРЫ {p.game}", WIDTH), "═" * WIDTH]
    if p.public_only:
        top += [*textwrap.wrap(PUBLIC_NOTE, WIDTH), ""]
    blocks = [[*top, *_rows(head(p, zone))], [_heading("СТОЛ"), *_table([TABLE_HEAD, *players(p)])]]
    blocks += [[_heading(section.title), *_rows(section.rows)] for section in sections(p, zone)]
    if p.score_sheet:
        blocks.append([_heading("БАЛЛЫ ЗА ИГРУ"), *p.score_sheet])
    if p.end.state in ("over", "abandoned") and not p.public_only:
        blocks.append([_heading("ПОДПИСИ"), *(f"\n {who:<20} ______________________________" for who in SIGNATURES)])
    return "\n\n".join("\n".join(block) for block in blocks)


def _rows(rows: Sequence[Row], indent: int = 22) -> Iterator[str]:
    """Each label, and beside it its text in as many lines as it takes."""
    for label, text in rows:
        start, beside = f" {label}".ljust(indent - 1) + " ", " " * indent
        whole = ru.bound(text)
        lines = textwrap.wrap(whole, WIDTH, initial_indent=start, subsequent_indent=beside, break_on_hyphens=False)
        yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in lines or [start.rstrip()])


def _heading(text: str) -> str:
    return f"── {text} ".ljust(WIDTH, "─")


def _table(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as they must be; one that is empty below its head is left out, a long cell takes more lines."""
    kept = [n for n in range(len(TABLE_HEAD)) if any(line[n] for line in lines[1:])]
    widths = [max(min(len(line[n]), _WIDEST[n] or WIDTH) for line in lines) for n in kept]
    widths[-1] = min(widths[-1], WIDTH - sum(widths[:-1]) - 2 * len(kept) - 1)
    for line in lines:
        cells = [textwrap.wrap(line[n], width) for n, width in zip(kept, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            number = parts[0].rjust(widths[0])
            rest = (part.ljust(width) for part, width in zip(parts[1:], widths[1:], strict=True))
            yield f" {'  '.join([number, *rest])}".rstrip()
