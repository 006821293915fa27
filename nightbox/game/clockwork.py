"""Time moves the PUBLIC half: what is due next, and which public facts make it so.

Every function takes the public half and returns facts about it. There is no ledger here, so that nothing secret can
change when a thing is due or what is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nightbox.game.facts import (
    AsideBegan,
    AsideEnded,
    GapBegan,
    LineBegan,
    MusicTurned,
    PartBegan,
    Passed,
    Paused,
    PauseLineBegan,
    PauseLineEnded,
    PublicFact,
    ResultOpened,
    Resumed,
    SignalGiven,
    SlotOpened,
    SpeechBegan,
    TimeUp,
    WaitBegan,
)
from nightbox.game.programme import (
    Call,
    Gap,
    Item,
    Reveal,
    Slot,
    Speech,
    Turn,
    Wait,
    called_again,
    first_of_step,
    following,
    programme,
)
from nightbox.game.public import NEVER, Public
from nightbox.game.ruleset import Ruleset
from nightbox.units import Ms

GRACE: Ms = 1500
"""A line whose end nobody reports is over this long after it should be."""

REMINDER: Ms = 60_000
"""How often the box asks the judge to go on with an unfinished game."""

TEN_SECONDS: Ms = 10_000
"""How long before a speech ends its first mark is."""

UNKNOWN_LENGTH: Ms = 2000
"""The length of a line that the voice pack does not have."""

Facts = tuple[PublicFact, ...]


@dataclass(frozen=True, slots=True)
class Tempo:
    """What the clockwork needs beside the public half: the rules and the length of every line, tail included."""

    rules: Ruleset
    lengths: Mapping[str, Ms]

    def length(self, line: str) -> Ms:
        return self.lengths.get(line, UNKNOWN_LENGTH)

    def line_until(self, line: str, at: Ms, p: Public) -> Ms:
        """When a line asked for at `at` is over at the latest. It waits for the sentence beside the programme."""
        return max(at, p.aside_until) + self.length(line) + GRACE


def enter(tempo: Tempo, p: Public, item: Item, at: Ms) -> Facts:
    """The facts that begin `item` at `at`. Not for a Reveal: what that lets through is the referee's."""
    match item:
        case Call(id, line, _):
            return (LineBegan(id, line, tempo.line_until(line, at, p)),)
        case Slot(id, step, length, _, _, line):
            return (SlotOpened(id, step, at, at + length, line),)
        case Gap(id, length, opens_result):
            opened = (ResultOpened(at + opens_result),) if opens_result >= 0 else ()
            return (*opened, GapBegan(id, at + length))
        case Wait(id):
            done = id.startswith("card_") and int(id.removeprefix("card_")) in p.cards
            return (Passed(id) if done else WaitBegan(id),)
        case Speech(id, seat, length):
            return (SpeechBegan(id, seat, at + length),)
        case Turn(id, level):
            return (MusicTurned(id, level),)
        case Reveal(id, _):
            raise ValueError(f"the clockwork lets nothing through: {id}")


def step(tempo: Tempo, p: Public, at: Ms) -> Facts | Reveal:
    """The facts that follow when the running item is finished at `at`: the next item, or the next part.

    A Reveal is handed to the referee. () means that the programme has come to its end.
    """
    items = programme(tempo.rules, p)
    item = following(items, p.item)
    if isinstance(item, Reveal):
        return item
    if item is not None:
        return enter(tempo, p, item, at)
    match p.part:
        case "dusk":
            return (PartBegan("night", p.night),)
        case "night":
            return (PartBegan("morning", p.night),)
        case "morning":
            return (PartBegan("day", p.night),)
        case "day" if tempo.rules.day:
            return (PartBegan("vote", p.night),)
        case "vote" if p.leaving or p.alibi:
            return (PartBegan("exits", p.night),)
        case "vote":
            return (PartBegan("evening", p.night),)
        case "exits":
            return (PartBegan("evening" if tempo.rules.day else "day", p.night),)
        case _:
            return ()


def stands(p: Public) -> bool:
    """Whether the programme rests at an item, so that nothing more happens now."""
    return p.doing != "nothing" or p.part == "lobby"


# --- what is due ------------------------------------------------------------------------------------------------


def due(tempo: Tempo, p: Public) -> Ms | None:
    """When time will change something next; a moment that has passed means at once, None means never."""
    moments = [when for when in (_aside_due(p), _hold_due(p), _item_due(p), _signal_due(tempo, p)) if when is not None]
    return min(moments, default=None)


def wake(tempo: Tempo, p: Public, lead: Ms) -> Ms | None:
    """When to look at the clock again: `lead` early where the next thing is said, so that it is said in time."""
    when = due(tempo, p)
    if when is not None and when == _item_due(p) and _speaks_next(tempo, p):
        return when - lead
    return when


def pass_time(tempo: Tempo, p: Public, at: Ms) -> tuple[Facts, bool]:
    """What time does at its due moment `at`, and whether the running item is finished by it."""
    if _aside_due(p) is not None and (when := due(tempo, p)) is not None and when == _aside_due(p):
        if p.aside_until != NEVER:
            return (AsideEnded(),), False
        if p.tell:
            return (AsideBegan(p.tell.lines[0], tempo.line_until(p.tell.lines[0], at, p)),), False
        return (AsideBegan(p.asides[0], tempo.line_until(p.asides[0], at, p)),), False
    if p.hold and _hold_due(p) is not None:
        return _pass_hold(tempo, p, at)
    if p.doing == "speech":
        return _mark(tempo.rules, p, at), False
    if p.doing == "slot" and (slot := _slot(tempo, p)) and slot.open_ended:
        said = (AsideBegan(slot.time_up, tempo.line_until(slot.time_up, at, p)),) if slot.time_up else ()
        return (TimeUp(p.item), *said), False
    return (), True


