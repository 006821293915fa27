"""What a judge did, fact by fact, in the words of a protocol. Russian only; nothing is laid out here."""

from __future__ import annotations

from nightbox.game import amend
from nightbox.game import facts as f
from nightbox.game.facts import Fact
from nightbox.game.ruleset import Ruleset
from nightbox.record import russian as ru


def act(rules: Ruleset, fact: Fact) -> str:
    """What the judge did with `fact`, by the labels of `rules`."""
    steps = {step.id: step for step in (*rules.first_night, *rules.night)}

    def at_step(step: str) -> str:
        return steps[step].label if step in steps else step

    match fact:
        case f.RoleEntered(number, role):
            known = rules.role(role)
            return f"роль {ru.seat(number)} — {known.label if known else role}"
        case (
            f.ShotRecorded(_, step, number)
            | f.CheckRecorded(_, step, number)
            | f.VisitRecorded(_, step, number)
            | f.HealRecorded(_, step, number)
            | f.OrderRecorded(_, step, number)
        ):
            return f"{at_step(step)} — {ru.seat(number)}"
        case f.SignRecorded(_, step, number, _):
            return f"{at_step(step)} — {ru.seat(number)}"
        case f.MissRecorded(_, step):
            takes = steps[step].takes if step in steps else ""
            return f"{at_step(step)} — {ru.MISSES.get(takes, 'без записи')}"
        case f.EntryForgotten(_, step):
            return f"{at_step(step)} — запись снята"
        case f.BestMoveNumber(number):
            return f"лучший ход — {ru.seat(number)}"
        case f.LeaverEntered(_, number):
            return f"уходит по голосованию — {ru.seat(number)}"
        case f.FoulGiven(number, kind):
            return f"{ru.FOULS.get(kind, kind)} — {ru.seat(number)}"
        case f.FoulAmended(number, kind):
            return f"{ru.FOULS.get(kind, kind)} вместо прежнего фола — {ru.seat(number)}"
        case f.RemovalEntered(number):
            return f"удаление — {ru.seat(number)}"
        case f.TeamDefeatEntered(number):
            return f"поражение команды игрока {ru.seat(number)}"
        case f.NextPressed(_):
            return "переход дальше"
        case f.EndAsked():
            return "вопрос о конце игры"
        case f.SpeechShifted(_):
            return "время речи сдвинуто"
        case f.PauseAsked() | f.Paused(_):
            return "пауза"
        case f.ResumeAsked():
            return "конец паузы"
        case f.TableCorrected():
            return correction(fact)
        case _:
            return _by_day(fact) or _beside(rules, fact) or type(fact).__name__


def _by_day(fact: Fact) -> str:
    match fact:
        case f.NominationMade(by, number):
            return f"{ru.seat(by)} выставляет {ru.seat(number)}"
        case f.NominationRepeated(by, number):
            return f"{ru.seat(by)} повторно выставляет {ru.seat(number)}"
        case f.GoldenMinuteTaken(number):
            return f"золотая минута — {ru.seat(number)}"
        case f.VotesCounted(number, count):
            return f"против {ru.seat(number)} — {ru.hands(count)}"
        case f.RaiseAsked(allowed):
            return f"вопрос «поднять всех» {'ставится' if allowed else 'не ставится'}"
        case f.RaiseCounted(count):
            return f"за «поднять всех» — {ru.hands(count)}"
        case f.VoteCancelled(day):
            return f"голосование дня {day} не проводится"
        case f.AlibiEntered(_, number):
            return f"алиби — {ru.seat(number)}" if number else "алиби ни у кого"
        case f.GhostEntered(_, number):
            return f"призрак — {ru.seat(number)}" if number else "призрака нет"
        case f.GhostChose(number):
            return f"призрак указал на {ru.seat(number)}"
        case f.ProtocolOffered(number):
            return f"право на протокол — {ru.seat(number)}"
        case f.ProtocolTaken(number, how):
            return f"{ru.PROTOCOLS.get(how, how)} — {ru.seat(number)}"
        case _:
            return ""


def _beside(rules: Ruleset, fact: Fact) -> str:
    """What was written beside the game."""
    match fact:
        case f.PlayerNamed(number, name):
            return f"{ru.seat(number)} — {name}" if name else f"{ru.seat(number)} — имя снято"
        case f.ShooterRecorded(night, number, aim):
            return f"ночь {night}: {ru.seat(number)} — {'' if aim < 1 else 'в '}{ru.shot(aim)}"
        case f.SeatVoted(day, number, voter, against):
            whom = f"против {ru.seat(against)}" if against else "ни против кого"
            return f"день {day}, тур {number}: {ru.seat(voter)} — {whom}"
        case f.PointsGiven(number, kind, hundredths, reason):
            label = amend.points_kinds(rules).get(kind, kind)
            given = f"{ru.signed(hundredths)}, {reason}" if hundredths else "снят"
            return f"{ru.seat(number)}: {label} {given}"
        case f.MarkGiven(number, mark, on):
            label = amend.mark_kinds(rules).get(mark, mark)
            many = f" ×{on}" if on > 1 else "" if on else " — снято"
            return f"{ru.seat(number)}: {label}{many}"
        case f.ResultAmended(result, reason):
            return f"исход: {ru.winner(result)}, {reason}"
        case f.ReasonGiven(entry, reason):
            return f"к записи {entry}: {reason}" if reason else f"причина записи {entry} снята"
        case _:
            return ""


def correction(fact: f.TableCorrected) -> str:
    """A correction of the table in the words of a protocol."""
    match fact.what:
        case "seat_in":
            return f"игрок {ru.seat(fact.seat)} возвращён за стол"
        case "seat_out":
            return f"игрок {ru.seat(fact.seat)} выведен из-за стола"
        case "first_speaker":
            return f"первым говорит игрок {ru.seat(fact.seat)}"
        case "night":
            return f"номер ночи теперь {fact.value}"
        case "fouls":
            return f"у игрока {ru.seat(fact.seat)} теперь {ru.counted(fact.value, 'фол', 'фола', 'фолов')}"
        case "winner" if fact.winner == "":
            return "объявленный исход снят, игра продолжается"
        case "winner":
            return f"исход игры: {ru.winner(fact.winner)}"
        case _:
            return fact.what
