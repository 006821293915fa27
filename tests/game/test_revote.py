"""A round that ends in a tie is followed by the words of the tied and by another round, never by the night."""

from __future__ import annotations

from random import Random

import pytest

from nightbox.game.facts import PartBegan, SpeechBegan, VoteBegan, VoteEnded
from nightbox.rules import loader
from nightbox.testing.legal import LegalJudge, dealt
from nightbox.testing.table import Table


@pytest.mark.parametrize("seed", range(6))
def test_a_tied_round_is_spoken_on_and_voted_once_more(seed: int) -> None:
    rules = loader.load("fsm")
    table = Table(rules, {})
    LegalJudge(table, seed, Random(1), dealt(rules, Random(seed)), ties=1.0).play()
    facts = [fact for entry in table.journal for fact in entry.facts]
    revotes = [place for place, fact in enumerate(facts) if isinstance(fact, VoteBegan) and fact.round > 1]
    assert revotes, "no tie: the test is vacuous"
    for place in revotes:
        later = facts[place + 1 :]
        follows = next(fact for fact in later if isinstance(fact, PartBegan | SpeechBegan | VoteEnded))
        assert not isinstance(follows, PartBegan), f"the vote was left at {facts[place]}"
