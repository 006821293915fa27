"""The supervisor, over SDL's dummy driver: whatever happens to the process, the caller is not disturbed."""

from __future__ import annotations

import importlib.util
import json
import os
import queue
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nightbox.stage.news import Began, ClipsChecked, News, SayFailed, SpeakerBack, SpeakerLost
from nightbox.stage.settings import SoundSettings
from nightbox.stage.speaker import Speaker
from nightbox.testing.room import setup

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="needs pygame")

PATIENCE = 30.0
NOW = time.monotonic_ns


class Table:
    """The caller's end: news in the order in which they were told."""

    def __init__(self) -> None:
        self._news: queue.Queue[News] = queue.Queue()
        self.tell = self._news.put

    def next(self) -> News:
        return self._news.get(timeout=PATIENCE)

    def until(self, kind: type) -> News:
        while not isinstance(news := self.next(), kind):
            pass
        return news

    def none(self) -> bool:
        return self._news.empty()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def speaker(table: Table) -> Iterator[Speaker]:
    settings = SoundSettings(setup(load=("don_wakes",)), driver="dummy")
    with Speaker(settings, table.tell) as speaker:
        table.until(SpeakerBack)
        yield speaker


def child() -> int:
    """The sound process: the one child that runs the worker."""
    for task in Path("/proc/self/task").iterdir():
        for pid in (task / "children").read_text().split():
            if b"nightbox.stage.worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return int(pid)
    raise AssertionError("no sound process")


def fake(tmp_path: Path, body: str) -> SoundSettings:
    script = tmp_path / "fake.py"
    script.write_text(f"import socket, sys, time\nwire = socket.socket(fileno=int(sys.argv[-1]))\n{body}\n")
    return replace(SoundSettings(setup()), command=(sys.executable, str(script)))


READY = 'wire.sendall(b\'{"ready": "fake"}\\n\')\n'


def test_a_call_begins_with_its_number(speaker: Speaker, table: Table) -> None:
    due = NOW() + 400_000_000
    speaker.say(41, "don_wakes", due)
    began = table.next()
    assert isinstance(began, Began) and began.n == 41
    assert began.at_ns >= due - 25_000_000  # a buffer: a busy machine may lose the grid, never the line


def test_a_line_that_is_not_there_fails_with_its_number(speaker: Speaker, table: Table) -> None:
    speaker.say(7, "nobody_wrote_this", NOW())
    failed = table.next()
    assert isinstance(failed, SayFailed) and failed.n == 7 and "nobody_wrote_this" in failed.why


def test_a_killed_process_is_lost_then_back(speaker: Speaker, table: Table) -> None:
    speaker.play_music(NOW())
    os.kill(child(), signal.SIGKILL)
    assert table.next() == SpeakerLost("the sound process died")
    assert isinstance(table.next(), SpeakerBack)
    assert speaker.alive
    speaker.say(1, "don_wakes", NOW() + 50_000_000)
    assert isinstance(table.next(), Began)


def test_music_is_asked_for_again_at_its_place(tmp_path: Path, table: Table) -> None:
    log = tmp_path / "log"
    body = f"log = open({str(log)!r}, 'ab', buffering=0)\n{READY}" + (
        "while data := wire.recv(4096):\n"
        "    log.write(data)\n"
        "    if b'lower' in data: sys.exit()\n"
    )
    with Speaker(fake(tmp_path, body), table.tell) as speaker:
        table.until(SpeakerBack)
        began = NOW()
        speaker.play_music(began)
        speaker.lower_music(NOW())
        table.until(SpeakerBack)
        while (text := log.read_text()).count('"music":"lower"') < 2:
            time.sleep(0.01)
    again = [line for line in text.splitlines() if "position" in line]
    assert again and '"position":0' not in again[0]
    play, lower = (json.loads(line) for line in text.splitlines()[-2:])
    assert (play["music"], lower["music"]) == ("play", "lower")
    assert play["due"] <= lower["due"]


