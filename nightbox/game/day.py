"""The judge's orders of the day: speeches, nominations, last words, seconds more or less, the night, the end."""

from __future__ import annotations

from nightbox.game import reveal
from nightbox.game.draft import Draft
from nightbox.game.facts import (
    AsideBegan,
    GameDecided,
    GoldenMinuteTaken,
    NextPressed,
    NominationMade,
    NominationRepeated,
    PartBegan,
    ProtocolOffered,
    ProtocolTaken,
    SpeechShifted,
    TellAsked,
)
from nightbox.game.programme import best_move_in_word
from nightbox.game.programme.days import foul_step, golden_right
from nightbox.game.public import NEVER
from nightbox.game.rulings import ENTRY, STEP, Refused, Result
from nightbox.units import Ms

SHIFT: Ms = 5000
"""How much FN and PAUSE give to a speech, or FN and UNDO take from it."""

TOLD_AFTER: Ms = 700
"""What was entered is said this much later, unless it is replaced."""


def shift(draft: Draft, by: Ms, at: Ms) -> Result:
    p = draft.public
    if p.hold:
        draft.put(SpeechShifted(max(0, p.hold.left + by)))
    elif p.until == NEVER and by < 0:
        return Refused("время вышло")
    else:
        draft.put(SpeechShifted(max(at, (at if p.until == NEVER else p.until) + by)))
    return STEP


def go_on(draft: Draft, at: Ms) -> Result:
    """NEXT: the running item is over; what is still to be said of it is said first."""
    p = draft.public
    if p.hold:
        return Refused("пауза")
    if p.tell and draft.empty:  # an entry of its own, so that the sound's answers find both lines
        line = p.tell.lines[0]
        draft.put(AsideBegan(line, draft.tempo.line_until(line, at, p)))
        draft.close("time", at)
    draft.put(NextPressed(p.item))
    draft.walk(at)
    return STEP


def begin(draft: Draft, at: Ms) -> Result:
    """The game begins: with introductions by day, or with the first nightfall."""
    day = draft.tempo.rules.day
    draft.put(PartBegan("introductions", -1) if day and day.introductions else PartBegan("dusk", 0))
    draft.walk(at)
    return STEP


# --- nominations ------------------------------------------------------------------------------------------------


def nominate(draft: Draft, seat: int, at: Ms) -> Result:
    """The one who has the turn puts up `seat` (4MAFIA 2.3.2-2.3.5, FSM 4.5.2, city, M9 L31)."""
    rules, p = draft.tempo.rules, draft.public
    how = rules.nominations
    by = int(p.item.split(":")[1])
    if how is None:
        return Refused("здесь не выставляют")
    if seat not in p.alive:
        return Refused(f"игрок {seat} уже вышел")
    if seat == by and not how.oneself:
        return Refused("себя не выставляют")
    if (limit := foul_step(rules, dict(p.rights).get(by, ""))) and limit.right in ("mute", "no_vote"):
        return Refused(f"игрок {by} не выставляет")
    mine = [one for one in p.nominations if one[0] == by]
    used = bool(mine) or (by in p.repeats and how.repeat_counts)
    waiting = p.tell.lines if p.tell else ()
    beside = [line for line in waiting if line not in (how.accepted, how.repeated)]
    if used and len(beside) == len(waiting):  # what is not told yet is replaced
        return Refused(f"игрок {by} уже выставил; отменить — UNDO")
    if how.in_turn:
        draft.put(NominationMade(by, seat))
        return go_on(draft, at)
    repeated = any(one == seat for who, one in p.nominations if who != by)
    if repeated and not how.repeat_counts and not how.repeated:
        return Refused(f"игрок {seat} уже выставлен")
    draft.put(NominationRepeated(by, seat) if repeated else NominationMade(by, seat))
    draft.put(TellAsked(" ".join([*beside, how.repeated if repeated else how.accepted]), at + TOLD_AFTER))
    return ENTRY


