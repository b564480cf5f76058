"""A race that is over, written into a server's database before it runs: true, and at once there."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from random import Random

from client.bots.levels.rival import Rival
from engine import catalogue
from engine.chance import commitment
from protocol.messages import Replay, Settings, Standing, Status
from protocol.racing import rank
from protocol.wire import parse_entry
from server.rooms.records import Entered, RaceBegun, RaceMade, RaceOver, Record
from server.storage import players
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase


def played(game: str, seed: str, level: int = 3, luck: str = "luck") -> Replay:
    """Return what a bot of this level does with a deal, in its own time."""
    options = catalogue.entry(game).complete({})
    rival = Rival(game, options, seed, level, name="bot", chance=Random(luck))
    while rival.go_on():
        pass
    return rival.replay


def write_race(data: Path, games: Mapping[str, Replay]) -> dict[str, tuple[int, str]]:
    """Write the race 1, in which new players with these names did that on one deal.

    Return each one's id and token.
    """
    with ThreadPoolExecutor(1) as apart:  # a loop may run in this thread
        return apart.submit(asyncio.run, _write(data, games)).result()


async def _write(data: Path, games: Mapping[str, Replay]) -> dict[str, tuple[int, str]]:
    database = await SQLiteDatabase.open(data)
    who = {name: (number, f"{name}'s token") for number, name in enumerate(games, 1)}
    for name, (_, token) in who.items():
        await players.register(database, name, token, bot=False)
    done = sorted(
        chain.from_iterable(
            ((at, who[name][0], entry) for entry, at in zip(each.entries, each.times, strict=True))
            for name, each in games.items()
        ),
        key=lambda each: each[0],
    )
    first = next(iter(games.values()))
    settings = Settings(first.game, first.options, time_limit=7200)
    written: list[Record] = [
        RaceMade(1, settings, first.seed, commitment(first.seed)),
        RaceBegun(1, tuple(number for number, _ in who.values())),
    ]
    written += [
        Entered(1, number, player, parse_entry(entry), at)
        for number, (at, player, entry) in enumerate(done)
    ]
    ranked = sorted(games.items(), key=lambda each: rank(*_end(each[1])))
    for name, each in ranked:
        if each.status == "gave up":
            at = each.times[-1] if each.times else 0
            written.append(Entered(1, len(written) - 2, who[name][0], "give up", at))
    standings = tuple(
        Standing(who[name][0], name, *_end(each)[:2], place, len(each.entries), each.milliseconds)
        for place, (name, each) in enumerate(ranked, 1)
    )
    over = max((each.times[-1] for each in games.values() if each.times), default=0)
    await StoredJournal(database).write([*written, RaceOver(1, over, standings)])
    await database.close()
    return who


def _end(replay: Replay) -> tuple[Status, int, int]:
    return replay.status, replay.score, replay.milliseconds
