"""The judge's hands: every pad becomes the same stamped edges, and edges become whole keys.

    a driver (serial, terminal, ...)  -- tells Edge, Held, PadLost, PadBack -->  the loop's inbox
    chords (pure)                     -- edges in, Stroke and answers out   -->  the referee

A driver only tells; it never decides what a key means. Time is an argument everywhere but in the drivers.
"""
