"""All that is stored about one player, part by part: each is read by itself, and has an end.

Of others there is nothing in it but how they came out in the races that they shared, under their
names.  The hash of the token is left out: it is of no use to anybody but a thief.
"""

from collections.abc import Awaitable, Callable, Iterable
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, get_args

import msgspec

from protocol.messages import MAX_OWN_DATA, OwnDataPart, OwnSection
from server.storage.database import Reader, Row

RACES: Final = 50
"""Races that are told at once at most."""
MOVES: Final = 1000
"""Moves that are told at once at most."""
LINES: Final = 100
"""Lines of any other list that are told at once at most."""
ENOUGH: Final = MAX_OWN_DATA // 2
"""Characters after which a part ends; no row is as long."""
WITHOUT_MOVES: Final = 50
"""Races that are looked at for moves at once: of some there are none any more."""

Values: TypeAlias = dict[str, Any]
"""A row of the file that a player gets, each value under its name."""

_PLAYER: Final = "SELECT id, name, bot, made, seen FROM players WHERE id = ? AND NOT gone"
_RACES: Final = """
    SELECT race, game, options, settings, started, over, ended, closed, locked, practice, forgotten,
        seed, seat, status, score, place, moves, milliseconds, win
    FROM racers JOIN races ON races.id = race WHERE player = ? AND race >= ? ORDER BY race LIMIT ?
"""
_TOGETHER: Final = """
    SELECT race, name, bot, status, score, place, milliseconds
    FROM racers AS rival JOIN players ON players.id = rival.player
    WHERE race IN ({}) AND rival.player <> ? ORDER BY race, seat
"""
_RACED: Final = "SELECT race FROM racers WHERE player = ? AND race >= ? ORDER BY race LIMIT ?"
_MOVES: Final = """
    SELECT number, entry, milliseconds FROM entries
    WHERE race = ? AND number >= ? AND player = ? ORDER BY number LIMIT ?
"""
_BESTS: Final = """
    SELECT game, options, races, wins, solved, fastest, fastest_race, best, best_time, best_race
    FROM bests WHERE player = ? ORDER BY game, options LIMIT ? OFFSET ?
"""
_RATINGS: Final = """
    SELECT season, family, mu, sigma, races FROM ratings JOIN rating_books ON id = book
    WHERE player = ? AND state IN ('open', 'closed') ORDER BY book, family LIMIT ? OFFSET ?
"""
_STEPS: Final = """
    SELECT season, family, rated, mu, sigma, races FROM rating_steps JOIN rating_books ON id = book
    WHERE player = ? AND state IN ('open', 'closed') ORDER BY book, family, rated LIMIT ? OFFSET ?
"""
_DAILIES: Final = """
    SELECT day, race, place FROM daily_attempts WHERE player = ? ORDER BY day LIMIT ? OFFSET ?
"""
_EVENINGS: Final = """
    SELECT evening, number FROM attended WHERE player = ? ORDER BY evening LIMIT ? OFFSET ?
"""
_SAID: Final = "SELECT evening, at, text FROM said WHERE player = ? ORDER BY id LIMIT ? OFFSET ?"
_ROOM: Final = """
    SELECT members.code, seated, host, settings FROM members JOIN rooms ON rooms.code = members.code
    WHERE player = ?
"""
_HOUSE_RULES: Final = "SELECT code, kicked, muted FROM house_rules WHERE player = ? ORDER BY code"
_BANS: Final = "SELECT id, reason, made, until FROM bans WHERE player = ? ORDER BY id"

_RESULT: Final = ("status", "score", "place", "milliseconds")
_IS: Final = ("bot", "locked", "practice", "win", "seated", "kicked", "muted")
"""What is true or not; SQLite has numbers for it."""


class Part(NamedTuple):
    """A part of what is stored."""

    rows: list[Values]
    next: OwnDataPart | None
    """What comes after it; None after the last one."""
    looked_at: int = 0
    """Entries that were passed over to find these, about."""

    @property
    def text(self) -> str:
        """Its rows as JSON."""
        return msgspec.json.encode(self.rows).decode()


async def read_part(reader: Reader, player: int, asked: OwnDataPart) -> Part:
    """Return a part of what is stored about a player, who was a racer in all races that are told.

    Raises:
        BadDatabase: it cannot be read.
    """
    match asked.section:
        case "races":
            return await _races(reader, player, asked.race)
        case "moves":
            return await _moves(reader, player, asked.race, asked.number)
        case "bests" | "ratings" | "rating steps" | "dailies" | "evenings" | "said":
            return await _lines(reader, player, asked.section, asked.number)
        case "player" | "rooms" | "bans":
            rows = await _WHOLE[asked.section](reader, player)
            return Part(rows, _after(asked.section))


