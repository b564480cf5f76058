"""The player's computer: preferences, looks, language, sounds, memory, screen readers."""
