"""The public trace: what the room hears and sees, as (at, channel, value), from cues alone.

Channels are "voice", "music" and "clock". The lamp, the judge's page and the log are not public.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nightbox.game.cues import (
    TAIL,
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
from nightbox.units import Ms, clock_face, stamp


@dataclass(frozen=True, slots=True)
class Event:
    at: Ms
    channel: str
    value: str

    def __str__(self) -> str:
        return f"{stamp(self.at)} {self.channel} {self.value}"


def face_text(face: Face, at: Ms) -> str:
    """A face as the trace names it: dark, the words, or the time and whether it counts."""
    match face:
        case Dark():
            return "dark"
        case Words(text):
            return text
        case CountDown(until, _):
            return f"{clock_face(until - at)} counting to {stamp(until)}"
        case Standing(left, _):
            return f"{clock_face(left)} standing"


@dataclass(slots=True)
class Trace:
    """Collects the cues of a game. The music ducks under a line's words and is back when its tail begins to end."""

    events: list[Event] = field(default_factory=list)
    playing: bool = False

    def add(self, cue: Cue) -> None:
        match cue:
            case Say(_, line, at, length):
                self.events.append(Event(at, "voice", line))
                if self.playing:
                    self.events.append(Event(at, "music", "duck"))
                    self.events.append(Event(at + length - TAIL, "music", "back"))
            case PlayMusic(at):
                self._turn(at, "night", True)
            case LowerMusic(at):
                self._turn(at, "low", True)
            case StopMusic(at):
                self._turn(at, "off", False)
            case ShowClock(face, at):
                self.events.append(Event(at, "clock", face_text(face, at)))

    def _turn(self, at: Ms, level: str, playing: bool) -> None:
        self.playing = playing
        self.events.append(Event(at, "music", level))

    def in_order(self) -> list[Event]:
        """The events by time; what happens at one moment stays in the order in which it was asked for."""
        return sorted(self.events, key=lambda event: event.at)
