"""Hypothesis strategies for every property of the core: public scripts, secrets behind them, mashed pads, faults.

Hypothesis is a test extra and is imported here alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hypothesis import strategies as st

from nightbox.game.commands import CorrectEntry, CorrectTable, EnterRole
from nightbox.game.ruleset import Ruleset
from nightbox.testing.judges import Moment, NightPlan, Script, Secret
from nightbox.units import Ms

SEATS = 10
NIGHT_STEPS = ("shot", "don_check", "sheriff_check")
FIRST_STEPS = ("meeting", "don_sign", "sheriff_sign", "free_seating")
_DECK = ("mafia", "mafia", "don", "sheriff", *("civilian",) * 6)
_NUMBER = {"civilian": "1", "mafia": "2", "don": "3", "sheriff": "4"}


class Lengths(Mapping[str, Ms]):
    """A voice pack in which every line has a length of its own, from 1.1 s to 2.5 s."""

    def __getitem__(self, line: str) -> Ms:
        return 1100 + sum(line.encode()) % 15 * 100

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 1


LENGTHS = Lengths()


def _some(draw: Any, least: int, most: int) -> int:
    return int(draw(st.integers(least, most)))


# --- the public half ------------------------------------------------------------------------------------------------


@st.composite
def public_scripts(draw: Any, most_nights: int = 3) -> Script:
    """A public history: results, exits, the times of NEXT and PAUSE and of the deal's presses, the devices."""
    nights: list[NightPlan] = []
    alive = list(range(1, SEATS + 1))
    count = _some(draw, 2, most_nights + 1)
    for n in range(count):
        killed = draw(st.sampled_from([0, *alive])) if n and len(alive) > 3 else 0
        removed = draw(st.sampled_from([0, 0, 0, *alive])) if len(alive) > 4 else 0
        alive = [seat for seat in alive if seat not in (killed, removed)]
        leaves = draw(st.sampled_from([0, 0, 1, 1, 2])) if len(alive) > 4 else 0
        leavers = tuple(draw(st.permutations(alive))[:leaves])
        alive = [seat for seat in alive if seat not in leavers]
        nights.append(
            NightPlan(
                killed=killed,
                removed=removed,
                numbers=tuple(draw(st.permutations(range(1, SEATS + 1)))[: _some(draw, 0, 3)]),
                leavers=leavers,
                masks=_some(draw, 1000, 9000),
                gate=_some(draw, 6000, 12_000),
                best_move=_some(draw, 9000, 30_000),
                speech=_some(draw, 1000, 70_000),
                day=_some(draw, 4000, 9000),
            )
        )
    deal = tuple(draw(st.lists(st.integers(200, 6000), min_size=SEATS, max_size=SEATS)))
    extras = tuple(draw(st.lists(_extras(count), max_size=6)))
    return Script(tuple(nights), deal, extras, resume=_some(draw, 300, 20_000))


@st.composite
def _extras(draw: Any, nights: int) -> Moment:
    """A press or a device that no plan expects: in calls, windows, gaps and pauses of the night, and by day."""
    night = _some(draw, 0, nights - 1)
    steps = NIGHT_STEPS if night else FIRST_STEPS
    step = draw(st.sampled_from(steps))
    item = draw(
        st.sampled_from(
            [step, step, f"{step}.call", f"{step}.close", f"{step}.gap", "nightfall", "morning_1", "gate", "day"]
            + (["deal", "take_3", "take_7"] if night == 0 else ["best_move", "best_move.call"])
        )
    )
    offset = _some(draw, 0, 14_000)
    do = draw(
        st.sampled_from(["PAUSE", "PAUSE", "NEXT", "lose pad", "return pad", "lose disk", "return disk", "lose clock"])
    )
    return Moment(night, item, offset, "UNDO" if do == "PAUSE" and item.startswith("take_") else do)


# --- the secret halves ----------------------------------------------------------------------------------------------


def _first_win(script: Script, roles: tuple[str, ...]) -> tuple[int, str]:
    """At which of the script's exits the game is decided by the table, and for whom; (-1, "") if it is not."""
    black = {seat for seat, role in enumerate(roles, 1) if role in ("mafia", "don")}
    alive = set(range(1, SEATS + 1))
    batches = [b for plan in script.nights for b in ((plan.killed,), (plan.removed,), plan.leavers)]
    for place, batch in enumerate(batches):
        alive -= set(batch)
        left = len(black & alive)
        if left == 0 or 2 * left >= len(alive):
            return place, "red" if left == 0 else "black"
    return -1, ""


