"""Ports that refuse, lie or stammer: `check` says so with 69, and the daemon runs on until they are well."""

from __future__ import annotations

import fcntl
import os
import pwd
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nightbox.testing.child import ChildBox, card, insist, nightbox
from nightbox.testing.serialpad import PtyPad


def _check(box: ChildBox, *words: str) -> None:
    done = nightbox("check", "--config", box.config)
    assert done.returncode == 69, done.stdout + done.stderr
    (line,) = (line for line in done.stdout.splitlines() if " pad1 " in line)
    assert line.startswith("BAD")
    for word in (str(box.port("pad1")), *words):
        assert word in line


def _runs_on(box: ChildBox, *words: str) -> None:
    box.start()
    box.wait_said("WARNING pad pad1: ")
    for word in words:
        assert word in box.said()
    assert box.stop() == 0
    assert "Traceback" not in box.said()


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box:
        _check(box, "is not there")
        _runs_on(box, "is not there")


def test_a_port_that_is_no_terminal(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box:
        box.port("pad1").write_text("a file\n")
        _check(box, "is not a serial port")
        _runs_on(box, "is not a serial port")
        assert box.port("pad1").read_text() == "a file\n"


def test_a_port_that_is_a_folder(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box:
        box.port("pad1").mkdir()
        _check(box, "is not a serial port")


def test_a_port_that_another_holds_is_taken_when_it_is_free(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        holder = os.open(box.port("pad1"), os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(holder, fcntl.LOCK_EX)
        _check(box, "in use by another program", "fuser")
        box.start()
        box.wait_said("in use by another program")
        os.close(holder)
        pad.wait_greeted(30)
        insist(pad, "NEXT")
        assert box.stop() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="LOUD: only root can become another user")
def test_a_port_that_this_user_may_not_open(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")):
        for folder in (tmp_path, *tmp_path.parents[:3]):
            if folder != Path("/tmp"):
                folder.chmod(0o755)
        box.port("pad1").resolve().chmod(0o600)
        box.state.mkdir()
        os.chown(box.state, nobody.pw_uid, nobody.pw_gid)
        command = [sys.executable, "-m", "nightbox", "check", "--config", str(box.config)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=60, cwd="/", env={"PYTHONDONTWRITEBYTECODE": "1"},
                user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[],
            )  # fmt: skip
        except PermissionError:
            pytest.skip("LOUD: nobody may not run this Python")
        assert done.returncode == 69, done.stdout + done.stderr
        assert "may not open it" in done.stdout
        assert "usermod -aG" in done.stdout


@pytest.mark.parametrize("seconds", [5, pytest.param(60, marks=pytest.mark.long)])
def test_a_port_that_sends_garbage_is_heard_when_it_makes_sense(tmp_path: Path, seconds: float) -> None:
    dice = random.Random(3)
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        pad.silent = True
        box.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pad.noise(dice.randbytes(dice.choice((1, 64, 900))) + dice.choice((b"", b"\n", b"KEY 1 7 down age=0 *0\n")))
            time.sleep(0.005)
        pad.silent = False
        pad.wait_greeted(30)
        insist(pad, "NEXT")
        assert box.stop() == 0
        told = [line for line in box.said().splitlines() if "pad1" in line]
        assert len(told) <= 4, told
        assert "Traceback" not in box.said()


def test_a_seat_that_the_table_does_not_have_is_refused_and_not_written(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        box.start()
        pad.wait_greeted(30)
        insist(pad, "NEXT")
        wrong = []
        for part in ("dusk", "night"):
            box.wait(lambda: box.public().doing == "wait")
            assert box.public().part == part
            wrong.append(pad.press("17"))
            pad.down("FOUL")
            wrong.append(pad.press("17"))
            pad.up("FOUL")
            assert [pad.wait_answer(press) for press in wrong] == ["refused"] * len(wrong)
            if part == "dusk":
                insist(pad, "NEXT")
        insist(pad, card(box.public()))
        assert box.stop() == 0
        (game,) = box.games()
        assert {entry.source for entry in game.entries}.isdisjoint(wrong)
