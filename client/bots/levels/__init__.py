"""Bots of five levels, from the beginner to the one that reckons: how each plays, and how fast."""