def test_a_call_that_was_cut_off_is_not_said_again(tmp_path: Path, table: Table) -> None:
    log = tmp_path / "log"
    body = f"log = open({str(log)!r}, 'ab', buffering=0)\n{READY}" + (
        "while data := wire.recv(4096):\n"
        "    log.write(data)\n"
        "    if b'\"say\"' in data: sys.exit()\n"
    )
    with Speaker(fake(tmp_path, body), table.tell) as speaker:
        table.until(SpeakerBack)
        speaker.say(5, "don_wakes", NOW())
        assert table.next() == SayFailed(5, "the sound process died")
        assert table.next() == SpeakerLost("the sound process died")
        table.until(SpeakerBack)
    assert log.read_text().count('"say"') == 1


def test_a_process_that_stands_is_killed_and_replaced(speaker: Speaker, table: Table) -> None:
    os.kill(child(), signal.SIGSTOP)
    assert table.next() == SpeakerLost("the sound process said nothing for 2 s")
    assert isinstance(table.next(), SpeakerBack)


def test_a_process_that_does_not_read_never_blocks_the_caller(speaker: Speaker, table: Table) -> None:
    os.kill(child(), signal.SIGSTOP)
    for n in range(50_000):
        speaker.say(n, "don_wakes", NOW())
    lost = table.until(SpeakerLost)
    assert "not read" in lost.why or "nothing for 2 s" in lost.why
    table.until(SpeakerBack)


def test_no_device_is_said_once_and_tried_for_ever(table: Table) -> None:
    with Speaker(SoundSettings(setup(), driver="alsa", device="nowhere"), table.tell) as speaker:
        lost = table.next()
        assert isinstance(lost, SpeakerLost) and "no sound device" in lost.why
        before = NOW()
        speaker.say(3, "don_wakes", NOW())
        speaker.play_music(NOW())
        speaker.lower_music(NOW())
        speaker.prepare(["don_sleeps"])
        assert NOW() - before < 1_000_000_000
        assert table.next() == SayFailed(3, "no speaker")
        time.sleep(1.0)
        assert not speaker.alive
        assert table.none()


@pytest.mark.parametrize(
    "noise", ["garbage\\n", "[1]\\n", '{"began": "x"}\\n', '{"hello": 1}\\n', "\\xff\\xfe\\n", "{" * 3]
)
def test_nonsense_is_a_loss_and_nothing_more(tmp_path: Path, table: Table, noise: str) -> None:
    body = f"wire.sendall({noise!r}.encode().decode('unicode_escape').encode('latin-1'))\n"
    with Speaker(fake(tmp_path, body), table.tell) as speaker:
        assert isinstance(table.next(), SpeakerLost)
        speaker.say(1, "don_wakes", NOW())
        assert table.next() == SayFailed(1, "no speaker")


def test_a_process_that_cannot_be_started_is_a_loss(table: Table) -> None:
    with Speaker(replace(SoundSettings(setup()), command=("/nowhere/python",)), table.tell):
        lost = table.next()
    assert isinstance(lost, SpeakerLost) and "does not start" in lost.why


def test_the_process_goes_with_its_speaker(table: Table) -> None:
    with Speaker(SoundSettings(setup(), driver="dummy"), table.tell):
        table.until(SpeakerBack)
        pid = child()
    assert not Path(f"/proc/{pid}").exists()


def test_a_clip_that_is_damaged_inside_is_found_once_and_the_good_are_remembered(
    tmp_path: Path, table: Table
) -> None:
    pack, state = tmp_path / "ru", tmp_path / "state"
    pack.mkdir()
    state.mkdir()
    (pack / "lines.toml").write_text('[lines]\nstop = "Стоп."\nnight_falls = "Ночь."\n')
    for line in ("stop", "night_falls"):
        sound = bytearray((setup().voice / f"{line}.ogg").read_bytes())
        if line == "night_falls":
            sound[5000:7000] = bytes(range(250)) * 8  # inside a page
        (pack / f"{line}.ogg").write_bytes(sound)
    what = replace(setup(), voice=pack, state=state, check=True)
    with Speaker(SoundSettings(what, driver="dummy"), table.tell):
        checked = table.until(ClipsChecked)
    assert isinstance(checked, ClipsChecked)
    assert len(checked.problems) == 1 and "night_falls.ogg" in checked.problems[0]
    assert len((state / "clips.json").read_text().split(",")) == 1
