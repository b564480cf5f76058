"""The file in which is recorded what was measured, game by game."""

from pathlib import Path
from typing import Final

import msgspec

MEASURE: Final = 2
"""Grows when a change to the levels gives them other results: then all is measured again."""
FILE: Final = Path(__file__).with_name("measured.json")


class Record(msgspec.Struct, frozen=True):
    """What was measured of a game on the deals `levels 1`, `levels 2` and so on."""

    measure: int
    rules: int
    """The version of the game's rules."""
    whole: int | None
    """What a win scores; None where nobody knows."""
    firsts: list[int]
    """What each deal scores before the first move."""
    scores: list[list[int]]
    """What each player scored on each deal, the players as in `tools.bot_levels.trial.PLAYERS`."""
    won: list[list[int]]
    """The numbers of the deals that each of them won, counted from 0."""


class Records(msgspec.Struct):
    """All that was measured."""

    games: dict[str, Record] = {}
    banded: list[bool] = []
    """Of each certified deal of the middle band whether it was won."""


def read() -> Records:
    """Return what is recorded."""
    if not FILE.exists():
        return Records()
    return msgspec.json.decode(FILE.read_bytes(), type=Records)


def write(records: Records) -> None:
    """Record what was measured, a line for each game."""
    games = ",\n".join(
        f"  {msgspec.json.encode(name).decode()}: {msgspec.json.encode(game).decode()}"
        for name, game in sorted(records.games.items())
    )
    banded = msgspec.json.encode(records.banded).decode()
    text = f'{{"banded": {banded}, "games": {{\n{games}\n}}}}\n'
    new = FILE.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(FILE)
