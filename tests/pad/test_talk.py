"""The talk with a pad in virtual time: no false press and no lost accepted one, whatever the wire does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from nightbox.pad import wire
from nightbox.pad.chords import SERIAL, Chords
from nightbox.pad.edges import MS, SECOND, Edge, Held, Missed, Noisy, PadBack, PadLost, Stroke, Told
from nightbox.pad.talk import Talk
from nightbox.pad.wire import Answer, KeyLine, PadHello
from nightbox.testing.padtwin import Cable, PadTwin

Damage = Callable[[bytes], bytes]


@dataclass
class Bench:
    """A pad, a box that accepts every press at once unless told otherwise, and the wire between them."""

    to_box: Damage = field(default_factory=lambda: Cable().carry)
    to_pad: Damage = field(default_factory=lambda: Cable().carry)
    answers: bool = True
    now: int = 10 * SECOND
    told: list[Told] = field(default_factory=list)
    openings: int = 1

    def __post_init__(self) -> None:
        self.pad = PadTwin("pad1", self.now)
        self.talk = Talk("pad1", "27D0", self.now)

    def run(self, ms: int, every: int = 10) -> Bench:
        for _ in range(ms // every):
            self._exchange()
            self.now += every * MS
            self.pad.pass_time(self.now)
            self._exchange()
            self._hear(self.talk.pass_time(self.now))
            if self.talk.trouble:
                self.told.append(PadLost("pad1", self.talk.trouble))
                self.reopen()
        return self

    def reopen(self) -> None:
        self.openings += 1
        self.talk = Talk("pad1", f"{0x27D0 + self.openings:04X}", self.now)

    def _exchange(self) -> None:
        self._hear(self.talk.receive(self.to_box(self.pad.outgoing()), self.now))
        self.pad.receive(self.to_pad(self.talk.outgoing()), self.now)

    def _hear(self, told: list[Told]) -> None:
        self.told += told
        for one in told:
            if isinstance(one, Edge) and one.press and self.answers:
                self.talk.answer(one.press, "accepted" if one.down else "held")

    def press(self, key: str) -> str:
        press = self.pad.down(key, self.now)
        self.run(30)
        self.pad.up(key, self.now)
        return press

    @property
    def edges(self) -> list[Edge]:
        return [one for one in self.told if isinstance(one, Edge)]

    @property
    def downs(self) -> list[str]:
        return [edge.key for edge in self.edges if edge.down]

    def of(self, kind: type) -> list[Told]:
        return [one for one in self.told if isinstance(one, kind)]


def test_a_greeted_pads_press_is_told_and_answered() -> None:
    bench = Bench().run(50)
    at = bench.now
    press = bench.press("7")
    bench.run(50)
    assert bench.told[0] == PadBack("pad1")
    assert bench.edges[0] == Edge("pad1", "7", True, at, press)
    assert press == f"pad1/{bench.pad.session}/1"
    assert bench.pad.answers[press].verdict == "accepted"
    assert [edge.down for edge in bench.edges] == [True, False]


def test_a_lost_line_comes_again_and_keeps_its_time() -> None:
    cable = Cable()
    bench = Bench(to_box=cable.carry).run(50)
    cable.drop, at = 3, bench.now
    press = bench.press("7")
    bench.run(500)
    assert (bench.edges[0].press, bench.edges[0].at_ns) == (press, at)
    assert bench.downs == ["7"]


def test_a_lost_answer_is_given_again_and_the_press_is_not() -> None:
    cable = Cable()
    bench = Bench(to_pad=cable.carry).run(50)
    cable.drop = 4
    press = bench.press("7")
    bench.run(1000)
    assert bench.downs == ["7"] and bench.pad.answers[press].verdict == "accepted"


def test_a_press_that_is_being_handled_is_not_told_again() -> None:
    bench = Bench(answers=False).run(50)
    press = bench.press("7")
    bench.run(1000)
    assert bench.downs == ["7"] and press not in bench.pad.answers
    bench.talk.answer(press, "held")
    bench.run(20)
    bench.talk.answer(press, "accepted")
    bench.run(20)
    assert bench.pad.answers[press].verdict == "accepted"


def test_a_lost_foul_is_not_overtaken_by_its_seat() -> None:
    cable = Cable()
    bench = Bench(to_box=cable.carry).run(50)
    cable.drop = 1
    bench.pad.down("FOUL", bench.now)
    bench.run(10)
    bench.press("7")
    bench.run(300)
    assert bench.downs == ["FOUL", "7"]
    assert [edge.at_ns for edge in bench.edges] == sorted(edge.at_ns for edge in bench.edges)


def test_what_a_pad_gave_up_holds_nobody_up_and_makes_no_press() -> None:
    bench = Bench().run(50)
    bench.to_box = without(b"KEY 1 ")
    bench.pad.down("FOUL", bench.now)
    bench.run(1000)
    late = bench.press("7")
    bench.run(3000)
    assert bench.downs == [] and bench.pad.answers[late].verdict == "refused"
    assert Held("pad1", "FOUL", bench.of(Held)[-1].at_ns) in bench.told  # type: ignore[attr-defined]
    bench.pad.up("FOUL", bench.now)
    bench.press("8")
    bench.run(300)
    assert bench.downs == ["8"]


def strokes(told: list[Told]) -> list[str]:
    chords, out = Chords({"pad1": SERIAL}), []
    for one in told:
        if isinstance(one, Edge | Held | Missed | PadLost | PadBack):
            out += chords.feed(one)
    return [one.key.name for one in out if isinstance(one, Stroke)]


def without(words: bytes) -> Damage:
    return lambda raw: b"".join(line for line in raw.splitlines(True) if words not in line)


def test_a_release_that_never_came_is_no_latch() -> None:
    bench = Bench().run(50)
    bench.pad.down("FOUL", bench.now)
    bench.run(50)
    bench.to_box = without(b" up ")
    bench.pad.up("FOUL", bench.now)
    bench.run(3000)
    bench.to_box = Cable().carry
    bench.press("7")
    assert strokes(bench.run(300).told) == ["7"]


def test_a_foul_is_not_amended_for_a_seat_whose_foul_was_lost() -> None:
    bench = Bench().run(50)
    bench.pad.down("FOUL", bench.now)
    bench.press("7")
    bench.run(50)
    bench.to_box = without(b" 1 down")
    bench.press("1")
    bench.run(3000)
    bench.press("MISS")
    assert strokes(bench.run(300).told) == ["FOUL+7"]
    bench.to_box = Cable().carry
    bench.pad.up("FOUL", bench.now)
    bench.run(300)
    bench.press("MISS")
    assert strokes(bench.run(300).told) == ["FOUL+7", "MISS"]


def test_a_beat_heals_a_release_that_was_not_counted() -> None:
    bench = Bench().run(50)
    bench.pad.down("FOUL", bench.now)
    bench.run(50)
    bench.pad.keys.clear()
    bench.run(300)
    assert [(edge.key, edge.down, edge.press is None) for edge in bench.edges] == [
        ("FOUL", True, False), ("FOUL", False, True),
    ]


def test_a_key_that_was_down_before_the_greeting_is_held_not_pressed() -> None:
    bench = Bench()
    bench.pad.down("7", bench.now)
    bench.run(300)
    assert bench.downs == [] and bench.of(Held) == [Held("pad1", "7", bench.of(Held)[0].at_ns)]  # type: ignore[attr-defined]
    bench.pad.up("7", bench.now)
    bench.run(50)
    bench.press("7")
    assert bench.run(50).downs == ["7"]


def test_a_press_of_an_earlier_opening_is_never_told() -> None:
    bench = Bench(answers=False).run(50)
    bench.press("7")
    bench.told.clear()
    session = bench.pad.session
    bench.reopen()
    bench.run(3000)
    assert bench.downs == [] and bench.pad.session != session
    assert bench.of(PadBack) == [PadBack("pad1")]
    bench.talk.answer(f"pad1/{session}/1", "accepted")
    assert bench.run(50).pad.answers == {}


def test_an_old_press_and_one_from_before_the_greeting_are_refused() -> None:
    for age, after in ((2000, 3 * SECOND), (1500, SECOND)):
        talk = Talk("p", "27D0", 0)
        told = talk.receive(wire.encode(PadHello(1, "x", "9F3A")) + wire.encode(wire.Beat(0, frozenset())), 0)
        talk.outgoing()
        told += talk.receive(wire.encode(KeyLine(1, "7", True, age)), after)
        assert not [one for one in told if isinstance(one, Edge)]
        assert talk.outgoing() == wire.encode(Answer(1, "refused"))


def test_a_pad_of_another_version_is_refused_with_a_reason() -> None:
    bench = Bench()
    bench.pad.version = 2
    bench.run(50)
    assert "version 2" in bench.of(PadLost)[0].why  # type: ignore[attr-defined]


def test_a_silent_port_is_lost_after_three_seconds_and_a_silent_pad_after_one() -> None:
    bench = Bench(to_box=lambda raw: b"").run(2990)
    assert bench.told == []
    bench.run(10)
    assert bench.told == [PadLost("pad1", "no HELLO within 3 s")]
    bench = Bench().run(50)
    bench.to_box = lambda raw: b""
    bench.run(1300)
    assert bench.of(PadLost) == [PadLost("pad1", "it has been silent for a second")]


def test_a_pad_that_lost_power_for_a_moment_is_lost_and_back() -> None:
    bench = Bench().run(50)
    bench.pad.down("FOUL", bench.now)
    bench.run(20)
    bench.pad.keys.clear()
    bench.pad.restart(bench.now)
    bench.run(50)
    assert [type(one) for one in bench.told] == [PadBack, Edge, PadLost, PadBack]


def test_a_minute_of_garbage_is_one_report() -> None:
    noise = random.Random(1)
    bench = Bench(to_box=lambda raw: noise.randbytes(115)).run(2990)
    assert len(bench.of(Noisy)) <= 1 and bench.edges == []
    for _ in range(2000):
        bench.talk.receive(noise.randbytes(345), bench.now)
    assert bench.talk.unreadable > 20


def test_answers_that_nobody_takes_do_not_grow() -> None:
    bench = Bench().run(50)
    for _ in range(10_000):
        bench.talk.lamp("attention", 400)
    assert len(bench.talk.outgoing()) < 4096


@dataclass
class Storm:
    """A wire that spoils lines at random, each in one of the ways that wires know."""

    rng: random.Random
    share: float
    spoilt: int = 0

    def carry(self, raw: bytes) -> bytes:
        return b"".join(self._spoil(line + b"\n") for line in raw.split(b"\n")[:-1])

    def _spoil(self, line: bytes) -> bytes:
        if self.rng.random() >= self.share:
            return line
        self.spoilt += 1
        at = self.rng.randrange(len(line))
        match self.rng.randrange(7):
            case 0:
                return b""
            case 1:
                return line + line
            case 2:
                return line[:at] + bytes([self.rng.randrange(256)]) + line[at + 1 :]
            case 3:
                return line[:at] + line[at + 1 :]
            case 4:
                return line[:at]
            case 5:
                return line[:-1]
            case _:
                return line[:at] + self.rng.randbytes(self.rng.randrange(1, 90)) + line[at:]


def test_twenty_thousand_spoilt_lines_make_no_false_press_and_lose_no_accepted_one() -> None:
    rng, presses, spoilt, accepted, lost_pads = random.Random(20261130), 0, 0, 0, 0
    while spoilt < 20_000:
        share = rng.choice([0.1, 0.5, 0.7, 0.8])
        up, down = Storm(rng, share), Storm(rng, share)
        bench = Bench(to_box=up.carry, to_pad=down.carry)
        while up.spoilt + down.spoilt < 1000:
            for _ in range(8):
                key = rng.choice(wire.BITS)
                move = bench.pad.up if key in bench.pad.keys else bench.pad.down
                moved = move(key, bench.now)
                presses += moved != ""
                bench.run(rng.choice([10, 40, 120]))
            bench.run(rng.choice([200, 2500]), every=50)
        up.share = down.share = 0.0
        bench.run(6000, every=100)
        _check(bench)
        last = bench.press("9") if "9" not in bench.pad.keys else ""
        bench.run(300)
        assert not last or bench.pad.answers[last].verdict == "accepted"
        spoilt += up.spoilt + down.spoilt
        accepted += sum(given.verdict == "accepted" for given in bench.pad.answers.values())
        lost_pads += len(bench.of(PadLost))
    print(f"{spoilt} spoilt lines, {presses} edges, {accepted} accepted, pad lost {lost_pads} times")
    assert accepted > presses / 5


def test_every_stroke_of_a_storm_is_what_the_hand_did() -> None:
    """A chord may be refused for what the wire lost, but it never becomes another one."""
    rng, meant, made = random.Random(7), 0, 0
    for _ in range(80):
        up = Storm(rng, rng.choice([0.7, 0.9, 0.95]))
        bench, hand = Bench(to_box=up.carry, to_pad=Storm(rng, 0.3).carry), Chords({"pad1": SERIAL})
        ideal: dict[str, str] = {}

        def move(
            key: str, down: bool, bench: Bench = bench, hand: Chords = hand, ideal: dict[str, str] = ideal
        ) -> None:
            press = (bench.pad.down if down else bench.pad.up)(key, bench.now)
            for one in hand.feed(Edge("pad1", key, down, bench.now, press or None)):
                if isinstance(one, Stroke) and one.press:
                    ideal[one.press] = one.key.name
            bench.run(rng.choice([20, 60, 120]))

        for _ in range(12):
            hold = rng.choice(["", "FOUL", "FOUL", "FN"])
            if hold:
                move(hold, True)
            for _ in range(rng.choice([1, 2, 4])):
                key = rng.choice(["1", "7", "10", "12", "MISS", "MISS", "UNDO", "NEXT"])
                move(key, True)
                bench.run(rng.choice([20, 20, 800, 2200]))
                move(key, False)
            if hold:
                move(hold, False)
        bench.run(3000, every=50)
        chords = Chords({"pad1": SERIAL})
        for told in bench.told:
            if not isinstance(told, Edge | Held | Missed | PadLost | PadBack):
                continue
            for one in chords.feed(told):
                if isinstance(one, Stroke):
                    assert one.key.name == ideal[str(one.press)]
                    made += 1
        meant += len(ideal)
    print(f"{meant} strokes meant, {made} made")
    assert made > meant / 5


def _check(bench: Bench) -> None:
    told = [edge for edge in bench.edges if edge.press]
    assert len({edge.press for edge in told}) == len(told)
    for edge in told:
        assert (edge.key, edge.down, edge.at_ns) == bench.pad.made[str(edge.press)]
    known = {edge.press for edge in told}
    assert {press for press, given in bench.pad.answers.items() if given.verdict == "accepted"} <= known
    sessions: dict[str, list[int]] = {}
    for edge in told:
        session, number = str(edge.press).split("/")[1:]
        sessions.setdefault(session, []).append(int(number))
    assert all(numbers == sorted(numbers) for numbers in sessions.values())
    down: set[str] = set()
    for one in bench.told:
        match one:
            case Missed() | PadLost() | PadBack():
                down.clear()
            case Edge(_, key, is_down):
                assert (key in down) != is_down, "a pad's edges alternate"
                down ^= {key}
            case Held(_, key):
                down.add(key)
            case _:
                pass
    assert down == bench.pad.keys, "after the storm both know which keys are down"
