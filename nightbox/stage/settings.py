"""What is played, how loud, and through what. Nothing is opened or looked for here."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nightbox.stage.desk import Levels
from nightbox.stage.wire import Message


@dataclass(frozen=True, slots=True)
class Setup:
    """What a hello says: files, levels in dB, what to hold in memory."""

    voice: Path
    music: Path
    bed: Path
    buffer: int = 1024
    levels: Levels = field(default_factory=Levels)
    load: tuple[str, ...] = ()
    state: Path | None = None
    check: bool = False

    @classmethod
    def read(cls, hello: Mapping[str, Any]) -> Setup:
        return cls(
            Path(hello["voice"]),
            Path(hello["music"]),
            Path(hello["bed"]),
            hello["buffer"],
            Levels(**hello["levels"]),
            tuple(hello["load"]),
            Path(hello["state"]) if hello["state"] else None,
            hello["check"],
        )

    def hello(self) -> Message:
        levels = {name: getattr(self.levels, name) for name in Levels.__slots__}
        return {
            "hello": {
                "voice": str(self.voice),
                "music": str(self.music),
                "bed": str(self.bed),
                "buffer": self.buffer,
                "levels": levels,
                "load": list(self.load),
                "state": str(self.state) if self.state else None,
                "check": self.check,
            }
        }


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What is played, and through what.

    `driver` and `device` are SDL's: "alsa" and "plughw:CARD=Device,DEV=0"; empty leaves the choice to SDL.
    """

    setup: Setup
    driver: str = ""
    device: str = ""
    command: Sequence[str] = field(default=(sys.executable, "-m", "nightbox.stage.worker"))

    def environment(self) -> dict[str, str]:
        changed = {"SDL_AUDIODRIVER": self.driver, "AUDIODEV": self.device}
        return dict(os.environ) | {name: value for name, value in changed.items() if value}
