"""The journal's file: what is written comes back, and what is damaged is said to be so."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made import HEADER, MOMENT, any_entries, shot, shots

from nightbox.errors import FormatError
from nightbox.game.facts import Entry
from nightbox.record.journal import Game, Header, crc_of, create, open_game, set_aside
from nightbox.record.store import Journal, WriteError

DEADLINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def written(path: Path, entries: tuple[Entry, ...]) -> Path:
    create(path, HEADER)
    journal = Journal(path, HEADER)
    for entry in entries:
        journal.append(entry, MOMENT)
    journal.close()
    return path


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as db, db:
        yield db


def change(path: Path, n: int, **columns: object) -> None:
    """Change entry n as a hand could, its checksum made right again."""
    with database(path) as db:
        db.execute("DROP TRIGGER no_update")
        db.row_factory = sqlite3.Row
        row = dict(db.execute("SELECT * FROM entry WHERE n = ?", (n,)).fetchone()) | columns
        row.pop("crc")
        row["crc"] = crc_of(row)
        places = ", ".join(f"{name} = :{name}" for name in row)
        db.execute(f"UPDATE entry SET {places} WHERE n = {n}", row)


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(3))
    assert open_game(path) == Game(HEADER, shots(3), 0, (MOMENT.wall,) * 3)


def test_a_new_journal_has_a_header_and_no_entries(tmp_path: Path) -> None:
    create(tmp_path / "0001.sqlite", HEADER)
    assert [path.name for path in tmp_path.iterdir()] == ["0001.sqlite"]
    game = open_game(tmp_path / "0001.sqlite")
    assert game == Game(HEADER, (), 0)
    assert game.resumes_at == 1


def test_a_journal_is_never_made_over_another(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(1))
    with pytest.raises(FileExistsError):
        create(path, HEADER)
    assert open_game(path).entries == shots(1)


def test_what_is_left_of_a_birth_that_was_cut_does_not_hinder_the_next(tmp_path: Path) -> None:
    (tmp_path / "0001.sqlite.new").write_bytes(b"half")
    (tmp_path / "0001.sqlite.new-journal").write_bytes(b"half")
    path = written(tmp_path / "0001.sqlite", shots(1))
    assert [path.name for path in tmp_path.iterdir()] == ["0001.sqlite"]
    assert open_game(path).entries == shots(1)


def test_only_the_owner_may_read_what_the_judge_entered(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    journal.append(shot(1), MOMENT)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["0001.sqlite", "0001.sqlite-shm", "0001.sqlite-wal"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    journal.close()


def test_the_tables_are_those_of_the_format(tmp_path: Path) -> None:
    with database(written(tmp_path / "0001.sqlite", shots(1))) as db:
        assert dict(db.execute("SELECT key, value FROM meta WHERE key != 'crc'")) == {
            "format": "1",
            "game": HEADER.game,
            "nightbox": "0.1.0",
            "rules": HEADER.rules,
            "digest": HEADER.digest,
            "seats": "10",
        }
        row = db.execute("SELECT n, at, boot, mono, wall, cause, source, facts FROM entry").fetchone()
        facts = '[["ShotRecorded", {"night": 1, "step": "shot", "seat": 7}]]'
        assert row == (1, 100, MOMENT.boot, 1000, MOMENT.wall, "entry", "pad1/9F3A/1", facts)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("order", ["UPDATE entry SET at = 0", "DELETE FROM entry"])
def test_entries_are_neither_changed_nor_deleted(tmp_path: Path, order: str) -> None:
    path = written(tmp_path / "0001.sqlite", shots(2))
    with database(path) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(order)
    assert open_game(path).entries == shots(2)


def test_a_source_is_written_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    journal.append(shot(1, "pad1/9F3A/41"), MOMENT)
    with pytest.raises(WriteError, match=r"UNIQUE constraint failed: entry\.source"):
        journal.append(shot(2, "pad1/9F3A/41"), MOMENT)
    journal.append(shot(2), MOMENT)
    journal.close()
    assert open_game(journal.path).entries == (shot(1, "pad1/9F3A/41"), shot(2))


def test_an_entry_may_be_appended_again_but_not_another_of_its_number(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    journal.append(shot(1), MOMENT)
    journal.append(shot(1), MOMENT)
    with pytest.raises(WriteError, match="entry 1 is there already and is another one"):
        journal.append(shot(1, "pad2/1/1"), MOMENT)
    with pytest.raises(WriteError, match="entry 3 cannot follow entry 1"):
        journal.append(shot(3), MOMENT)
    journal.close()
    assert open_game(journal.path).entries == (shot(1),)


def test_a_journal_is_not_continued_with_another_games_header(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(1))
    with pytest.raises(WriteError, match="another game's"):
        Journal(path, Header("other", "0.1.0", HEADER.rules, 10)).append(shot(2), MOMENT)


def test_alive_is_one_row_and_moves_the_resumption(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    journal.append(shot(1), MOMENT)
    journal.alive(5000, MOMENT)
    journal.alive(6000, MOMENT)
    journal.close()
    game = open_game(journal.path)
    assert (game.alive_at, game.resumes_at) == (6000, 6001)
    with database(journal.path) as db:
        assert db.execute("SELECT * FROM alive").fetchall() == [(6000, MOMENT.boot)]


def test_a_game_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    for n in range(1, 4):
        journal.append(shot(n), MOMENT)
        assert len(open_game(journal.path).entries) == n
    journal.close()


def test_what_is_only_in_the_wal_after_a_cut_comes_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0001.sqlite", HEADER)
    for entry in shots(3):
        journal.append(entry, MOMENT)
    after = tmp_path / "after"
    after.mkdir()
    for name in ("0001.sqlite", "0001.sqlite-wal"):
        (after / name).write_bytes((tmp_path / name).read_bytes())
    journal.close()
    assert open_game(after / "0001.sqlite").entries == shots(3)
    journal = Journal(after / "0001.sqlite", HEADER)
    journal.append(shot(4), MOMENT)
    journal.close()
    assert open_game(after / "0001.sqlite").entries == (*shots(3), shot(4))


def test_a_card_that_is_mounted_read_only_can_be_read_with_its_wal(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    journal = Journal(card / "0001.sqlite", HEADER)
    for entry in shots(2):
        journal.append(entry, MOMENT)
    (card / "0002.sqlite").write_bytes(journal.path.read_bytes())
    (card / "0002.sqlite-wal").write_bytes((card / "0001.sqlite-wal").read_bytes())
    journal.close()
    if subprocess.run(["mount", "--bind", "-o", "ro", card, card], capture_output=True).returncode:
        pytest.skip("LOUD: no read-only mount here")
    try:
        assert open_game(card / "0002.sqlite").entries == shots(2)
    finally:
        subprocess.run(["umount", card], check=True)


def test_a_newer_format_is_refused_and_kept(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(1))
    with database(path) as db:
        db.execute("UPDATE meta SET value = '2' WHERE key = 'format'")
        db.execute("UPDATE meta SET value = '3.0' WHERE key = 'nightbox'")
    before = path.read_bytes()
    with pytest.raises(FormatError, match=r"format 2 of nightbox 3\.0 is newer than format 1 .*file is kept"):
        open_game(path)
    assert path.read_bytes() == before


def test_an_older_format_rises_by_the_chain(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(2))
    with database(path) as db:
        meta = {**HEADER.rows(), "format": "0"}
        meta.pop("crc")
        new = [("0", "format"), (str(crc_of(meta)), "crc")]
        db.executemany("UPDATE meta SET value = ? WHERE key = ?", new)
    old = [["Shot", {"at": 7}], ["Forgotten", {}]]
    change(path, 1, facts=json.dumps(old))

    def from_0(name: str, fields: dict[str, object]) -> list[list[object]]:
        match name:
            case "Shot":
                return [["ShotRecorded", {"night": 1, "step": "shot", "seat": fields["at"]}]]
            case "Forgotten":
                return []
            case _:
                return [[name, fields]]

    game = open_game(path, {0: from_0})
    assert [entry.facts for entry in game.entries] == [entry.facts for entry in shots(2)]
    with pytest.raises(FormatError, match="entry 1 is not understood"):
        open_game(path)


def test_a_gap_is_a_format_error(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(3))
    with database(path) as db:
        db.execute("DROP TRIGGER no_delete")
        db.execute("DELETE FROM entry WHERE n = 2")
    with pytest.raises(FormatError, match="entry 2 is missing: the next one is 3"):
        open_game(path)


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"at": 5}, "entry 2 is at 5, before entry 1 at 100"),
        ({"facts": '[["ShotForgiven", {}]]'}, "entry 2 is not understood: .*ShotForgiven"),
        ({"facts": '[["PlayerRemoved", {"seat": "7"}]]'}, "entry 2 .*: seat must be of type int"),
        ({"facts": '[["PlayerRemoved", {"chair": 7}]]'}, "entry 2 is not understood"),
        ({"facts": "[" * 9000}, "entry 2 is not understood"),
        ({"facts": "7"}, "entry 2 is not understood"),
        ({"facts": ""}, "entry 2 is not understood"),
    ],
)
def test_what_is_not_understood_is_a_format_error(
    tmp_path: Path, columns: dict[str, object], text: str
) -> None:
    path = written(tmp_path / "0001.sqlite", shots(3))
    change(path, 2, **columns)
    with pytest.raises(FormatError, match=text):
        open_game(path)


def test_a_changed_digit_is_seen(tmp_path: Path) -> None:
    path = written(tmp_path / "0001.sqlite", shots(3))
    before, _, after = path.read_bytes().rpartition(b'"seat": 7')
    path.write_bytes(before + b'"seat": 8' + after)
    with pytest.raises(FormatError, match="its checksum is wrong"):
        open_game(path)


@pytest.mark.parametrize("content", [b"", b"garbage", b"SQLite format 3\0", b"\0" * 8192])
def test_a_file_that_is_no_journal_is_a_format_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "0001.sqlite"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="damaged"):
        open_game(path)
    assert path.read_bytes() == content


def test_a_missing_file_and_a_folder_are_format_errors(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such journal"):
        open_game(tmp_path / "0001.sqlite")
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        open_game(tmp_path)


def test_a_broken_journal_is_set_aside_with_what_belongs_to_it(tmp_path: Path) -> None:
    for _ in range(2):
        for end in ("", "-wal", "-shm"):
            (tmp_path / f"0001.sqlite{end}").write_bytes(end.encode())
        aside = set_aside(tmp_path / "0001.sqlite")
    assert aside.name == "0001.sqlite.broken-2"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"0001.sqlite.broken-{n}{end}" for n in (1, 2) for end in ("", "-shm", "-wal")
    ]
    assert (tmp_path / "0001.sqlite.broken-2-wal").read_bytes() == b"-wal"


@DEADLINE
@given(any_entries())
def test_entries_make_the_round_trip(entries: tuple[Entry, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert open_game(written(Path(folder) / "0001.sqlite", entries)).entries == entries


@DEADLINE
@given(any_entries())
def test_every_prefix_of_a_journal_opens(entries: tuple[Entry, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "0001.sqlite", HEADER)
        for n, entry in enumerate(entries, 1):
            journal.append(entry, MOMENT)
            copy = Path(folder) / f"{n}.sqlite"
            for end in ("", "-wal"):
                Path(f"{copy}{end}").write_bytes(Path(f"{journal.path}{end}").read_bytes())
            assert open_game(copy).entries == entries[:n]
        journal.close()


@dataclass(frozen=True, slots=True)
class Whole:
    """A journal of 40 entries, closed; and the database and the -wal of one that was cut."""

    closed: bytes = field(repr=False)
    cut: bytes = field(repr=False)
    wal: bytes = field(repr=False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    closed = written(folder / "closed.sqlite", shots(40)).read_bytes()
    journal = Journal(folder / "cut.sqlite", HEADER)
    for entry in shots(40):
        journal.append(entry, MOMENT)
    cut, wal = (folder / "cut.sqlite").read_bytes(), (folder / "cut.sqlite-wal").read_bytes()
    journal.close()
    return Whole(closed, cut, wal)


def opens_with_a_prefix_or_is_refused(database: bytes, wal: bytes | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "0001.sqlite"
        path.write_bytes(database)
        if wal is not None:
            Path(f"{path}-wal").write_bytes(wal)
        try:
            game = open_game(path)
        except FormatError:
            return
        assert game.header == HEADER
        assert game.entries == shots(40)[: len(game.entries)]


@DEADLINE
@given(st.data())
def test_a_journal_cut_at_any_byte_opens_with_a_prefix_or_is_refused(
    whole: Whole, data: st.DataObject
) -> None:
    opens_with_a_prefix_or_is_refused(whole.closed[: data.draw(st.integers(0, len(whole.closed)))])
    opens_with_a_prefix_or_is_refused(whole.cut, whole.wal[: data.draw(st.integers(0, len(whole.wal)))])


def with_garbage(raw: bytes, data: st.DataObject) -> bytes:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(raw) - 1))
        garbage = data.draw(st.binary(min_size=1, max_size=64))
        raw = raw[:start] + garbage + raw[start + len(garbage) :]
    return raw


@settings(DEADLINE, max_examples=100)
@given(st.data())
def test_a_journal_with_garbage_in_it_opens_with_a_prefix_or_is_refused(
    whole: Whole, data: st.DataObject
) -> None:
    opens_with_a_prefix_or_is_refused(with_garbage(whole.closed, data))
    opens_with_a_prefix_or_is_refused(whole.cut, with_garbage(whole.wal, data))
