"""What a journal says of its game to whoever counts points, from facts by hand and from games that were played."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import stories
from hypothesis import given
from made import MOMENT, any_entries

from nightbox.cli import main
from nightbox.game import facts as f
from nightbox.game.facts import Entry, Fact
from nightbox.record.journal import Header
from nightbox.record.outcome import of_game, outcome
from nightbox.record.store import Journal
from nightbox.rules import loader
from nightbox.scores.game import score
from nightbox.scores.outcome import BestMove, Outcome, Player
from nightbox.testing.legal import LegalJudge, dealt
from nightbox.testing.table import Table

RULES = loader.load("fsm")
ROLES = {1: "don", 4: "sheriff", 6: "mafia", 9: "mafia"}
DEAL = tuple(f.RoleEntered(n, ROLES.get(n, "civilian")) for n in range(1, 11))


def told(*facts: Fact | Sequence[Fact]) -> tuple[Entry, ...]:
    """An entry for each fact, or for several together."""
    return tuple(
        Entry(n, n * 1000, "entry", tuple(one) if isinstance(one, tuple | list) else (one,))
        for n, one in enumerate(facts, 1)
    )


def ended(*facts: Fact | Sequence[Fact], roles: Sequence[Fact] = DEAL, winner: str = "red") -> Outcome:
    found = outcome(RULES, 10, told(f.PartBegan("dusk", 0), roles, *facts, f.GameEnded(winner)), "7")
    assert found is not None
    return found


def seat(found: Outcome, number: int) -> Player:
    player = found.player(number)
    assert player is not None
    return player


NIGHT_1 = f.PartBegan("dusk", 1)


def test_a_running_game_has_no_outcome() -> None:
    assert outcome(RULES, 10, told(f.PartBegan("dusk", 0), DEAL), "1") is None
    assert of_game(stories.game(stories.unfinished_story()), "1") is None


def test_a_result_that_was_taken_back_is_none() -> None:
    back = told(DEAL, f.GameEnded("red"), f.TableCorrected("winner", 0, 0, ""))
    assert outcome(RULES, 10, back, "1") is None


def test_roles_teams_and_names() -> None:
    found = ended(f.PlayerNamed(2, "Лиса"), f.PlayerNamed(3, "Ёж"), f.PlayerNamed(3, "Ёжик"))
    assert (found.game, found.rules, found.result) == ("7", "fsm", "red")
    assert [seat(found, n).name for n in (1, 2, 3)] == ["", "Лиса", "Ёжик"]
    assert (seat(found, 1).role, seat(found, 1).team) == ("don", "black")
    assert (seat(found, 4).role, seat(found, 4).team) == ("sheriff", "red")


def test_the_cards_that_are_left_of_the_deck_are_known_too() -> None:
    four = [fact for fact in DEAL if fact.role != "civilian"]
    assert {seat(ended(roles=four), n).role for n in (2, 3, 5, 7, 8, 10)} == {"civilian"}
    blacks = [fact for fact in four if fact.role != "sheriff"]
    assert {(seat(ended(roles=blacks), n).role, seat(ended(roles=blacks), n).team) for n in (2, 4)} == {("", "red")}
    two = blacks[:2]
    assert (seat(ended(roles=two), 2).role, seat(ended(roles=two), 2).team) == ("", "")
    wrong = [*four, f.RoleEntered(2, "don"), f.RoleEntered(3, "sheriff")]
    assert seat(ended(roles=wrong), 5).team == ""


def test_how_players_left() -> None:
    found = ended(NIGHT_1, f.PlayerKilled(1, 2), f.PlayerVotedOut(2, 3), f.TableCorrected("seat_out", 5, 0, ""))
    assert [(seat(found, n).left, seat(found, n).number) for n in (1, 2, 3, 5)] == [
        ("", 0), ("killed", 1), ("voted", 2), ("corrected", 2),
    ]  # fmt: skip


def test_the_first_killed_is_of_the_first_night_of_shots_alone() -> None:
    found = ended(NIGHT_1, f.PlayerKilled(1, 2), f.PartBegan("dusk", 2), f.PlayerKilled(2, 3))
    assert [n for n in range(1, 11) if seat(found, n).first_killed] == [2]
    missed = ended(NIGHT_1, f.NobodyKilled(1), f.PartBegan("dusk", 2), f.PlayerKilled(2, 3))
    assert not any(player.first_killed for player in missed.players)


def test_a_removal_in_the_same_morning_does_not_unmake_the_kill() -> None:
    found = ended(NIGHT_1, f.FoulGiven(2, "foul"), f.RemovalEntered(2), f.PlayerRemoved(2), f.PlayerKilled(1, 2))
    assert seat(found, 2).first_killed and seat(found, 2).left == "removed"


def test_a_player_who_was_put_back_was_not_killed() -> None:
    found = ended(
        NIGHT_1, f.PlayerKilled(1, 2), f.BestMoveTaken(2, 1, 6, 9), f.TableCorrected("seat_in", 2, 0, "")
    )
    assert (seat(found, 2).first_killed, seat(found, 2).best_move, seat(found, 2).left) == (False, None, "")


def test_the_best_move_at_night_and_by_day() -> None:
    night = ended(NIGHT_1, f.PlayerKilled(1, 2), f.BestMoveTaken(2, 1, 6, 0))
    assert seat(night, 2).best_move == BestMove((1, 6), by_day=False)
    day = ended(f.PlayerVotedOut(1, 3), f.BestMoveTaken(3, 1, 6, 9))
    assert seat(day, 3).best_move == BestMove((1, 6, 9), by_day=True)


def test_fouls_and_removals() -> None:
    found = ended(
        *[f.FoulGiven(2, "foul")] * 4,
        f.FoulGiven(3, "technical"),
        f.FoulGiven(3, "foul"),
        f.FoulAmended(3, "big_technical"),
        (f.FoulGiven(4, "removal"), f.RemovalEntered(4)),
        f.FoulGiven(5, "warning"),
        f.TeamDefeatEntered(7),
    )
    assert seat(found, 2).removals == ("disqualified",)
    assert (seat(found, 3).fouls, seat(found, 3).removals) == (("technical", "big_technical"), ("technicals",))
    assert seat(found, 4).removals == ("disqualified",)
    assert (seat(found, 5).fouls, seat(found, 5).removals) == (("warning",), ())
    assert seat(found, 7).removals == ("team_defeat",)


def test_the_fourth_foul_is_a_disqualification_beside_two_technical_ones() -> None:
    both = ended(*[f.FoulGiven(2, "foul")] * 4, *[f.FoulGiven(2, "technical")] * 2)
    assert seat(both, 2).removals == ("disqualified",)
    pressed = ended(*[f.FoulGiven(2, "technical")] * 2, f.RemovalEntered(2))
    assert seat(pressed, 2).removals == ("technicals",)


def test_points_and_marks_the_last_of_a_kind_stands() -> None:
    found = ended(
        f.PointsGiven(2, "extra", 30, "версии"),
        f.PointsGiven(2, "extra", 40, "версии и завещание"),
        f.PointsGiven(2, "penalty", -20, ""),
        f.PointsGiven(2, "penalty", 0, ""),
        f.MarkGiven(2, "red_right", 3),
        f.MarkGiven(2, "no_check", 1),
        f.MarkGiven(2, "no_check", 0),
    )
    assert [(one.kind, one.hundredths, one.reason) for one in seat(found, 2).points] == [
        ("extra", 40, "версии и завещание")
    ]
    assert seat(found, 2).marks == (("red_right", 3),)


def test_an_amended_result_goes_before_the_announced_one() -> None:
    after = told(DEAL, f.GameEnded("red"), f.ResultAmended("annulled", "судья"), f.ResultAmended("black", "протест"))
    found = outcome(RULES, 10, after, "1")
    assert found and found.result == "black"
    withdrawn = outcome(RULES, 10, told(DEAL, f.GameEnded("red"), f.ResultAmended("", "")), "1")
    assert withdrawn and withdrawn.result == "red"


def test_an_abandoned_game_counts_for_nobody() -> None:
    found = outcome(RULES, 10, told(DEAL, f.GameAbandoned()), "1")
    assert found and found.result == "abandoned" and not found.counts


def test_votes_that_let_all_stay_are_counted_once_a_day() -> None:
    found = ended(
        f.VoteEnded(2, "all_stay", "3 5 7"), f.VoteEnded(2, "all_stay", "3 5 7"), f.VoteEnded(3, "leaves", "3"),
        f.VoteEnded(4, "all_stay", "2 5"), f.VoteEnded(5, "all_stay", "2 5"), f.VoteEnded(5, "all_leave", "2 5"),
    )  # fmt: skip
    assert found.splits == 2


def test_what_was_undone_is_not_told() -> None:
    entries = told(
        DEAL, f.PlayerNamed(2, "Лиса"), f.Undone(2), f.PointsGiven(2, "extra", 30, ""), f.Undone(4),
        f.VoteEnded(2, "all_stay", "3 5"), f.Undone(6), f.GameEnded("red"),
    )  # fmt: skip
    found = outcome(RULES, 10, entries, "1")
    assert found and (seat(found, 2).name, seat(found, 2).points, found.splits) == ("", (), 0)


@given(entries=any_entries())
def test_any_entries_have_an_outcome_that_can_be_scored(entries: tuple[Entry, ...]) -> None:
    found = outcome(RULES, 10, (*entries, Entry(99, 10**9, "reveal", (f.GameEnded("red"),))), "1")
    if found is not None:
        assert len(score(found, RULES).scores) == 10


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_was_played_is_scored(seed: int) -> None:
    deal = dealt(RULES, Random(seed))
    table = Table(RULES, {})
    LegalJudge(table, seed, Random(seed), deal).play()
    found = of_game(stories.game(table), "1")
    assert found is not None
    game, rules = found
    assert tuple(player.role for player in game.players) == deal
    assert game.result == table.referee.state.public.winner
    earned = score(game, rules)
    assert not earned.open
    winners = [player.seat for player in game.players if player.team == game.result]
    assert [one.seat for one in earned.scores if one.main == 100] == (winners if game.won else [])
    split = sum(1 for e in table.journal for x in e.facts if isinstance(x, f.VoteEnded) and x.how == "all_stay")
    assert game.splits == split


# --- the command ------------------------------------------------------------------------------------------------------


def shelve(folder: Path, number: int, *facts: Fact | Sequence[Fact], rules: str = "fsm") -> None:
    text = loader.to_json(replace(RULES, id=rules))
    with closing(Journal(folder / f"{number:04d}.sqlite", Header(f"game-{number}", "0.1.0", text, 10))) as journal:
        for entry in told(*facts):
            journal.append(entry, MOMENT)


NAMES = tuple(f.PlayerNamed(n, f"Игрок-{n}") for n in range(1, 11))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelve(tmp_path, 1, DEAL, NAMES, NIGHT_1, f.PlayerKilled(1, 2), f.BestMoveTaken(2, 1, 6, 3), f.GameEnded("black"))
    shelve(tmp_path, 2, DEAL, NAMES, f.GameEnded("red"), f.ResultAmended("annulled", "протест"))
    shelve(tmp_path, 3, DEAL, NAMES, f.PartBegan("dusk", 0))
    shelve(tmp_path, 4, DEAL, NAMES, f.GameEnded("red"))
    (tmp_path / "0005.sqlite").write_bytes(b"broken")
    shelve(tmp_path, 6, DEAL, NAMES, f.GameEnded("red"), rules="house")
    return tmp_path


def run(folder: Path, *words: str) -> int:
    return main(["games", "table", "--state", str(folder), *words])


def test_the_table_of_a_shelf(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--rules", "fsm") == 0
    page = capsys.readouterr().out
    assert page.startswith("ФСМ: игр 2\n")
    line = next(line for line in page.splitlines() if "Игрок-2" in line)
    assert line.split()[1:9] == ["Игрок-2", "2", "1", "1,00", "0,10", "0,30", "0,00", "1,40"]
    for told_apart in ("игра 2: аннулирована", "игра 3: не окончена", "игра 5: не читается"):
        assert told_apart in page


def test_a_part_of_the_shelf_as_json_and_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--from", "1", "--to", "3", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["games"] == ["1"]
    assert value["left_out"] == [{"game": "2", "why": "аннулирована"}, {"game": "3", "why": "не окончена"}]
    second = next(one for one in value["rows"] if one["name"] == "Игрок-2")
    assert (second["ci"], second["bonus"], second["total"], second["place"]) == (10, 30, 40, 4)
    assert run(folder, "--from", "4", "--to", "4", "--csv") == 0
    page = capsys.readouterr().out
    rows = list(csv.reader(io.StringIO(page.removeprefix("\ufeff")), delimiter=";"))
    assert len(rows) == 11 and rows[0][1] == "Игрок" and {len(one) for one in rows} == {len(rows[0])}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 64, "several (fsm: 1, 2, 4; house: 6); name one: --rules fsm"),
        (("--rules", "fsn"), 64, "no game of these was played by 'fsn'; there are fsm, house; did you mean 'fsm'?"),
        (("--from", "4", "--to", "2"), 64, "--from 4 is after --to 2"),
        (("--from", "zero"), 64, "'zero' is not the number of a game"),
        (("--json", "--csv"), 64, "not allowed with argument"),
        (("--from", "9", "--rules", "fsm"), 64, "there are no finished games"),
    ],
)
def test_what_cannot_be_one_table_is_told(
    folder: Path, words: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, *words) == code
    assert said in capsys.readouterr().err


def test_an_empty_shelf_has_an_empty_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path) == 0
    assert capsys.readouterr().out == "Нет ни одной игры, которая идёт в таблицу.\n"
