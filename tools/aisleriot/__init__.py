"""This engine held against AisleRiot, the program."""
