"""Connections: who is let in, frames, and the way of a message out."""
