"""Tools for those who work on Samedeal: `python -m tools...`. They are not installed with it."""
