"""The terminal as a pad: layouts, cut bytes, escape sequences, the prompt, a terminal that is given back."""

from __future__ import annotations

import os
import queue
import termios
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightbox.game.keys import HOLDS, PLAIN, key
from nightbox.game.meanings import TABLE
from nightbox.pad.chords import TERMINAL, Chords
from nightbox.pad.edges import MS, Edge, Line, PadBack, PadLost, Stop, Stroke, Told, Typing
from nightbox.pad.keyboard import Decoder, Keyboard
from nightbox.pad.keymap import FOULS, SHOWN, TAPS


def said(*texts: str | bytes, gap_ms: int = 100) -> list[str]:
    """What was typed, one text per read: taps by key, fouls by name, lines in quotes."""
    decoder, out, at = Decoder("term"), [], 0
    for text in texts:
        at += gap_ms * MS
        out += decoder.feed(text.encode() if isinstance(text, str) else text, at)
    out += decoder.pass_time(at + 10_000 * MS)
    return [name for one in out if (name := _name(one))]


def _name(one: Told) -> str:
    match one:
        case Edge(key=name):
            return name
        case Stroke(key=whole):
            return whole.name
        case Line(text):
            return f"«{text}»"
        case Typing(text):
            return f"…{text}" if text is not None else "closed"
        case Stop():
            return "STOP"
        case _:
            return repr(one)


def test_both_layouts_name_the_same_keys() -> None:
    us = said("1234567890", "qwertyuiop", "-m", "f`\t", "\r\n", "\x7f\x08", " ")
    ru = said("1234567890", "йцукенгшщз", "-ь", "аё\t", "\r\n", "\x7f\x08", " ")
    assert us == ru == [
        *(str(n) for n in range(1, 21)),
        *("MISS", "MISS", "FOUL", "FN", "FN", "NEXT", "NEXT", "UNDO", "UNDO", "PAUSE"),
    ]


def test_caps_lock_changes_nothing() -> None:
    assert said("QPЙЗMЬFА") == said("qpйзmьfа")


def test_a_digit_with_shift_is_a_foul_at_once() -> None:
    assert said("!@#$%^&*()") == [f"FOUL+{n}" for n in range(1, 11)]
    assert said('й!"№;%') == ["11", "FOUL+1", "FOUL+2", "FOUL+3", "FOUL+4", "FOUL+5"]
    assert said("й?*()") == ["11", "FOUL+7", "FOUL+8", "FOUL+9", "FOUL+10"]


def test_signs_of_the_russian_row_mean_nothing_in_the_us_layout() -> None:
    assert said('q";?') == ["11"]
    assert said('q";?й;') == ["11", "11", "FOUL+4"]


