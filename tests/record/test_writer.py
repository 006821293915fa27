"""The writer's thread: what it takes is written once, in order, and never lost while the disk refuses."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made import HEADER, MOMENT, shot, shots

from nightbox.game.facts import Entry
from nightbox.record.journal import open_game
from nightbox.record.store import Journal, Moment, WriteError
from nightbox.record.writer import DiskTrouble, DiskWell, Durable, Told, Writer
from nightbox.units import Ms

PATIENCE = 10.0


class FakeStore:
    """A journal in memory that refuses on command, after or before it has kept the entry."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.lives: list[Ms] = []
        self.closed = False
        self.refuses = ""
        self.script: list[str] = []
        self.attempts = 0
        self.gate = threading.Event()
        self.gate.set()

    def append(self, entry: Entry, moment: Moment) -> None:
        assert self.gate.wait(PATIENCE)
        self.attempts += 1
        outcome = self.script.pop(0) if self.script else ""
        if self.refuses or outcome == "refused":
            raise WriteError(self.refuses or outcome)
        if entry not in self.entries:
            self.entries.append(entry)
        if outcome == "kept but refused":
            raise WriteError(outcome)

    def alive(self, at: Ms, moment: Moment) -> None:
        assert self.gate.wait(PATIENCE)
        if self.refuses:
            raise WriteError(self.refuses)
        self.lives.append(at)

    def close(self) -> None:
        self.closed = True


def until(told: list[Told], what: Told | type) -> None:
    end = time.monotonic() + PATIENCE
    while not any(one == what or type(one) is what for one in told):
        assert time.monotonic() < end, f"{what} was not told: {told}"
        time.sleep(0.002)


def numbers(told: list[Told]) -> list[int]:
    return [one.n for one in told if isinstance(one, Durable)]


def test_entries_are_written_in_order_and_told() -> None:
    store, told = FakeStore(), list[Told]()
    with Writer(store, told.append) as writer:
        for entry in shots(20):
            writer.append(entry)
        assert writer.flush(PATIENCE)
        assert told == [Durable(n) for n in range(1, 21)]
    assert store.entries == list(shots(20))
    assert store.closed


def test_append_does_not_wait_for_the_disk() -> None:
    store, told = FakeStore(), list[Told]()
    store.gate.clear()
    with Writer(store, told.append) as writer:
        for entry in shots(50):
            writer.append(entry)
        assert writer.held == 50
        assert not writer.flush(0.01)
        assert told == []
        store.gate.set()
        assert writer.flush(PATIENCE)
    assert numbers(told) == list(range(1, 51))


def test_nothing_is_told_before_it_is_written() -> None:
    store = FakeStore()
    early: list[int] = []

    def tell(one: Told) -> None:
        if isinstance(one, Durable) and shot(one.n) not in store.entries:
            early.append(one.n)

    with Writer(store, tell) as writer:
        for n in range(1, 100):
            writer.append(shot(n))
    assert early == []


def test_while_the_disk_refuses_entries_are_held_and_trouble_is_told_once() -> None:
    store, told = FakeStore(), list[Told]()
    with Writer(store, told.append, backoff=0.001) as writer:
        writer.append(shot(1))
        until(told, Durable(1))
        store.refuses = "database or disk is full"
        for n in range(2, 6):
            writer.append(shot(n))
        until(told, DiskTrouble)
        while store.attempts < 10:
            time.sleep(0.002)
        assert told == [Durable(1), DiskTrouble("database or disk is full")]
        assert writer.held == 4
        store.refuses = ""
        assert writer.flush(PATIENCE)
    assert told[2:] == [Durable(2), Durable(3), Durable(4), Durable(5), DiskWell()]
    assert store.entries == [shot(n) for n in range(1, 6)]


def test_a_second_trouble_is_told_again() -> None:
    store, told = FakeStore(), list[Told]()
    store.script = ["refused", "", "refused", ""]
    with Writer(store, told.append, backoff=0.001) as writer:
        for n in (1, 2):
            writer.append(shot(n))
            assert writer.flush(PATIENCE)
    again = [DiskTrouble("refused"), Durable(1), DiskWell(), DiskTrouble("refused"), Durable(2), DiskWell()]
    assert told == again


