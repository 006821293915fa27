"""The rehearsal's terminal: the LED clock, where the game stands, what is asked of the judge, what each key does now.

The judge's own screen: it shows the entry of the current step, and nothing of the steps before it.
"""

from nightbox.screen.lines import Lines
from nightbox.screen.picture import picture
from nightbox.screen.terminal import Screen
from nightbox.screen.view import View, view_of

__all__ = ["Lines", "Screen", "View", "picture", "view_of"]
