"""Games played at the virtual table for the protocol's tests: each a story that a judge could tell."""

from __future__ import annotations

from collections.abc import Mapping

from nightbox.game.commands import (
    AmendResult,
    Command,
    CorrectEntry,
    CorrectTable,
    EnterRole,
    GiveMark,
    GivePenalty,
    GivePoints,
    GiveReason,
    NamePlayer,
    RecordShooters,
    RecordVotes,
)
from nightbox.game.facts import FoulGiven
from nightbox.game.ruleset import Ruleset
from nightbox.record.journal import Game, Header
from nightbox.rules import loader
from nightbox.testing.table import Table

RULES = loader.load("fsm", options={"day.run_by": "judge"})
WHOLE = loader.load("fsm")
BEGAN = "2026-11-30T16:00:05.000+00:00"
ROLES = {1: "don", 4: "sheriff", 6: "mafia", 9: "mafia"}
DECK = {"civilian": "1", "mafia": "2", "don": "3", "sheriff": "4"}


def table(rules: Ruleset = RULES) -> Table:
    """Every line of the voice takes two seconds."""
    return Table(rules, {}, seats=max(10, rules.seats[0]))


def game(t: Table, name: str = "2026-11-30-1") -> Game:
    """What the journal would give of what was played."""
    header = Header(name, "0.1.0", loader.to_json(t.tempo.rules), t.seats)
    return Game(header, tuple(t.journal), 0, (BEGAN,) * len(t.journal))


def wait(t: Table, ms: int) -> None:
    t.run_to(t.now + ms)


def do(t: Table, *keys: str) -> None:
    """Press one after another, 1.2 s apart; the story must be one that the box accepts."""
    for name in keys:
        wait(t, 1200)
        outcome = t.press(name)
        assert outcome.answer == "accepted", (name, outcome.why, t.referee.state.public)


def to_step(t: Table, step: str) -> None:
    """Jump until the slot of `step` is open."""
    for _ in range(10_000):
        p = t.referee.state.public
        if p.doing == "slot" and p.item == step:
            return
        deadline = t.referee.deadline
        assert deadline is not None, f"{step} never opens; the table rests at {p.item}"
        t.run_to(max(t.now, deadline))
    raise AssertionError(f"{step} never opens")


def dusk(t: Table) -> None:
    """Nightfall, and the judge sees that all masks are on."""
    do(t, "NEXT")
    t.rest()
    wait(t, 3000)
    do(t, "NEXT")


def deal(t: Table, roles: Mapping[int, str]) -> None:
    for seat in range(1, t.seats + 1):
        t.rest()
        wait(t, 1500)
        do(t, DECK[roles.get(seat, "civilian")] if roles else "NEXT")


def meeting(t: Table, roles: Mapping[int, str], order: tuple[int, ...] = ()) -> None:
    """Night 0 to the morning of day 1."""
    dusk(t)
    deal(t, roles)
    to_step(t, "meeting")
    do(t, *(str(seat) for seat in order))
    t.rest()


def night(t: Table, shot: str = "", don: str = "", sheriff: str = "") -> None:
    """A night to its gate; "" enters nothing."""
    dusk(t)
    for step, press in (("shot", shot), ("don_check", don), ("sheriff_check", sheriff)):
        to_step(t, step)
        do(t, *press.split())
    t.rest()
    wait(t, 4000)


def speak(t: Table, twice: bool = False) -> None:
    """NEXT at the gate, and on to where the table rests."""
    if twice:
        wait(t, 1200)
        assert t.press("NEXT").answer == "refused"
    do(t, "NEXT")
    t.rest()


# --- the days of the FSM -----------------------------------------------------------------------------------------


def circle(t: Table, spoken: Mapping[int, int], keys: Mapping[int, str] | None = None) -> None:
    """The speeches of a day: seconds of each seat (50 where none are named), and what is pressed in its middle."""
    t.rest()
    do(t, "NEXT")
    while True:
        to_speech(t)
        p = t.referee.state.public
        if p.doing != "speech":
            return
        seconds = spoken.get(p.speaker, 50)
        wait(t, 500 * seconds)
        do(t, *(keys or {}).get(p.speaker, "").split())
        wait(t, 500 * seconds)
        do(t, "NEXT")