def test_the_backoff_is_kept() -> None:
    store, told = FakeStore(), list[Told]()
    store.refuses = "full"
    writer = Writer(store, told.append, backoff=60)
    writer.open()
    for n in range(1, 50):
        writer.append(shot(n))
    until(told, DiskTrouble)
    assert store.attempts == 1
    assert writer.close(0.01) == 49


def test_closing_while_the_disk_refuses_says_what_is_lost() -> None:
    store, told = FakeStore(), list[Told]()
    store.refuses = "full"
    writer = Writer(store, told.append, backoff=0.001)
    writer.open()
    writer.append(shot(1))
    writer.append(shot(2))
    assert writer.close(0.05) == 2
    assert store.closed


def test_closing_writes_what_is_left() -> None:
    store, told = FakeStore(), list[Told]()
    writer = Writer(store, told.append)
    writer.open()
    for entry in shots(100):
        writer.append(entry)
    writer.alive(99)
    assert writer.close() == 0
    assert (len(store.entries), store.lives) == (100, [99])
    with pytest.raises(ValueError, match="after the writer was closed"):
        writer.append(shot(101))


def test_a_writer_that_was_never_opened_can_be_closed() -> None:
    assert Writer(FakeStore(), lambda told: None).close() == 0


def test_only_the_newest_sign_of_life_is_written() -> None:
    store, told = FakeStore(), list[Told]()
    store.gate.clear()
    with Writer(store, told.append) as writer:
        writer.append(shot(1))
        for at in range(1000, 9000, 1000):
            writer.alive(at)
        store.gate.set()
        assert writer.flush(PATIENCE)
    assert store.lives == [8000]
    assert told == [Durable(1)]


def test_a_sign_of_life_that_is_refused_is_trouble_too() -> None:
    store, told = FakeStore(), list[Told]()
    store.refuses = "read-only"
    with Writer(store, told.append, backoff=0.001) as writer:
        writer.alive(1000)
        until(told, DiskTrouble)
        store.refuses = ""
        assert writer.flush(PATIENCE)
    assert told == [DiskTrouble("read-only"), DiskWell()]
    assert store.lives == [1000]


def test_a_source_is_taken_once_and_a_number_follows_the_last() -> None:
    store, told = FakeStore(), list[Told]()
    with Writer(store, told.append, known=shots(2)) as writer:
        assert writer.knows("pad1/9F3A/2")
        assert not writer.knows("pad1/9F3A/3")
        with pytest.raises(ValueError, match="'pad1/9F3A/1' was written already"):
            writer.append(shot(3, "pad1/9F3A/1"))
        with pytest.raises(ValueError, match="entry 4 cannot follow entry 2"):
            writer.append(shot(4))
        writer.append(shot(3, "pad1/9F3A/3"))
        with pytest.raises(ValueError, match="was written already"):
            writer.append(shot(4, "pad1/9F3A/3"))
        writer.append(shot(4, "pad1/9F3A/4"))
    assert numbers(told) == [3, 4]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["", "refused", "kept but refused"]), max_size=30), st.integers(0, 12))
