"""The protocol of a game: what it tells of played stories, and what it keeps to itself while the game runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import stories
from hypothesis import given
from hypothesis import strategies as st
from made import HEADER, any_entries

from nightbox.errors import FormatError
from nightbox.game.commands import CorrectEntry, CorrectTable, EnterRole
from nightbox.game.facts import PUBLIC, Entry, GameEnded, NobodyKilled, PartBegan, PlayerKilled
from nightbox.record.journal import Game, Header
from nightbox.record.paper import Night, Protocol, StepEntry
from nightbox.record.protocol import of_game, protocol, public_half, sheet
from nightbox.record.witness import Witness
from nightbox.testing.table import Table


def told(table: Table, **how: bool) -> Protocol:
    return of_game(stories.game(table), **how)


def step(night: Night, name: str) -> StepEntry:
    return next(one for one in night.steps if one.step == name)


@pytest.fixture(scope="module")
def full() -> Protocol:
    return told(stories.full_story())


@pytest.fixture(scope="module")
def corrected() -> Protocol:
    return told(stories.story_with_corrections())


def test_a_night_tells_what_was_entered_and_what_the_rules_answer(full: Protocol) -> None:
    first = full.nights[1]
    assert step(first, "shot").seats == (4,)
    assert step(first, "don_check").answer == "banned"
    assert step(first, "sheriff_check").answer == "yes"
    assert first.result and first.result.killed == (4,) and not first.result.differs
    assert first.best_move and (first.best_move.numbers, first.best_move.black) == ((1, 6, 5), 2)


def test_a_result_that_the_judge_mended_at_the_gate_stands_beside_the_shot(full: Protocol) -> None:
    second = full.nights[2]
    assert step(second, "shot").seats == (7,)
    assert second.result and second.result.killed == (2,) and second.result.differs


def test_a_deliberate_miss_is_not_an_entry_that_was_forgotten(full: Protocol) -> None:
    assert step(full.nights[3], "shot").entered == "miss"
    assert step(full.nights[4], "don_check").entered == "nothing"
    assert step(full.nights[3], "sheriff_check").actor_out


def test_exits_fouls_and_removals_stand_in_the_order_of_time(full: Protocol) -> None:
    assert [(e.seat, e.how) for e in full.exits] == [
        (4, "killed"), (9, "voted"), (2, "killed"), (3, "removed"), (10, "voted"), (5, "killed"),
    ]  # fmt: skip
    assert [foul.kind for foul in full.fouls if foul.seat == 3] == ["foul"] * 4
    (removal,) = full.removals
    assert (removal.seat, removal.why) == (3, "fouls")
    assert removal.entered and removal.entered.part == "night"
    assert removal.announced and removal.announced.part == "day"


def test_the_result_is_established_before_it_is_announced(full: Protocol) -> None:
    end = full.end
    assert (end.state, end.winner) == ("over", "black")
    assert end.established and end.announced and end.established.when.at < end.announced.at
    assert end.established.how == "rules"


def test_pauses_cuts_and_lost_devices_have_a_beginning_and_an_end(full: Protocol) -> None:
    for (one,) in (full.pauses, full.cuts, full.losses):
        assert one.until is not None and one.until > one.when.at


def test_without_roles_nothing_is_worked_out() -> None:
    p = told(stories.story_without_roles())
    assert {(seat.role, seat.label) for seat in p.seats} == {(None, "не записана")}
    assert step(p.nights[1], "don_check").answer == step(p.nights[1], "sheriff_check").answer == "unknown"
    assert p.nights[1].best_move and p.nights[1].best_move.black is None
    assert p.end.established and p.end.established.how == "judge"


def test_what_was_undone_or_replaced_counts_no_more_and_is_kept(corrected: Protocol) -> None:
    first = corrected.nights[1]
    assert step(first, "shot").seats == (8,)
    assert step(first, "don_check").entered == "nothing"
    texts = [(change.kind, change.text) for change in corrected.changes]
    assert ("undone", "выстрел мафии — № 5") in texts
    assert ("replaced", "выстрел мафии — № 3") in texts
    assert ("forgotten", "проверка Дона — № 2") in texts
    assert ("table", "игрок № 6 возвращён за стол") in texts
    assert [foul.kind for foul in corrected.fouls if foul.seat == 5] == ["foul", "foul"]


def test_an_exit_that_was_taken_back_is_told_with_both_times(corrected: Protocol) -> None:
    (back,) = [e for e in corrected.exits if e.returned]
    assert back.seat == 6 and back.returned and back.returned.at > back.when.at


def test_a_corrected_winner_stands_beside_the_one_that_was_announced(corrected: Protocol) -> None:
    end = corrected.end
    assert (end.winner, end.announced_as) == ("red", "draw")
    assert end.established and end.established.how == "correction"


def test_roles_entered_after_the_end_give_answers_and_leave_the_result_alone() -> None:
    table = stories.story_without_roles()
    before = told(table).end
    for seat in range(1, 11):
        table.give(EnterRole(seat, stories.ROLES.get(seat, "civilian")))
    p = told(table)
    assert p.end.established == before.established and p.end.winner == before.winner
    assert step(p.nights[1], "sheriff_check").answer == "yes"


def test_an_unfinished_and_an_abandoned_game_say_so() -> None:
    assert told(stories.unfinished_story()).end.state == "running"
    p = told(stories.abandoned_story())
    assert (p.end.state, p.end.winner) == ("abandoned", "")
    assert step(p.nights[2], "sheriff_check").entered == "not_reached"


def test_a_partly_known_best_move_counts_the_known() -> None:
    table = stories.story_without_roles()
    table.give(EnterRole(1, "don"))
    p = told(table)
    best = p.nights[1].best_move
    assert best and best.black == 1 and best.unknown == (9,)
    assert "чёрных — 1 из 1; роль не записана: № 9" in " ".join(sheet(p).split())


def test_a_rule_set_that_is_not_understood_is_a_format_error() -> None:
    with pytest.raises(FormatError, match="not a rule set"):
        of_game(Game(HEADER, (), 0))


# --- the wall ---------------------------------------------------------------------------------------------------


def _loud(t: Table) -> None:
    """More secret things, at times of their own, which change nothing that the room hears."""
    stories.do(t, "FOUL+2", "3", "UNDO", "FOUL+5", "FOUL+5+MISS", "5")
    t.give(CorrectEntry("shot", 0))
    t.give(EnterRole(8, "mafia"))


def _twins() -> list[Table]:
    """One public history, up to the middle of night 2."""
    found = []
    for shot, don, sheriff, more in (("4", "7", "6", None), ("9", "MISS", "4", None), ("", "", "", _loud)):
        t = stories.table()
        stories.dusk(t)
        for seat in range(1, 11):
            t.run_to(60_000 + seat * 10_000)
            t.press(stories.DECK[stories.ROLES.get((seat + len(found)) % 10 + 1, "civilian")])
        t.rest()
        t.run_to(600_000)
        _night(t, 600_000, shot, don, sheriff, more)
        t.press("4", at=690_000)
        t.press("NEXT", at=700_000)
        t.rest()
        for number, at in (("1", 740_000), ("2", 741_000), ("3", 742_000), ("NEXT", 745_000)):
            t.press(number, at=at)
        t.press("NEXT", at=800_000)
        t.rest()
        if more:
            stories.do(t, "FOUL+6")
        _night(t, 900_000, shot, don, sheriff, more)
        t.run_to(1_000_000)
        found.append(t)
    return found


def _night(t: Table, at: int, shot: str, don: str, sheriff: str, more: Callable[[Table], None] | None) -> None:
    t.press("NEXT", at=at)
    t.press("NEXT", at=at + 10_000)
    for name, press in (("shot", shot), ("don_check", don), ("sheriff_check", sheriff)):
        stories.to_step(t, name)
        if press:
            t.press(press)
        if more and name == "shot":
            more(t)


def test_a_running_game_prints_the_same_page_whatever_is_secret() -> None:
    twins = _twins()
    secrets = [told(t, public_only=False) for t in twins]
    assert len({sheet(p) for p in secrets}) == len(twins), "the test is vacuous: the secrets are equal"
    assert len({len(t.journal) for t in twins}) > 1
    pages = {sheet(told(t)) for t in twins}
    assert len(pages) == 1
    assert len({repr(told(t)) for t in twins}) == 1
    assert "ТОЛЬКО ОТКРЫТАЯ ЧАСТЬ" in pages.pop()


def test_a_running_game_tells_public_facts_alone_unless_asked_otherwise() -> None:
    table = stories.unfinished_story()
    assert told(table).public_only and not told(table, public_only=False).public_only
    assert not told(stories.abandoned_story()).public_only


@given(any_entries())
def test_the_public_half_has_no_secret_and_no_trace_of_one(entries: tuple[Entry, ...]) -> None:
    half = public_half(entries)
    assert [entry.n for entry in half] == list(range(1, len(half) + 1))
    assert all(isinstance(fact, PUBLIC) for entry in half for fact in entry.facts)
    assert all(entry.source is None and entry.cause == "public" for entry in half)


# --- the fold ---------------------------------------------------------------------------------------------------


@given(any_entries(), st.booleans())
def test_any_entries_have_a_protocol_and_a_page(entries: tuple[Entry, ...], public_only: bool) -> None:
    header = Header("g", "0.1.0", "{}", 10)
    assert sheet(protocol(stories.RULES, header, entries, public_only=public_only))


@pytest.mark.parametrize("story", [stories.full_story, stories.story_with_corrections, stories.abandoned_story])
def test_the_witness_counts_fouls_as_the_core_does(story: Callable[[], Table]) -> None:
    table = story()
    for length in range(len(table.journal) + 1):
        seen = Witness(stories.RULES, 10)
        seen.hear(table.journal[:length])
        core = seen.state.ledger.fouls
        assert sorted((f.seat, f.kind) for f in seen.fouls) == sorted((f.seat, f.kind) for f in core)
        assert {e.seat for e in seen.exits if not e.returned} == {e.seat for e in seen.state.public.exits}


def test_the_seat_that_comes_back_has_no_fouls_and_no_removal() -> None:
    table = stories.table()
    stories.meeting(table, {})
    stories.do(table, *["FOUL+3"] * 4, "NEXT")
    table.rest()
    assert told(table, public_only=False).removals[0].announced
    table.give(CorrectTable("seat_in", seat=3))
    p = told(table, public_only=False)
    assert p.removals == () and p.fouls == () and p.exits[0].returned


def test_two_killed_in_one_announcement_are_one_result() -> None:
    facts = (PlayerKilled(1, 3), PlayerKilled(1, 5))
    entries = (Entry(1, 0, "step", (PartBegan("dusk", 1), PartBegan("night", 1))), Entry(2, 9000, "reveal", facts))
    result = protocol(stories.RULES, HEADER, entries).nights[0].result
    assert result and result.killed == (3, 5)


def test_a_result_without_any_entry_differs_from_nothing() -> None:
    entries = (
        Entry(1, 0, "step", (PartBegan("dusk", 1), PartBegan("night", 1))),
        Entry(2, 9000, "reveal", (NobodyKilled(1), GameEnded("draw"))),
    )
    result = protocol(stories.RULES, HEADER, entries).nights[0].result
    assert result and result.killed == () and not result.differs
