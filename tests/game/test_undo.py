"""UNDO by kind of press: an entry alone, a step with its time, never what was spoken."""

from playing import (
    at_gate,
    facts,
    first_day,
    fresh,
    kill_night,
    ledger,
    masks,
    next_night,
    night_one,
    public,
    run_until,
    spoken,
    voices,
    vote_out,
)

from nightbox.game.facts import Undone
from nightbox.game.state import fold
from nightbox.testing.table import Table


def last_words() -> Table:
    """The last word of the first of two who leave by vote."""
    table = first_day(roles=False)
    for seat in "56":
        table.press(seat)
    table.press("NEXT", at=table.now + 1100)
    return run_until(table, "speech_5", "speech")


def test_undo_of_an_entry_leaves_the_deadline_and_gives_the_ledger_before_it() -> None:
    table = night_one()
    table.press("3")
    before = table.referee.state
    table.run_to(table.now + 2000)
    table.press("4")
    deadline = table.referee.deadline
    assert table.press("UNDO", at=table.now + 700).answer == "accepted"
    assert table.referee.deadline == deadline
    assert table.referee.state == before


def test_undo_at_night_says_nothing_again() -> None:
    table = night_one()
    table.press("3")
    heard = len(voices(table))
    table.press("UNDO")
    assert len(voices(table)) == heard


def test_undo_at_night_does_not_reach_the_step_before() -> None:
    table = night_one()
    table.press("3")
    run_until(table, "don_check", "slot")
    assert table.press("UNDO").answer == "refused"
    assert ledger(table).records[-1].seats == (3,)


def test_undo_at_night_reaches_a_press_before_a_pause_in_the_same_step() -> None:
    table = night_one()
    table.press("3")
    table.press("PAUSE")
    table.rest()
    table.press("PAUSE")
    table.rest(3000)
    assert table.press("UNDO").answer == "accepted"
    assert ledger(table).records == ()


def test_undo_of_a_step_by_day_gives_the_speech_back_paused_with_what_remained() -> None:
    table = last_words()
    table.press("NEXT", at=table.now + 20_000)
    run_until(table, "speech_6", "speech")
    table.run_to(table.now + 9000)
    assert table.press("UNDO").answer == "accepted"
    p = public(table)
    assert (p.item, p.speaker, p.hold and p.hold.left) == ("speech_5", 5, 40_000)
    table.press("PAUSE", at=table.now + 5000)
    assert public(table).until == table.now + 40_000


def test_undo_of_two_steps_does_not_leave_the_time_of_the_later_speech_on_the_earlier() -> None:
    table = last_words()
    table.press("NEXT", at=table.now + 20_000)
    run_until(table, "speech_6", "speech")
    table.press("PAUSE", at=table.now + 9000)
    table.press("UNDO", at=table.now + 1000)
    table.press("UNDO", at=table.now + 1000)
    p = public(table)
    assert (p.item, p.hold and p.hold.left) == ("speech_5", 40_000)


def test_undo_of_a_pause_that_waited_for_a_line_does_not_let_the_speech_run_meanwhile() -> None:
    table = last_words()
    table.press("NEXT", at=table.now + 20_000)
    run_until(table, "word_6", "line")
    table.press("PAUSE")
    table.rest()
    table.press("UNDO", at=table.now + 30_000)
    assert public(table).doing == "line"
    table.press("PAUSE", at=table.now + 1000)
    assert (public(table).item, public(table).until) == ("speech_6", table.now + 60_000)


def test_undo_of_an_added_five_seconds_restores_the_time_up() -> None:
    table = last_words()
    table.run_to(public(table).until)
    table.press("FN+PAUSE")
    table.run_to(table.now + 2000)
    table.press("UNDO")
    assert public(table).time_up
    assert table.press("FN+UNDO").answer == "refused"


def test_undo_by_day_does_not_lead_back_into_the_night_that_is_over() -> None:
    table = first_day(roles=False)
    before = table.referee.state
    assert table.press("UNDO").answer == "refused"
    assert table.referee.state == before


def test_undo_of_nightfall_gives_the_day_back_even_after_a_pause_in_it() -> None:
    table = first_day(roles=False)
    table.press("NEXT", at=table.now + 1000)
    table.press("PAUSE", at=table.now + 100)
    table.press("PAUSE", at=table.now + 100)
    table.rest()
    assert public(table).item == "masks"
    assert table.press("UNDO").answer == "accepted"
    assert (public(table).part, public(table).item, public(table).music) == ("day", "day", "off")
    assert facts(table, Undone)


def test_undo_of_the_first_nightfall_is_a_game_that_has_not_begun() -> None:
    table = fresh()
    table.press("NEXT")
    table.rest()
    table.press("UNDO")
    assert public(table).part == "lobby"


def test_undo_does_nothing_in_the_spoken_pause_of_nightfall() -> None:
    table = fresh()
    table.press("NEXT")
    table.press("PAUSE", at=table.now + 100)
    table.rest()
    assert table.press("UNDO").answer == "refused"


def test_a_spoken_result_is_a_barrier() -> None:
    table = kill_night(first_day(), 7)
    for _ in range(3):
        table.press("UNDO")
    assert 7 not in public(table).alive


def test_a_spoken_vote_is_a_barrier() -> None:
    table = vote_out(first_day(), 5)
    for _ in range(4):
        table.press("UNDO")
    assert 5 not in public(table).alive


def test_undo_does_not_lead_back_over_a_power_cut() -> None:
    table = last_words()
    table.cut()
    table.press("NEXT", at=table.now + 500)
    table.rest(8000)
    assert (public(table).item, public(table).hold) == ("speech_5", None)
    assert table.press("UNDO").answer == "refused"
    assert fold(10, table.journal) == table.referee.state


def test_a_sentence_that_was_said_once_is_not_said_again_when_a_step_is_undone() -> None:
    table = last_words()
    table.press("NEXT", at=table.now + 20_000)
    run_until(table, "speech_6", "speech")
    table.lose("pad")
    table.rest(1000)
    assert spoken(table)[-1] == "pad_lost"
    table.press("UNDO", at=table.now + 200)
    table.rest(20_000)
    assert spoken(table).count("pad_lost") == 1


def test_undo_stamped_before_the_first_window_is_refused() -> None:
    table = run_until(masks_of_night_one(), "shot", "slot")
    assert table.give_late("UNDO") == "refused"


class Late(Table):
    def give_late(self, name: str) -> str:
        """A press whose stamp is older than the last entry."""
        from nightbox.game.commands import Press
        from nightbox.game.keys import key

        return self.give(Press(key(name)), at=self.referee.last_at - 20).answer


def masks_of_night_one() -> Late:
    day = first_day()
    table = Late(day.tempo.rules, day.tempo.lengths, entries=day.journal)
    table.run_to(day.now + 1000)
    masks(table)
    return table


def test_the_best_move_gives_back_its_last_number_even_after_a_pause() -> None:
    table = night_one()
    table.press("7")
    at_gate(table)
    table.press("NEXT")
    run_until(table, "best_move", "slot")
    for seat in "12":
        table.press(seat)
    table.press("PAUSE")
    table.rest(5000)
    assert table.press("UNDO").answer == "accepted"
    assert ledger(table).numbers == (1,)


def test_the_gate_is_emptied_by_undo_and_says_nothing() -> None:
    table = at_gate(next_night(kill_night(first_day(), 10)))
    table.press("7")
    table.press("UNDO")
    assert (ledger(table).result, ledger(table).cleared) == (None, True)
