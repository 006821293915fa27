"""A rule set's TOML -> Ruleset. Every mistake is reported at once: file, key, value and a guess."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from nightbox.errors import ConfigError, Problem, guess
from nightbox.game.ledger import ANSWERS, BANS
from nightbox.game.resolve import REFUSALS, SHOT_RULES, WIN_RULES
from nightbox.game.ruleset import BestMove, Deal, Deck, LastWord, Role, Ruleset, Step
from nightbox.rules.days import day_best_move, foul_steps, nominations, read_day, vote
from nightbox.rules.decks import deck_of, parse_deck, usual_seats, with_deck
from nightbox.rules.kept import from_json, to_json
from nightbox.rules.lines import Lines
from nightbox.rules.reading import Reading, Table
from nightbox.rules.scoring import read_scores

Named = TypeVar("Named", Role, Step)

MINUTE, HOUR = 60_000, 3_600_000
TAKES = ("order", "sign", "shot", "check", "visit", "heal", "nothing")
TEAMS = ("red", "black", "maniac")
RESULTS = ("red", "black", "draw", "maniac")

_TOP = (
    "id", "title", "seats", "roles", "nightfall", "deal", "first_night", "night", "morning", "result", "best_move",
    "killed_word", "voted_word", "idle", "win", "fouls", "day", "nominations", "vote", "day_best_move",
    "decks", "scores",
)  # fmt: skip
_RESULT = (
    "gate_after", "victims", "confirm", "shot", "killed", "nobody_killed", "removed", "leaves", "alibi", "counts",
    "ghost", "ghost_any_red", "heal_covers",
)  # fmt: skip
_STEP = (
    "id", "label", "call", "slot", "takes", "role", "answer", "banned", "refused", "close", "gap", "tempo", "numbers",
)  # fmt: skip


def shipped() -> dict[str, Path]:
    """The rule sets that come with nightbox, by id."""
    folder = Path(str(resources.files("nightbox.rules")))
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def load(name: str, lines: Collection[str] | None = None, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The rule set `name`: the id of a shipped one, or a path that ends in .toml.

    `lines` are the clip ids of the voice pack; with them, a line that has no clip is a mistake. `options` are what a
    club plays otherwise: {"day.start": "next"}, each the dotted key of a value that the file has.
    Raises ConfigError with every problem.
    """
    path = Path(name) if name.endswith(".toml") else shipped().get(name)
    if path is None:
        known = ", ".join(shipped())
        raise ConfigError(
            [Problem(name, "", f"there is no rule set {name!r}; there are {known}{guess(name, shipped())}")]
        )
    problems: list[Problem] = []
    reading = Reading(str(path.name), problems)
    table = reading.load(path)
    if table is not None:
        table = reading.changed(table, options or {})
    rules = _ruleset(reading, table, lines) if table is not None else None
    if problems or rules is None:
        raise ConfigError(problems)
    return rules


