"""What a rule set is: values only. The four sets are TOML files in nightbox/rules, read there.

A `rule` is the name of a function in the core's registry (reveal.py, ledger.py): a rule set chooses, it never computes.
Lines are ids of the voice pack; a "stem" is the id of a line that has one clip for each seat: "speech" for speech_7.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightbox.game.scoring import Scores
from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Role:
    """`team` is "red", "black" or a team of its own; `count` is how many cards the deck holds; `label` is Russian.

    `instead`: it is called where that other role would be. `inherits`: it acts for that role once it is out.
    """

    id: str
    team: str
    count: int
    label: str
    instead: str = ""
    inherits: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a night: a call, a window in which presses count, a sleep call, a gap.

    `takes`: "order", "sign", "shot", "check", "visit", "heal" or "nothing". `role` is who acts.
    `answer` names the check's rule; `banned` names the rule that makes a check void; `refused` name the rules by which
    the lamp refuses a seat: only what the person awake knows himself. `close` may be "". With `tempo` the slot is the
    call of every seat's number (stem `numbers`), one each `tempo`.
    """

    id: str
    call: str
    slot: Ms
    takes: str
    label: str
    close: str = ""
    gap: Ms = 0
    role: str = ""
    answer: str = ""
    banned: str = ""
    refused: tuple[str, ...] = ()
    tempo: Ms = 0
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards by night, seat by seat: `opening` once, then `call` with the seat's number."""

    opening: str
    call: str


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move of the one who was killed in night `night`; lost when `lost_after` players left on day 1."""

    night: int
    call: str
    slot: Ms
    time_up: str
    accepted: str
    repeat: str
    numbers: int
    lost_after: int


@dataclass(frozen=True, slots=True)
class LastWord:
    """Of one who leaves. A length of 0: he leaves without a word. `best_move` is said instead of `call` to the one
    who was killed in the night of the best move, where he names it in this word. `protocol`: the judge may offer it.
    """

    call: str
    length: Ms
    best_move: str = ""
    protocol: str = ""
    protocol_accepted: str = ""
    protocol_closed: str = ""


@dataclass(frozen=True, slots=True)
class Rounds:
    """Words of every seat in turn: a stem and a length (introductions, monologues, golden minutes)."""

    call: str
    length: Ms


@dataclass(frozen=True, slots=True)
class Talk:
    """A day without speeches: open talk, nominations in turn, the nominees' monologues, golden minutes."""

    call: str
    length: Ms
    nominations: str
    ask: str
    monologues: str
    monologue: Rounds
    offer: str
    golden: Rounds


@dataclass(frozen=True, slots=True)
class Day:
    """One of `speech` (a circle, begun by the one after who began yesterday) and `talk` is there.

    `start` is "call" (the clock runs when the call has ended) or "next" (when the judge says so). `signal` is "none" or
    one of SIGNALS: what is heard at ten seconds and at the end. `fouls_told`: the voice says fouls by day.
    """

    speech: Rounds | None
    talk: Talk | None
    start: str
    signal: str
    fouls_told: bool
    introductions: Rounds | None = None


@dataclass(frozen=True, slots=True)
class Signals:
    """What is heard at the two marks of a speech's clock: lines of the voice pack."""

    ten_seconds: str
    end: str


SIGNALS: dict[str, Signals] = {"beep": Signals("beep", "beep_end"), "voice": Signals("ten_seconds", "time_is_up")}


