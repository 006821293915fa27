"""Bounce: raw edges of one source in, settled ones out, in the order in which fingers moved. Pure: no clock.

A level counts when it was stable for `settle_ns`, and the settled edge carries the stamp of the first
edge of its train. A key that settles early waits for one that was touched before it and still bounces:
FOUL then 7 must not become 7 then FOUL. A train that is longer than 100 ms is noise and holds nobody up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightbox.game.keys import HOLDS
from nightbox.pad.edges import MS, Edge

LONGEST_TRAIN = 100 * MS


@dataclass(slots=True)
class _Train:
    """A key that moves: its first edge, and the level and time of its last."""

    first: Edge
    down: bool
    last_ns: int
    noisy: bool = False

    @property
    def turn(self) -> tuple[int, bool]:
        """Where it stands in the order of touches; of two at once the held key comes first."""
        return _turn(self.first)


def _turn(edge: Edge) -> tuple[int, bool]:
    return edge.at_ns, edge.key not in HOLDS


class Debounce:
    """The bouncing contacts of one source. Callers pass the time up to an edge before they feed it."""

    __slots__ = ("_ready", "_settle", "_settled", "_trains")

    def __init__(self, settle_ns: int) -> None:
        self._settle = settle_ns
        self._trains: dict[str, _Train] = {}
        self._settled: set[str] = set()
        self._ready: list[Edge] = []

    @property
    def touched(self) -> int:
        """How many keys are down now, settled or not."""
        moving = sum(train.down for train in self._trains.values())
        return moving + sum(key not in self._trains for key in self._settled)

    @property
    def oldest_ns(self) -> int | None:
        """The first touch of what still moves: nothing later is certain yet."""
        return min((train.first.at_ns for train in self._trains.values() if not train.noisy), default=None)

    @property
    def deadline(self) -> int | None:
        """When `pass_time` will next have something to do."""
        due = [train.last_ns + self._settle for train in self._trains.values()]
        due += [train.first.at_ns + LONGEST_TRAIN for train in self._trains.values() if not train.noisy]
        return min(due, default=None)

    def hold(self, key: str) -> None:
        """The key is known to be down: no edge said so, and none comes out."""
        self._trains.pop(key, None)
        self._settled.add(key)

    def lose(self) -> None:
        """Nothing is touched any more."""
        self._trains.clear()
        self._settled.clear()
        self._ready.clear()

    def feed(self, edge: Edge) -> None:
        """One raw edge. An edge to the level where the key already is says nothing."""
        train = self._trains.get(edge.key)
        if train is None:
            if edge.down != (edge.key in self._settled):
                self._trains[edge.key] = _Train(edge, edge.down, edge.at_ns)
        elif edge.down != train.down:
            train.down = edge.down
            train.last_ns = max(edge.at_ns, train.last_ns)

    def pass_time(self, now_ns: int) -> list[Edge]:
        """What settled at or before `now_ns`."""
        out: list[Edge] = []
        while (due := self.deadline) is not None and due <= now_ns:
            out += self._step(due)
        return out

    def _step(self, now_ns: int) -> list[Edge]:
        for key, train in list(self._trains.items()):
            train.noisy = train.noisy or train.first.at_ns + LONGEST_TRAIN <= now_ns
            if train.last_ns + self._settle > now_ns:
                continue
            del self._trains[key]
            if train.down != (key in self._settled):
                self._settled ^= {key}
                self._ready.append(replace(train.first, down=train.down))
        self._ready.sort(key=_turn)
        waits = min((train.turn for train in self._trains.values() if not train.noisy), default=None)
        ready = [edge for edge in self._ready if waits is None or _turn(edge) <= waits]
        self._ready = self._ready[len(ready) :]
        return ready
