"""The commands. What they do is elsewhere; here are their words, their exit codes, and errors as people read them."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from nightbox import __version__, amending, config
from nightbox.errors import NightboxError, UsageError
from nightbox.pad.layouts import PADS, TEN_SEATS, layout
from nightbox.record.journal import open_game
from nightbox.record.paper import Protocol
from nightbox.record.protocol import of_game
from nightbox.record.shelf import Shelf, is_over
from nightbox.rules import loader


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (errors.py has the table)."""
    try:
        asked = _parser().parse_args(argv)
    except SystemExit as end:
        return 64 if end.code else 0
    try:
        return int(asked.act(asked) or 0)
    except NightboxError as wrong:
        print(f"nightbox: {wrong}", file=sys.stderr)
        return wrong.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read is gone: nothing more to say
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="nightbox", description="The table box of a Sport Mafia club.")
    parser.add_argument("--version", action="version", version=f"nightbox {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="the daemon, in the foreground")
    _config(run)
    run.set_defaults(act=_run)

    rehearse = commands.add_parser("rehearse", help="the whole box on this terminal: keys, clock, sound")
    rehearse.add_argument("--rules", default="fsm", help=f"the rule set ({', '.join(loader.shipped())})")
    rehearse.add_argument("--seats", type=int, metavar="N", help="how many play, where the rule set lets you choose")
    rehearse.add_argument("--deck", default="", metavar="CARDS", help='the deck otherwise: "mafia 3, maniac 0"')
    rehearse.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="waits N times faster, 1 to 100")
    rehearse.add_argument("--sound", default="auto", help='"auto", "none", or an ALSA card id')
    rehearse.add_argument("--state", type=Path, default=_rehearsal_state(), metavar="DIR", help="where its games go")
    rehearse.set_defaults(act=_rehearse)

    play = commands.add_parser("play", help="a transcript in virtual time: what the room would hear and see")
    play.add_argument("files", nargs="+", type=Path, metavar="FILE.night")
    play.add_argument("--secret", action="store_true", help="the judge's side too")
    play.add_argument("--update", action="store_true", help="rewrite the expected lines of the file")
    play.set_defaults(act=_play)

    check = commands.add_parser("check", help="whether everything that is configured is there and works")
    _config(check)
    check.add_argument("--json", action="store_true", help="for programs")
    check.set_defaults(act=_check)

    keys = commands.add_parser("keys", help="what each key does in each phase: a page to print")
    keys.add_argument("--rules", help="a rule set, instead of the config's with its options")
    keys.add_argument("--seats", type=int, metavar="N", help="how many play, where the rule set lets you choose")
    keys.add_argument("--deck", metavar="CARDS", help='the deck otherwise: "mafia 3, maniac 0"')
    keys.add_argument("--pad", choices=PADS, help="the pad; by default the smallest one that has the seats")
    keys.add_argument("--html", type=Path, metavar="FILE", help="write one A4 page, instead of text on the terminal")
    _config(keys)
    keys.set_defaults(act=_keys)

    games = commands.add_parser("games", help="the games of this box").add_subparsers(required=True, metavar="WHAT")
    listing = games.add_parser("list", help="every game, one line each")
    points = games.add_parser("table", help="points and places over the finished games of one rule set")
    show = games.add_parser("show", help="the protocol of a game; of a running one, what the table knows")
    export = games.add_parser("export", help="the protocol of a finished game for programs, spreadsheets or paper")
    amend = games.add_parser("amend", help="write names, points, penalties or another result to a finished game")
    acts = ((listing, _list), (points, _table), (show, _show), (export, _export), (amend, _amend))
    for command, act in acts:
        _config(command)
        command.add_argument("--state", type=Path, metavar="DIR", help="the state directory, instead of the config's")
        command.set_defaults(act=act)
    for command in (listing, show):
        command.add_argument("--json", action="store_true", help="for programs")
    for command in (show, export, amend):
        command.add_argument("number", type=int, metavar="N", help="the game's number in the list")
    forms = export.add_mutually_exclusive_group()
    for kind, text in (("json", "the default"), ("csv", "one row for each event"), ("html", "one page to print")):
        forms.add_argument(f"--{kind}", dest="form", action="store_const", const=kind, default="json", help=text)
    amending.options(amend)
    points.add_argument("--rules", default="", metavar="ID", help="only the games of this rule set")
    points.add_argument("--from", dest="first", type=_number, default=1, metavar="N", help="from game N on")
    points.add_argument("--to", dest="last", type=_number, default=0, metavar="M", help="to game M")
    form = points.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="for programs; points in hundredths")
    form.add_argument("--csv", action="store_true", help="for a spreadsheet")
    return parser


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, default=None, metavar="FILE", help=f"the config ({config.DEFAULT_PATH})")


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a game; `nightbox games list` shows them")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 1 <= speed <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to 100")
    return speed


def _rehearsal_state() -> Path:
    base = os.environ.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    return Path(base) / "nightbox" / "rehearsal"


def _load(asked: argparse.Namespace) -> config.Config:
    """The config that was named, or that of this machine; without either the defaults hold."""
    if asked.config is None and not config.DEFAULT_PATH.exists():
        return config.Config()
    return config.load(asked.config or config.DEFAULT_PATH, rules_known=loader.shipped())


