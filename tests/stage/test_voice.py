"""The voice pack says everything that is wrong with it, at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nightbox.errors import ConfigError
from nightbox.stage.voice import TAIL, VoicePack, shipped

RU = shipped() / "ru"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lines.toml").write_text('[lines]\nstop = "Стоп."\nthanks = "Спасибо."\npaused = "Пауза."\n')
    for line in ("stop", "thanks", "paused"):
        shutil.copy(RU / f"{line}.ogg", tmp_path)
    return tmp_path


def problems(folder: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        VoicePack.load(folder)
    return str(caught.value)


def test_the_shipped_pack_is_whole() -> None:
    lengths = VoicePack.load(RU).lengths()
    assert len(lengths) == len(list(RU.glob("*.ogg")))
    assert {"don_wakes", "killed_1", "killed_20", "votes_0", "votes_20"} <= lengths.keys()
    assert "killed_0" not in lengths and "killed" not in lengths
    assert all(500 < length < 30_000 for length in lengths.values())


def test_a_call_is_its_clip_and_the_tail(folder: Path) -> None:
    pack = VoicePack.load(folder)
    assert pack.lengths()["stop"] == pack.clips["stop"].length + TAIL


def test_every_bad_clip_is_named_at_once(folder: Path) -> None:
    (folder / "stop.ogg").write_bytes(b"")
    (folder / "thanks.ogg").unlink()
    (folder / "paused.ogg").write_bytes(b"RIFF, or so it says" * 50)
    text = problems(folder)
    assert len(text.splitlines()) == 3
    assert f"{folder / 'stop.ogg'}: stop: empty; render" in text
    assert f"{folder / 'thanks.ogg'}: thanks: missing; render" in text
    assert f"{folder / 'paused.ogg'}: paused: not an Ogg Vorbis clip" in text


@pytest.mark.parametrize("keep", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_a_clip_that_was_cut_is_found_without_decoding(folder: Path, keep: float) -> None:
    clip = folder / "stop.ogg"
    sound = clip.read_bytes()
    clip.write_bytes(sound[: int(len(sound) * keep)])
    assert f"{clip}: stop: " in problems(folder)


def test_a_clip_with_something_behind_its_end_is_found(folder: Path) -> None:
    clip = folder / "stop.ogg"
    clip.write_bytes(clip.read_bytes() + bytes(100))
    assert "stop: " in problems(folder)


def test_no_list_no_pack(tmp_path: Path) -> None:
    assert "lines.toml: missing" in problems(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("lines = 3", "lines: no lines"),
        ("[lines", "cannot be read"),
        ("[lines]\nstop = 3", "lines.stop: 3 is not a text"),
        ('[lines]\nStop = "Стоп."', "lines.Stop: an id is written in small"),
        ('[lines.per_set]\nkilled = "{n}"', "did you mean 'per_seat'?"),
        ('[lines]\nstop = "Стоп."\n[line]\n', "did you mean 'lines'?"),
        ('[lines.per_seat]\nkilled = "Убит."', "has no number"),
        ("[lines.tones]\nbeep = 3", "lines.tones.beep: 3 is not a text"),
        ('[lines.tones]\nbeep = "(сигнал)"', "beep.ogg: beep: missing; render"),
        ('[lines.tone]\nbeep = "(сигнал)"', "did you mean 'tones'?"),
    ],
)
def test_a_bad_list_is_explained(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "lines.toml").write_text(text)
    assert complaint in problems(tmp_path)


def test_a_tone_is_a_clip_like_any_other_and_has_no_number(folder: Path) -> None:
    (folder / "lines.toml").write_text('[lines]\nstop = "Стоп."\n[lines.tones]\nbeep = "(сигнал)"\n')
    shutil.copy(RU / "beep.ogg", folder)
    assert set(VoicePack.load(folder).clips) == {"stop", "beep"}
