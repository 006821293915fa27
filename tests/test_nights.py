"""Every transcript in tests/nights is played, and comes out as it is written, the judge's side included."""

from pathlib import Path

import pytest

from nightbox.testing.transcript import play, play_file, read, stories, woven

NIGHTS = Path(__file__).parent / "nights"


@pytest.mark.parametrize("path", stories(NIGHTS), ids=lambda path: path.stem)
def test_a_transcript_comes_out_as_it_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert woven(text, play(read(text, path.name)), secret=True).splitlines() == text.splitlines()


def test_a_changed_line_is_found_and_an_update_mends_it(tmp_path: Path) -> None:
    path = tmp_path / "changed.night"
    right = (NIGHTS / "deliberate_miss_sounds_like_a_hit_until_the_gate.night").read_text(encoding="utf-8")
    path.write_text(right.replace("> 3:20.000 voice don_seeks_sheriff", "> 3:20.010 voice don_seeks_sheriff"))
    printed: list[str] = []
    assert play_file(path, secret=False, update=False, out=printed.append) == 1
    assert "-> 3:20.010 voice don_seeks_sheriff" in printed
    assert play_file(path, secret=True, update=True, out=printed.append) == 0
    assert path.read_text(encoding="utf-8") == right


def test_a_hit_and_a_miss_sound_the_same_until_the_gate() -> None:
    def until_gate(name: str) -> list[str]:
        played = play(read((NIGHTS / f"{name}.night").read_text(encoding="utf-8"), name))
        return [str(event) for _, event in played.public if event.at < 235_000]

    hit, miss = "hit_best_move_and_final_minute", "deliberate_miss_sounds_like_a_hit_until_the_gate"
    assert until_gate(hit) == until_gate(miss)
