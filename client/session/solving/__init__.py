"""Wins of deals: how they are looked for, and until when finished games could be won."""
