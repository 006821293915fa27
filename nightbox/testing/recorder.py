"""The room in real time: a PulseAudio null sink in a folder of its own, its recording, and when calls are
heard in it.

`python -m nightbox.testing.recorder [calls] [buffer ...]` prints, for each buffer, how far the first sample
of a call lies from its due moment in the recording. The recorder's clock is the sink's, which is some
hundred ppm off the monotonic one: a straight line is fitted and its slope printed; what is left is the
start's own error. The figures are for reading; no test asserts them.
"""

from __future__ import annotations

import os
import queue
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import wave
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nightbox.stage.news import Began, News, SpeakerBack
from nightbox.stage.settings import Setup, SoundSettings
from nightbox.stage.speaker import Speaker
from nightbox.testing.room import setup

RATE = 48_000
LOUD = 4000
"""A sample of this size is the click's; the stream is silent otherwise."""
APART = RATE // 20


@dataclass(frozen=True, slots=True)
class Recording:
    """What the sink played, mono; `arrivals` are (bytes so far, monotonic ns) for each piece as it came."""

    pcm: bytes
    arrivals: tuple[tuple[int, int], ...]

    def moment(self, frame: int) -> int:
        """About when a frame reached the recorder: never earlier than it was played."""
        return next((at for size, at in self.arrivals if size >= frame * 2), self.arrivals[-1][1])


