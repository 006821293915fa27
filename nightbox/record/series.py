"""The shelf's finished games, read for a table of points."""

from __future__ import annotations

from collections.abc import Callable

from nightbox.errors import FormatError, UsageError, guess
from nightbox.game.ruleset import Ruleset
from nightbox.record import outcome
from nightbox.record.journal import open_game
from nightbox.record.shelf import Shelf
from nightbox.scores.outcome import Outcome
from nightbox.scores.series import Table, table


def series(
    shelf: Shelf, rules: str = "", first: int = 1, last: int = 0, read: Callable[[int, int], None] = lambda *_: None
) -> Table:
    """The table of the games numbered `first` to `last` (0: to the newest) that were played by `rules` ("": by any).

    A game that cannot be read or is not over is among those left out. `read` is told how many games of how many.
    Raises UsageError where they are of several rule sets, or none is of the one that was named.
    """
    if last and last < first:
        raise UsageError(f"--from {first} is after --to {last}; name the earlier game first")
    games: list[tuple[Outcome, Ruleset]] = []
    left_out: list[tuple[str, str]] = []
    shelved = shelf.games()
    for place, listed in enumerate(shelved, 1):
        read(place, len(shelved))
        number = listed.path.name.partition(".")[0].lstrip("0") or "0"
        if not number.isdecimal() or int(number) < first or (last and int(number) > last):
            continue
        try:
            if listed.broken:
                raise FormatError(listed.broken)
            found = outcome.of_game(open_game(listed.path), number)
        except FormatError:
            left_out.append((number, f"не читается; что с ней — nightbox games show {number}"))
            continue
        if found is None:
            left_out.append((number, "не окончена"))
        else:
            games.append(found)
    known = {played.id for _, played in games}
    if rules and rules not in known:
        there = f"there are {', '.join(sorted(known))}" if known else "there are no finished games"
        raise UsageError(f"no game of these was played by {rules!r}; {there}{guess(rules, known)}")
    return table([(one, played) for one, played in games if rules in ("", played.id)], left_out)
