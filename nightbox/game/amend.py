"""What is written beside the game: names, shots by shooter, votes by seat, marks, reasons; after the end points,
penalties and another result (3.8, decisions 7, 26-28). Nothing of it is ever said, and the last of a kind stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from nightbox.game.commands import (
    Amend,
    AmendResult,
    GiveMark,
    GivePenalty,
    GivePoints,
    GiveReason,
    NamePlayer,
    RecordShooters,
    RecordVotes,
)
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    Fact,
    FoulGiven,
    MarkGiven,
    PlayerNamed,
    PointsGiven,
    ReasonGiven,
    RemovalEntered,
    ResultAmended,
    SeatVoted,
    ShooterRecorded,
)
from nightbox.game.public import Public
from nightbox.game.rounds import refused, rounds
from nightbox.game.ruleset import Ruleset
from nightbox.game.rulings import Granted, Refused, Result
from nightbox.game.state import undone

AMENDMENT = Granted("amendment")

NOTES = {
    "no_check": "не сделал проверку",
    "no_shot": "не стрелял",
    "did_not_wake": "не проснулся на договорке",
    "reliably_red": "достоверно красный",
    "declared": "заявил о вскрытии",
    "rolled_back": "сделал откат",
    "off_tournament": "снят с турнира",
}
"""Marks where a rule set's text says nothing of points, and so names none (3.8, decisions 27-28)."""

PENALTIES = ("foul", "technical", "big_technical", "warning", "removal")
NO_GAME = ("annulled", "replayed")
"""Results beside a team's and "draw": the game counts for nobody."""

LONGEST_NAME = 40
LONGEST_REASON = 300
MOST_HUNDREDTHS = 1000
MOST_MARKS = 20


def results(rules: Ruleset) -> tuple[str, ...]:
    """What AmendResult takes."""
    return (*dict.fromkeys((*(winner for winner, _ in rules.win_lines), "draw")), *NO_GAME)


def points_kinds(rules: Ruleset) -> dict[str, str]:
    """The judge's kinds of points by id, in Russian; none where the rule set has no points."""
    return {kind.id: kind.label for kind in rules.scores.points} if rules.scores else {}


def mark_kinds(rules: Ruleset) -> dict[str, str]:
    """The marks on a score sheet by id, in Russian."""
    return {kind.id: kind.label for kind in rules.scores.marks} if rules.scores else NOTES


def amend(draft: Draft, command: Amend) -> Result:
    """Put the facts of `command`, or refuse it and put none."""
    p = draft.public
    if p.part == "lobby":
        return Refused("игра не идёт")
    seat = getattr(command, "seat", 1)
    if not 1 <= seat <= p.seats:
        return Refused(f"нет места {seat}")
    if isinstance(command, GivePoints | GivePenalty | AmendResult) and not p.over:
        return Refused("баллы, штрафы и исход правят, когда игра окончена")
    if len(getattr(command, "reason", "")) > LONGEST_REASON:
        return Refused(f"причина длиннее {LONGEST_REASON} знаков")
    facts = _facts(draft, command)
    if isinstance(facts, Refused):
        return facts
    draft.put(*facts)
    return AMENDMENT


def _facts(draft: Draft, command: Amend) -> Sequence[Fact] | Refused:
    rules = draft.tempo.rules
    match command:
        case NamePlayer(seat, name):
            return _named(draft, seat, " ".join(name.split()))
        case RecordShooters(night, shots):
            return _shots(draft, night, shots)
        case RecordVotes(day, number, votes):
            return _votes(draft, day, number, votes)
        case GiveMark(_, mark, _) if mark not in mark_kinds(rules):
            return Refused(f"по этим правилам нет отметки {mark}; есть: {', '.join(mark_kinds(rules))}")
        case GiveMark(_, _, on) if not 0 <= on <= MOST_MARKS:
            return Refused(f"{on} — не число от 0 до {MOST_MARKS}")
        case GiveMark(seat, mark, on):
            return (MarkGiven(seat, mark, on),)
        case GivePoints() if not points_kinds(rules):
            return Refused("по этим правилам судья баллов не даёт")
        case GivePoints(_, kind, _, _) if kind not in points_kinds(rules):
            return Refused(f"нет баллов вида {kind}; есть: {', '.join(points_kinds(rules))}")
        case GivePoints(_, _, hundredths, _) if abs(hundredths) > MOST_HUNDREDTHS:
            return Refused(f"балл не больше {MOST_HUNDREDTHS // 100} по величине")
        case GivePoints(_, _, hundredths, reason) if hundredths and not reason.strip():
            return Refused("за что даётся балл? нужна причина")
        case GivePoints(seat, kind, hundredths, reason):
            return (PointsGiven(seat, kind, hundredths, reason.strip()),)
        case GivePenalty(seat, kind, reason):
            return _penalty(draft, seat, kind, reason.strip())
        case AmendResult(result, _) if result not in results(rules):
            return Refused(f"нет исхода {result}; есть: {', '.join(results(rules))}")
        case AmendResult(_, reason) if not reason.strip():
            return Refused("почему меняется исход? нужна причина")
        case AmendResult(result, reason):
            return (ResultAmended(result, reason.strip()),)
        case GiveReason(entry, reason):
            return _reason(draft, entry, reason.strip())
        case _:
            assert_never(command)