@contextmanager
def null_sink() -> Iterator[dict[str, str]]:
    """A sound server with one sink that nobody hears; the environment that leads to it.

    Raises FileNotFoundError when PulseAudio is not installed, RuntimeError when it does not come up.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "room")
        protocol = f"module-native-protocol-unix socket={place} auth-anonymous=1"
        sink = f"module-null-sink sink_name=room rate={RATE}"
        server = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L", protocol, "-L", sink],
            env=dict(os.environ) | {"XDG_RUNTIME_DIR": folder, "HOME": folder},
            stderr=subprocess.DEVNULL,
        )
        client = {"PULSE_SERVER": f"unix:{place}", "XDG_RUNTIME_DIR": folder, "HOME": folder}
        try:
            limit = time.monotonic() + 10
            while not _answers(place):
                if time.monotonic() > limit or server.poll() is not None:
                    raise RuntimeError("the sound server does not come up")
                time.sleep(0.05)
            yield client | {"SDL_AUDIODRIVER": "pulseaudio"}
        finally:
            server.terminate()
            server.wait()


def _answers(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(place)) == 0


class Recorder:
    """Records what the sink plays, from open to close."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._pieces: list[tuple[bytes, int]] = []

    def open(self) -> None:
        shape = [f"--rate={RATE}", "--channels=1", "--format=s16le", "--raw", "--latency-msec=10"]
        self._tap = subprocess.Popen(
            ["parec", "-d", "room.monitor", *shape],
            env=dict(os.environ) | self._environment,
            stdout=subprocess.PIPE,
        )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> Recording:
        self._tap.terminate()
        self._tap.wait()
        self._thread.join()
        size, arrivals = 0, []
        for piece, at in self._pieces:
            size += len(piece)
            arrivals.append((size, at))
        pcm = b"".join(piece for piece, _ in self._pieces)
        return Recording(pcm[: len(pcm) // 2 * 2], tuple(arrivals))

    def _read(self) -> None:
        assert self._tap.stdout is not None
        while piece := os.read(self._tap.stdout.fileno(), 65536):
            self._pieces.append((piece, time.monotonic_ns()))


def starts(pcm: bytes, loud: int = LOUD, apart: int = APART) -> list[int]:
    """The frames at which something louder than `loud` begins after `apart` frames of less."""
    found, quiet = [], apart
    for frame, sample in enumerate(array("h", pcm)):
        if abs(sample) > loud:
            if quiet >= apart:
                found.append(frame)
            quiet = 0
        else:
            quiet += 1
    return found


@dataclass(frozen=True, slots=True)
class Errors:
    """Start errors in ms, around their median and without the clocks' drift."""

    errors: tuple[float, ...]
    stamps: tuple[float, ...]
    drift_ppm: float
    latency: float

    def __str__(self) -> str:
        return (
            f"start error {_spread(self.errors)}; stamp error {_spread(self.stamps)}; "
            f"drift {self.drift_ppm:+.0f} ppm; heard {self.latency:.1f} ms after its moment"
        )


def _spread(errors: Sequence[float]) -> str:
    sizes = sorted(abs(error) for error in errors)
    middle, most = statistics.median(sizes), sizes[int(len(sizes) * 0.95)]
    return f"median {middle:.2f}, p95 {most:.2f}, max {sizes[-1]:.2f} ms"


def errors(recording: Recording, dues: Sequence[int], stamps: Sequence[int]) -> Errors:
    """Compares where calls are in the recording with when they were due, and with when they are said to
    have begun.

    Raises ValueError when not every call is heard.
    """
    frames = starts(recording.pcm)
    if len(frames) != len(dues):
        raise ValueError(f"{len(frames)} of {len(dues)} calls are heard")
    places = [frame * 1e9 / RATE for frame in frames]
    slope, _ = statistics.linear_regression(dues, places)
    late = [(recording.moment(frame) - due) / 1e6 for frame, due in zip(frames, dues, strict=True)]
    return Errors(_rest(places, dues), _rest(places, stamps), (slope - 1) * 1e6, statistics.median(late))


def _rest(places: Sequence[float], moments: Sequence[int]) -> tuple[float, ...]:
    origin = moments[0]
    times = [moment - origin for moment in moments]
    slope, base = statistics.linear_regression(times, places)
    rests = [(place - base - slope * at) / 1e6 for place, at in zip(places, times, strict=True)]
    middle = statistics.median(rests)
    return tuple(rest - middle for rest in rests)


def measure(calls: int, buffer: int, seed: int = 1) -> Errors:
    """Says `calls` clicks at irregular moments through the real speaker into a null sink, and finds them
    again."""
    with null_sink() as environment, tempfile.TemporaryDirectory() as folder:
        _click(Path(folder, "click.ogg"))
        shipped = setup()
        what = Setup(Path(folder), shipped.music, shipped.bed, buffer, load=("click",))
        recorder = Recorder(environment)
        recorder.open()
        with _changed(environment):
            dues, stamps = _speak(SoundSettings(what), calls, random.Random(seed))
        return errors(recorder.close(), dues, stamps)


def _speak(settings: SoundSettings, calls: int, chance: random.Random) -> tuple[list[int], list[int]]:
    news: queue.Queue[News] = queue.Queue()
    dues, stamps = [], []
    with Speaker(settings, news.put) as speaker:
        while not isinstance(news.get(timeout=20), SpeakerBack):
            pass
        time.sleep(3.0)
        for n in range(calls):
            due = time.monotonic_ns() + 50_000_000
            speaker.say(n, "click", due)
            answer = news.get(timeout=5)
            if not isinstance(answer, Began):
                raise ValueError(f"call {n}: {answer}")
            dues.append(due)
            stamps.append(answer.at_ns)
            time.sleep(chance.uniform(0.25, 0.45))
    return dues, stamps


@contextmanager
def _changed(environment: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _click(file: Path) -> None:
    """A millisecond of full sound and 99 of none; a WAV, which the mixer knows by its content."""
    with wave.open(str(file), "wb") as wav:
        wav.setparams((1, 2, RATE, 0, "NONE", ""))
        wav.writeframes(array("h", [20_000] * 48 + [0] * 4752).tobytes())


def main(arguments: Sequence[str]) -> None:
    calls, *buffers = [int(argument) for argument in arguments] or [60]
    for buffer in buffers or [512, 1024, 2048]:
        sys.stdout.write(f"buffer {buffer}, {calls} calls: {measure(calls, buffer)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"load {os.getloadavg()[0]:.2f}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