@st.composite
def _secret(draw: Any, script: Script, roles: tuple[str, ...] | None) -> Secret:
    """Everything that is pressed and must not be heard, over one deal of roles; None: they are not entered."""
    deal = tuple(_NUMBER[role] for role in roles) if roles else ("NEXT",) * SEATS
    presses: list[Moment] = []
    if roles:
        presses += [Moment(0, "free_seating", 30_000, EnterRole(seat, role)) for seat, role in enumerate(roles, 1)]
        if draw(st.booleans()):
            wrong = EnterRole(_some(draw, 1, SEATS), draw(st.sampled_from(sorted(_NUMBER))))
            presses.append(Moment(0, draw(st.sampled_from(FIRST_STEPS[:3])), _some(draw, 0, 12_000), wrong))
    presses += [Moment(0, "meeting", _some(draw, 0, 70_000), draw(_noise())) for _ in range(_some(draw, 1, 4))]
    if roles:
        presses += [
            Moment(0, step, _some(draw, 0, 11_000), str(roles.index(role) + 1))
            for step, role in (("don_sign", "don"), ("sheriff_sign", "sheriff"))
            if draw(st.booleans())
        ]
    fouls = list(draw(st.permutations(range(1, SEATS + 1)))[:4])
    for n, plan in enumerate(script.nights):
        if n:
            presses += draw(_night_presses(n, plan, roles))
        if fouls and draw(st.booleans()):
            seat = fouls.pop()
            where = draw(st.sampled_from(NIGHT_STEPS if n else FIRST_STEPS[:3]))
            at = _some(draw, 0, 9000)
            then = draw(st.sampled_from(["", "+MISS", "+UNDO"]))
            presses.append(Moment(n, where, at, f"FOUL+{seat}"))
            if then:
                presses.append(Moment(n, where, at + 300, f"FOUL+{seat}{then}"))
        if plan.removed:
            where, at = ("gate", _some(draw, 1500, 4000)) if n else ("free_seating", 32_000)
            presses.append(Moment(n, where, at, f"FOUL+{plan.removed}"))
            presses.append(Moment(n, where, at + _some(draw, 1, 400), f"FOUL+{plan.removed}+NEXT"))
        presses += [
            Moment(n, "day", 500 + 1000 * place + _some(draw, 0, 900), str(seat))
            for place, seat in enumerate(plan.leavers)
        ]
    return Secret(deal, tuple(presses))


@st.composite
def _night_presses(draw: Any, n: int, plan: NightPlan, roles: tuple[str, ...] | None) -> list[Moment]:
    truth = str(plan.killed) if plan.killed else "MISS"
    mode = draw(st.sampled_from(["gate", "before"] if plan.killed else ["gate", "before", "silence"]))
    presses = [Moment(n, "shot", _some(draw, 0, 9000), draw(_noise())) for _ in range(_some(draw, 0, 3))]
    if mode == "before":
        presses.append(Moment(n, "shot", _some(draw, 9001, 13_500), truth))
    elif mode == "gate":
        for _ in range(_some(draw, 0, 2)):
            presses.append(Moment(n, "gate", _some(draw, 1500, 3000), draw(_noise())))
        presses.append(Moment(n, "gate", _some(draw, 3001, 4500), truth))
    else:
        if presses:
            presses.append(Moment(n, "gate", _some(draw, 1500, 4000), "UNDO"))
        presses.append(Moment(n, "gate", plan.gate - RETRY_EARLIER, "NEXT"))
    for step in NIGHT_STEPS[1:]:
        late = 16_000 if step != NIGHT_STEPS[-1] else 14_000  # later it would be for the result
        presses += [Moment(n, step, _some(draw, 0, late), draw(_noise())) for _ in range(_some(draw, 0, 4))]
    if mode != "before" and draw(st.booleans()):
        fix = CorrectEntry(draw(st.sampled_from(NIGHT_STEPS)), draw(st.sampled_from([None, *range(SEATS + 1)])))
        presses.append(Moment(n, draw(st.sampled_from(NIGHT_STEPS)), _some(draw, 0, 9000), fix))
        if mode == "silence":
            presses.append(Moment(n, "gate", 4100, "UNDO"))
    if roles and draw(st.booleans()):
        seat = _some(draw, 1, SEATS)
        at = _some(draw, 0, 9000)
        presses.append(Moment(n, draw(st.sampled_from(NIGHT_STEPS)), at, EnterRole(seat, roles[seat - 1])))
    if n == 1:
        for place, seat in enumerate(plan.numbers):
            at = 500 + place * 2500 + _some(draw, 0, 900)
            others = [s for s in range(1, SEATS + 1) if s not in plan.numbers]
            if draw(st.booleans()):
                presses.append(Moment(n, "best_move", at, str(draw(st.sampled_from(others)))))
                presses.append(Moment(n, "best_move", at + 500, "UNDO"))
            presses.append(Moment(n, "best_move", at + 1000, str(seat)))
    return presses


RETRY_EARLIER: Ms = 1500
"""How long before the NEXT that counts the judge learns that he has entered nothing."""


