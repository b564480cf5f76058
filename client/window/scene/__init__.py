"""A board on the screen, and the hands that play on it."""
