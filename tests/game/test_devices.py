"""A device that goes: nothing at night, one sentence by day, and never two voices at once."""

from playing import at_gate, first_day, kill_night, next_night, night_one, public, run_until, spoken, voices, vote_out

from nightbox.testing.table import Table


def second_night() -> Table:
    return next_night(kill_night(first_day(), 10))


def test_a_pad_lost_at_night_is_said_when_the_morning_has_been_called_and_once() -> None:
    table = second_night()
    table.lose("pad")
    run_until(table, "morning_1", "line")
    assert "pad_lost" not in spoken(table)
    table.rest()
    assert public(table).item == "gate"
    assert spoken(table)[-2:] == ["morning", "pad_lost"]
    at_gate(table)
    table.press("MISS")
    table.press("NEXT")
    table.rest()
    assert spoken(table).count("pad_lost") == 1


def test_in_the_night_of_the_best_move_it_waits_for_the_masks_to_come_off() -> None:
    table = night_one()
    table.lose("pad")
    at_gate(table)
    assert "pad_lost" not in spoken(table)
    table.press("MISS")
    table.press("NEXT")
    table.rest()
    assert spoken(table)[-3:] == ["morning", "nobody_killed", "pad_lost"]


def test_a_pad_that_is_back_before_its_loss_was_said_is_not_spoken_of() -> None:
    table = second_night()
    table.lose("pad")
    table.bring_back("pad")
    at_gate(table)
    assert not {"pad_lost", "pad_back"} & set(spoken(table))
    assert public(table).lost == ()


def test_a_return_and_a_second_loss_in_one_breath_are_not_spoken_of() -> None:
    table = first_day()
    table.lose("pad")
    table.rest(5000)
    table.press("NEXT", at=table.now + 1100)
    table.bring_back("pad")
    table.lose("pad")
    table.press("NEXT", at=table.now + 4000)
    run_until(table, "gate", "wait")
    assert spoken(table).count("pad_lost") == 1
    assert public(table).lost == ("pad",)


def test_a_full_disk_is_said_by_day_and_its_return_is_not() -> None:
    table = first_day()
    table.lose("disk")
    table.rest(5000)
    table.bring_back("disk")
    table.rest(5000)
    assert spoken(table)[-1] == "record_trouble"


def test_a_lost_clock_or_speaker_is_never_spoken_of() -> None:
    table = first_day()
    heard = len(voices(table))
    for device in ("clock", "speaker"):
        table.lose(device)
        table.bring_back(device)
    table.rest(5000)
    assert len(voices(table)) == heard


def test_the_call_that_begins_cuts_a_sentence_beside_the_programme() -> None:
    table = first_day()
    table.lose("pad")
    table.press("NEXT", at=table.now + 100)
    assert spoken(table)[-2:] == ["pad_lost", "night_falls"]
    run_until(table, "masks", "wait")


def test_a_pad_lost_while_a_restored_game_waits_is_said_behind_its_sentence() -> None:
    table = vote_out(first_day(), 5)
    table.cut()
    table.rest()
    table.lose("pad")
    table.press("NEXT", at=table.now + 100)
    table.rest()
    assert spoken(table)[-3:] == ["unfinished_game", "game_restored", "pad_lost"]
    ends = [event.at for event in voices(table)][-3:]
    assert ends[2] - ends[1] >= 1100


def test_two_losses_are_said_one_after_the_other() -> None:
    table = first_day()
    table.lose("pad")
    table.lose("disk")
    table.rest(10_000)
    first, second = voices(table)[-2:]
    assert (first.value, second.value) == ("pad_lost", "record_trouble")
    assert second.at - first.at >= 1100
