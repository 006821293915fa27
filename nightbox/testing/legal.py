"""A judge who plays a whole legal game of any rule set, from the cards to the win, by dice.

The `public` dice decide all that the room can know: when NEXT and PAUSE are pressed, who is killed, who speaks how
long, who is put up, how many hands are held up, fouls that have consequences. The `secret` dice decide the rest: what
is entered in the deal and in the night's windows, and when. Two judges with equal public dice and different secret ones
play two games that nobody in the room can tell apart: the public dice are thrown anew for each place of the programme,
so that what was entered before cannot have used them up.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from nightbox.game.commands import EnterRole
from nightbox.game.meanings import Phase, phase
from nightbox.game.programme.days import golden_right
from nightbox.game.programme.tally import left, voters
from nightbox.game.public import Public, numbers_of
from nightbox.game.ruleset import Ruleset
from nightbox.rules.loader import load, usual_seats, with_deck
from nightbox.testing.table import Table
from nightbox.units import Ms

RETRY: Ms = 1200
"""A press that was refused or came to nothing is followed by another after this long."""


def ready(name: str, seats: int = 0, options: Mapping[str, Any] | None = None) -> Ruleset:
    """A shipped rule set as a table plays it; `seats` where the club chooses the deck, 0: the usual."""
    rules = load(name, None, options)
    return with_deck(rules, (seats if rules.decks else 0) or usual_seats(rules))


def dealt(rules: Ruleset, dice: Random) -> tuple[str, ...]:
    """A random deal of the rule set's deck: a role id for each seat."""
    cards = [role.id for role in rules.roles for _ in range(role.count)]
    dice.shuffle(cards)
    return tuple(cards)


def redealt(rules: Ruleset, deal: Sequence[str], dice: Random) -> tuple[str, ...]:
    """Another deal in which every seat keeps its team: who wins, and when, stays the same.

    Where only a plain civilian may stay as a ghost, the ghost tells the table that he is one: they keep their cards.
    """
    teams = {role.id: role.team for role in rules.roles}
    if rules.ghost and not rules.ghost_any_red:
        teams["civilian"] = "civilian"
    fresh = list(deal)
    for team in sorted(set(teams.values())):  # in one order: the same dice deal the same cards
        seats = [place for place, role in enumerate(deal) if teams[role] == team]
        cards = [deal[place] for place in seats]
        dice.shuffle(cards)
        for place, card in zip(seats, cards, strict=True):
            fresh[place] = card
    return tuple(fresh)


