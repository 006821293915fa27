"""State directories that are full, read-only, taken or damaged: what is told, and that no entry is lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from nightbox.game.facts import GameAbandoned
from nightbox.testing.child import ChildBox, insist, nightbox, play_ahead
from nightbox.testing.serialpad import PtyPad


@contextmanager
def small_disk(at: Path, size: str = "600k") -> Iterator[Path]:
    """A file system of its own; skips where it cannot be mounted."""
    at.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", at], capture_output=True)
    if done.returncode:
        pytest.skip(f"LOUD: no tmpfs can be mounted here: {done.stderr!r}")
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", at], check=True)


def fill(disk: Path) -> Path:
    """Every byte of it is taken by the file that is returned."""
    ballast = disk / "ballast"
    fd = os.open(ballast, os.O_CREAT | os.O_WRONLY)
    try:
        for size in (65536, 4096, 1):
            try:
                while os.write(fd, b"x" * size):
                    pass
            except OSError:
                continue
    finally:
        os.close(fd)
    return ballast


def test_a_full_disk_holds_entries_and_writes_them_when_there_is_room(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "disk") as disk,
        ChildBox(tmp_path, ["pad1"], state=disk) as box,
        PtyPad(box.port("pad1")) as pad,
    ):
        box.start()
        pad.wait_greeted(30)
        assert insist(pad, "NEXT")
        box.wait(lambda: box.public().doing == "wait")
        ballast = fill(disk)
        held = []
        for _ in range(3):
            time.sleep(1.1)  # a NEXT is dead for a second; what comes after it are foul chords
            held.append(insist(pad, "NEXT", "held") if not held else _foul(pad))
            assert pad.wait_answer(held[-1]) == "held"
        assert any(lit.pattern == "attention" for lit in pad.lamps)
        assert "the journal cannot be written" in box.said()
        ballast.unlink()
        box.wait_said("the journal is written again")
        last = _foul(pad)
        assert pad.wait_answer(last) == "accepted"
        (game,) = box.games()
        assert {*held, last} <= {entry.source for entry in game.entries}
        assert box.stop() == 0
        assert "lost" not in box.said()


def test_a_game_that_ended_on_a_full_disk_is_written_while_the_next_one_runs(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "disk") as disk,
        ChildBox(tmp_path, ["pad1"], state=disk / "state") as box,
        PtyPad(box.port("pad1")) as pad,
    ):
        (before,) = play_ahead(box, 1, 50)
        ballast = fill(disk)
        box.start()
        pad.wait_greeted(30)
        given_up = insist(pad, "MISS", "held")
        insist(pad, "NEXT", "held")
        box.wait_said("is over and not on the disk")
        begun = insist(pad, "NEXT", "held")
        ballast.unlink()
        box.wait(lambda: [path.name for path in box.journals()] == ["0001.sqlite", "0002.sqlite"])
        box.wait(lambda: len(box.games()[0].entries) > len(before.entries))
        box.wait(lambda: begun in [entry.source for entry in box.games()[1].entries])
        assert box.stop() == 0
        old, new = box.games()
        assert [fact for entry in old.entries if entry.source == given_up for fact in entry.facts] == [GameAbandoned()]
        assert new.entries[0].source == begun
        assert "are lost" not in box.said()


def _foul(pad: PtyPad) -> str:
    pad.down("FOUL")
    press = pad.press("3")
    pad.up("FOUL")
    return press


def test_a_state_that_is_read_only_is_refused_at_the_start(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, ChildBox(tmp_path, state=disk / "state") as box:
        play_ahead(box, 1, 50)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for command in ("run", "check"):
            done = nightbox(command, "--config", box.config)
            assert done.returncode == 73, done.stdout + done.stderr
            assert "read-only" in done.stdout + done.stderr
            assert "remount,rw" in done.stdout + done.stderr
        assert len(box.games()) == 1


def test_a_state_that_is_no_folder_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder\n")
    done = nightbox("run", "--config", ChildBox(tmp_path).config)
    assert done.returncode == 73, done.stderr
    assert "move it away" in done.stderr


def test_a_second_box_is_told_who_was_first(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        process = box.start()
        pad.wait_greeted(30)
        done = nightbox("run", "--config", box.config)
        assert done.returncode == 75, done.stderr
        assert f"pid {process.pid}" in done.stderr
        assert insist(pad, "NEXT")
        assert box.stop() == 0


@pytest.mark.parametrize("damage", ["cut", "garbage", "empty", "a hole"])
def test_a_damaged_journal_is_kept_aside_and_a_new_game_begins(tmp_path: Path, damage: str) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, 1, 50)
        path = box.journals()[0]
        whole = path.read_bytes()
        spoiled = {
            "cut": whole[: len(whole) // 2],
            "garbage": os.urandom(len(whole)),
            "empty": b"",
            "a hole": whole[:12000] + bytes(4096) + whole[16096:],
        }[damage]
        path.write_bytes(spoiled)
        box.start()
        box.wait_said("kept as 0001.sqlite.broken-1")
        assert (box.state / "0001.sqlite.broken-1").read_bytes() == spoiled
        pad.wait_greeted(30)
        assert insist(pad, "NEXT")
        assert [path.name for path in box.journals()] == ["0002.sqlite"]
        assert box.stop() == 0
        assert "Traceback" not in box.said()
        shown = nightbox("games", "list", "--state", box.state)
        assert shown.returncode == 0, shown.stderr


@pytest.mark.parametrize("change", ["a newer format", "rules that nobody knows"])
def test_a_journal_that_this_box_does_not_understand_hinders_nothing(tmp_path: Path, change: str) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, 1, 50)
        path = box.journals()[0]
        newer = change == "a newer format"
        with closing(sqlite3.connect(path)) as db, db:
            _rewrite(db, {"format": "99"} if newer else {"rules": '{"id": "fsm"}'})
        before = path.read_bytes()
        box.start()
        box.wait_said("newer than format" if newer else "its rules are not understood")
        pad.wait_greeted(30)
        assert insist(pad, "NEXT")
        kept = path if newer else path.with_name("0001.sqlite.broken-1")
        assert kept.read_bytes() == before
        assert box.journals()[-1].name == "0002.sqlite"
        assert box.stop() == 0


def _rewrite(db: sqlite3.Connection, change: dict[str, str]) -> None:
    """A header with `change`, and sums that are right."""
    from nightbox.record.journal import Header, crc_of

    rows = dict(db.execute("SELECT key, value FROM meta").fetchall()) | change
    rows.pop("crc")
    rows["digest"] = Header("", "", rows["rules"], 10).digest
    rows["crc"] = str(crc_of(rows))
    db.executemany("UPDATE meta SET value = ? WHERE key = ?", [(value, key) for key, value in rows.items()])


def test_a_pad_that_repeats_an_old_session_is_taken_at_its_word(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box:
        presses = []
        for life in (1, 2):
            with PtyPad(box.port("pad1"), session=0x1234) as pad:
                box.start()
                pad.wait_greeted(30)
                if life == 2:
                    box.wait(lambda: box.public().hold is not None)
                time.sleep(0.5)  # the first press of each life, so that both have the same number
                presses.append(pad.press("NEXT"))
                assert pad.wait_answer(presses[-1]) == "accepted"
                box.wait(lambda: box.public().part == "dusk" and box.public().doing == "wait")
                box.kill()
        assert presses[0] == presses[1], "the pad has drawn another session, and this shows nothing"
        (game,) = box.games()
        assert len([entry for entry in game.entries if (entry.source or "").startswith(presses[0])]) == 2