def _log_to(stream: TextIO) -> None:
    form = logging.Formatter("%(levelname)s %(message)s")
    writer = logging.StreamHandler(stream)
    writer.setFormatter(form)
    logging.basicConfig(level=logging.INFO, handlers=[writer])
    logging.raiseExceptions = False  # a full disk under the log is no reason to stop


def _run(asked: argparse.Namespace) -> None:
    from nightbox import daemon
    from nightbox.stage.terminal import TerminalDisplay

    _log_to(sys.stderr)
    settings = _load(asked)
    daemon.run(settings, display=TerminalDisplay(sys.stdout.fileno()) if settings.clock == "terminal" else None)


def _rehearse(asked: argparse.Namespace) -> None:
    from nightbox import daemon
    from nightbox.screen import Lines, Screen

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("rehearse is played on a terminal; this is none (for scripts there is `nightbox play`)")
    asked.state.mkdir(mode=0o700, parents=True, exist_ok=True)
    rehearsal = replace(
        config.Config(), rules=asked.rules, seats=asked.seats or 0, deck=asked.deck, state=asked.state, rehearsal=True,
        speed=asked.speed,
        sound=replace(config.Sound(), device=asked.sound),
    )  # fmt: skip
    house = daemon.prepare_house(rehearsal)
    screen = Screen(sys.stdout.fileno(), Lines(house.pack.folder), asked.speed)
    with (asked.state / "rehearsal.log").open("a", encoding="utf-8") as file:
        _log_to(file)
        daemon.run(rehearsal, keyboard=sys.stdin.fileno(), screen=lambda house: screen, display=screen)


def _play(asked: argparse.Namespace) -> int:
    from nightbox.testing.transcript import play_file

    worst = 0
    for file in asked.files:
        worst = max(worst, play_file(file, secret=asked.secret, update=asked.update, out=print))
    return worst


def _check(asked: argparse.Namespace) -> int:
    from nightbox.check import check

    return check(asked.config or config.DEFAULT_PATH, named=asked.config is not None, as_json=asked.json, out=print)


def _keys(asked: argparse.Namespace) -> None:
    from nightbox import daemon
    from nightbox.pad.page import html
    from nightbox.pad.sheet import sheet, text

    settings = config.Config(rules=asked.rules) if asked.rules else _load(asked)
    settings = replace(settings, seats=asked.seats or settings.seats, deck=asked.deck or settings.deck)
    house = daemon.prepare_house(settings)
    rules, seats = house.rules, house.config.seats
    pad = asked.pad or (PADS[0] if seats <= TEN_SEATS else PADS[1])
    if pad == PADS[0] and seats > TEN_SEATS:
        raise UsageError(f"a pad of sixteen keys has ten seats; for {seats} players take --pad {PADS[1]}")
    page = sheet(rules, layout(pad, seats), seats)
    if asked.html is None:
        print(text(page), end="")
        return
    try:
        asked.html.write_text(html(page), encoding="utf-8")
    except OSError as wrong:
        raise UsageError(f"{asked.html} cannot be written: {wrong.strerror or wrong}") from None


def _list(asked: argparse.Namespace) -> None:
    from nightbox.record import export

    games = _shelf(asked).games()
    print(export.listing_json(games) if asked.json else export.listing(games))


def _table(asked: argparse.Namespace) -> None:
    from nightbox.record.series import series
    from nightbox.scores import pages

    def read(place: int, games: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{place}/{games}", end="\r" if place == games else "", file=sys.stderr, flush=True)

    form = pages.json_text if asked.json else pages.csv_text if asked.csv else pages.text
    print(form(series(_shelf(asked), asked.rules, asked.first, asked.last, read)), end="" if asked.csv else "\n")


def _show(asked: argparse.Namespace) -> None:
    from nightbox.record.export import to_json_text
    from nightbox.record.sheet import sheet

    print(to_json_text(_protocol(asked)) if asked.json else sheet(_protocol(asked)))


def _export(asked: argparse.Namespace) -> None:
    from nightbox.record import events, export, printed

    protocol = _protocol(asked, whole=True)
    match asked.form:
        case "csv":
            text = events.csv_text(protocol)
        case "html":
            text = printed.page(protocol) + "\n"
        case _:
            text = export.to_json_text(protocol) + "\n"
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())  # whatever the terminal speaks, these files are UTF-8


def _amend(asked: argparse.Namespace) -> None:
    amending.amend(asked, _shelf(asked), _path(asked), print)


def _shelf(asked: argparse.Namespace) -> Shelf:
    return Shelf(asked.state or _load(asked).state)


def _protocol(asked: argparse.Namespace, whole: bool = False) -> Protocol:
    """The protocol of game N. Of a running game only what the table knows, and no export."""
    game = open_game(_path(asked))
    if whole and not is_over(game.entries):
        raise UsageError(f"game {asked.number} is not over; exported when it is (`games show` has its public half)")
    return of_game(game)


def _path(asked: argparse.Namespace) -> Path:
    """The journal of game N."""
    path = next((g.path for g in _shelf(asked).games() if g.path.stem.lstrip("0") == str(asked.number)), None)
    if path is None:
        raise UsageError(f"there is no game {asked.number}; `nightbox games list` shows which there are")
    return path
