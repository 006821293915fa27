"""What the sound answers, and what comes of answers that are late, early, doubled, or of another line."""

from playing import fresh, masks, night_one, public, run_until

from nightbox.game.commands import CueEnds
from nightbox.game.facts import LineBegan
from nightbox.testing.table import Table


def calling() -> tuple[Table, int]:
    """A table at the call of the shot, and the number of the entry that says it; the sound has not answered."""
    table = run_until(night_one(), "don_check.call", "line")
    table.voice = False
    run_until(table, "don_check.close", "line")
    return table, next(e.n for e in reversed(table.journal) if any(isinstance(f, LineBegan) for f in e.facts))


def test_a_line_without_an_answer_is_over_by_its_grace() -> None:
    table, _ = calling()
    began = table.now
    run_until(table, "don_check.gap")
    assert table.journal[-1].at in range(began + 1500 + 1100, began + 51 + 1500 + 2600)


def test_an_answer_ends_the_line_at_the_moment_it_names() -> None:
    table, n = calling()
    at = table.now + 900
    table.give(CueEnds(n, at))
    assert public(table).until == at


def test_an_answer_that_is_too_early_does_not_end_a_line_before_it_began() -> None:
    table, n = calling()
    began = next(e.at for e in table.journal if e.n == n)
    table.give(CueEnds(n, began - 60_000))
    assert public(table).until == began
    run_until(table, "don_check.gap")
    assert public(table).until == began + 2000


def test_an_answer_that_is_too_late_does_not_hold_a_line_beyond_its_grace() -> None:
    table, n = calling()
    grace = public(table).until
    table.give(CueEnds(n, grace + 60_000))
    assert public(table).until == grace


def test_a_second_answer_changes_nothing() -> None:
    table, n = calling()
    at = table.now + 900
    table.give(CueEnds(n, at))
    table.give(CueEnds(n, at - 500))
    assert public(table).until == at


def test_the_end_of_an_old_line_never_opens_a_new_window() -> None:
    table, n = calling()
    before = public(table)
    for old in range(1, n):
        table.give(CueEnds(old, table.now))
    assert public(table) == before


def test_the_window_counts_from_the_end_of_the_call() -> None:
    table = run_until(night_one(), "don_check.call", "line")
    ends = public(table).until
    run_until(table, "don_check", "slot")
    assert public(table).until == ends + 10_000


def test_a_line_that_the_voice_pack_has_not_counts_two_seconds() -> None:
    from nightbox.rules.loader import load

    table = Table(load("fsm", options={"day.run_by": "judge"}), {})
    table.press("NEXT")
    table.rest()
    assert table.now == 2000


def test_an_answer_in_the_deal_belongs_to_its_own_card() -> None:
    table = run_until(masks(fresh()), "take_1", "line")
    n = table.journal[-1].n
    table.press("1", at=table.now + 200)
    run_until(table, "take_2", "line")
    before = public(table)
    table.give(CueEnds(n - 1, table.now + 1))
    assert public(table) == before
