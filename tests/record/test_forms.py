"""The protocol as a table for a spreadsheet and as a page to print; what is written beside a game, in all of them."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import stories
from hypothesis import given
from hypothesis import strategies as st
from made import any_entries

from nightbox.game.commands import AmendResult, GivePoints, NamePlayer
from nightbox.game.facts import Entry
from nightbox.record.events import HEADER, csv_text, events
from nightbox.record.journal import Header
from nightbox.record.paper import Protocol
from nightbox.record.printed import page
from nightbox.record.protocol import of_game, protocol, sheet
from nightbox.record.timeline import timeline


@pytest.fixture(scope="module")
def amended() -> Protocol:
    table = stories.amended_story()
    walls = tuple(f"2026-11-30T{16 + n // 300}:00:00.000+00:00" for n in range(len(table.journal)))
    return of_game(replace(stories.game(table), walls=walls))


def cells(p: Protocol) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(p).removeprefix("\ufeff")), delimiter=";"))


# --- what is written beside the game ------------------------------------------------------------------------------


def test_an_amended_result_stands_over_the_one_that_was_announced(amended: Protocol) -> None:
    end = amended.end
    assert (end.state, end.winner, end.announced_as) == ("over", "annulled", "black")
    assert end.amended and end.reason == "игрок видел карту"


def test_the_later_result_is_the_one_that_stands() -> None:
    table = stories.amended_story()
    table.give(AmendResult("red", "жалоба рассмотрена"))
    p = of_game(stories.game(table))
    assert p.end.winner == "red"
    assert [one.text for one in p.amendments if "исход" in one.text] == [
        "исход: игра аннулирована, игрок видел карту", "исход: победа красных, жалоба рассмотрена",
    ]  # fmt: skip
    assert any("победа (" in line for line in p.score_sheet)


def test_a_game_that_was_given_up_may_be_given_a_result() -> None:
    table = stories.abandoned_story()
    table.give(AmendResult("replayed", "отключили свет"))
    end = of_game(stories.game(table)).end
    assert (end.state, end.winner) == ("over", "replayed")


def test_every_amendment_keeps_its_entry_and_its_clock(amended: Protocol) -> None:
    assert len(amended.amendments) == 19
    assert {one.wall for one in amended.amendments} == {"2026-11-30T17:00:00.000+00:00"}
    assert [one.entry for one in amended.amendments] == sorted(one.entry for one in amended.amendments)
    assert amended.ended == "2026-11-30T17:00:00.000+00:00" and amended.began == "2026-11-30T16:00:00.000+00:00"


def test_names_shots_votes_points_and_reasons_stand_where_they_belong(amended: Protocol) -> None:
    assert [seat.name for seat in amended.seats][2:4] == ["Лиса", "Старый волк"]
    assert [(s.seat, s.shot) for s in amended.nights[1].shooters] == [(1, 4), (9, 0)]
    assert [(v.voter, v.seat) for v in amended.days[0].ballots[1].votes][:2] == [(1, 6), (2, 6)]
    assert not amended.days[0].ballots[0].votes
    assert [(p.seat, p.hundredths, p.label) for p in amended.points] == [(3, 30, "дополнительный балл")]
    assert [(m.seat, m.mark) for m in amended.marks] == [(5, "did_not_wake")]
    assert [(f.kind, f.when.part, f.reason) for f in amended.fouls if f.seat == 2] == [("technical", "after", "6.6.3")]
    assert [f.reason for f in amended.fouls if f.seat == 8] == ["говорил не в свою минуту", "", ""]


def test_nothing_beside_the_game_is_told_of_one_that_runs() -> None:
    quiet, named = stories.unfinished_story(), stories.unfinished_story()
    named.give(NamePlayer(3, "Лиса"))
    assert sheet(of_game(stories.game(named))) == sheet(of_game(stories.game(quiet)))
    assert page(of_game(stories.game(named))) == page(of_game(stories.game(quiet)))
    assert "Лиса" in sheet(of_game(stories.game(named), public_only=False))


def test_points_that_are_given_stand_on_the_score_sheet() -> None:
    table = stories.whole_story()
    table.rest()
    table.give(GivePoints(3, "extra", 30, "держал стол"))
    lines = of_game(stories.game(table)).score_sheet
    assert "      +0,30  дополнительный балл (8.4.3): держал стол" in lines


# --- the table ----------------------------------------------------------------------------------------------------


def test_the_table_opens_in_a_spreadsheet(amended: Protocol) -> None:
    text = csv_text(amended)
    assert text.startswith("\ufeff" + ";".join(HEADER) + "\r\n")
    rows = cells(amended)
    assert len(rows) == len(events(amended)) > 100
    assert [int(row["мс"]) for row in rows] == sorted(int(row["мс"]) for row in rows)


def test_a_row_says_who_did_what_to_whom_and_how_much(amended: Protocol) -> None:
    rows = cells(amended)
    seventh = next(row for row in rows if row["событие"] == "речи" and row["игрок"] == "7")
    assert (seventh["часть"], seventh["число"], seventh["предел"]) == ("день 1", "74", "65")
    counts = [(row["кого"], row["число"], row["предел"]) for row in rows if row["событие"] == "голоса против"]
    assert counts[:3] == [("6", "4", "10"), ("8", "2", "10"), ("3", "4", "10")]
    foul = next(row for row in rows if row["событие"] == "фол")
    assert (foul["игрок"], foul["текст"]) == ("8", "говорил не в свою минуту") and foul["запись"].isdecimal()
    assert [row["кого"] for row in rows if row["событие"] == "голос игрока"].count("6") == 6
    assert {"выбыл", "итог ночи", "лучший ход", "пауза", "исход объявлен", "выставляет"} <= {r["событие"] for r in rows}


@pytest.mark.parametrize("text", ["=1+1", "+7", "-2", "@sum"])
def test_no_name_or_reason_is_a_formula(amended: Protocol, text: str) -> None:
    amendment = replace(amended.amendments[0], text=text)
    told = [row["текст"] for row in cells(replace(amended, amendments=(amendment,)))]
    assert f"'{text}" in told and text not in told


# --- the page -----------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Which elements stand open at the end, and every attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in ("meta", "!doctype"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_asks_nothing_of_a_network(amended: Protocol) -> None:
    text = page(amended)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not {"src", "href", "onload"} & {name for name, _ in tags.attributes}
    assert re.findall(r"url\((.*?)\)|@import|https?:", text) == ["#hatch"]
    assert "<script" not in text and "@page" in text


def test_all_that_the_sheet_says_stands_on_the_page(amended: Protocol) -> None:
    plain = " ".join(re.sub(r"<[^>]*>", " ", page(amended)).replace("\u00a0", " ").split())
    for words in ("Старый волк", "№ 6 ← 1, 2, 3, 4, 5, 7", "игрок видел карту", "говорил не в свою минуту"):
        assert words in plain


def test_what_a_judge_writes_is_text_on_the_page_and_nothing_else() -> None:
    table = stories.whole_story()
    table.give(NamePlayer(3, "<b>&Лиса"))
    text = page(of_game(stories.game(table)))
    assert "&lt;b&gt;&amp;Лиса" in text and "<b>&Лиса" not in text


def drawn(p: Protocol) -> dict[str, int]:
    """How many shapes of each look the picture has."""
    found: dict[str, int] = {}
    for one in ElementTree.fromstring(timeline(p)).iter():
        look = one.get("class") or ""
        found[look] = found.get(look, 0) + 1
    return found


def test_the_picture_has_a_shape_for_everything(amended: Protocol) -> None:
    shapes = drawn(amended)
    spoken = [one for day in amended.days for one in day.speeches if one.began is not None]
    assert shapes["spoken"] == shapes["allowed"] == len(spoken)
    assert shapes["night"] == shapes["ground"] == shapes["name"] == len(amended.nights) == 4
    assert shapes["vote"] == sum(len(day.ballots) for day in amended.days)
    assert shapes["pause"] == len(amended.pauses) + len(amended.cuts)
    assert shapes["exit mark"] == len(amended.exits)
    during = [foul for foul in amended.fouls if foul.when.part != "after"]
    assert shapes["foul mark"] == len(during)
    over = [s for s in spoken if s.lasted and s.lasted > s.limit + s.shifted + 1000]
    assert shapes["over"] == len(over) > 0


def test_the_picture_stays_in_its_frame(amended: Protocol) -> None:
    root = ElementTree.fromstring(timeline(amended))
    _, _, wide, high = map(float, (root.get("viewBox") or "").split())
    for box in root.iter("rect"):
        if box.get("class"):
            x, y, width, height = (float(box.get(name) or 0) for name in ("x", "y", "width", "height"))
            assert 0 <= x <= x + width <= wide + 1.6 and 0 <= y <= y + height <= high


@given(any_entries(), st.booleans())
def test_any_entries_have_a_table_and_a_page(entries: tuple[Entry, ...], public_only: bool) -> None:
    p = protocol(stories.RULES, Header("g", "0.1.0", "{}", 10), entries, public_only=public_only)
    assert csv_text(p) and page(p)
    if picture := timeline(p):
        ElementTree.fromstring(picture)
