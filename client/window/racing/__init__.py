"""A race on the screen: clocks, standings, curves, podium, boards side by side."""
