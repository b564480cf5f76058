"""Bots: racers that choose their moves from what a player sees."""
