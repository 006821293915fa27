"""The table: who is in it, in which place, and what does not count."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scored import CITY, FOUR, FSM, NAMES, ROLES, game, seat

from nightbox.errors import UsageError
from nightbox.game.ruleset import Ruleset
from nightbox.game.scoring import RANKINGS
from nightbox.scores import pages
from nightbox.scores.game import score
from nightbox.scores.outcome import UNCOUNTED, BestMove, Given, Outcome, Player
from nightbox.scores.series import Row as TableRow
from nightbox.scores.series import Table, placed, table
from nightbox.scores.sheet import sheet_lines
from nightbox.scores.ties import CRITERIA, HEAVY_BLACK, HEAVY_RED, Distance, Standing


def of(*outcomes: Outcome, rules: Ruleset = FSM) -> Table:
    return table([(outcome, rules) for outcome in outcomes])


def row(found: Table, name: str) -> TableRow:
    return next(one for one in found.rows if one.name == name)


# --- who is in it ---------------------------------------------------------------------------------------------------


def test_a_player_is_his_name_whatever_his_seat() -> None:
    first = game("red", seat(2, name="Лиса"), number="1")
    second = game("red", seat(7, name="  лиса "), seat(2, name="Борис"), number="2")
    fox = row(of(first, second), "лиса")  # as he was written last
    assert (fox.standing.games, fox.standing.wins, fox.total) == (2, 2, 200)


def test_seats_without_a_name_stand_apart() -> None:
    whole = game("red")
    found = of(replace(whole, players=tuple(replace(p, name="") if p.seat < 4 else p for p in whole.players)))
    assert [one.name for one in found.unnamed] == ["место 1, игра 1", "место 2, игра 1", "место 3, игра 1"]
    assert [one.place for one in found.unnamed] == [0, 0, 0] and len(found.rows) == 7
    page = pages.text(found)
    assert "Без имени" in page and "Имена записаны не все в играх: 1." in page


def test_an_unnamed_seat_gets_no_ci() -> None:
    outcome = game("black", seat(2, first_killed=True, best=(1,)), named=False)
    assert [one.ci for one in of(outcome).unnamed] == [0] * 10


@pytest.mark.parametrize("result", UNCOUNTED)
def test_a_game_that_does_not_count_is_left_out_and_told(result: str) -> None:
    found = of(game("red", number="1"), game(result, number="2"))
    assert found.games == ("1",) and row(found, "Анна").standing.games == 1
    ((number, why),) = found.left_out
    assert number == "2" and f"Не вошла игра 2: {why}" in pages.text(found)


def test_a_game_whose_points_hang_on_missing_roles_is_left_out_whole() -> None:
    found = of(game("red", number="1"), game("red", seat(3, role=""), seat(7, role=""), number="2"))
    assert found.games == ("1",)
    assert found.left_out == (("2", "роли не введены: № 3, № 7"),)
    assert "--role" in pages.text(found)


def test_a_draw_without_roles_counts_and_one_with_a_death_in_the_first_night_does_not() -> None:
    bare = [seat(n, role="") for n in range(1, 11)]
    assert of(game("draw", *bare)).games == ("1",)
    bare[1] = seat(2, role="", first_killed=True)
    assert of(game("draw", *bare)).left_out == (("1", "роли не введены: № 2"),)


def test_a_team_without_a_role_is_enough_only_where_no_tie_asks_for_the_role() -> None:
    red = [replace(seat(n), role="") if n not in ROLES else seat(n) for n in range(1, 11)]
    assert of(game("red", *red)).left_out
    assert of(game("red", *red, rules=CITY), rules=CITY).games == ("1",)


def test_several_rule_sets_in_one_table_are_an_error_with_the_mend() -> None:
    mixed = [(game("red", number="1"), FSM), (game("red", number="2", rules=FOUR), FOUR)]
    with pytest.raises(UsageError, match=r"several \(fsm: 1; 4mafia: 2\); name one: --rules 4mafia"):
        table(mixed)


def test_a_name_at_two_seats_of_a_game_is_an_error_with_the_mend() -> None:
    with pytest.raises(UsageError, match=r"game 3: 'лиса' sits at seats 2 and 5; mend one: nightbox games amend 3"):
        of(game("red", seat(2, name="Лиса"), seat(5, name="лиса"), number="3"))


def test_the_wins_of_every_role_are_counted() -> None:
    found = of(game("red", number="1"), game("black", number="2"), game("red", seat(2, role="sheriff"), number="3"))
    assert dict(row(found, "Борис").standing.roles) == {"civilian": 1, "mafia": 0, "don": 0, "sheriff": 1}
    assert dict(row(found, "Анна").standing.roles)["don"] == 1


# --- places ---------------------------------------------------------------------------------------------------------


def standing(**known: object) -> Standing:
    base = Standing(games=10, wins=5, total=500, bonus=0, roles=(), first_deaths=1, best=1)
    return replace(base, **known)  # type: ignore[arg-type]


def order(ranking: tuple[str, ...], games: Distance, **players: Standing) -> list[tuple[str, int, int]]:
    rows = [TableRow(0, 0, name, one, 0, 0, 0, 0) for name, one in players.items()]
    return [(one.name, one.place, one.last) for one in placed(rows, ranking, games)]


assert FSM.scores and FOUR.scores
FSM_RANKING, FOUR_RANKING = FSM.scores.ranking, FOUR.scores.ranking


@pytest.mark.parametrize(
    "better",
    [
        {"total": 501, "bonus": -100, "wins": 0, "first_deaths": 0},
        {"bonus": 1, "wins": 0, "first_deaths": 0},
        {"wins": 6, "first_deaths": 0},
        {"roles": (("don", 1),), "first_deaths": 0},
        {"roles": (("sheriff", 1),), "first_deaths": 0},
        {"first_deaths": 2},
    ],
)
def test_ties_of_fsm_in_their_order(better: dict[str, object]) -> None:
    a, b = standing(), standing(**better)
    assert order(FSM_RANKING, Distance(), a=a, b=b) == [("b", 1, 1), ("a", 2, 2)]


def test_leader_wins_of_fsm_add_the_don_and_the_sheriff() -> None:
    a = standing(roles=(("don", 2), ("civilian", 9)))
    b = standing(roles=(("don", 1), ("sheriff", 1)))
    assert order(FSM_RANKING, Distance(), a=a, b=b) == [("a", 1, 2), ("b", 1, 2)]


@pytest.mark.parametrize(
    "better",
    [
        {"games": 9, "total": 451, "wins": 0, "best": 0},  # a better coefficient with fewer points
        {"games": 20, "total": 1000, "wins": 0, "best": 0},  # the same coefficient, more points
        {"wins": 6, "best": 0},
        {"best": 2},
    ],
)
def test_ties_of_4mafia_in_their_order(better: dict[str, object]) -> None:
    a, b = standing(), standing(**better)
    assert order(FOUR_RANKING, Distance(5, 3), a=a, b=b) == [("b", 1, 1), ("a", 2, 2)]


@pytest.mark.parametrize(
    ("games", "heavy"),
    [
        (Distance(6, 4), HEAVY_RED),
        (Distance(4, 6), HEAVY_BLACK),
        (Distance(5, 5, best=(("red", 3), ("black", 1))), HEAVY_RED),
        (Distance(5, 5, best=(("red", 1), ("black", 3))), HEAVY_BLACK),
        (Distance(5, 5, best=(("red", 3), ("black", 3)), worst=(("black", 1),)), HEAVY_RED),
        (Distance(5, 5, best=(("red", 2), ("black", 2))), ()),
    ],
)
def test_the_heavy_role_of_4mafia_has_three_cases(games: Distance, heavy: tuple[str, ...]) -> None:
    assert games.heavy == heavy
    # Of any two roles, one win of the heavier goes before nine of the lighter.
    for heavier, lighter in pairwise(heavy):
        a, b = standing(roles=((lighter, 9),)), standing(roles=((heavier, 1),))
        assert order(FOUR_RANKING, games, a=a, b=b) == [("b", 1, 1), ("a", 2, 2)]


def test_the_order_of_the_heavy_roles_is_the_texts() -> None:
    assert (HEAVY_RED, HEAVY_BLACK) == (
        ("don", "mafia", "sheriff", "civilian"),
        ("sheriff", "civilian", "don", "mafia"),
    )


@pytest.mark.parametrize("ranking", [FSM_RANKING, FOUR_RANKING])
def test_what_nothing_parts_is_the_lots_and_shares_its_places(ranking: tuple[str, ...]) -> None:
    a, b, c, d = standing(), standing(), standing(total=900), standing(total=100)
    assert order(ranking, Distance(), b=b, a=a, c=c, d=d) == [("c", 1, 1), ("a", 2, 3), ("b", 2, 3), ("d", 4, 4)]


def test_a_table_tells_the_lot_and_never_draws_it() -> None:
    page = pages.text(of(game("red")))
    assert "жребий" in page and "2–7" in page
    assert page == pages.text(of(game("red")))


def test_a_rule_set_without_points_ranks_by_wins_and_says_so() -> None:
    found = of(game("black", rules=CITY, number="1"), game("draw", rules=CITY, number="2"), rules=CITY)
    assert [(one.name, one.place, one.last) for one in found.rows[:4]] == [
        ("Анна", 1, 3), ("Егор", 1, 3), ("Инна", 1, 3), ("Борис", 4, 10),
    ]  # fmt: skip
    page = pages.text(found)
    assert "места — по числу побед" in page and "жребий" not in page and "Сумма" not in page
    assert sheet_lines(game("red", rules=CITY), CITY) == [
        " В тексте этих правил баллов нет; в таблице места — по числу побед."
    ]


def test_every_criterion_that_a_rule_set_may_name_is_there() -> None:
    assert set(CRITERIA) == set(RANKINGS)


def test_the_bonus_that_parts_a_tie_has_the_penalties_in_it() -> None:
    player = seat(2, fouls=("technical",), given={"extra": 80})
    assert row(of(game("black", player)), "Борис").standing.bonus == 50


# --- sums -----------------------------------------------------------------------------------------------------------


def players() -> st.SearchStrategy[tuple[Player, ...]]:
    def player(at: int) -> st.SearchStrategy[Player]:
        return st.builds(
            lambda role, name, fouls, removals, best, points, marks: replace(
                seat(at, role=role),
                name=name,
                fouls=tuple(fouls),
                removals=tuple(removals),
                first_killed=at == 2,
                best_move=best,
                points=tuple(points),
                marks=tuple(marks),
            ),
            st.sampled_from(["civilian", "mafia", "don", "sheriff"]),
            st.sampled_from(["", NAMES[at - 1]]),
            st.lists(st.sampled_from(["foul", "technical", "big_technical", "warning"]), max_size=4),
            st.lists(st.sampled_from(["disqualified", "technicals", "team_defeat"]), max_size=1),
            st.none() | st.builds(BestMove, st.lists(st.integers(1, 10), max_size=3).map(tuple), st.booleans()),
            st.lists(st.builds(Given, st.sampled_from(["extra", "will"]), st.integers(-150, 150)), max_size=2),
            st.lists(st.tuples(st.sampled_from(["best", "worst", "unplayable", "red_near", "critical"]), st.just(1))),
        )

    return st.tuples(*map(player, range(1, 11)))


@st.composite
def serieses(draw: st.DrawFn, rules: Ruleset) -> list[Outcome]:
    results = draw(st.lists(st.sampled_from(["red", "black", "draw", "annulled", "replayed", "abandoned"]), max_size=8))
    return [
        Outcome(str(n), rules.id, result, draw(players()), draw(st.integers(0, 1)))
        for n, result in enumerate(results, 1)
    ]


@pytest.mark.parametrize("rules", [FSM, FOUR], ids=["fsm", "4mafia"])
@settings(max_examples=25)
@given(data=st.data())
def test_a_table_sums_up_to_what_its_games_do(rules: Ruleset, data: st.DataObject) -> None:
    outcomes = data.draw(serieses(rules))
    found = of(*outcomes, rules=rules)
    rows = (*found.rows, *found.unnamed)
    games = [one for outcome in outcomes for one in score(outcome, rules).scores]
    assert sum(one.total - one.ci for one in rows) == sum(one.total for one in games)
    assert all(one.total == one.main + one.ci + one.bonus + one.penalty for one in rows)
    assert sum(one.standing.games for one in rows) == 10 * len(found.games)
    for outcome in outcomes:
        assert all(len(line) <= 80 for line in sheet_lines(outcome, rules))
    told = json.loads(pages.json_text(found))
    assert [one["total"] for one in told["rows"]] == [one.total for one in found.rows]


# --- pages ----------------------------------------------------------------------------------------------------------


def test_the_table_as_text() -> None:
    first = game(
        "black",
        seat(2, first_killed=True, left="killed", number=1, best=(1, 6, 2)),
        seat(5, fouls=("technical",), given={"extra": 110}),
    )
    lines = pages.text(of(first)).splitlines()
    assert lines[0] == "ФСМ: игр 1"
    assert lines[2].split() == [
        "Место", "Игрок", "Игр", "Побед", "Осн.", "Ci", "Доп.", "Штраф", "Сумма", "мирн.", "маф.", "Дон", "Шер.",
    ]  # fmt: skip
    assert next(line for line in lines if "Борис" in line).split()[1:9] == [
        "Борис", "1", "0", "0,00", "0,10", "0,30", "0,00", "0,40",
    ]  # fmt: skip
    assert next(line for line in lines if "Дина" in line).split()[4:9] == ["0,00", "0,00", "1,10", "−0,30", "0,80"]
    assert lines[-1].startswith("! игра 1: № 5: дополнительный балл +1,10 вне шкалы")


def test_the_table_of_4mafia_has_a_coefficient() -> None:
    games = (game("red", rules=FOUR, number="1"), game("black", rules=FOUR, number="2"))
    third = game("red", seat(2, marks=(("best", 1),)), rules=FOUR, number="3")
    lines = pages.text(of(*games, third, rules=FOUR)).splitlines()
    assert "Коэф." in lines[2] and "Ci" not in lines[2]
    assert next(line for line in lines if "Борис" in line).split()[4:10] == [
        "2,00", "0,75", "0,00", "2,75", "0,92", "2",
    ]  # fmt: skip


def test_the_table_for_a_spreadsheet() -> None:
    page = pages.csv_text(of(game("black", seat(5, fouls=("technical",)))))
    assert page.startswith("\ufeffМесто;Игрок;Игр;Побед;")
    assert ";Дина;1;0;0,00;0,00;0,00;-0,30;" in page and page.endswith("\r\n")


def test_an_empty_table_is_a_sentence() -> None:
    assert pages.text(of()) == "Нет ни одной игры, которая идёт в таблицу."


def test_the_sheet_of_a_game() -> None:
    outcome = game(
        "black",
        seat(2, first_killed=True, left="killed", number=1, best=(1, 6, 2), marks=(("no_check", 1), ("red_right", 2))),
        seat(5, fouls=("technical", "big_technical"), removals=("technicals",), given={"extra": 20}),
    )
    lines = sheet_lines(outcome, FSM)
    at = lines.index(" № 2  Борис              +0,60")
    assert lines[at + 1 : at + 6] == [
        "      +0,30  лучший ход (8.3.5): 1 6 2; чёрных — 2",
        "      +0,30  протокол ПУ (8.3.9.3–8.3.9.9)",
        "      Ci: считается по серии игр (стр. 481–497)",
        "      отметки: не сделал проверку; верных красных: 2",
        " № 3  Вера               0,00",
    ]
    assert "      −1,20  большой технический фол (6.7.1–6.7.2): второй, вдвойне" in lines
    assert lines[-2].startswith(" ! № 5: дополнительный балл +0,20, но удалённому")


def test_the_sheet_says_where_roles_are_missing() -> None:
    lines = sheet_lines(game("red", *(seat(n, role="") for n in range(1, 11))), FSM)
    assert lines[:2] == [" № 1  Анна               0,00 и то, для чего роли не введены",
                         "      роли не введены  победа (8.2.1–8.2.2)"]  # fmt: skip


@pytest.mark.parametrize("result", UNCOUNTED)
def test_the_sheet_of_a_game_that_does_not_count_is_one_sentence(result: str) -> None:
    (line,) = sheet_lines(game(result), FSM)
    assert "нет" in line
