"""A test that cannot fail proves nothing: boxes that leak, each caught by the leak test within 200 games.

Those that leak by day are caught by the twins of whole games; so must be some that leak by night.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from test_nothing_leaks import Leak, assert_nothing_leaks
from test_whole_games_do_not_leak import assert_twins_are_alike

from nightbox.game.commands import Command, Press
from nightbox.game.cues import CountDown, LowerMusic, Say, ShowClock
from nightbox.game.draft import Draft
from nightbox.game.facts import Entry, Fact, GapBegan, LineBegan, Passed, SlotOpened, SpeechBegan, TellAsked
from nightbox.game.programme import programme
from nightbox.game.referee import Outcome, Referee
from nightbox.game.ruleset import Step
from nightbox.game.state import State
from nightbox.testing.judges import Script, Secret
from nightbox.testing.tables import games
from nightbox.units import Ms

Patch = pytest.MonkeyPatch


def by_night(referee: Referee) -> bool:
    p = referee.state.public
    return p.part == "night" and bool(p.marks)


def after(monkeypatch: Patch, change: Callable[[Referee, Command, Ms, Outcome], Outcome]) -> None:
    """`change` what the referee's door gives back for a press by night."""
    handle = Referee.handle

    def leaking(self: Referee, command: Command, at: Ms, source: str | None = None) -> Outcome:
        outcome = handle(self, command, at, source)
        return change(self, command, at, outcome) if isinstance(command, Press) and by_night(self) else outcome

    monkeypatch.setattr(Referee, "handle", leaking)


def putting(monkeypatch: Patch, change: Callable[[State, Fact], Fact]) -> None:
    """`change` every fact on its way into the game."""
    put = Draft.put

    def leaking(self: Draft, *facts: Fact) -> None:
        for fact in facts:
            put(self, change(self.state, fact))

    monkeypatch.setattr(Draft, "put", leaking)


def holder_is_out(state: State, step: Step) -> bool:
    holders = [seat for seat, role in state.ledger.roles if role == step.role]
    return bool(holders) and not any(seat in state.public.alive for seat in holders)


def acting(draft: Draft, item: str) -> Step | None:
    return next((step for step in draft.tempo.rules.night if item.startswith(step.id)), None)


# --- the mutants ------------------------------------------------------------------------------------------------


def skips_a_dead_role(monkeypatch: Patch) -> None:
    walk = Draft.walk

    def leaking(self: Draft, at: Ms) -> None:
        items = programme(self.tempo.rules, self.public) if self.public.part == "night" else ()
        ids = [item.id for item in items]
        for item in ids[ids.index(self.public.item) + 1 :] if self.public.item in ids else ids:
            step = acting(self, item)
            if step is None or step.takes != "check" or not holder_is_out(self.state, step):
                break
            self.put(Passed(item))
        walk(self, at)

    monkeypatch.setattr(Draft, "walk", leaking)


def shortens_a_slot_on_a_press(monkeypatch: Patch) -> None:
    def change(referee: Referee, command: Command, at: Ms, outcome: Outcome) -> Outcome:
        p = referee.state.public
        if outcome.answer == "accepted" and p.doing == "slot" and p.hold is None and p.until > at + 1000:
            early = SlotOpened(p.item, p.marks[-1].step, p.marks[-1].since, at + 1000)
            n = referee.log[-1].n + 1
            referee.log.append(Entry(n, referee.last_at, "time", (early,)))
            referee.state = replace(referee.state, public=replace(p, until=at + 1000))
        return outcome

    after(monkeypatch, change)


def gap_grows_with_presses(monkeypatch: Patch) -> None:
    def change(state: State, fact: Fact) -> Fact:
        tonight = [r for r in state.ledger.records if r.night == state.public.night]
        return replace(fact, until=fact.until + 20 * len(tonight)) if isinstance(fact, GapBegan) else fact

    putting(monkeypatch, change)


def clip_by_hit(monkeypatch: Patch) -> None:
    def change(state: State, fact: Fact) -> Fact:
        shot = state.ledger.record(state.public.night, "shot")
        hit = shot is not None and bool(shot.seats)
        if isinstance(fact, LineBegan) and fact.item == "shot.close" and hit:
            return replace(fact, line="mafia_leaves_after_a_hit")
        return fact

    putting(monkeypatch, change)


def gain_by_role(monkeypatch: Patch) -> None:
    close = Draft.close

    def leaking(self: Draft, cause: str, at: Ms, source: str | None = None) -> Entry | None:
        entry = close(self, cause, at, source)
        for fact in entry.facts if entry else ():
            step = acting(self, fact.item) if isinstance(fact, LineBegan) and self.public.part == "night" else None
            if entry and step and step.takes == "check" and holder_is_out(self.state, step):
                self.cues.append((entry.n, LowerMusic(at)))
        return entry

    monkeypatch.setattr(Draft, "close", leaking)


