"""The resolved rule set as the journal keeps it: a game ends by the rules that it began with."""

from __future__ import annotations

import json
import types
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from nightbox.game.ruleset import Ruleset


def to_json(rules: Ruleset) -> str:
    """The whole rule set as one line of JSON."""
    return json.dumps(asdict(rules), ensure_ascii=False, sort_keys=True)


def from_json(text: str) -> Ruleset:
    """The rule set that `to_json` wrote. Raises ValueError when it is not one."""
    try:
        rules = _built(Ruleset, json.loads(text))
    except (KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"not a rule set of this nightbox: {wrong}") from None
    assert isinstance(rules, Ruleset)
    return rules


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _built(kind: Any, value: Any) -> Any:
    """`value` as JSON has it, made what the type `kind` says. Raises TypeError or ValueError."""
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is not a {kind.__name__}")
        known = {field.name for field in fields(kind)}
        if others := sorted(value.keys() - known):
            raise ValueError(f"{kind.__name__} has no {', '.join(others)}")
        return kind(**{name: _built(_hints(kind)[name], item) for name, item in value.items()})
    if get_origin(kind) is tuple:
        inside = get_args(kind)
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list")
        if inside[-1] is Ellipsis:
            return tuple(_built(inside[0], item) for item in value)
        return tuple(_built(one, item) for one, item in zip(inside, value, strict=True))
    if get_origin(kind) in (Union, types.UnionType):
        return None if value is None else _built(get_args(kind)[0], value)
    if not isinstance(value, kind):
        raise ValueError(f"{value!r} is not a {kind.__name__}")
    return value
