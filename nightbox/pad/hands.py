"""What a hand does with the keys of one source: held FOUL and FN, whole chords, stuck keys. Pure: no clock.

`Hands` is a pad whose keys come up again; `Taps` is a terminal, which knows taps alone. Both take settled
edges in order and answer with outcomes. Bounce is `debounce`'s; floods and doubles between sources are
`chords`'.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nightbox.game.keys import HOLDS, PLAIN, Key
from nightbox.pad.edges import MS, SECOND, Dropped, Edge, Outcome, Stroke, StuckKey, Taken

STUCK_AFTER = 30 * SECOND
DEFEAT_AFTER = 3 * SECOND
"""How long PAUSE is held, FOUL held and a seat named, until it is a team's defeat."""
MODE_LASTS = 2 * SECOND
REPEATS_WITHIN = 60 * MS
"""A terminal repeats a held key some thirty times a second; no finger does."""
LONGEST_CHORD = 6


@dataclass(slots=True)
class _Down:
    since_ns: int
    mute: bool = False
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class _Pause:
    """A PAUSE that is being held under FOUL."""

    due_ns: int
    edge: Edge


def _taken(edge: Edge) -> list[Outcome]:
    return [] if edge.press is None else [Taken(edge.source, edge.press)]


def _dropped(edge: Edge, why: str) -> list[Outcome]:
    return [Dropped(edge.source, edge.key, edge.at_ns, edge.press, why)]


def _stroke(edge: Edge, key: Key) -> list[Outcome]:
    return [Stroke(key, edge.at_ns, edge.source, edge.press)]


def _simple(name: str, hold: str = "") -> Key:
    plain = name in PLAIN
    return Key("FN" if hold else "", 0 if plain else int(name), name if plain else "")


@dataclass(slots=True)
class Hands:
    """A pad with releases. FOUL and FN mean something while they are down, and never a moment longer.

    `lag_ns` is how much later a release may be heard than it happened; a long press waits for it.
    """

    source: str
    most_held: int
    lag_ns: int = 0
    _keys: dict[str, _Down] = field(default_factory=dict)
    _foul: Key | None = None
    _pause: _Pause | None = None

    @property
    def deadline(self) -> int | None:
        due = [down.since_ns + STUCK_AFTER for down in self._keys.values() if not down.stuck]
        if self._pause:
            due.append(self._pause.due_ns + self.lag_ns)
        return min(due, default=None)

    @property
    def held(self) -> int:
        return len(self._keys)

    def hold(self, key: str, at_ns: int) -> list[Outcome]:
        """The key is down, and acts only after it was released. It may have been a seat: a chord ends."""
        self._keys[key] = _Down(at_ns, mute=True)
        self._foul = None
        return self._let_go()

    def feed(self, edge: Edge, touched: int) -> list[Outcome]:
        """One settled edge, with `touched` keys down."""
        if not edge.down:
            return self._release(edge)
        if edge.key in self._keys:
            return _taken(edge)
        down = self._keys[edge.key] = _Down(edge.at_ns)
        if touched > self.most_held:
            down.mute = True
            self._foul = None if edge.key not in PLAIN else self._foul
            return _dropped(edge, f"more than {self.most_held} keys are held")
        if edge.key in HOLDS:
            return _taken(edge)
        return self._chord(edge, down)

    def _chord(self, edge: Edge, down: _Down) -> list[Outcome]:
        holds = [(name, self._keys[name]) for name in HOLDS if name in self._keys]
        for name, held in holds:
            if held.mute and not held.stuck:
                down.mute = True
                return _dropped(edge, f"{name} is down, and nobody saw it pressed")
        match [name for name, held in holds if not held.mute]:
            case []:
                return _stroke(edge, _simple(edge.key))
            case ["FN"]:
                return _stroke(edge, _simple(edge.key, "FN"))
            case ["FOUL"]:
                return self._foul_with(edge)
            case _:
                return _dropped(edge, "FOUL and FN are both held")

    def _foul_with(self, edge: Edge) -> list[Outcome]:
        if edge.key not in PLAIN:
            self._foul = Key("FOUL", int(edge.key))
            return _stroke(edge, self._foul)
        if self._foul is None or len(self._foul.then) >= LONGEST_CHORD:
            return _dropped(edge, f"FOUL and {edge.key} without a seat")
        if edge.key == "PAUSE":
            self._pause = _Pause(edge.at_ns + DEFEAT_AFTER, edge)
            return _taken(edge)
        self._foul = _then(self._foul, edge.key)
        return _stroke(edge, self._foul)

    def _release(self, edge: Edge) -> list[Outcome]:
        self._keys.pop(edge.key, None)
        out = self._let_go() if edge.key in ("FOUL", "PAUSE") else []
        if edge.key == "FOUL":
            self._foul = None
        return out + _taken(edge)

    def _let_go(self) -> list[Outcome]:
        pause, self._pause = self._pause, None
        return _dropped(pause.edge, "PAUSE was let go before three seconds") if pause else []

    def lose(self) -> list[Outcome]:
        """The pad went away: nothing is held any more."""
        self._keys.clear()
        self._foul = None
        return self._let_go()

    def pass_time(self, now_ns: int) -> list[Outcome]:
        """The long press and the stuck keys whose time came at or before `now_ns`, in their order."""
        out: list[Outcome] = []
        while (due := self.deadline) is not None and due <= now_ns:
            long_press = self._pause is not None and self._pause.due_ns + self.lag_ns == due
            out += self._defeat() if long_press else self._stick(due)
        return out

    def _defeat(self) -> list[Outcome]:
        pause, self._pause = self._pause, None
        if pause is None or self._foul is None:
            return []
        self._foul = _then(self._foul, "PAUSE")
        return [Stroke(self._foul, pause.due_ns, self.source, pause.edge.press)]

    def _stick(self, due: int) -> list[Outcome]:
        out: list[Outcome] = []
        for key, down in self._keys.items():
            if not down.stuck and down.since_ns + STUCK_AFTER <= due:
                down.mute = down.stuck = True
                out.append(StuckKey(self.source, key, due))
        if "FOUL" in self._keys and self._keys["FOUL"].stuck:
            self._foul = None
            out += self._let_go()
        return out


