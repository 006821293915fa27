"""The result gate: what it takes, when, and what NEXT makes of it (3.8, decisions 7, 9, 10)."""

from playing import at_gate, night_one, public, run_until


def test_no_check_is_not_taken_for_a_missed_shot() -> None:
    table = run_until(night_one(), "don_check", "slot")
    table.press("MISS")
    at_gate(table)
    assert table.press("NEXT").answer == "refused"
    assert public(table).item == "gate"
