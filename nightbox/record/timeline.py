"""The picture of a game: one band for each night and the day behind it, drawn in SVG by table time.

A speech is as wide as it lasted; its box is as high as the rules allowed, and filled as far as it was used, above the
box in red where it was too long. Under the band are the seats, over it fouls and exits. Nothing but shapes and figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from nightbox.record import russian as ru
from nightbox.record.paper import Night, Protocol
from nightbox.record.paper_day import Day, Speech
from nightbox.units import Ms

WIDTH = 1000
LEFT, RIGHT = 6, 994
HEAD, MARKS, BAND, FOOT = 20, 32, 52, 22
"""Of one band, from above: its title, exits and fouls, the band itself, the seats."""

ROW = HEAD + MARKS + BAND + FOOT + 6
ALLOWED = 38
"""The height of the longest word of the game, within its band."""

LONGEST: Ms = 4 * 3_600_000
"""A band that is longer has no minutes."""

LEGEND = (
    ("night", "ночь"),
    ("spoken", "речь: закрашено — использовано, рамка — сколько положено"),
    ("over", "сверх времени"),
    ("talk", "свободная речь"),
    ("vote", "голосование"),
    ("pause", "пауза или бокс запущен заново"),
)
"""What each look means; the page says it under the picture."""


@dataclass(frozen=True, slots=True)
class Band:
    """What is drawn in one row, from `began` to `ended`."""

    title: str
    began: Ms
    ended: Ms
    night: tuple[Ms, Ms] | None
    days: tuple[Day, ...]


def timeline(p: Protocol) -> str:
    """An <svg> element, or "" for a game of which nothing is known yet. Colours are the page's classes."""
    bands = _bands(p)
    if not bands:
        return ""
    longest = max(60_000, *(band.ended - band.began for band in bands))
    words = [one.limit for day in p.days for one in day.speeches if one.kind != "talk"]
    draw = _Drawing(p, (RIGHT - LEFT) / longest, max([60_000, *words]))
    rows = (line for place, band in enumerate(bands) for line in draw.band(band, place * ROW))
    height = len(bands) * ROW
    title = "<title>Ход игры: ночи, речи, голосования, паузы, фолы и кто когда выбыл</title>"
    parts = [title, _HATCH, *rows]
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">\n' + "\n".join(parts) + "\n</svg>"


_HATCH = (
    '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#fff"/><rect width="2" height="6" fill="#888"/></pattern></defs>'
)


def _bands(p: Protocol) -> list[Band]:
    """A night and the days behind it, until the next night; what came before the first night is a band of its own."""
    last = max([_end(p), *(night.began for night in p.nights), *(day.began for day in p.days)])
    falls = sorted(p.nights, key=lambda night: night.began)
    starts: list[tuple[Ms, Night | None]] = [(night.began, night) for night in falls]
    first = min((day.began for day in p.days), default=last)
    if not falls or first < falls[0].began:
        starts.insert(0, (first, None))
    found = []
    for place, (began, night) in enumerate(starts):
        ended = starts[place + 1][0] if place + 1 < len(starts) else last
        days = tuple(day for day in p.days if began <= day.began and (day.began < ended or place + 1 == len(starts)))
        dawn = days[0].began if days else ended
        names = [f"Ночь {night.number}"] if night else []
        names += [f"День {day.number}" if day.number else "Знакомство" for day in days]
        if ended > began:
            found.append(Band(" · ".join(dict.fromkeys(names)), began, ended, (began, dawn) if night else None, days))
    return found


def _end(p: Protocol) -> Ms:
    """The last moment that is of the game itself."""
    spoken = [s.began + (s.lasted or 0) for day in p.days for s in day.speeches if s.began is not None]
    known = [p.end.announced, None if p.end.announced else p.end.last]
    return max([0, *spoken, *(when.at for when in known if when), *(exit.when.at for exit in p.exits)])


