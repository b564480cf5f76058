"""The rules: cards, piles, deals and moves. Pure: no clock, no I/O, no randomness of its own."""
