"""Nothing is accepted that is not on the disk: the order of the system calls as strace saw it.

A killed process keeps what the page cache has, so that killing cannot show this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

COUNT = 60
CHILD = Path(__file__).parent / "appends.py"
CALL = re.compile(r"(?P<pid>\d+) +(?P<name>\w+)\((?:(?:AT_FDCWD|\d+)<(?P<file>[^>]*)>)?(?P<rest>.*)")
RESUMED = re.compile(r"(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that returned: the lines of the trace at which it began and returned."""

    began: int
    returned: int
    name: str
    file: str
    text: str
    ok: bool


def calls(trace: str) -> Iterator[Call]:
    begun: dict[tuple[str, str], tuple[int, str, str]] = {}
    for at, line in enumerate(trace.splitlines()):
        if again := RESUMED.match(line):
            began, file, text = begun.pop((again["pid"], again["name"]), (at, "", ""))
            yield Call(began, at, again["name"], file, text, " = -1" not in again["rest"])
        elif call := CALL.match(line):
            if line.endswith("<unfinished ...>"):
                begun[call["pid"], call["name"]] = (at, call["file"] or "", call["rest"])
            else:
                ok = " = -1 " not in call["rest"][-60:]
                yield Call(at, at, call["name"], call["file"] or "", call["rest"], ok)


def run(folder: Path, *more: str) -> list[Call]:
    if shutil.which("strace") is None:
        pytest.skip("LOUD: no strace here, so durability is not shown")
    trace = folder / "trace"
    watched = "openat,write,pwrite64,pwritev,writev,fsync,fdatasync,rename,renameat,renameat2,unlink"
    command = ["strace", "-f", "-y", "-s", "9999", "-o", trace, "-e", f"trace={watched}"]
    child = [sys.executable, CHILD, folder / "0001.sqlite", str(COUNT), *more]
    done = subprocess.run([*command, *child], capture_output=True, text=True, timeout=120)
    if "Operation not permitted" in done.stderr and "ptrace" in done.stderr:
        pytest.skip("LOUD: strace may not trace here, so durability is not shown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [word for n in range(1, COUNT + 1) for word in ("accepted", str(n))]
    assert done.stderr == ""
    return list(calls(trace.read_text(errors="replace")))


def accepted_too_early(seen: list[Call]) -> list[int]:
    """The entries that were accepted although no sync had begun after their last byte and returned."""
    early: list[int] = []
    for n in range(1, COUNT + 1):
        (accepted,) = (one for one in seen if one.name == "write" and f'"accepted {n}\\n"' in one.text)
        written = [
            one
            for one in seen
            if one.name.startswith("pwrite") and one.file.endswith("-wal") and one.returned < accepted.began
        ]
        assert any(f"mark/{n}/" in one.text for one in written), (
            f"entry {n} was accepted and not even written"
        )
        last = max(one.returned for one in written)
        synced = any(
            one.name in ("fsync", "fdatasync")
            and one.file.endswith("-wal")
            and one.ok
            and last < one.began
            and one.returned < accepted.began
            for one in seen
        )
        if not synced:
            early.append(n)
    return early


def test_no_entry_is_accepted_before_its_bytes_are_synced(tmp_path: Path) -> None:
    assert accepted_too_early(run(tmp_path)) == []


def test_a_journal_that_syncs_too_rarely_would_be_seen(tmp_path: Path) -> None:
    early = accepted_too_early(run(tmp_path, "NORMAL"))
    assert len(early) > COUNT // 2


def test_the_names_of_the_files_are_on_the_disk_before_the_first_entry_is_accepted(tmp_path: Path) -> None:
    seen = run(tmp_path)
    (accepted,) = (one for one in seen if one.name == "write" and '"accepted 1\\n"' in one.text)
    folder_synced = [
        one for one in seen if one.name in ("fsync", "fdatasync") and one.file == str(tmp_path) and one.ok
    ]
    renamed = next(
        one for one in seen if one.name.startswith("rename") and "0001.sqlite.new" in one.text + one.file
    )
    wal_made = [
        one
        for one in seen
        if one.name == "openat" and '0001.sqlite-wal"' in one.text and "O_CREAT" in one.text
    ]
    last_made = max(one.returned for one in [renamed, *wal_made] if one.began < accepted.began)
    assert any(last_made < one.began and one.returned < accepted.began for one in folder_synced)
    born_synced = [
        one for one in seen if one.name in ("fsync", "fdatasync") and one.file.endswith("0001.sqlite.new")
    ]
    assert any(one.returned < renamed.began for one in born_synced)
