"""Chords in virtual time: what a hand meant, whatever the contacts did."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from nightbox.game.keys import key
from nightbox.pad.chords import SERIAL, TERMINAL, WIRED, Chords, Manner
from nightbox.pad.edges import (
    MS,
    Dropped,
    Edge,
    Held,
    Outcome,
    PadBack,
    PadLost,
    Stroke,
    StuckKey,
    Taken,
    TooFast,
)

BARE = Manner(settle_ns=0)


@dataclass
class Table:
    """A hand on pads, its time in milliseconds."""

    manners: dict[str, Manner] = field(default_factory=lambda: {"pad": BARE, "term": TERMINAL, "p1": SERIAL})
    out: list[Outcome] = field(default_factory=list)
    at: float = 1000.0

    def __post_init__(self) -> None:
        self.chords = Chords(self.manners)

    def wait(self, ms: float) -> Table:
        self.at += ms
        self.out += self.chords.pass_time(int(self.at * MS))
        return self

    def edge(self, name: str, down: bool, source: str = "pad", press: str | None = None) -> Table:
        self.out += self.chords.feed(Edge(source, name, down, int(self.at * MS), press))
        return self

    def down(self, *names: str, source: str = "pad") -> Table:
        for name in names:
            self.wait(100).edge(name, True, source)
        return self

    def up(self, *names: str, source: str = "pad") -> Table:
        for name in names:
            self.wait(100).edge(name, False, source)
        return self

    def tap(self, *names: str, source: str = "pad") -> Table:
        for name in names:
            self.down(name, source=source).up(name, source=source)
        return self

    @property
    def strokes(self) -> list[str]:
        return [one.key.name for one in self.out if isinstance(one, Stroke)]

    def of(self, kind: type) -> list[Outcome]:
        return [one for one in self.out if isinstance(one, kind)]


def test_a_key_is_a_stroke_at_its_touch() -> None:
    table = Table().tap("7", "MISS", "NEXT")
    assert table.strokes == ["7", "MISS", "NEXT"]
    assert [one.at_ns // MS for one in table.of(Stroke)] == [1100, 1300, 1500]  # type: ignore[attr-defined]


def test_held_foul_is_a_chord_that_grows() -> None:
    table = Table().down("FOUL").tap("7", "MISS", "MISS", "UNDO", "NEXT").up("FOUL").tap("7")
    assert table.strokes == [
        "FOUL+7", "FOUL+7+MISS", "FOUL+7+MISS+MISS", "FOUL+7+MISS+MISS+UNDO",
        "FOUL+7+MISS+MISS+UNDO+NEXT", "7",
    ]


def test_each_amendment_alone() -> None:
    for plain in ("MISS", "UNDO", "NEXT"):
        assert Table().down("FOUL").tap("7", plain).strokes == ["FOUL+7", f"FOUL+7+{plain}"]


def test_foul_is_never_a_latch() -> None:
    assert Table().tap("FOUL", "7").strokes == ["7"]
    assert Table().down("FOUL").tap("3").up("FOUL").tap("MISS").strokes == ["FOUL+3", "MISS"]


def test_a_second_seat_is_a_second_foul() -> None:
    assert Table().down("FOUL").tap("3", "5", "MISS").strokes == ["FOUL+3", "FOUL+5", "FOUL+5+MISS"]


def test_foul_and_a_plain_key_need_a_seat() -> None:
    table = Table().down("FOUL").tap("MISS", "NEXT")
    assert table.strokes == [] and len(table.of(Dropped)) == 2


def test_pause_for_three_seconds_is_a_defeat() -> None:
    table = Table().down("FOUL").tap("7").down("PAUSE").wait(2999)
    assert table.strokes == ["FOUL+7"]
    table.wait(1)
    assert table.strokes == ["FOUL+7", "FOUL+7+PAUSE"]
    for let_go in ("PAUSE", "FOUL"):
        table = Table().down("FOUL").tap("7").down("PAUSE").wait(2999).edge(let_go, False).wait(9)
        assert table.strokes == ["FOUL+7"]


def test_a_release_that_the_wire_delayed_still_stops_the_defeat() -> None:
    table = Table().down("FOUL", source="p1").tap("7", source="p1").down("PAUSE", source="p1").wait(3200)
    late = int((table.at - 300) * MS)
    table.out += table.chords.feed(Edge("p1", "PAUSE", False, late))
    assert table.wait(1000).strokes == ["FOUL+7"]


def test_a_bouncing_release_stops_the_defeat() -> None:
    table = Table({"pad": WIRED}).down("FOUL").tap("7").down("PAUSE").wait(2990).edge("PAUSE", False)
    assert table.wait(1000).strokes == ["FOUL+7"]


def test_fn_with_a_seat_and_with_a_plain_key() -> None:
    table = Table().down("FN").tap("7", "NEXT", "PAUSE").up("FN").tap("NEXT")
    assert table.strokes == ["FN+7", "FN+NEXT", "FN+PAUSE", "NEXT"]


def test_a_third_key_is_refused_and_its_release_is_not_a_press() -> None:
    table = Table().down("FOUL", "7", "8").up("8", "7").tap("9")
    assert table.strokes == ["FOUL+7", "FOUL+9"] and len(table.of(Dropped)) == 1


def test_a_refused_seat_under_foul_is_not_amended_for_the_one_before() -> None:
    table = Table().down("FOUL", "7", "8").up("7", "8").tap("MISS")
    assert table.strokes == ["FOUL+7"]


def test_three_keys_in_one_scan_are_none() -> None:
    table = Table({"pad": WIRED})
    for name in ("1", "2", "4"):
        table.edge(name, True)
    assert table.wait(100).strokes == []


def test_foul_and_seat_in_one_scan_are_a_foul() -> None:
    table = Table({"pad": WIRED})
    table.edge("7", True).edge("FOUL", True)
    assert table.wait(100).strokes == ["FOUL+7"]


def test_a_key_that_was_down_at_the_start_acts_after_its_release() -> None:
    table = Table()
    table.out += table.chords.feed(Held("pad", "7", int(table.at * MS)))
    assert table.edge("7", True).strokes == []
    assert table.up("7").tap("7").strokes == ["7"]


def test_under_a_foul_that_nobody_saw_pressed_a_seat_is_refused() -> None:
    table = Table()
    table.out += table.chords.feed(Held("pad", "FOUL", int(table.at * MS)))
    assert table.tap("7").strokes == []
    assert table.up("FOUL").tap("7").strokes == ["7"]


def test_a_stuck_key_is_told_once_and_ignored() -> None:
    table = Table().down("7").wait(29_999)
    assert table.of(StuckKey) == []
    table.wait(1).wait(100_000)
    assert table.of(StuckKey) == [StuckKey("pad", "7", 31_100 * MS)]
    assert table.tap("8").up("7").tap("7").strokes == ["7", "8", "7"]


def test_a_stuck_foul_is_told_and_then_ignored() -> None:
    table = Table().down("FOUL").tap("7").wait(31_000).tap("8", "MISS")
    assert table.strokes == ["FOUL+7", "8", "MISS"] and len(table.of(StuckKey)) == 1


def test_a_flood_is_cut_to_fifty_a_second_and_told_once() -> None:
    table = Table()
    for _ in range(500):
        table.wait(1).edge("7", True).wait(1).edge("7", False)
    assert len(table.of(TooFast)) == 1
    assert len(table.strokes) <= 50
    assert table.wait(2000).tap("8").strokes[-1] == "8"
    for _ in range(100):
        table.wait(1).edge("7", True).wait(1).edge("7", False)
    assert len(table.of(TooFast)) == 2


def test_foul_does_not_survive_a_flood() -> None:
    table = Table().down("FOUL")
    for _ in range(200):
        table.wait(1).edge("7", True).wait(1).edge("7", False)
    table.edge("FOUL", False).wait(3000)
    assert table.tap("8").strokes[-1] == "8"


def test_the_same_key_on_two_pads_is_one_press() -> None:
    table = Table({"a": BARE, "b": SERIAL})
    table.edge("7", True, "a", "a/1/1").wait(50).edge("7", True, "b", "b/1/1")
    assert table.strokes == ["7"] and table.of(Taken) == [Taken("b", "b/1/1")]
    table.edge("7", False, "b").wait(10).edge("7", True, "b", "b/1/3")
    assert table.strokes == ["7", "7"]


def test_the_same_pad_may_press_twice_at_once() -> None:
    table = Table().edge("7", True).wait(10).edge("7", False).wait(10).edge("7", True)
    assert table.strokes == ["7", "7"]


def test_a_lost_pad_holds_nothing() -> None:
    table = Table().down("FOUL").tap("7").down("PAUSE")
    table.out += table.chords.feed(PadLost("pad", "pulled"))
    assert len(table.of(Dropped)) == 1
    table.out += table.chords.feed(PadBack("pad"))
    assert table.wait(5000).tap("8").strokes == ["FOUL+7", "8"]


def test_every_numbered_edge_is_answered_once() -> None:
    table = Table()
    names = ["FOUL", "7", "-7", "MISS", "9", "1", "-FOUL"]
    for n, name in enumerate(names):
        table.wait(100).edge(name.lstrip("-"), not name.startswith("-"), press=f"pad/1/{n}")
    answered = [one.press for one in table.out if isinstance(one, Stroke | Taken | Dropped)]
    assert answered == [f"pad/1/{n}" for n in range(len(names))]


def test_an_unknown_key_is_dropped() -> None:
    assert Table().tap("21", "FOUL+7").strokes == []


# The terminal: taps.


def taps(*steps: str | int) -> list[str]:
    table = Table()
    for step in steps:
        if isinstance(step, int):
            table.wait(step)
        else:
            table.wait(100).edge(step, True, "term")
    return table.strokes


def test_foul_is_a_mode_of_two_taps() -> None:
    assert taps("FOUL", "7") == ["FOUL+7"]
    assert taps("FOUL", 1900, "7") == ["FOUL+7"]
    assert taps("FOUL", 1901, "7") == ["7"]
    assert taps("FOUL", "7", "8") == ["FOUL+7", "8"]
    assert taps("FOUL", "FOUL", "7") == ["7"]


def test_amendments_have_two_seconds_each() -> None:
    assert taps("FOUL", "7", 1800, "MISS", 1800, "MISS") == ["FOUL+7", "FOUL+7+MISS", "FOUL+7+MISS+MISS"]
    assert taps("FOUL", "7", 2000, "MISS") == ["FOUL+7", "MISS"]
    assert taps("FOUL", "7", "8", "MISS") == ["FOUL+7", "8", "MISS"]
    assert taps("FOUL", "7", "UNDO") == ["FOUL+7", "FOUL+7+UNDO"]


def test_what_follows_a_foul_anyway_amends_it_only_after_foul_once_more() -> None:
    assert taps("FOUL", "7", "NEXT", "NEXT") == ["FOUL+7", "NEXT", "NEXT"]
    assert taps("FOUL", "7", "PAUSE", "PAUSE") == ["FOUL+7", "PAUSE", "PAUSE"]
    assert taps("FOUL", "7", "FOUL", "NEXT", "NEXT") == ["FOUL+7", "FOUL+7+NEXT", "NEXT"]
    assert taps("FOUL", "7", "FOUL", "PAUSE") == ["FOUL+7", "FOUL+7+PAUSE"]
    assert taps("FOUL", "7", "FOUL", 2000, "PAUSE") == ["FOUL+7", "PAUSE"]
    assert taps("FOUL", "7", "FOUL", "FOUL", "NEXT") == ["FOUL+7", "NEXT"]


def test_two_fouls_follow_each_other() -> None:
    assert taps("FOUL", "7", "FOUL", "8", "MISS") == ["FOUL+7", "FOUL+8", "FOUL+8+MISS"]


def test_fn_is_a_mode_for_one_tap() -> None:
    assert taps("FN", "NEXT", "NEXT") == ["FN+NEXT", "NEXT"]
    assert taps("FN", "7", "7") == ["FN+7", "7"]  # the ghost of M9, a count above ten
    assert taps("FN", 2000, "NEXT") == ["NEXT"]


def test_a_held_key_of_a_terminal_is_one_tap() -> None:
    table = Table().wait(100).edge("NEXT", True, "term").wait(500)
    for _ in range(60):
        table.edge("NEXT", True, "term").wait(33)
    assert len(table.strokes) == 2


def test_a_whole_gesture_passes_and_is_one_with_a_pads() -> None:
    table = Table().down("FOUL").down("7")
    table.out += table.chords.feed(Stroke(key("FOUL+7"), int(table.at * MS) + 1, "web"))
    table.out += table.chords.feed(Stroke(key("FOUL+8"), int(table.at * MS) + 2, "web"))
    assert table.strokes == ["FOUL+7", "FOUL+8"]


def test_the_taps_after_a_whole_foul_amend_it_as_the_screen_says() -> None:
    def after(name: str, *steps: int | str) -> list[str]:
        table = Table().wait(100)
        table.out += table.chords.feed(Stroke(key(name), int(table.at * MS), "term"))
        for step in steps:
            table.wait(step) if isinstance(step, int) else table.wait(100).edge(step, True, "term")
        return table.strokes

    assert after("FOUL+7", "MISS", "MISS") == ["FOUL+7", "FOUL+7+MISS", "FOUL+7+MISS+MISS"]
    assert after("FOUL+7", "UNDO") == ["FOUL+7", "FOUL+7+UNDO"]
    assert after("FOUL+7", "NEXT") == ["FOUL+7", "NEXT"]
    assert after("FOUL+7", "FOUL", "NEXT") == ["FOUL+7", "FOUL+7+NEXT"]
    assert after("FOUL+7", 2000, "MISS") == ["FOUL+7", "MISS"]
    assert after("FN+7", "MISS") == ["FN+7", "MISS"]


# Bounce.

Moves = list[tuple[int, str, bool]]

bounce = st.lists(st.integers(1, 15_000), max_size=6).map(lambda us: sorted(set(us))[: len(set(us)) // 2 * 2])


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[tuple[int, str, bool]], list[tuple[str, int]]]:
    """Raw edges in microseconds, and what a hand meant by them: presses, FOUL held under some."""
    raw: list[tuple[int, str, bool]] = []
    meant: list[tuple[str, int]] = []
    at = 1_000_000

    def move(name: str, down: bool) -> None:
        level = down
        for step in [0, *draw(bounce)]:
            raw.append((at + step, name, level))
            level = not level

    for _ in range(draw(st.integers(1, 5))):
        foul = draw(st.booleans())
        if foul:
            move("FOUL", True)
            at += draw(st.integers(36_000, 200_000) | st.integers(1, 2000))
        seat = draw(st.sampled_from(["1", "7", "10", "20"]))
        meant.append((f"FOUL+{seat}" if foul else seat, at))
        move(seat, True)
        at += draw(st.integers(36_000, 300_000))
        if foul and draw(st.booleans()):
            move("FOUL", False)
            at += draw(st.integers(1, 50_000))
            foul = False
        move(seat, False)
        at += draw(st.integers(36_000, 300_000))
        if foul:
            move("FOUL", False)
            at += draw(st.integers(36_000, 100_000))
    return sorted(raw, key=lambda one: one[0]), meant


def run(raw: list[tuple[int, str, bool]], slices: list[int]) -> list[Outcome]:
    chords, out = Chords(), []
    events = [(at, name, down) for at, name, down in raw] + [(at, "", False) for at in slices]
    for at, name, down in sorted(events, key=lambda one: one[0]):
        out += chords.feed(Edge("pad", name, down, at * 1000)) if name else chords.pass_time(at * 1000)
    return out + chords.pass_time(10**12)


@given(hands())
def test_each_press_is_one_stroke_at_its_first_edge_however_it_bounces(
    hand: tuple[Moves, list[tuple[str, int]]],
) -> None:
    raw, meant = hand
    out = run(raw, [])
    assert [(one.key.name, one.at_ns // 1000) for one in out if isinstance(one, Stroke)] == meant
    assert all(isinstance(one, Stroke) for one in out)


@given(hands(), st.lists(st.integers(0, 4_000_000), max_size=60))
def test_how_time_is_cut_changes_nothing(
    hand: tuple[Moves, list[tuple[str, int]]], slices: list[int]
) -> None:
    assert run(hand[0], slices) == run(hand[0], [])


mash = st.lists(
    st.tuples(
        st.integers(0, 30_000), st.sampled_from(["1", "7", "FOUL", "FN", "PAUSE", "MISS"]), st.booleans()
    ),
    max_size=80,
)


@given(mash, st.lists(st.integers(0, 2_500_000), max_size=60))
def test_mashing_is_the_same_however_time_is_cut(gaps: Moves, slices: list[int]) -> None:
    raw, at = [], 0
    for gap, name, down in gaps:
        at += gap
        raw.append((at, name, down))
    assert run(raw, slices) == run(raw, [])


@given(mash)
def test_a_settled_source_answers_every_press_exactly_once(gaps: Moves) -> None:
    chords, out, at = Chords({"pad": SERIAL}), [], 0
    for n, (gap, name, down) in enumerate(gaps):
        at += gap * 1000
        out += chords.feed(Edge("pad", name, down, at, f"pad/1/{n}"))
    final = {one.press for one in out if isinstance(one, Stroke | Taken | Dropped)}
    assert final == {f"pad/1/{n}" for n in range(len(gaps))}
    strokes = [one.press for one in out if isinstance(one, Stroke)]
    assert len(strokes) == len(set(strokes))


def test_a_glitch_is_no_press() -> None:
    table = Table({"pad": WIRED}).edge("7", True).wait(19).edge("7", False).wait(100)
    assert table.out == []
    assert table.edge("7", True).wait(20).strokes == ["7"]


def test_the_deadline_says_when_to_look_again() -> None:
    chords = Chords()
    assert chords.deadline is None
    chords.feed(Edge("pad", "7", True, 5 * MS))
    assert chords.deadline == 25 * MS
    assert len(chords.pass_time(25 * MS)) == 1
    chords.feed(Edge("pad", "7", False, 90 * MS))
    chords.pass_time(110 * MS)
    assert chords.deadline is None
