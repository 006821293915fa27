"""Transcripts: a story of one game as text, played by a virtual box, compared line by line with what was written.

    night 1
    rules fsm; seats 10; clips shipped; roles 1 don, 4 sheriff, 6 mafia, 9 mafia
    0:00.000 press NEXT              press KEY | hold KEY 1.2s | lose pad1 | return pad1 | cut | disk full | disk ok
    > 0:00.000 voice night_falls     the public trace
    ! 0:00.000 lamp accepted         the judge's side, with --secret
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from nightbox.errors import ConfigError, FormatError, guess
from nightbox.game.commands import EnterRole
from nightbox.game.facts import SECRET
from nightbox.game.keys import HOLDS, PLAIN, key
from nightbox.game.ruleset import Ruleset
from nightbox.rules import loader
from nightbox.stage import voice
from nightbox.stage.voice import VoicePack
from nightbox.testing.box import VirtualBox
from nightbox.testing.trace import Event
from nightbox.typed import NotUnderstoodError, parse
from nightbox.units import Ms, parse_span, parse_stamp, stamp

VERSION = 1
ACTS = ("press", "hold", "lose", "return", "cut", "disk", "type")
DEVICES = ("pad1", "pad2", "speaker")


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a story: who did what, when. `words` are its words after the verb."""

    line: int
    at: Ms
    verb: str
    words: tuple[str, ...]
    pad: str


@dataclass(frozen=True, slots=True)
class Story:
    rules: Ruleset
    lengths: Mapping[str, Ms]
    seats: int
    roles: tuple[tuple[int, str], ...]
    acts: tuple[Act, ...]


