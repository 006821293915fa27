"""The result gate: what it takes, when, and what NEXT makes of it (3.8, decisions 7, 9, 10)."""

from dataclasses import replace

from playing import RULES, at_gate, facts, first_day, kill_night, ledger, next_night, night_one, public, run_until

from nightbox.game.facts import PlayerKilled


def test_no_check_is_not_taken_for_a_missed_shot() -> None:
    table = run_until(night_one(), "don_check", "slot")
    table.press("MISS")
    at_gate(table)
    assert table.press("NEXT").answer == "refused"
    assert public(table).item == "gate"


def test_next_during_the_morning_call_does_not_speak_the_result_yet() -> None:
    table = next_night(kill_night(first_day(), 10))
    table.press("7")
    run_until(table, "morning_1", "line")
    table.run_to(public(table).result_from)
    assert public(table).item == "morning_1"
    assert table.press("NEXT").answer == "refused"
    at_gate(table)
    assert table.press("NEXT").answer == "accepted"
    assert [f for f in facts(table, PlayerKilled) if f.night == 2] == [PlayerKilled(2, 7)]


def test_next_while_paused_before_the_gate_does_not_speak_the_result() -> None:
    table = run_until(night_one(), "sheriff_check.gap", "gap")
    table.press("PAUSE")
    table.run_to(public(table).result_from + 1000)
    assert table.press("NEXT").answer == "refused"
    table.press("PAUSE")
    at_gate(table)
    assert public(table).killed is None


def test_seats_are_for_the_result_three_seconds_after_the_last_sleep_call_and_for_the_last_step_before() -> None:
    table = run_until(night_one(), "sheriff_check.gap", "gap")
    ended = public(table).result_from - 3000
    table.press("3", at=ended + 2999)
    table.press("4", at=ended + 3000)
    record = ledger(table).record(1, "sheriff_check")
    assert record and record.seats == (3,)
    assert ledger(table).result == (4,)


def test_the_first_press_at_the_gate_replaces_what_was_entered_by_night() -> None:
    table = night_one()
    table.press("3")
    at_gate(table)
    table.press("4")
    table.press("NEXT")
    assert public(table).killed == (4,)


def test_nobody_at_the_gate_replaces_a_shot() -> None:
    table = night_one()
    table.press("3")
    at_gate(table)
    table.press("MISS")
    table.press("NEXT")
    assert public(table).killed == ()


def test_a_second_seat_takes_the_place_of_the_first_where_one_can_be_killed() -> None:
    table = at_gate(night_one())
    assert [table.press(name).answer for name in ("4", "4", "5")] == ["accepted", "refused", "accepted"]
    table.press("NEXT")
    assert public(table).killed == (5,)


def test_more_seats_add_where_more_can_be_killed() -> None:
    table = at_gate(night_one())
    table.referee.tempo = replace(table.tempo, rules=replace(RULES, victims=3, best_move=None))
    for seat in "952":
        assert table.press(seat).answer == "accepted"
    assert table.press("8").answer == "refused"
    table.press("NEXT")
    table.rest()
    assert public(table).killed == (2, 5, 9)


def test_a_seat_that_is_out_cannot_be_the_result() -> None:
    table = at_gate(next_night(kill_night(first_day(), 10)))
    assert table.press("10").answer == "refused"


def test_next_with_nothing_entered_is_refused_once_and_then_means_nobody() -> None:
    table = at_gate(night_one())
    assert table.press("NEXT").answer == "refused"
    assert table.press("NEXT", at=table.now + 999).answer == "refused"
    assert public(table).item == "gate"
    assert table.press("NEXT", at=table.now + 1).answer == "accepted"
    assert public(table).killed == ()


def test_an_emptied_gate_counts_as_nothing_entered() -> None:
    table = night_one()
    table.press("3")
    at_gate(table)
    table.press("UNDO")
    assert table.press("NEXT").answer == "refused"
    assert table.press("NEXT", at=table.now + 1000).answer == "accepted"
    assert public(table).killed == ()


def test_the_gate_waits_for_ever() -> None:
    table = at_gate(night_one())
    assert table.referee.deadline is None
    table.run_to(table.now + 3_600_000)
    assert public(table).item == "gate"


def test_the_result_is_one_reveal_that_waits_for_the_disk() -> None:
    table = at_gate(night_one())
    table.press("4")
    told = table.press("NEXT")
    assert [entry.cause for entry in told.entries][:1] == ["reveal"]


def test_with_confirm_a_seat_at_the_gate_only_confirms_what_was_entered() -> None:
    table = night_one()
    table.referee.tempo = replace(table.referee.tempo, rules=replace(RULES, confirm=True))
    table.press("7")
    at_gate(table)
    table.run_to(table.now + 2000)
    assert table.press("6").answer == "refused"
    assert table.press("7").answer == "accepted"
    table.press("UNDO")
    assert table.press("6").answer == "accepted"
