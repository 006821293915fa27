"""The config: what it accepts, and that every mistake is said at once, by key, with its value and a guess."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightbox.config import Config, SerialPad, Sound, load
from nightbox.errors import ConfigError, Problem
from nightbox.rules.reading import Reading, Table

Folders = pytest.TempPathFactory

SHIPPED = Path(__file__).parent.parent / "systemd" / "nightbox.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "nightbox.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(folder: Path, text: str) -> dict[str, str]:
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text))
    return {problem.key: problem.text for problem in caught.value.problems}


def test_the_shipped_file_says_what_holds_without_it() -> None:
    assert load(SHIPPED) == Config()


def test_the_shipped_file_says_the_defaults_and_a_pad_in_its_comments(tmp_path: Path) -> None:
    text, keys = re.subn(
        r"^# ([a-z_]+ = |\[\[)", r"\1", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert keys == 19
    assert load(written(tmp_path, text)) == Config(pads=(SerialPad("pad1", Path("/dev/nightbox-pad")),))


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert load(written(tmp_path, "")) == Config()


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    text = """
    rehearsal = true
    speed = 20
    [game]
    rules = "m9"
    seats = 12
    [state]
    directory = "/data/nightbox"
    [sound]
    device = "Device"
    buffer = 512
    voice = "/data/voice"
    music = "/data/night.ogg"
    voice_db = -1.5
    music_db = -8
    ducked_db = -30
    lowered_db = -20
    [[pad]]
    kind = "serial"
    name = "pad1"
    port = "/dev/nightbox-pad"
    [[pad]]
    kind = "serial"
    name = "pad2"
    port = "/dev/serial/by-id/usb-Pico"
    [clock]
    kind = "terminal"
    """
    assert load(written(tmp_path, text)) == Config(
        rules="m9",
        seats=12,
        state=Path("/data/nightbox"),
        sound=Sound(
            device="Device",
            buffer=512,
            voice=Path("/data/voice"),
            music=Path("/data/night.ogg"),
            voice_db=-1.5,
            music_db=-8.0,
            ducked_db=-30.0,
            lowered_db=-20.0,
        ),
        pads=(
            SerialPad("pad1", Path("/dev/nightbox-pad")),
            SerialPad("pad2", Path("/dev/serial/by-id/usb-Pico")),
        ),
        clock="terminal",
        rehearsal=True,
        speed=20.0,
    )


def test_every_mistake_is_said_at_once(tmp_path: Path) -> None:
    text = """
    speeed = 20
    [game]
    seats = "ten"
    [sound]
    bufer = 512
    buffer = 1000
    music_db = 3
    device = ""
    [clock]
    kind = "terminl"
    [state]
    directory = "games"
    [[pad]]
    kind = "serail"
    name = "pad 1"
    [[pad]]
    kind = "keyboard"
    name = "pad2"
    port = 3
    """
    found = problems_of(tmp_path, text)
    assert found["speeed"] == "unknown key; did you mean 'speed'?"
    assert found["game.seats"] == 'must be a whole number, not "ten" (a text)'
    assert found["sound.bufer"] == "unknown key; did you mean 'buffer'?"
    assert found["sound.buffer"] == "1000 is not one of 512, 1024, 2048"
    assert found["sound.music_db"] == "must be from -40 to 0, not 3"
    assert "'' is not a card" in found["sound.device"]
    assert found["clock.kind"] == "'terminl' is not one of none, terminal; did you mean 'terminal'?"
    assert found["state.directory"] == "'games' must be a whole path that begins with /"
    assert found["pad[1].kind"] == "'serail' is not one of serial; did you mean 'serial'?"
    assert found["pad[1].name"] == "'pad 1' must be latin letters and digits, such as pad1"
    assert found["pad[1].port"] == "is missing; it must be a text"
    assert "rehearse" in found["pad[2].kind"]
    assert found["pad[2].port"] == "must be a text, not 3 (a whole number)"
    assert len(found) == 13


def test_a_problem_names_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "spede = 1")
    with pytest.raises(ConfigError, match=f"^{path}: spede: unknown key; did you mean 'speed'\\?$") as caught:
        load(path)
    assert caught.value.exit_code == 78


def test_speed_is_refused_for_a_real_game(tmp_path: Path) -> None:
    assert "rehearsal = true" in problems_of(tmp_path, "speed = 20")["speed"]
    found = problems_of(tmp_path, "rehearsal = true\nspeed = 101")
    assert found == {"speed": "must be from 1 to 100, not 101"}
    assert problems_of(tmp_path, "rehearsal = true\nspeed = nan").keys() == {"speed"}
    assert load(written(tmp_path, "rehearsal = true\nspeed = 2.5")).speed == 2.5
    assert load(written(tmp_path, "speed = 1")).speed == 1.0


def test_a_speed_that_slipped_below_a_heading_is_told_where_it_belongs(tmp_path: Path) -> None:
    found = problems_of(tmp_path, "rehearsal = true\n[game]\nspeed = 20\n")
    assert found == {"game.speed": "belongs to the top of the file, above the first [heading]"}


def test_two_pads_share_neither_name_nor_port(tmp_path: Path) -> None:
    pad = '[[pad]]\nkind = "serial"\nname = "pad1"\nport = "/dev/nightbox-pad"\n'
    found = problems_of(tmp_path, pad + pad)
    assert found == {
        "pad[2].name": "'pad1' is the name of another pad",
        "pad[2].port": "'/dev/nightbox-pad' is the port of 'pad1' already",
    }


def test_a_single_pad_table_is_told_its_brackets(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "[pad]\n") == {"pad": "must be a list of tables; write [[pad]]"}


def test_music_that_is_ducked_is_lower_than_before(tmp_path: Path) -> None:
    found = problems_of(tmp_path, "[sound]\nmusic_db = -30\n")
    assert found.keys() == {"sound.ducked_db", "sound.lowered_db"}


def test_an_unknown_rule_set_is_guessed(tmp_path: Path) -> None:
    path = written(tmp_path, '[game]\nrules = "fsn"')
    assert load(path).rules == "fsn"
    with pytest.raises(ConfigError, match="'fsn' is not one of fsm, m9; did you mean 'fsm'"):
        load(path, rules_known=("fsm", "m9"))


@pytest.mark.parametrize(
    ("content", "key", "text"),
    [
        (b"a = 1\nb 2\n", "line 2, column 3", "not TOML: Expected '=' after a key"),
        (b"a = [[[", "end of file", "not TOML: "),
        (b"a = " + b"[" * 5000, "", "not TOML: "),
        (b"a = " + b"1" * 5000, "", "not TOML: "),
        (b"a = '\xff'", "", "byte 5 is not UTF-8"),
    ],
)
def test_a_file_that_is_not_toml_is_one_problem(tmp_path: Path, content: bytes, key: str, text: str) -> None:
    path = tmp_path / "nightbox.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert problem.key == key
    assert problem.text.startswith(text)


def test_a_missing_file_and_a_folder_are_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load(tmp_path / "nightbox.toml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_reading_counts_tables_from_one_and_names_the_whole_key() -> None:
    problems: list[Problem] = []
    reading = Reading("x.toml", problems)
    top = reading.parse("".join(f"[[night.first]]\nslot = {slot}\n" for slot in ('"10s"', '"10x"', "3")))
    assert top is not None
    slots = [reading.span(item, "slot") for item in reading.tables(reading.table(top, "night"), "first")]
    assert slots == [10_000, 0, 0]
    assert [problem.key for problem in problems] == ["night.first[2].slot", "night.first[3].slot"]
    assert "'10x' is not a span" in problems[0].text
    assert problems[1].text == 'must be a length such as "10s", not 3 (a whole number)'


def test_a_reading_keeps_to_bounds_and_lists() -> None:
    problems: list[Problem] = []
    reading = Reading("x.toml", problems)
    top = Table({"gap": "2m", "seats": [1, "2", 3], "lines": ["a", "b"], "on": 1, "roel": "don"})
    assert reading.span(top, "gap", least=1000, most=60_000) == 120_000
    assert reading.span(top, "rest", 1500) == 1500
    assert reading.texts(top, "lines") == ("a", "b")
    assert reading.texts(top, "none", ("x",)) == ("x",)
    assert reading.flag(top, "on") is False
    assert reading.text(top, "role") == ""
    assert {problem.key: problem.text for problem in problems} == {
        "gap": "must be from 1s to 1m, not 2m",
        "on": "must be true or false, not 1 (a whole number)",
        "role": "is missing; it must be a text; did you mean 'roel'?",
    }


@given(st.text(max_size=200))
def test_any_text_is_a_config_or_a_list_of_problems(tmp_path_factory: Folders, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        load(path)
    except ConfigError as wrong:
        assert wrong.problems


VALUES = st.sampled_from(['"x"', "1", "-1", "1.5", "true", "nan", "inf", "1979-05-27", "[]", "[1]", "{}"])
PLACES = st.sampled_from(["#", "[game]", "[state]", "[sound]", "[clock]", "[[pad]]", "[pad]", "[[game]]"])
KEYS = st.sampled_from(
    [
        "rehearsal",
        "speed",
        "game",
        "sound",
        "pad",
        "rules",
        "seats",
        "directory",
        "device",
        "buffer",
        "voice",
        "voice_db",
        "music_db",
        "ducked_db",
        "kind",
        "name",
        "port",
        "sed",
    ]
)


@given(st.lists(st.tuples(PLACES, KEYS, VALUES), max_size=6))
def test_any_value_at_any_key_is_a_config_or_a_list_of_problems(
    tmp_path_factory: Folders, lines: list[tuple[str, str, str]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "values.toml"
    path.write_text("".join(f"{place}\n{key} = {value}\n" for place, key, value in lines))
    try:
        load(path)
    except ConfigError as wrong:
        assert wrong.problems


def test_what_a_club_plays_otherwise_is_read_by_dotted_name(tmp_path: Path) -> None:
    text = '[game]\ndeck = "mafia 3"\n[game.options]\nday.run_by = "judge"\n"vote.window" = "1s"\n'
    config = load(written(tmp_path, text))
    assert config.deck == "mafia 3"
    assert config.options == {"day.run_by": "judge", "vote.window": "1s"}
