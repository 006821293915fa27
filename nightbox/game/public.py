"""The PUBLIC half of the state: what the room knows or may work out, and how public facts change it.

`changed` is total and believes every fact. It never reads a rule set, and nothing here knows the ledger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from nightbox.game.facts import (
    AlibiTold,
    AsideBegan,
    AsideEnded,
    AsideTimed,
    BestMoveTaken,
    CardTaken,
    DeviceLost,
    DeviceReturned,
    EndAsked,
    GameAbandoned,
    GameEnded,
    GameRecovered,
    GapBegan,
    GhostChose,
    GhostKept,
    GoldenMinuteTaken,
    LineBegan,
    LineTimed,
    MusicTurned,
    NextPressed,
    NobodyKilled,
    NominationMade,
    NominationRepeated,
    PartBegan,
    Passed,
    PauseAsked,
    Paused,
    PauseLineBegan,
    PauseLineEnded,
    PauseLineTimed,
    PlayerKilled,
    PlayerRemoved,
    PlayerVotedOut,
    ProtocolOffered,
    ProtocolTaken,
    PublicFact,
    RaiseAsked,
    RaiseCounted,
    ResultOpened,
    ResumeAsked,
    Resumed,
    SignalGiven,
    SlotOpened,
    SpeechBegan,
    SpeechRuled,
    SpeechShifted,
    TableCorrected,
    TellAsked,
    TimeUp,
    VoteBegan,
    VoteCancelled,
    VoteEnded,
    VotesCounted,
    WaitBegan,
)
from nightbox.units import Ms

NEVER: Ms = -1

Doing: TypeAlias = Literal["nothing", "line", "slot", "gap", "wait", "speech"]
Music: TypeAlias = Literal["off", "night", "low"]


@dataclass(frozen=True, slots=True)
class Exit:
    """A seat that is out: `how` is "killed", "voted", "removed" or "corrected"; `number` is the night or day."""

    seat: int
    how: str
    number: int


@dataclass(frozen=True, slots=True)
class Mark:
    """From `since` on, presses belong to `step`."""

    step: str
    since: Ms


@dataclass(frozen=True, slots=True)
class Hold:
    """The programme stands, or will when the running line has ended.

    `state`: "asked" (a line is running), "line" (the sentence of the pause), "standing", "resuming" (the sentence
    that ends it). `until` ends the sentence, or is the next reminder. `left` is what the held window keeps.
    """

    state: Literal["asked", "line", "standing", "resuming"]
    left: Ms = NEVER
    until: Ms = NEVER
    wish: bool = False
    recovery: bool = False


@dataclass(frozen=True, slots=True)
class Ballot:
    """One round of a vote: among `seats`, in their order; `counts` has a count for each that is counted.

    `raised` are the hands for raising all, -1 before; `allowed`: whether that question may be put, -1 while open.
    """

    round: int
    seats: tuple[int, ...]
    voters: int
    counts: tuple[tuple[int, int], ...] = ()
    raised: int = -1
    allowed: int = -1

    def count(self, seat: int) -> int | None:
        return dict(self.counts).get(seat)


@dataclass(frozen=True, slots=True)
class Tell:
    """What was just entered is said at `at`, unless it is replaced; one line after another."""

    lines: tuple[str, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class Public:
    """Where the programme stands and what everybody at the table knows."""

    seats: int
    part: str = "lobby"
    night: int = -1
    item: str = ""
    doing: Doing = "nothing"
    until: Ms = NEVER
    line: str = ""
    heard: bool = False
    hold: Hold | None = None
    music: Music = "off"
    marks: tuple[Mark, ...] = ()
    result_from: Ms = NEVER
    cards: tuple[int, ...] = ()
    exits: tuple[Exit, ...] = ()
    speaker: int = 0
    time_up: bool = False
    killed: tuple[int, ...] | None = None
    removed: tuple[tuple[int, str], ...] = ()
    removed_ever: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    best_move: BestMoveTaken | None = None
    idle: int = 0
    asking_end: bool = False
    winner: str = ""
    lost: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    aside_until: Ms = NEVER
    first_speaker: int = 0
    starts: int = 0
    order: tuple[int, ...] = ()
    rights: tuple[tuple[int, str], ...] = ()
    halved: tuple[int, ...] = ()
    nominations: tuple[tuple[int, int], ...] = ()
    repeats: tuple[int, ...] = ()
    golden: tuple[int, ...] = ()
    golden_now: int = 0
    golden_ever: tuple[int, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    no_vote: tuple[int, ...] = ()
    ended: VoteEnded | None = None
    alibi: tuple[int, ...] = ()
    ghost: int = 0
    ghost_choice: int = 0
    offered: tuple[int, ...] = ()
    protocols: tuple[tuple[int, str], ...] = ()
    tell: Tell | None = None
    signals: tuple[str, ...] = ()

    @property
    def day(self) -> int:
        """The number of the day that is running, or that the night now running leads to."""
        return self.night + 1

    @property
    def ballot(self) -> Ballot | None:
        """The round that is being voted, or was voted last today."""
        return self.ballots[-1] if self.ballots else None

    @property
    def nominees(self) -> tuple[int, ...]:
        """Who is put up, each once, in the order of the vote; not who has left since."""
        alive = self.alive
        return tuple(dict.fromkeys(seat for _, seat in self.nominations if seat in alive))

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats at the table, in order."""
        gone = {exit.seat for exit in self.exits}
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in gone)

    @property
    def over(self) -> bool:
        return self.winner != ""

    @property
    def daylight(self) -> bool:
        """The room may be spoken to beside the programme: the game runs, and the morning has been called."""
        by_day = ("introductions", "morning", "day", "vote", "exits", "evening")
        called = self.part in by_day or (self.part == "night" and self.item == "gate")
        return called and self.music == "off"

    def voted_on(self, day: int) -> int:
        return sum(1 for exit in self.exits if exit.how == "voted" and exit.number == day)

    def step_at(self, at: Ms) -> str:
        """The step that a press stamped `at` belongs to: the last whose slot had opened; "" before the first."""
        steps = [mark.step for mark in self.marks if mark.since <= at]
        return steps[-1] if steps else ""


