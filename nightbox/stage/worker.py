"""The sound process: `python -m nightbox.stage.worker FD [--driven]`, JSON lines over the socket FD (see
`wire`).

pygame is imported here alone, when the device opens; nothing else of the product may be reached from here.
The stream is open from start to stop. A process that lost its device says so and dies: after that no call
to the mixer is safe.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from nightbox.errors import ConfigError
from nightbox.stage.desk import MS
from nightbox.stage.pace import RealTime, Stepped
from nightbox.stage.player import Player
from nightbox.stage.proof import Proof
from nightbox.stage.settings import Setup
from nightbox.stage.shelf import Shelf
from nightbox.stage.voice import VoicePack
from nightbox.stage.wire import Lines, Message, encode

RATE = 48_000
BEAT = 1000 * MS
STUCK = 2000 * MS
LOST = 3


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """ALSA's library writes a page to stderr for a card that is not there; the exception says it in a line."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Mixer:
    """pygame's mixer: 48 kHz, 16 bit, mono, opened once. Samples go in as bytes in that format."""

    def __init__(self, buffer: int) -> None:
        self._buffer = buffer
        self._pygame: Any = None
        self._channels: list[Any] = []

    def open(self) -> str:
        """Open the device and say what was granted. Raises whatever pygame raises when there is none."""
        import pygame

        self._pygame = pygame
        pygame.display.init()
        with _hushed():
            pygame.mixer.init(RATE, -16, 1, self._buffer, allowedchanges=0)
        pygame.mixer.set_num_channels(8)
        self._channels = [pygame.mixer.Channel(number) for number in range(4)]
        rate, size, channels = pygame.mixer.get_init()
        if (rate, size, channels) != (RATE, -16, 1):
            raise RuntimeError(f"the device grants {rate} Hz, {size} bit, {channels} channels only")
        return f"{rate} Hz, {abs(size)} bit, {channels} channel, buffer {self._buffer}"

    def decode(self, file: Path) -> bytes:
        return bytes(self._pygame.mixer.Sound(str(file)).get_raw())

    def start(self, channel: int, samples: bytes, *, loop: bool = False) -> None:
        self._channels[channel].play(self._pygame.mixer.Sound(buffer=samples), loops=-1 if loop else 0)

    def gain(self, channel: int, value: int) -> None:
        """`value` of 128: the mixer's own steps."""
        self._channels[channel].set_volume(value / 128)

    def stop(self, channel: int) -> None:
        self._channels[channel].stop()

    def busy(self, channel: int) -> bool:
        return bool(self._channels[channel].get_busy())

    def removed(self) -> bool:
        """Whether the open device went: number 0 is another one that was never opened."""
        events = self._pygame.event.get()
        gone = self._pygame.AUDIODEVICEREMOVED
        return any(event.type == gone and not event.iscapture and event.which != 0 for event in events)


class Worker:
    """The loop around a player: messages in, answers out, and the watch on the device."""

    def __init__(self, wire: socket.socket, driven: bool, now: Callable[[], int]) -> None:
        self._wire = wire
        self._lines = Lines()
        self._now = now
        self._steps = Stepped() if driven else None
        self._mixer: Mixer | None = None
        self._player: Player | None = None
        self._proof: Proof | None = None
        self._card: Path | None = None
        self._beat_due = 0

    def run(self) -> None:
        """Serve until told to quit, or until the other end is gone."""
        while True:
            timeout = None if self._player is None or self._steps else self._rest()
            if select.select([self._wire], [], [], timeout)[0]:
                data = self._wire.recv(65536)
                if not data:
                    return
                for message in self._lines.feed(data):
                    if "quit" in message:
                        return
                    self._take(message)
            if self._player is not None and self._steps is None:
                self._turn(self._player, self._now())

    def _rest(self) -> float:
        assert self._player is not None
        now = self._now()
        return max(0.0, min(self._player.wake(now), self._beat_due) - now) / 1e9

    def _turn(self, player: Player, now: int) -> None:
        player.step(now, now + 1)
        if now < self._beat_due:
            return
        self._beat_due = now + BEAT
        self._tell({"beat": now, "music": player.position(now)})
        if self._mixer is not None and self._mixer.removed():
            self._die("the sound device went away")
        if self._card is not None and not self._card.exists():
            self._die(f"the sound card {self._card.name} was pulled")
        if player.stuck(now, STUCK):
            self._die("the sound device takes no more samples")
        if self._proof is not None and self._proof.over:
            self._tell({"checked": self._proof.problems})
            self._proof = None

    def _take(self, message: Message) -> None:
        if "hello" in message:
            self._open(Setup.read(message["hello"]))
        elif self._player is None:
            raise ValueError(f"before hello: {message}")
        elif "tick" in message:
            assert self._steps is not None
            self._steps.tick(message["tick"], message["until"])
            self._player.step(message["tick"], message["until"])
        else:
            self._player.take(message, self._steps.now if self._steps else self._now())
        if self._steps:
            self._tell({"done": True})

    def _open(self, setup: Setup) -> None:
        mixer = Mixer(setup.buffer)
        try:
            granted = mixer.open()
        except Exception as error:  # pygame.error, NotImplementedError, OSError: each means no sound
            self._die(f"no sound device: {error}")
        card = os.environ.get("AUDIODEV", "").partition("CARD=")[2].partition(",")[0]
        self._card = Path("/proc/asound", card) if card and Path("/proc/asound", card).exists() else None
        shelf = Shelf(setup.voice, mixer.decode, thread=self._steps is None)
        pace = self._steps or RealTime(setup.buffer * 1_000_000_000 // RATE)
        self._mixer = mixer
        self._player = Player(setup, mixer, shelf, pace, self._tell)
        self._player.open()
        shelf.open(self._idle)
        self._tell({"ready": granted})
        if setup.check:
            self._check(setup, mixer)

    def _check(self, setup: Setup, mixer: Mixer) -> None:
        try:
            self._proof = Proof(VoicePack.load(setup.voice).clips, mixer.decode, setup.state)
        except ConfigError as error:
            self._tell({"checked": [str(problem) for problem in error.problems]})

    def _idle(self) -> bool:
        """A clip of the thorough check, when nothing sounds. Runs in the decoding thread."""
        proof, player = self._proof, self._player
        if proof is None or player is None or not player.quiet:
            return False
        return proof.step()

    def _tell(self, message: Message) -> None:
        try:
            self._wire.sendall(encode(message))
        except OSError:
            os._exit(LOST)

    def _die(self, why: str) -> NoReturn:
        self._tell({"lost": why})
        os._exit(LOST)


def main(arguments: list[str]) -> NoReturn:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wire = socket.socket(fileno=int(arguments[0]))
    try:
        Worker(wire, "--driven" in arguments[1:], time.monotonic_ns).run()
    except Exception:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)  # mixer.quit() hangs with some backends, and nothing may play after it


if __name__ == "__main__":
    main(sys.argv[1:])
