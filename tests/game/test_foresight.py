"""Every line is in memory before it is due, and no night begins with a pile of clips to decode."""

from __future__ import annotations

from random import Random

import pytest

from nightbox.game.cues import Say
from nightbox.game.foresight import upcoming
from nightbox.game.public import Public
from nightbox.game.referee import Outcome
from nightbox.game.ruleset import Ruleset
from nightbox.rules.loader import load, shipped
from nightbox.stage.voice import VoicePack
from nightbox.stage.voice import shipped as packs
from nightbox.testing.box import VirtualBox
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table

PACK = VoicePack.load(packs() / "ru")
OPTIONS = ({}, {"day.signal": "beep", "day.start": "next", "day.fouls_told": True}, {"day.signal": "voice"})


class PreparingTable(Table):
    """A table whose sound is told what to prepare when the real loop would tell it: behind a part's first words."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        super().__init__(rules, PACK.lengths(), seats=seats)
        self.prepared: set[str] = set(upcoming(rules, self.referee.state.public))
        self.fetched: list[tuple[str, int]] = []
        self.unprepared: list[tuple[str, str]] = []
        self._part = ("lobby", -1)

    def _follow(self, outcome: Outcome) -> None:
        part = self._part
        lines = [cue.line for _, cue in outcome.cues if isinstance(cue, Say)]
        self.unprepared += [(f"{part[0]} {part[1]}", line) for line in lines if line not in self.prepared]
        p = self.referee.state.public
        if (p.part, p.night) != self._part:
            self._part = (p.part, p.night)
            fresh = set(upcoming(self.tempo.rules, p))
            self.fetched.append((p.part, len(fresh - self.prepared)))
            self.prepared = fresh
        super()._follow(outcome)


def played(name: str, options: dict[str, object], seed: int, seats: int = 12) -> PreparingTable:
    rules = ready(name, seats, options)
    deal = dealt(rules, Random(seed))
    table = PreparingTable(rules, len(deal))
    LegalJudge(table, seed, Random(seed), deal).play()
    return table


@pytest.mark.parametrize("options", OPTIONS, ids=["as shipped", "beeps, fouls told", "voice"])
@pytest.mark.parametrize("name", shipped())
def test_every_line_of_whole_games_was_prepared(name: str, options: dict[str, object]) -> None:
    late: set[tuple[str, str]] = set()
    for seed in range(8):
        late |= set(played(name, options, seed).unprepared)
    assert late == set()


@pytest.mark.parametrize(("name", "seats"), [*((name, 12) for name in shipped()), ("city", 8), ("city", 20)])
def test_nightfall_fetches_next_to_nothing(name: str, seats: int) -> None:
    for seed in range(3):
        table = played(name, {}, seed, seats)
        assert table.unprepared == []
        assert max(many for part, many in table.fetched if part in ("dusk", "night")) <= 2
        assert max(many for _, many in table.fetched) < 12 * len(table.referee.state.public.alive) + 120


@pytest.mark.parametrize("name", shipped())
def test_everything_prepared_has_a_clip(name: str) -> None:
    rules = ready(name, 20)
    seats = rules.seats[1]
    for part in ("lobby", "introductions", "dusk", "night", "morning", "day", "vote", "exits", "evening", "end"):
        if part == "introductions" and not (rules.day and rules.day.introductions):
            continue
        for night in (-1, 0, 1, 2):
            standing = Public(seats, part, night, killed=(1,), nominations=((1, 2), (2, 3)), leaving=(2,))
            assert set(upcoming(rules, standing)) <= PACK.clips.keys(), (part, night)


def test_what_is_due_first_is_fetched_first() -> None:
    rules = load("fsm")
    lines = upcoming(rules, Public(10, "day", 0, order=(3, 4, 5, 6, 7, 8, 9, 10, 1, 2)))
    assert lines[:3] == ("speech_3", "speech_4", "speech_5")
    assert lines.index("accepted") < lines.index("nominees_are") < lines.index("mafia_hunts")
    assert len(lines) == len(set(lines))


def test_a_whole_day_of_the_real_box_says_nothing_that_it_did_not_prepare() -> None:
    box = VirtualBox(load("fsm", options={"day.signal": "beep"}), PACK.lengths())

    def press(*names: str) -> None:
        for name in names:
            box.press(name)
            box.run_to(box.now + 1500)

    press("NEXT")
    box.run_to(5000)
    press("NEXT")
    box.rest()
    for _ in range(10):
        press("NEXT")
        box.rest()
    press("NEXT")  # the circle begins
    box.run_to(box.now + 65_000)  # the first speaks to his end
    press("2", "NEXT")
    box.run_to(box.now + 5000)
    press("3", "NEXT")
    for _ in range(8):
        box.run_to(box.now + 5000)
        press("NEXT")
    box.rest()
    assert box.loop.public.item == "vote:1"
    press("NEXT")
    for hands in ("5", "5"):
        box.rest()
        press(hands, "NEXT")
    for _ in range(2):  # the tied speak
        box.run_to(box.now + 10_000)
        press("NEXT")
    box.rest()
    press("NEXT")
    for hands in ("6", "4"):
        box.rest()
        press(hands, "NEXT")
    box.rest()  # the best move by day, in masks
    press("4", "5", "6", "NEXT")
    box.run_to(box.now + 20_000)
    press("FN+NEXT")
    box.rest()
    press("NEXT")
    box.rest()
    press("NEXT")
    box.run_to(box.now + 5000)
    press("NEXT")
    box.run_to(box.now + 20_000)
    said = [event.value for event in box.room.trace.events if event.channel == "voice"]
    wanted = (
        "speech_1", "beep", "beep_end", "accepted", "nominees_are", "number_2", "vote_against_3", "stop", "votes_5",
        "votes_split", "half_speech_3", "revote", "leaves_2", "best_move_by_day_2", "number_6", "final_minute_2",
        "protocol_right", "protocol_accepted", "night_falls", "mafia_hunts",
    )  # fmt: skip
    assert [line for line in wanted if line not in said] == []
    assert box.room.unprepared == []


def test_a_table_that_is_counted_before_the_cards_is_told_its_number_at_once() -> None:
    assert {f"number_{seats}" for seats in range(8, 21)} <= set(upcoming(ready("city"), Public(12)))
    assert "number_9" not in upcoming(load("fsm"), Public(10))
