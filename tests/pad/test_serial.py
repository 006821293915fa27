"""The serial pad over a real pty and a twin of the firmware: what wires, plugs and people do to it."""

from __future__ import annotations

import errno
import os
import queue
import stat
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("serial")

from nightbox.errors import Problem
from nightbox.pad.edges import MS, Edge, Held, Noisy, PadBack, PadLost, Told
from nightbox.pad.ports import console_on, refusal
from nightbox.pad.probe import Found, probe
from nightbox.pad.serial import Backoff, Port, SerialPad, find_port, open_port
from nightbox.testing.serialpad import PtyPad

QUICK = Backoff(0.01, 0.05)
PATIENCE = 10.0


class Box:
    """What a daemon is to a pad: an inbox, and an answer to every press."""

    def __init__(
        self, port: Path, name: str = "pad1", opener: Callable[[str], Port] = open_port
    ) -> None:
        self.inbox: queue.SimpleQueue[Told] = queue.SimpleQueue()
        self.told: list[Told] = []
        self.pad = SerialPad(name, str(port), self.inbox.put, backoff=QUICK, opener=opener)

    def next(self, kind: type | None = None) -> Told:
        """The next message (of that kind); edges are answered on the way."""
        deadline = time.monotonic() + PATIENCE
        while True:
            one = self.inbox.get(timeout=max(0.01, deadline - time.monotonic()))
            self.told.append(one)
            if isinstance(one, Edge) and one.press:
                self.pad.answer(one.press, "accepted" if one.down else "held")
            if kind is None or isinstance(one, kind):
                return one

    @property
    def downs(self) -> list[str]:
        return [one.key for one in self.told if isinstance(one, Edge) and one.down]


@pytest.fixture
def pad(tmp_path: Path) -> Iterator[PtyPad]:
    with PtyPad(tmp_path / "pad1") as pad:
        yield pad


@pytest.fixture
def box(pad: PtyPad) -> Iterator[Box]:
    box = Box(pad.port)
    with box.pad:
        assert box.next() == PadBack("pad1")
        pad.wait_greeted()
        yield box


def test_a_press_is_told_and_answered(pad: PtyPad, box: Box) -> None:
    press = pad.press("7")
    edge = box.next(Edge)
    assert isinstance(edge, Edge)
    assert (edge.source, edge.key, edge.down, edge.press) == ("pad1", "7", True, press)
    box.next(Edge)
    assert pad.wait_answer(press) == "accepted"
    assert box.pad.model == "4x4-rp2040"


def test_the_lamp_is_lit(pad: PtyPad, box: Box) -> None:
    box.pad.lamp("attention", 400)
    pad.wait(lambda twin: twin.lamps)
    assert [(one.pattern, one.ms) for one in pad.lamps] == [("attention", 400)]


def test_noise_at_the_start_is_ignored(tmp_path: Path) -> None:
    with PtyPad(tmp_path / "pad") as pad:
        box = Box(pad.port)
        pad.noise(b"\xff\x00\xfeBOOT rp2040\r\n\x80" + b"U" * 300)
        with box.pad:
            assert box.next() == PadBack("pad1")
            pad.wait_greeted()
            pad.press("7")
            box.next(Edge)
    assert box.downs == ["7"]


@pytest.mark.parametrize("spoil", ["drop", "corrupt", "cut", "double"])
def test_a_spoilt_line_to_the_box_is_said_again(pad: PtyPad, box: Box, spoil: str) -> None:
    setattr(pad.to_box, spoil, 3)
    press = pad.press("7")
    box.next(Edge)
    box.next(Edge)
    assert pad.wait_answer(press) == "accepted"
    assert box.downs == ["7"]


@pytest.mark.parametrize("spoil", ["drop", "corrupt", "cut", "double"])
def test_a_spoilt_answer_is_given_again_without_a_second_press(pad: PtyPad, box: Box, spoil: str) -> None:
    setattr(pad.to_pad, spoil, 2)
    press = pad.press("7")
    box.next(Edge)
    box.next(Edge)
    assert pad.wait_answer(press) == "accepted"
    assert box.downs == ["7"]


def test_half_a_line_is_not_a_line(pad: PtyPad, box: Box) -> None:
    pad.noise(b"KEY 1 7 do")
    press = pad.press("8")
    box.next(Edge)
    assert pad.wait_answer(press) == "accepted"
    assert box.downs == ["8"]


def test_garbage_of_a_wrong_baud_rate_is_reported_once_and_survived(pad: PtyPad, box: Box) -> None:
    for n in range(60):
        pad.noise(bytes((n * 37 + i * 91) % 255 + 1 for i in range(40)) + b"\n")
        time.sleep(0)
    assert isinstance(box.next(Noisy), Noisy)
    press = pad.press("7")
    assert box.next(Edge) and pad.wait_answer(press) == "accepted"
    assert sum(isinstance(one, Noisy) for one in box.told) == 1 and box.downs == ["7"]


def test_a_pad_pulled_in_the_middle_of_a_press_is_lost_once_and_comes_back(pad: PtyPad, box: Box) -> None:
    pad.down("FOUL")
    box.next(Edge)
    pad.unplug()
    lost = box.next(PadLost)
    assert "pad1" in lost.why  # type: ignore[union-attr]
    with pytest.raises(queue.Empty):
        box.inbox.get(timeout=0.3)  # Twenty vain openings later there is still no second report.
    pad.replug()
    assert box.next() == PadBack("pad1")
    pad.wait_greeted()
    press = pad.press("7")
    edge = box.next(Edge)
    assert edge.press == press and pad.wait_answer(press) == "accepted"  # type: ignore[union-attr]
    states = [type(one) for one in box.told if isinstance(one, PadLost | PadBack)]
    assert states == [PadBack, PadLost, PadBack]


