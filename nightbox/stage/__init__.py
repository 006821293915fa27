"""What the room hears and sees: the voice pack, the sound process and its supervisor, the LED clock.

Nothing here knows a role, a shot or a check. pygame is imported in `worker` alone, when the device opens.
"""
