"""The state directory: one box at a time, and the game that a cut left unfinished."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from made import HEADER, MOMENT, shot

from nightbox.errors import AlreadyRunning, StateNotWritable
from nightbox.game.facts import Entry, Fact, GameAbandoned, GameEnded, NobodyKilled, TableCorrected, Undone
from nightbox.record.journal import create, set_aside
from nightbox.record.shelf import LOOK_BACK, Shelf, is_over
from nightbox.record.store import Journal

HOLDER = """
import sys, time
from pathlib import Path
from nightbox.record.shelf import Shelf
shelf = Shelf(Path(sys.argv[1]))
shelf.open()
print("held", flush=True)
time.sleep(60)
"""


def told(*facts: Fact) -> tuple[Entry, ...]:
    """One entry for each fact."""
    return tuple(Entry(n, n, "step", (fact,)) for n, fact in enumerate(facts, 1))


def kept(path: Path, entries: tuple[Entry, ...]) -> Path:
    journal = Journal(path, HEADER)
    for entry in entries:
        journal.append(entry, MOMENT)
    journal.close()
    return path


def test_the_folder_is_made_for_the_owner_alone(tmp_path: Path) -> None:
    with Shelf(tmp_path / "lib" / "nightbox") as shelf:
        assert shelf.folder.stat().st_mode & 0o777 == 0o700
        assert (shelf.folder / "lock").stat().st_mode & 0o777 == 0o600


def test_a_second_box_is_told_the_pid_of_the_first(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, tmp_path], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning, match=rf"another nightbox \(pid {first.pid}\) holds {tmp_path}"):
            Shelf(tmp_path).open()
        first.kill()
        first.wait()
    with Shelf(tmp_path):
        assert (tmp_path / "lock").read_text().split() == [str(os.getpid())]


def test_the_lock_is_given_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for _ in range(2):
        shelf.open()
        with pytest.raises(AlreadyRunning, match=f"pid {os.getpid()}"):
            Shelf(tmp_path).open()
        shelf.close()


def test_a_state_that_cannot_be_written_names_the_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateNotWritable, match="not a directory stands there: move it away"):
        Shelf(tmp_path / "file").open()
    with pytest.raises(StateNotWritable, match="not a directory stands there"):
        Shelf(tmp_path / "file" / "below").open()


def test_a_read_only_disk_names_the_mend(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("")
    if subprocess.run(["mount", "--bind", "-o", "ro", tmp_path, tmp_path], capture_output=True).returncode:
        pytest.skip("LOUD: no read-only mount here")
    try:
        with pytest.raises(StateNotWritable, match="remount,rw"):
            Shelf(tmp_path).open()
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_games_are_numbered_and_a_broken_ones_number_is_not_used_again(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        assert shelf.new_path() == tmp_path / "0001.sqlite"
        create(shelf.new_path(), HEADER)
        (tmp_path / "0002.sqlite").write_bytes(b"garbage")
        set_aside(tmp_path / "0002.sqlite")
        assert shelf.new_path() == tmp_path / "0003.sqlite"
        (tmp_path / "12345.sqlite").write_bytes(b"")
        assert shelf.new_path() == tmp_path / "12346.sqlite"


def test_games_are_listed_broken_ones_too(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.games() == []
    kept(tmp_path / "0001.sqlite", told(NobodyKilled(1), GameEnded("red")))
    (tmp_path / "0002.sqlite").write_bytes(b"garbage")
    (tmp_path / "0003.sqlite.broken-1").write_bytes(b"garbage")
    kept(tmp_path / "0004.sqlite", (shot(1), shot(2)))
    create(tmp_path / "0005.sqlite", HEADER)
    (tmp_path / "notes.txt").write_text("")
    ended, broken, aside, running, empty = shelf.games()
    assert (ended.header, ended.unfinished, ended.broken) == (HEADER, False, "")
    assert ended.last == Entry(2, 2, "step", (GameEnded("red"),))
    assert broken.header is None
    assert "damaged" in broken.broken
    assert (aside.path.name, aside.broken) == ("0003.sqlite.broken-1", "set aside")
    assert (running.last, running.unfinished, running.began) == (shot(2), True, MOMENT.wall)
    assert (empty.last, empty.unfinished, empty.broken) == (None, False, "")


def unfinished(shelf: Shelf) -> Path | None:
    return next((listed.path for listed in shelf.recent() if listed.unfinished), None)


def test_the_newest_unfinished_game_is_found_past_broken_ones(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "state")
    assert unfinished(shelf) is None
    with shelf:
        assert unfinished(shelf) is None
        first = kept(shelf.new_path(), (shot(1),))
        assert unfinished(shelf) == first
        second = kept(shelf.new_path(), (shot(1),))
        kept(shelf.new_path(), told(GameAbandoned()))
        create(shelf.new_path(), HEADER)
        shelf.new_path().write_bytes(b"\0" * 5000)
        assert unfinished(shelf) == second


def test_a_game_that_was_left_long_ago_is_not_looked_for(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    left = kept(shelf.new_path(), (shot(1),))
    for _ in range(LOOK_BACK - 1):
        kept(shelf.new_path(), told(GameEnded("red")))
    assert unfinished(shelf) == left
    kept(shelf.new_path(), told(GameEnded("red")))
    assert unfinished(shelf) is None


def test_a_game_of_another_day_is_read_while_it_is_written(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        journal = Journal(shelf.new_path(), HEADER)
        journal.append(shot(1), MOMENT)
        assert Shelf(tmp_path).games()[0].last == shot(1)
        journal.append(shot(2), MOMENT)
        assert unfinished(Shelf(tmp_path)) == journal.path
        journal.close()


@pytest.mark.parametrize(
    ("facts", "over"),
    [
        ((), False),
        ((NobodyKilled(1),), False),
        ((GameEnded("red"),), True),
        ((GameAbandoned(), NobodyKilled(1)), True),
        ((NobodyKilled(1), GameEnded("red"), Undone(2)), False),
        ((GameEnded("red"), Undone(1), GameEnded("black")), True),
        ((GameEnded("red"), Undone(1), Undone(2)), False),  # what is undone stays so
        ((GameEnded("red"), TableCorrected("winner", 0, 0, "")), False),
        ((NobodyKilled(1), GameEnded("red"), Undone(1)), True),
        ((GameEnded("red"), Undone(99)), True),
    ],
)
def test_an_end_counts_unless_it_was_undone(facts: tuple[Fact, ...], over: bool) -> None:
    assert is_over(told(*facts)) is over
