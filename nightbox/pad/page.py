"""The sheet of keys as one A4 page of HTML, with the pad as a picture: nothing in it comes from elsewhere."""

from __future__ import annotations

from html import escape

from nightbox.pad.layouts import FUNCTIONS
from nightbox.pad.sheet import COLUMNS, Row, Sheet

KEY, GAP = 62, 8
"""A key's side and the space between two, in the picture's units."""

_STYLE = """
@page { size: A4 portrait; margin: 8mm }
* { box-sizing: border-box }
body { margin: 0; font: 7.9pt/1.17 "DejaVu Sans", "Segoe UI", Arial, sans-serif; color: #000; background: #fff }
main { width: 193mm; margin: 0 auto }
h1 { font-size: 13pt; margin: 0 0 2mm; line-height: 1.15 }
h2 { font-size: 9.5pt; margin: 0 0 1mm }
header { display: grid; grid-template-columns: 50mm 1fr 1fr; gap: 4mm; margin-bottom: 3mm }
header.typed { grid-template-columns: 1fr 1fr }
p, ul { margin: 0 0 1.2mm }
ul { padding: 0; list-style: none }
li { display: grid; grid-template-columns: 15mm 1fr }
.typed li { grid-template-columns: 38mm 1fr }
svg { width: 100%; max-height: 48mm; display: block }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: .25mm solid #888; padding: .4mm 1mm; text-align: left; vertical-align: top; overflow-wrap: break-word }
thead th { background: #000; color: #fff }
tr.group th { background: #ddd; padding: .3mm 1mm }
td.usual { color: #777 }
td.next { font-weight: 700 }
b { white-space: nowrap }
small { font-weight: 400 }
"""
_WIDTHS = (30, 33, 23, 33, 24, 22, 28)
"""The columns of the table, in millimetres: the width of the page between its margins."""
_USUAL = {"отменить последнее": "последнее", "пауза": "пауза"}
"""What a key does nearly everywhere is printed paler and short, so that the eye finds the rest."""


def html(page: Sheet) -> str:
    """The whole page."""
    names = page.layout.names
    second = "FN + …" if page.layout.rows else f"{names['FN+seat'].partition(',')[0]}, …"
    heads = ["Когда", *(names[key] for key in COLUMNS), second]
    columns = "".join(f'<col style="width:{width}mm">' for width in _WIDTHS)
    body = "\n".join(
        f'<tr class="group"><th colspan="{len(heads)}">{escape(title)}</th></tr>\n' + "\n".join(map(_row, rows))
        for title, rows in page.groups
        if rows
    )
    typed = "" if page.layout.rows else ' class="typed"'
    title = escape(page.title)
    return f"""<!DOCTYPE html>
<html lang="ru">
<head>
<meta charset="utf-8">
<title>{title} · {escape(page.layout.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title} · {escape(page.layout.title)}</h1>
<header{typed}>
{_picture(page.layout.rows) if page.layout.rows else ""}
<section>
<h2>Фолы</h2>
<p>{escape(page.foul)}</p>
<ul>{"".join(f"<li><b>{escape(key)}</b><span>{escape(label)}</span></li>" for key, label in page.fouls)}</ul>
</section>
<section>
<h2>Помните</h2>
{"".join(f"<p>{escape(note)}</p>" for note in page.notes)}
</section>
</header>
<table>
<colgroup>{columns}</colgroup>
<thead><tr>{"".join(map(_head, heads))}</tr></thead>
<tbody>
{body}
</tbody>
</table>
</main>
</body>
</html>
"""


def _head(name: str) -> str:
    gloss = "отменить" if name == "UNDO" else ""
    return f"<th>{escape(name)}{f' <small>{gloss}</small>' if gloss else ''}</th>"


def _row(row: Row) -> str:
    cells = "".join(_cell(key, label) for key, label in zip(COLUMNS, row.cells, strict=True))
    second = "<br>".join(f"<b>{escape(_last(key))}</b> {escape(label)}" for key, label in row.second)
    return f"<tr><th>{escape(row.title)}</th>{cells}<td>{second}</td></tr>"


def _cell(key: str, label: str) -> str:
    kind = "usual" if label in _USUAL else "next" if key == "NEXT" else ""
    shown = escape(_USUAL.get(label, label))
    return f'<td class="{kind}">{shown}</td>' if kind else f"<td>{shown}</td>"


def _last(key: str) -> str:
    """The key that is pressed with FN: its column says that FN is held."""
    return key.removeprefix("FN + ").removeprefix("Tab, ")


def _picture(rows: tuple[tuple[str, ...], ...]) -> str:
    """The pad as it lies under the hand."""
    wide = max(len(row) for row in rows)
    width, height = wide * (KEY + GAP) + GAP, len(rows) * (KEY + GAP) + GAP
    keys = "\n".join(
        _key(name, GAP + column * (KEY + GAP), GAP + line * (KEY + GAP))
        for line, row in enumerate(rows)
        for column, name in enumerate(row)
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="пульт">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="#fff" stroke="#000" stroke-width="2"/>\n{keys}\n</svg>'
    )


def _key(name: str, x: int, y: int) -> str:
    gloss = FUNCTIONS.get(name, "")
    held = name in ("FOUL", "FN")
    fill, ink = ("#000", "#fff") if held else ("#ddd", "#000") if gloss else ("#fff", "#000")
    box = f'<rect x="{x}" y="{y}" width="{KEY}" height="{KEY}" rx="8" fill="{fill}" stroke="#000" stroke-width="1.5"/>'
    texts = [(42, 30, 700, name)] if not gloss else [(27, 16, 700, name)]
    texts += [(41 + 12 * line, 11, 400, word) for line, word in enumerate(gloss.split(", ")) if word]
    return box + "".join(
        f'<text x="{x + KEY // 2}" y="{y + down}" font-size="{size}" font-weight="{weight}" text-anchor="middle" '
        f'fill="{ink}">{word}</text>'
        for down, size, weight, word in texts
    )