def clock_lit_by_a_press(monkeypatch: Patch) -> None:
    def change(referee: Referee, command: Command, at: Ms, outcome: Outcome) -> Outcome:
        lit = (outcome.n, ShowClock(CountDown(at + 1000), at))
        return replace(outcome, cues=(*outcome.cues, lit)) if outcome.answer == "accepted" else outcome

    after(monkeypatch, change)


def audible_refusal(monkeypatch: Patch) -> None:
    def change(referee: Referee, command: Command, at: Ms, outcome: Outcome) -> Outcome:
        said = (0, Say(0, "not_possible", at, 1000))
        return replace(outcome, cues=(*outcome.cues, said)) if outcome.answer == "refused" else outcome

    after(monkeypatch, change)


def undo_says_again(monkeypatch: Patch) -> None:
    def change(referee: Referee, command: Command, at: Ms, outcome: Outcome) -> Outcome:
        undone = any(entry.cause == "undo" for entry in outcome.entries)
        said = (0, Say(0, referee.state.public.line, at, 1000))
        return replace(outcome, cues=(*outcome.cues, said)) if undone else outcome

    after(monkeypatch, change)


MUTANTS = (
    skips_a_dead_role,
    shortens_a_slot_on_a_press,
    gap_grows_with_presses,
    clip_by_hit,
    gain_by_role,
    clock_lit_by_a_press,
    audible_refusal,
    undo_says_again,
)


def speech_grows_with_night_entries(monkeypatch: Patch) -> None:
    """Two hundredths of a second for each thing that was entered in the night before."""

    def change(state: State, fact: Fact) -> Fact:
        last = [r for r in state.ledger.records if r.night == state.public.night]
        return replace(fact, until=fact.until + 20 * len(last)) if isinstance(fact, SpeechBegan) else fact

    putting(monkeypatch, change)


def call_by_role(monkeypatch: Patch) -> None:
    """The Sheriff is called to his speech by another clip."""

    def change(state: State, fact: Fact) -> Fact:
        if isinstance(fact, LineBegan) and fact.item.startswith("turn:"):
            seat = int(fact.item.removeprefix("turn:"))
            if state.ledger.role_of(seat) == "sheriff":
                return replace(fact, line=f"{fact.line}_again")
        return fact

    putting(monkeypatch, change)


def window_by_role(monkeypatch: Patch) -> None:
    """The window of a vote against the Don is a tenth of a second longer."""

    def change(state: State, fact: Fact) -> Fact:
        if isinstance(fact, GapBegan) and fact.item.startswith("window:"):
            seat = fact.item.rpartition(":")[2]
            if seat.isdecimal() and state.ledger.role_of(int(seat)) == "don":
                return replace(fact, until=fact.until + 100)
        return fact

    putting(monkeypatch, change)


def told_later_after_a_check(monkeypatch: Patch) -> None:
    """What is entered by day is told later when the one whom it names was checked."""

    def change(state: State, fact: Fact) -> Fact:
        checked = {seat for r in state.ledger.records if r.kind == "check" for seat in r.seats}
        late = isinstance(fact, TellAsked) and state.public.speaker in checked
        return replace(fact, at=fact.at + 50) if late and isinstance(fact, TellAsked) else fact

    putting(monkeypatch, change)


BY_DAY = (speech_grows_with_night_entries, call_by_role, window_by_role, told_later_after_a_check)


@pytest.mark.parametrize(
    "mutant", (*BY_DAY, gap_grows_with_presses, clip_by_hit), ids=lambda mutant: str(mutant.__name__)
)
def test_a_box_that_leaks_by_day_is_caught_by_whole_games(
    mutant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(Leak) as caught:
        for seed in range(200):
            assert_twins_are_alike("fsm", seed)
    print(f"caught: {str(caught.value).splitlines()[0]}")


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: str(mutant.__name__))
def test_a_box_that_leaks_is_caught(mutant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    mutant(monkeypatch)
    seen = 0

    @settings(max_examples=200, phases=[Phase.generate], report_multiple_bugs=False)
    @given(games())
    def pairs(game: tuple[Script, Secret, Secret]) -> None:
        nonlocal seen
        seen += 1
        assert_nothing_leaks(game, voice=True)

    with pytest.raises(Leak):
        pairs()
    print(f"caught by game {seen}")
    assert seen <= 200
