"""Races of the last weeks for pictures: a leaderboard and a player's page as they are in use."""

import asyncio
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from engine import catalogue
from engine.chance import commitment
from protocol.messages import Settings, Standing, Status
from server.rooms.records import (
    Attended,
    RaceBegun,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    Record,
    RemarkMade,
)
from server.storage import players
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase

TOKEN: Final = "0123456789abcdef" * 4
"""By which the first of the players comes back."""
NAMES: Final = (
    *("Ada", "Agnes", "Alonzo", "Annie", "Blaise", "Charles", "Christine", "Claude", "Dana"),
    *("Emmy", "Euclid", "Fibonacci", "George", "Hypatia", "Ida", "Joan", "Kurt", "Leonhard"),
    *("Maryam", "Noether", "Ole", "Pascal", "Rózsa", "Sofia", "Thales", "Ursula", "Vera"),
)
GAMES: Final = ("klondike", "klondike", "klondike", "freecell", "golf", "spider")
RACES: Final = 36
OF_EVENING: Final = 4
"""Races of each evening."""
SAID: Final = (
    "Hello, everybody. The same cards for all: no excuses.",
    "One moment, I am getting some tea, and then I am with you.",
    "<b>Bold</b> & <img src=x> are only text here.",
    "That was close! Another one?",
)
DAY: Final = 86_400


def write_past(data: Path, own: str = NAMES[0]) -> None:
    """Write what was raced before into a server's data directory, where none has been yet.

    The first of the players is called `own`.
    """
    with ThreadPoolExecutor(1) as apart:  # a loop may run in this thread
        apart.submit(asyncio.run, _write(data, own)).result()


async def _write(data: Path, own: str) -> None:
    database = await SQLiteDatabase.open(data)
    for number, name in enumerate((own, *NAMES[1:])):
        token = TOKEN if number == 0 else f"{number:064}"
        player = await players.register(database, name, token, bot=False)
        await players.mark_seen(database, player.id)
    chance = random.Random("past")  # noqa: S311 (the same pictures each time)
    journal, now = StoredJournal(database), int(time.time())
    ends: list[Sequence[int]] = []
    for race in range(1, RACES + 1):
        records, ended = _race(race, chance)
        await journal.write(records)
        ends.append((now - ended, race))
    times = "UPDATE races SET ended = ?1, over = ?1, started = ?1 - 900 WHERE id = ?2"
    await database.write([(times, ends)])
    said = (
        "UPDATE said SET at = (SELECT ended FROM races WHERE races.id = said.evening) + 60 * number"
    )
    await database.write([(said, [()])])
    await database.write([("UPDATE players SET made = ?", [(now - 60 * DAY,)])])
    await database.close()


def _race(race: int, chance: random.Random) -> tuple[list[Record], int]:
    """Return a race, and how many seconds ago it ended: the later, the more recent."""
    game = GAMES[race % len(GAMES)]
    racing = chance.sample(range(2, len(NAMES) + 1), chance.randint(2, 6))
    if race % 3:
        racing.insert(0, 1)
    results: list[tuple[Status, int, int]] = []
    for _ in racing:
        won = chance.random() < 0.15
        status: Status = "won" if won else chance.choice(("stuck", "gave up", "out of time"))
        score = 52 if won else chance.randrange(1, 48)
        results.append((status, score, 1000 * chance.randrange(90, 800) + chance.randrange(1000)))
    results.sort(key=lambda each: (each[0] != "won", -each[1], each[2]))
    chance.shuffle(racing)
    standings = tuple(
        Standing(player, "", status, score, place, 40 + score, at)
        for place, (player, (status, score, at)) in enumerate(zip(racing, results, strict=True), 1)
    )
    settings = Settings(game, catalogue.entry(game).complete({}))
    seed = f"past {race}"
    return [
        RaceMade(race, settings, seed, commitment(seed)),
        RaceBegun(race, tuple(sorted(racing))),
        RaceOver(race, 900_000, standings),
        *_of_evening(race, racing),
    ], (RACES - race) * DAY * 2 // 3 + 600


def _of_evening(race: int, racing: Sequence[int]) -> list[Record]:
    """Return of which evening a race is, with its chat after the first."""
    number = (race - 1) % OF_EVENING + 1
    evening = race - number + 1
    there = tuple({1, *racing})
    said = [
        RemarkMade(
            "PAST", race * 10 + line, evening, 10**6, racing[line % len(racing)], text, there
        )
        for line, text in enumerate(SAID if number == 1 else SAID[-1:])
    ]
    return [
        RaceOfEvening(race, evening, number, racing[-1]),
        Attended(evening, number, there),
        *said,
    ]
