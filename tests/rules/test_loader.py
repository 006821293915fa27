"""The reader of rule sets: every mistake at once, with a guess, and a way to the journal and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from nightbox.errors import ConfigError
from nightbox.game.ruleset import sped_up
from nightbox.rules.loader import from_json, load, shipped, to_json

TEXT = shipped()["fsm"].read_text(encoding="utf-8")


def problems(tmp_path: Path, *changes: tuple[str, str], lines: set[str] | None = None) -> list[str]:
    """What the reader says of the shipped rule set with some texts replaced."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    try:
        load(str(path), lines)
    except ConfigError as wrong:
        return [str(problem) for problem in wrong.problems]
    return []


def test_the_shipped_rule_sets_load() -> None:
    assert {load(name).id for name in shipped()} == set(shipped())


def test_a_whole_rule_set_has_no_problem(tmp_path: Path) -> None:
    assert problems(tmp_path) == []


def test_every_mistake_is_reported_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        ('takes = "order"', 'takes = "ordre"'),
        ('slot = "1m"', 'slot = "1 minute"'),
        ('masks = "3s"', "masks = 3"),
        ('rule = "parity"', 'rule = "paritet"'),
        ("out = 4", "out = 0"),
        ("victims = 1", "victim = 1"),
    )
    assert len(found) == 7  # a wrong name is an unknown key and a missing one
    text = "\n".join(found)
    assert "first_night[1].takes: 'ordre' is not one of" in text
    assert "did you mean 'order'?" in text
    assert "first_night[1].slot: '1 minute' is not a span" in text
    assert 'nightfall.masks: must be a length such as "10s", not 3 (a whole number)' in text
    assert "win.rule: 'paritet' is not one of parity, with_maniac; did you mean 'parity'?" in text
    assert "fouls.out: must be from 1 to 9, not 0" in text
    assert "result.victim: unknown key; did you mean 'victims'?" in text
    assert "result.victims: is missing" in text


def test_every_problem_names_the_file(tmp_path: Path) -> None:
    assert all(text.startswith("mine.toml: ") for text in problems(tmp_path, ("out = 4", "out = 0")))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "don_sign"', 'id = "meeting"', "first_night: the id 'meeting' stands twice"),
        ('id = "mafia"', 'id = "civilian"', "roles: the id 'civilian' stands twice"),
        ("count = 6", "count = 7", "roles: the deck has 11 cards for 10 seats"),
        ('answer = "is_sheriff"', 'answer = "is_sherif"', "did you mean 'is_sheriff'?"),
        ('banned = "own_first_shot"', 'banned = "own_shot"', "did you mean 'own_first_shot'?"),
        ('role = "don"', 'role = "dno"', "did you mean 'don'?"),
        ('team = "red"', 'team = "reds"', "did you mean 'red'?"),
        ('shot = "as_recorded"', 'shot = "recorded"', "did you mean 'as_recorded'?"),
        ('gap = "2s"', 'gap = "2m"', "gap: must be at most 1m, not 2m"),
        ('answer = "is_black"', "", "answer: is missing"),
        ("[deal]", "[deel]", "deel: unknown key; did you mean 'deal'?"),
        ('title = "ФСМ"', "title = 5", "title: must be a text, not 5 (a whole number)"),
        ("numbers = 3", "numbers = 4", "best_move.numbers: must be from 1 to 3, not 4"),
    ],
)
def test_a_mistake_is_told_with_what_may_be_meant(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in "\n".join(problems(tmp_path, (old, new)))


def test_a_line_without_a_clip_is_a_mistake(tmp_path: Path) -> None:
    clips = {"night_falls", "deal", "take_card_1"}
    found = problems(tmp_path, ('line = "night_falls"', 'line = "night_fals"'), lines=clips)
    assert "mine.toml: nightfall.line: the voice pack has no line 'night_fals'; did you mean 'night_falls'?" in found


@pytest.mark.parametrize(
    ("signal", "clips", "missing"),
    [
        ("beep", {"beep"}, ["beep_end"]),
        ("beep", set(), ["beep", "beep_end"]),
        ("voice", {"ten_seconds"}, ["time_is_up"]),
        ("voice", {"ten_seconds", "time_is_up"}, []),
        ("none", set(), []),
    ],
)
def test_a_signal_needs_its_clips(tmp_path: Path, signal: str, clips: set[str], missing: list[str]) -> None:
    found = problems(tmp_path, ('signal = "none"', f'signal = "{signal}"'), lines=clips)
    told = [text for text in found if "day.signal" in text]
    assert len(told) == len(missing)
    assert all(f"the voice pack has no line {line!r}" in text for line, text in zip(missing, told, strict=True))


def test_a_text_that_is_not_toml_tells_the_line(tmp_path: Path) -> None:
    (told,) = problems(tmp_path, ('id = "fsm"', "id = fsm"))
    assert told.startswith("mine.toml: line ")
    assert "not TOML" in told


def test_an_unknown_rule_set_is_told_with_a_guess() -> None:
    with pytest.raises(ConfigError, match=r"there is no rule set 'fsn'; there are .*did you mean 'fsm'\?"):
        load("fsn")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml: no such file"):
        load(str(tmp_path / "gone.toml"))


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_rule_set_comes_back_from_the_journal_as_it_was(name: str) -> None:
    rules = load(name)
    assert from_json(to_json(rules)) == rules
    assert from_json(to_json(sped_up(rules, 20))) == sped_up(rules, 20)
    bare = replace(rules, deal=None, best_move=None)
    assert from_json(to_json(bare)) == bare
    assert "\n" not in to_json(rules)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "3", '{"id": "fsm"}'])
