"""The judge of a measured night: presses at the right moments, and presses at any moment. And what should be heard."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from nightbox.game.clockwork import Tempo
from nightbox.game.programme import Call, Gap, Slot, night
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset
from nightbox.units import Ms
from tests.bench.box import Box, lengths

KEYS = (*(str(seat) for seat in range(1, 11)), "MISS", "UNDO")
ENOUGH = 2.5
"""Seconds from a line to the next key of the judge."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a night's programme, and the time from its tail's end to the next call; None where nothing follows."""

    item: str
    line: str
    wait: Ms | None
    slot: bool


def calls(rules: Ruleset, n: int) -> list[Called]:
    """What the rules say of night `n`, before anything is played."""
    return list(_calls(rules, n))


def _calls(rules: Ruleset, n: int) -> Iterator[Called]:
    public = Referee(Tempo(rules, {}), 10).state.public
    current: Call | None = None
    wait, slot = 0, False
    for item in night(rules, n, public):
        match item:
            case Call():
                if current:
                    yield Called(current.id, current.line, wait, slot)
                current, wait, slot = item, 0, False
            case Slot(length=length):
                wait, slot = wait + length, True
            case Gap(length=length):
                wait += length
            case _:
                pass
    if current:
        yield Called(current.id, current.line, None, slot)


def duration(rules: Ruleset, n: int) -> float:
    """Seconds from the night's first call to its gate."""
    known = lengths()
    return sum(known[call.line] + (call.wait or 0) for call in calls(rules, n)) / 1000


def settle(box: Box) -> None:
    """A box that has just started: its first words and the check of its clips are over before anything is measured."""
    until = time.monotonic() + 120
    while not (box.state / "clips.json").exists() and time.monotonic() < until:
        time.sleep(0.5)
    time.sleep(ENOUGH)


def take_up(box: Box) -> None:
    """An unfinished game that stands in its day: the judge goes on with it."""
    time.sleep(lengths()["unfinished_game"] / 1000 + 1.5)
    box.press("NEXT")
    time.sleep(lengths()["game_restored"] / 1000 + 1.5)


def rest() -> None:
    time.sleep(ENOUGH)


def begin(box: Box, n: int) -> None:
    """From a standing day (or the lobby) into night `n`."""
    box.press("NEXT")
    time.sleep(lengths()["night_falls"] / 1000 + 1.2 + (2 if "fsm" in box.config.read_text() else 0))
    box.press("NEXT")
    box.wait_for(f"night {n}: night", 5)


def play(box: Box, rules: Ruleset, n: int, *, mash: bool, seed: int = 1) -> None:
    """Night `n` to its end: with or without presses in every slot; nobody is killed."""
    begin(box, n)
    until = time.monotonic() + duration(rules, n) - 4.0
    if mash:
        _mash(box, until, random.Random(seed))
    time.sleep(max(0.0, until + 4.0 + ENOUGH + rules.gate_after / 1000 - time.monotonic()))
    for key in ("UNDO", "NEXT"):
        box.press(key)
    time.sleep(1.2)
    box.press("NEXT")
    box.wait_for(f"night {n}: day", 15)
    time.sleep(ENOUGH)


def _mash(box: Box, until: float, chance: random.Random) -> None:
    """Any key at any moment: some four a second, which is several in the shortest slot."""
    while time.monotonic() < until:
        box.press(chance.choice(KEYS))
        time.sleep(chance.uniform(0.1, 0.4))
