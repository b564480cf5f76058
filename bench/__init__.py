"""Measurements: scripts to run from the root, as `python -m bench.engine`."""
