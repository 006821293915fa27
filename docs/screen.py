"""Draws docs/rehearsal.svg: what the rehearsal shows in a night, in a speech and in a vote, from the real screen code.

    .venv/bin/python docs/screen.py
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

from nightbox.game.room import face
from nightbox.rules import loader
from nightbox.screen import Lines, View, picture, view_of
from nightbox.stage import voice
from nightbox.stage.clock import picture as clock_picture
from nightbox.stage.voice import VoicePack
from nightbox.testing.box import VirtualBox

COLUMNS, ROW, CHAR = 80, 17, 8.4


def view(box: VirtualBox, lamp: str) -> View:
    loop = box.loop
    said = next(fact.line for e in reversed(loop.referee.log) for fact in e.facts if getattr(fact, "line", ""))
    words, clock = Lines(voice.shipped() / "ru").text(said), clock_picture(face(loop.public), box.now)
    return replace(view_of(loop.referee, box.now), said=words, clock=clock, lamp=lamp)


def svg(panels: list[list[str]]) -> str:
    rows = max(len(panel) for panel in panels)
    width, height = int(COLUMNS * CHAR) + 40, rows * ROW + 36
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height * len(panels) + 12}" '
        'xml:space="preserve" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">'
    ]
    for place, panel in enumerate(panels):
        top = place * (height + 12)
        parts.append(f'<rect y="{top}" width="{width}" height="{height}" rx="8" fill="#14161a"/>')
        for number, row in enumerate(panel):
            colour = "#ff5a4e" if 2 <= number <= 4 else "#d7dae0"
            text = escape(row).replace(" ", "\u00a0")
            parts.append(f'<text x="20" y="{top + 30 + number * ROW}" fill="{colour}">{text}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    box = VirtualBox(loader.load("fsm"), VoicePack.load(voice.shipped() / "ru").lengths())

    def press(*names: str) -> None:
        for name in names:
            box.press(name)
            box.run_to(box.now + 1500)

    box.press("NEXT")
    box.run_to(5000)
    for name in ["NEXT", "1", "1", "4", "2", "1", "3", "1", "2", "1", "1"]:
        box.press(name)
        box.rest()
    press("NEXT")
    box.run_to(box.now + 20_000)
    press("5", "NEXT")
    box.run_to(box.now + 8000)
    box.press("FOUL+8")
    press("6")
    box.run_to(box.now + 15_000)
    speech = picture(view(box, "● записано"), COLUMNS)
    for _ in range(9):
        press("NEXT")
        box.run_to(box.now + 5000)
    box.rest()
    press("NEXT")
    box.rest()
    press("4", "NEXT")
    box.rest()
    vote = picture(view(box, "● записано"), COLUMNS)
    press("NEXT")
    box.rest()
    press("NEXT")
    box.rest()
    press("NEXT")
    box.rest()
    press("NEXT")
    box.run_to(box.now + 5000)
    press("NEXT")
    box.run_to(box.now + 6000)
    box.press("5")
    night = picture(view(box, "● записано"), COLUMNS)
    (Path(__file__).parent / "rehearsal.svg").write_text(svg([night, speech, vote]), encoding="utf-8")


if __name__ == "__main__":
    main()
