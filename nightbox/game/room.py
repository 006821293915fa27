"""From public facts to cues: what the room must do now, as a function of the public half alone."""

from __future__ import annotations

from collections.abc import Iterable

from nightbox.game.clockwork import GRACE, Tempo
from nightbox.game.cues import (
    CountDown,
    Cue,
    Dark,
    Face,
    LowerMusic,
    PlayMusic,
    Say,
    ShowClock,
    Standing,
    StopMusic,
    Words,
)
from nightbox.game.facts import AsideBegan, LineBegan, PauseLineBegan, PublicFact, SignalGiven, SlotOpened
from nightbox.game.public import NEVER, Music, Public
from nightbox.units import Ms


def face(p: Public) -> Face:
    """What the LED clock shows. Dark from nightfall to the end of the morning call, whatever happens."""
    if p.music != "off" or p.part in ("dusk", "night"):
        return Dark()
    if p.doing == "speech":
        if p.hold:
            return Standing(max(0, p.hold.left), p.speaker)
        return Standing(0, p.speaker) if p.until == NEVER else CountDown(p.until, p.speaker)
    by_day = ("lobby", "introductions", "day", "vote", "evening")
    return Words("----") if p.part in by_day else Dark()


def music(level: Music, at: Ms) -> Cue:
    match level:
        case "night":
            return PlayMusic(at)
        case "low":
            return LowerMusic(at)
        case "off":
            return StopMusic(at)


def cues(
    tempo: Tempo, before: Public, after: Public, facts: Iterable[PublicFact], n: int, at: Ms, wait: Ms
) -> tuple[Cue, ...]:
    """What entry `n` at `at` asks of the room: the music first, then the words, then the clock.

    `wait` puts all of it off: the disk has that long to take what is revealed.
    """
    asked: list[Cue] = []
    at += wait
    if before.music != after.music:
        asked.append(music(after.music, at))
    for fact in facts:
        match fact:
            case LineBegan(_, line, until) | PauseLineBegan(line, until) | AsideBegan(line, until):
                length = tempo.length(line)
                asked.append(Say(n, line, until - GRACE - length + wait, length))
            case SlotOpened(_, _, since, _, line) if line:
                asked.append(Say(n, line, since, tempo.length(line)))
            case SignalGiven(_, line) if line:
                asked.append(Say(n, line, at, tempo.length(line)))
            case _:
                pass
    if face(before) != face(after):
        asked.append(ShowClock(face(after), at))
    return tuple(asked)


def everything(p: Public, at: Ms) -> tuple[Cue, ...]:
    """The whole room anew, for a box that has just started: no words."""
    return (music(p.music, at), ShowClock(face(p), at))
