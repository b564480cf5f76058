"""Choosing a game, and what is told of it: its rules, its facts, the code of its deal."""
