"""What can go wrong for a person who can mend it, and the exit code of each.

NightboxError
├── UsageError          64  the command line asks for something that is not there
├── FormatError         65  a transcript or a journal cannot be read
├── DeviceRefused       69  `check` found a device that refuses
├── StateNotWritable    73  the state directory cannot be written
├── AlreadyRunning      75  another nightbox holds the state directory
└── ConfigError         78  config or rule set: every problem at once
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar


class NightboxError(Exception):
    """The root. Its text is for the person who can act: lower-case, complete, quoting the value."""

    exit_code: ClassVar[int] = 70


class UsageError(NightboxError):
    exit_code = 64


class FormatError(NightboxError):
    exit_code = 65


class DeviceRefused(NightboxError):
    exit_code = 69


class StateNotWritable(NightboxError):
    exit_code = 73


class AlreadyRunning(NightboxError):
    exit_code = 75


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a file: where it stands, what is wrong, and how to mend it."""

    file: str
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.text}" if self.key else f"{self.file}: {self.text}"


class ConfigError(NightboxError):
    """Every problem of a config or a rule set; one line each."""

    exit_code = 78

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def guess(word: str, known: Iterable[str]) -> str:
    """ "; did you mean 'x'?" for the nearest known word, or nothing."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
