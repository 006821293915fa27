"""The day, who leaves by its vote, and the end, as lists of items."""

from __future__ import annotations

from collections.abc import Iterator

from nightbox.game.programme.items import Call, Item, Programme, Reveal, Speech, Wait
from nightbox.game.public import Public
from nightbox.game.ruleset import Ruleset


def removals(rules: Ruleset, public: Public, id: str = "removals") -> Iterator[Item]:
    """The place of the programme where removals are told, and those that were told here."""
    yield Reveal(id, "removals")
    for seat, at in public.removed:
        if at in ("", id):
            yield Call(f"removed_{seat}", f"{rules.removed}_{seat}")


def day(rules: Ruleset, public: Public) -> Programme:
    """Removals that came since, the verdict, and the open day: speeches and votes have their place before the Wait."""
    return (*removals(rules, public), Reveal("verdict", "verdict"), Wait("day"))


def exits(rules: Ruleset, public: Public) -> Programme:
    """Who leaves by vote: all are named first, then each has the last word."""
    named = [Call(f"leaves_{seat}", f"{rules.leaves}_{seat}") for seat in public.leaving]
    words: list[Item] = []
    for seat in public.leaving:
        words.append(Call(f"word_{seat}", f"{rules.voted_word.call}_{seat}"))
        words.append(Speech(f"speech_{seat}", seat, rules.voted_word.length))
    return (*named, *words)


def end(rules: Ruleset, public: Public) -> Programme:
    lines = dict(rules.win_lines)
    return (Call("win", lines[public.winner]),) if public.winner in lines else ()
