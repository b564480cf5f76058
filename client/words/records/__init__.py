"""In words: what there is of races that are past, of players and of a server."""
