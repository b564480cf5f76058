"""Ratings in the database: written race by race, read for players, and checked."""
