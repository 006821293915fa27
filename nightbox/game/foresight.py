"""Which lines the box may say soon: what the sound must have in memory before it is due. From the PUBLIC half alone.

Lists are in the order in which the lines may be due, since they are decoded in that order. A part's list holds all that
the part can say and how the parts after it can begin. A night's lines stand in every list of the day before it, last:
they are fetched while nothing hangs on the moment, because decoding at nightfall would starve the stream that has just
begun to hide the room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nightbox.game.programme import Call, has_best_move, programme
from nightbox.game.programme.days import has_day_best_move
from nightbox.game.public import Public
from nightbox.game.ruleset import LastWord, Ruleset

ALWAYS = ("paused", "resumed", "unfinished_game", "game_restored", "pad_lost", "pad_back", "record_trouble")
BEFORE = ("box_ready", "sound_check", "sound_check_over")
FOULS = ("foul", "technical_foul", "big_technical_foul", "warning", "third_foul")
"""What is said of a foul, where the club wants it: a clip for each seat."""

BY_DAY = ("morning", "day", "vote", "exits", "evening", "end")


def upcoming(rules: Ruleset, p: Public) -> tuple[str, ...]:
    """The lines that may be said until the next part of the game has begun, each once, soonest first."""
    return tuple(dict.fromkeys(line for line in _upcoming(rules, p) if line))


def _upcoming(rules: Ruleset, p: Public) -> Iterator[str]:
    yield from (item.line for item in programme(rules, p) if isinstance(item, Call))
    yield from ALWAYS
    match p.part:
        case "lobby":
            yield from BEFORE
            yield from each("number", (deck.seats for deck in rules.decks))
            if rules.day and rules.day.introductions:
                yield from each(rules.day.introductions.call, p.alive)
            yield from nightly(rules, 0, p)
        case "introductions":
            yield from _marks(rules)
            yield from nightly(rules, 0, p)
        case "dusk" | "night":
            yield from nightly(rules, p.night, p)
        case "morning":
            yield from _morning(rules, p)
        case "day" if rules.day:
            yield from _speeches(rules, p)
            yield from _vote_begins(rules, p)
        case "day":
            yield from each(rules.leaves, p.alive)
        case "vote":
            yield from _vote_begins(rules, p)
            yield from _vote(rules, p)
            yield from _evening_begins(rules)
        case "exits":
            yield from _words(rules, rules.voted_word)
            if has_day_best_move(rules, p):
                yield from _best_move(rules, p)
            yield from _evening_begins(rules)
    if p.part in BY_DAY:
        yield from (line for _, line in rules.win_lines)
        yield from each(rules.removed, p.alive)
    if p.part in (*BY_DAY, "introductions"):
        yield from _fouls(rules, p)
    if p.part in ("day", "vote", "exits", "evening"):
        yield from nightly(rules, p.night + 1, p)
    if p.part == "end":  # the next game may begin as soon as this one's end was heard
        yield from BEFORE
        yield from each("number", (deck.seats for deck in rules.decks))


def each(stem: str, numbers: Iterable[int]) -> Iterator[str]:
    """The clips of a line that has one for each number."""
    return (f"{stem}_{number}" for number in numbers if stem)


def nightly(rules: Ruleset, night: int, p: Public) -> Iterator[str]:
    """Every line that night `night` can say, and how its morning begins."""
    yield {0: rules.before_first, 1: rules.before_second}.get(night, "")
    yield rules.nightfall
    if rules.deal and night == 0:
        yield rules.deal.opening
        yield from each(rules.deal.call, p.alive)
    for step in rules.first_night if night == 0 else rules.night:
        yield step.call
        yield from each(step.numbers, range(1, p.seats + 1))
        yield step.close
    yield from rules.first_morning if night == 0 else rules.morning
    yield from each(rules.removed, p.alive)
    if night > 0 and rules.counts:
        yield from rules.counts
        yield from each(rules.ghost, p.alive)
    elif night > 0:
        yield rules.nobody_killed
        yield from each(rules.killed, p.alive)
    if rules.best_move and rules.best_move.night == night:
        yield from each(rules.best_move.call, p.alive)
    yield from _fouls(rules, p)  # at a gate behind the morning call


def _morning(rules: Ruleset, p: Public) -> Iterator[str]:
    """After the result: the best move of the one who was killed, and the last words."""
    if has_best_move(rules, p.night, p):
        yield from _best_move(rules, p)
    yield from _words(rules, rules.killed_word)
    yield rules.idle_line


def _best_move(rules: Ruleset, p: Public) -> Iterator[str]:
    best = rules.best_move
    assert best is not None
    yield from (best.time_up, best.accepted)
    yield from each(best.repeat, range(1, p.seats + 1))


def _words(rules: Ruleset, word: LastWord) -> Iterator[str]:
    """What a last word can bring beside its own call, which stands in the programme."""
    yield from _marks(rules)
    yield from (word.protocol, word.protocol_accepted, word.protocol_closed)


def _marks(rules: Ruleset) -> Iterator[str]:
    if signals := rules.signals:
        yield from (signals.ten_seconds, signals.end)


def _fouls(rules: Ruleset, p: Public) -> Iterator[str]:
    if rules.day and rules.day.fouls_told:
        for stem in FOULS:
            yield from each(stem, p.alive)


def _speeches(rules: Ruleset, p: Public) -> Iterator[str]:
    """The circle, or the open day: turns by whatever right, nominations and the list of them."""
    day, how = rules.day, rules.nominations
    assert day is not None and how is not None
    yield from _marks(rules)
    yield from (how.accepted, how.repeated)
    for step in rules.foul_steps:
        yield from each(step.line, p.order)
    if how.list_asked:
        yield from (how.list_some, how.list_one, how.list_none)
        yield from each(how.number, p.alive)
    if talk := day.talk:
        yield talk.monologues
        yield from each(talk.monologue.call, p.alive)
        yield talk.offer
        yield from each(talk.golden.call, p.alive)


def _vote_begins(rules: Ruleset, p: Public) -> Iterator[str]:
    v = rules.vote
    assert v is not None
    yield from (v.none, v.single, v.not_held, v.nominees, v.nominee)
    yield from each("number", p.alive)


def _vote(rules: Ruleset, p: Public) -> Iterator[str]:
    """Every way that the vote among today's nominees can go, and how those who leave are told."""
    v, some = rules.vote, p.nominees
    assert v is not None
    yield from (v.count, v.close, v.remaining)
    yield from each(v.call, some)
    yield from each(v.votes, range(len(p.alive) + 1))
    yield v.counted
    yield from (v.split, v.revote)
    yield from each(v.tie.call, some)
    yield from _marks(rules)
    yield from (v.stopped, v.not_held, v.first_split_line, v.raise_both, v.raise_all, v.all_leave, v.all_stay, v.ghost)
    yield from each(rules.alibi, some)
    yield from each(rules.leaves, some)
    if rules.day_best_move:
        yield from (rules.day_best_move.masks_on, *each(rules.day_best_move.call, some))


def _evening_begins(rules: Ruleset) -> Iterator[str]:
    if rules.vote:
        yield rules.vote.not_held_tomorrow
