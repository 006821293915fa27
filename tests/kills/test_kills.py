"""Nothing that was accepted is lost, wherever the daemon dies. NIGHTBOX_KILLS says how many runs are made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).parents[2]
RUNS = int(os.environ.get("NIGHTBOX_KILLS", "3"))


def test_no_accepted_press_is_lost_wherever_the_daemon_is_killed() -> None:
    command = [sys.executable, "-m", "tests.kills.drive", "--runs", str(RUNS), "--jobs", "6"]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, timeout=120 + 60 * RUNS)
    print(done.stdout, done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