# What is said of a device that went away or came back; only by day, and only these.
_LOST_LINES = {"pad": "pad_lost", "disk": "record_trouble"}
_BACK_LINES = {"pad": "pad_back"}


def changed(p: Public, fact: PublicFact) -> Public:
    """The public half after `fact`."""
    match fact:
        case PartBegan(part, night):
            return _part(p, part, night)
        case LineBegan(item, line, until):
            return replace(p, item=item, doing="line", line=line, until=until, heard=False, speaker=0, time_up=False)
        case LineTimed(until):
            return replace(p, until=until)
        case SlotOpened(item, step, since, until, _):
            marks = (*p.marks, Mark(step, since))
            return replace(p, item=item, doing="slot", until=until, marks=marks, time_up=False)
        case GapBegan(item, until):
            return replace(p, item=item, doing="gap", until=until)
        case WaitBegan(item):
            return replace(p, item=item, doing="wait", until=NEVER, speaker=0)
        case SpeechBegan(item, seat, until):
            return replace(p, item=item, doing="speech", until=until, speaker=seat, time_up=False, signals=())
        case SpeechShifted(until):
            return _shifted(p, until)
        case MusicTurned(item, level):
            return replace(p, item=item, doing="nothing", until=NEVER, music=_level(level))
        case Passed(item):
            return replace(p, item=item, doing="nothing", until=NEVER)
        case ResultOpened(since):
            return replace(p, result_from=since)
        case EndAsked():
            return replace(p, asking_end=True)
        case TimeUp(_):
            return replace(p, until=NEVER, time_up=True)
        case NextPressed(_):
            return replace(p, asking_end=False)
        case CardTaken(seat):
            return replace(p, cards=(*p.cards, seat))
        case PauseAsked():
            return replace(p, hold=Hold("asked"))
        case Paused(left):
            return replace(p, hold=Hold("standing", left), until=NEVER, heard=p.doing == "line")
        case PauseLineBegan(line, until):
            hold = p.hold or Hold("standing")
            state: Literal["line", "resuming"] = "resuming" if line in ("resumed", "game_restored") else "line"
            return replace(p, hold=replace(hold, state=state, until=until, wish=False))
        case PauseLineEnded(until):
            return replace(p, hold=replace(p.hold or Hold("standing"), state="standing", until=until))
        case PauseLineTimed(until):
            return replace(p, hold=replace(p.hold or Hold("line"), until=until))
        case ResumeAsked():
            if p.hold is None or p.hold.state == "asked":
                return replace(p, hold=None)
            return replace(p, hold=replace(p.hold, wish=not p.hold.wish))
        case Resumed(until):
            return replace(p, hold=None, until=until)
        case GameRecovered(item, left):
            hold = Hold("standing", left, recovery=True)
            p = replace(p, item=item, hold=hold, until=NEVER, heard=False, time_up=False)
            return replace(p, asking_end=False, aside_until=NEVER, lost=(), asides=())
        case PlayerKilled(night, seat):
            return replace(_out(p, seat, "killed", night), killed=(*(p.killed or ()), seat), idle=0)
        case NobodyKilled(_):
            return replace(p, killed=(), idle=0 if p.removed else p.idle + 1)
        case PlayerRemoved(seat, at):
            told = replace(p, removed=(*p.removed, (seat, at)), removed_ever=(*p.removed_ever, seat), idle=0)
            return _out(told, seat, "removed", p.night)
        case PlayerVotedOut(day, seat):
            return replace(_out(p, seat, "voted", day), leaving=(*p.leaving, seat), idle=0)
        case BestMoveTaken():
            return replace(p, best_move=fact)
        case GameEnded(winner):
            return replace(p, winner=winner)
        case DeviceLost(device):
            lost = (*(d for d in p.lost if d != device), device)
            said, back = _LOST_LINES.get(_kind(device)), _BACK_LINES.get(_kind(device))
            # A return that was not said yet needs no second loss: the table still believes the first.
            if back in p.asides:
                return replace(p, lost=lost, asides=tuple(line for line in p.asides if line != back))
            asides = (*p.asides, said) if said and said not in p.asides else p.asides
            return replace(p, lost=lost, asides=asides)
        case DeviceReturned(device):
            # A loss that was never said needs no return: the two cancel out.
            unsaid, back = _LOST_LINES.get(_kind(device)), _BACK_LINES.get(_kind(device))
            asides = tuple(line for line in p.asides if line != unsaid)
            if unsaid not in p.asides and back:
                asides = (*asides, back)
            return replace(p, lost=tuple(d for d in p.lost if d != device), asides=asides)
        case AsideBegan(line, until):
            if p.tell and p.tell.lines[0] == line:
                rest = p.tell.lines[1:]
                return replace(p, tell=Tell(rest, p.tell.at) if rest else None, aside_until=until)
            return replace(p, asides=tuple(x for x in p.asides if x != line), aside_until=until)
        case AsideTimed(until):
            return replace(p, aside_until=until)
        case AsideEnded():
            return replace(p, aside_until=NEVER)
        case TableCorrected(what, seat, value, winner):
            return _corrected(p, what, seat, value, winner)
        case SignalGiven(_, line):
            return replace(p, signals=(*p.signals, line))
        case TellAsked(lines, at):
            return replace(p, tell=Tell(tuple(lines.split()), at) if lines.split() else None)
        case SpeechRuled(seat, right):
            first = p.first_speaker if p.rights else seat
            halved = (*p.halved, seat) if right == "half" else p.halved
            return replace(p, rights=(*p.rights, (seat, right)), first_speaker=first, starts=0, halved=halved)
        case NominationMade(by, seat):
            others = tuple(pair for pair in p.nominations if pair[0] != by)
            return replace(p, nominations=(*others, (by, seat)))
        case NominationRepeated(by, _):
            return replace(p, repeats=(*p.repeats, by))
        case GoldenMinuteTaken(seat):
            return replace(p, golden=(*p.golden, seat), golden_ever=(*p.golden_ever, seat))
        case VoteBegan(_, number, seats, voters):
            return replace(p, ballots=(*p.ballots, Ballot(number, numbers_of(seats), voters)))
        case VotesCounted(seat, count):
            return _ballot(p, lambda b: replace(b, counts=(*(c for c in b.counts if c[0] != seat), (seat, count))))
        case RaiseAsked(allowed):
            return _ballot(p, lambda b: replace(b, allowed=allowed))
        case RaiseCounted(count):
            return _ballot(p, lambda b: replace(b, raised=count))
        case VoteCancelled(day):
            return replace(p, no_vote=(*p.no_vote, day))
        case VoteEnded():
            return replace(p, ended=fact)
        case AlibiTold(_, seat):
            return replace(p, alibi=(*p.alibi, seat))
        case GhostKept(_, seat):
            return replace(p, ghost=seat)
        case GhostChose(seat):
            return replace(p, ghost_choice=seat)
        case ProtocolOffered(seat):
            return replace(p, offered=(*p.offered, seat))
        case ProtocolTaken(seat, how):
            return replace(p, protocols=(*p.protocols, (seat, how)))
        case GameAbandoned():
            return replace(p, winner="abandoned", part="end", doing="nothing", until=NEVER, music="off", hold=None)


