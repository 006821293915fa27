"""Part `answer`: from the byte of a press on the pad's wire to the byte of its answer, and the commit within it."""

from __future__ import annotations

import os
import random
import select
import tempfile
import time
import tty
from collections.abc import Callable
from pathlib import Path

from nightbox import __version__
from nightbox.game.facts import Entry, ResultCleared, ResultEntered
from nightbox.record.journal import Header
from nightbox.record.store import Journal, moment_now
from nightbox.rules import loader
from nightbox.testing.padtwin import PadTwin
from nightbox.testing.recorder import null_sink
from nightbox.testing.table import Table
from tests.bench.box import BENCH_RULES, Box, begun_before, lengths
from tests.bench.figures import Figure, percentile

PRESSES = 400
WARM = 20
BOUND = 8.0


class Wire:
    """The pad's end of a pseudo-terminal, in one thread: what is written and read is stamped at once."""

    def __init__(self, port: Path) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        port.symlink_to(os.ttyname(self._slave))
        self.twin = PadTwin("pad1", time.monotonic_ns())

    def serve(self, until: Callable[[], object], seconds: float) -> bool:
        """Be a pad until something is so; False when that took longer."""
        end = time.monotonic() + seconds
        while not until():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self.twin.pass_time(time.monotonic_ns())
            self._flush()
            due = (self.twin.deadline - time.monotonic_ns()) / 1e9
            if select.select([self._master], [], [], max(0.0, min(left, due)))[0]:
                self.twin.receive(os.read(self._master, 4096), time.monotonic_ns())
        return True

    def press(self, key: str) -> tuple[float, str]:
        """Milliseconds from the down's byte to its answer's, and the answer."""
        press = self.twin.down(key, time.monotonic_ns())
        began = time.monotonic_ns()
        self._flush()
        if not self.serve(lambda: press in self.twin.answers, 5):
            raise TimeoutError(f"no answer to {key}")
        given = self.twin.answers[press]
        self.twin.up(key, time.monotonic_ns())
        self._flush()
        return (given.at_ns - began) / 1e6, given.verdict

    def rest(self, seconds: float) -> None:
        self.serve(lambda: False, seconds)

    def _flush(self) -> None:
        if raw := self.twin.outgoing():
            os.write(self._master, raw)

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)


def measure(say: Callable[[str], object]) -> list[Figure]:
    """At the result gate, music on: each press is an entry that the disk must have before the answer."""
    rules = loader.load(str(BENCH_RULES))
    chance = random.Random(3)
    with null_sink() as environment, tempfile.TemporaryDirectory() as folder:
        box = Box(Path(folder), str(BENCH_RULES), environment, own_pad=False)
        wire = Wire(box.port)
        begun_before(box.state, rules, _to_the_gate())
        with box:
            wire.serve(lambda: wire.twin.greeted, 10)
            wire.rest(5.0)
            wire.press("NEXT")
            wire.rest(5.0)
            took, verdicts = [], []
            for n in range(WARM + PRESSES):
                ms, verdict = wire.press(str(1 + n % 9))
                took.append(ms)
                verdicts.append(verdict)
                wire.rest(chance.uniform(0.05, 0.12))
        wire.close()
        commits = _commits(Path(folder), len(took))
    accepted = [ms for ms, verdict in zip(took[WARM:], verdicts[WARM:], strict=True) if verdict == "accepted"]
    say(f"  {len(accepted)} of {PRESSES} presses accepted")
    return [
        Figure("answer", "presses not accepted", PRESSES - len(accepted), "", 1),
        Figure("answer", "pad byte to answer byte, p50", percentile(accepted, 0.5), "ms"),
        Figure("answer", "pad byte to answer byte, p99", percentile(accepted, 0.99), "ms", BOUND),
        Figure("answer", "the commit alone, p50", percentile(commits, 0.5), "ms"),
        Figure("answer", "the commit alone, p99", percentile(commits, 0.99), "ms"),
        Figure("answer", "answer over commit, p50", percentile(accepted, 0.5) / percentile(commits, 0.5), "x"),
    ]


def _to_the_gate() -> list[Entry]:
    """A game that stands at the gate of its first night."""
    table = Table(loader.load(str(BENCH_RULES)), lengths())
    for _ in range(20):
        public = table.referee.state.public
        if public.part == "night" and public.item == "gate":
            return table.journal
        table.run_to(table.now + 5000)
        table.press("NEXT")
        table.rest()
    raise RuntimeError("the night does not come to its gate")


def _commits(folder: Path, count: int) -> list[float]:
    """The journal's append by itself, on the same disk."""
    journal = Journal(folder / "commits.sqlite", Header("0001", __version__, "{}", 10))
    took = []
    for n in range(1, count + 1):
        facts = (ResultCleared(1), ResultEntered(1, 1 + n % 9))
        began = time.perf_counter_ns()
        journal.append(Entry(n, n, "entry", facts, f"pad1/9F3A/{n}"), moment_now())
        took.append((time.perf_counter_ns() - began) / 1e6)
        time.sleep(0.02)
    journal.close()
    return took[WARM:]
