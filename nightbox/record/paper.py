"""The protocol of one game as values: what a judge wants on paper of the night. Nothing is computed here.

Seats count from 1, `at` is table time. Where nothing was entered the values say so; they never guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nightbox.game.facts import Fact
from nightbox.game.ledger import Answer
from nightbox.record.paper_day import BestMove, Day
from nightbox.units import Ms

Part: TypeAlias = Literal["lobby", "night", "day", "after"]
Entered: TypeAlias = Literal["seats", "miss", "nothing", "not_reached"]


@dataclass(frozen=True, slots=True)
class When:
    """A moment: table time, and the night (from 0) or day (from 1) in which it lies. "after": the game was over."""

    at: Ms
    part: Part
    number: int


@dataclass(frozen=True, slots=True)
class Seat:
    """`role` is None where it was not entered; `label` is Russian then, too. `name` is "" where it is not known."""

    seat: int
    role: str | None
    label: str
    team: str | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class StepEntry:
    """What was entered at one step of a night.

    `takes` is the rule set's: "order", "sign", "shot", "check", "visit" or "heal". `asks` names the question of a
    check, `answer` is None for what is no check. `empty_seat`: the seat had left the table before. `actor_out`: so had
    all who act here. `at` is when the entry that stands was made.
    """

    step: str
    label: str
    takes: str
    entered: Entered
    seats: tuple[int, ...] = ()
    asks: str = ""
    answer: Answer | None = None
    empty_seat: bool = False
    actor_out: bool = False
    at: Ms | None = None


@dataclass(frozen=True, slots=True)
class Shooter:
    """What one black showed himself: `shot` is a seat, 0 a deliberate miss, -1 nothing."""

    seat: int
    shot: int


@dataclass(frozen=True, slots=True)
class Result:
    """What was announced for the night. `differs`: not what the entered shot had given; the judge knew better."""

    killed: tuple[int, ...]
    when: When
    differs: bool


@dataclass(frozen=True, slots=True)
class Night:
    """Night `number`; `result` is None while it is not announced, and for night 0, which has none.

    `shooters` is there where the judge entered them; `ghost` is the victim that stayed for the day, 0 for none.
    """

    number: int
    began: Ms
    steps: tuple[StepEntry, ...]
    result: Result | None
    best_move: BestMove | None
    shooters: tuple[Shooter, ...] = ()
    ghost: int = 0


@dataclass(frozen=True, slots=True)
class Exit:
    """`how` is "killed", "voted", "removed" or "corrected"; `returned`: the judge took the exit back.

    `protocol`: "", "offered", "accepted" or "closed".
    """

    seat: int
    how: str
    when: When
    returned: When | None = None
    protocol: str = ""


@dataclass(frozen=True, slots=True)
class Foul:
    """`kind`: "foul", "technical", "big_technical", "warning", "removal" or "team_defeat".

    `entry` is the one that made it what it is; `reason` is the judge's, "" where he gave none.
    """

    seat: int
    kind: str
    when: When
    entry: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Removal:
    """`why`: "judge", "fouls" or "technicals"; "" where only the announcement is known. `entry`: that made it due."""

    seat: int
    why: str
    entered: When | None
    announced: When | None
    entry: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TeamDefeat:
    seat: int
    when: When


@dataclass(frozen=True, slots=True)
class Change:
    """The record was put right at `when`.

    `kind`: "undone", "replaced" or "forgotten", and `fact` is what was entered at `entered` and counts no more; or
    "table", and `fact` is the correction itself. `text` says the fact in Russian.
    """

    kind: Literal["undone", "replaced", "forgotten", "table"]
    when: When
    fact: Fact
    entered: Ms | None
    text: str = ""
    entry: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What was written beside the game by entry `entry`; `wall` is the box's clock then (ISO 8601), "" if unknown."""

    when: When
    wall: str
    entry: int
    fact: Fact
    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """The judge's own points as they stand, in hundredths."""

    seat: int
    kind: str
    label: str
    hundredths: int
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the score sheet as it stands, `on` times."""

    seat: int
    mark: str
    label: str
    on: int


@dataclass(frozen=True, slots=True)
class Pause:
    when: When
    until: Ms | None


@dataclass(frozen=True, slots=True)
class Cut:
    """The box was started again in the middle of the game; `until` is when the judge went on."""

    when: When
    until: Ms | None


@dataclass(frozen=True, slots=True)
class Loss:
    """`device` did not answer; `until` is its return, or the restart of the box. None: it did not come back."""

    device: str
    when: When
    until: Ms | None


@dataclass(frozen=True, slots=True)
class Established:
    """From entry `entry` on the result stood. `how`: "rules", "judge" (he named it) or "correction"."""

    when: When
    entry: int
    how: Literal["rules", "judge", "correction"]


@dataclass(frozen=True, slots=True)
class End:
    """`winner` is a team or "draw": as it stands after all corrections, or, not yet announced, as it is established.

    An amended result stands over it, "annulled" and "replayed" too; `reason` is why. `announced_as` is what the room
    heard; "" before that.
    "running" says only that the journal has no end: the box may be playing or lie in a cupboard. `last` is the
    moment of the last thing known.
    """

    state: Literal["not_begun", "running", "over", "abandoned"]
    winner: str
    established: Established | None
    announced: When | None
    announced_as: str
    last: When | None
    amended: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Protocol:
    """One game. With `public_only` nothing secret was read: no roles, steps, fouls, entry numbers or undone entries.

    `began` and `ended` are the wall clock at the first entry and at the end as the box believed it (ISO 8601, UTC), ""
    where unknown. `idle` nights in a row nobody left, of `idle_limit` that end the game. `score_sheet` is the game's
    points as lines of text (nightbox/scores), none while it runs.
    """

    game: str
    nightbox: str
    rules: str
    title: str
    began: str
    ended: str
    public_only: bool
    end: End
    seats: tuple[Seat, ...]
    nights: tuple[Night, ...]
    days: tuple[Day, ...]
    exits: tuple[Exit, ...]
    fouls: tuple[Foul, ...]
    removals: tuple[Removal, ...]
    team_defeat: TeamDefeat | None
    idle: int
    idle_limit: int
    points: tuple[Points, ...]
    marks: tuple[Mark, ...]
    score_sheet: tuple[str, ...]
    changes: tuple[Change, ...]
    amendments: tuple[Amendment, ...]
    pauses: tuple[Pause, ...]
    cuts: tuple[Cut, ...]
    losses: tuple[Loss, ...]