def to_speech(t: Table) -> None:
    """Jump until somebody speaks, or only a person can move the game."""
    while t.referee.state.public.doing != "speech" and (deadline := t.referee.deadline) is not None:
        t.run_to(max(t.now, deadline))


def ballot(t: Table, *hands: str) -> None:
    """One round: the counts of all but the last, whose hands are what is left ("": he is counted like the others)."""
    t.rest()
    do(t, "NEXT")
    for count in hands:
        t.rest()
        do(t, *count.split(), "NEXT")


def words(t: Table, *seconds: int) -> None:
    """Tie speeches or last words, one after another."""
    for one in seconds:
        to_speech(t)
        wait(t, 1000 * one)
        do(t, "NEXT")
    t.rest()


def whole_story() -> Table:
    """A game of the FSM with its days: a tie, half a minute, a pause, a protocol, a cut; black wins at four."""
    t = table(WHOLE)
    meeting(t, ROLES, (4, 7, 2))
    first = {2: "6", 3: "FOUL+8 8", 5: "PAUSE PAUSE", 6: "FOUL+8 FOUL+3 FOUL+3+MISS", 7: "FN+PAUSE 3", 10: "FOUL+8"}
    circle(t, {1: 62, 2: 41, 3: 30, 4: 58, 5: 12, 6: 60, 7: 71, 9: 44}, first)
    ballot(t, "4", "2", "")
    words(t, 29, 33)
    ballot(t, "6", "")
    to_step(t, "best_move")
    do(t, "1", "9", "2", "NEXT")  # voted out at ten: the best move by day
    words(t, 47)
    do(t, "NEXT")
    t.rest()
    night_behind(t, "4", "7", "6")
    to_step(t, "best_move")
    do(t, "1", "9", "7", "NEXT")
    to_speech(t)
    wait(t, 52_000)
    do(t, "FN+NEXT")  # his right to a protocol
    t.rest()
    do(t, "NEXT")
    circle(t, {2: 64, 8: 29, 9: 15}, {2: "9", 5: "FOUL+5 FOUL+5+UNDO 8", 9: "FOUL+1"})
    ballot(t, "1", "")
    words(t, 20)
    t.cut()
    t.rest()
    do(t, "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    night_behind(t, "2", "MISS", "")
    words(t, 61)
    circle(t, {3: 55}, {1: "3", 10: "10"})
    ballot(t, "4", "")
    words(t, 58)
    do(t, "NEXT")
    t.rest()
    night_behind(t, "5", "10", "")
    words(t, 40)
    return t


def amended_story() -> Table:
    """After the end: names, shots and votes by seat, points, a mark, a penalty with its reason, and another result."""
    t = whole_story()
    t.rest()
    votes = ((1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (7, 6), (6, 3), (8, 3), (9, 3))
    orders: list[Command] = [
        NamePlayer(3, "Лиса"),
        NamePlayer(4, "Старый волк"),
        RecordShooters(1, ((1, 4), (9, 0))),
        RecordVotes(1, 2, votes),
        GivePoints(3, "extra", 30, "держал стол"),
        GiveMark(5, "did_not_wake"),
        GivePenalty(2, "technical", "6.6.3"),
        GiveReason(next(e.n for e in t.journal if FoulGiven(8, "foul") in e.facts), "говорил не в свою минуту"),
        AmendResult("annulled", "игрок видел карту"),
    ]
    for order in orders:
        outcome = t.give(order)
        assert outcome.answer == "accepted", (order, outcome.why)
    return t


def night_behind(t: Table, shot: str, don: str, sheriff: str) -> None:
    """A night whose nightfall was spoken, and its result."""
    wait(t, 3000)
    do(t, "NEXT")
    for step, press in (("shot", shot), ("don_check", don), ("sheriff_check", sheriff)):
        to_step(t, step)
        do(t, *press.split())
    t.rest()
    wait(t, 4000)
    do(t, "NEXT")


def full_story() -> Table:
    """Roles, a forbidden check, a result mended at the gate, fouls, a removal, a pause, a cut, a lost pad."""
    t = table()
    meeting(t, ROLES, (4, 7, 2))
    do(t, "FOUL+3", "FOUL+8", "FOUL+8+MISS")
    night(t, "4", "4", "9")
    speak(t)
    do(t, "1", "6", "5")  # the best move of the Sheriff
    do(t, "NEXT")
    t.rest()
    wait(t, 20_000)
    do(t, "NEXT")  # his last word is over
    t.rest()
    wait(t, 300_000)
    t.lose("pad")
    t.rest()
    wait(t, 15_000)
    t.bring_back("pad")
    t.rest()
    do(t, "FOUL+3", "FOUL+3", "9", "NEXT")  # 9 leaves by vote
    t.rest(10_000)
    do(t, "PAUSE")
    wait(t, 30_000)
    do(t, "PAUSE")
    t.rest()
    do(t, "NEXT")
    t.rest()
    dusk(t)
    to_step(t, "shot")
    do(t, "7")
    to_step(t, "don_check")
    t.cut()
    t.rest()
    do(t, "NEXT")
    to_step(t, "don_check")
    do(t, "5")
    to_step(t, "sheriff_check")
    do(t, "FOUL+3")  # his fourth: out with the morning
    t.rest()
    wait(t, 4000)
    do(t, "2")
    speak(t)
    do(t, "NEXT")
    t.rest()
    night(t, "MISS", "MISS")
    speak(t)
    do(t, "NEXT") if t.referee.state.public.doing == "speech" else None
    t.rest()
    wait(t, 200_000)
    do(t, "10", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    night(t, "5")
    speak(t)
    do(t, "NEXT")
    t.rest()
    return t


def story_without_roles() -> Table:
    """No role is entered, and the judge names the winner himself."""
    t = table()
    meeting(t, {})
    night(t, "4", "2", "9")
    speak(t)
    do(t, "1", "9", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    wait(t, 120_000)
    do(t, "9", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    night(t)
    speak(t, twice=True)
    wait(t, 60_000)
    do(t, "FN+MISS", "1")
    t.rest()
    return t


def story_with_corrections() -> Table:
    """What a tired judge mends: a role, an order, a shot, a check, a foul, a seat that left by mistake, the winner."""
    t = table()
    dusk(t)
    deal(t, ROLES)
    to_step(t, "don_sign")
    do(t, "2", "1")
    t.rest()
    dusk(t)
    to_step(t, "shot")
    do(t, "3", "5", "UNDO", "7")
    to_step(t, "don_check")
    do(t, "2")
    t.give(CorrectEntry("shot", 8))
    to_step(t, "sheriff_check")
    do(t, "MISS", "1")
    t.give(CorrectEntry("don_check", None))
    t.give(EnterRole(2, "mafia"))
    t.give(EnterRole(9, "civilian"))
    t.rest()
    wait(t, 4000)
    speak(t)
    do(t, "2", "3", "UNDO", "9", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    do(t, "FOUL+5", "FOUL+5+MISS", "UNDO", "10", "UNDO", "6", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    dusk(t)
    to_step(t, "shot")
    do(t, "6")  # he has left: a miss
    t.rest()
    wait(t, 4000)
    speak(t)
    t.give(CorrectTable("seat_in", seat=6))
    t.give(CorrectTable("fouls", seat=5, value=2))
    do(t, "FN+MISS", "3")
    t.rest()
    t.give(CorrectTable("winner", winner="red"))
    return t


def unfinished_story(shot: str = "4", don: str = "7", sheriff: str = "6", roles: Mapping[int, str] = ROLES) -> Table:
    """The plug is pulled in night 2. What is secret may be told; the public history is the same for all."""
    t = table()
    dusk(t)
    deal(t, roles)
    t.rest()
    night(t, shot, don, sheriff)
    do(t, "4")
    do(t, "NEXT")
    t.rest()
    do(t, "1", "2", "3", "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    do(t, "NEXT")
    t.rest()
    wait(t, 3000)
    do(t, "NEXT")
    to_step(t, "shot")
    do(t, *shot.split())
    to_step(t, "don_check")
    t.cut()
    t.rest()
    return t


def abandoned_story() -> Table:
    """After the cut the judge gives the game up."""
    t = unfinished_story()
    assert t.press("MISS").answer == "refused"
    do(t, "MISS")
    return t
