"""How long the server's questions to a big database take.

    python -m bench.queries            100,000 races of four, by 2,000 players, in 30 games

Every second race is one of Klondike, and the best player is in every tenth.  The database is made
afresh in a temporary directory, which takes some seconds.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, get_args

from engine import catalogue
from protocol.messages import Period
from server.storage import leaderboard
from server.storage.database import FILE_NAME, Database, Reader
from server.storage.journal import options_key

TIMES: Final = 5
DAY: Final = 86_400
GAMES: Final = (
    "klondike",
    *[each.name for each in catalogue.entries() if each.name != "klondike"][:29],
)


def fill(path: Path, races: int, players: int) -> None:
    """Write finished races of the last three years, the newest last."""
    chance = random.Random(1)
    now = int(time.time())
    filed = {
        game: (
            options_key(options := catalogue.entry(game).complete({})),
            f'{{"game":"{game}","options":{options_key(options)}}}',
        )
        for game in GAMES
    }
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO players (id, name, name_key, token_hash, bot, made) VALUES (?,?,?,?,?,?)",
            ((n, f"p{n}", f"p{n}", str(n), n % 20 == 0, now) for n in range(1, players + 1)),
        )
        made, raced, ends = [], [], []
        for race in range(1, races + 1):
            game = "klondike" if race % 2 else chance.choice(GAMES)
            ended = now - (races - race) * 3 * 365 * DAY // races
            made.append((race, game, *filed[game], "seed", "promise", ended - 300, 300_000))
            ends.append((ended, race))
            racing = chance.sample(range(2, players + 1), 4)
            if race % 10 == 0:
                racing[0] = 1
            for place, player in enumerate(racing, 1):
                won = chance.random() < 0.2
                score = 52 if won else chance.randrange(52)
                at = chance.randrange(60_000, 300_000)
                status = "won" if won else "stuck"
                raced.append((race, player, place - 1, status, score, place, 120, at, place == 1))
        connection.executemany(
            "INSERT INTO races (id, game, options, settings, seed, commitment, started, elapsed) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            made,
        )
        connection.executemany(
            "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds, "
            "win) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            raced,
        )
        connection.executemany("UPDATE races SET over = ?1, ended = ?1 WHERE id = ?2", ends)
    connection.close()


async def measure(name: str, ask: Callable[[], Awaitable[object]]) -> None:
    """Print the median time of a question, and that of its first time."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await ask()
        times.append((time.perf_counter() - began) * 1000)
    print(f"{name:40} first {times[0]:8.1f} ms, median {statistics.median(times):8.1f} ms")


async def run(directory: Path, races: int, players: int) -> None:
    """Fill a database and ask it."""
    await (await Database.open(directory)).close()
    began = time.perf_counter()
    await asyncio.to_thread(fill, directory / FILE_NAME, races, players)
    size = (directory / FILE_NAME).stat().st_size / 1e6
    print(f"{races} races in {size:.0f} MB, written in {time.perf_counter() - began:.0f} s")
    reader = await Reader.open(directory)
    for game in ("klondike", GAMES[5]):
        for period in get_args(Period):
            await measure(
                f"leaderboard of {game}, {period}",
                lambda game=game, period=period: leaderboard.leaderboard(  # type: ignore[misc]
                    reader, game, {}, period
                ),
            )
    for player, what in ((1, "who raced most"), (77, "somebody")):
        await measure(
            f"profile of {what}",
            lambda player=player: leaderboard.profile(reader, player),  # type: ignore[misc]
        )
    await reader.close()


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(run(Path(directory), arguments.races, arguments.players))


if __name__ == "__main__":
    main()
