"""Knowing how the server is: its log and its metrics."""