@dataclass(slots=True)
class LegalJudge:
    """Plays at `table` until the game is over. `deal` None: roles are not entered, and the judge names the winner."""

    table: Table
    seed: int
    secret: Random
    deal: tuple[str, ...] | None
    most_nights: int = 9
    ties: float = 0.4
    refused: list[str] = field(default_factory=list)
    _agenda: list[tuple[Ms, int, str]] = field(default_factory=list)
    _count: int = 0
    _here: tuple[object, ...] = ()
    _plan: dict[int, int] = field(default_factory=dict)
    _visits: Counter[tuple[object, ...]] = field(default_factory=Counter)
    public: Random = field(default_factory=Random)

    @property
    def rules(self) -> Ruleset:
        return self.table.tempo.rules

    def play(self, limit: int = 20_000) -> Table:
        """The whole game. Raises RuntimeError when it does not end."""
        table = self.table
        for _ in range(limit):
            p = table.referee.state.public
            if p.over and p.doing != "line":
                return table
            self._look(p)
            head = self._agenda[0][0] if self._agenda else None
            moments = [when for when in (table.referee.deadline, head) if when is not None]
            if not moments:
                raise RuntimeError(f"nobody moves the game at {p.part} {p.item!r} {p.doing}")
            table.run_to(max(table.now, min(moments)))
            if self._agenda and self._agenda[0][0] <= table.now and self._here == _place(table.referee.state.public):
                self._press(heapq.heappop(self._agenda)[2])
        raise RuntimeError(f"the game does not end: {table.referee.state.public}")

    def _press(self, name: str) -> None:
        outcome = self.table.press(name)
        if outcome.answer == "refused":
            self.refused.append(f"{self.table.referee.state.public.item} {name}: {outcome.why}")
        if self._here == _place(self.table.referee.state.public) and not self._agenda:
            self._here = ()  # nothing came of it: look once more

    def _at(self, offset: Ms, *names: str) -> None:
        """Press these, the first `offset` from now, each a little after the one before."""
        for name in names:
            self._count += 1
            heapq.heappush(self._agenda, (self.table.now + offset, self._count, name))
            offset += 400 if "+" in name else RETRY

    def _look(self, p: Public) -> None:
        here = _place(p)
        if p.over:
            self._agenda = []
        if here == self._here or p.over:
            return
        fresh = self._here == ()
        self._here = here
        self._agenda = []
        if p.part == "night" and self.deal and not self.rules.deal and not self.table.referee.state.ledger.roles:
            for seat, role in enumerate(self.deal, 1):  # dealt by day: the judge writes them down when he can
                self.table.give(EnterRole(seat, role))
        now = phase(p, self.table.now)
        self._visits[here] += 1
        self.public = Random(repr((self.seed, here, self._visits[here])))
        pause = self.public.randint(1100, 6000)
        if p.hold and p.hold.state == "standing":
            self._at(pause, "PAUSE")
        elif p.hold:
            return
        elif now is Phase.LOBBY:
            self._at(100, "NEXT")
        elif p.doing == "slot" and p.part == "night":
            self._night(p)
        elif p.doing == "wait" and p.item == "gate":
            self._gate(p, pause)
        elif p.item.startswith("card_"):
            seat = int(p.item.removeprefix("card_"))
            self._at(pause, self._card(seat) if not fresh else "NEXT")
        elif p.doing == "wait" and p.item == "masks":
            self._at(3000 + pause, "NEXT")
        elif now is Phase.BEST_MOVE and p.doing == "slot":
            self._at(500, *self._some_seats(p, 3), "NEXT")
        elif p.doing in ("wait", "speech"):
            self._at(pause, *self._by_day(p, now))

    # --- the night ----------------------------------------------------------------------------------------------

    def _card(self, seat: int) -> str:
        if self.deal is None:
            return "NEXT"
        return str([role.id for role in self.rules.roles].index(self.deal[seat - 1]) + 1)

    def _night(self, p: Public) -> None:
        """What is entered in a window is nobody's business, and neither is when."""
        dice = self.secret
        keys = ["MISS", *map(str, range(1, p.seats + 1)), "UNDO"]
        step = next((s for s in (*self.rules.first_night, *self.rules.night) if s.id == p.marks[-1].step), None)
        if step and self.deal and step.takes == "sign":  # a wrong seat would take its role away, and the end with it
            if step.role in self.deal:
                self._at(dice.randint(0, 9000), str(self.deal.index(step.role) + 1))
            return
        for _ in range(dice.choice((0, 1, 1, 2, 3))):
            self._at(dice.randint(0, 8000), dice.choice(keys))

    def _gate(self, p: Public, pause: Ms) -> None:
        """The result is public; so are removals that are told in the morning, and the ghost."""
        dice = self.public
        most = min(self.rules.victims, max(0, len(p.alive) - 2))
        many = dice.choice((0, *(1,) * 3, most)) if most else 0
        killed = sorted(dice.sample(p.alive, many))
        names = [str(seat) for seat in killed] or ["MISS"]
        if dice.random() < 0.04:
            seat = dice.choice(p.alive)
            names += [f"FOUL+{seat}", f"FOUL+{seat}+NEXT"]
        if self.rules.vote and self.rules.vote.again == "ghost" and killed and dice.random() < 0.7:
            names.append(f"FN+{dice.choice(killed)}")
        self._at(4000 + pause, "UNDO", *names, "NEXT", "NEXT")

    # --- the day ------------------------------------------------------------------------------------------------

    def _some_seats(self, p: Public, most: int) -> list[str]:
        seats = self.public.sample(range(1, p.seats + 1), self.public.randint(0, most))
        return [str(seat) for seat in seats]

    def _by_day(self, p: Public, now: Phase) -> Iterable[str]:
        dice = self.public
        match now:
            case Phase.SPEECH | Phase.SILENT:
                return [*self._foul(p), *self._words(p, now), "NEXT"]
            case Phase.LAST_WORD:
                ends = "FN+NEXT" if dice.random() < 0.3 else "NEXT"
                numbers = self._some_seats(p, 3) if p.night == 1 else []
                return [*self._foul(p), *numbers, ends, "NEXT"]
            case Phase.WORD:
                return [*self._foul(p), "NEXT"]
            case Phase.PROTOCOL:
                return [dice.choice(("NEXT", "NEXT", "MISS"))]
            case Phase.ASK:
                others = [seat for seat in p.alive if f"ask:{seat}" != p.item]
                return [str(dice.choice(others)) if dice.random() < 0.8 and others else "NEXT"]
            case Phase.GOLDEN:
                free = golden_right(p)
                return [str(dice.choice(free)) if free and dice.random() < 0.3 else "NEXT"]
            case Phase.VOTE:
                self._plan = self._hands(p)
                return [*self._foul(p), "NEXT"] if dice.random() < 0.97 else ["MISS", "MISS"]
            case Phase.COUNT:
                return self._counted(p)
            case Phase.ALLOWED:
                return [dice.choice(("NEXT", "MISS"))]
            case Phase.RAISE:
                hands = dice.randint(0, len(voters(self.rules, p, p.ballot))) if p.ballot else 0
                return [*_count(hands), "NEXT"]
            case Phase.GHOST:
                return [str(dice.choice(p.ballot.seats if p.ballot else (1,))), "NEXT"]
            case Phase.ALIBI:
                going = numbers_of(p.ended.seats) if p.ended else ()
                return ["MISS" if dice.random() < 0.6 or not going else str(dice.choice(going)), "NEXT"]
            case Phase.EVENING | Phase.CIRCLE if p.night >= self.most_nights:
                return ["FN+MISS", str(dice.randint(1, 2))]
            case Phase.DAY:
                gone = dice.sample(p.alive, dice.choice((0, 1, 1)) if len(p.alive) > 3 else 0)
                ending = ["FN+MISS", "1"] if p.night >= self.most_nights else ["NEXT"]
                return [*(str(seat) for seat in gone), *ending]
            case Phase.END:
                return [str(dice.randint(1, 2))]
            case _:
                return [*self._foul(p), "NEXT"]

    def _foul(self, p: Public) -> list[str]:
        """Fouls by day are seen by everyone, and what they lead to as well."""
        dice = self.public
        if dice.random() > 0.06 or not p.alive:
            return []
        chord = f"FOUL+{dice.choice(p.alive)}"
        return [chord, *dice.choice(([], [], [], [f"{chord}+UNDO"], [f"{chord}+MISS"], [f"{chord}+NEXT"]))]

    def _words(self, p: Public, now: Phase) -> list[str]:
        dice = self.public
        said: list[str] = []
        if dice.random() < 0.45:
            said.append(str(dice.choice(p.alive)))
            said += dice.choice(([], [], [], ["UNDO"], [str(dice.choice(p.alive))]))
        if now is Phase.SPEECH:
            said += dice.choice(([], [], [], [], ["PAUSE", "PAUSE"], ["FN+PAUSE"], ["FN+UNDO"], ["FN+NEXT"]))
        return said

    def _hands(self, p: Public) -> dict[int, int]:
        """How many will hold up a hand against whom: often a tie, else as it falls."""
        ballot, dice = p.ballot, self.public
        if ballot is None:
            return {}
        many = len(voters(self.rules, p, ballot))
        again = 0.3 if ballot.round > 1 else 0.0  # a second tie is what the rules have most to say of
        if dice.random() < self.ties + again and many >= len(ballot.seats):
            tied = dice.sample(ballot.seats, max(1, min(len(ballot.seats), dice.choice((2, 2, len(ballot.seats))))))
            return {seat: many // len(tied) if seat in tied else 0 for seat in ballot.seats}
        plan = dict.fromkeys(ballot.seats, 0)
        for _ in range(many):
            plan[dice.choice(ballot.seats)] += 1
        return plan

    def _counted(self, p: Public) -> Iterable[str]:
        seat, ballot = int(p.item.rpartition(":")[2]), p.ballot
        assert ballot is not None
        if ballot.count(seat) is not None:
            return [*self._foul(p), "NEXT"]
        hands = min(self._plan.get(seat, 0), left(self.rules, p, ballot, seat))
        return [*_count(hands), *self._foul(p), "NEXT"]


def _count(hands: int) -> list[str]:
    return ["MISS" if hands == 0 else str(hands) if hands <= 10 else f"FN+{hands - 10}"]


def _place(p: Public) -> tuple[object, ...]:
    """Where the programme stands, as far as a judge decides by it."""
    return p.part, p.night, p.item, p.doing, p.hold.state if p.hold else "", p.asking_end