@dataclass(frozen=True, slots=True)
class _Drawing:
    p: Protocol
    scale: float
    most: Ms

    def band(self, band: Band, top: int) -> Iterator[str]:
        ground = top + HEAD + MARKS + BAND
        x, end = self._x(band, band.began), self._x(band, band.ended)
        span = f"{ru.clock(band.began)} – {ru.clock(band.ended)}"
        yield _text(LEFT, top + 15, band.title, "name")
        yield _text(RIGHT, top + 15, span, "span")
        yield _box(x, ground - BAND, end - x, BAND, "ground")
        yield from self._minutes(band, ground)
        if band.night:
            yield self._rect(band, band.night[0], band.night[1], ground - BAND, BAND, "night")
        for day in band.days:
            for began, until in self._votes(band, day):
                yield self._rect(band, began, until, ground - BAND, 12, "vote")
            for speech in day.speeches:
                yield from self._speech(band, speech, ground)
        for began, until in self._pauses(band):
            yield self._rect(band, began, until, ground - BAND, BAND, "pause")
        yield from self._marks(band, ground - BAND)

    def _x(self, band: Band, at: Ms) -> float:
        return LEFT + (min(max(at, band.began), band.ended) - band.began) * self.scale

    def _rect(self, band: Band, began: Ms, ended: Ms, y: float, height: float, look: str) -> str:
        x = self._x(band, began)
        return _box(x, y, max(1.5, self._x(band, ended) - x), height, look)

    def _minutes(self, band: Band, ground: int) -> Iterator[str]:
        """A stroke at each minute of the game, a longer one at every fifth; in a band of hours they would be a blot."""
        if band.ended - band.began > LONGEST:
            return
        for minute in range(-(-band.began // 60_000), band.ended // 60_000 + 1):
            x, long = self._x(band, minute * 60_000), minute % 5 == 0
            yield f'<path class="minute" d="M{x:.1f} {ground}v{9 if long else 4}"/>'

    def _speech(self, band: Band, one: Speech, ground: int) -> Iterator[str]:
        if one.began is None or not band.began <= one.began <= band.ended:
            return
        lasted = one.lasted if one.lasted is not None else max(0, band.ended - one.began)
        x = self._x(band, one.began)
        wide = max(3.0, self._x(band, one.began + lasted) - x)
        if one.kind == "talk":
            yield _box(x, ground - 14, wide, 14, "talk")
            return
        allowed = max(1, one.limit + one.shifted)
        per = ALLOWED / self.most
        high, used = allowed * per, min(lasted, allowed) * per
        yield _box(x, ground - high, wide, high, "allowed")
        yield _box(x, ground - used, wide, used, "spoken")
        if lasted > allowed + 1000:
            over = min((lasted - allowed) * per, BAND - high)
            yield _box(x, ground - high - over, wide, over, "over")
        small = " small" if wide < 14 else ""
        yield _text(x + wide / 2, ground + FOOT - 4, str(one.seat), f"seat{small}")

    def _votes(self, band: Band, day: Day) -> Iterator[tuple[Ms, Ms]]:
        """Each round of the vote: to the words of a tie, or to its end."""
        ends = [ballot.began for ballot in day.ballots[1:]]
        ends.append(day.vote.at if day.vote else band.ended)
        for ballot, end in zip(day.ballots, ends, strict=False):
            ties = [(s.began, s.lasted or 0) for s in day.speeches if s.kind == "tie" and s.began is not None]
            spoken = (began + lasted for began, lasted in ties if ballot.began <= began < end)
            yield max(spoken, default=ballot.began), end

    def _pauses(self, band: Band) -> Iterator[tuple[Ms, Ms]]:
        spans = [(pause.when.at, pause.until) for pause in self.p.pauses]
        spans += [(cut.when.at, cut.until) for cut in self.p.cuts]
        for began, until in spans:
            last = band.ended if until is None else until
            if began < band.ended and last > band.began:
                yield began, last

    def _marks(self, band: Band, top: int) -> Iterator[str]:
        """Exits and fouls over the band, each at its moment; what stands too near moves to the right."""
        last = band.ended >= _end(self.p)
        marks = [(e.when.at, f"{_EXITS.get(e.how, '↑')}{e.seat}", "exit") for e in self.p.exits]
        told = [foul for foul in self.p.fouls if foul.kind in _FOULS]  # a removal is an exit, and has its mark
        marks += [(foul.when.at, f"{_FOULS[foul.kind]}{foul.seat}", "foul") for foul in told]
        mine = sorted(m for m in marks if band.began <= m[0] and (m[0] < band.ended or (last and m[0] == band.ended)))
        free = {"exit": float(LEFT), "foul": float(LEFT)}
        for at, label, look in mine:
            x, y = self._x(band, at), top - (20 if look == "exit" else 6)
            wide = 9.0 * len(label) + 4
            left = min(max(x - 3, free[look]), RIGHT - wide)
            free[look] = left + wide
            yield f'<path class="{look}" d="M{x:.1f} {top}V{y + 2}"/>'
            yield _text(left, y, label, f"{look} mark")


_EXITS = {"killed": "✝", "voted": "⬇", "removed": "✖", "corrected": "✎"}
_FOULS = {"foul": "ф", "technical": "т", "big_technical": "Т", "warning": "п", "team_defeat": "к"}

SIGNS = (
    "Над полосой: ✝ убит, ⬇ по голосованию, ✖ удалён, ✎ исправление; ф фол, т технический, Т большой технический, "
    "п предупреждение, к поражение команды. Штрихи снизу — минуты игры, длинные — каждые пять."
)


def _box(x: float, y: float, wide: float, high: float, look: str) -> str:
    return f'<rect class="{look}" x="{x:.1f}" y="{y:.1f}" width="{max(0.0, wide):.1f}" height="{max(0.0, high):.1f}"/>'


def _text(x: float, y: float, text: str, look: str) -> str:
    return f'<text class="{look}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'

