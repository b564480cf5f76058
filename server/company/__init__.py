"""The server's own bots: who may call them, and how many there may be."""
