"""The day's speeches, who leaves, the evening and the end, as lists of items.

An item's id is its kind, then what it is about: "floor:7" is the speech of seat 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from nightbox.game.programme.items import Call, Item, Programme, Reveal, Slot, Speech, Turn, Wait
from nightbox.game.public import Public
from nightbox.game.ruleset import BestMove, Day, FoulStep, LastWord, Rounds, Ruleset, Talk


def removals(rules: Ruleset, public: Public, id: str = "removals") -> Iterator[Item]:
    """The place of the programme where removals are told, and those that were told here."""
    yield Reveal(id, "removals")
    for seat, at in public.removed:
        if at in ("", id):
            yield Call(f"removed_{seat}", f"{rules.removed}_{seat}")


def settle(rules: Ruleset, public: Public, at: str) -> Iterator[Item]:
    """Between two players' turns: removals are told, and a game that is over ends."""
    yield from removals(rules, public, f"removals:{at}")
    yield Reveal(f"verdict:{at}", "verdict")


def introductions(rules: Ruleset, public: Public) -> Iterator[Item]:
    """Before the cards are looked at, each says who he is (M9 L24-25)."""
    assert rules.day and rules.day.introductions
    for seat in range(1, public.seats + 1):
        yield from _words(rules.day.introductions, "intro", seat)
    yield Wait("evening")


def _words(rounds: Rounds, kind: str, seat: int) -> Iterator[Item]:
    yield Call(f"{kind}:{seat}:call", f"{rounds.call}_{seat}")
    yield Speech(f"{kind}:{seat}", seat, rounds.length)


def day(rules: Ruleset, public: Public) -> Iterator[Item]:
    """Removals that came since and the verdict; then the circle of speeches, or the open day of a judge's own."""
    yield from removals(rules, public)
    yield Reveal("verdict", "verdict")
    if rules.day is None:
        yield Wait("day")
        return
    yield Wait("circle")
    if rules.day.talk:
        yield from _talk(rules, public, rules.day.talk)
    elif rules.day.speech:
        for seat in public.order:
            yield from settle(rules, public, str(seat))
            if seat in public.alive or seat in dict(public.rights):
                yield from _turn(rules, rules.day, rules.day.speech, public, seat)


def foul_step(rules: Ruleset, right: str) -> FoulStep | None:
    return next((step for step in rules.foul_steps if step.right == right), None)


def _turn(rules: Ruleset, day: Day, speech: Rounds, public: Public, seat: int) -> Iterator[Item]:
    """One player's turn, by the right that his fouls leave him (4MAFIA 3.4, FSM 6.4, city: remarks)."""
    yield Reveal(f"right:{seat}", "right")
    right = dict(public.rights).get(seat, "full")
    limit = foul_step(rules, right)
    line, length = (limit.line, limit.length) if limit else (speech.call, speech.length)
    yield Call(f"turn:{seat}", f"{line}_{seat}")
    if length:
        if day.start == "next":
            yield Wait(f"ready:{seat}")
        yield Speech(f"floor:{seat}", seat, length)
    elif right == "nominate":
        yield Wait(f"silent:{seat}")


def _talk(rules: Ruleset, public: Public, talk: Talk) -> Iterator[Item]:
    """Open talk, nominations in turn, monologues in their order, golden minutes (M9 L30-33)."""
    yield from settle(rules, public, "talk")
    yield Call("talk:call", talk.call)
    yield Speech("talk", 0, talk.length)
    yield Call("nominations", talk.nominations)
    for seat in public.order:
        yield from settle(rules, public, str(seat))
        if seat in public.alive or seat in dict(public.nominations):
            yield Call(f"ask:{seat}:call", f"{talk.ask}_{seat}")
            yield Wait(f"ask:{seat}")
    yield from settle(rules, public, "monologues")
    if not public.nominees:
        return
    yield Call("monologues", talk.monologues)
    for seat in public.nominees:
        yield from _words(talk.monologue, "mono", seat)
    if golden_right(public) or public.golden:
        yield Call("golden:offer", talk.offer)
        yield Wait("offer:0")
    for place, seat in enumerate(public.golden, 1):
        yield from _words(talk.golden, "golden", seat)
        yield Wait(f"offer:{place}")


