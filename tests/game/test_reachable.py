"""What the page and the screen leave out cannot happen, and what they show can."""

from __future__ import annotations

from random import Random

import pytest

from nightbox.game.keys import key
from nightbox.game.meanings import TABLE, Phase, pattern, phase
from nightbox.game.reachable import reachable
from nightbox.game.referee import Outcome
from nightbox.rules.loader import load, shipped
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table
from nightbox.testing.tables import LENGTHS

FSM = load("fsm")


class WatchingTable(Table):
    """Remembers which keys were granted in which phase."""

    granted: set[tuple[Phase, str]]

    def press(self, name: str, at: int | None = None, source: str | None = None) -> Outcome:
        now = phase(self.referee.state.public, self.now)
        outcome = super().press(name, at, source)
        if outcome.answer == "accepted":
            self.granted.add((now, pattern(key(name))))
        return outcome


@pytest.mark.parametrize("options", [{}, {"day.start": "next"}, {"day.run_by": "judge"}], ids=str)
@pytest.mark.parametrize("name", shipped())
def test_nothing_that_is_granted_in_whole_games_is_left_out(name: str, options: dict[str, object]) -> None:
    rules = ready(name, options=options)
    granted: set[tuple[Phase, str]] = set()
    for seed in range(8):
        deal = dealt(rules, Random(seed))
        table = WatchingTable(rules, LENGTHS, seats=len(deal))
        table.granted = granted
        LegalJudge(table, seed, Random(seed), deal).play()
    table_of = reachable(rules, len(deal))
    shown = {(now, keys) for now, meanings in table_of.items() for keys in meanings}
    assert granted - shown == set()
    assert len(granted) > 10


def test_fsm_has_no_ghost_no_alibi_and_no_list_of_nominees() -> None:
    table = reachable(FSM, 10)
    assert {Phase.GHOST, Phase.ALIBI, Phase.SILENT, Phase.ASK, Phase.GOLDEN, Phase.READY, Phase.DAY}.isdisjoint(table)
    assert {Phase.SPEECH, Phase.ALLOWED, Phase.RAISE, Phase.PROTOCOL, Phase.BEST_MOVE} <= table.keys()
    assert "FN+NEXT" not in table[Phase.SPEECH] and "FN+NEXT" in table[Phase.LAST_WORD]
    assert "seat" not in table[Phase.LAST_WORD]


@pytest.mark.parametrize(
    ("name", "there", "never"),
    [
        ("4mafia", {Phase.SPEECH, Phase.RAISE}, {Phase.PROTOCOL, Phase.BEST_MOVE, Phase.GHOST, Phase.ALIBI}),
        ("city", {Phase.SILENT, Phase.ALIBI, Phase.RAISE}, {Phase.GHOST, Phase.ASK, Phase.ALLOWED}),
        ("m9", {Phase.ASK, Phase.GOLDEN, Phase.GHOST, Phase.WORD}, {Phase.DEAL, Phase.SPEECH, Phase.LAST_WORD}),
    ],
)
def test_every_rule_set_has_the_phases_of_its_text(name: str, there: set[Phase], never: set[Phase]) -> None:
    table = reachable(ready(name), 12)
    assert there <= table.keys() and never.isdisjoint(table)


def test_only_a_rule_set_with_a_ghost_keeps_one_at_the_gate() -> None:
    assert [name for name in shipped() if "FN+seat" in reachable(ready(name), 9)[Phase.GATE]] == ["m9"]


def test_the_deal_names_the_roles_of_the_deck_with_their_keys() -> None:
    label = reachable(ready("city", 14), 14)[Phase.DEAL]["seat"].label
    assert label.startswith("роль: 1 мирный житель, 2 мафия, 3 Дон, 4 Шериф, 5 Доктор")
    assert "Полицейский" not in label


def test_ten_seats_have_no_counts_above_ten() -> None:
    assert "FN+seat" not in reachable(FSM, 10)[Phase.COUNT]
    assert "FN+seat" in reachable(FSM, 12)[Phase.COUNT]


def test_a_judge_who_runs_the_day_has_no_vote() -> None:
    table = reachable(load("fsm", options={"day.run_by": "judge"}), 10)
    assert Phase.DAY in table
    assert {Phase.SPEECH, Phase.VOTE, Phase.COUNT, Phase.EVENING, Phase.CIRCLE}.isdisjoint(table)


def test_a_clock_that_waits_for_the_judge_has_a_phase_of_its_own() -> None:
    assert Phase.READY in reachable(load("fsm", options={"day.start": "next"}), 10)


def test_the_words_are_those_of_the_rule_set() -> None:
    table = reachable(FSM, 10)
    assert table[Phase.DEAL]["seat"].label == "роль: 1 мирный житель, 2 мафия, 3 Дон, 4 Шериф"
    assert table[Phase.END]["seat"].label == "1 красные, 2 чёрные, 3 ничья"
    assert table[Phase.NIGHT]["seat"].label == "порядок отстрела, кто показал знак, выстрел, проверка"
    assert table[Phase.VOTE]["FOUL+seat"].label == "снял руку: фол"


def test_the_orders_are_those_of_the_one_table() -> None:
    for now, meanings in reachable(FSM, 10).items():
        assert all(TABLE[now][name].order == meant.order for name, meant in meanings.items())


def test_only_a_table_that_chooses_its_deck_can_be_counted_before_the_cards() -> None:
    assert [name for name in shipped() if "FN+seat" in reachable(ready(name), 9)[Phase.LOBBY]] == ["city"]
