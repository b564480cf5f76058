"""The spectator in the terminal: a race as text."""
