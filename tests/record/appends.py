"""A child for test_durability: appends entries through the writer and says "accepted n" when Durable(n) came.

appends.py JOURNAL COUNT [SYNCHRONOUS]: the last is for the test of the test, which must see NORMAL fail.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from made import HEADER

from nightbox.game.facts import Entry, ShotRecorded
from nightbox.record.store import Journal
from nightbox.record.writer import Durable, Told, Writer


def tell(told: Told) -> None:
    match told:
        case Durable(n=n):
            os.write(1, f"accepted {n}\n".encode())
        case _:
            os.write(2, f"{told}\n".encode())


class Careless(Journal):
    """A journal with another word for synchronous."""

    def _prepare(self, db: sqlite3.Connection) -> None:
        super()._prepare(db)
        db.execute(f"PRAGMA synchronous = {sys.argv[3]}")


if __name__ == "__main__":
    kind = Careless if len(sys.argv) > 3 else Journal
    with Writer(kind(Path(sys.argv[1]), HEADER), tell) as writer:
        for n in range(1, int(sys.argv[2]) + 1):
            writer.append(Entry(n, n, "entry", (ShotRecorded(1, "shot", 7),), f"mark/{n}/"))
            if n % 3 == 0:
                writer.alive(n)
                writer.flush(10)
        writer.flush(10)