@dataclass(frozen=True, slots=True)
class Nominations:
    """`repeated` is said when a seat stands already ("": nothing is said); `repeat_counts`: the right is used up by it.

    Where neither holds, the lamp refuses. `in_turn`: each is asked for a name, and one may be named again (M9).
    """

    accepted: str
    repeated: str
    repeat_counts: bool
    in_turn: bool
    oneself: bool
    list_asked: bool
    list_some: str
    list_one: str
    list_none: str
    number: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote, its ties, and what stops it.

    `nominees`, `nominee`: the sentences before the numbers; `none`: nobody was put up; `single`: one on the first day
    ("" : he is voted on). `window` 0: the line `count` is the window. `counted` is said after each count ("": nothing).
    `silent` is "last" or "nowhere"; `oneself`: a nominee may vote for himself; `tied_vote`: the tied vote in a revote.
    `first_split` 0: the first day may split over any number. `again` is what a second tie of the same seats leads to:
    "raise" (the question is put), "listed" (only for `raises`, pairs of seats at the table and seats tied; for `asked`
    the judge says whether), or "ghost". `removal` is which vote a removal stops: "today", "nearest" or "none".
    `withdrawn` is what a hand off the table costs: "foul", "spared" (a foul, but technical where it would be the last),
    "removal" or "nothing".
    """

    nominees: str
    nominee: str
    none: str
    single: str
    call: str
    window: Ms
    count: str
    close: str
    counted: str
    votes: str
    silent: str
    remaining: str
    tied_vote: bool
    split: str
    tie: Rounds
    revote: str
    first_split: int
    first_split_line: str
    again: str
    raise_both: str
    raise_all: str
    raises: tuple[tuple[int, int], ...]
    asked: tuple[tuple[int, int], ...]
    all_leave: str
    all_stay: str
    ghost: str
    removal: str
    stopped: str
    not_held: str
    not_held_tomorrow: str
    withdrawn: str


@dataclass(frozen=True, slots=True)
class DayBestMove:
    """The best move by day of the one whom the table voted out while `seats` were at it (FSM 7.13)."""

    seats: int
    masks_on: str
    call: str
    masks_off: str


@dataclass(frozen=True, slots=True)
class FoulStep:
    """From `count` fouls on, the right of the next circle: "half", "mute", "nominate" (only) or "no_vote".

    `once`: it is spent by one speech. `except_at`: it does not hold with so few at the table. `line` is a stem.
    """

    count: int
    right: str
    line: str
    length: Ms = 0
    once: bool = False
    except_at: int = 0


@dataclass(frozen=True, slots=True)
class Deck:
    """How many cards of each role are dealt to so many seats."""

    seats: int
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole rule set, resolved. Lengths are table milliseconds; lines are ids of the voice pack.

    `before_first` and `before_second` are said before the nightfall of night 0 and night 1. `counts`: the morning tells
    how many were killed, by these lines, and not who. `ghost` is the stem for a victim who stays (M9). `heal_covers`
    is whom a heal saves from: "all", or "mafia" alone. `decks` are offered by a set whose deck is chosen.
    """

    id: str
    title: str
    seats: tuple[int, int]
    roles: tuple[Role, ...]
    nightfall: str
    masks: Ms
    deal: Deal | None
    first_night: tuple[Step, ...]
    night: tuple[Step, ...]
    first_morning: tuple[str, ...]
    morning: tuple[str, ...]
    gate_after: Ms
    victims: int
    confirm: bool
    killed: str
    nobody_killed: str
    removed: str
    leaves: str
    best_move: BestMove | None
    killed_word: LastWord
    voted_word: LastWord
    idle_nights: int
    idle_line: str
    idle_result: str
    shot_rule: str
    win_rule: str
    win_lines: tuple[tuple[str, str], ...]
    fouls_out: int
    technicals_out: int
    foul_steps: tuple[FoulStep, ...] = ()
    fouls_reset: bool = False
    day: Day | None = None
    nominations: Nominations | None = None
    vote: Vote | None = None
    day_best_move: DayBestMove | None = None
    alibi: str = ""
    win_confirmed: bool = False
    before_first: str = ""
    before_second: str = ""
    counts: tuple[str, ...] = ()
    ghost: str = ""
    ghost_any_red: bool = False
    heal_covers: str = "all"
    maniac_at_two: bool = False
    decks: tuple[Deck, ...] = ()
    scores: Scores | None = None

    def role(self, role: str) -> Role | None:
        return next((known for known in self.roles if known.id == role), None)

    @property
    def signals(self) -> Signals | None:
        """What a speech's clock says by day, or None: it counts in silence."""
        return SIGNALS.get(self.day.signal) if self.day else None


def sped_up(rules: Ruleset, speed: float) -> Ruleset:
    """The same rule set with every wait `speed` times shorter, for rehearsals. Lines keep their length."""

    def short(ms: Ms) -> Ms:
        return max(1, round(ms / speed))

    def steps(some: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(replace(step, slot=short(step.slot), gap=short(step.gap)) for step in some)

    def rounds(some: Rounds) -> Rounds:
        return replace(some, length=short(some.length))

    def word(some: LastWord) -> LastWord:
        return replace(some, length=short(some.length)) if some.length else some

    best, day, vote = rules.best_move, rules.day, rules.vote
    if day:
        talk = day.talk
        if talk:
            spoken = (rounds(talk.monologue), rounds(talk.golden))
            talk = replace(talk, length=short(talk.length), monologue=spoken[0], golden=spoken[1])
        first = day.introductions and rounds(day.introductions)
        day = replace(day, speech=day.speech and rounds(day.speech), talk=talk, introductions=first)
    if vote:
        vote = replace(vote, window=short(vote.window) if vote.window else 0, tie=rounds(vote.tie))
    limits = tuple(replace(step, length=short(step.length)) if step.length else step for step in rules.foul_steps)
    return replace(
        rules,
        masks=short(rules.masks),
        gate_after=short(rules.gate_after),
        first_night=steps(rules.first_night),
        night=steps(rules.night),
        best_move=best and replace(best, slot=short(best.slot)),
        killed_word=word(rules.killed_word),
        voted_word=word(rules.voted_word),
        foul_steps=limits,
        day=day,
        vote=vote,
    )