def play_file(path: Path, *, secret: bool, update: bool, out: Callable[[str], object]) -> int:
    """Play a transcript and print it; 1 when it is not what the file says.

    Raises FormatError for a file that is no transcript, naming the line and the mend.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as wrong:
        raise FormatError(f"{path}: cannot be read: {wrong.strerror}; name a file that is there") from None
    except UnicodeDecodeError:
        raise FormatError(f"{path}: is not text in UTF-8") from None
    played = play(read(text, str(path)))
    kept = "!>" if any(line.startswith("!") for line in text.splitlines()) else ">"
    fresh = woven(text, played, secret or "!" in kept)
    if update:
        path.write_text(fresh, encoding="utf-8")
    out(woven(text, played, secret).rstrip("\n"))
    if update:
        return 0
    marks = ("!", ">") if secret and "!" in kept else (">",)
    before, after = (_marked(some, marks) for some in (text, fresh))
    if before == after or not before:
        return 0
    out(f"{path}: the story went otherwise (--update rewrites it)")
    for line in difflib.unified_diff(before, after, "written", "played", lineterm=""):
        out(line)
    return 1


def _marked(text: str, marks: tuple[str, ...]) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.startswith(marks)]


# --- reading ----------------------------------------------------------------------------------------------------


def read(text: str, file: str) -> Story:
    """The story that a transcript tells."""
    lines = [(n, line.partition("#")[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line and line[0] not in ">!"]
    if not lines or lines[0][1].split() != ["night", str(VERSION)]:
        raise FormatError(f"{file}:1: a transcript begins with 'night {VERSION}'")
    if len(lines) < 2 or not lines[1][1].startswith("rules "):
        raise FormatError(f"{file}:2: the second line says 'rules fsm; seats 10; clips shipped'")
    rules, lengths, seats, roles = _header(lines[1][1], f"{file}:{lines[1][0]}")
    acts: list[Act] = []
    for n, line in lines[2:]:
        act = _act(line, n, f"{file}:{n}")
        if acts and act.at < acts[-1].at:
            raise FormatError(f"{file}:{n}: {stamp(act.at)} comes before the line above it; time only goes on")
        acts.append(act)
    return Story(rules, lengths, seats, roles, tuple(acts))


_HEADER = ("rules", "options", "seats", "deck", "clips", "roles")


def _options(text: str) -> dict[str, Any]:
    """`day.run_by "judge", vote.window "1s"`: values as TOML writes them."""
    pairs = (part.strip().partition(" ") for part in text.split(",") if part.strip())
    return {key: tomllib.loads(f"value = {value}")["value"] for key, _, value in pairs}


def _header(line: str, where: str) -> tuple[Ruleset, Mapping[str, Ms], int, tuple[tuple[int, str], ...]]:
    parts = dict(part.strip().partition(" ")[::2] for part in line.split(";"))
    for name in parts:
        if name not in _HEADER:
            raise FormatError(f"{where}: unknown word {name!r}{guess(name, _HEADER)}")
    lengths: Mapping[str, Ms] = {}
    try:
        rules = loader.load(parts["rules"], None, _options(parts.get("options", "")))
        match parts.get("clips", "shipped"):
            case "shipped":
                lengths = VoicePack.load(voice.shipped() / "ru").lengths()
            case length:
                lengths = _EveryLine(parse_span(length))
        seats = _seats(parts.get("seats", str(loader.usual_seats(rules))), rules)
        rules = loader.with_deck(rules, seats, loader.parse_deck(parts.get("deck", ""), [r.id for r in rules.roles]))
        roles = tuple(_role(part.split(), rules, seats) for part in parts.get("roles", "").split(",") if part.strip())
    except (ConfigError, ValueError) as wrong:
        raise FormatError(f"{where}: {wrong}") from None
    return rules, lengths, seats, roles


class _EveryLine(dict[str, Ms]):
    """Every line has the same length."""

    def __init__(self, length: Ms) -> None:
        self._length = length

    def get(self, line: str, default: Ms = 0) -> Ms:  # type: ignore[override]
        return self._length


def _seats(text: str, rules: Ruleset) -> int:
    least, most = rules.seats
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ValueError(f"seats {text!r}: {rules.id} is played by {least if least == most else f'{least} to {most}'}")
    return int(text)


def _role(words: list[str], rules: Ruleset, seats: int) -> tuple[int, str]:
    if len(words) != 2 or not words[0].isdecimal():
        raise ValueError(f"a role is written as '4 sheriff', not {' '.join(words)!r}")
    if not 1 <= int(words[0]) <= seats:
        raise ValueError(f"there is no seat {words[0]}")
    if rules.role(words[1]) is None:
        raise ValueError(f"there is no role {words[1]!r}{guess(words[1], [role.id for role in rules.roles])}")
    return int(words[0]), words[1]


def _act(line: str, n: int, where: str) -> Act:
    moment, _, rest = line.partition(" ")
    words = rest.split()
    try:
        at = parse_stamp(moment)
        pad = words.pop().removeprefix("@") if words and words[-1].startswith("@") else "pad1"
        if pad not in ("pad1", "pad2"):
            raise ValueError(f"there is no pad {pad!r}; there are pad1 and pad2")
        match words:
            case ["press", name]:
                if name not in HOLDS:
                    key(name)
            case ["hold", name, length]:
                if name not in (*HOLDS, *PLAIN) and not name.isdigit():
                    raise ValueError(f"{name!r} is not a single key")
                parse_span(length)
            case ["lose" | "return", device] if device in DEVICES:
                pass
            case ["cut"] | ["disk", "full" | "ok"]:
                pass
            case ["type", *text] if text:
                pass
            case [verb, *_] if verb not in ACTS:
                raise ValueError(f"nobody can {verb!r}{guess(verb, ACTS)}")
            case _:
                raise ValueError(f"{rest!r} is not understood; see the format in the README of tests/nights")
    except ValueError as wrong:
        raise FormatError(f"{where}: {wrong}") from None
    return Act(n, at, words[0], tuple(words[1:]), pad)


# --- playing ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """What a story came to, each event with the number of power cuts before it. The pads' lamps show the same."""

    public: tuple[tuple[int, Event], ...]
    secret: tuple[tuple[int, Event], ...]


