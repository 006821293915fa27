"""The line protocol: the published examples byte for byte, and nothing that noise can make of it."""

from __future__ import annotations

import zlib

from hypothesis import given
from hypothesis import strategies as st

from nightbox.pad import wire
from nightbox.pad.edges import PHYSICAL
from nightbox.pad.wire import Answer, Beat, BoxHello, Framer, KeyLine, LampLine, PadHello, decode, encode

EXAMPLES = {
    b"HELLO 1 pad=4x4-rp2040 session=9F3A *52423454": PadHello(1, "4x4-rp2040", "9F3A"),
    b"HELLO 1 box=27D0 *5D4074AA": BoxHello(1, "27D0"),
    b"KEY 41 7 down age=0 *5BA776FA": KeyLine(41, "7", True, 0),
    b"KEY 41 7 down age=100 *EEB1F80E": KeyLine(41, "7", True, 100),
    b"ANSWER 41 accepted *E01EB952": Answer(41, "accepted"),
    b"LAMP attention 400 *F5A04B28": LampLine("attention", 400),
    b"BEAT 41 keys=0080 *5531AC93": Beat(41, frozenset({"7"})),
}

numbers = st.integers(0, 999_999_999)
names = st.text("ABCabc019._-", min_size=1, max_size=20)
hexes = st.text("0123456789ABCDEF", min_size=4, max_size=8)
lines = st.one_of(
    st.builds(PadHello, st.just(1), names, hexes),
    st.builds(PadHello, numbers.filter(lambda n: n != 1)),
    st.builds(BoxHello, numbers, st.text("0123456789ABCDEF", min_size=4, max_size=4)),
    st.builds(KeyLine, numbers, st.sampled_from(sorted(PHYSICAL)), st.booleans(), numbers),
    st.builds(Answer, numbers, st.sampled_from(["accepted", "held", "refused"])),
    st.builds(LampLine, st.text("abcxyz", min_size=1, max_size=16), numbers),
    st.builds(Beat, numbers, st.frozensets(st.sampled_from(wire.BITS))),
)


def test_the_published_examples_hold_byte_for_byte() -> None:
    for raw, line in EXAMPLES.items():
        assert decode(raw) == line
        assert encode(line) == raw + b"\n"


def test_the_bitmap_has_every_key_once() -> None:
    assert set(wire.BITS) == PHYSICAL
    assert len(wire.BITS) == len(set(wire.BITS)) == 26
    assert [wire.bitmap([key]) for key in ("MISS", "1", "10", "NEXT", "FN", "11", "20")] == [
        "0001", "0002", "0400", "0800", "8000", "00010000", "02000000",
    ]


@given(lines)
def test_what_is_encoded_is_decoded(line: wire.WireLine) -> None:
    raw = encode(line)
    assert len(raw) <= wire.LONGEST + 1
    assert decode(raw[:-1]) == line


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    decode(raw)
    for line in Framer().feed(raw):
        decode(line)


@given(lines, st.integers(0, 60), st.integers(1, 255))
def test_one_wrong_byte_is_no_line(line: wire.WireLine, at: int, flip: int) -> None:
    raw = bytearray(encode(line)[:-1])
    raw[at % len(raw)] ^= flip
    assert decode(bytes(raw)) is None


def test_a_right_checksum_does_not_make_a_wrong_line_right() -> None:
    for text in (b"KEY 1 21 down age=0", b"KEY 01 7 down age=0", b"ANSWER 1 yes", b"BEAT 1 keys=F0000000",
                 b"BEAT 1 keys=00000001", b"HELLO 1", b"HELLO 1 pad= session=9F3A", b"NIGHT 1", b""):
        assert decode(b"%s *%08X" % (text, zlib.crc32(text))) is None


def test_a_pad_of_tomorrow_is_known_by_its_version() -> None:
    text = b"HELLO 2 pad=5x5 colour=blue"
    assert decode(b"%s *%08X" % (text, zlib.crc32(text))) == PadHello(2)


@given(st.lists(lines, max_size=8), st.lists(st.integers(0, 400), max_size=10))
def test_lines_come_whole_however_the_bytes_are_cut(sent: list[wire.WireLine], cuts: list[int]) -> None:
    raw = b"".join(map(encode, sent))
    framer, got, last = Framer(), [], 0
    for cut in [*sorted(cuts), len(raw)]:
        got += framer.feed(raw[last:cut])
        last = max(last, cut)
    assert [decode(line) for line in got] == sent


@given(st.binary(max_size=300), lines, lines)
def test_after_a_newline_the_next_line_is_whole(
    noise: bytes, first: wire.WireLine, second: wire.WireLine
) -> None:
    framer = Framer()
    got = framer.feed(noise) + framer.feed(encode(first)) + framer.feed(b"\r\n" + encode(second))
    assert decode(got[-1]) == second


def test_noise_before_a_line_is_no_part_of_it() -> None:
    assert Framer().feed(b"\xff\x00\xfe" + encode(Answer(1, "held"))) == [encode(Answer(1, "held"))[:-1]]


def test_an_endless_line_keeps_no_memory() -> None:
    framer = Framer()
    for _ in range(1000):
        assert framer.feed(b"x" * 1000) == []
    assert framer.overlong == 1
    assert framer.feed(b"\n" + encode(Answer(1, "held"))) != []
