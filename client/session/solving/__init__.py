"""Wins of deals: how they are looked for, and what is known of the positions of one deal."""
