"""Ratings on the screen: a player's over time, and the highest."""
