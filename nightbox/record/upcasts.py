"""The format of the journal's facts, and the way up from every older one. Pure; no file is opened here.

When a fact is renamed, split or given another field, FORMAT grows by one and CHAIN gets one function under
the old number. It takes one old fact as its name and fields, and returns what the next format has in its
place: one fact, several or none. A golden journal of every released format stays in the tests.

Format 1 is the first one, and the chain is empty. Not solved, since nothing needs it yet: a game that was
begun in an older format is read but not appended to (store.py refuses it), and the table's columns are not
upcast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

FORMAT = 1

RawFact: TypeAlias = list[Any]
"""["ShotRecorded", {"night": 1, "step": "shot", "seat": 7}]"""

Upcast: TypeAlias = Callable[[str, dict[str, Any]], list[RawFact]]

CHAIN: Mapping[int, Upcast] = {}
"""From each old format to the next."""


def upcast(facts: Iterable[RawFact], written: int, chain: Mapping[int, Upcast] = CHAIN) -> list[RawFact]:
    """Facts of format `written` as facts of FORMAT. Raises KeyError when there is no way up from it."""
    risen = list(facts)
    for step in range(written, FORMAT):
        risen = [new for name, fields in risen for new in chain[step](name, fields)]
    return risen
