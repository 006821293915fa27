"""How an order is answered: granted with the facts in the draft, or refused with only the lamp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nightbox.units import Ms

NEXT_DEAD: Ms = 1000
"""NEXT is dead for this long after a NEXT."""

Answer: TypeAlias = Literal["", "accepted", "refused", "new_game", "sound_check", "seats"]


@dataclass(frozen=True, slots=True)
class Memory:
    """What a refused press leaves behind: nothing of it is a fact, and a power cut forgets it."""

    next_at: Ms = -NEXT_DEAD
    warned: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    answer: Answer
    n: int
    why: str
    memory: Memory


@dataclass(frozen=True, slots=True)
class Granted:
    """The facts are in the draft; they are one entry with this cause."""

    cause: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Only the lamp; `why` is Russian, for the judge's screen. `warned` names what a second press does after all."""

    why: str
    warned: str = ""


Result: TypeAlias = Granted | Refused
ENTRY, STEP = Granted("entry"), Granted("step")
STEP_UNDONE = Granted("undo")
