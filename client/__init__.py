"""The clients: a Qt board, a terminal spectator and bots around one pure session."""
