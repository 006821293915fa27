"""Shipped fakes that behave like the thing: a virtual table, room, pad and clock; transcripts are played with them."""
