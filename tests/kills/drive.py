"""Kill the daemon at random moments under a judge who mashes, and count what it has lost.

    python -m tests.kills.drive --runs 40 --seed 7

A run is one state directory: the real daemon, sped up, on a pad at a pty that lives on while the daemon does not. After
every kill the journals are read back and compared with what the pad was promised. After the last one, which comes at
night, the game must reach its morning by NEXT alone. The same seed chooses the same keys and waits; the operating
system chooses the rest.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from nightbox.errors import FormatError
from nightbox.game.clockwork import Tempo
from nightbox.game.facts import Entry
from nightbox.game.meanings import Phase, phase
from nightbox.game.public import Public
from nightbox.game.referee import Referee
from nightbox.game.state import fold
from nightbox.record.journal import Game
from nightbox.rules import loader
from nightbox.testing.child import ChildBox, card, play_ahead
from nightbox.testing.serialpad import PadTwin, PtyPad

NEXT_DEAD = 1.02
"""Seconds for which a judge who knows the box does not press NEXT again."""
FIRST_NAMES_A_SEAT = {"ShotRecorded", "CheckRecorded", "OrderRecorded", "SignRecorded", "BestMoveNumber"}
FIRST_NAMES_A_SEAT |= {"ResultEntered", "LeaverEntered", "FoulGiven", "NominationMade"}
WANDERING = ("MISS", "UNDO", "PAUSE", "FOUL+", "FOUL+MISS", "FN+PAUSE", *(str(seat) for seat in range(1, 11)))


class Loss(AssertionError):
    """Something that was promised is not so."""


@dataclass(slots=True)
class Run:
    """What one run has done, and what it has found wrong."""

    seed: int
    kills: int = 0
    checked: int = 0
    entries: int = 0
    refused: int = 0
    unanswered: int = 0
    parts: set[str] = field(default_factory=set)
    seconds: float = 0.0
    loss: str = ""

    def line(self) -> str:
        told = f"seed {self.seed}: {self.kills} kills, {self.checked} accepted presses checked, "
        told += f"{self.refused} refused, {self.unanswered} cut off, {self.entries} entries, "
        return f"{told}through {' '.join(sorted(self.parts))}, {self.seconds:.1f} s: {self.loss or 'nothing lost'}"


@dataclass(slots=True)
class Judge:
    """One hand on one pad. It looks at the journal to know where the game stands, as a judge looks at the table."""

    box: ChildBox
    pad: PtyPad
    dice: random.Random
    keys: dict[str, str] = field(default_factory=dict)
    next_at: float = 0.0
    session: str = ""

    def start(self) -> None:
        """Start the box. A pad that was greeted by the life before goes on thinking so until the new one asks."""
        self.session = self.pad.twin.session if self.pad.twin.greeted else ""
        self.box.start()

    def wait_greeted(self) -> None:
        """Until the box of this life has greeted the pad: from then on it minds its signals. Raises TimeoutError."""
        self.pad.wait(lambda twin: twin.greeted and twin.session != self.session, 20)

    def act(self, wander: float) -> Public:
        """One press: with chance `wander` any key, else one that moves the game."""
        p = self.box.public()
        key = self.dice.choice(WANDERING) if self.dice.random() < wander else self.forward(p)
        dead = key == "NEXT" or p.item.startswith("card_")  # a card is dead for a second like NEXT
        if not dead or time.monotonic() >= self.next_at:
            self.press(key)
            self.next_at = time.monotonic() + NEXT_DEAD if dead else self.next_at
        return p

    def upon_answer(self, wander: float) -> None:
        """Press, and come back at the moment when something is accepted: what was promised too early is not there."""

        def accepted(twin: PadTwin) -> int:
            return sum(1 for given in twin.answers.values() if given.verdict == "accepted")

        before = accepted(self.pad.twin)
        for _ in range(20):
            self.act(wander)
            with suppress(TimeoutError):
                self.pad.wait(lambda twin: accepted(twin) > before, 0.15)
                return

    def forward(self, p: Public) -> str:
        """The key that moves the game on, or enters what belongs to where it stands."""
        seat = str(self.dice.randint(1, 10))
        match phase(p, 0 if p.result_from < 0 else p.result_from):
            case Phase.DEAL:
                return card(p) if self.dice.random() < 0.8 else "NEXT"
            case Phase.NIGHT | Phase.LINES:
                return seat
            case Phase.PAUSED:
                return "PAUSE"
            case Phase.GATE if time.monotonic() < self.next_at:
                return seat
            case Phase.BEST_MOVE if self.dice.random() < 0.7:
                return seat
            case Phase.COUNT | Phase.RAISE:
                return self.dice.choice(("MISS", "1", "2", "NEXT", "NEXT"))
            case Phase.SPEECH if self.dice.random() < 0.3:
                return seat
            case Phase.END:
                return self.dice.choice(("MISS", "UNDO"))
            case _:
                return "PAUSE" if p.hold and not p.hold.recovery else "NEXT"

    def press(self, name: str) -> None:
        hold, _, key = name.partition("+")
        if not key and "+" not in name:
            self._touch(name)
            return
        self.pad.down(hold)
        if hold == "FOUL":
            self._touch(str(self.dice.randint(1, 10)))
        if key:
            self._touch(key)
        self.pad.up(hold)

    def _touch(self, key: str) -> None:
        press = self.pad.press(key)
        if press:
            self.keys[press] = key


def run_once(seed: int, folder: Path, seconds: float = 60.0) -> Run:
    """One run in `folder`. What goes wrong is in the Run, never raised; it takes `seconds` at most, and a little."""
    run, began = Run(seed), time.monotonic()
    dice = random.Random(seed)
    until = began + seconds
    try:
        with (
            ChildBox(folder, ["pad1"], speed=(speed := dice.choice((20, 35, 50))), before=_disk(dice)) as box,
            PtyPad(box.port("pad1"), session=dice.randrange(1, 0xFFFF)) as pad,
        ):
            judge = Judge(box, pad, dice)
            before = play_ahead(box, dice.choice((0, 0, 1, 1, 2)), speed)
            lives = dice.randint(3, 5)
            for life in range(1, lives + 1):
                judge.start()
                _mash(judge, run, last=life == lives, until=until)
                box.kill()
                run.kills += 1
                before = _inspect(box, judge, run, before)
            _dawn(judge, run, until)
            if (code := box.stop()) != 0:
                raise Loss(f"it ended with {code} on SIGTERM:\n{box.said()[-2000:]}")
            _inspect(box, judge, run, before)
            if "Traceback" in box.said():
                raise Loss("the log has a traceback:\n" + box.said()[-3000:])
    except (Loss, TimeoutError, FormatError) as wrong:
        run.loss = f"{type(wrong).__name__}: {wrong}"
    run.seconds = time.monotonic() - began
    return run


def _disk(dice: random.Random) -> list[str]:
    """In some runs every write takes long, so that much is under way when the end comes."""
    slow = dice.random() < 0.4
    if not slow or shutil.which("strace") is None:
        return []
    return ["strace", "-D", "-f", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:delay_enter=4000"]


def _mash(judge: Judge, run: Run, *, last: bool, until: float) -> None:
    """Press until the moment of the kill: before anything was greeted, between two presses, or right upon one."""
    dice, box = judge.dice, judge.box
    if not last and dice.random() < 0.15:
        time.sleep(dice.uniform(0, 0.5))
        return
    judge.wait_greeted()
    wander = dice.choice((0.0, 0.15, 0.4))
    end = time.monotonic() + dice.uniform(0.2, 3.0)
    while True:
        if box.process is None or box.process.poll() is not None:
            raise Loss("the daemon ended by itself:\n" + box.said()[-2000:])
        p = judge.act(0.0 if last else wander)
        run.parts.add(p.part)
        at_night = p.part in ("dusk", "night") and not p.hold
        if time.monotonic() >= (until if last and not at_night else end):
            break
        time.sleep(dice.uniform(0.02, 0.15))
    match dice.choice(("between", "upon a press", "upon an answer")):
        case "upon a press":
            judge.act(wander)
            time.sleep(dice.uniform(0, 0.01))
        case "upon an answer":
            judge.upon_answer(wander)
        case _:
            time.sleep(dice.uniform(0, 0.01))


def _dawn(judge: Judge, run: Run, until: float) -> None:
    """Confirmed, the game that was cut goes on to its morning."""
    box = judge.box
    judge.start()
    judge.wait_greeted()
    night = box.public().night
    while time.monotonic() < until:
        p = judge.act(0.0)
        run.parts.add(p.part)
        if p.night >= night and p.part in ("morning", "day", "exits", "end") and not p.hold:
            return
        time.sleep(0.05)
    raise Loss(f"no morning came: {box.public()}\n{box.said()[-2000:]}")


def _inspect(box: ChildBox, judge: Judge, run: Run, before: list[Game]) -> list[Game]:
    """What is on the disk against what was promised and what was there. The daemon is dead."""
    games = box.games()
    if len(games) < len(before) or list(box.state.glob("*.broken*")):
        raise Loss("a journal is gone or was put aside")
    for old, new in zip(before, games, strict=False):
        if new.entries[: len(old.entries)] != old.entries:
            raise Loss("what stood in the journal was changed by the next life")
    by_source: dict[str, Entry] = {}
    for game in games:
        _gapless(game)
        for entry in game.entries:
            if entry.source is not None and entry.source in by_source:
                raise Loss(f"{entry.source} is there twice")
            if entry.source is not None:
                by_source[entry.source] = entry
    answers = judge.pad.answers
    verdicts = {press: given.verdict for press, given in answers.items() if press in judge.keys}
    for press, verdict in verdicts.items():
        if verdict == "accepted" and press not in by_source:
            raise Loss(f"{press} ({judge.keys[press]}) was accepted and is not in the journal")
        if verdict == "refused" and press in by_source:
            raise Loss(f"{press} ({judge.keys[press]}) was refused and is in the journal")
    for press, entry in by_source.items():
        if press not in judge.keys:
            raise Loss(f"entry {entry.n} has the source {press}, which nobody pressed")
        _means(judge.keys[press], entry)
    run.checked = sum(1 for verdict in verdicts.values() if verdict == "accepted")
    run.refused = sum(1 for verdict in verdicts.values() if verdict == "refused")
    run.unanswered = sum(1 for press in judge.keys if press not in answers)
    run.entries = sum(len(game.entries) for game in games)
    return games


def _gapless(game: Game) -> None:
    """Numbers 1, 2, 3, stamps that never run back, and a fresh referee that stands where the facts say."""
    if [entry.n for entry in game.entries] != list(range(1, len(game.entries) + 1)):
        raise Loss(f"game {game.header.game} has a gap")
    if any(one.at > two.at for one, two in zip(game.entries, game.entries[1:], strict=False)):
        raise Loss(f"game {game.header.game} runs back")
    rules = loader.from_json(game.header.rules)
    referee = Referee(Tempo(rules, {}), game.header.seats, game.entries)
    if referee.state != fold(game.header.seats, game.entries):
        raise Loss(f"game {game.header.game}: the referee stands elsewhere than its facts")


def _means(key: str, entry: Entry) -> None:
    """An entry that names a seat names the one that was pressed."""
    for fact in entry.facts:
        if key.isdecimal() and type(fact).__name__ in FIRST_NAMES_A_SEAT and getattr(fact, "seat", None) != int(key):
            raise Loss(f"{key} was pressed, and entry {entry.n} has {fact}")


def main() -> int:
    parser = argparse.ArgumentParser(description="kill the daemon at random moments, and count what it has lost")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=None, help="of the first run; the next ones count up")
    parser.add_argument("--jobs", type=int, default=4, help="runs at a time; most of a run is waiting")
    parser.add_argument("--seconds", type=float, default=60.0, help="what one run may take")
    asked = parser.parse_args()
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"{asked.runs} runs from seed {seed}, {asked.jobs} at a time", flush=True)
    runs: list[Run] = []
    with tempfile.TemporaryDirectory(prefix="nightbox-kills-") as kept, ThreadPoolExecutor(asked.jobs) as pool:
        folders = [Path(kept) / str(seed + n) for n in range(asked.runs)]
        for folder in folders:
            folder.mkdir()
        for run in pool.map(lambda f: run_once(int(f.name), f, asked.seconds), folders):
            runs.append(run)
            print(run.line(), flush=True)
    lost = [run for run in runs if run.loss]
    kills, checked = sum(run.kills for run in runs), sum(run.checked for run in runs)
    print(f"{len(runs)} runs, {kills} kills, {kills} restarts, {checked} accepted presses checked, {len(lost)} losses")
    if not checked:
        print("no press was accepted at all: this proves nothing")
    return 1 if lost or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
