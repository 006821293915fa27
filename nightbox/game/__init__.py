"""The game itself. Pure: no clock, file, thread, log or random. Commands in, facts out, cues out."""
