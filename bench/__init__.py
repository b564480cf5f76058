"""Benchmarks: each is run by itself, and prints what it measured."""
