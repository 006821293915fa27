"""The vote as a list of items: who is put up, each candidate's call, window and count, ties, and the questions."""

from __future__ import annotations

from collections.abc import Iterator

from nightbox.game.programme.days import settle
from nightbox.game.programme.items import Call, Gap, Item, Reveal, Speech, Wait
from nightbox.game.programme.tally import candidates, opening, takes_the_rest, tally
from nightbox.game.public import Ballot, Public
from nightbox.game.ruleset import Ruleset, Vote


def vote(rules: Ruleset, p: Public) -> Iterator[Item]:
    """Today's vote from the list of the nominees to what came of it; who leaves is told in the exits."""
    v = rules.vote
    assert v is not None
    yield from settle(rules, p, "vote")
    yield Reveal("vote:open", "vote_open")
    if not p.ballots:
        how = p.ended.how if p.ended else opening(rules, p).how
        line = {"cancelled": v.not_held, "none": v.none, "single": v.single}.get(how)
        if line:
            yield Call("vote:none", line)
        return
    first = p.ballots[0]
    yield Call("nominees", v.nominees if len(first.seats) > 1 else v.nominee)
    for seat in first.seats:
        yield Call(f"nominee:{seat}", f"number_{seat}")
    for ballot in p.ballots:
        if ballot.round > 1:
            yield from _tie(v, ballot)
        yield Wait(f"vote:{ballot.round}")
        if p.ended and p.ended.how == "cancelled" and not ballot.counts:
            yield Call("vote:none", v.not_held)
            return
        for item in _round(rules, v, p, ballot):
            yield item
            if isinstance(item, Reveal) and _stopped(p, item.id):
                yield from (Call(f"gone:{seat}", f"{rules.removed}_{seat}") for seat in _gone(p, item.id))
                yield Call("vote:stopped", v.stopped)
                yield Reveal("vote:over", "vote_over")
                return
        yield Reveal(f"tally:{ballot.round}", "tally")
    yield from _questions(rules, v, p, p.ballots[-1])
    if p.ended is None:
        return
    told = {"all_leave": v.all_leave, "all_stay": v.all_stay, "nobody": v.all_stay, "split": v.first_split_line}
    if told.get(p.ended.how):
        yield Call("vote:told", told[p.ended.how])
    if rules.alibi and p.ended.how in ("leaves", "all_leave"):
        yield Wait("alibi")
    yield Reveal("vote:leave", "leave")


def _gone(p: Public, id: str) -> tuple[int, ...]:
    return tuple(seat for seat, at in p.removed if at == id)


def _stopped(p: Public, id: str) -> bool:
    """Whether the removal that was told at `id` has stopped today's vote."""
    return bool(_gone(p, id)) and p.day in p.no_vote


def _tie(v: Vote, ballot: Ballot) -> Iterator[Item]:
    """The tied speak in the order of the vote, and are voted on once more (4MAFIA 2.3.14, FSM L87-91, M9 L39)."""
    k = ballot.round
    yield Call(f"tie:{k}", v.split)
    for seat in ballot.seats:
        yield Call(f"tie:{k}:{seat}:call", f"{v.tie.call}_{seat}")
        yield Speech(f"tie:{k}:{seat}", seat, v.tie.length)
    yield Call(f"revote:{k}", v.revote)


def _round(rules: Ruleset, v: Vote, p: Public, ballot: Ballot) -> Iterator[Item]:
    for seat in ballot.seats:
        at = f"{ballot.round}:{seat}"
        yield from settle(rules, p, at)
        if seat not in candidates(p, ballot) and ballot.count(seat) is None and _counted(p) != at:
            continue
        yield Call(f"call:{at}", f"{v.call}_{seat}")
        yield from _window(v, at)
        if takes_the_rest(rules, p, ballot, seat):
            yield Call(f"remaining:{at}", v.remaining)
            yield Reveal(f"rest:{at}", "rest")
        yield Wait(f"count:{at}")
    yield from settle(rules, p, f"{ballot.round}:end")


def _counted(p: Public) -> str:
    """Whose hands are being counted, as "1:7": who is taken out meanwhile is counted to the end."""
    kind, _, at = p.item.partition(":")
    return at if kind in ("call", "window", "close", "remaining", "rest", "count") else ""


def _window(v: Vote, at: str) -> Iterator[Item]:
    """Where hands count: a time, or the words of a count; then the word that closes it."""
    yield Gap(f"window:{at}", v.window) if v.window else Call(f"window:{at}", v.count)
    if v.close:
        yield Call(f"close:{at}", v.close)


def called_again(p: Public) -> str:
    """The call from which a power cut repeats a window: hands do not stay up for it. "" where a count stands already,
    or nobody is being counted."""
    kind, _, about = p.item.partition(":")
    if p.part != "vote" or p.ballot is None or kind not in ("window", "close", "remaining", "count", "raise"):
        return ""
    if kind == "raise" or about.endswith(":raise"):
        return f"raise:{p.ballot.round}:call" if p.ballot.raised < 0 else ""
    return f"call:{about}" if p.ballot.count(int(about.partition(":")[2])) is None else ""


def _questions(rules: Ruleset, v: Vote, p: Public, ballot: Ballot) -> Iterator[Item]:
    """What a second tie asks: whether the question may be put, the question itself, the ghost."""
    k, now = ballot.round, tally(rules, p).how
    if ballot.allowed >= 0 or now == "ask":
        yield Wait(f"allowed:{k}")
        yield Reveal(f"tally:{k}:allowed", "tally")
    if ballot.raised >= 0 or now == "question":
        yield Call(f"raise:{k}:call", v.raise_both if len(ballot.seats) == 2 else v.raise_all)
        yield from _window(v, f"{k}:raise")
        yield Wait(f"raise:{k}")
        yield Reveal(f"tally:{k}:raised", "tally")
    if p.ghost_choice or now == "ghost":
        yield Call(f"ghost:{k}:call", v.ghost)
        yield Wait(f"ghost:{k}")
        yield Reveal(f"tally:{k}:ghost", "tally")
