"""How a deal can be won, or that it cannot: one search for every game."""
