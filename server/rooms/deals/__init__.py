"""Deals that can be won: what is wished, and those that lie ready.  Pure."""
