"""`games amend`: what is written on the command line as orders to the referee of a finished game, and its journal.

All of it is written, or nothing. The orders themselves, and what is refused, are in nightbox/game/amend.py.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeAlias

from nightbox.errors import AlreadyRunning, FormatError, StateNotWritable, UsageError, guess
from nightbox.game.clockwork import Tempo
from nightbox.game.commands import (
    AmendResult,
    Command,
    EnterRole,
    GiveMark,
    GivePenalty,
    GivePoints,
    GiveReason,
    NamePlayer,
    RecordShooters,
    RecordVotes,
)
from nightbox.game.facts import Entry
from nightbox.game.referee import Referee
from nightbox.game.ruleset import Ruleset
from nightbox.record.acts import act
from nightbox.record.journal import Game, open_game
from nightbox.record.shelf import Shelf, is_over
from nightbox.record.store import Journal, WriteError, moment_now
from nightbox.rules import loader

Order: TypeAlias = tuple[str, Command]
"""A command, and how it was written."""

EPILOG = """\
examples:
  nightbox games amend 12 --name 3=Лиса --name "4=Старый волк" --role 7=don
  nightbox games amend 12 --points 3:extra=0.3 --reason "держал стол в третьем дне"
  nightbox games amend 12 --mark 5:did_not_wake --mark 6:red_right=2 --mark 5:no_check=0
  nightbox games amend 12 --foul 3=technical --removal 4 --reason "6.6.3"
  nightbox games amend 12 --votes "day 2 round 1: 1>5 2>5 3>7 4>-" --shots "night 1: 3>7 5>7 9>miss 8>none"
  nightbox games amend 12 --reason-of 41 "6.6.3"
  nightbox games amend 12 --result red --reason "судейская ошибка: четвёртый фол не объявлен"
  nightbox games amend 12 --annul --reason "игрок видел карту"
