"""The evenings that a player was in a room for, as that player may know them.

Who was there knows how the races ended of which they were told it, and with the tally all before
them.  Of a room without a password, the others are no secret either, once their spectators have
seen the end.
"""

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.messages import (
    MAX_DEALS,
    MAX_PAST,
    MAX_REMARKS,
    MAX_TALLIED,
    Evening,
    Moment,
    Past,
    PastDeal,
    PastEvening,
    PastRacer,
    PastRemark,
    RoomPast,
    Settings,
    Standing,
    Tallied,
)
from protocol.tally import tally
from server.storage.database import Reader
from server.storage.filing import read_filed
from server.storage.leaderboard_rows import make, readable
from server.storage.past.talk import heard_by

IN_LIST: Final = 5
"""Rows of a tally that are told in a list of evenings."""
LAST: Final = 2**53
"""Above the number of any line, and of any evening."""

# ?1 is who asks.  What stands in these strings is ours, and no input.
_KNOWN: Final = """
    over IS NOT NULL AND closed IS NULL AND NOT practice
    AND (races.number <= attended.number OR (ended IS NOT NULL AND NOT locked))
"""
_LATEST: Final = f"""
    SELECT evening FROM attended WHERE player = ?1 AND evening < ?2 AND EXISTS (
        SELECT 1 FROM races WHERE races.evening = attended.evening AND {_KNOWN})
    ORDER BY evening DESC LIMIT ?3
"""  # noqa: S608
_WAS_THERE: Final = "SELECT 1 FROM attended WHERE player = ? AND evening = ?"
_RACES: Final = f"""
    SELECT races.evening, races.id, game, options, started, over, settings,
        COALESCE((SELECT name FROM players WHERE players.id = races.host), ''),
        CASE WHEN forgotten > 0 OR (locked AND NOT EXISTS (SELECT 1 FROM racers
            WHERE race = races.id AND racers.player = ?1)) THEN 0 ELSE 1 END
    FROM races JOIN attended ON attended.evening = races.evening AND attended.player = ?1
    WHERE races.evening IN ({{of}}) AND {_KNOWN}
    ORDER BY races.evening, races.number, races.id
"""  # noqa: S608
_RACERS: Final = f"""
    SELECT races.evening, races.id, racers.player, name, status, score, place, racers.moves,
        milliseconds, bot
    FROM races JOIN attended ON attended.evening = races.evening AND attended.player = ?1
        JOIN racers ON race = races.id JOIN players ON players.id = racers.player
    WHERE races.evening IN ({{of}}) AND {_KNOWN} AND status IS NOT NULL
    ORDER BY races.id, place, racers.player
"""  # noqa: S608
_LINES: Final = """
    SELECT evening, COUNT(*) FROM said WHERE heard LIKE ?1 AND evening IN ({of}) GROUP BY evening
"""
_SAID: Final = """
    SELECT said.id, at, player, name, text FROM said JOIN players ON players.id = player
    WHERE evening = ? AND heard LIKE ? AND said.id < ? ORDER BY said.id DESC LIMIT ?
"""


class Race(NamedTuple):
    """A race of an evening, as it is written down."""

    deal: PastDeal
    """What is told of it, but for its racers."""
    started: int
    settings: Settings
    host: str
    standings: list[Standing]


class Told(NamedTuple):
    """An answer, and what it cost."""

    answer: Past | RoomPast
    looked_at: int
    """Results and lines that were read for it."""


async def latest(reader: Reader, player: int, before: int, keeps: int) -> Told:
    """Return the last evenings of a player before one, or with 0 of all.

    `keeps` is for how many days chat is kept.

    Raises:
        BadDatabase: they cannot be read.
    """
    rows = await reader.read_all(_LATEST, (player, before or LAST, MAX_PAST + 1))
    wanted = [evening for (evening,) in rows[:MAX_PAST]]
    found = await _races(reader, player, wanted)
    lines = await _lines(reader, player, wanted)
    evenings = [
        _in_list(_evening(evening, races, player, lines.get(evening, 0)))
        for evening in wanted
        if (races := found.get(evening))
    ]
    more = len(rows) > MAX_PAST
    past = Past(evenings=evenings, before=before, more=more, keeps=keeps)
    return Told(past, _results(found) + sum(lines.values()))


