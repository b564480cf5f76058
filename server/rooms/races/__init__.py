"""A race by itself: what its racers do, when it is told, and what those hear who ask for help."""
