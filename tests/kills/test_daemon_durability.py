"""No ANSWER accepted leaves for the pad before its entry is synced: the system calls of the whole daemon, by strace.

A killed process keeps what the page cache has, so that killing cannot show this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from nightbox.testing.child import ChildBox, card, insist, play_ahead, to_night
from nightbox.testing.serialpad import PtyPad

CALL = re.compile(r"(?P<pid>\d+) +(?P<name>\w+)\(\d+<(?P<file>[^>]*)>(?P<rest>.*)")
RESUMED = re.compile(r"(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)")
ANSWER = re.compile(r"ANSWER (\d+) accepted ")


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that returned: the lines of the trace at which it began and returned."""

    began: int
    returned: int
    pid: str
    name: str
    file: str
    text: str
    ok: bool


def calls(trace: str) -> Iterator[Call]:
    begun: dict[tuple[str, str], tuple[int, str, str]] = {}
    for at, line in enumerate(trace.splitlines()):
        if again := RESUMED.match(line):
            began, file, text = begun.pop((again["pid"], again["name"]), (at, "", ""))
            yield Call(began, at, again["pid"], again["name"], file, text, " = -1" not in again["rest"][-60:])
        elif call := CALL.match(line):
            if line.endswith("<unfinished ...>"):
                begun[call["pid"], call["name"]] = (at, call["file"], call["rest"])
            else:
                yield Call(at, at, call["pid"], call["name"], call["file"], call["rest"], " = -1 " not in line[-60:])


def unsynced(seen: list[Call], pad: str, sessions: set[str]) -> tuple[int, list[str]]:
    """How many answers were looked at, and those that began before their entry's sync had returned."""
    wal = [one for one in seen if one.file.endswith("-wal")]
    looked, early = 0, []
    for one in seen:
        if one.name != "write" or ("/pts/" not in one.file and "/dev/pts" not in one.file):
            continue
        for number in ANSWER.findall(one.text):
            looked += 1
            source = re.compile(rf"{pad}/(?:{'|'.join(sessions)})/{number}(?!\d)")
            first = next((w for w in wal if w.name.startswith("pwrite") and source.search(w.text)), None)
            synced = first is not None and any(
                sync.name in ("fsync", "fdatasync")
                and sync.ok
                and sync.pid == first.pid
                and first.returned < sync.began
                and sync.returned < one.began
                for sync in wal
            )
            if not synced:
                early.append(f"press {number}: " + ("its entry was never written" if first is None else "not synced"))
    return looked, early


@pytest.mark.skipif(shutil.which("strace") is None, reason="LOUD: no strace here, so durability is not shown")
@pytest.mark.parametrize("ahead", [0, 1])
def test_no_answer_leaves_before_its_entry_is_on_the_disk(tmp_path: Path, ahead: int) -> None:
    trace = tmp_path / "trace"
    watched = "write,pwrite64,pwritev,writev,fsync,fdatasync"
    strace = ["strace", "-D", "-f", "-y", "-s", "9999", "-o", str(trace), "-e", f"trace={watched}"]
    if subprocess.run(["strace", "-o", tmp_path / "try", "true"], capture_output=True).returncode:
        pytest.skip("LOUD: strace may not trace here, so durability is not shown")
    with ChildBox(tmp_path, ["pad1"], before=strace, speed=10) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, ahead, 10)
        box.start()
        pad.wait_greeted(60)
        if ahead:
            to_night(box, pad)
            box.wait(lambda: box.public().marks)
            presses = [pad.press(str(1 + n % 10)) for n in range(8)]
        else:
            insist(pad, "NEXT")
            box.wait(lambda: box.public().doing == "wait")
            insist(pad, "NEXT")
            box.wait(lambda: box.public().item == "card_1")
            insist(pad, card(box.public()))
            presses = []
            for seat in range(1, 9):
                pad.down("FOUL")
                presses.append(pad.press(str(seat)))
                pad.up("FOUL")
        for press in presses:
            pad.wait_answer(press, 60)
        accepted = [press for press, given in pad.answers.items() if given.verdict == "accepted"]
        assert box.stop(60) == 0
        box.wait(lambda: "+++ exited with" in trace.read_text(errors="replace").splitlines()[-1], 60)
    looked, early = unsynced(
        list(calls(trace.read_text(errors="replace"))), "pad1", {p.split("/")[1] for p in accepted}
    )
    assert early == []
    assert looked >= len(accepted) >= 8
