"""Two nights with one public history and different secrets, played by the real sound process: equal by SHA-256, and the
clock's frames are equal too. The virtual pairs of test_nothing_leaks are many; these two are heard.
"""

from __future__ import annotations

from nightbox.game.cues import Cue, Dark, Face, LowerMusic, PlayMusic, Say, ShowClock, StopMusic
from nightbox.rules.loader import load
from nightbox.stage.clock import picture
from nightbox.stage.voice import VoicePack, shipped
from nightbox.stage.wire import Message
from nightbox.testing.room import Heard, listen, music, say, setup
from nightbox.testing.table import Table
from nightbox.units import Ms

FRAME: Ms = 100
ROLES = ("1", "1", "4", "2", "1", "3", "1", "2", "1", "1")


def night(deal: tuple[str, ...], presses: dict[Ms, str], gate: tuple[str, ...]) -> Table:
    """Cards, meeting, and the first night of shots; NEXT at the same moments whatever else is pressed."""
    table = Table(load("fsm", options={"day.run_by": "judge"}), VoicePack.load(shipped() / "ru").lengths())
    table.press("NEXT")
    table.press("NEXT", 4500)
    for n, key in enumerate(deal):
        table.press(key, 9000 + 4000 * n)
    begin = 210_000
    table.press("NEXT", begin)
    table.press("NEXT", begin + 5000)
    for at, key in sorted(presses.items()):
        table.press(key, begin + at)
    for n, key in enumerate(gate):
        table.press(key, begin + 60_000 + 1000 * n)
    table.press("NEXT", begin + 65_000)
    table.run_to(begin + 80_000)
    table.press("NEXT", begin + 90_000)
    table.run_to(begin + 125_000)
    return table


def messages(cues: list[Cue]) -> list[tuple[Ms, Message]]:
    out: list[tuple[Ms, Message]] = []
    for cue in cues:
        match cue:
            case Say(n, line, at, _):
                out.append((at, say(line, n)))
            case PlayMusic(at):
                out.append((at, music("play")))
            case LowerMusic(at):
                out.append((at, music("lower")))
            case StopMusic(at):
                out.append((at, music("stop")))
            case _:
                pass
    return out


def frames(cues: list[Cue], until: Ms) -> list[str]:
    """What the LED clock showed, ten times a second."""
    faces = sorted(((cue.at, cue.face) for cue in cues if isinstance(cue, ShowClock)), key=lambda shown: shown[0])
    seen: list[str] = []
    face: Face = Dark()
    for now in range(0, until, FRAME):
        while faces and faces[0][0] <= now:
            face = faces.pop(0)[1]
        seen.append(picture(face, now))
    return seen


def heard(table: Table) -> Heard:
    lines = {cue.line for cue in table.cues if isinstance(cue, Say)}
    return listen(messages(table.cues), 335_000, setup(load=sorted(lines)))


BUSY = night(ROLES, {9000: "9", 11_000: "5", 12_000: "UNDO", 13_000: "5", 26_000: "3", 28_000: "FOUL+7",
                     43_000: "2", 44_000: "UNDO", 45_000: "6"}, ())  # fmt: skip
SILENT = night(("NEXT",) * 10, {30_000: "NEXT", 31_000: "20"}, ("5",))
MISSED = night(ROLES, {12_000: "MISS"}, ())


def test_the_two_nights_hid_different_things() -> None:
    assert BUSY.referee.state.ledger != SILENT.referee.state.ledger
    assert BUSY.referee.state.public.killed == SILENT.referee.state.public.killed == (5,)


def test_their_sound_is_equal_to_the_sample_and_their_clock_frame_by_frame() -> None:
    assert frames(BUSY.cues, 335_000) == frames(SILENT.cues, 335_000)
    assert any(frame.strip() for frame in frames(BUSY.cues, 335_000))
    assert heard(BUSY).digest == heard(SILENT).digest


def test_a_miss_is_heard_only_from_the_gate_on() -> None:
    gate = 210_000 + 65_000
    hit, miss = heard(BUSY).pcm, heard(MISSED).pcm
    samples = gate * 48 * 2
    assert hit[:samples] == miss[:samples]
    assert hit[samples:] != miss[samples:]