def test_a_silent_pad_is_lost(pad: PtyPad, box: Box) -> None:
    pad.silent = True
    lost = box.next(PadLost)
    assert "silent" in lost.why  # type: ignore[union-attr]
    pad.silent = False
    assert box.next(PadBack)


def test_a_box_that_was_killed_finds_a_pad_that_was_greeted_before(pad: PtyPad, box: Box) -> None:
    first = pad.press("7")
    box.next(Edge)
    pad.wait_answer(first)
    box.pad.close()
    held = pad.down("9")
    second = Box(pad.port)
    with second.pad:
        assert second.next() == PadBack("pad1")
        assert isinstance(second.next(Held), Held)
        pad.wait(lambda twin: twin.greeted and twin.session not in first)
        pad.up("9")
        press = pad.press("8")
        while second.downs != ["8"]:
            second.next(Edge)
        assert pad.wait_answer(press) == "accepted"
    assert held not in pad.answers


def test_two_pads_do_not_mix(tmp_path: Path) -> None:
    with PtyPad(tmp_path / "a", "a") as one, PtyPad(tmp_path / "b", "b", session=0x1234) as two:
        first, second = Box(one.port, "a"), Box(two.port, "b")
        with first.pad, second.pad:
            assert (first.next(), second.next()) == (PadBack("a"), PadBack("b"))
            one.wait_greeted()
            two.wait_greeted()
            presses = one.press("1"), two.press("2")
            first.next(Edge)
            second.next(Edge)
            assert (one.wait_answer(presses[0]), two.wait_answer(presses[1])) == ("accepted", "accepted")
        assert (first.downs, second.downs) == (["1"], ["2"])


def test_answers_never_wait_for_a_port_that_does_not_take_them(pad: PtyPad, box: Box) -> None:
    done = threading.Event()

    def flood() -> None:
        for n in range(20_000):
            box.pad.answer(f"pad1/{pad.twin.session}/{n + 1}", "accepted")
        done.set()

    threading.Thread(target=flood, daemon=True).start()
    assert done.wait(PATIENCE)


@pytest.mark.parametrize(
    "error",
    [OSError(5, "I/O"), termios.error(5, "I/O"), TypeError("NoneType"), RuntimeError("unthought of")],
)
def test_whatever_a_pulled_port_raises_the_pad_is_reopened(pad: PtyPad, error: Exception) -> None:
    openings: list[Port] = []

    def opener(path: str) -> Port:
        port = open_port(path)
        openings.append(port)
        if len(openings) == 2:
            def read(size: int, /) -> bytes:
                raise error
            port.read = read  # type: ignore[method-assign]
        return port

    box = Box(pad.port, opener=opener)
    with box.pad:
        assert box.next() == PadBack("pad1")
        pad.wait_greeted()
        pad.unplug()
        assert box.next(PadLost)
        pad.replug()
        assert box.next(PadBack)
        assert len(openings) == 3


def test_closing_is_quick_and_may_come_twice(tmp_path: Path) -> None:
    box = Box(tmp_path / "nothing")
    box.pad.open()
    assert isinstance(box.next(), PadLost)
    box.pad.close()
    box.pad.close()
    box.pad.answer("pad1/0000/1", "accepted")


# What `check` says.


def test_probe_finds_a_pad(pad: PtyPad) -> None:
    assert probe(str(pad.port)) == Found(str(pad.port), "4x4-rp2040")


def problem(port: object) -> str:
    found = probe(str(port))
    assert isinstance(found, Problem)
    return found.text


def test_probe_names_a_missing_port(tmp_path: Path) -> None:
    assert "is not there" in problem(tmp_path / "ttyACM0")
    assert "usb:2e8a:000a" in problem("usb:2e8a:000a")


def test_probe_names_a_port_in_use(pad: PtyPad, box: Box) -> None:
    assert "in use by another program" in problem(pad.port)


def test_probe_names_what_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no port")
    assert "is not a serial port" in problem(tmp_path / "file")
    assert "is not a serial port" in problem(tmp_path)


def test_probe_names_a_pad_of_another_version(pad: PtyPad) -> None:
    pad.twin.version = 2
    assert "version 2" in problem(pad.port)


def test_a_silent_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nightbox.pad.talk.HELLO_WITHIN", 200 * MS)
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        assert "no HELLO within" in problem(os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_is_not_ours_names_the_group_and_the_mend(tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    port.chmod(stat.S_IRUSR)
    text = refusal(PermissionError(errno.EACCES, "no"), str(port))
    assert "usermod -aG" in text and "belongs to group" in text


def test_a_near_name_is_guessed() -> None:
    text = refusal(FileNotFoundError(2, "no"), "/dev/ttyACM1", ["/dev/ttyACM0"])
    assert "did you mean '/dev/ttyACM0'?" in text


def test_the_kernels_console_is_named(tmp_path: Path) -> None:
    (tmp_path / "cmdline").write_text("root=/dev/mmcblk0p2 console=serial0,115200 console=tty1")
    assert "console=serial0,115200" in console_on("/dev/serial0", tmp_path / "cmdline")
    assert console_on("/dev/ttyACM0", tmp_path / "cmdline") == ""


def test_missing_pyserial_is_named() -> None:
    assert "nightbox[serial]" in refusal(ModuleNotFoundError("serial"), "/dev/ttyACM0")


def test_a_where_that_is_neither_a_path_nor_usb_is_said(tmp_path: Path) -> None:
    assert find_port("/dev/x") == "/dev/x"
    with pytest.raises(ValueError, match="usb:2e8a:000a"):
        find_port("usb:pad")
    assert "is not a USB device" in problem("usb:pad")