def _ruleset(r: Reading, top: Table, lines: Collection[str] | None) -> Ruleset:
    r.no_others(top, _TOP)
    line = Lines(r, lines)
    roles = _unique(r, "roles", [_role(r, t) for t in r.tables(top, "roles")])
    ids = [role.id for role in roles]
    seats = r.table(top, "seats")
    r.no_others(seats, ("least", "most"))
    least = r.whole(seats, "least", least=4, most=20)
    most = r.whole(seats, "most", least=least, most=20)
    cards = sum(role.count for role in roles)
    for place, role in enumerate(roles, 1):
        for key, other in (("instead", role.instead), ("inherits", role.inherits)):
            if other and other not in ids:
                r.wrong(top, f"roles[{place}].{key}", f"there is no role {other!r}{guess(other, ids)}")
    decks = _decks(r, r.table(top, "decks"), ids, least, most) if "decks" in top else ()
    if roles and not decks and (least != most or cards != most):
        r.wrong(top, "roles", f"the deck has {cards} cards for {most} seats")
    nightfall, result = r.table(top, "nightfall"), r.table(top, "result")
    morning, win, fouls = (r.table(top, key) for key in ("morning", "win", "fouls"))
    idle = r.table(top, "idle", required=False)
    r.no_others(nightfall, ("line", "masks", "before_first", "before_second"))
    r.no_others(result, _RESULT)
    counts = line.some(result, "counts") if "counts" in result else ()
    victims = r.whole(result, "victims", least=1, most=4)
    if counts and len(counts) != victims + 1:
        r.wrong(result, "counts", f"has {len(counts)} lines; it must have one for each of 0 to {victims} victims")
    if "ghost" in result and not counts:
        r.wrong(result, "ghost", "is said behind the number of the victims; give counts, or take ghost out")
    r.no_others(morning, ("first", "later"))
    r.no_others(idle, ("nights", "line", "result"))
    r.no_others(win, ("rule", "confirm", "maniac_at_two", *RESULTS))
    r.no_others(fouls, ("out", "technicals_out", "reset", "steps"))
    idle_result = r.choice(idle, "result", RESULTS) if "idle" in top else ""
    for team in dict.fromkeys((*(role.team for role in roles), idle_result)):
        if team in RESULTS and team not in win:
            r.wrong(win, team, "is missing; it must be the line that announces this result")
    return Ruleset(
        id=r.text(top, "id"),
        title=r.text(top, "title"),
        seats=(least, most),
        roles=tuple(roles),
        nightfall=line.one(nightfall, "line"),
        masks=r.span(nightfall, "masks", most=MINUTE),
        deal=_deal(r, line, r.table(top, "deal")) if "deal" in top else None,
        first_night=tuple(_unique(r, "first_night", [_step(r, line, t, ids) for t in r.tables(top, "first_night")])),
        night=tuple(_unique(r, "night", [_step(r, line, t, ids) for t in r.tables(top, "night")])),
        first_morning=line.some(morning, "first"),
        morning=line.some(morning, "later"),
        gate_after=r.span(result, "gate_after", most=MINUTE),
        victims=victims,
        confirm=r.flag(result, "confirm"),
        killed=line.seat(result, "killed", "" if counts else None),
        nobody_killed=line.one(result, "nobody_killed", "" if counts else None),
        removed=line.seat(result, "removed"),
        leaves=line.seat(result, "leaves"),
        best_move=_best_move(r, line, r.table(top, "best_move")) if "best_move" in top else None,
        killed_word=_word(r, line, r.table(top, "killed_word")),
        voted_word=_word(r, line, r.table(top, "voted_word")),
        idle_nights=r.whole(idle, "nights", least=1, most=9) if "idle" in top else 0,
        idle_line=line.one(idle, "line") if "idle" in top else "",
        idle_result=idle_result,
        shot_rule=r.choice(result, "shot", SHOT_RULES),
        win_rule=r.choice(win, "rule", WIN_RULES),
        win_lines=tuple((team, line.one(win, team)) for team in RESULTS if team in win),
        fouls_out=r.whole(fouls, "out", least=1, most=9),
        technicals_out=r.whole(fouls, "technicals_out", least=0, most=9),
        foul_steps=foul_steps(r, line, fouls),
        fouls_reset=r.flag(fouls, "reset", False),
        day=(day := read_day(r, line, r.table(top, "day")) if "day" in top else None),
        nominations=nominations(r, line, r.table(top, "nominations")) if day else None,
        vote=vote(r, line, r.table(top, "vote")) if day else None,
        day_best_move=day_best_move(r, line, r.table(top, "day_best_move")) if "day_best_move" in top else None,
        alibi=line.seat(result, "alibi", ""),
        win_confirmed=r.flag(win, "confirm", False),
        before_first=line.one(nightfall, "before_first", ""),
        before_second=line.one(nightfall, "before_second", ""),
        counts=counts,
        ghost=line.seat(result, "ghost", ""),
        ghost_any_red=r.flag(result, "ghost_any_red", False),
        heal_covers=r.choice(result, "heal_covers", ("all", "mafia"), "all"),
        maniac_at_two=r.flag(win, "maniac_at_two", False),
        decks=decks,
        scores=read_scores(r, r.table(top, "scores"), ids) if "scores" in top else None,
    )


