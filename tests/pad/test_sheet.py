"""The page of keys: what the code knows, all of it, on one sheet of paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from nightbox.cli import main
from nightbox.game.meanings import Phase
from nightbox.game.reachable import reachable
from nightbox.pad.layouts import FUNCTIONS, PADS, TEN_SEATS, layout
from nightbox.pad.page import html
from nightbox.pad.sheet import GROUPS, sheet, text
from nightbox.rules.loader import load, shipped
from nightbox.testing.legal import ready

FSM = load("fsm")
DOCS = Path(__file__).parents[2] / "docs"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


def page(name: str = "fsm", pad: str = "4x4") -> str:
    rules = ready(name, TEN_SEATS if pad == "4x4" else 20)
    return html(sheet(rules, layout(pad, rules.seats[1]), rules.seats[1]))


class Reader(HTMLParser):
    """The words of a page, and whether every tag is closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "col", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data.strip())


def test_every_phase_has_its_place_on_the_page() -> None:
    placed = [phase for _, phases in GROUPS for phase in phases]
    assert sorted(p.name for p in placed) == sorted(p.name for p in Phase)


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("name", shipped())
def test_every_meaning_of_the_rule_set_is_told(name: str, pad: str) -> None:
    rules = ready(name, 10)
    seats = rules.seats[1]
    told = text(sheet(rules, layout(pad, seats), seats), width=1000)
    for phase, keys in reachable(rules, seats).items():
        line = next(row for row in told.splitlines() if row[2:30].strip().lower() == phase.value.lower())
        for name, meant in keys.items():
            if not name.startswith("FOUL"):
                assert f"{layout(pad, 10).names[name]} — {meant.label}" in line


@pytest.mark.parametrize("pad", PADS)
def test_the_page_is_whole_and_fetches_nothing(pad: str) -> None:
    source = page(pad=pad)
    reader = Reader(source)
    assert reader.open == []
    assert not re.search(r"https?:|<script|<link|<img|url\(", source)
    words = " ".join(reader.words)
    for key in ("FOUL", "MISS", "NEXT") if pad != "keyboard" else ("Shift", "Enter", "Backspace"):
        assert key in words
    assert "закончить речь" in words and "призрак" not in words and "кто выставлен" not in words


@pytest.mark.parametrize(("pad", "seats"), [("4x4", 10), ("20", 14), ("20", 20)])
def test_a_pad_has_each_key_once(pad: str, seats: int) -> None:
    keys = [key for row in layout(pad, seats).rows for key in row]
    assert sorted(keys) == sorted([*(str(seat) for seat in range(1, seats + 1)), *FUNCTIONS])


def test_the_picture_has_every_key_of_the_pad() -> None:
    drawn = re.findall(r"<text[^>]*>([^<]+)</text>", page())
    assert {*(str(seat) for seat in range(1, 11)), *FUNCTIONS} <= set(drawn)


def test_the_page_in_the_docs_is_what_the_code_makes() -> None:
    mend = "run: .venv/bin/python -m nightbox keys --rules fsm --html docs/keys.html"
    assert (DOCS / "keys.html").read_text(encoding="utf-8") == page(), mend


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("name", shipped())
def test_it_prints_on_one_sheet(tmp_path: Path, name: str) -> None:
    for pad in PADS:
        file, pdf = tmp_path / f"{pad}.html", tmp_path / f"{pad}.pdf"
        file.write_text(page(name, pad), encoding="utf-8")
        quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        command = [str(CHROMIUM), *quiet, f"--user-data-dir={tmp_path / 'profile'}", f"--print-to-pdf={pdf}", str(file)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) == 1, pad


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "--rules", "fsm"]) == 0
    assert capsys.readouterr().out == text(sheet(FSM, layout("4x4", 10), 10))
    assert main(["keys", "--rules", "fsm", "--pad", "keyboard", "--html", str(tmp_path / "k.html")]) == 0
    assert "Backspace" in (tmp_path / "k.html").read_text(encoding="utf-8")


def test_the_deck_that_is_played_numbers_the_roles_of_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "--rules", "city", "--seats", "14", "--deck", "doctor 0", "--pad", "20"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "5 Путана" in told and "Доктор" not in told
    assert "FN + номер — 10 и столько рук" in told


def test_the_config_s_rule_set_and_options_are_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "nightbox.toml"
    config.write_text('[game]\nrules = "fsm"\n[game.options]\nday.start = "next"\n', encoding="utf-8")
    assert main(["keys", "--config", str(config)]) == 0
    assert "пустить время" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--rules", "fsn"], 78, "did you mean 'fsm'?"),
        (["--rules", "fsm", "--seats", "12"], 78, "fsm is played by 10, not by 12"),
        (["--rules", "city", "--deck", "mafi 3"], 78, "did you mean 'mafia'?"),
        (["--rules", "city", "--seats", "14", "--pad", "4x4"], 64, "for 14 players take --pad 20"),
        (["--pad", "5x5"], 64, "invalid choice"),
        (["--rules", "fsm", "--html", "/nowhere/keys.html"], 64, "/nowhere/keys.html cannot be written"),
    ],
)
def test_a_wrong_argument_is_told(
    arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", *arguments]) == code
    assert told in capsys.readouterr().err
