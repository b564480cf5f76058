"""Connections: who may come in, what they may cost, and the way of a message in and out."""
