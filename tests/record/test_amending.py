"""`games amend` and `games export` as commands: what they write, and what they refuse without writing anything."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
import stories

from nightbox.game.facts import PlayerNamed, SeatVoted
from nightbox.record.journal import open_game
from nightbox.record.shelf import Shelf
from nightbox.record.store import Journal, moment_now
from nightbox.testing.child import ChildBox, nightbox
from nightbox.testing.table import Table

VOTES = "day 1 round 2: 1>6 2>6 3>6 4>6 5>6 7>6 6>3 8>3 9>3 10>-"


def keep(folder: Path, *tables: Table) -> Path:
    """These games, in this order, in a state directory."""
    with Shelf(folder) as shelf:
        for table in tables:
            game = stories.game(table)
            journal = Journal(shelf.new_path(), game.header)
            for entry in game.entries:
                journal.append(entry, moment_now())
            journal.close()
    return folder


@pytest.fixture(scope="module")
def finished() -> Table:
    table = stories.whole_story()
    table.rest()
    return table


@pytest.fixture
def state(tmp_path: Path, finished: Table) -> Path:
    """A finished game, and one that runs."""
    return keep(tmp_path / "state", finished, stories.unfinished_story())


def amend(state: Path, *words: str, number: int = 1) -> object:
    return nightbox("games", "amend", str(number), "--state", state, *words)


def told(done: object, code: int, *words: str) -> None:
    """It ended with `code`, said all `words`, and no traceback."""
    said = done.stdout + done.stderr  # type: ignore[attr-defined]
    assert done.returncode == code, said  # type: ignore[attr-defined]
    assert "Traceback" not in said
    for word in words:
        assert word in said


def test_all_that_is_asked_for_is_written_and_stands_in_the_protocol(state: Path) -> None:
    before = open_game(state / "0001.sqlite")
    done = amend(
        state, "--name", "3=Лиса", "--name", "4=Старый волк", "--role", "7=civilian", "--shots", "night 1: 1>4 9>miss",
        "--votes", VOTES, "--points", "3:extra=0.3", "--mark", "5:did_not_wake", "--foul", "2=technical",
        "--reason-of", "73", "6.6.3", "--result", "red", "--reason", "судейская ошибка",
    )  # fmt: skip
    told(done, 0, "№ 3 — Лиса", "исход: победа красных")
    after = open_game(state / "0001.sqlite")
    assert after.entries[: len(before.entries)] == before.entries
    new = after.entries[len(before.entries) :]
    assert [entry.cause for entry in new].count("amendment") == 9
    assert len([fact for entry in new for fact in entry.facts if isinstance(fact, SeatVoted)]) == 10
    shown = nightbox("games", "show", "1", "--state", state).stdout
    for words in ("Старый волк", "ПОБЕДА КРАСНЫХ", "№ 1 → № 4; № 9 → промах", "+0,30", "технический фол (после игры"):
        assert words in shown
    assert "победа красных" in nightbox("games", "list", "--state", state).stdout


def test_what_was_written_can_be_taken_back(state: Path) -> None:
    told(amend(state, "--name", "3=Лиса", "--mark", "3:declared", "--points", "3:extra=0,25", "--reason", "за игру"), 0)
    told(amend(state, "--name", "3=", "--mark", "3:declared=0", "--points", "3:extra=0"), 0, "имя снято", "снято")
    value = json.loads(nightbox("games", "show", "1", "--json", "--state", state).stdout)
    assert (value["seats"][2]["name"], value["marks"], value["points"]) == ("", [], [])
    assert len(value["amendments"]) == 6


REFUSED = {
    "nothing": ([], ["nothing is asked for", "--help"]),
    "a name without a sign": (["--name", "3Лиса"], ["'3Лиса'", "--name 3=Лиса"]),
    "an unknown seat": (["--name", "11=Лиса"], ["--name 11=Лиса", "нет места 11", "nothing was written"]),
    "a seat that is no number": (["--removal", "Лиса"], ["'Лиса'", "--removal 4"]),
    "a seat of a million digits": (["--removal", "9" * 9], ["--removal 4"]),
    "an unknown role": (["--role", "3=shrif"], ["'shrif'", "did you mean 'sheriff'", "civilian, mafia, don"]),
    "points that are no number": (["--points", "3:extra=много", "--reason", "x"], ["'много'", "0.3"]),
    "points that are no hundredths": (["--points", "3:extra=0.333", "--reason", "x"], ["'0.333'", "hundredths"]),
    "points without a reason": (["--points", "3:extra=0.3"], ["--points 3:extra=0.3", "why?", "--reason"]),
    "an unknown kind of points": (["--points", "3:beauty=1", "--reason", "x"], ["beauty", "есть: extra"]),
    "an unknown mark": (["--mark", "3:slept"], ["slept", "did_not_wake"]),
    "an unknown foul": (["--foul", "3=slap"], ["slap", "technical"]),
    "an unknown result": (["--result", "rde", "--reason", "x"], ["rde", "red, black, draw", "annulled"]),
    "a result without a reason": (["--annul"], ["annulled", "why?", "--reason"]),
    "two results": (["--annul", "--replayed", "--reason", "x"], ["not allowed with"]),
    "a reason of nothing": (["--name", "3=Лиса", "--reason", "x"], ["--reason stands with", "--points"]),
    "an entry that is not there": (["--reason-of", "9999", "6.6.3"], ["9999"]),
    "votes that do not add up": (["--votes", VOTES.replace(" 7>6", "")], ["насчитано голосов 6", "названо 5"]),
    "a vote of who is out": (["--votes", "day 2 round 1: 6>8"], ["игрок 6", "не голосовал"]),
    "a vote that is not understood": (["--votes", "day 1 round 2: 1-6"], ["'1-6'", "1>5"]),
    "a round that was not voted": (["--votes", "day 3 round 7: 1>5"], ["тура 7 дня 3 не было"]),
    "a shot of a red": (["--shots", "night 1: 2>4"], ["игрок 2", "не стрелял"]),
    "a night without shots": (["--shots", "night 0: 1>4"], ["ночи 0"]),
    "shots that are not understood": (["--shots", "1>4"], ["'1>4'", "night 1: 3>7"]),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_is_refused_is_said_and_changes_nothing(state: Path, wrong: str) -> None:
    words, said = REFUSED[wrong]
    before = (state / "0001.sqlite").read_bytes()
    good = ["--name", "2=Волк"] if words else []
    told(amend(state, *good, *words), 64, *said)
    assert (state / "0001.sqlite").read_bytes() == before


def test_a_game_that_runs_is_not_amended(state: Path) -> None:
    told(amend(state, "--name", "3=Лиса", number=2), 64, "game 2 is not over")


def test_a_game_that_is_not_there_is_said_to_be_missing(state: Path) -> None:
    told(amend(state, "--name", "3=Лиса", number=9), 64, "there is no game 9")


def test_a_damaged_journal_is_not_amended(state: Path) -> None:
    path = state / "0001.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER no_update")
        db.execute("UPDATE entry SET at = at + 1 WHERE n = 100")
    db.close()
    told(amend(state, "--name", "3=Лиса"), 65, "entry 100 is damaged")


def test_a_game_that_the_box_still_holds_is_not_amended_and_the_others_are(state: Path) -> None:
    with Shelf(state) as shelf:
        told(amend(state, "--name", "3=Лиса"), 75, "still holds game 0001", "systemctl stop nightbox")
        shelf.hold([state / "0001.sqlite"])
        told(amend(state, "--name", "3=Лиса"), 75, "still holds game 0001")
        shelf.hold([state / "0002.sqlite"])
        told(amend(state, "--name", "3=Лиса"), 0, "№ 3 — Лиса")
    assert open_game(state / "0001.sqlite").entries[-1].facts == (PlayerNamed(3, "Лиса"),)


def test_the_running_box_names_the_game_that_it_writes(tmp_path: Path, finished: Table) -> None:
    with ChildBox(tmp_path, more='[sound]\ndevice = "none"\n') as box:
        keep(box.state, finished, stories.unfinished_story())
        box.start()
        box.wait(lambda: Shelf(box.state).held() == ("0002.sqlite",))
        told(amend(box.state, "--name", "3=Лиса"), 0, "№ 3 — Лиса")
        told(amend(box.state, "--name", "3=Лиса", number=2), 75, "still holds game 0002")
        assert box.stop() == 0


def test_a_finished_game_is_exported_in_each_form(state: Path) -> None:
    def form(*words: str) -> str:
        done = nightbox("games", "export", "1", *words, "--state", state)
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    assert json.loads(form())["version"] == json.loads(form("--json"))["version"] == 1
    assert form("--csv").startswith("\ufeffвремя;мс;")
    assert form("--html").startswith("<!DOCTYPE html>") and "</html>" in form("--html")
    told(nightbox("games", "export", "1", "--csv", "--html", "--state", state), 64, "not allowed with")
    told(nightbox("games", "export", "2", "--csv", "--state", state), 64, "game 2 is not over")
