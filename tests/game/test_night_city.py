"""The nights of «Городская мафия»: how visits, shots, heals and the Maniac collide; what is refused, answered, won."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_night import dawn, day_one, enter, fall, night, rules_of, told
from hypothesis import given
from hypothesis import strategies as st
from playing import assert_folds, facts, ledger, public, run_until, spoken, to_day

from nightbox.game import abilities, reveal
from nightbox.game.commands import CorrectEntry
from nightbox.game.facts import CardTaken, HealRecorded, NobodyKilled, RoleEntered, VisitRecorded
from nightbox.game.ledger import Ledger, Record, RecordKind
from nightbox.game.public import Exit, Public
from nightbox.game.resolve import refused
from nightbox.game.ruleset import Ruleset
from nightbox.game.state import State
from nightbox.testing.table import Table

RULES = rules_of("city")
DECK = ("mafia", "mafia", "don", "sheriff", "doctor", "putana", "maniac", *("civilian",) * 5)
MAFIA, DON, SHERIFF, DOCTOR, PUTANA, MANIAC = 1, 3, 4, 5, 6, 7
BLACK = rules_of("city", deck={"putana": 0, "putana_black": 1, "policeman": 1})
BLACK_DECK = ("mafia", "mafia", "don", "sheriff", "doctor", "putana_black", "maniac", "policeman", *("civilian",) * 4)
POLICEMAN = 8
KINDS: dict[str, RecordKind] = {
    "visit": "visit", "shot": "shot", "don_check": "check", "sheriff_check": "check", "heal": "heal",
    "maniac_shot": "shot",
}  # fmt: skip


def state(
    entries: dict[str, int],
    roles: tuple[str, ...] = DECK,
    exits: tuple[Exit, ...] = (),
    *,
    at: int = 1,
    before: tuple[Record, ...] = (),
) -> State:
    """A night as the judge has entered it: seats, 0 for MISS."""
    records = tuple(
        Record(at, step, KINDS[step] if seat else "miss", (seat,) if seat else ()) for step, seat in entries.items()
    )
    entered = tuple((seat, role) for seat, role in enumerate(roles, 1) if role)
    return State(Public(12, part="night", night=at, exits=exits), Ledger(roles=entered, records=before + records))


def result(entries: dict[str, int], roles: tuple[str, ...] = DECK, rules: Ruleset = RULES, **more: object) -> object:
    return reveal.entered_result(rules, state(entries, roles, **more))  # type: ignore[arg-type]


# --- the programme ----------------------------------------------------------------------------------------------


def test_night_zero_calls_every_role_of_the_deck_and_nobody_else() -> None:
    woken = [line for line in spoken(day_one(RULES, DECK)) if line.endswith("_wakes")]
    assert woken == ["putana_wakes", "mafia_wakes", "sheriff_wakes", "doctor_wakes", "maniac_wakes"]
    small = rules_of("city", 8)
    roles = ("mafia", "don", "sheriff", "doctor", *("civilian",) * 4)
    assert [line for line in spoken(day_one(small, roles)) if line.endswith("_wakes")] == woken[1:4]


def test_a_black_putana_and_a_policeman_sound_like_a_red_one_and_a_civilian() -> None:
    red, black = night(day_one(RULES, DECK), visit=9, shot=10), night(day_one(BLACK, BLACK_DECK), visit=9, shot=10)
    assert red.public_trace == black.public_trace


def test_dead_roles_are_called_like_living_ones() -> None:
    table = day_one(RULES, DECK)
    night(table, shot=DOCTOR, maniac_shot=PUTANA)
    assert dawn(table) == (DOCTOR, PUTANA)
    since = table.now
    night(table)
    assert [line for line in spoken(table, since) if line.endswith(("_wakes", "_sleeps"))] == [
        "putana_wakes", "putana_sleeps", "mafia_wakes", "mafia_sleeps", "don_wakes", "don_sleeps", "sheriff_wakes",
        "sheriff_sleeps", "doctor_wakes", "doctor_sleeps", "maniac_wakes", "maniac_sleeps",
    ]  # fmt: skip


def test_the_deal_takes_the_keys_of_this_deck() -> None:
    keys = [role.id for role in BLACK.roles]
    assert keys[:4] == ["civilian", "mafia", "don", "sheriff"]
    assert keys[4:] == ["doctor", "putana_black", "maniac", "policeman"]
    table = day_one(BLACK, BLACK_DECK)
    dealt = [fact.role for fact in facts(table, RoleEntered)][:12]
    assert tuple(dealt) == BLACK_DECK
    assert len(facts(table, CardTaken)) == 12


def test_victims_are_told_in_seat_order_with_the_same_words_each_with_a_last_word() -> None:
    table = night(day_one(RULES, DECK), shot=11, maniac_shot=9)
    since = table.now
    assert told(table) == (9, 11)
    to_day(table)
    assert spoken(table, since) == ["killed_9", "killed_11", "last_word_9", "last_word_11"]


def test_a_good_morning_is_told_as_one() -> None:
    table = night(day_one(RULES, DECK), shot=9, heal=9)
    since = table.now
    assert told(table) == ()
    to_day(table)
    assert spoken(table, since) == ["truly_good_morning"]
    assert facts(table, NobodyKilled) == [NobodyKilled(1)]


# --- how abilities collide (3.8, decision 13) ---------------------------------------------------------------------

COLLISIONS: list[tuple[str, dict[str, int], tuple[int, ...]]] = [
    ("a shot kills", {"shot": 9}, (9,)),
    ("a heal saves", {"shot": 9, "heal": 9}, ()),
    ("a heal of another does not", {"shot": 9, "heal": 10}, (9,)),
    ("a visited mafioso misses", {"visit": MAFIA, "shot": 9}, ()),
    ("a visited Don misses", {"visit": DON, "shot": 9}, ()),
    ("a visited Doctor heals nobody", {"visit": DOCTOR, "shot": 9, "heal": 9}, (9,)),
    ("a visited Maniac misses", {"visit": MANIAC, "maniac_shot": 9}, ()),
    ("a visited Maniac leaves the mafia's shot", {"visit": MANIAC, "shot": 10, "maniac_shot": 9}, (10,)),
    ("the Doctor does not save from the Maniac", {"maniac_shot": 9, "heal": 9}, (9,)),
    ("two killers, two dead", {"shot": 9, "maniac_shot": 10}, (9, 10)),
    ("two killers, one dead", {"shot": 9, "maniac_shot": 9}, (9,)),
    ("a healed seat dies of the Maniac", {"shot": 9, "heal": 9, "maniac_shot": 9}, (9,)),
    ("a visit does not protect", {"visit": 9, "shot": 9}, (9,)),
    ("a visited Sheriff may be shot", {"visit": SHERIFF, "shot": SHERIFF}, (SHERIFF,)),
    ("the guest leaves with the Putana", {"visit": 9, "shot": PUTANA}, (PUTANA, 9)),
    ("a healed Putana saves her guest", {"visit": 9, "shot": PUTANA, "heal": PUTANA}, ()),
    ("a heal does not save the guest", {"visit": 9, "shot": PUTANA, "heal": 9}, (PUTANA, 9)),
    ("the Maniac kills both, too", {"visit": 9, "maniac_shot": PUTANA}, (PUTANA, 9)),
    ("no heal against the Maniac", {"visit": 9, "maniac_shot": PUTANA, "heal": PUTANA}, (PUTANA, 9)),
    ("a visited mafioso cannot shoot her", {"visit": MAFIA, "shot": PUTANA}, ()),
    ("a visited Maniac cannot kill her", {"visit": MANIAC, "maniac_shot": PUTANA}, ()),
    ("a visited Doctor leaves with her", {"visit": DOCTOR, "shot": PUTANA, "heal": PUTANA}, (DOCTOR, PUTANA)),
    ("three at most", {"visit": 9, "shot": PUTANA, "maniac_shot": 10}, (PUTANA, 9, 10)),
    ("the guest of her whom the Maniac kills", {"visit": MAFIA, "shot": 9, "maniac_shot": PUTANA}, (MAFIA, PUTANA)),
    ("nobody visited", {"visit": 0, "shot": PUTANA}, (PUTANA,)),
    ("both killers idle", {"shot": 0, "maniac_shot": 0}, ()),
    ("one misses, the other was not entered", {"shot": 0}, ()),
]


@pytest.mark.parametrize(("entries", "dead"), [row[1:] for row in COLLISIONS], ids=[row[0] for row in COLLISIONS])
def test_abilities_collide_as_decided(entries: dict[str, int], dead: tuple[int, ...]) -> None:
    table = night(day_one(RULES, DECK), **entries)
    assert told(table) == tuple(sorted(dead))
    assert_folds(table)


@pytest.mark.parametrize(
    ("entries", "dead"),
    [
        ({"visit": MAFIA, "shot": 9}, ()),
        ({"visit": 9, "shot": PUTANA}, (PUTANA, 9)),
        ({"visit": 9, "shot": 10}, (10,)),
        ({"visit": POLICEMAN, "shot": 10}, (10,)),
    ],
)
def test_a_black_putana_collides_like_a_red_one(entries: dict[str, int], dead: tuple[int, ...]) -> None:
    assert result(entries, BLACK_DECK, BLACK) == dead


@pytest.mark.parametrize(
    ("entries", "gone", "dead"),
    [
        ({"visit": MAFIA, "shot": 9}, PUTANA, (9,)),
        ({"visit": MAFIA, "shot": 9}, MAFIA, (9,)),
        ({"visit": 9, "shot": PUTANA}, 9, (PUTANA,)),
        ({"shot": 9, "heal": 9}, DOCTOR, (9,)),
        ({"maniac_shot": 9, "shot": 0}, MANIAC, ()),
        ({"shot": 9}, 9, ()),
        ({"shot": 9}, DON, (9,)),
    ],
    ids=[
        "a Putana who is out", "a mafioso who is out", "a guest who is out", "a Doctor who is out",
        "a Maniac who is out", "a victim who is out", "the mafia without its Don",
    ],
)  # fmt: skip
def test_who_is_out_does_nothing_and_is_not_killed(entries: dict[str, int], gone: int, dead: tuple[int, ...]) -> None:
    assert result(entries, exits=(Exit(gone, "voted", 1),)) == dead


SEATS = st.integers(0, 12)


@given(
    st.dictionaries(st.sampled_from(sorted(KINDS)), SEATS, min_size=1),
    st.sets(st.integers(1, 12), max_size=8),
    st.sets(st.integers(1, 12)),
)
def test_a_night_kills_nobody_who_is_out_and_never_more_than_shooters_and_guest(
    entries: dict[str, int], gone: set[int], secret: set[int]
) -> None:
    roles = tuple("" if seat in secret else role for seat, role in enumerate(DECK, 1))
    exits = tuple(Exit(seat, "voted", 1) for seat in sorted(gone))
    night_of = state(entries, roles, exits)
    dead = reveal.entered_result(RULES, night_of)
    shots = {seat for step, seat in entries.items() if step in ("shot", "maniac_shot") and seat}
    if dead is None:
        assert not {"shot", "maniac_shot"} & entries.keys() or (secret and "visit" in entries)
        return
    assert not gone & set(dead)
    assert len(dead) == len(set(dead)) <= len(shots) + 1
    assert set(dead) <= shots | {entries.get("visit", 0)}
    assert set(reveal.computed(RULES, night_of)) == set(dead) - shots


# --- the gate, without roles and with what was only computed (3.8, decision 10) -------------------------------------


def test_the_guest_who_leaves_with_the_putana_is_told_after_a_second_next() -> None:
    table = night(day_one(RULES, DECK), visit=9, shot=PUTANA)
    outcome = table.press("NEXT")
    assert outcome.answer == "refused" and "9" in outcome.why
    assert spoken(table)[-1] == "morning_comes"
    table.press("NEXT", at=table.now + 1100)
    table.rest()
    assert spoken(table)[-3:] == ["killed_6", "killed_9", "last_word_6"]


def test_what_the_judge_enters_at_the_gate_needs_no_second_next() -> None:
    table = night(day_one(RULES, DECK), visit=9, shot=PUTANA)
    table.press("6")
    table.press("9")
    assert table.press("NEXT", at=table.now + 1100).answer == "accepted"


def test_without_roles_a_visit_leaves_the_result_to_the_judge() -> None:
    table = night(day_one(RULES, DECK, entered=False), visit=9, shot=10)
    assert reveal.entered_result(RULES, table.referee.state) is None
    assert table.press("NEXT").answer == "refused"
    table.press("10")
    assert table.press("NEXT", at=table.now + 1100).answer == "accepted"


def test_without_roles_and_without_a_visit_the_shots_are_the_result() -> None:
    assert result({"shot": 9, "heal": 10, "maniac_shot": 11}, ("",) * 12) == (9, 11)


def test_a_guest_whose_role_is_known_leaves_nothing_open() -> None:
    known = ("", "", "", "", "", "putana", "", "", "civilian", "", "", "")
    assert result({"visit": 9, "shot": 10}, known) == (10,)
    assert result({"visit": 9, "shot": PUTANA}, known) == (6, 9)
    assert result({"visit": 11, "shot": 10}, known) is None


def test_a_visit_to_an_empty_seat_is_none() -> None:
    gone = (Exit(9, "voted", 1),)
    assert result({"visit": 9, "shot": 10}, ("",) * 12, exits=gone) == (10,)
    assert reveal.alibi(RULES, state({"visit": 9}, exits=gone)) == 0


def test_more_than_three_are_not_taken_at_the_gate() -> None:
    table = night(day_one(RULES, DECK))
    assert [table.press(seat).answer for seat in ("8", "9", "10", "11")] == ["accepted"] * 3 + ["refused"]


def test_a_club_that_confirms_takes_the_nights_victims_and_no_other() -> None:
    table = night(day_one(replace(RULES, confirm=True), DECK), shot=9, maniac_shot=10)
    assert table.press("11").answer == "refused"
    assert table.press("10").answer == "accepted"
    outcome = table.press("NEXT", at=table.now + 1100)
    assert outcome.answer == "refused" and "9" in outcome.why
    assert table.press("9").answer == "accepted"
    assert table.press("NEXT", at=table.now + 2200).answer == "accepted"


# --- what the lamp refuses (3.8, decisions 9, 10, 13) ---------------------------------------------------------------


def second_night(**first: int | None) -> Table:
    """The first call of the second night of shots, after one with these entries and no victim."""
    table = day_one(RULES, DECK)
    night(table, **first)
    table.press("MISS")
    dawn(table)
    return fall(table, "visit")


def test_the_putana_does_not_visit_herself_nor_the_same_guest_two_nights_running() -> None:
    table = second_night(visit=9)
    assert enter(table, "visit", PUTANA) == "себя нельзя"
    assert enter(table, "visit", 9) == "не две ночи подряд"
    assert enter(table, "visit", 10) == "accepted"
    assert facts(table, VisitRecorded) == [VisitRecorded(1, "visit", 9), VisitRecorded(2, "visit", 10)]


def test_the_putana_may_come_back_after_a_night() -> None:
    table = second_night(visit=9)
    enter(table, "visit", 0)
    table.rest()
    table.press("MISS", at=table.now + 3000)
    dawn(table)
    assert enter(fall(table, "visit"), "visit", 9) == "accepted"


def test_the_doctor_does_not_heal_the_same_seat_two_nights_running() -> None:
    table = second_night(heal=9)
    assert enter(table, "heal", 9) == "не две ночи подряд"
    assert enter(table, "heal", 10) == "accepted"
    assert facts(table, HealRecorded) == [HealRecorded(1, "heal", 9), HealRecorded(2, "heal", 10)]


def test_the_doctor_heals_himself_once_in_a_game() -> None:
    table = second_night(heal=DOCTOR)
    enter(table, "heal", 9)
    table.rest()
    table.press("MISS", at=table.now + 3000)
    dawn(table)
    assert enter(fall(table, "visit"), "heal", DOCTOR) == "себя — один раз за игру"


@pytest.mark.parametrize("seat", [9, DOCTOR])
def test_a_blocked_heal_uses_up_nothing(seat: int) -> None:
    assert enter(second_night(visit=DOCTOR, heal=seat), "heal", seat) == "accepted"


def test_what_is_not_known_refuses_nothing() -> None:
    """Without roles the guest may have been the Doctor."""
    before = (Record(1, "visit", "visit", (8,)), Record(1, "heal", "heal", (9,)))
    table = state({}, ("",) * 12, at=2, before=before)
    step = next(step for step in RULES.night if step.id == "heal")
    assert refused(RULES, table, step, 9) == ""
    assert refused(RULES, state({}, DECK, at=2, before=before), step, 9) != ""


@pytest.mark.parametrize("step", ["shot", "don_check", "sheriff_check", "maniac_shot"])
def test_a_seat_that_is_out_is_taken_at_night_like_any_other(step: str) -> None:
    """Who is dead must not show on the lamp (3.8, decision 9)."""
    table = day_one(RULES, DECK)
    night(table, shot=9)
    dawn(table)
    assert enter(fall(table, "visit"), step, 9) == "accepted"


@pytest.mark.parametrize(("step", "seat"), [("visit", 9), ("shot", 9), ("heal", 10), ("sheriff_check", 1)])
def test_every_earlier_step_can_be_mended_even_as_the_lamp_would_refuse(step: str, seat: int) -> None:
    """The judge at the terminal has seen more than the box."""
    table = second_night(visit=9, heal=10)
    enter(table, step, 11)
    run_until(table, "maniac_shot", "slot")
    assert table.give(CorrectEntry(step, seat)).answer == "accepted"
    record = ledger(table).record(2, step)
    assert record and record.seats == (seat,)
    assert table.give(CorrectEntry(step, None)).answer == "accepted"
    assert ledger(table).record(2, step) is None


# --- what the judge shows to a check --------------------------------------------------------------------------------


def shown(step: str, seat: int, *, rules: Ruleset = RULES, roles: tuple[str, ...] = DECK, visit: int = 0,
          exits: tuple[Exit, ...] = ()) -> str:  # fmt: skip
    entries = {step: seat, **({"visit": visit} if visit else {})}
    night_of = state(entries, roles, exits, at=2)
    return abilities.answer(rules, night_of, Record(2, step, KINDS[step], (seat,)))


def test_the_don_and_the_sheriff_are_answered() -> None:
    assert [shown("don_check", seat) for seat in (SHERIFF, PUTANA, 9)] == ["yes", "no", "no"]
    assert [shown("sheriff_check", seat) for seat in (MAFIA, DON, MANIAC, 9)] == ["yes", "yes", "no", "no"]


def test_a_black_putana_reads_as_mafia() -> None:
    assert shown("sheriff_check", PUTANA, rules=BLACK, roles=BLACK_DECK) == "yes"
    assert shown("sheriff_check", PUTANA) == "no"


@pytest.mark.parametrize(("step", "visit"), [("don_check", DON), ("sheriff_check", SHERIFF), ("heal", DOCTOR)])
def test_whom_the_putana_visits_is_blocked(step: str, visit: int) -> None:
    assert shown(step, 9, visit=visit) == "blocked"
    assert shown(step, 9, visit=10) != "blocked"
    assert shown(step, 9, visit=visit, exits=(Exit(PUTANA, "killed", 1),)) != "blocked"


def test_roles_that_are_not_entered_leave_the_answer_open() -> None:
    assert shown("sheriff_check", MAFIA, roles=("",) * 12) == "unknown"
    half = ("mafia", *("",) * 11)
    assert shown("sheriff_check", MAFIA, roles=half) == "yes"
    assert shown("sheriff_check", MAFIA, roles=half, visit=9) == "unknown"


@pytest.mark.parametrize(
    ("how", "blocked"), [("killed", True), ("voted", False), ("removed", False)], ids=["killed", "voted", "removed"]
)
def test_the_policeman_inherits_the_check_of_a_sheriff_who_was_killed(how: str, blocked: bool) -> None:
    exits = (Exit(SHERIFF, how, 1),)
    answer = shown("sheriff_check", MAFIA, rules=BLACK, roles=BLACK_DECK, visit=POLICEMAN, exits=exits)
    assert (answer == "blocked") is blocked
    assert shown("sheriff_check", MAFIA, rules=BLACK, roles=BLACK_DECK, visit=POLICEMAN) == "yes"


# --- the alibi, and who wins ------------------------------------------------------------------------------------------


def test_the_guest_of_the_night_has_an_alibi() -> None:
    assert reveal.alibi(RULES, state({"visit": 9})) == 9
    assert reveal.alibi(RULES, state({"visit": 0})) == 0
    assert reveal.alibi(RULES, state({})) == 0
    assert reveal.alibi(RULES, state({"visit": 9}, exits=(Exit(PUTANA, "voted", 1),))) == 0
    assert reveal.alibi(BLACK, state({"visit": 9}, BLACK_DECK)) == 9


def test_the_guest_keeps_his_alibi_when_the_putana_is_removed_in_the_morning() -> None:
    assert reveal.alibi(RULES, state({"visit": 9}, exits=(Exit(PUTANA, "removed", 1),))) == 9


def winner(alive: set[int], rules: Ruleset = RULES, roles: tuple[str, ...] = DECK) -> str:
    exits = tuple(Exit(seat, "voted", 1) for seat in range(1, 13) if seat not in alive)
    return reveal.winner(rules, state({}, roles, exits))


@pytest.mark.parametrize(
    ("alive", "won"),
    [
        ({8, 9}, "red"),
        ({MANIAC, 8, 9}, ""),
        ({MANIAC, 8}, ""),
        ({MANIAC}, "maniac"),
        ({MAFIA, 8}, "black"),
        ({MAFIA, MANIAC}, "black"),
        ({MAFIA, MANIAC, 8}, ""),
        ({MAFIA, DON, MANIAC, 8}, "black"),
        ({MAFIA, 8, 9}, ""),
    ],
)
def test_who_wins(alive: set[int], won: str) -> None:
    assert winner(alive) == won


def test_a_club_may_let_the_maniac_win_at_two() -> None:
    assert winner({MANIAC, 8}, rules_of("city", win__maniac_at_two=True)) == "maniac"


def test_a_black_putana_counts_as_black() -> None:
    assert winner({PUTANA, 9}, BLACK, BLACK_DECK) == "black"
    assert winner({PUTANA, 9}) == "red"


def test_a_maniac_who_is_left_alone_is_told_to_have_won() -> None:
    small = rules_of("city", 8, {"maniac": 1})
    table = day_one(small, ("maniac", "mafia", "don", "sheriff", "doctor", *("civilian",) * 3))
    for seats in (("2", "3"), ("4", "5"), ("6",)):
        for seat in seats:
            table.press(seat)
        table.press("NEXT", at=table.now + 1100)
        to_day(table)
    night(table, maniac_shot=7)
    told(table)
    to_day(table)
    night(table, maniac_shot=8)
    told(table)
    to_day(table)
    assert public(table).winner == "maniac"
    assert spoken(table)[-1] == "maniac_win"
