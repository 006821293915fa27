"""Decks: which cards are dealt, where a rule set lets the club choose; announced before the game, so public."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from nightbox.errors import ConfigError, Problem, guess
from nightbox.game.ruleset import Ruleset, Step
from nightbox.rules.reading import Reading, Table

SAME_KEYS = 4
"""Civilian, mafia, Don, Sheriff: roles that keep their key in the deal whether or not the deck has them."""

USUAL = 12
"""The common table of a set whose deck is chosen."""

Cards = tuple[tuple[str, int], ...]


def deck_of(r: Reading, t: Table, key: str, text: str, roles: Collection[str]) -> Cards:
    """A deck written as "civilian 5, mafia 2, don 1"."""
    try:
        return tuple(parse_deck(text, roles).items())
    except ValueError as wrong:
        r.wrong(t, key, str(wrong))
        return ()


def parse_deck(text: str, roles: Collection[str]) -> dict[str, int]:
    """The counts of "mafia 3, maniac 0", by role id. Raises ValueError for what is none of the `roles`."""
    counts: dict[str, int] = {}
    for part in (part.split() for part in text.split(",") if part.strip()):
        if len(part) != 2 or not part[1].isdecimal():
            raise ValueError(f'a deck is written as "mafia 3, maniac 0", not {" ".join(part)!r}')
        if part[0] not in roles:
            raise ValueError(f"there is no role {part[0]!r}{guess(part[0], roles)}")
        if part[0] in counts:
            raise ValueError(f"{part[0]!r} stands twice in the deck; name it once")
        counts[part[0]] = int(part[1])
    return counts


def usual_seats(rules: Ruleset) -> int:
    """How many play where nobody says: all the rule set knows, or the usual table where the club chooses its deck."""
    return USUAL if rules.decks else rules.seats[1]


def with_deck(rules: Ruleset, seats: int, deck: Mapping[str, int] | None = None) -> Ruleset:
    """The rule set as it is played by `seats` players: the deck for so many, changed by `deck` (counts by role).

    `rules` is the rule set as it was read, not one that has its deck.

    The civilians fill up what `deck` leaves, unless it names them. A role without a card is not in the game: its steps
    are not called. Raises ConfigError for a deck that nobody can play.
    """
    least, most = rules.seats
    if not least <= seats <= most:
        many = f"{least}" if least == most else f"{least} to {most}"
        raise ConfigError([Problem("config", "game.seats", f"{rules.id} is played by {many}, not by {seats}")])
    offered = next((dict(one.cards) for one in rules.decks if one.seats == seats), None)
    if offered is None:
        if deck:
            raise ConfigError([Problem("config", "game.deck", f"{rules.id} has one deck; leave deck out")])
        return rules
    counts = {role.id: offered.get(role.id, 0) for role in rules.roles} | dict(deck or {})
    if deck and "civilian" not in deck:
        counts["civilian"] = seats - sum(count for role, count in counts.items() if role != "civilian")
    if wrong := _mistake(rules, seats, counts):
        raise ConfigError([Problem("config", "game.deck", wrong)])
    # The keys of the deal's first roles are the same in every deck; the others follow as they are in this one.
    roles = tuple(
        replace(role, count=counts[role.id])
        for place, role in enumerate(rules.roles)
        if counts[role.id] or place < SAME_KEYS
    )
    stands_in = {role.instead: role.id for role in roles if role.instead}
    called = {"", "mafia", *(role.id for role in roles if role.count), *stands_in}

    def played(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        kept = (step for step in steps if step.role in called)
        return tuple(replace(step, role=stands_in.get(step.role, step.role)) for step in kept)

    night = played(rules.night)
    return replace(
        rules,
        seats=(seats, seats),
        alibi=rules.alibi if any(step.takes == "visit" for step in night) else "",
        roles=roles,
        first_night=played(rules.first_night),
        night=night,
    )


def _mistake(rules: Ruleset, seats: int, counts: Mapping[str, int]) -> str:
    cards = sum(counts.values())
    black = sum(counts[role.id] for role in rules.roles if role.team == "black")
    single = [role.id for role in rules.roles if role.id not in ("civilian", "mafia") and counts[role.id] > 1]
    if counts["civilian"] < 0:
        return f"the deck has {cards - counts['civilian']} cards beside the civilians, and {seats} seats; name fewer"
    if cards != seats:
        mend = f"name {cards - seats} fewer" if cards > seats else f"name {seats - cards} more, or leave civilian out"
        return f"the deck has {cards} cards for {seats} seats; {mend}"
    if single:
        return f"there is one {single[0]} at most, not {counts[single[0]]}"
    if not black:
        return "there is no black card; add mafia and the Don"
    if "don" in counts and not counts["don"]:
        return "the mafia has no Don, whose sign the judge waits for; add don 1"
    if 2 * black >= seats:
        return f"{black} black cards of {seats} have won before the game begins; name fewer"
    for role in rules.roles:
        if role.instead and counts[role.id] and counts.get(role.instead):
            return f"{role.instead} and {role.id} exclude each other; keep one"
    if counts.get("policeman") and not counts.get("putana_black"):
        return "a policeman plays only beside a black Putana (putana_black); add her, or leave him out"
    return ""
