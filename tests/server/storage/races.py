"""Finished races, written down as a server would have done."""

from engine.chance import commitment
from protocol.messages import Settings, Standing, Status
from server.rooms.records import RaceBegun, RaceMade, RaceOver
from server.storage import players
from server.storage.database import Database
from server.storage.journal import StoredJournal

SETTINGS = Settings("klondike", {"deal": "no-redeals"})
NAMES = ("ann", "bob", "cat", "robot")
"""Who races: players 1, 2, 3 and 4."""


async def register(database: Database) -> None:
    """Let all of them be players there."""
    for name in NAMES:
        await players.register(database, name, name, bot=name == "robot")


class Races:
    """Finished races as a server would have written them."""

    def __init__(self, database: Database) -> None:
        self.journal = StoredJournal(database)
        self.number = 0

    async def add(
        self,
        *results: tuple[str, Status, int, int],
        settings: Settings = SETTINGS,
        over: bool = True,
        published: bool = True,
        moves: int = 9,
    ) -> int:
        """Add a race with (name, status, score, milliseconds), the best first; return its id."""
        self.number += 1
        standings = tuple(
            Standing(NAMES.index(name) + 1, name, status, score, place, moves, at)
            for place, (name, status, score, at) in enumerate(results, 1)
        )
        await self.journal.write(
            [
                RaceMade(self.number, settings, "seed", commitment("seed")),
                RaceBegun(self.number, tuple(s.player for s in standings)),
                *([RaceOver(self.number, 1000, standings, published)] if over else []),
            ]
        )
        return self.number
