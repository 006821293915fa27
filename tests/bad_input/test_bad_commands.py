"""What people write wrong, and what they are told: the real commands, their exit codes and their words."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from nightbox.stage.voice import shipped
from nightbox.testing.child import ChildBox, nightbox

CONFIGS = {
    "an unknown rule set": ('[game]\nrules = "fms"\n', ["game.rules", "'fms'", "did you mean 'fsm'"]),
    "a slip in the syntax": ('[game\nrules = "fsm"\n', ["line 1, column 6", "not TOML"]),
    "a slip in a key": ('[game]\nruels = "fsm"\n', ["game.ruels", "did you mean 'rules'"]),
    "speed in a game": ("speed = 20\n", ["speed", "rehearsal = true"]),
    "more seats than are played": ("[game]\nseats = 12\n", ["game.seats", "10", "12"]),
    "a voice that is not there": ('[sound]\nvoice = "/nowhere"\n', ["/nowhere/lines.toml", "missing"]),
    "music that is not there": ('[sound]\nmusic = "/no.ogg"\n', ["sound.music", "/no.ogg"]),
}


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize("wrong", CONFIGS)
def test_a_config_that_is_wrong_is_said_to_be(tmp_path: Path, command: str, wrong: str) -> None:
    text, words = CONFIGS[wrong]
    file = tmp_path / "nightbox.toml"
    file.write_text(f'{text}\n[state]\ndirectory = "{tmp_path}/state"\n')
    _refused(nightbox(command, "--config", file), 78, words)
    assert not (tmp_path / "state").exists()


def test_every_mistake_of_a_config_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "nightbox.toml"
    file.write_text('speed = 20\n[game]\nruels = "fsm"\nseats = "ten"\n')
    _refused(nightbox("run", "--config", file), 78, ["speed", "game.ruels", "game.seats", str(file)])


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_config_that_was_named_and_is_not_there_is_no_default(tmp_path: Path, command: str) -> None:
    _refused(nightbox(command, "--config", tmp_path / "no.toml"), 78, ["no.toml", "no such file"])


CLIPS: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "missing": (lambda clip: clip.unlink(), ["missing", "render"]),
    "empty": (lambda clip: clip.write_bytes(b""), ["empty", "render"]),
    "no audio": (lambda clip: clip.write_text("не звук\n" * 400), ["not an Ogg Vorbis clip", "render"]),
    "cut": (lambda clip: clip.write_bytes(clip.read_bytes()[:-700]), ["cut", "render"]),
}


@pytest.fixture(scope="module")
def voice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("voice") / "ru"
    shutil.copytree(shipped() / "ru", folder)
    return folder


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize("wrong", CLIPS)
def test_a_clip_that_cannot_be_played_is_named(tmp_path: Path, voice: Path, command: str, wrong: str) -> None:
    spoil, words = CLIPS[wrong]
    clip = voice / "killed_7.ogg"
    whole = clip.read_bytes()
    more = f'[sound]\ndevice = "none"\nvoice = "{voice}"'
    try:
        spoil(clip)
        _refused(nightbox(command, "--config", ChildBox(tmp_path, more=more).config), 78, ["killed_7", *words])
    finally:
        clip.write_bytes(whole)


TRANSCRIPTS = {
    "0:00.000 pres NEXT": [":3:", "'pres'", "did you mean 'press'"],
    "0:xx press NEXT": [":3:", "'0:xx'", "1:15.250"],
    "0:05.000 press NEXTT": [":3:", "'NEXTT'", "keys are 1 to 20"],
    "0:05.000 press NEXT\n0:01.000 press NEXT": [":4:", "time only goes on"],
    "0:05.000 lose pad9": [":3:", "'lose pad9'"],
}


@pytest.mark.parametrize("story", TRANSCRIPTS)
def test_a_mistake_in_a_transcript_is_said_with_its_line(tmp_path: Path, story: str) -> None:
    file = tmp_path / "x.night"
    file.write_text(f"night 1\nrules fsm; seats 10\n{story}\n")
    _refused(nightbox("play", file), 65, [str(file), *TRANSCRIPTS[story]])


@pytest.mark.parametrize("header", ["", "night 2\nrules fsm\n", "night 1\nrules fms; seats 10\n", "night 1\n"])
def test_a_file_that_is_no_transcript_is_refused(tmp_path: Path, header: str) -> None:
    file = tmp_path / "x.night"
    file.write_text(header)
    _refused(nightbox("play", file), 65, [str(file)])


def test_a_transcript_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    _refused(nightbox("play", tmp_path / "no.night"), 65, ["no.night", "No such file"])


def test_a_game_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    asked = nightbox("games", "show", "99", "--state", tmp_path)
    _refused(asked, 64, ["there is no game 99", "nightbox games list"])


def test_a_command_that_is_none_names_those_that_are() -> None:
    _refused(nightbox("rnu"), 64, ["rnu", "run", "rehearse"])


def _refused(done: object, code: int, words: list[str]) -> None:
    """It ended with `code`, said all `words`, and no traceback."""
    said = done.stdout + done.stderr  # type: ignore[attr-defined]
    assert done.returncode == code, said  # type: ignore[attr-defined]
    assert "Traceback" not in said
    for word in words:
        assert word in said