def test_whatever_the_disk_does_each_entry_is_written_once_in_order(script: list[str], count: int) -> None:
    store, told = FakeStore(), list[Told]()
    store.script = list(script)
    with Writer(store, told.append, backoff=0.0) as writer:
        for n in range(1, count + 1):
            writer.append(shot(n))
        assert writer.flush(PATIENCE)
    assert store.entries == [shot(n) for n in range(1, count + 1)]
    assert numbers(told) == list(range(1, count + 1))
    moods = [type(one) for one in told if not isinstance(one, Durable)]
    assert moods == [DiskTrouble, DiskWell] * (len(moods) // 2)


# --- the real journal on real trouble ----------------------------------------------------------------------


def test_the_file_is_made_with_the_first_entry(tmp_path: Path) -> None:
    path = tmp_path / "0001.sqlite"
    with Writer(Journal(path, HEADER), lambda told: None) as writer:
        assert not path.exists()
        writer.append(shot(1))
    assert open_game(path).entries == (shot(1),)


def test_sqlite_that_is_full_refuses_and_goes_on_without_a_gap(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    journal.append(shot(1), MOMENT)
    assert journal._db is not None
    journal._db.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages there are: not one more
    n, full = 1, ""
    while not full:
        n += 1
        try:
            journal.append(shot(n), MOMENT)
        except WriteError as wrong:
            full = str(wrong)
    assert "database or disk is full" in full
    assert len(open_game(journal.path).entries) == n - 1
    journal.append(shot(n), MOMENT)
    journal.close()
    assert open_game(journal.path).entries == tuple(shot(m) for m in range(1, n + 1))


@contextmanager
def mounted(*options: object) -> Iterator[None]:
    tried = subprocess.run(["mount", *map(str, options)], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"LOUD: no mount here, so a full and a read-only disk stay untested: {tried.stderr}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(options[-1])], check=True)


def fill(ballast: Path) -> None:
    """Take every byte that the disk still has."""
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while file.write(b"\0" * 4096):
            pass


def test_a_disk_that_fills_up_loses_nothing(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "-o", "size=160k", "none", tmp_path):
        path, told, ballast = tmp_path / "0001.sqlite", list[Told](), tmp_path / "ballast"
        writer = Writer(Journal(path, HEADER), told.append, backoff=0.01)
        writer.open()
        n, stuck = 0, 0
        while stuck < 5:  # letting go of a -wal frees a little, which is filled again
            if n:
                fill(ballast)
            n += 1
            writer.append(shot(n))
            stuck = 0 if writer.flush(0.05) else stuck + 1
        assert writer.held >= 5
        durable = numbers(told)
        assert os.statvfs(tmp_path).f_bavail == 0
        assert open_game(path).entries == tuple(shot(m) for m in durable)
        ballast.unlink()
        assert writer.flush(PATIENCE)
        assert writer.close() == 0
        assert numbers(told) == list(range(1, n + 1))
        moods = [type(one) for one in told if not isinstance(one, Durable)]
        assert moods == [DiskTrouble, DiskWell] * (len(moods) // 2)
        assert open_game(path).entries == tuple(shot(m) for m in range(1, n + 1))


def test_a_disk_that_is_full_from_the_first_entry_on_loses_nothing(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "-o", "size=160k", "none", tmp_path):
        ballast = tmp_path / "ballast"
        ballast.write_bytes(b"\0" * 150 * 1024)
        path, told = tmp_path / "0001.sqlite", list[Told]()
        with Writer(Journal(path, HEADER), told.append, backoff=0.01) as writer:
            writer.append(shot(1))
            until(told, DiskTrouble)
            assert not path.exists()
            writer.append(shot(2))
            ballast.unlink()
            assert writer.flush(PATIENCE)
        assert open_game(path).entries == (shot(1), shot(2))


def test_a_disk_that_becomes_read_only_and_is_mended_loses_nothing(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "-o", "size=4m", "none", tmp_path):
        path, told = tmp_path / "0001.sqlite", list[Told]()
        subprocess.run(["mount", "-o", "remount,ro", tmp_path], check=True)
        with Writer(Journal(path, HEADER), told.append, backoff=0.01) as writer:
            writer.append(shot(1))
            until(told, DiskTrouble)
            assert "read-only" in str(told).lower() or "unable to open" in str(told).lower()
            writer.append(shot(2))
            subprocess.run(["mount", "-o", "remount,rw", tmp_path], check=True)
            assert writer.flush(PATIENCE)
        assert told[1:] == [Durable(1), Durable(2), DiskWell()]
        assert open_game(path).entries == (shot(1), shot(2))


def test_a_folder_that_may_not_be_written_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    if subprocess.run(["chattr", "+i", folder], capture_output=True).returncode:
        pytest.skip("LOUD: no chattr +i here, so a folder that cannot be written stays untested")
    told = list[Told]()
    try:
        writer = Writer(Journal(folder / "0001.sqlite", HEADER), told.append, backoff=0.01)
        writer.open()
        writer.append(shot(1))
        until(told, DiskTrouble)
    finally:
        subprocess.run(["chattr", "-i", folder], check=True)
    assert writer.flush(PATIENCE)
    assert writer.close() == 0
    assert open_game(folder / "0001.sqlite").entries == (shot(1),)
    assert (folder / "0001.sqlite").stat().st_uid == os.getuid()