def test_every_key_of_the_map_is_a_key() -> None:
    for name in FOULS.values():
        assert key(f"FOUL+{name}").seat == int(name)
    assert set(TAPS.values()) == {*(str(n) for n in range(1, 21)), *PLAIN, *HOLDS}
    assert {key for meanings in TABLE.values() for key in meanings} <= SHOWN.keys()


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[A", "\x1bOP", "\x1b[15~", "\x1b[1;5C", "\x1b[[A", "\x1b[M !!", "\x1b]0;1234\x07",
     "\x1bPq1\x1b\\", "\x1b[<0;10;20M", "\x1b[200~", "\x1bq", "\x1b\x1b[A", "\x1b[27;5;9~", "\x1b[3~"],
)
def test_an_escape_sequence_is_swallowed_whole_however_it_is_cut(sequence: str) -> None:
    assert said("1" + sequence + "2") == ["1", "2"]
    assert said("1", *sequence, "2", gap_ms=5) == ["1", "2"]


def test_an_unfinished_sequence_does_not_eat_the_next_key() -> None:
    assert said("\x1b[", "1") == ["1"]
    assert said("\x1b", "1") == ["1"]


def test_a_letter_that_was_cut_in_two_is_one_letter() -> None:
    й = "й".encode()
    assert said(й[:1], й[1:]) == ["11"]
    assert said(b"\xff\xfe", й, b"\xd0", "1") == ["11", "1"]


def test_unknown_keys_are_nothing() -> None:
    assert said("xzяю€\x00\x01\x1a漢") == []


def test_control_c_stops() -> None:
    assert said("\x03") == ["STOP"]
    assert said(":роль\x03")[-1] == "STOP"


def test_a_typed_command_is_shown_and_delivered() -> None:
    assert said(":ab\r") == ["…", "…a", "…ab", "closed", "«ab»"]
    assert said("Жроль 4 шериф", "\r", "7")[-3:] == ["closed", "«роль 4 шериф»", "7"]
    assert said(":роли", "\x7f", "ь\r")[-1] == "«роль»"
    assert said(":ab\x15c\r")[-1] == "«c»"
    assert said(":12", "\x1b[A", "3\r")[-1] == "«123»"
    assert said(":  \r", "7") == ["…", "… ", "…  ", "closed", "7"]


def test_escape_closes_the_prompt() -> None:
    assert said(":роль", "\x1b", "7")[-2:] == ["closed", "7"]


def test_a_line_has_an_end() -> None:
    assert len(said(":" + "x" * 5000 + "\r")[-1]) == 202


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_no_bytes_raise_and_their_cuts_change_nothing(raw: bytes, cuts: list[int]) -> None:
    whole = Decoder("t").feed(raw, 0)
    decoder, last, out = Decoder("t"), 0, []
    for cut in [*sorted(cuts), len(raw)]:
        out += decoder.feed(raw[last:cut], 0)
        last = max(last, cut)
    assert out == whole


def test_what_is_typed_becomes_the_judges_keys() -> None:
    decoder, chords, at, strokes = Decoder("t"), Chords({"t": TERMINAL}), 0, []
    for text in ("7", "f", "7", "m", "m", "&", "\r", "\t", "\r"):
        at += 500 * MS
        for one in decoder.feed(text.encode(), at):
            assert isinstance(one, Edge | Stroke)
            strokes += [stroke.key.name for stroke in chords.feed(one) if isinstance(stroke, Stroke)]
    assert strokes == [
        "7", "FOUL+7", "FOUL+7+MISS", "FOUL+7+MISS+MISS", "FOUL+7", "NEXT", "FN+NEXT",
    ]


# A real terminal.


@pytest.fixture
def tty() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    yield master, slave
    os.close(slave)
    os.close(master)


def test_keys_come_at_once_and_the_terminal_is_given_back(tty: tuple[int, int]) -> None:
    master, slave = tty
    before = termios.tcgetattr(slave)
    inbox: queue.SimpleQueue[Told] = queue.SimpleQueue()
    with Keyboard("term", slave, inbox.put):
        assert inbox.get(timeout=10) == PadBack("term")
        assert not termios.tcgetattr(slave)[3] & (termios.ICANON | termios.ECHO | termios.ISIG)
        began = time.monotonic_ns()
        os.write(master, b"7\x03")
        edge = inbox.get(timeout=10)
        assert isinstance(edge, Edge) and (edge.source, edge.key) == ("term", "7")
        assert began <= edge.at_ns <= time.monotonic_ns()
        assert inbox.get(timeout=10) == Stop()
        os.write(master, b":a")
        assert [inbox.get(timeout=10), inbox.get(timeout=10)] == [Typing(""), Typing("a")]
        os.write(master, b"\x1b")
        assert inbox.get(timeout=10) == Typing(None)
    assert termios.tcgetattr(slave) == before


def test_the_terminal_is_given_back_after_an_exception(tty: tuple[int, int]) -> None:
    before = termios.tcgetattr(tty[1])
    keyboard = Keyboard("term", tty[1], lambda told: None)
    with pytest.raises(KeyError), keyboard:
        raise KeyError
    assert termios.tcgetattr(tty[1]) == before
    keyboard.close()
    with keyboard:
        pass
    assert termios.tcgetattr(tty[1]) == before


def test_a_terminal_that_goes_away_is_a_lost_pad() -> None:
    master, slave = os.openpty()
    inbox: queue.SimpleQueue[Told] = queue.SimpleQueue()
    with Keyboard("term", slave, inbox.put):
        assert inbox.get(timeout=10) == PadBack("term")
        os.close(master)
        assert isinstance(inbox.get(timeout=10), PadLost)
    os.close(slave)


def test_what_is_no_terminal_is_refused() -> None:
    read, write = os.pipe()
    with pytest.raises(termios.error):
        Keyboard("term", read, lambda told: None).open()
    os.close(read)
    os.close(write)