def _then(foul: Key, plain: str) -> Key:
    return Key("FOUL", foul.seat, "", (*foul.then, plain))


@dataclass(slots=True)
class Taps:
    """A source without releases: FOUL and FN are a mode for the next tap, for two seconds.

    After the seat MISS and UNDO amend its foul, two seconds each. NEXT and PAUSE are what a judge presses
    next anyway, and would remove a player or end a team's game: they amend after FOUL is tapped again.
    """

    source: str
    _mode: str = ""
    _mode_ns: int = 0
    _foul: Key | None = None
    _armed: bool = False
    _last: tuple[str, int] = ("", 0)

    @property
    def deadline(self) -> int | None:
        return None

    @property
    def held(self) -> int:
        return 0

    def hold(self, key: str, at_ns: int) -> list[Outcome]:
        """Terminals hold nothing."""
        return []

    def lose(self) -> list[Outcome]:
        """The mode ends: the terminal went away."""
        self._mode = ""
        return []

    def told(self, stroke: Stroke) -> None:
        """The terminal said something whole: a foul, which the next taps may amend as if FOUL had been tapped."""
        self._mode = stroke.key.hold if stroke.key.hold == "FOUL" else ""
        self._foul, self._armed = stroke.key if self._mode else None, False
        self._mode_ns = stroke.at_ns

    def pass_time(self, now_ns: int) -> list[Outcome]:
        return []

    def feed(self, edge: Edge, touched: int) -> list[Outcome]:
        """One tap; releases, if they come at all, say nothing."""
        name, at_ns = self._last
        if edge.down:
            self._last = (edge.key, edge.at_ns)
        if not edge.down or (name == edge.key and edge.at_ns - at_ns <= REPEATS_WITHIN):
            return _taken(edge)
        mode = self._mode if edge.at_ns - self._mode_ns <= MODE_LASTS else ""
        self._mode_ns = edge.at_ns
        if edge.key in HOLDS:
            self._enter(edge.key, mode)
            return _taken(edge)
        if mode == "FOUL" and self._means_foul(edge.key):
            return self._foul_with(edge)
        self._mode = ""
        return _stroke(edge, _simple(edge.key, mode if mode == "FN" else ""))

    def _enter(self, hold: str, mode: str) -> None:
        """A tap of FOUL or FN: the mode, or its end, or FOUL once more for the seat that has one."""
        if mode == hold == "FOUL" and self._foul is not None:
            self._armed = not self._armed
            return
        self._mode = hold if mode != hold else ""
        self._foul, self._armed = None, False

    def _means_foul(self, key: str) -> bool:
        return self._foul is None or self._armed or key in ("MISS", "UNDO")

    def _foul_with(self, edge: Edge) -> list[Outcome]:
        self._armed = False
        if edge.key not in PLAIN:
            self._foul = Key("FOUL", int(edge.key))
        elif self._foul is None or len(self._foul.then) >= LONGEST_CHORD:
            self._mode = ""
            return _dropped(edge, f"FOUL and {edge.key} without a seat")
        else:
            self._foul = _then(self._foul, edge.key)
        return _stroke(edge, self._foul)
