"""The window's screens, one a module: each shows what the session knows and sends what the player wants."""
