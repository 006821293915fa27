"""Measuring, not testing: how exact the windows are in the room, how fast a press is answered, what the box costs.

`python -m tests.bench [exact|answer|due|cost|core ...]` on a machine that does nothing else. The figures are
those of the real daemon on a pseudo-terminal's pad and a sound server that nobody hears; only `core` runs in
virtual time.
"""
