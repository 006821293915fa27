"""The FSM night literally: every line, window and gap, in order and to the millisecond (3.3.2, 3.3.3)."""

import pytest
from playing import (
    RULES,
    at_gate,
    clocks,
    dealt,
    first_day,
    fresh,
    idle_night,
    kill_night,
    masks,
    musics,
    next_night,
    night_one,
    public,
    run_until,
    spoken,
    voices,
)

from nightbox.game.programme import Call, Gap, Reveal, Slot, Speech, Turn, Wait, dusk, morning, night
from nightbox.game.public import Exit, Public
from nightbox.testing.tables import LENGTHS

FIRST = Public(10, part="night", night=0)


def test_nightfall_is_a_sentence_the_music_and_a_wait_for_the_masks() -> None:
    assert dusk(RULES) == (Turn("dusk", "night"), Call("nightfall", "night_falls"), Wait("masks"))


def test_the_first_night_literally() -> None:
    cards = [
        item for seat in range(1, 11) for item in (Call(f"take_{seat}", f"take_card_{seat}"), Wait(f"card_{seat}"))
    ]
    assert night(RULES, 0, FIRST) == (
        Call("deal", "deal"),
        *cards,
        Call("meeting.call", "mafia_meets_minute", "meeting"),
        Slot("meeting", "meeting", 60_000),
        Call("meeting.close", "mafia_sleeps", "meeting"),
        Gap("meeting.gap", 2000),
        Call("don_sign.call", "don_shows", "don_sign"),
        Slot("don_sign", "don_sign", 10_000),
        Gap("don_sign.gap", 2000),
        Call("sheriff_sign.call", "sheriff_shows", "sheriff_sign"),
        Slot("sheriff_sign", "sheriff_sign", 10_000),
        Gap("sheriff_sign.gap", 2000),
        Call("free_seating.call", "free_seating", "free_seating"),
        Slot("free_seating", "free_seating", 40_000),
        Call("morning_1", "day_in_city"),
        Turn("dawn", "off"),
    )


NIGHT = (
    Call("shot.call", "mafia_hunts", "shot"),
    Slot("shot", "shot", 10_000),
    Call("shot.close", "mafia_leaves", "shot"),
    Gap("shot.gap", 2000),
    Call("don_check.call", "don_seeks_sheriff", "don_check"),
    Slot("don_check", "don_check", 10_000),
    Call("don_check.close", "don_sleeps", "don_check"),
    Gap("don_check.gap", 2000),
    Call("sheriff_check.call", "sheriff_wakes", "sheriff_check"),
    Slot("sheriff_check", "sheriff_check", 10_000),
    Call("sheriff_check.close", "sheriff_sleeps", "sheriff_check"),
    Gap("sheriff_check.gap", 2000, 3000),
)


def test_the_night_of_the_best_move_stands_at_the_gate_before_the_morning_call() -> None:
    assert night(RULES, 1, FIRST) == (*NIGHT, Wait("gate"))


@pytest.mark.parametrize("n", [2, 3, 9])
def test_a_later_night_calls_the_morning_by_the_clock(n: int) -> None:
    assert night(RULES, n, FIRST) == (*NIGHT, Call("morning_1", "morning"), Turn("dawn", "off"), Wait("gate"))


def test_a_night_is_the_same_whoever_is_out() -> None:
    empty = Public(10, part="night", night=4, exits=tuple(Exit(seat, "voted", 1) for seat in range(2, 10)))
    assert night(RULES, 4, empty) == night(RULES, 4, FIRST)


def test_the_morning_of_the_best_move_literally() -> None:
    killed = Public(10, part="morning", night=1, killed=(7,), exits=(Exit(7, "killed", 1),))
    assert morning(RULES, 1, killed) == (
        Call("best_move.call", "best_move_7", "best_move"),
        Turn("best_move.low", "low"),
        Slot("best_move", "best_move", 20_000, open_ended=True, time_up="time_is_up"),
        Turn("best_move.night", "night"),
        Reveal("best_move.told", "best_move"),
        Call("best_move.accepted", "accepted"),
        Call("morning_1", "morning"),
        Turn("dawn", "off"),
        Reveal("removals", "removals"),
        Call("word_7", "final_minute_7"),
        Speech("speech_7", 7, 60_000),
    )


def test_the_first_night_as_it_is_heard() -> None:
    table = dealt()
    table.rest()
    cards = [f"take_card_{seat}" for seat in range(1, 11)]
    assert spoken(table) == [
        "night_falls", "deal", *cards, "mafia_meets_minute", "mafia_sleeps", "don_shows", "sheriff_shows",
        "free_seating", "day_in_city",
    ]  # fmt: skip
    assert musics(table) == ["night", "off"]


