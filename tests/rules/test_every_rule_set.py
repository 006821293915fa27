"""What holds for every shipped rule set: a paragraph for every key, a line and a clip for all that it can say."""

from __future__ import annotations

import re
from random import Random

import pytest

from nightbox.game.cues import Say
from nightbox.rules.loader import from_json, load, shipped, to_json
from nightbox.stage.voice import VoicePack
from nightbox.stage.voice import shipped as packs
from nightbox.testing.legal import LegalJudge, dealt, ready
from nightbox.testing.table import Table

PACK = VoicePack.load(packs() / "ru")
HEADINGS = "first|second|cards|end|remarks|removals|car crash|roles|mafia|policeman|[A-Z][a-z]+"
PARAGRAPH = re.compile(rf"# (box|L?\d|{HEADINGS})")
"""A paragraph, a line, or a heading of the text; "box" where the text is silent."""


@pytest.mark.parametrize("name", shipped())
def test_every_key_cites_its_paragraph(name: str) -> None:
    lines = shipped()[name].read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if re.match(r"\w+ = ", line)]
    assert len(keys) > 50
    uncited = [line for line in keys if not PARAGRAPH.search(line) and not re.match(r"(id|label|team|title) = ", line)]
    assert uncited == []


@pytest.mark.parametrize("name", shipped())
def test_every_rule_set_loads_with_the_shipped_voice_and_comes_back_from_a_journal(name: str) -> None:
    rules = load(name, PACK.clips)
    assert from_json(to_json(rules)) == rules


@pytest.mark.parametrize("name", shipped())
def test_all_that_a_game_says_has_a_clip(name: str) -> None:
    rules = ready(name)
    said: set[str] = set()
    for seed in range(12):
        deal = dealt(rules, Random(seed))
        table = Table(rules, PACK.lengths(), seats=len(deal))
        LegalJudge(table, seed, Random(seed), deal).play()
        said |= {cue.line for cue in table.cues if isinstance(cue, Say)}
    assert len(said) > 60
    assert said <= set(PACK.clips)
