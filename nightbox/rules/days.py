"""The day's tables of a rule set: speeches or talk, nominations, the vote, what fouls cost."""

from __future__ import annotations

from nightbox.game.ruleset import SIGNALS, Day, DayBestMove, FoulStep, Nominations, Rounds, Talk, Vote
from nightbox.rules.lines import Lines
from nightbox.rules.reading import Reading, Table

MINUTE, HOUR = 60_000, 3_600_000
RIGHTS = ("half", "mute", "nominate", "no_vote")


def read_day(r: Reading, line: Lines, t: Table) -> Day | None:
    """The day; None where the judge runs it himself, and the box takes down only who leaves."""
    r.no_others(t, ("run_by", "start", "signal", "fouls_told", "speech", "talk", "introductions"))
    if ("speech" in t) == ("talk" in t):
        r.wrong(t, "speech", "a day has speeches or talk: one of the tables speech and talk")
    if r.choice(t, "run_by", ("box", "judge")) == "judge":
        return None
    signal = r.choice(t, "signal", ("none", *SIGNALS))
    if signal in SIGNALS:
        line.needed(t, "signal", (SIGNALS[signal].ten_seconds, SIGNALS[signal].end))
    return Day(
        speech=_rounds(r, line, r.table(t, "speech")) if "speech" in t else None,
        talk=_talk(r, line, r.table(t, "talk")) if "talk" in t else None,
        start=r.choice(t, "start", ("call", "next")),
        signal=signal,
        fouls_told=r.flag(t, "fouls_told"),
        introductions=_rounds(r, line, r.table(t, "introductions")) if "introductions" in t else None,
    )


def _rounds(r: Reading, line: Lines, t: Table) -> Rounds:
    r.no_others(t, ("call", "length"))
    return Rounds(line.seat(t, "call"), r.span(t, "length", least=1, most=HOUR))


def _talk(r: Reading, line: Lines, t: Table) -> Talk:
    r.no_others(t, ("call", "length", "nominations", "ask", "monologues", "monologue", "offer", "golden"))
    return Talk(
        call=line.one(t, "call"),
        length=r.span(t, "length", least=1, most=HOUR),
        nominations=line.one(t, "nominations"),
        ask=line.seat(t, "ask"),
        monologues=line.one(t, "monologues"),
        monologue=_rounds(r, line, r.table(t, "monologue")),
        offer=line.one(t, "offer"),
        golden=_rounds(r, line, r.table(t, "golden")),
    )


def nominations(r: Reading, line: Lines, t: Table) -> Nominations:
    r.no_others(
        t,
        ("accepted", "repeated", "repeat_counts", "in_turn", "oneself", "list", "list_one", "list_none", "number"),
    )
    asked = "list" in t
    return Nominations(
        accepted=line.one(t, "accepted", ""),
        repeated=line.one(t, "repeated", ""),
        repeat_counts=r.flag(t, "repeat_counts"),
        in_turn=r.flag(t, "in_turn", False),
        oneself=r.flag(t, "oneself"),
        list_asked=asked,
        list_some=line.one(t, "list", ""),
        list_one=line.one(t, "list_one", None if asked else ""),
        list_none=line.one(t, "list_none", None if asked else ""),
        number=line.seat(t, "number", None if asked else ""),
    )


_VOTE = (
    "nominees", "nominee", "none", "single", "call", "window", "count", "close", "counted", "votes", "silent",
    "remaining", "tied_vote", "split", "tie", "revote", "first_split", "first_split_line", "again", "raise_both",
    "raise_all", "raises", "asked", "all_leave", "all_stay", "ghost", "removal", "stopped", "not_held",
    "not_held_tomorrow", "withdrawn",
)  # fmt: skip


def vote(r: Reading, line: Lines, t: Table) -> Vote:
    r.no_others(t, _VOTE)
    count = line.one(t, "count", "")
    silent = r.choice(t, "silent", ("last", "nowhere"))
    again = r.choice(t, "again", ("raise", "listed", "ghost"))
    first_split = r.whole(t, "first_split", least=0, most=20)
    removal = r.choice(t, "removal", ("today", "nearest", "none"))
    asks = again in ("raise", "listed")
    stops = removal != "none"
    return Vote(
        nominees=line.one(t, "nominees"),
        nominee=line.one(t, "nominee"),
        none=line.one(t, "none"),
        single=line.one(t, "single", ""),
        call=line.seat(t, "call"),
        window=r.span(t, "window", 0 if count else None, most=MINUTE),
        count=count,
        close=line.one(t, "close", ""),
        counted=line.one(t, "counted", ""),
        votes=line.seat(t, "votes"),
        silent=silent,
        remaining=line.one(t, "remaining", None if silent == "last" else ""),
        tied_vote=r.flag(t, "tied_vote"),
        split=line.one(t, "split"),
        tie=_rounds(r, line, r.table(t, "tie")),
        revote=line.one(t, "revote"),
        first_split=first_split,
        first_split_line=line.one(t, "first_split_line", None if first_split else ""),
        again=again,
        raise_both=line.one(t, "raise_both", None if asks else ""),
        raise_all=line.one(t, "raise_all", None if asks else ""),
        raises=_pairs(r, t, "raises") if again == "listed" else (),
        asked=_pairs(r, t, "asked") if again == "listed" else (),
        all_leave=line.one(t, "all_leave", None if asks else ""),
        all_stay=line.one(t, "all_stay"),
        ghost=line.one(t, "ghost", None if again == "ghost" else ""),
        removal=removal,
        stopped=line.one(t, "stopped", None if stops else ""),
        not_held=line.one(t, "not_held"),
        not_held_tomorrow=line.one(t, "not_held_tomorrow", None if removal == "nearest" else ""),
        withdrawn=r.choice(t, "withdrawn", ("foul", "spared", "removal", "nothing")),
    )


def _pairs(r: Reading, t: Table, key: str) -> tuple[tuple[int, int], ...]:
    """Pairs written as "10/2": so many at the table, so many of them tied."""
    pairs: list[tuple[int, int]] = []
    for text in r.texts(t, key):
        table, _, tied = text.partition("/")
        if table.isdecimal() and tied.isdecimal() and 2 <= int(tied) <= int(table):
            pairs.append((int(table), int(tied)))
        else:
            r.wrong(t, key, f'{text!r} is not "seats at the table/seats tied", as in "10/2"')
    return tuple(pairs)


def day_best_move(r: Reading, line: Lines, t: Table) -> DayBestMove:
    r.no_others(t, ("seats", "masks_on", "call", "masks_off"))
    return DayBestMove(
        r.whole(t, "seats", least=4, most=20), line.one(t, "masks_on"), line.seat(t, "call"), line.one(t, "masks_off")
    )


def foul_steps(r: Reading, line: Lines, t: Table) -> tuple[FoulStep, ...]:
    steps = r.tables(t, "steps", required=False)
    return tuple(_foul_step(r, line, step) for step in steps)


def _foul_step(r: Reading, line: Lines, t: Table) -> FoulStep:
    r.no_others(t, ("count", "right", "line", "length", "once", "except_at"))
    right = r.choice(t, "right", RIGHTS)
    return FoulStep(
        count=r.whole(t, "count", least=1, most=9),
        right=right,
        line=line.seat(t, "line"),
        length=r.span(t, "length", None if right == "half" else 0, most=HOUR),
        once=r.flag(t, "once", False),
        except_at=r.whole(t, "except_at", 0, least=0, most=20),
    )
