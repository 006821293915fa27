"""The voice pack: which lines there are, which clip speaks each, and how long it is. No sound is decoded
here.

The check is structural and cheap (every page of every clip, no samples): it finds what is missing, empty,
cut or not audio at all. Damage inside a page is found by the sound process, which decodes (`proof`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mutagen
from mutagen.ogg import OggPage
from mutagen.oggvorbis import OggVorbis

from nightbox.errors import ConfigError, Problem, guess
from nightbox.game.cues import TAIL
from nightbox.units import Ms

SEATS = range(1, 21)
COUNTS = range(0, 21)

_ID = re.compile(r"[a-z][a-z0-9_]*")
_TABLES: Mapping[str, tuple[int, ...]] = {"per_seat": tuple(SEATS), "per_count": tuple(COUNTS)}
_TONES = "tones"
"""The table of clips that are no words: each has a text all the same, for those who hear nothing."""


def shipped() -> Path:
    """The sounds that come with the product: `ru` (voice pack) and `music` are below it."""
    return Path(__file__).resolve().parents[2] / "sounds"


@dataclass(frozen=True, slots=True)
class Clip:
    """One recorded line; `length` is its words alone, without the tail."""

    line: str
    file: Path
    length: Ms


@dataclass(frozen=True, slots=True)
class VoicePack:
    """Every line that the announcer can say, with the number in it where there is one: "killed_7"."""

    folder: Path
    clips: Mapping[str, Clip]

    @classmethod
    def load(cls, folder: Path) -> VoicePack:
        """The pack in `folder`: lines.toml and one <id>.ogg a line.

        Raises ConfigError, with every problem of the pack, when a line or a clip is missing, cut or not
        audio.
        """
        problems: list[Problem] = []
        clips: dict[str, Clip] = {}
        for line in _lines(folder / "lines.toml", problems):
            file = folder / f"{line}.ogg"
            length = _length(line, file, problems)
            if length is not None:
                clips[line] = Clip(line, file, length)
        if problems:
            raise ConfigError(problems)
        return cls(folder, clips)

    def lengths(self) -> dict[str, Ms]:
        """How long each call takes: the clip and its tail."""
        return {line: clip.length + TAIL for line, clip in self.clips.items()}


def _lines(file: Path, problems: list[Problem]) -> Iterator[str]:
    """The ids that lines.toml names, numbers expanded."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        text = "missing; a voice pack is lines.toml and one <id>.ogg for each line"
        problems.append(Problem(str(file), "", text))
        return
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(Problem(str(file), "", f"cannot be read: {error}"))
        return
    lines = document.get("lines")
    if not isinstance(lines, dict) or not lines:
        text = 'no lines; write [lines] and one id = "words" for each clip'
        problems.append(Problem(str(file), "lines", text))
        return
    for key in document:
        if key != "lines":
            problems.append(Problem(str(file), key, f"unknown table{guess(key, ['lines'])}"))
    for key, value in lines.items():
        if isinstance(value, dict) and key == _TONES:
            yield from (tone for tone, text in value.items() if _sound_line(str(file), f"{key}.{tone}", text, problems))
        elif isinstance(value, dict):
            yield from _numbered(str(file), key, value, problems)
        elif _sound_line(str(file), key, value, problems):
            yield key


def _numbered(file: str, table: str, lines: Mapping[str, Any], problems: list[Problem]) -> Iterator[str]:
    numbers = _TABLES.get(table)
    if numbers is None:
        problems.append(Problem(file, f"lines.{table}", f"unknown table{guess(table, [*_TABLES, _TONES])}"))
        return
    for key, value in lines.items():
        if not _sound_line(file, f"{table}.{key}", value, problems):
            continue
        if "{n}" not in value and "{N}" not in value:
            text = f"{value!r} has no number; write {{n}} where it goes"
            problems.append(Problem(file, f"lines.{table}.{key}", text))
        yield from (f"{key}_{number}" for number in numbers)


def _sound_line(file: str, key: str, value: object, problems: list[Problem]) -> bool:
    if not _ID.fullmatch(key.rpartition(".")[2]):
        text = "an id is written in small latin letters, digits and _"
        problems.append(Problem(file, f"lines.{key}", text))
        return False
    if not isinstance(value, str) or not value.strip():
        text = f"{value!r} is not a text; write the words that the clip says"
        problems.append(Problem(file, f"lines.{key}", text))
        return False
    return True


def _length(line: str, file: Path, problems: list[Problem]) -> Ms | None:
    """The clip's length by its last page, once all its pages were found whole and in order."""

    fault, length = _fault(file)
    if fault:
        problems.append(Problem(str(file), line, fault))
        return None
    return length


def _fault(file: Path) -> tuple[str, Ms]:
    """What is wrong with a clip, or nothing, and its length."""
    try:
        if file.stat().st_size == 0:
            return "empty; render the clip again", 0
        length = round(float(OggVorbis(file).info.length) * 1000)  # type: ignore[no-untyped-call,attr-defined]
        broken = _broken_page(file)
    except FileNotFoundError:
        return "missing; render the clip, or take the line out of lines.toml", 0
    except (mutagen.MutagenError, OSError, EOFError, ValueError, ArithmeticError) as error:
        return f"not an Ogg Vorbis clip ({error}); render it again", 0
    if broken:
        return f"{broken}; copy or render it again", 0
    return ("", length) if length > 0 else ("holds no sound; render it again", 0)


def _broken_page(file: Path) -> str:
    """What is wrong with the clip's pages, or nothing: in a row, one stream, the last one marked as the
    last."""
    size, number, page = file.stat().st_size, -1, None
    with file.open("rb") as stream:
        while stream.tell() < size:
            where = stream.tell()
            try:
                page = OggPage(stream)  # type: ignore[no-untyped-call]
            except (mutagen.MutagenError, EOFError, ValueError):
                return f"damaged or cut at byte {where} of {size}"
            if page.sequence != number + 1 or stream.tell() > size:
                return f"a part is missing before byte {where} of {size}"
            number = page.sequence
    return "" if page is not None and page.last else f"cut: its end is missing after byte {size}"
