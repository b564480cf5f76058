"""Rooms and races: everything that decides.  Pure."""
