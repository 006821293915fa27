"""With a healthy sound two voices never meet, windows are as long as the rules say, and the clock is dark by night."""

from hypothesis import given, settings
from mashing import RULES, MashedTable, mashed

from nightbox.game.cues import Dark, Say, ShowClock, StopMusic
from nightbox.game.facts import CardTaken, GameRecovered, SlotOpened, Undone
from nightbox.game.referee import Outcome
from nightbox.testing.tables import Act, mash, places


class ListeningTable(MashedTable):
    """Hears every line to its end, and knows what may cut it."""

    def _follow(self, outcome: Outcome) -> None:
        if not hasattr(self, "ends"):
            self.ends, self.again = 0, False
        entries = {entry.n: entry for entry in outcome.entries}
        self.again |= any(isinstance(fact, Undone) for entry in outcome.entries for fact in entry.facts)
        for n, cue in outcome.cues:
            facts = entries[n].facts
            match cue:
                case Say(_, line, at, length):
                    cut = any(isinstance(f, GameRecovered) for f in facts)
                    # A press in the deal that was undone and comes again calls the next card again.
                    dealt = self.again and any(isinstance(f, CardTaken) for f in facts)
                    may = cut or dealt
                    assert at >= self.ends or may, f"{line} at {at} meets a line that ends at {self.ends}"
                    self.ends, self.again = at + length, False
                case ShowClock(face, _):
                    assert isinstance(face, Dark) or self.referee.state.public.music == "off"
                case StopMusic():
                    pass
        for entry in outcome.entries:
            for opened in (f for f in entry.facts if isinstance(f, SlotOpened)):
                steps = {step.id: step.slot for step in (*RULES.first_night, *RULES.night)} | {"best_move": 20_000}
                assert opened.until - opened.since == steps[opened.step]
        super()._follow(outcome)


@settings(max_examples=200)
@given(places(), mash(50))
def test_two_voices_never_meet_and_every_window_is_whole(place: str, acts: list[Act]) -> None:
    mashed(place, [act for act in acts if act.do != "voice"], ListeningTable)
