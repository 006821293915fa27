"""Facts, entries and headers for the journal's tests."""

from __future__ import annotations

import json
from typing import get_type_hints

from hypothesis import strategies as st

from nightbox.game import facts
from nightbox.game.facts import Entry, Fact
from nightbox.record.journal import Header
from nightbox.record.store import Moment

HEADER = Header("2026-11-30-1", "0.1.0", json.dumps({"id": "fsm", "title": "ФСМ"}), 10)
MOMENT = Moment("5a0c7e60-0000-0000-0000-000000000000", 1000, "2026-11-30T19:00:00.000+00:00")

CAUSES = st.sampled_from(["entry", "step", "reveal", "time", "sound", "device", "undo", "recovery"])
WORDS = st.text(max_size=12, alphabet=st.characters(exclude_categories=["Cs"]))
WHOLES = st.integers(-(2**53), 2**53)


def shot(n: int, source: str | None = None) -> Entry:
    """An entry with a fact that tells its own number."""
    return Entry(n, n * 100, "entry", (facts.ShotRecorded(n, "shot", 7),), source)


def shots(count: int) -> tuple[Entry, ...]:
    return tuple(shot(n, f"pad1/9F3A/{n}") for n in range(1, count + 1))


def any_fact() -> st.SearchStrategy[Fact]:
    def of(kind: type) -> st.SearchStrategy[Fact]:
        return st.builds(
            kind, **{name: WHOLES if type_ is int else WORDS for name, type_ in get_type_hints(kind).items()}
        )

    return st.one_of([of(kind) for kind in (*facts.PUBLIC, *facts.SECRET, facts.Undone)])


@st.composite
def any_entries(draw: st.DrawFn, most: int = 8) -> tuple[Entry, ...]:
    """Entries as a game might have them: numbered, in order of time, no source twice."""
    steps = draw(st.lists(st.integers(0, 10**6), max_size=most))
    sources = draw(st.lists(st.one_of(st.none(), WORDS), min_size=len(steps), max_size=len(steps)))
    entries: list[Entry] = []
    at, seen = 0, set()
    for n, (step, source) in enumerate(zip(steps, sources, strict=True), 1):
        at += step
        told = tuple(draw(st.lists(any_fact(), max_size=3)))
        entries.append(Entry(n, at, draw(CAUSES), told, None if source in seen else source))
        seen.add(source)
    return tuple(entries)