def _named(draft: Draft, seat: int, name: str) -> Sequence[Fact] | Refused:
    if len(name) > LONGEST_NAME:
        return Refused(f"имя длиннее {LONGEST_NAME} знаков")
    if not name.isprintable():
        return Refused("в имени есть знак, который нельзя напечатать")
    same = [other for other, known in draft.state.ledger.names if other != seat and known.lower() == name.lower()]
    if same:
        return Refused(f"«{name}» уже на месте {same[0]}")
    return (PlayerNamed(seat, name),)


def _shots(draft: Draft, night: int, shots: Sequence[tuple[int, int]]) -> Sequence[Fact] | Refused:
    """What each black showed in a night of shots: optional, never asked for in the slot (3.8, decision 7)."""
    rules, p, ledger = draft.tempo.rules, draft.public, draft.state.ledger
    if not 1 <= night <= p.night:
        return Refused(f"ночи {night} с выстрелами не было")
    if not shots:
        return Refused("не названо ни одного выстрела")
    for place, (seat, shot) in enumerate(shots):
        if not 1 <= seat <= p.seats:
            return Refused(f"нет места {seat}")
        if seat in [earlier for earlier, _ in shots[:place]]:
            return Refused(f"игрок {seat} назван дважды")
        if not -1 <= shot <= p.seats:
            return Refused(f"нет места {shot}")
        role = rules.role(ledger.role_of(seat) or "")
        if role and role.team == "red":
            return Refused(f"игрок {seat} — {role.label}, он не стрелял с мафией")
        if _left_before(p, seat, night):
            return Refused(f"игрок {seat} вышел раньше ночи {night}")
    return tuple(ShooterRecorded(night, seat, shot) for seat, shot in shots)


def _left_before(p: Public, seat: int, night: int) -> bool:
    """Whether `seat` was not at the table in this night. Day n comes before night n; a removal is of its night."""
    exit = next((exit for exit in p.exits if exit.seat == seat), None)
    if exit is None:
        return False
    return exit.number < night if exit.how in ("killed", "removed") else exit.number <= night


def _votes(draft: Draft, day: int, number: int, votes: Sequence[tuple[int, int]]) -> Sequence[Fact] | Refused:
    """A whole round: who was named before and is not now held up no hand."""
    one = rounds(draft.tempo.rules, draft.public.seats, draft.all_entries).get((day, number))
    if one is None:
        return Refused(f"тура {number} дня {day} не было")
    if why := refused(draft.tempo.rules, one, votes):
        return Refused(f"день {day}, тур {number}: {why}")
    before = [v.voter for v in draft.state.ledger.seat_votes if (v.day, v.round) == (day, number)]
    dropped = [(voter, 0) for voter in before if voter not in dict(votes)]
    return tuple(SeatVoted(day, number, voter, seat) for voter, seat in (*votes, *dropped))


def _penalty(draft: Draft, seat: int, kind: str, reason: str) -> Sequence[Fact] | Refused:
    """A penalty after the end, also to one who was out before (3.8, decision 26)."""
    if kind not in PENALTIES:
        return Refused(f"нет фола {kind}; есть: {', '.join(PENALTIES)}")
    if kind.endswith("technical") and not draft.tempo.rules.technicals_out:
        return Refused("по этим правилам технических фолов нет")
    if kind == "removal" and seat in draft.state.ledger.removals:
        return Refused(f"игрок {seat} уже удалён")
    removal: tuple[Fact, ...] = (RemovalEntered(seat),) if kind == "removal" else ()
    why: tuple[Fact, ...] = (ReasonGiven(draft.last.n + 1, reason),) if reason and draft.last else ()
    return (FoulGiven(seat, kind), *removal, *why)


def _reason(draft: Draft, n: int, reason: str) -> Sequence[Fact] | Refused:
    entry = next((entry for entry in draft.all_entries if entry.n == n), None)
    if entry is None or n in undone(draft.all_entries):
        return Refused(f"записи {n} нет или она отменена")
    if entry.cause not in ("entry", "step", "reveal", "correction", "amendment"):
        return Refused(f"запись {n} сделал не судья")
    return (ReasonGiven(n, reason),)