def _aside_due(p: Public) -> Ms | None:
    if p.aside_until != NEVER:
        return p.aside_until
    if p.hold and p.hold.recovery:  # a restored game speaks for itself first: its sentences must not meet another one
        return None
    if p.tell and p.doing in ("wait", "speech"):
        return p.tell.at
    resting = p.hold.state == "standing" if p.hold else p.doing in ("wait", "speech")
    return 0 if p.asides and p.daylight and resting else None


def _mark(rules: Ruleset, p: Public, at: Ms) -> Facts:
    """The clock of a speech is at ten seconds, or at its end; what is shorter than the first mark has none."""
    signals = rules.signals
    if signals and at < p.until:
        return (SignalGiven(p.item, signals.ten_seconds if p.until - at > TEN_SECONDS // 2 else ""),)
    return (TimeUp(p.item), SignalGiven(p.item, signals.end)) if signals else (TimeUp(p.item),)


def _signal_due(tempo: Tempo, p: Public) -> Ms | None:
    """Ten seconds before a speech ends, by day, once; a speech that is shorter has no such mark."""
    counting = p.doing == "speech" and p.hold is None and p.until != NEVER and p.music == "off"
    return p.until - TEN_SECONDS if counting and not p.signals and tempo.rules.signals else None


def _hold_due(p: Public) -> Ms | None:
    if p.hold is None:
        return None
    if p.hold.state == "asked":
        return p.until
    return p.hold.until if p.hold.until != NEVER else None


def _item_due(p: Public) -> Ms | None:
    return p.until if p.hold is None and p.until != NEVER else None


def _slot(tempo: Tempo, p: Public) -> Slot | None:
    item = current(tempo, p)
    return item if isinstance(item, Slot) else None


def current(tempo: Tempo, p: Public) -> Item | None:
    return next((item for item in programme(tempo.rules, p) if item.id == p.item), None)


def _speaks_next(tempo: Tempo, p: Public) -> bool:
    if p.doing not in ("slot", "gap", "line"):
        return False
    items = programme(tempo.rules, p)
    if any(item.id == p.item and isinstance(item, Slot) and item.open_ended for item in items):
        return False
    upcoming = following(items, p.item)
    return isinstance(upcoming, Call) or (isinstance(upcoming, Slot) and upcoming.line != "")


# --- pauses -----------------------------------------------------------------------------------------------------


def spoken_pause(p: Public) -> bool:
    """By night a pause is spoken, with the music on; by day the clock stands and nothing is said."""
    return p.part in ("dusk", "night") or p.music != "off"


def pause(tempo: Tempo, p: Public, at: Ms) -> Facts:
    """The programme stops at `at`; the running window keeps what is left of it."""
    left = max(0, p.until - at) if p.doing in ("slot", "gap", "speech") and p.until != NEVER else NEVER
    free = at
    if isinstance(item := current(tempo, p), Slot | Gap):
        left = min(left, item.length)  # a press may be stamped a little before the window that it stops
        if isinstance(item, Slot) and item.line and left != NEVER:  # the number that is being called ends first
            free = max(at, at + left - item.length + tempo.length(item.line))
    said = (PauseLineBegan("paused", tempo.line_until("paused", free, p)),) if spoken_pause(p) else ()
    return (Paused(left), *said)


def resume(tempo: Tempo, p: Public, at: Ms) -> Facts:
    """The pause is over at `at`: the window goes on with what it kept, or its item begins again."""
    assert p.hold is not None
    if p.hold.left >= 0:
        return (Resumed(at + p.hold.left),)
    again = current(tempo, p)
    if isinstance(again, Call | Slot | Gap | Speech) and not p.heard and not p.time_up:
        return (Resumed(NEVER), *enter(tempo, p, again, at))
    return (Resumed(NEVER),)


def _pass_hold(tempo: Tempo, p: Public, at: Ms) -> tuple[Facts, bool]:
    hold = p.hold
    assert hold is not None
    match hold.state:
        case "asked":
            return pause(tempo, p, at), False
        case "resuming" if hold.wish:
            return (PauseLineBegan("paused", tempo.line_until("paused", at, p)),), False
        case "resuming":
            return resume(tempo, p, at), p.heard and hold.left < 0
        case "line" if hold.wish:
            return (ask_resume(tempo, p, at),), False
        case "line":
            return (PauseLineEnded(at + REMINDER if hold.recovery else NEVER),), False
        case "standing":
            return (PauseLineBegan("unfinished_game", tempo.line_until("unfinished_game", at, p)),), False


def ask_resume(tempo: Tempo, p: Public, at: Ms) -> PauseLineBegan:
    """The sentence that ends a pause, or that greets a recovered game."""
    line = "game_restored" if p.hold and p.hold.recovery else "resumed"
    return PauseLineBegan(line, tempo.line_until(line, at, p))


def recovery_point(tempo: Tempo, p: Public, at: Ms) -> tuple[str, Ms]:
    """Where a game goes on after a cut: the item, and what is left of its window (-1: from the beginning).

    By day a speech keeps its time, and a vote its counts: the candidate who was being counted is called again. At
    night the interrupted step begins again from its call with a full slot.
    """
    if p.doing == "speech":
        if p.hold:
            return p.item, p.hold.left
        return p.item, 0 if p.time_up else max(0, p.until - at)
    return called_again(p) or first_of_step(programme(tempo.rules, p), p.item), NEVER
