"""The judge's screen in every phase of an FSM game: whose turn, what is asked, what is entered, and no more."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nightbox.game.facts import VoteEnded
from nightbox.game.ledger import Ledger
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import Ballot, Exit, Public
from nightbox.game.referee import Outcome
from nightbox.rules.loader import load
from nightbox.rules.loader import shipped as shipped_rules
from nightbox.screen import Lines, Screen, View, picture, view_of
from nightbox.screen.picture import keys
from nightbox.screen.table import asked
from nightbox.stage.voice import VoicePack, shipped
from nightbox.testing.box import VirtualBox
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table

PACK = VoicePack.load(shipped() / "ru")
LINES = Lines(shipped() / "ru")


class Watched:
    """A box, and what its screen says."""

    def __init__(self, **options: object) -> None:
        dotted = {key.replace("__", "."): value for key, value in options.items()}
        self.box = VirtualBox(load("fsm", options=dotted), PACK.lengths())

    def press(self, *names: str) -> Watched:
        for name in names:
            self.box.press(name)
            self.box.run_to(self.box.now + 1100)
        return self

    def wait(self, ms: int) -> Watched:
        self.box.run_to(self.box.now + ms)
        return self

    def rest(self) -> Watched:
        self.box.rest()
        return self

    @property
    def view(self) -> View:
        return view_of(self.box.loop.referee, self.box.now)

    def shown(self) -> dict[str, str]:
        return shown(self.view)


def shown(view: View) -> dict[str, str]:
    """The labelled rows, and under "keys" what the keys do."""
    text = picture(view, 300)
    border = max(n for n, row in enumerate(text) if row.startswith("──"))
    labelled: dict[str, str] = {}
    label = ""
    for row in text[5:border]:
        if row.startswith(" "):  # the rest of a long row
            labelled[label] += " " + row.strip()
        else:
            label, _, value = row.partition(":")
            labelled[label] = value.strip()
    return labelled | {"keys": "\n".join(text[border:])}


def at_night(**options: object) -> Watched:
    """The first night, masks on."""
    return Watched(**options).press("NEXT").wait(4000).press("NEXT")


def at_day(roles: bool = False, **options: object) -> Watched:
    watched = at_night(**options)
    for role in "1141213121" if roles else [""] * 10:
        watched.rest().press(role or "NEXT")
    return watched.rest()


def at_vote() -> Watched:
    """Seats 5 and 6 are put up; the vote is about to begin."""
    watched = at_day().press("NEXT").wait(5000).press("5", "NEXT").wait(5000).press("6", "NEXT")
    for _ in range(8):
        watched.wait(5000).press("NEXT")
    return watched.rest()


def test_before_the_game_and_in_the_deal() -> None:
    watched = Watched()
    assert watched.shown()["Сейчас"] == "перед игрой"
    assert "проверка звука" in watched.shown()["keys"]
    watched.press("NEXT").wait(4000)
    assert watched.shown()["Нужно"] == "посмотрите, все ли в масках"
    watched.press("NEXT").rest()
    assert watched.shown()["Сейчас"] == "раздача карт, место 1"
    assert watched.shown()["Нужно"] == "карта игрока 1: роль или «без записи»"
    assert "1 мирный житель, 2 мафия, 3 Дон, 4 Шериф" in watched.shown()["keys"]


def test_a_day_says_who_begins() -> None:
    shown = at_day().shown()
    assert shown["Сейчас"] == "день 1 — начало дня"
    assert shown["Нужно"] == "начните обсуждение; первым говорит 1"


def test_a_speech_says_whose_it_is_who_has_spoken_and_who_is_put_up() -> None:
    watched = at_day().press("NEXT").wait(5000).press("5", "NEXT").wait(5000).press("6")
    shown = watched.shown()
    assert shown["Сейчас"] == "день 1 — речь игрока 2"
    assert shown["Говорят"] == "1✓ [2] 3 4 5 6 7 8 9 10"
    assert shown["Выставлены"] == "5 (от 1), 6 (от 2)"
    assert "Нужно" not in shown and "Голоса" not in shown
    assert "кто выставлен" not in shown["keys"]
    watched.wait(70_000)
    assert watched.shown()["Нужно"] == "время вышло, остановите речь"


def test_a_pause_says_whose_speech_stands_and_what_goes_on() -> None:
    shown = at_day().press("NEXT").wait(5000).press("PAUSE").shown()
    assert shown["Сейчас"] == "день 1 — пауза, речь игрока 1"
    assert "продолжить" in shown["keys"]


def test_a_clock_that_waits_asks_for_the_judge() -> None:
    shown = at_day(day__start="next").press("NEXT").rest().shown()
    assert shown["Нужно"] == "игрок 1 готов? Пустите время"


def test_fouls_stand_by_seat_and_kind() -> None:
    watched = at_day().press("FOUL+3", "FOUL+3", "FOUL+7")
    assert watched.shown()["Фолы"] == "3 — 2; 7 — 1"
    assert watched.press("FOUL+7+MISS").shown()["Фолы"] == "3 — 2; 7 — техн. 1"


def test_fouls_are_not_on_the_screen_while_someone_may_wake() -> None:
    watched = at_day().press("FOUL+3").press("NEXT")
    for _ in range(10):
        watched.wait(5000).press("NEXT")
    watched.rest()
    assert watched.shown()["Фолы"] == "3 — 1"
    watched.press("NEXT").wait(4000).press("NEXT").wait(4000)
    assert watched.view.phase is Phase.NIGHT
    assert "Фолы" not in watched.shown()


def test_the_vote_says_among_whom_what_is_asked_and_what_is_left() -> None:
    watched = at_vote()
    shown = watched.shown()
    assert shown["Нужно"] == "голосование: 5, 6"
    assert shown["Голоса"] == "5 — ·, 6 — · (остаток); подано 0 из 10"
    watched.press("NEXT").rest()
    assert watched.shown()["Нужно"] == "голоса против игрока 5; осталось 10"
    watched.press("4")
    assert watched.shown()["Нужно"] == "против игрока 5 — 4; верно? Тогда дальше"
    watched.press("NEXT").rest()
    assert watched.shown()["Голоса"] == "5 — 4, 6 — 6 (остаток); подано 10 из 10"


def test_a_tie_shows_both_rounds_and_whose_minute_it_is() -> None:
    watched = at_vote().press("NEXT").rest().press("5", "NEXT").rest().press("NEXT").wait(9000)
    shown = watched.shown()
    assert shown["Сейчас"] == "день 1 — минута игрока 5"
    assert shown["Голоса"] == "5 — 5, 6 — 5; подано 10 из 10"
    assert shown["Голоса (2)"] == "5 — ·, 6 — · (остаток); подано 0 из 10"
    watched.press("NEXT").wait(5000).press("NEXT").rest()
    assert watched.shown()["Нужно"] == "переголосование: 5, 6"


def raising(watched: Watched) -> Watched:
    """From the vote to the question of raising both, after two ties."""
    watched.press("NEXT").rest().press("5", "NEXT").rest().press("NEXT").wait(9000)
    watched.press("NEXT").wait(5000).press("NEXT").rest()
    return watched.press("NEXT").rest().press("5", "NEXT").rest().press("NEXT").rest()


def test_the_question_says_of_whom_and_how_many_it_takes() -> None:
    watched = raising(at_vote())
    assert watched.view.phase is Phase.RAISE
    assert watched.shown()["Нужно"] == "голоса за подъём 5, 6; нужно больше половины от 10"
    watched.press("6", "NEXT").rest()
    shown = watched.shown()
    assert shown["Итог"] == "уходят 5, 6"
    assert shown["Голоса (2)"].endswith("за подъём 6")


def test_who_leaves_speaks_and_may_leave_a_protocol() -> None:
    watched = at_vote().press("NEXT").rest().press("4", "NEXT").rest().press("NEXT").rest()
    assert watched.shown()["Сейчас"] == "день 1 — лучший ход игрока 6"
    assert watched.press("1", "2").shown()["Запись"] == "1 2"
    watched.press("NEXT").wait(15_000)
    shown = watched.shown()
    assert shown["Сейчас"] == "день 1 — последнее слово игрока 6"
    assert shown["Вышли"] == "6 (голосование)" and shown["Итог"] == "уходит 6"
    assert shown["Голоса"] == "5 — 4, 6 — 6; подано 10 из 10"
    watched.press("FN+NEXT").rest()
    assert watched.shown()["Нужно"] == "протокол игрока 6: принят или закрыт?"
    watched.press("NEXT").rest()
    assert watched.shown()["Нужно"] == "все готовы к ночи?"


def night_one() -> Watched:
    watched = at_day().press("NEXT")
    for _ in range(10):
        watched.wait(5000).press("NEXT")
    return watched.rest().press("NEXT").wait(4000).press("NEXT").wait(4000)


def test_the_night_shows_the_entry_of_its_step_and_forgets_it_with_the_next_call() -> None:
    watched = night_one()
    assert watched.shown()["Сейчас"] == "ночь 1 — выстрел мафии" and watched.shown()["Запись"] == "—"
    assert "выстрел" in watched.shown()["keys"]
    assert watched.press("7").shown()["Запись"] == "7"
    while watched.box.loop.public.item != "don_check.call":
        watched.wait(200)
    assert watched.shown()["Запись"] == "—"
    watched.wait(6000)
    assert watched.shown()["Сейчас"] == "ночь 1 — проверка Дона" and watched.shown()["Запись"] == "—"
    assert "7" not in watched.shown()["Запись"] and "Выставлены" not in watched.shown()


def test_the_gate_says_what_next_will_announce() -> None:
    watched = night_one()
    watched.press("7").rest().wait(4000)
    assert watched.shown()["Нужно"] == "объявите итог ночи"
    assert watched.shown()["Запись"] == "убит 7"
    assert watched.press("MISS").shown()["Запись"] == "никто не убит"


def test_the_end_is_asked_and_told() -> None:
    watched = at_day().press("FN+MISS")
    assert watched.shown()["Нужно"] == "кто победил?"
    assert "1 красные, 2 чёрные, 3 ничья" in watched.shown()["keys"]
    watched.press("1").rest()
    assert watched.shown()["Сейчас"] == "игра окончена: победа мирных"


def test_a_small_terminal_keeps_the_table_and_the_prompt() -> None:
    watched = raising(at_vote())
    typed = replace(watched.view, typing="роль 4")
    for height in (10, 16, 24, 50):
        rows = picture(typed, 80, height)
        assert len(rows) <= height and rows[-1] == ": роль 4▏"
        assert all(len(row) <= 80 for row in rows)
        assert any(row.startswith("Сейчас:") for row in rows)
    whole = picture(watched.view, 80, 24)
    assert any("столько рук за подъём" in row for row in whole)


class SeenTable(Table):
    """Draws the screen after everything that happens, and keeps what it asked and said in each phase."""

    asked: dict[Phase, set[str]]

    def _follow(self, outcome: Outcome) -> None:
        super()._follow(outcome)
        view = view_of(self.referee, self.now)
        rows = picture(view, 80, 24)
        assert len(rows) <= 24 and all(len(row) <= 80 for row in rows)
        p = view.public
        waits = p.doing == "wait" and not p.hold and not p.over and not p.asking_end
        ask = asked(view)
        assert ask or not waits, f"nothing is asked of the judge at {p.item}"
        self.asked.setdefault(view.phase, set()).add(ask)


@pytest.mark.parametrize("name", shipped_rules())
def test_whole_games_of_every_rule_set_leave_no_wait_without_its_question(name: str) -> None:
    rules = ready(name)
    seen: dict[Phase, set[str]] = {}
    for seed in range(4):
        deal = dealt(rules, Random(seed))
        table = SeenTable(rules, PACK.lengths(), seats=len(deal))
        table.asked = seen
        LegalJudge(table, seed, Random(seed), deal, ties=0.7).play()
    assert any("осталось" in ask for ask in seen[Phase.COUNT])
    assert any("переголосование" in ask for ask in seen[Phase.VOTE])


BALLOT = Ballot(2, (3, 5), 8, ((3, 4), (5, 4)))


@pytest.mark.parametrize(
    ("name", "standing", "question"),
    [
        ("city", Public(12, "day", 2, "silent:7", "wait"), "игрок 7 без слова: кого он выставляет?"),
        ("m9", Public(9, "day", 0, "ask:4", "wait"), "кого выдвигает игрок 4?"),
        (
            "m9",
            Public(9, "day", 0, "offer:0", "wait", nominations=((1, 3), (2, 5)), golden_ever=(3,)),
            "кто берёт золотую минуту? Могут: 5",
        ),
        ("m9", Public(9, "vote", 1, "ghost:2", "wait", ballots=(BALLOT,)), "на кого указал призрак: 3, 5?"),
        (
            "m9",
            Public(9, "vote", 1, "ghost:2", "wait", ballots=(BALLOT,), ghost_choice=5),
            "на кого указал призрак: 3, 5? Указал: 5",
        ),
        (
            "city",
            Public(12, "vote", 1, "alibi", "wait", ballots=(BALLOT,), ended=VoteEnded(2, "leaves", "5")),
            "есть ли алиби: 5?",
        ),
        (
            "fsm",
            Public(10, "vote", 1, "allowed:2", "wait", ballots=(BALLOT,), exits=(Exit(1, "killed", 1),)),
            "за столом 9, делят 2: можно ли спросить о подъёме?",
        ),
    ],
)
def test_the_rare_questions_are_asked_in_words(name: str, standing: Public, question: str) -> None:
    view = View(ready(name), standing, Ledger(), None, phase(standing, 0), "")
    assert shown(view)["Нужно"] == question
    assert len(keys(view)) >= 2


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("beep_end", "(сигнал: время вышло)"),
        ("stop", "Стоп."),
        ("votes_3", "Голосов: 3."),
        ("speech_7", "Игрок номер 7, ваша минута."),
        ("no_such_line", "no_such_line"),
    ],
)
def test_every_line_has_words_on_the_screen(line: str, text: str) -> None:
    assert LINES.text(line) == text


def test_the_screen_draws_what_the_loop_shows_and_gives_the_terminal_back(tmp_path: Path) -> None:
    file = tmp_path / "terminal"
    out = os.open(file, os.O_CREAT | os.O_RDWR)
    watched = at_day()
    with Screen(out, LINES, 20) as screen:
        screen.show("0:59 ")
        screen.seen(watched.box.loop)
        screen.lamp("refused", "игрок 5 уже выставлен")
        screen.seen(watched.box.loop)
    os.close(out)
    drawn = file.read_text(encoding="utf-8")
    assert "день 1 — начало дня" in drawn and "ожидания в 20 раз быстрее" in drawn
    assert "✗ отказ (игрок 5 уже выставлен)" in drawn
    assert drawn.endswith("\x1b[?25h\x1b[?1049l")
