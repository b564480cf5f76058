"""How long the server's questions to a big database take, with nothing of it in memory and again.

    python -m bench.queries            100,000 races of four, by 20,000 players, in 30 games

Every second race is one of Klondike, one player is in every fifth, and one race in a hundred has
its moves.  The database is made afresh in a scratch directory, which takes some seconds.  The last
line is no question of the server's: to read through all racers once, which the others stand beside.
"""

import argparse
import asyncio
import os
import random
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias, get_args

from bench.shared.load import scratch
from engine import catalogue
from harness.ratios import note
from protocol.messages import Period
from server.storage import leaderboard, players, replays
from server.storage.entries import written_as_texts
from server.storage.filing import options_key
from server.storage.records import career, feats
from server.storage.records.overview import OverviewCache
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.reader import SQLiteReader

TIMES: Final = 5
DAY: Final = 86_400
MOVES: Final = 500
"""Of each racer in a race that has them."""
GAMES: Final = (
    "klondike",
    *[each.name for each in catalogue.entries() if each.name != "klondike"][:29],
)

THROUGH: Final = "through all racers"
TOLD: Final = (
    "leaderboard of klondike, all",
    "leaderboard of klondike, year",
    "the overview, not kept",
    "profile of who raced most",
    "a replay",
    "a token (hello)",
)
"""Of which `python -m bench` tells how they stand beside that."""


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
        made, raced, ends, entered = [], [], [], []
        for race in range(1, races + 1):
            game = "klondike" if race % 2 else chance.choice(GAMES)
            ended = now - (races - race) * 3 * 365 * DAY // races
            made.append((race, game, *filed[game], "seed", "promise", ended - 300, 300_000))
            ends.append((ended, race))
            racing = chance.sample(range(2, players + 1), 4)
            if race % 5 == 0:
                racing[0] = 1
            for place, player in enumerate(racing, 1):
                won = chance.random() < 0.2
                score = 52 if won else chance.randrange(52)
                at = chance.randrange(60_000, 300_000)
                status = "won" if won else "stuck"
                raced.append((race, player, place - 1, status, score, place, 120, at, place == 1))
            if race % 100 == 0:
                entered += [
                    (race, number, racing[number % 4], f"[{number % 13},1,2]", 90 * number, None)
                    for number in range(4 * MOVES)
                ]
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
        rate(connection, raced)
        connection.executemany(*written_as_texts(entered))
    connection.close()


def rate(connection: sqlite3.Connection, raced: Sequence[tuple[object, ...]]) -> None:
    """Let all races be rated, by numbers that mean nothing."""
    chance = random.Random(2)
    connection.execute("INSERT INTO rating_books VALUES (1, 1, 0, 'open', 0)")
    connection.execute("UPDATE races SET rated = id")
    strengths: dict[object, tuple[float, float, int]] = {}
    steps = []
    for race, player, *_ in raced:
        mu, sigma, number = strengths.get(player, (1500.0, 500.0, 0))
        known = (mu + chance.gauss(0, sigma / 10), max(100.0, sigma * 0.97), number + 1)
        strengths[player] = known
        steps.append((player, race, *known))
    connection.executemany("INSERT INTO rating_steps VALUES (1, ?, '', ?, ?, ?, ?)", steps)
    rows = [(player, *known) for player, known in strengths.items()]
    connection.executemany("INSERT INTO ratings VALUES (1, '', ?, ?, ?, ?)", rows)


Question: TypeAlias = Callable[[SQLiteReader], Awaitable[object]]


def questions() -> dict[str, Question]:
    """Return what is asked, by what to call it."""
    found: dict[str, Question] = {}
    for game in ("klondike", GAMES[5]):
        for period in get_args(Period):
            found[f"leaderboard of {game}, {period}"] = lambda reader, g=game, p=period: (  # type: ignore[misc]
                leaderboard.find_leaderboard(reader, g, {}, p)
            )
    for player, what in ((1, "who raced most"), (77, "somebody")):
        found[f"profile of {what}"] = lambda reader, n=player: (  # type: ignore[misc]
            leaderboard.profile(reader, n, 2)
        )
        found[f"wins in a row of {what}"] = lambda reader, n=player: career.streaks(reader, n)  # type: ignore[misc]
        found[f"rivals of {what}"] = lambda reader, n=player: career.rivals(reader, n, 2)  # type: ignore[misc]
    found["the overview, not kept"] = lambda reader: OverviewCache(reader).seen_by(2)
    found["what a race has changed"] = lambda reader: feats.of_race(reader, 1)
    found["a replay"] = lambda reader: replays.find_replay(reader, 100, 1)
    found["a race that is not there"] = lambda reader: replays.find_filed(reader, 10**9, 1)
    found["a token (hello)"] = lambda reader: players.find(reader, "nobody's")
    found["all players (operator)"] = _all_players
    found[THROUGH] = lambda reader: reader.read_all("SELECT COUNT(*), SUM(score) FROM racers")
    return found


async def _all_players(reader: SQLiteReader) -> int:
    return len([player async for player in players.find_all(reader)])


def forget_pages(path: Path) -> None:
    """Let the system take the file out of its memory."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


async def timed(reader: SQLiteReader, question: Question) -> float:
    """Return how many milliseconds an answer takes."""
    began = time.perf_counter()
    await question(reader)
    return (time.perf_counter() - began) * 1000


async def measure(directory: Path, name: str, question: Question) -> float:
    """Print the time of a question when nothing is in memory, and the median of the next ones.

    Return that median, in milliseconds.
    """
    forget_pages(directory / FILE_NAME)
    reader = await SQLiteReader.open(directory)
    cold = await timed(reader, question)
    warm = [await timed(reader, question) for _ in range(TIMES)]
    await reader.close()
    print(f"{name:40} cold {cold:8.1f} ms, warm {statistics.median(warm):8.1f} ms")
    return statistics.median(warm)


async def run(directory: Path, races: int, players: int) -> None:
    """Fill a database and ask it."""
    await (await SQLiteDatabase.open(directory)).close()
    began = time.perf_counter()
    await asyncio.to_thread(fill, directory / FILE_NAME, races, players)
    await (await SQLiteDatabase.open(directory)).close()  # Nothing is left beside the file.
    size = (directory / FILE_NAME).stat().st_size / 1e6
    print(f"{races} races in {size:.0f} MB, written in {time.perf_counter() - began:.0f} s")
    times = {name: await measure(directory, name, each) for name, each in questions().items()}
    for name in TOLD:
        note(f"{name}, warm", times[name] / times[THROUGH], "reading through all racers")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=20_000)
    arguments = parser.parse_args()
    with scratch() as directory:
        asyncio.run(run(Path(directory), arguments.races, arguments.players))


if __name__ == "__main__":
    main()
