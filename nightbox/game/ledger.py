"""The SECRET half of the state: roles, and what the judge entered and may still correct.

`changed` is total, believes every fact and never reads a rule set. Nothing of this reaches the room but through
reveal.py. The rules of a check's answer live here, since only the judge and the protocol see them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from nightbox.game.facts import (
    AlibiEntered,
    BestMoveNumber,
    CheckRecorded,
    EntryForgotten,
    Fact,
    FoulAmended,
    FoulGiven,
    GameDecided,
    GhostEntered,
    HealRecorded,
    LeaverEntered,
    MarkGiven,
    MissRecorded,
    OrderRecorded,
    PartBegan,
    PlayerNamed,
    PlayerVotedOut,
    PointsGiven,
    ReasonGiven,
    RemovalEntered,
    ResultAmended,
    ResultCleared,
    ResultEntered,
    ResultNobody,
    RoleEntered,
    SeatVoted,
    ShooterRecorded,
    ShotRecorded,
    SignRecorded,
    TableCorrected,
    TeamDefeatEntered,
    VisitRecorded,
)
from nightbox.game.ruleset import Ruleset

RecordKind: TypeAlias = Literal["shot", "miss", "check", "order", "sign", "visit", "heal"]
Answer: TypeAlias = Literal["yes", "no", "banned", "blocked", "unknown"]


@dataclass(frozen=True, slots=True)
class Record:
    """What was entered at one step of one night; `seats` has one seat, or up to three for an order of kills."""

    night: int
    step: str
    kind: RecordKind
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Foul:
    """`day`: on which day or in the night after it (0: before the first day) it was given."""

    seat: int
    kind: str
    day: int = 0


@dataclass(frozen=True, slots=True)
class Ledger:
    """`result`: the set at the gate, None while nothing was pressed there; `cleared`: it was emptied by UNDO.

    From `names` on: what is written beside the game, during it or after its end; the last of a kind stands.
    """

    roles: tuple[tuple[int, str], ...] = ()
    records: tuple[Record, ...] = ()
    numbers: tuple[int, ...] = ()
    result: tuple[int, ...] | None = None
    cleared: bool = False
    leavers: tuple[int, ...] = ()
    fouls: tuple[Foul, ...] = ()
    removals: tuple[int, ...] = ()
    defeated: int = 0
    decided: str = ""
    day: int = 0
    alibi: int | None = None
    ghost: int = 0
    names: tuple[tuple[int, str], ...] = ()
    shooters: tuple[ShooterRecorded, ...] = ()
    seat_votes: tuple[SeatVoted, ...] = ()
    points: tuple[PointsGiven, ...] = ()
    marks: tuple[MarkGiven, ...] = ()
    reasons: tuple[ReasonGiven, ...] = ()
    amended: ResultAmended | None = None

    def role_of(self, seat: int) -> str | None:
        return dict(self.roles).get(seat)

    def record(self, night: int, step: str) -> Record | None:
        return next((r for r in self.records if r.night == night and r.step == step), None)

    def name_of(self, seat: int) -> str:
        return dict(self.names).get(seat, "")

    def own_shot(self, night: int, seat: int) -> int | None:
        """What `seat` itself showed in this night (ShooterRecorded's `shot`), None where that was not entered."""
        return next((s.shot for s in self.shooters if (s.night, s.seat) == (night, seat)), None)

    def foul_count(self, seat: int, *kinds: str) -> int:
        return sum(1 for foul in self.fouls if foul.seat == seat and foul.kind in kinds)


def changed(ledger: Ledger, fact: Fact) -> Ledger:
    """The secret half after `fact`. Public facts may close what was being entered."""
    match fact:
        case RoleEntered(seat, role):
            others = tuple(pair for pair in ledger.roles if pair[0] != seat)
            return replace(ledger, roles=tuple(sorted((*others, (seat, role)))), decided="")
        case ShotRecorded(night, step, seat):
            return _put(ledger, Record(night, step, "shot", (seat,)))
        case CheckRecorded(night, step, seat):
            return _put(ledger, Record(night, step, "check", (seat,)))
        case VisitRecorded(night, step, seat):
            return _put(ledger, Record(night, step, "visit", (seat,)))
        case HealRecorded(night, step, seat):
            return _put(ledger, Record(night, step, "heal", (seat,)))
        case MissRecorded(night, step):
            return _put(ledger, Record(night, step, "miss", ()))
        case OrderRecorded(night, step, seat):
            before = ledger.record(night, step)
            seats = before.seats if before and before.kind == "order" else ()
            return _put(ledger, Record(night, step, "order", (*seats, seat)))
        case SignRecorded(night, step, seat, role):
            others = tuple(pair for pair in ledger.roles if pair[0] != seat and pair[1] != role)
            signed = _put(ledger, Record(night, step, "sign", (seat,)))
            return replace(signed, roles=tuple(sorted((*others, (seat, role)))), decided="")
        case EntryForgotten(night, step):
            return replace(ledger, records=_without(ledger, night, step))
        case BestMoveNumber(seat):
            return replace(ledger, numbers=(*ledger.numbers, seat))
        case ResultEntered(_, seat):
            return replace(ledger, result=(*(ledger.result or ()), seat), cleared=False)
        case ResultNobody(_):
            return replace(ledger, result=(), cleared=False)
        case ResultCleared(_):
            return replace(ledger, result=None, cleared=True, ghost=0)
        case GhostEntered(_, seat):
            return replace(ledger, ghost=seat)
        case LeaverEntered(_, seat):
            return replace(ledger, leavers=(*ledger.leavers, seat))
        case PlayerVotedOut(_, seat):
            return replace(ledger, leavers=tuple(s for s in ledger.leavers if s != seat))
        case FoulGiven(seat, kind):
            return replace(ledger, fouls=(*ledger.fouls, Foul(seat, kind, ledger.day)))
        case FoulAmended(seat, kind):
            return replace(ledger, fouls=_amended(ledger.fouls, seat, kind))
        case RemovalEntered(seat):
            return replace(ledger, removals=(*ledger.removals, seat))
        case TeamDefeatEntered(seat):
            return replace(ledger, defeated=seat)
        case GameDecided(winner):
            return replace(ledger, decided=winner)
        case TableCorrected("fouls", seat, value, _):
            kept = tuple(f for f in ledger.fouls if f.seat != seat or f.kind != "foul")
            return replace(ledger, fouls=(*kept, *(Foul(seat, "foul", ledger.day) for _ in range(value))))
        case TableCorrected("seat_in", seat, _, _):
            # The judge has put a removed player back: his removal, entered or by fouls, is void with it.
            removals = tuple(s for s in ledger.removals if s != seat)
            kept = tuple(f for f in ledger.fouls if f.seat != seat)
            return replace(ledger, removals=removals, fouls=kept, decided="")
        case TableCorrected("seat_out", _, _, _):
            return replace(ledger, decided="")
        case TableCorrected("winner", _, _, winner):
            return replace(ledger, decided=winner, defeated=0)
        case AlibiEntered(_, seat):
            return replace(ledger, alibi=seat)
        case PartBegan("day", night):
            # Who is told of a new day has its number: fouls of the night before it belong to the day before.
            return replace(ledger, day=night + 1)
        case PartBegan("dusk", night):
            # Where the judge has set the night's number back, that night begins anew with nothing entered.
            ledger = replace(
                ledger,
                records=tuple(r for r in ledger.records if r.night != night),
                shooters=tuple(s for s in ledger.shooters if s.night != night),
                seat_votes=tuple(v for v in ledger.seat_votes if v.day <= night),
            )
            return replace(ledger, numbers=(), result=None, cleared=False, leavers=(), alibi=None, ghost=0)
        case _:
            return _beside(ledger, fact)


def _beside(ledger: Ledger, fact: Fact) -> Ledger:
    """What is written beside the game: the last of a kind stands, and what takes it back leaves nothing."""
    match fact:
        case PlayerNamed(seat, name):
            others = tuple(pair for pair in ledger.names if pair[0] != seat)
            return replace(ledger, names=tuple(sorted((*others, (seat, name)))) if name else others)
        case ShooterRecorded(night, seat, _):
            shots = tuple(s for s in ledger.shooters if (s.night, s.seat) != (night, seat))
            return replace(ledger, shooters=(*shots, fact))
        case SeatVoted(day, number, voter, _):
            votes = tuple(v for v in ledger.seat_votes if (v.day, v.round, v.voter) != (day, number, voter))
            return replace(ledger, seat_votes=(*votes, fact))
        case PointsGiven(seat, kind, hundredths, _):
            points = tuple(p for p in ledger.points if (p.seat, p.kind) != (seat, kind))
            return replace(ledger, points=(*points, fact) if hundredths else points)
        case MarkGiven(seat, mark, on):
            marks = tuple(m for m in ledger.marks if (m.seat, m.mark) != (seat, mark))
            return replace(ledger, marks=(*marks, fact) if on else marks)
        case ReasonGiven(entry, reason):
            reasons = tuple(r for r in ledger.reasons if r.entry != entry)
            return replace(ledger, reasons=(*reasons, fact) if reason else reasons)
        case ResultAmended():
            return replace(ledger, amended=fact)
        case _:
            return ledger


def _without(ledger: Ledger, night: int, step: str) -> tuple[Record, ...]:
    return tuple(r for r in ledger.records if (r.night, r.step) != (night, step))


def _put(ledger: Ledger, record: Record) -> Ledger:
    return replace(ledger, records=(*_without(ledger, record.night, record.step), record))


def _amended(fouls: tuple[Foul, ...], seat: int, kind: str) -> tuple[Foul, ...]:
    for place in range(len(fouls) - 1, -1, -1):
        if fouls[place].seat == seat:
            return (*fouls[:place], replace(fouls[place], kind=kind), *fouls[place + 1 :])
    return fouls


# --- what a check would be answered, by rule; for the judge and the protocol only --------------------------------


def _is_sheriff(rules: Ruleset, ledger: Ledger, seat: int) -> Answer:
    role = ledger.role_of(seat)
    return "unknown" if role is None else "yes" if role == "sheriff" else "no"


def _is_black(rules: Ruleset, ledger: Ledger, seat: int) -> Answer:
    role = rules.role(ledger.role_of(seat) or "")
    return "unknown" if role is None else "yes" if role.team == "black" else "no"


def _own_first_shot(rules: Ruleset, ledger: Ledger, record: Record) -> bool:
    """In the first night of shots the Don may not check the seat that was shot (FSM L117).

    The one shot that is entered is that of all blacks, his own among them, unless his own was entered apart.
    """
    if record.night != 1:
        return False
    own = [ledger.own_shot(record.night, seat) for seat, role in ledger.roles if role == "don"]
    if own and own[0] is not None:
        return record.seats == (own[0],)
    shots = (r for r in ledger.records if r.night == record.night and r.kind == "shot")
    return any(shot.seats == record.seats for shot in shots)


ANSWERS: dict[str, Callable[[Ruleset, Ledger, int], Answer]] = {
    "is_sheriff": _is_sheriff,
    "is_black": _is_black,
}
BANS: dict[str, Callable[[Ruleset, Ledger, Record], bool]] = {"own_first_shot": _own_first_shot}