def play(story: Story) -> Played:
    """Play a story in virtual time, to the point at which only a person can move it on."""
    box = VirtualBox(story.rules, story.lengths, story.seats)
    entered = False
    ups: list[tuple[Ms, str, str]] = []
    for act in story.acts:
        for at, name, pad in sorted(ups):
            if at <= act.at:
                box.run_to(at)
                box.up(name, pad)
                ups.remove((at, name, pad))
        box.run_to(act.at)
        _do(box, act, story.rules, ups)
        if not entered and box.loop.public.part != "lobby":
            entered = True
            for seat, role in story.roles:
                box.loop.give(EnterRole(seat, role), "story")
            box.run_to(box.now)
    for at, name, pad in sorted(ups):
        box.run_to(at)
        box.up(name, pad)
    box.rest()
    return Played(tuple(_split(box.room.trace.events, box.cuts, "heard")), tuple(_judge_side(box)))


def _split(events: Sequence[Event], cuts: Sequence[Mapping[str, int]], what: str) -> Iterator[tuple[int, Event]]:
    """Each event with the number of power cuts before it: table time does not run while the plug is out."""
    for place, event in enumerate(events):
        yield sum(1 for cut in cuts if cut[what] <= place), event


def _judge_side(box: VirtualBox) -> Iterator[tuple[int, Event]]:
    yield from _split(box.pads["pad1"].lamps, box.cuts, "lamp")  # every lamp shows the same
    told = [
        (place, Event(entry.at, "record", _told(fact)))
        for place, entry in enumerate(box.loop.referee.log)
        for fact in entry.facts
        if isinstance(fact, SECRET)
    ]
    for place, event in told:
        yield sum(1 for cut in box.cuts if cut["journal"] <= place), event


def _told(fact: object) -> str:
    return " ".join([type(fact).__name__, *(f"{f.name}={getattr(fact, f.name)}" for f in fields(fact))])  # type: ignore[arg-type]


def _do(box: VirtualBox, act: Act, rules: Ruleset, ups: list[tuple[Ms, str, str]]) -> None:
    match (act.verb, *act.words):
        case ("press", name) if name in (*PLAIN, *HOLDS) or name.isdigit():
            box.down(name, act.pad)
            ups.append((act.at + 80, name, act.pad))
        case ("press", name):
            box.press(name, act.pad)
        case ("hold", name, length):
            box.down(name, act.pad)
            ups.append((act.at + parse_span(length), name, act.pad))
        case ("lose", device):
            box.lose(device)
        case ("return", device):
            box.bring_back(device)
        case ("cut",):
            box.cut()
        case ("disk", state):
            box.fill_disk(state == "full")
        case ("type", *words):
            try:
                box.loop.give(parse(" ".join(words), rules), act.pad)
            except NotUnderstoodError as wrong:
                raise FormatError(f"line {act.line}: {wrong}") from None
            box.run_to(box.now)


def woven(text: str, played: Played, secret: bool) -> str:
    """The story with what it came to between its lines: each event behind the last line that is not later."""
    own = [line for line in text.splitlines() if not line.startswith((">", "!"))]
    events = [(cuts, event.at, f"> {event}") for cuts, event in played.public]
    if secret:
        events += [(cuts, event.at, f"! {event}") for cuts, event in played.secret]
    events.sort(key=lambda event: event[:2])
    lines: list[str] = []
    cuts = 0
    for line in own:
        moment = _moment(line)
        cut = moment is not None and line.split()[1:2] == ["cut"]
        while moment is not None and events and events[0][:2] < (cuts, moment):
            lines.append(events.pop(0)[2])
        while cut and events and events[0][0] <= cuts:
            lines.append(events.pop(0)[2])
        lines.append(line)
        cuts += cut
    return "\n".join([*lines, *(line for _, _, line in events)]) + "\n"


def _moment(line: str) -> Ms | None:
    try:
        return parse_stamp(line.split()[0]) if line.split() else None
    except ValueError:
        return None


def stories(folder: Path) -> Iterable[Path]:
    return sorted(folder.glob("*.night"))


