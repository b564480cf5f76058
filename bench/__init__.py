"""Measurements: how fast things are, never whether they are right."""