"""


def options(parser: argparse.ArgumentParser) -> None:
    """What `games amend N` takes beside the number."""
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    each = parser.add_argument_group("what to write (each may stand several times)")
    for option, form, text in (
        ("--name", "SEAT=NAME", "who sat there; without a name it is forgotten"),
        ("--role", "SEAT=ROLE", "the role, by id or as it is called in Russian"),
        ("--points", "SEAT:KIND=N", "the judge's points; 0 takes them back; wants --reason"),
        ("--mark", "SEAT:MARK[=N]", "a mark on the score sheet; 0 takes it off"),
        ("--foul", "SEAT=KIND", "a penalty after the end: foul, technical, big_technical, warning"),
        ("--removal", "SEAT", "a removal after the end"),
        ("--votes", '"day D round R: V>S ..."', "who held a hand up against whom, the whole round; - for nobody"),
        ("--shots", '"night N: S>T ..."', "what each black showed: a seat, miss, or none"),
    ):
        each.add_argument(option, action="append", default=[], metavar=form, help=text)
    each.add_argument("--reason-of", action="append", default=[], nargs=2, metavar=("ENTRY", "TEXT"),
                      help="why the judge made this entry of the journal")  # fmt: skip
    result = parser.add_argument_group("the result (wants --reason)").add_mutually_exclusive_group()
    result.add_argument("--result", metavar="TEAM", help="red, black, draw or another team of the rule set")
    result.add_argument("--annul", dest="result", action="store_const", const="annulled", help="it counts for nobody")
    result.add_argument("--replayed", dest="result", action="store_const", const="replayed", help="it was played anew")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why: of the result, points, fouls, removals")


def amend(asked: argparse.Namespace, shelf: Shelf, path: Path, out: Callable[[str], None]) -> None:
    """Write what was asked into the journal at `path`.

    Raises UsageError for what is not understood or refused, AlreadyRunning while the box writes this game,
    FormatError, and StateNotWritable when the disk does not take it.
    """
    with _free(shelf, path):
        game = open_game(path)
        if not is_over(game.entries):
            raise UsageError(f"game {asked.number} is not over; it is amended when it is (or given up at the table)")
        try:
            rules = loader.from_json(game.header.rules)
        except ValueError as wrong:
            raise FormatError(f"{path}: {wrong}") from wrong
        entries = _obeyed(game, rules, orders(asked, rules), f"game {asked.number}")
        journal = Journal(path, game.header)
        try:
            for entry in entries:
                journal.append(entry, moment_now())
        except WriteError as wrong:
            raise StateNotWritable(str(wrong)) from wrong
        finally:
            journal.close()
    for entry in entries:
        out("; ".join(act(rules, fact) for fact in entry.facts) + f" (запись {entry.n})")


def _obeyed(game: Game, rules: Ruleset, some: Sequence[Order], name: str) -> list[Entry]:
    """The entries that the referee makes of the orders. Raises UsageError where he refuses one."""
    referee = Referee(Tempo(rules, {}), game.header.seats, game.entries)
    entries: list[Entry] = []
    for written, command in some:
        outcome = referee.handle(command, game.resumes_at)
        if outcome.answer != "accepted":
            raise UsageError(f"{name}: {written}: {outcome.why}; nothing was written")
        entries += outcome.entries
    return entries


@contextmanager
def _free(shelf: Shelf, path: Path) -> Iterator[None]:
    """Nobody else writes this journal meanwhile: the lock is ours, or its holder is busy with other games."""
    try:
        shelf.open()
    except AlreadyRunning as running:
        held = shelf.held()
        if held is None or path.name in held:
            raise AlreadyRunning(
                f"the running nightbox still holds game {path.stem}: it is free when the next game has begun, "
                f"or when the box is stopped: systemctl stop nightbox ({running})"
            ) from None
    try:
        yield
    finally:
        shelf.close()


# --- what was written --------------------------------------------------------------------------------------------


def orders(asked: argparse.Namespace, rules: Ruleset) -> list[Order]:
    """The commands that the options ask for, in an order in which names and roles come first.

    Raises UsageError that quotes what is not understood and shows how it is written.
    """
    found: list[Order] = []
    why = asked.reason
    for text in asked.name:
        seat, name = _parts("--name", text, r"(\d+)=(.*)", "3=Лиса")
        found.append((f"--name {text}", NamePlayer(int(seat), name)))
    for text in asked.role:
        seat, role = _parts("--role", text, r"(\d+)=(.+)", "7=don")
        found.append((f"--role {text}", EnterRole(int(seat), _role(text, role, rules))))
    for text in asked.shots:
        night, shots = _parts("--shots", text, r"night (\d+):(.*)", '"night 1: 3>7 5>7 9>miss"')
        pairs = _pairs("--shots", text, shots, {"miss": 0, "none": -1}, "3>7, 3>miss or 3>none")
        found.append((f"--shots {text!r}", RecordShooters(int(night), pairs)))
    for text in asked.votes:
        day, number, votes = _parts("--votes", text, r"day (\d+) round (\d+):(.*)", '"day 2 round 1: 1>5 2>5 3>7"')
        pairs = _pairs("--votes", text, votes, {"-": 0}, "1>5 or 1>-")
        found.append((f"--votes {text!r}", RecordVotes(int(day), int(number), pairs)))
    for text in asked.mark:
        seat, mark, _, on = _parts("--mark", text, r"(\d+):(\w+)(=(\d+))?", "5:did_not_wake or 5:did_not_wake=0")
        found.append((f"--mark {text}", GiveMark(int(seat), mark, int(on or 1))))
    for text in asked.points:
        seat, kind, points = _parts("--points", text, r"(\d+):(\w+)=(.+)", "3:extra=0.3")
        found.append((f"--points {text}", GivePoints(int(seat), kind, _hundredths(text, points), why)))
    for text in asked.foul:
        seat, kind = _parts("--foul", text, r"(\d+)=(\w+)", "3=technical")
        found.append((f"--foul {text}", GivePenalty(int(seat), kind, why)))
    for text in asked.removal:
        (seat,) = _parts("--removal", text, r"(\d+)", "4")
        found.append((f"--removal {text}", GivePenalty(int(seat), "removal", why)))
    for entry, text in asked.reason_of:
        (number,) = _parts("--reason-of", entry, r"(\d+)", '41 "6.6.3"')
        found.append((f"--reason-of {entry}", GiveReason(int(number), text)))
    if asked.result:
        found.append((f"--result {asked.result}", AmendResult(asked.result, why)))
    if not found:
        raise UsageError("nothing is asked for; `nightbox games amend --help` shows what may be written")
    wanting = [written for written, order in found if isinstance(order, AmendResult) or _given(order)]
    if wanting and not why.strip():
        raise UsageError(f'{wanting[0]}: why? say it with --reason "..."')
    if why and not (asked.result or asked.points or asked.foul or asked.removal):
        raise UsageError("--reason stands with --result, --annul, --replayed, --points, --foul or --removal")
    return found


def _given(order: Command) -> bool:
    """Points that are given, not taken back."""
    return isinstance(order, GivePoints) and order.hundredths != 0


def _parts(option: str, text: str, pattern: str, sample: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, text.strip())
    if found is None or any(part and part.isdecimal() and len(part) > 6 for part in found.groups()):
        raise UsageError(f"{option} {text!r} is not understood; it is written like {option} {sample}")
    return tuple(part or "" for part in found.groups())


def _pairs(option: str, text: str, pairs: str, words: dict[str, int], sample: str) -> tuple[tuple[int, int], ...]:
    """3>7 5>miss."""
    found = []
    for pair in pairs.split():
        who, arrow, whom = pair.partition(">")
        known = whom in words or (whom.isdecimal() and int(whom) > 0 and len(whom) < 4)
        if not arrow or not who.isdecimal() or len(who) > 3 or not known:
            raise UsageError(f"{option} {text!r}: {pair!r} is not understood; it is written like {sample}")
        found.append((int(who), words[whom] if whom in words else int(whom)))
    return tuple(found)


def _hundredths(text: str, points: str) -> int:
    try:
        number = Decimal(points.replace(",", ".").replace("−", "-")) * 100
    except InvalidOperation:
        raise UsageError(f"--points {text!r}: {points!r} is not a number like 0.3 or -0.25") from None
    if not number.is_finite() or number != number.to_integral_value() or abs(number) > 10_000:
        raise UsageError(f"--points {text!r}: {points!r} is not a number of hundredths like 0.3 or -0.25")
    return int(number)


def _role(text: str, role: str, rules: Ruleset) -> str:
    for known in rules.roles:
        if role.strip().lower() in (known.id, known.label.lower()):
            return known.id
    names = [known.id for known in rules.roles]
    raise UsageError(f"--role {text!r}: there is no role {role!r}{guess(role, names)}; there are: {', '.join(names)}")
