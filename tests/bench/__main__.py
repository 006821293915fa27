"""The bench's program: prints the machine, waits for it to be quiet, measures the parts that were asked for."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from tests.bench import answer, core, cost, exact, machine
from tests.bench.figures import Figure, table

Say = Callable[[str], object]
PARTS: dict[str, Callable[[Say], list[Figure]]] = {
    "exact": exact.measure,
    "answer": answer.measure,
    "cost": cost.measure,
    "core": core.measure,
}
"""`due` comes of the recordings of `exact`."""


def main(argv: Sequence[str] | None = None) -> int:
    """1 when a bound is missed, 2 when the machine is too busy; with --force both are only printed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How exact, how fast, at what cost.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join((*PARTS, 'due'))}; all by default")
    parser.add_argument("--force", action="store_true", help="measure on a busy machine too, and exit 0 whatever comes")
    parser.add_argument("--json", action="store_true", help="the figures as JSON on stdout; everything else on stderr")
    asked = parser.parse_args(argv)
    wanted = {"exact" if part == "due" else part for part in asked.parts} or set(PARTS)
    if unknown := wanted - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")

    def say(text: str) -> None:
        print(text, file=sys.stderr if asked.json else sys.stdout, flush=True)

    say(machine.described())
    figures: list[Figure] = []
    loads: dict[str, float] = {}
    for part in [part for part in PARTS if part in wanted]:
        loads[part] = machine.load() if asked.force else machine.quiet()
        say(f"{part}: load {loads[part]:.2f} before it")
        if loads[part] > machine.QUIET and not asked.force:
            say(f"the machine is busy: {loads[part]:.2f} is above {machine.QUIET}; --force measures all the same")
            return 2
        fresh = PARTS[part](say)
        for figure in fresh:
            say(str(figure))
        say(f"{part}: load {machine.load():.2f} after it")
        figures += fresh
    missed = [figure for figure in figures if not figure.met]
    busy = "; taken under load" if max(loads.values()) > machine.QUIET else ""
    say(f"\nfigures to copy{busy}\n\n{table(figures)}\n")
    say("loads: " + ", ".join(f"{part} {load:.2f}" for part, load in loads.items()))
    say(f"{len(missed)} bounds missed" if missed else "every bound is met")
    if asked.json:
        print(json.dumps({"loads": loads, "figures": [figure.as_json() for figure in figures]}, ensure_ascii=False))
    return 1 if missed and not asked.force else 0


if __name__ == "__main__":
    sys.exit(main())
