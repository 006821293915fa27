"""What a programme is made of: items with ids, each said, waited for, or let through the gate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nightbox.units import Ms


@dataclass(frozen=True, slots=True)
class Call:
    """A line is spoken; the item ends with its tail. `step` is the step that a power cut here repeats."""

    id: str
    line: str
    step: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A window of a step. `open_ended`: used up, it says `time_up` and stays open until NEXT. `line` is said in it."""

    id: str
    step: str
    length: Ms
    open_ended: bool = False
    time_up: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    id: str
    length: Ms
    opens_result: Ms = -1


@dataclass(frozen=True, slots=True)
class Wait:
    """The programme stands until a key. The id says for what: "masks", "card_7", "gate", "day"."""

    id: str


@dataclass(frozen=True, slots=True)
class Speech:
    id: str
    seat: int
    length: Ms


@dataclass(frozen=True, slots=True)
class Turn:
    """The music changes its level, at once and in passing."""

    id: str
    level: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Here the referee may let something through the one gate: `what` is "removals", "best_move" or "verdict"."""

    id: str
    what: str


Item: TypeAlias = Call | Slot | Gap | Wait | Speech | Turn | Reveal
Programme: TypeAlias = tuple[Item, ...]


def following(items: Programme, item: str) -> Item | None:
    """The item after the one with id `item`, the first for "", None after the last.

    An id that is no longer in the list (it cannot be: lists only grow behind the running item) counts as the last.
    """
    if item == "":
        return items[0] if items else None
    for place, known in enumerate(items):
        if known.id == item:
            return items[place + 1] if place + 1 < len(items) else None
    return None


def first_of_step(items: Programme, item: str) -> str:
    """The id of the item from which a power cut repeats what was going on at `item`: the call of its step."""
    current = next((known for known in items if known.id == item), None)
    step = current.step if isinstance(current, Call | Slot) else ""
    return next((k.id for k in items if isinstance(k, Call | Slot) and k.step == step), item) if step else item
