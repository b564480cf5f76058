"""Screens about what was raced on a server."""