def _kind(device: str) -> str:
    """The kind of a device: "pad" for "pad:pad1"."""
    return device.partition(":")[0]


def _part(p: Public, part: str, night: int) -> Public:
    came_from = p.part
    p = replace(p, part=part, night=night, item="", doing="nothing", until=NEVER, speaker=0, time_up=False)
    if part == "dusk":
        fresh = replace(p, marks=(), result_from=NEVER, killed=None, removed=(), best_move=None, leaving=(), tell=None)
        fresh = replace(fresh, nominations=(), repeats=(), golden=(), ballots=(), ended=None, rights=(), order=())
        return replace(fresh, alibi=(), ghost=0, ghost_choice=0, offered=(), protocols=())
    if part == "day":
        p = _anew(p) if came_from == "evening" else p
        order = circle(p, _starter(p))
        return replace(p, marks=(), result_from=NEVER, leaving=(), removed=(), killed=None, order=order)
    if part in ("vote", "evening"):
        return replace(p, removed=())
    return p


def _anew(p: Public) -> Public:
    """A day whose end was taken back, and that is held once more: who began it begins, and nobody is put up yet."""
    starts = p.rights[0][0] if p.rights else p.starts
    return replace(p, rights=(), starts=starts, nominations=(), repeats=(), golden=(), ballots=(), ended=None)


