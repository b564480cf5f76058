"""The way to a server, and the processes that a player starts from the window."""
