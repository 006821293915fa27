"""Chords: the edges of every source become the judge's keys. The one door of the pads to the referee.
Pure: time is an argument, the next deadline a property; no clock, thread or port.

    raw edges -> debounce (20 ms, in order of touch) -> 50 a second -> hands or taps -> one press for two pads

Every edge that carries a press id comes out exactly once as a Stroke, Taken ("held") or Dropped
("refused"), save the PAUSE of a team's defeat: Taken at once, and its Stroke or Dropped when it is
decided.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nightbox.pad.debounce import Debounce
from nightbox.pad.edges import (
    MS,
    PHYSICAL,
    SECOND,
    Dropped,
    Edge,
    Held,
    Missed,
    Outcome,
    PadBack,
    PadLost,
    Stroke,
    Taken,
    TooFast,
)
from nightbox.pad.hands import Hands, Taps

SETTLE = 20 * MS
SAME_PRESS = 50 * MS
EDGES_A_SECOND = 50


@dataclass(frozen=True, slots=True)
class Manner:
    """How a source behaves: its debounce, how many keys it can hold, whether it knows releases, how late
    they are.

    A matrix of sixteen keys without diodes shows a third held key as a fourth: two is the most that it
    can carry.
    """

    settle_ns: int = SETTLE
    most_held: int = 2
    releases: bool = True
    lag_ns: int = 0


WIRED = Manner()
SERIAL = Manner(settle_ns=0, lag_ns=300 * MS)
TERMINAL = Manner(settle_ns=0, releases=False)


@dataclass(slots=True)
class _Pace:
    """Fifty a second, and one report per burst; a second without excess ends a burst."""

    _passed: deque[int] = field(default_factory=lambda: deque(maxlen=EDGES_A_SECOND))
    _refused_ns: int | None = None

    def allows(self, at_ns: int) -> bool:
        if len(self._passed) == EDGES_A_SECOND and at_ns - self._passed[0] < SECOND:
            return False
        self._passed.append(at_ns)
        return True

    def first_excess(self, at_ns: int) -> bool:
        last, self._refused_ns = self._refused_ns, at_ns
        return last is None or at_ns - last >= SECOND


class _Source:
    """One pad: its contacts where they bounce, its pace and the hand on it."""

    __slots__ = ("contacts", "hand", "name", "pace")

    def __init__(self, name: str, manner: Manner) -> None:
        self.name = name
        self.contacts = Debounce(manner.settle_ns) if manner.settle_ns else None
        self.pace = _Pace()
        self.hand: Hands | Taps = (
            Hands(name, manner.most_held, manner.lag_ns) if manner.releases else Taps(name)
        )

    @property
    def deadline(self) -> int | None:
        hand = self.hand.deadline
        if self.contacts is None:
            return hand
        due, oldest = self.contacts.deadline, self.contacts.oldest_ns
        if hand is None or (oldest is not None and oldest <= hand):
            return due
        return hand if due is None else min(due, hand)

    def step(self, now_ns: int) -> list[Outcome]:
        """What is certain at `now_ns`: a contact that still moves may yet be an earlier press."""
        if self.contacts is None:
            return self.hand.pass_time(now_ns)
        out: list[Outcome] = []
        for edge in self.contacts.pass_time(now_ns):
            out += self.hand.pass_time(edge.at_ns)
            out += self._settled(edge, self.contacts.touched)
        oldest = self.contacts.oldest_ns
        return out + self.hand.pass_time(now_ns if oldest is None else min(now_ns, oldest - 1))

    def feed(self, edge: Edge) -> list[Outcome]:
        if self.contacts is None:
            return self._settled(edge, self.hand.held + 1)
        self.contacts.feed(edge)
        return []

    def _settled(self, edge: Edge, touched: int) -> list[Outcome]:
        if self.pace.allows(edge.at_ns) or not edge.down:  # A release only ever makes things safer.
            return self.hand.feed(edge, touched)
        return self.hand.hold(edge.key, edge.at_ns) + self._excess(edge.key, edge.at_ns, edge.press)

    def whole(self, stroke: Stroke) -> list[Outcome]:
        """A gesture that its source already understood; it ends a mode of taps, and a foul begins its own."""
        if isinstance(self.hand, Taps):
            self.hand.told(stroke)
        if self.pace.allows(stroke.at_ns):
            return [stroke]
        return self._excess(stroke.key.name, stroke.at_ns, stroke.press)

    def hold(self, held: Held) -> list[Outcome]:
        if self.contacts is not None:
            self.contacts.hold(held.key)
        return self.hand.hold(held.key, held.at_ns)

    def lose(self) -> list[Outcome]:
        """Nothing is touched any more; the pace stays."""
        if self.contacts is not None:
            self.contacts.lose()
        return self.hand.lose()

    def _excess(self, key: str, at_ns: int, press: str | None) -> list[Outcome]:
        out: list[Outcome] = [TooFast(self.name, at_ns)] if self.pace.first_excess(at_ns) else []
        if press is not None:
            out.append(Dropped(self.name, key, at_ns, press, "more presses a second than a hand can make"))
        return out


class Chords:
    """Every source's edges in, the judge's keys out. A source without a manner is WIRED.

    Drain what was told before passing time: a stamp lies a little before the moment when it is read.
    """

    def __init__(self, manners: Mapping[str, Manner] | None = None) -> None:
        self._manners = dict(manners or {})
        self._sources: dict[str, _Source] = {}
        self._recent: dict[str, Stroke] = {}

    @property
    def deadline(self) -> int | None:
        """The monotonic moment at which `pass_time` will next have something to say; None when at rest."""
        due = [source.deadline for source in self._sources.values()]
        return min((at for at in due if at is not None), default=None)

    def feed(self, told: Edge | Held | Missed | Stroke | PadLost | PadBack) -> list[Outcome]:
        """What a pad told, and all that time did before it."""
        source = self._source(told.source)
        match told:
            case Missed() | PadLost() | PadBack():
                return source.lose()
            case Held(_, key, at_ns):
                return self.pass_time(at_ns) + (source.hold(told) if key in PHYSICAL else [])
            case Edge(_, key, _, at_ns, press) if key not in PHYSICAL:
                return [Dropped(told.source, key, at_ns, press, f"there is no key {key!r}")]
            case Edge(_, _, _, at_ns):
                return self.pass_time(at_ns) + self._emit(source.feed(told)) + self.pass_time(at_ns)
            case Stroke(_, at_ns):
                return self.pass_time(at_ns) + self._emit(source.whole(told))

    def pass_time(self, now_ns: int) -> list[Outcome]:
        """What became certain at or before `now_ns`; the same however time is cut."""
        out: list[Outcome] = []
        while (due := self.deadline) is not None and due <= now_ns:
            for source in self._sources.values():
                out += self._emit(source.step(due))
        return out

    def _source(self, name: str) -> _Source:
        if name not in self._sources:
            self._sources[name] = _Source(name, self._manners.get(name, WIRED))
        return self._sources[name]

    def _emit(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        out: list[Outcome] = []
        for outcome in outcomes:
            if not isinstance(outcome, Stroke):
                out.append(outcome)
            elif not self._doubles(outcome):
                self._recent[outcome.key.name] = outcome
                out.append(outcome)
            elif outcome.press is not None:
                out.append(Taken(outcome.source, outcome.press))
        return out

    def _doubles(self, stroke: Stroke) -> bool:
        """Whether another pad just said the same: one hand on each, or one key wired twice."""
        last = self._recent.get(stroke.key.name)
        if last is None or last.source == stroke.source:
            return False
        return abs(stroke.at_ns - last.at_ns) <= SAME_PRESS