def test_what_is_no_rule_set_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="not a rule set of this nightbox"):
        from_json(text)


def test_a_rule_set_of_a_journal_with_a_strange_field_is_told() -> None:
    whole = json.loads(to_json(load("fsm")))
    with pytest.raises(ValueError, match="not a rule set of this nightbox"):
        from_json(json.dumps({**whole, "moon": 1}))


def test_every_key_of_a_shipped_rule_set_cites_its_paragraph() -> None:
    for path in shipped().values():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if " = " in line and not line.startswith("#"):
                plain = line.split(" = ")[0].strip() in ("id", "label", "team", "count", "role", "takes", "title")
                assert plain or "#" in line, f"{path.name}:{number} cites nothing"


def _mistakes(tmp_path: Path, name: str, old: str, new: str) -> str:
    text = shipped()[name].read_text(encoding="utf-8")
    assert old in text, old
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        load(str(path))
    return str(wrong.value)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("4mafia", 'tempo = "2s"', 'tempo = "2s"\nslot = "10s"', "night[1].slot: the numbers at their tempo are"),
        ("4mafia", 'tempo = "2s"', 'tempo = "20ms"', "night[1].tempo: must be from 1s to 1m"),
        ("4mafia", 'numbers = "number"', "", "night[1].numbers: is missing"),
        ("city", '"last_night"', '"lastnight"', "'lastnight' is not one of last_night, oneself, oneself_twice"),
        ("city", 'shot = "abilities"', 'shot = "ability"', "did you mean 'abilities'?"),
        ("city", 'rule = "with_maniac"', 'rule = "maniac"', "did you mean 'with_maniac'?"),
        ("city", 'maniac = "maniac_win"', "", "win.maniac: is missing; it must be the line that announces"),
        ("city", 'instead = "putana"', 'instead = "puttana"', "roles[7].instead: there is no role 'puttana'"),
        ("city", 'inherits = "sheriff"', 'inherits = "sherif"', "did you mean 'sheriff'?"),
        ("city", "8 = \"civilian 4", "8 = \"civilian 5", "decks.8: has 9 cards for 8 seats"),
        ("city", '\n9 = ', "\n7 = ", "decks.9: is missing"),
        ("city", '\n9 = ', "\n7 = ", "decks.7: unknown key"),
        ("city", "maniac 1\"", "manic 1\"", "there is no role 'manic'; did you mean 'maniac'?"),
        ("m9", '"no_victims", ', "", "result.counts: has 2 lines; it must have one for each of 0 to 2 victims"),
        ("m9", 'heal_covers = "all"', 'heal_covers = "both"', "result.heal_covers: 'both' is not one of all, mafia"),
        ("m9", "counts = [", 'killed = "killed"\ncountss = [', "did you mean 'counts'?"),
        ("m9", 'before_second = ', "before_secnd = ", "did you mean 'before_second'?"),
        ("m9", 'takes = "heal"', 'takes = "heel"', "did you mean 'heal'?"),
    ],
)  # fmt: skip
def test_a_mistake_in_another_set_is_told_too(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    assert told in _mistakes(tmp_path, name, old, new)


def test_every_line_of_every_shipped_set_is_looked_for() -> None:
    for name, line in (("4mafia", "number_1"), ("city", "truly_good_morning"), ("m9", "two_victims")):
        clips = {"night_falls"}
        with pytest.raises(ConfigError) as wrong:
            load(name, clips)
        assert f"the voice pack has no line {line!r}" in str(wrong.value)
