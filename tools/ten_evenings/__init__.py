"""Evenings of a club, lived through and reckoned: see `tools.ten_evenings.__main__`."""