def golden_right(public: Public) -> tuple[int, ...]:
    """Which nominees have not used their one golden minute."""
    return tuple(seat for seat in public.nominees if seat not in public.golden_ever)


# --- who leaves, the evening, the end ---------------------------------------------------------------------------


def exits(rules: Ruleset, public: Public) -> Iterator[Item]:
    """Who leaves by vote: all are named first, then each has the last word. An alibi is told in the same place."""
    for seat in public.alibi:
        yield Call(f"alibi_{seat}", f"{rules.alibi}_{seat}")
    for seat in public.leaving:
        yield Call(f"leaves_{seat}", f"{rules.leaves}_{seat}")
    if has_day_best_move(rules, public):
        yield from _day_best_move(rules, public)
    for seat in public.leaving:
        yield from last_word(rules.voted_word, public, seat)


def last_word(word: LastWord, public: Public, seat: int, best_move: bool = False) -> Iterator[Item]:
    """The last word of who leaves, and the protocol where the judge has offered it (FSM 4.8)."""
    if word.length:
        call = word.best_move if best_move else word.call
        yield Call(f"word_{seat}", f"{call}_{seat}")
        yield Speech(f"speech_{seat}", seat, word.length)
    if seat in public.offered:
        yield Call(f"protocol:{seat}:call", word.protocol)
        yield Wait(f"protocol:{seat}")
    taken = dict(public.protocols).get(seat)
    if taken:
        yield Call(f"protocol:{seat}:end", word.protocol_accepted if taken == "accepted" else word.protocol_closed)


def has_day_best_move(rules: Ruleset, public: Public) -> bool:
    """One single player was voted out while the table was whole (FSM 7.13; 3.8, decision 25)."""
    by_day = rules.day_best_move if rules.day else None
    return by_day is not None and len(public.leaving) == 1 and len(public.alive) + 1 == by_day.seats


def _day_best_move(rules: Ruleset, public: Public) -> Iterator[Item]:
    by_day, best = rules.day_best_move, rules.best_move
    assert by_day is not None and best is not None
    yield Call("masks_on", by_day.masks_on)
    yield Turn("best_move.dusk", "night")
    yield from best_move(best, public, f"{by_day.call}_{public.leaving[0]}")
    yield Call("masks_off", by_day.masks_off)
    yield Turn("best_move.dawn", "off")


def best_move(best: BestMove, public: Public, call: str) -> Iterator[Item]:
    """Three numbers aloud, in the mask, and their repetition (FSM 4.8.2, 7.13)."""
    yield Call("best_move.call", call, "best_move")
    yield Turn("best_move.low", "low")
    yield Slot("best_move", "best_move", best.slot, open_ended=True, time_up=best.time_up)
    yield Turn("best_move.night", "night")
    yield Reveal("best_move.told", "best_move")
    yield Call("best_move.accepted", best.accepted)
    taken = public.best_move
    for place, seat in enumerate((taken.first, taken.second, taken.third) if taken else (), 1):
        if seat:
            yield Call(f"best_move.number_{place}", f"{best.repeat}_{seat}")


def evening(rules: Ruleset, public: Public) -> Iterator[Item]:
    """After the vote: what came since, and the judge's word that the night falls."""
    yield from removals(rules, public, "removals:evening")
    if public.day + 1 in public.no_vote and rules.vote:
        yield Call("no_vote_tomorrow", rules.vote.not_held_tomorrow)
    yield Reveal("verdict:evening", "verdict")
    yield Wait("evening")


def end(rules: Ruleset, public: Public) -> Programme:
    lines = dict(rules.win_lines)
    return (Call("win", lines[public.winner]),) if public.winner in lines else ()
