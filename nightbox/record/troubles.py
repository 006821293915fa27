"""What stood in the way of a game while it is being told: pauses, starts in its middle, devices. Nothing is worded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nightbox.game import facts as f
from nightbox.game.facts import Fact
from nightbox.record.paper import Cut, Loss, Pause, When
from nightbox.units import Ms


@dataclass(slots=True)
class Troubles:
    pauses: list[Pause] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    def hear(self, fact: Fact, when: When) -> None:
        at = when.at
        match fact:
            case f.Paused(_) if not (self.pauses and self.pauses[-1].until is None):
                self.pauses.append(Pause(when, None))
            case f.Resumed(_) | f.GameAbandoned():
                self._go_on(at)
            case f.GameRecovered():
                self._go_on(at)
                self.cuts.append(Cut(when, None))
                self.losses = [replace(loss, until=at) if loss.until is None else loss for loss in self.losses]
            case f.DeviceLost(device):
                self.losses.append(Loss(device, when, None))
            case f.DeviceReturned(device):
                self.losses = [
                    replace(loss, until=at) if loss.device == device and loss.until is None else loss
                    for loss in self.losses
                ]
            case _:
                pass

    def _go_on(self, at: Ms) -> None:
        self.pauses = [replace(pause, until=at) if pause.until is None else pause for pause in self.pauses]
        self.cuts = [replace(cut, until=at) if cut.until is None else cut for cut in self.cuts]
