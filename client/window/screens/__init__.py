"""The window's screens, one a module: they show what the session knows, and send the wishes."""
