"""Receiving clients: who says hello, what they may ask for, how often, and whose turn it is."""
