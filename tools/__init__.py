"""Tools for who works on Samedeal: `python -m tools...`; no part of the package."""
