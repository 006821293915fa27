"""The nights of 4MAFIA: ten numbers at a constant step, and what is entered while they are called."""

from __future__ import annotations

import itertools

import pytest
from by_night import LENGTHS, dawn, day_one, enter, fall, night, rules_of, told
from playing import assert_folds, facts, ledger, musics, public, run_until, spoken, to_day, voices

from nightbox.game.commands import CorrectEntry
from nightbox.game.cues import Say
from nightbox.game.facts import BestMoveTaken, MissRecorded, ShotRecorded, SlotOpened
from nightbox.testing.table import Table

RULES = rules_of("4mafia")
DECK = ("sheriff", "mafia", "mafia", "don", *("civilian",) * 6)
NUMBERS = [f"number_{n}" for n in range(1, 11)]


def shooting(first: int = 3) -> Table:
    """The window of the number `first` in the first night of shots."""
    return run_until(fall(day_one(RULES, DECK), "shot"), f"shot:{first}", "slot")


def test_night_zero_is_the_clubs_own() -> None:
    table = day_one(RULES, DECK)
    assert spoken(table)[12:] == [
        "mafia_wakes", "mafia_sleeps", "don_meets_judge", "sheriff_meets_judge", "day_in_city",
    ]  # fmt: skip
    (woken, asleep) = (event.at for event in voices(table) if event.value in ("mafia_wakes", "mafia_sleeps"))
    assert asleep - woken == LENGTHS["mafia_wakes"] + 60_000


def test_the_numbers_begin_two_seconds_apart_and_the_last_one_lasts_as_long() -> None:
    table = night(day_one(RULES, DECK))
    said = [event for event in voices(table) if event.value in (*NUMBERS, "mafia_leaves")]
    assert [event.value for event in said] == [*NUMBERS, "mafia_leaves"]
    assert {later.at - event.at for event, later in itertools.pairwise(said)} == {2000}
    call = next(event for event in voices(table) if event.value == "mafia_raises_guns")
    assert said[0].at == call.at + LENGTHS["mafia_raises_guns"]


def test_every_number_is_shorter_than_the_step() -> None:
    assert max(LENGTHS[number] for number in NUMBERS) < 2000


def test_the_sound_is_told_of_each_number_ahead() -> None:
    table = shooting(1)
    asked: list[tuple[int, int]] = []
    for _ in range(9):
        table.run_to(table.referee.deadline or 0)
        asked += [(table.now, cue.at) for cue in table.cues[-1:] if isinstance(cue, Say) and cue.line in NUMBERS]
    assert len(asked) == 9
    assert {at - now for now, at in asked} == {50}


def test_all_ten_numbers_are_called_when_players_are_out() -> None:
    table = day_one(RULES, DECK)
    night(table, shot=7)
    assert dawn(table) == (7,)
    since = table.now
    night(table)
    assert [line for line in spoken(table, since) if line in NUMBERS] == NUMBERS


@pytest.mark.parametrize("number", [1, 5, 10])
def test_a_shot_counts_whatever_number_is_being_called(number: int) -> None:
    table = shooting(number)
    table.press("7", at=table.now + 1900)
    assert facts(table, ShotRecorded) == [ShotRecorded(1, "shot", 7)]


def test_a_shot_counts_until_the_next_window_opens_and_the_last_press_wins() -> None:
    table = shooting(10)
    table.press("7")
    run_until(table, "don_check.call")
    table.press("8", at=table.now + 200)
    assert ledger(table).record(1, "shot") is not None
    table.rest()
    assert told(table) == (8,)


@pytest.mark.parametrize("entry", [7, 0, None], ids=["a shot", "a miss", "nothing"])
def test_what_is_entered_sounds_the_same_until_the_gate(entry: int | None) -> None:
    silent, table = night(day_one(RULES, DECK)), night(day_one(RULES, DECK), shot=entry)
    assert table.public_trace == silent.public_trace