def _after(section: OwnSection) -> OwnDataPart | None:
    """Return the section that follows one."""
    following = dict(pairwise(SECTIONS))
    return OwnDataPart(following[section]) if section in following else None


async def _player(reader: Reader, player: int) -> list[Values]:
    names = ("id", "name", "bot", "made", "seen")
    return _named(names, await reader.read_all(_PLAYER, (player,)))


async def _races(reader: Reader, player: int, race: int) -> Part:
    found = _named(
        (
            *("race", "game", "options", "settings", "started", "over", "ended", "closed"),
            *("locked", "practice", "forgotten", "seed", "seat", "status", "score", "place"),
            *("moves", "milliseconds", "win"),
        ),
        await reader.read_all(_RACES, (player, race, RACES)),
    )
    more = len(found) == RACES
    others: dict[int, list[Values]] = {each["race"]: [] for each in found}
    if others:
        marks = ", ".join("?" * len(others))
        rows = await reader.read_all(_TOGETHER.format(marks), (*others, player))
        for each in _named(("race", "name", "bot", *_RESULT), rows):
            others[each.pop("race")].append(each)
    told, size = [], 0
    for each in found:
        each["others"] = others[each["race"]]
        if each["over"] is None:  # Nobody may know the deal before.
            each["seed"] = None
        for name in ("options", "settings"):
            each[name] = _from_json(each[name])
        told.append(each)
        size += len(msgspec.json.encode(each))
        if size > ENOUGH:
            more = True
            break
    following = OwnDataPart("races", told[-1]["race"] + 1) if more else _after("races")
    return Part(told, following)


async def _moves(reader: Reader, player: int, race: int, number: int) -> Part:
    """Return moves from one of a race on, a row for each race."""
    raced = await reader.read_all(_RACED, (player, race, WITHOUT_MOVES))
    rows: list[Values] = []
    left, looked_at = MOVES, 0
    for [each] in raced:
        first = number if each == race else 0
        found = await reader.read_all(_MOVES, (each, first, player, left))
        if found:
            entries = [[n, _from_json(entry), at] for n, entry, at in found]
            rows.append({"race": each, "moves": entries})
            left -= len(found)
            looked_at += found[-1][0] - first
        if not left:
            return Part(rows, OwnDataPart("moves", each, found[-1][0] + 1), looked_at)
    more = len(raced) == WITHOUT_MOVES
    following = OwnDataPart("moves", raced[-1][0] + 1) if more else _after("moves")
    return Part(rows, following, looked_at)


async def _lines(reader: Reader, player: int, section: OwnSection, number: int) -> Part:
    """Return the lines of a list from one on."""
    names, sql = _LISTS[section]
    found = _named(names.split(), await reader.read_all(sql, (player, LINES, number)))
    more = len(found) == LINES
    return Part(found, OwnDataPart(section, 0, number + LINES) if more else _after(section))


_LISTS: Final[dict[OwnSection, tuple[str, str]]] = {
    "bests": (
        "game options races wins solved fastest fastest_race best best_time best_race",
        _BESTS,
    ),
    "ratings": ("season family mu sigma races", _RATINGS),
    "rating steps": ("season family rated mu sigma races", _STEPS),
    "dailies": ("day race place", _DAILIES),
    "evenings": ("evening races", _EVENINGS),
    "said": ("evening at text", _SAID),
}
"""The names of what is in a line, and what asks for it."""


async def _rooms(reader: Reader, player: int) -> list[Values]:
    """Return the room that somebody is in, and what hosts have decided about that player."""
    rows = []
    for code, seated, host, settings in await reader.read_all(_ROOM, (player,)):
        about = {"room": code, "seated": bool(seated), "host": host == player}
        rows.append(about | {"settings": _from_json(settings)})
    decided = await reader.read_all(_HOUSE_RULES, (player,))
    return [*rows, *_named(("room", "kicked", "muted"), decided)]


async def _bans(reader: Reader, player: int) -> list[Values]:
    names = ("ban", "reason", "made", "until")
    return _named(names, await reader.read_all(_BANS, (player,)))


_WHOLE: Final[dict[OwnSection, Callable[[Reader, int], Awaitable[list[Values]]]]] = {
    "player": _player,
    "rooms": _rooms,
    "bans": _bans,
}
"""What is never more than one part."""
SECTIONS: Final[tuple[OwnSection, ...]] = get_args(OwnSection)
"""All of them, in their order."""


def _named(names: Iterable[str], rows: Iterable[Row]) -> list[Values]:
    """Return rows with a name for each value."""
    found = [dict(zip(names, row, strict=True)) for row in rows]
    for each in found:
        for name in _IS:
            if each.get(name) is not None:
                each[name] = bool(each[name])
    return found


def _from_json(text: str) -> Any:
    """Return what a text of JSON says, or the text where that is damaged."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return text
