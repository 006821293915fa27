"""What a running game leaves where others may look: the log, the files' modes, the process list."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from nightbox.testing.child import ChildBox, card, insist, play_ahead, to_night
from nightbox.testing.serialpad import PtyPad

BORDER = re.compile(r"INFO (night \d+: \w+|game \d{4} is taken up again)")
"""All that a night without trouble may log."""


def _only_borders(box: ChildBox) -> None:
    said = box.said().splitlines()
    assert [line for line in said if not BORDER.fullmatch(line)] == []
    assert said


def _private(box: ChildBox) -> None:
    assert stat.S_IMODE(box.state.stat().st_mode) == 0o700
    modes = {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in box.state.iterdir()}
    assert modes and set(modes.values()) == {"0o600"}, modes


def test_a_deal_leaves_no_role_in_the_log(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"]) as box, PtyPad(box.port("pad1")) as pad:
        process = box.start()
        pad.wait_greeted(30)
        insist(pad, "NEXT")
        box.wait(lambda: box.public().doing == "wait")
        insist(pad, "NEXT")
        for seat in range(1, 5):
            box.wait(lambda seat=seat: box.public().item == f"card_{seat}")
            insist(pad, card(box.public()))
        _private(box)
        command = Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0")
        assert command[1:] == [b"-m", b"nightbox", b"run", b"--config", str(box.config).encode(), b""]
        assert box.stop() == 0
        assert any(type(fact).__name__ == "RoleEntered" for entry in box.games()[0].entries for fact in entry.facts)
        _only_borders(box)
        _private(box)


def test_a_night_leaves_no_press_in_the_log(tmp_path: Path) -> None:
    with ChildBox(tmp_path, ["pad1"], speed=10) as box, PtyPad(box.port("pad1")) as pad:
        play_ahead(box, 1, 10)
        box.start()
        pad.wait_greeted(30)
        to_night(box, pad)
        for step, key in (("shot", "7"), ("don_check", "4"), ("sheriff_check", "2")):
            box.wait(lambda step=step: box.public().item == step)
            insist(pad, key)
        insist(pad, "UNDO")
        pad.wait_answer(pad.press("17"))
        pad.down("FOUL")
        insist(pad, "9")
        pad.up("FOUL")
        _private(box)
        assert box.stop() == 0
        kinds = {type(fact).__name__ for entry in box.games()[0].entries for fact in entry.facts}
        assert {"ShotRecorded", "CheckRecorded", "FoulGiven", "Undone"} <= kinds
        _only_borders(box)