def test_nothing_and_a_miss_are_kept_apart() -> None:
    table = night(day_one(RULES, DECK), shot=0)
    assert facts(table, MissRecorded) == [MissRecorded(1, "shot")]
    assert told(table) == ()
    other = night(day_one(RULES, DECK))
    assert other.press("NEXT").answer == "refused"
    assert facts(other, MissRecorded) == []


def test_undo_reaches_the_whole_step_and_no_other() -> None:
    table = shooting(2)
    table.press("7")
    run_until(table, "shot:9", "slot")
    assert table.press("UNDO").answer == "accepted"
    assert ledger(table).record(1, "shot") is None
    table.press("5")
    enter(table, "don_check", None)
    assert table.press("UNDO").answer == "refused"
    assert ledger(table).record(1, "shot") is not None


def test_an_earlier_shot_can_be_mended_from_the_terminal() -> None:
    table = shooting(2)
    table.press("7")
    enter(table, "don_check", 1)
    assert table.give(CorrectEntry("shot", 5)).answer == "accepted"
    table.rest()
    assert told(table) == (5,)


def test_a_pause_lets_the_number_end_and_the_step_goes_on_with_what_remained() -> None:
    table = shooting(3)
    opened = public(table).marks[-1].since
    table.press("PAUSE", at=opened + 100)
    table.rest()
    paused = next(event for event in voices(table) if event.value == "paused")
    assert paused.at == opened + LENGTHS["number_3"]
    table.press("PAUSE")
    run_until(table, "shot:4", "slot")
    resumed = next(event for event in voices(table) if event.value == "resumed")
    fourth = next(event for event in voices(table) if event.value == "number_4")
    assert fourth.at == resumed.at + LENGTHS["resumed"] + 1900


def test_a_power_cut_repeats_the_step_from_its_call() -> None:
    table = shooting(6)
    table.press("7")
    table.cut()
    since = table.now
    table.rest()
    table.press("NEXT")
    table.rest()
    lines = spoken(table, since)
    at = lines.index("mafia_raises_guns")
    assert lines[at + 1 : at + 12] == [*NUMBERS, "mafia_leaves"]
    assert musics(table, since)[0] == "night"
    assert_folds(table)


def test_the_numbers_keep_their_step_when_nobody_hears_them() -> None:
    table = fall(day_one(RULES, DECK), "shot")
    table.voice = False
    run_until(table, "don_check.call")
    opened = [fact.since for fact in facts(table, SlotOpened) if fact.item.startswith("shot:")]
    assert {later - since for since, later in itertools.pairwise(opened)} == {2000}
    assert len(opened) == 10


def test_the_city_wakes_and_the_killed_has_his_last_minute_with_the_best_move() -> None:
    table = night(day_one(RULES, DECK), shot=1)
    since = table.now
    assert told(table) == (1,)
    run_until(table, "speech_1", "speech")
    assert spoken(table, since)[-2:] == ["killed_1", "last_minute_best_move_1"]
    for seat in ("2", "4", "9"):
        assert table.press(seat, at=table.now + 500).answer == "accepted"
    assert table.press("6", at=table.now + 500).answer == "refused"
    table.press("NEXT", at=table.now + 1100)
    assert facts(table, BestMoveTaken) == [BestMoveTaken(1, 2, 4, 9)]


def test_the_second_nights_victim_has_no_best_move() -> None:
    table = day_one(RULES, DECK)
    night(table, shot=0)
    dawn(table)
    since = table.now
    night(table, shot=9)
    assert told(table) == (9,)
    run_until(table, "speech_9", "speech")
    assert spoken(table, since)[-1] == "last_minute_9"
    assert table.press("2", at=table.now + 500).answer == "refused"


def test_three_misses_and_nobody_out_are_a_win_of_the_red() -> None:
    table = day_one(rules_of("4mafia", win__confirm=False), DECK)
    for _ in range(3):
        night(table, shot=0)
        told(table)
        to_day(table)
    assert public(table).winner == "red"
    assert spoken(table)[-2:] == ["three_idle_nights", "red_win"]
