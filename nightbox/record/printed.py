"""The protocol as one page of HTML: it asks no network for anything, and prints on A4 in dark text on white."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from html import escape

from nightbox.record import russian as ru
from nightbox.record.document import PUBLIC_NOTE, SIGNATURES, TABLE_HEAD, Row, head, players, sections
from nightbox.record.paper import Protocol
from nightbox.record.timeline import LEGEND, SIGNS, timeline

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 12px; max-width: 210mm; background: #fff; color: #111;
  font: 15px/1.4 "DejaVu Sans", "Noto Sans", Arial, sans-serif; }
h1 { font-size: 1.4em; margin: 0 0 .3em; overflow-wrap: anywhere; }
h2 { font-size: 1em; margin: 1.2em 0 .3em; border-bottom: 2px solid #111; padding-bottom: 1px; break-after: avoid; }
.note { font-weight: bold; border: 2px solid #111; padding: 6px 8px; }
dl { display: grid; grid-template-columns: minmax(7.5em, 24%) 1fr; gap: 2px 10px; margin: 0; }
dt { color: #444; } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #777; padding: 2px 6px; text-align: left; vertical-align: top;
  overflow-wrap: break-word; hyphens: auto; }
th { background: #eee; } td:first-child, th:first-child { text-align: right; width: 2.2em; white-space: nowrap; }
section { break-inside: avoid-page; }
.picture { overflow-x: auto; margin: .6em 0; }
.picture svg { width: 100%; min-width: 680px; height: auto; display: block; }
.legend { margin: .3em 0; font-size: .8em; } .legend span { display: inline-block; margin-right: 1.2em; }
.legend svg { width: .9em; height: .9em; vertical-align: -.1em; }
svg text { font-family: "DejaVu Sans", "Noto Sans", Arial, sans-serif; font-size: 13px; fill: #111; }
.name { font-weight: bold; font-size: 15px; } .span { text-anchor: end; fill: #444; }
.seat { text-anchor: middle; } .small { font-size: 9.5px; } .mark { font-weight: bold; }
.ground { fill: #f4f4f2; stroke: #999; stroke-width: .6; } .minute { stroke: #777; stroke-width: 1; }
.night { fill: #2d3a58; } .allowed { fill: #fff; stroke: #333; stroke-width: 1; } .spoken { fill: #5b8bbf; }
.over { fill: #c62828; } .talk { fill: #a9c6a0; } .vote { fill: #7a4fa3; } .pause { fill: url(#hatch); }
path.exit { stroke: #111; stroke-width: 1.6; } path.foul { stroke: #c62828; stroke-width: 2; }
text.foul { fill: #b01515; }
pre { margin: 0; font: .82em/1.35 "DejaVu Sans Mono", "Noto Sans Mono", monospace; white-space: pre-wrap; }
.signatures { display: grid; grid-template-columns: 8em 1fr; gap: 14px 10px; margin-top: .8em; max-width: 110mm; }
.signatures b { border-bottom: 1px solid #111; } footer { margin-top: 1.5em; color: #555; font-size: .8em; }
@page { size: A4; margin: 12mm; }
@media print { body { padding: 0; font-size: 9.5pt; line-height: 1.3; max-width: none; }
  th, td { padding: 1px 5px; }
  .picture { overflow: visible; } .picture svg { min-width: 0; } * { print-color-adjust: exact; } }
"""


def page(p: Protocol, zone: tzinfo | None = None) -> str:
    """The whole document, without a line feed at its end. The wall time is that of `zone`, or of this machine."""
    return "\n".join(_page(p, zone))


def _page(p: Protocol, zone: tzinfo | None) -> Iterator[str]:
    title = f"Протокол игры {p.game}"
    yield '<!DOCTYPE html>\n<html lang="ru">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>"
    if p.public_only:
        yield f'<p class="note">{escape(PUBLIC_NOTE)}</p>'
    yield _rows(head(p, zone))
    yield "<section><h2>СТОЛ</h2>"
    yield from _table([TABLE_HEAD, *players(p)])
    yield "</section>"
    if picture := timeline(p):
        yield f'<section><h2>ХОД ИГРЫ</h2><div class="picture">\n{picture}\n</div>{_legend()}</section>'
    for section in sections(p, zone):
        yield f"<section><h2>{escape(section.title)}</h2>{_rows(section.rows)}</section>"
    if p.score_sheet:
        yield f"<section><h2>БАЛЛЫ ЗА ИГРУ</h2><pre>{escape(chr(10).join(p.score_sheet))}</pre></section>"
    if p.end.state in ("over", "abandoned") and not p.public_only:
        lines = "".join(f"<span>{escape(who)}</span><b></b>" for who in SIGNATURES)
        yield f'<section><h2>ПОДПИСИ</h2><div class="signatures">{lines}</div></section>'
    yield f"<footer>nightbox {escape(p.nightbox)}, {escape(p.title)}</footer>\n</body>\n</html>"


def _legend() -> str:
    box = '<svg viewBox="0 0 12 12"><rect class="{}" width="12" height="12"/></svg>'
    keys = "".join(f"<span>{box.format(look)} {escape(label)}</span>" for look, label in LEGEND)
    return f'<p class="legend">{keys}</p><p class="legend">{escape(SIGNS)}</p>'


def _rows(rows: Sequence[Row]) -> str:
    told = (f"<dt>{escape(label.strip())}</dt><dd>{escape(ru.bound(text))}</dd>" for label, text in rows)
    return f"<dl>{''.join(told)}</dl>"


def _table(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """A column that is empty below its head is left out."""
    kept = [n for n in range(len(TABLE_HEAD)) if any(line[n] for line in lines[1:])]
    yield "<table>"
    for place, line in enumerate(lines):
        cell = "td" if place else "th"
        yield "<tr>" + "".join(f"<{cell}>{escape(line[n])}</{cell}>" for n in kept) + "</tr>"
    yield "</table>"