def _noise() -> st.SearchStrategy[str]:
    keys = [*(str(seat) for seat in range(1, SEATS + 3)), "MISS", "MISS", "UNDO", "UNDO", "FN+3", "FN+NEXT"]
    return st.sampled_from(keys)


@st.composite
def secrets_for(draw: Any, script: Script) -> tuple[Secret, Secret]:
    """Two secrets that one public script may hide: other roles and presses, the same results and the same end."""
    first = tuple(draw(st.permutations(_DECK)))
    win = _first_win(script, first)
    second = tuple(draw(st.permutations(_DECK)))
    if _first_win(script, second) != win:
        second = _shuffled_inside_teams(first, _some(draw, 0, 5))
    hidden = win == (-1, "")
    one = None if hidden and _some(draw, 0, 4) == 0 else first
    other = None if hidden and _some(draw, 0, 4) == 0 else second
    secret = draw(_secret(script, other))
    surely = Moment(0, "meeting", 55_000, str(_some(draw, 1, SEATS)))  # small examples would else hide the same
    return draw(_secret(script, one)), Secret(secret.deal, (*secret.presses, surely))


def _shuffled_inside_teams(roles: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Other holders of the Don's and the Sheriff's cards, the same blacks."""
    mixed = list(roles)
    for special, plain in (("don", "mafia"), ("sheriff", "civilian")):
        at, plains = mixed.index(special), [place for place, role in enumerate(mixed) if role == plain]
        to = plains[turn % len(plains)]
        mixed[at], mixed[to] = plain, special
    return tuple(mixed)


@st.composite
def games(draw: Any, most_nights: int = 3) -> tuple[Script, Secret, Secret]:
    """A public script and two secrets behind it."""
    script = draw(public_scripts(most_nights))
    return (script, *draw(secrets_for(script)))


# --- a mashed pad -----------------------------------------------------------------------------------------------

Voice: TypeAlias = Literal["prompt", "late", "early", "doubled", "old", "never"]


@dataclass(frozen=True, slots=True)
class Act:
    """After `wait`: `do` is "press", "give", "lose", "return", "cut", "voice" or "patience"; `what` says which."""

    wait: Ms
    do: str
    what: Any = None


def _waits() -> st.SearchStrategy[Ms]:
    return st.one_of(
        st.sampled_from([0, 1, 50, 999, 1000, 1001, 3000, 10_000]),
        st.integers(0, 3000),
        st.integers(0, 15_000),
        st.integers(0, 130_000),
    )


_SEAT = st.integers(1, SEATS + 1)
_KEYS = st.one_of(
    st.sampled_from(["NEXT", "NEXT", "PAUSE", "PAUSE", "UNDO", "UNDO", "MISS", "FN+PAUSE", "FN+UNDO", "FN+MISS"]),
    _SEAT.map(str),
    st.builds(
        "FOUL+{}{}".format, st.integers(1, SEATS), st.sampled_from(["", "", "+MISS", "+UNDO", "+NEXT", "+PAUSE"])
    ),
)
_COMMANDS = st.one_of(
    st.builds(EnterRole, _SEAT, st.sampled_from([*sorted(_NUMBER), "doctor"])),
    st.builds(
        CorrectEntry,
        st.sampled_from([*NIGHT_STEPS, *FIRST_STEPS, "nothing"]),
        st.one_of(st.none(), st.integers(-1, SEATS + 1)),
    ),
    st.builds(
        CorrectTable,
        st.sampled_from(["seat_in", "seat_out", "first_speaker", "night", "fouls", "winner"]),
        st.integers(0, SEATS + 1),
        st.integers(-2, 12),
        st.sampled_from(["", "red", "black", "draw", "nobody"]),
    ),
)


def faults() -> st.SearchStrategy[Act]:
    """What breaks: a device goes or comes back, the plug is pulled, the voice answers as it should not."""
    devices = st.sampled_from(["pad", "pad", "disk", "speaker", "clock"])
    voices = st.sampled_from(["prompt", "prompt", "late", "early", "doubled", "old", "never"])
    return st.one_of(
        st.builds(Act, _waits(), st.just("lose"), devices),
        st.builds(Act, _waits(), st.just("return"), devices),
        st.builds(Act, _waits(), st.just("cut")),
        st.builds(Act, _waits(), st.just("voice"), voices),
    )


def mash(most: int = 40) -> st.SearchStrategy[list[Act]]:
    """Any keys, commands and faults at any times; "patience" lets a sane judge go on for some presses in between."""
    press = st.builds(Act, _waits(), st.just("press"), _KEYS)
    return st.lists(
        st.one_of(
            press,
            press,
            press,
            st.builds(Act, _waits(), st.just("give"), _COMMANDS),
            faults(),
            st.builds(Act, st.just(0), st.just("patience"), st.integers(1, 14)),
        ),
        max_size=most,
    )


def seats_of(rules: Ruleset) -> int:
    return rules.seats[1]
