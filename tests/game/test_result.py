"""The result gate: what it takes, when, and what NEXT makes of it (3.8, decisions 7, 9, 10)."""

from playing import at_gate, facts, first_day, kill_night, next_night, night_one, public, run_until

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