def list_nominees(draft: Draft, at: Ms) -> Result:
    """Who is put up, on request (4MAFIA 2.2.4, city); never in FSM (7.4)."""
    how, p = draft.tempo.rules.nominations, draft.public
    if how is None or not how.list_asked:
        return Refused("по этим правилам список не оглашают")
    some, waiting = p.nominees, p.tell.lines if p.tell else ()
    opening = how.list_none if not some else how.list_one if len(some) == 1 else how.list_some
    draft.put(TellAsked(" ".join([*waiting, opening, *(f"{how.number}_{seat}" for seat in some)]), at))
    return ENTRY


def golden(draft: Draft, seat: int, at: Ms) -> Result:
    """A nominee takes the one golden minute of his game (M9 L33)."""
    if seat not in golden_right(draft.public):
        return Refused(f"у игрока {seat} нет золотой минуты")
    draft.put(GoldenMinuteTaken(seat))
    return go_on(draft, at)


# --- last words -------------------------------------------------------------------------------------------------


def end_word(draft: Draft, at: Ms) -> Result:
    """The last word is over; where the best move was named in it, it stands now (4MAFIA 4.3)."""
    p = draft.public
    if not p.hold and in_best_move_word(draft):
        draft.put(reveal.best_move(draft.state))
    return go_on(draft, at)


def in_best_move_word(draft: Draft) -> bool:
    """Whether the running last word is that of the one killed in the first night of shots."""
    p = draft.public
    return p.part == "morning" and best_move_in_word(draft.tempo.rules, p.night) and len(p.killed or ()) == 1


def offer_protocol(draft: Draft, at: Ms) -> Result:
    """«Ваше право на протокол»: only after the judge's key (FSM 4.8.5)."""
    rules, p = draft.tempo.rules, draft.public
    word = rules.killed_word if p.part == "morning" else rules.voted_word
    if not word.protocol:
        return Refused("по этим правилам протокола нет")
    if p.hold:
        return Refused("пауза")
    draft.put(ProtocolOffered(p.speaker))
    return go_on(draft, at)


def take_protocol(draft: Draft, how: str, at: Ms) -> Result:
    draft.put(ProtocolTaken(int(draft.public.item.rpartition(":")[2]), how))
    return go_on(draft, at)


# --- the evening and the end ------------------------------------------------------------------------------------


def end_day(draft: Draft, at: Ms) -> Result:
    """The open day: what is to be announced comes first; then who leaves by vote; with nobody to leave, the night."""
    rules, p = draft.tempo.rules, draft.public
    draft.put(NextPressed("day"))
    if reveal.removals(rules, draft.state) or reveal.verdict(rules, draft.state):
        draft.put(PartBegan("day", p.night))
    elif leaving := reveal.leavers(draft.state):
        draft.put(*leaving)
        draft.put(*reveal.decided(rules, draft.state), PartBegan("exits", p.night))
    else:
        draft.put(PartBegan("dusk", p.night + 1))
    draft.walk(at)
    return STEP


def nightfall(draft: Draft, at: Ms) -> Result:
    """What is still to be announced comes first: removals, the winner. Then the night falls."""
    rules, p = draft.tempo.rules, draft.public
    draft.put(NextPressed(p.item))
    ended = reveal.verdict(rules, draft.state)
    if p.part == "introductions":
        draft.put(PartBegan("dusk", 0))
    elif reveal.removals(rules, draft.state) or (ended and not rules.win_confirmed):
        draft.put(PartBegan("evening", p.night))
    elif ended:
        draft.put(ended, PartBegan("end", p.night))
    elif p.ended is None:  # a win was expected here and taken back: the day is still to be held
        draft.put(PartBegan("day", p.night))
    else:
        draft.put(PartBegan("dusk", p.night + 1))
    draft.walk(at)
    return STEP


def choose_end(draft: Draft, number: int, at: Ms) -> Result:
    p, winners = draft.public, [winner for winner, _ in draft.tempo.rules.win_lines]
    if number > len(winners):
        return Refused(f"исходов: {len(winners)}")
    back = "evening" if draft.tempo.rules.day else "day"
    draft.put(NextPressed("end"), GameDecided(winners[number - 1]))
    if draft.tempo.rules.win_confirmed and (ended := reveal.verdict(draft.tempo.rules, draft.state)):
        draft.put(ended, PartBegan("end", p.night))
    else:
        draft.put(PartBegan(back, p.night))
    draft.walk(at)
    return STEP