def test_the_lengths_of_the_first_night_are_exact() -> None:
    table = dealt()
    table.rest()
    at = {event.value: event.at for event in voices(table)}
    ends = {line: moment + LENGTHS[line] for line, moment in at.items()}
    assert at["mafia_sleeps"] == ends["mafia_meets_minute"] + 60_000
    assert at["don_shows"] == ends["mafia_sleeps"] + 2000
    assert at["sheriff_shows"] == ends["don_shows"] + 10_000 + 2000
    assert at["free_seating"] == ends["sheriff_shows"] + 10_000 + 2000
    assert at["day_in_city"] == ends["free_seating"] + 40_000


@pytest.mark.parametrize("press", [None, "MISS", "3", "10"])
def test_the_lengths_of_a_later_night_are_exact_whatever_is_pressed(press: str | None) -> None:
    table = next_night(kill_night(first_day(), 10))
    since = table.now - 3000
    if press:
        for item in ("shot", "don_check", "sheriff_check"):
            run_until(table, item, "slot")
            table.press(press, at=table.now + 700)
    at_gate(table)
    at = {event.value: event.at for event in voices(table, since)}
    ends = {line: moment + LENGTHS[line] for line, moment in at.items()}
    assert list(at) == [
        "mafia_hunts", "mafia_leaves", "don_seeks_sheriff", "don_sleeps", "sheriff_wakes", "sheriff_sleeps", "morning",
    ]  # fmt: skip
    for call, sleep in (
        ("mafia_hunts", "mafia_leaves"),
        ("don_seeks_sheriff", "don_sleeps"),
        ("sheriff_wakes", "sheriff_sleeps"),
    ):
        assert at[sleep] == ends[call] + 10_000
    for sleep, call in (
        ("mafia_leaves", "don_seeks_sheriff"),
        ("don_sleeps", "sheriff_wakes"),
        ("sheriff_sleeps", "morning"),
    ):
        assert at[call] == ends[sleep] + 2000


def test_dead_roles_are_called_with_the_same_words() -> None:
    table = first_day()
    heard = []
    for seat in (4, 1):
        kill_night(table, seat)
        next_night(table, "gate", "wait")
        heard.append(spoken(table)[-7:])
        table.run_to(table.now + 3000)
        table.press("MISS")
        table.press("NEXT", at=table.now + 1100)
        table.rest()
    assert heard[0] == heard[1]


def test_the_programme_begins_three_seconds_after_nightfall_at_the_earliest() -> None:
    table = fresh()
    table.press("NEXT")
    assert table.press("NEXT", at=2999).answer == "refused"
    assert public(table).item == "masks"
    assert table.press("NEXT", at=3000).answer == "accepted"
    assert public(table).part == "night"


def test_the_programme_does_not_begin_before_nightfall_is_spoken() -> None:
    table = fresh(voice=False)
    table.press("NEXT")
    assert table.press("NEXT", at=3000).answer == "refused"


def test_next_is_dead_for_a_second_after_a_next() -> None:
    table = first_day()
    table.press("5")
    table.press("NEXT")
    run_until(table, "speech_5", "speech")
    table.press("NEXT", at=table.now + 5000)
    assert table.press("NEXT", at=table.now + 999).answer == "refused"
    assert table.press("NEXT", at=table.now + 1).answer == "accepted"


def test_the_clock_is_dark_from_nightfall_until_a_last_word() -> None:
    table = first_day()
    since = table.now + 1
    kill_night(table, 7)
    shown = clocks(table, since)
    assert shown[0] == "dark"
    assert shown[1].startswith("1:00 counting to")


def test_the_music_is_low_while_the_masked_player_names_his_numbers() -> None:
    table = night_one()
    table.press("7")
    at_gate(table)
    since = table.now
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    table.press("NEXT", at=table.now + 5000)
    table.rest()
    assert musics(table, since) == ["low", "night", "off"]


def test_an_idle_night_says_that_nobody_was_killed() -> None:
    table = idle_night(first_day())
    assert spoken(table)[-2:] == ["morning", "nobody_killed"]


def test_nothing_but_next_begins_a_game() -> None:
    table = fresh()
    for name in ("1", "MISS", "UNDO", "PAUSE", "FOUL+3"):
        assert table.press(name).answer == "refused"
    assert table.journal == []
    assert masks(table).journal
