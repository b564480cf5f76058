"""A made-up history of races, and its rows as Python sees them: for sums made in another way."""

import random
from typing import Any, NamedTuple

from protocol.messages import Settings, Status
from server.storage.database import Database
from server.storage.ratings.books import Ratings
from tests.server.storage.races import NAMES, Races

NOW = 1_800_000_000
KINDS = (
    Settings("klondike", {"deal": "no-redeals"}),
    Settings("klondike", {"deal": "three-card-deals"}),
    Settings("freecell"),
    Settings("freecell", deals="winnable"),
)
ENDS: tuple[Status, ...] = ("won", "won", "stuck", "gave up", "stopped")
PEOPLE = (1, 2, 3)


class Racer(NamedTuple):
    """Who raced how in which race."""

    race: int
    game: str
    filed: str
    ended: int
    player: int
    status: str
    score: int
    milliseconds: int
    place: int
    win: bool


async def make_history(database: Database, races: Races, seed: int, number: int = 60) -> None:
    """Write races of all kinds, the last ones within the past day before `NOW`."""
    chance = random.Random(seed)
    for at in range(number):
        kind = chance.choice(KINDS)
        racing = chance.sample(NAMES, chance.randrange(1, 5))
        ends = sorted(
            ((name, chance.choice(ENDS)) for name in racing), key=lambda end: end[1] != "won"
        )
        results: list[tuple[str, Status, int, int]] = []
        time = 0
        for name, status in ends:
            time += chance.randrange(5) * 1000
            score = 52 if status == "won" else chance.choice((0, 5, 5, 20, 51))
            results.append((name, status, score, 10_000 + time if status == "won" else time))
        race = await races.add(*results, settings=kind)
        ended = NOW - (number - at) * 4 * 3600
        await database.write([("UPDATE races SET ended = ? WHERE id = ?", [(ended, race)])])
    while await Ratings(database).rate_some():
        pass


async def rows_of(database: Database) -> list[Racer]:
    """Return who raced how, race after race."""
    found: list[Any] = [
        *await database.reader.read_all(
            "SELECT race, game, options, ended, player, status, score, milliseconds, place, win "
            "FROM racers JOIN races ON races.id = race WHERE ended IS NOT NULL "
            "ORDER BY race, place, player"
        )
    ]
    return [Racer(*row) for row in found]