def _starter(p: Public) -> int:
    """Who begins today's circle, or the next living one: who did begin it, or the one after who began yesterday."""
    if p.rights:
        return p.rights[0][0]
    return p.starts or 1 + p.first_speaker % p.seats


def circle(p: Public, start: int) -> tuple[int, ...]:
    """The living seats in the order of speech, `start` or the next living one first."""
    alive = p.alive
    return (*(seat for seat in alive if seat >= start), *(seat for seat in alive if seat < start))


def numbers_of(seats: str) -> tuple[int, ...]:
    """The seats that a fact names: "3 5 8"."""
    return tuple(int(seat) for seat in seats.split() if seat.isdecimal())


def _ballot(p: Public, change: Callable[[Ballot], Ballot]) -> Public:
    if not p.ballots:
        return p
    return replace(p, ballots=(*p.ballots[:-1], change(p.ballots[-1])))


def _level(level: str) -> Music:
    return "night" if level == "night" else "low" if level == "low" else "off"


def _shifted(p: Public, until: Ms) -> Public:
    if p.hold:
        return replace(p, hold=replace(p.hold, left=until))
    return replace(p, until=until, time_up=False)


def _out(p: Public, seat: int, how: str, number: int) -> Public:
    if any(exit.seat == seat for exit in p.exits):
        return p
    return replace(p, exits=(*p.exits, Exit(seat, how, number)))


def _held_again(p: Public, seat: int) -> tuple[int, ...]:
    """The days without a vote, if the removal of `seat` is void: each removal has stopped one, today's or the next."""
    removed = next((exit for exit in p.exits if exit.seat == seat and exit.how == "removed"), None)
    stopped = [day for day in p.no_vote if removed and p.day <= day <= removed.number + 2]
    if not stopped:
        return p.no_vote
    place = len(p.no_vote) - 1 - p.no_vote[::-1].index(max(stopped))
    return (*p.no_vote[:place], *p.no_vote[place + 1 :])


def _corrected(p: Public, what: str, seat: int, value: int, winner: str) -> Public:
    match what:
        case "seat_in":
            exits = tuple(exit for exit in p.exits if exit.seat != seat)
            no_vote = _held_again(p, seat)
            p = replace(p, exits=exits, no_vote=no_vote, removed_ever=tuple(s for s in p.removed_ever if s != seat))
            return replace(p, order=circle(p, _starter(p))) if p.order else p
        case "seat_out":
            return replace(_out(p, seat, "corrected", p.night + 1), idle=0)
        case "first_speaker" if p.part in ("morning", "day") and not p.rights:
            return replace(p, starts=seat, order=circle(p, seat) if p.order else ())
        case "first_speaker":
            return replace(p, first_speaker=seat)
        case "night":
            return replace(p, night=value)
        case "winner" if winner == "":  # it was not the end: the day goes on, and what made a draw counts anew
            p = replace(_part(p, "day", p.night), item="day", doing="wait")
            return replace(p, winner="", idle=0, music="off", hold=None, asking_end=False)
        case "winner":
            return replace(p, winner=winner)
        case _:
            return p