def _role(r: Reading, t: Table) -> Role:
    r.no_others(t, ("id", "team", "count", "label", "instead", "inherits"))
    return Role(
        id=r.text(t, "id"),
        team=r.choice(t, "team", TEAMS),
        count=r.whole(t, "count", least=0, most=20),
        label=r.text(t, "label"),
        instead=r.text(t, "instead", ""),
        inherits=r.text(t, "inherits", ""),
    )


def _decks(r: Reading, t: Table, roles: Collection[str], least: int, most: int) -> tuple[Deck, ...]:
    """One deck for each number of seats: 12 = "civilian 5, mafia 2, ...": as many cards as seats."""
    decks: list[Deck] = []
    for seats in range(least, most + 1):
        cards = deck_of(r, t, str(seats), r.text(t, str(seats)), roles)
        if cards and sum(count for _, count in cards) != seats:
            r.wrong(t, str(seats), f"has {sum(count for _, count in cards)} cards for {seats} seats")
        decks.append(Deck(seats, cards))
    r.no_others(t, [str(seats) for seats in range(least, most + 1)])
    return tuple(decks)


def _step(r: Reading, line: Lines, t: Table, roles: Collection[str]) -> Step:
    r.no_others(t, _STEP)
    takes = r.choice(t, "takes", TAKES)
    acts = takes in ("sign", "check", "visit", "heal")
    if "tempo" in t and "slot" in t:
        r.wrong(t, "slot", "the numbers at their tempo are the window; give one of slot and tempo")
    return Step(
        id=r.text(t, "id"),
        label=r.text(t, "label"),
        call=line.one(t, "call"),
        slot=r.span(t, "slot", 0 if "tempo" in t else None, least=1, most=HOUR),
        takes=takes,
        close=line.one(t, "close", ""),
        gap=r.span(t, "gap", 0, most=MINUTE),
        role=r.choice(t, "role", roles, None if acts else ""),
        answer=r.choice(t, "answer", ANSWERS, None if takes == "check" else ""),
        banned=r.choice(t, "banned", BANS, ""),
        refused=_rules(r, t, "refused", REFUSALS),
        tempo=r.span(t, "tempo", 0, least=1000, most=MINUTE),
        numbers=line.seat(t, "numbers", None if "tempo" in t else ""),
    )


def _rules(r: Reading, t: Table, key: str, known: Collection[str]) -> tuple[str, ...]:
    names = r.texts(t, key, ())
    for name in names:
        if name not in known:
            r.wrong(t, key, f"{name!r} is not one of {', '.join(sorted(known))}{guess(name, known)}")
    return names


def _deal(r: Reading, line: Lines, t: Table) -> Deal:
    r.no_others(t, ("opening", "call"))
    return Deal(line.one(t, "opening"), line.seat(t, "call"))


def _best_move(r: Reading, line: Lines, t: Table) -> BestMove:
    r.no_others(t, ("night", "call", "slot", "time_up", "accepted", "repeat", "numbers", "lost_after"))
    return BestMove(
        night=r.whole(t, "night", least=1, most=9),
        call=line.seat(t, "call"),
        slot=r.span(t, "slot", least=1, most=HOUR),
        time_up=line.one(t, "time_up", ""),
        accepted=line.one(t, "accepted"),
        repeat=line.seat(t, "repeat"),
        numbers=r.whole(t, "numbers", least=1, most=3),
        lost_after=r.whole(t, "lost_after", least=1, most=9),
    )


def _word(r: Reading, line: Lines, t: Table) -> LastWord:
    """A last word; with a length of 0 there is none, and nothing calls it."""
    r.no_others(t, ("call", "length", "best_move", "protocol", "protocol_accepted", "protocol_closed"))
    length = r.span(t, "length", least=0, most=HOUR)
    return LastWord(
        line.seat(t, "call", None if length else ""),
        length,
        line.seat(t, "best_move", ""),
        line.one(t, "protocol", ""),
        line.one(t, "protocol_accepted", ""),
        line.one(t, "protocol_closed", ""),
    )


def _unique(r: Reading, key: str, items: list[Named]) -> list[Named]:
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            r.wrong(Table({}), key, f"the id {item.id!r} stands twice")
        seen.add(item.id)
    return items


__all__ = ["from_json", "load", "parse_deck", "shipped", "to_json", "usual_seats", "with_deck"]
