"""The judge's logical keys, as a pad's chords name them. What each means now is in `meanings`.

A key's name is what transcripts, the journal's source column and the wire of a pad write:

    7                    a seat key                    FOUL+7         a foul for seat 7
    MISS NEXT UNDO PAUSE the plain keys                FOUL+7+MISS    ... and, FOUL still held, MISS: technical
    FN+NEXT FN+7 ...     with FN held                  FOUL+7+PAUSE   PAUSE held for three seconds: team defeat
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

PLAIN: tuple[str, ...] = ("MISS", "NEXT", "UNDO", "PAUSE")
HOLDS: tuple[str, ...] = ("FOUL", "FN")

Hold: TypeAlias = Literal["", "FOUL", "FN"]

_NAME = re.compile(
    r"(?:(?P<seat>[1-9]\d?)|(?P<plain>MISS|NEXT|UNDO|PAUSE)"
    r"|FN\+(?:(?P<fnseat>[1-9]\d?)|(?P<fnplain>MISS|NEXT|UNDO|PAUSE))"
    r"|FOUL\+(?P<foul>[1-9]\d?)(?P<then>(?:\+(?:MISS|NEXT|UNDO|PAUSE))*))"
)


@dataclass(frozen=True, slots=True)
class Key:
    """One whole gesture of the judge. `seat` is 0 where the key has none.

    `then` are the keys pressed after the seat while FOUL was held: each is a press of its own, which
    carries the whole chord, so that the referee amends the foul that the chord began.
    """

    hold: Hold = ""
    seat: int = 0
    plain: str = ""
    then: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        core = str(self.seat) if self.seat else self.plain
        return "+".join(part for part in (self.hold, core, *self.then) if part)

    def __str__(self) -> str:
        return self.name


def key(name: str) -> Key:
    """The key of that name. Raises ValueError when there is none."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(
            f"{name!r} is not a key; keys are 1 to 20, MISS, NEXT, UNDO, PAUSE, FN+NEXT, FOUL+7, FOUL+7+MISS"
        )
    part = match.groupdict()
    if part["foul"]:
        return Key("FOUL", int(part["foul"]), "", tuple((part["then"] or "").split("+")[1:]))
    if part["fnseat"] or part["fnplain"]:
        return Key("FN", int(part["fnseat"] or 0), part["fnplain"] or "")
    return Key("", int(part["seat"] or 0), part["plain"] or "")