async def one(reader: Reader, player: int, evening: int, before: int, keeps: int) -> Told | None:
    """Return an evening of a player, with the chat before one of its lines, or with 0 all of it.

    None if the player was in no room then.  `keeps` is as for `latest`.

    Raises:
        BadDatabase: it cannot be read.
    """
    if not await reader.read_all(_WAS_THERE, (player, evening)):
        return None
    asked = evening, heard_by(player), before or LAST, MAX_REMARKS + 1
    rows = await reader.read_all(_SAID, asked)
    said = readable(reader, reversed(rows[:MAX_REMARKS]), _remark)
    found = {} if before else await _races(reader, player, [evening])
    races = found.get(evening, [])
    lines = (await _lines(reader, player, [evening])).get(evening, 0)
    past = RoomPast(
        evening=_evening(evening, races, player, lines),
        races=[_deal(race) for race in races],
        said=said,
        before=before,
        more=len(rows) > MAX_REMARKS,
        keeps=keeps,
    )
    return Told(past, _results(found) + lines)


async def _races(reader: Reader, player: int, evenings: list[int]) -> dict[int, list[Race]]:
    """Return the races of these evenings of which the player knows the end, in their order."""
    if not evenings:
        return {}
    of = ", ".join("?" * len(evenings))
    races: dict[int, list[Race]] = {}
    standings: dict[int, list[Standing]] = {}
    for _, race, *result in await reader.read_all(_RACERS.format(of=of), (player, *evenings)):
        standings.setdefault(race, []).extend(readable(reader, [result], _standing))
    for evening, *row in await reader.read_all(_RACES.format(of=of), (player, *evenings)):
        read = readable(reader, [row], _race)
        for race in read:
            known = race._replace(standings=standings.get(race.deal.race, []))
            races.setdefault(evening, []).append(known)
    return {evening: each[-MAX_DEALS:] for evening, each in races.items()}


async def _lines(reader: Reader, player: int, evenings: list[int]) -> dict[int, int]:
    if not evenings:
        return {}
    of = ", ".join("?" * len(evenings))
    rows = await reader.read_all(_LINES.format(of=of), (heard_by(player), *evenings))
    return {int(evening): int(lines) for evening, lines in rows}


def _race(
    race: int, game: str, text: str, started: int, over: int, settings: str, *rest: object
) -> Race:
    host, replay = rest
    filed = read_filed(text)
    deal = make(PastDeal, race, game, over, filed.options, filed.deals, [], bool(replay))
    read = msgspec.json.decode(settings, type=Settings)
    began = msgspec.convert(started, Moment)
    return Race(deal, began, read, msgspec.convert(host, str), [])


def _standing(*values: object) -> Standing:
    player, name, status, score, place, moves, milliseconds, bot = values
    return make(
        Standing, player, name, status, score, place, moves, milliseconds, True, bool(bot), 0, 0
    )


def _remark(*values: object) -> PastRemark:
    return make(PastRemark, *values)


def _deal(race: Race) -> PastDeal:
    return replace(race.deal, racers=[_racer(each) for each in race.standings])


def _racer(of: Standing) -> PastRacer:
    result = of.status, of.score, of.place, of.milliseconds
    return PastRacer(of.player, of.name, *result, of.bot)


def _evening(evening: int, races: list[Race], player: int, lines: int) -> PastEvening:
    """Return what is told of an evening with these races."""
    if not races:
        return PastEvening(evening, 0, 0, said=lines)
    series = races[-1].settings.series
    rule = series.points if series else Evening().points
    rows = tally(rule, [race.standings for race in races])
    told = rows[:MAX_TALLIED]
    return PastEvening(
        evening,
        races[0].started,
        races[-1].deal.at,
        races[-1].host,
        list(dict.fromkeys(race.deal.game for race in races)),
        Evening(rule, len(races), told, len(rows) - len(told)),
        next((row for row in rows if row.player == player), None),
        lines,
    )


def _in_list(evening: PastEvening) -> PastEvening:
    """Return an evening as it is told among others: without curves, and only the first rows."""
    rows, all_of_them = evening.tally.rows, len(evening.tally.rows) + evening.tally.more
    told = [_without_curve(row) for row in rows[:IN_LIST]]
    briefly = replace(evening.tally, rows=told, more=all_of_them - len(told))
    own = _without_curve(evening.own) if evening.own else None
    return replace(evening, tally=briefly, own=own)


def _without_curve(row: Tallied) -> Tallied:
    return replace(row, curve=[])


def _results(found: dict[int, list[Race]]) -> int:
    """Return how many results were read."""
    return sum(len(race.standings) for races in found.values() for race in races)
