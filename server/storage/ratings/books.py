"""Ratings in the database: a book of them for each season, reckoned from the races in their order.

A race that is over gets the next number, or 0 where it is not rated, and what it makes of its
racers' strengths is a step each.  Nothing else changes a rating, so a book can be written again
from the races, and is the same to the last bit (`rewrite`).  That is done in a new book, which
nobody reads until it is whole.

Whoever changes anything takes the next turn in the same transaction: of two servers on one database
that begin at the same turn, the second is `Rejected`, and looks again.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from protocol.messages import Settings, Status
from server.ratings.model import Strength
from server.ratings.ranks import Finisher, is_rated
from server.ratings.reckoning import Key, RatedRace, Reckoning, Step
from server.storage.database import Database, Reader, Rejected, Row, Statement

RACES: Final = 50
"""Races that are rated at once."""
PAGE: Final = 500
"""Races that are read at once where a book is written again."""
PIECE: Final = 500
"""The most rows that are written or deleted at once."""
GIVEN_UP: Final = 86_400
"""Seconds after which a book that is still being written is nobody's any more."""

_TURN: Final = "SELECT COALESCE(MAX(turn), 0) FROM rating_turns"
_TAKE_TURN: Final = "INSERT INTO rating_turns (turn) VALUES (?)"
_PAST_TURNS: Final = "DELETE FROM rating_turns WHERE turn < ?"
_OPEN: Final = "SELECT id, season, since FROM rating_books WHERE state = 'open'"
_LAST_BOOK: Final = "SELECT COALESCE(MAX(id), 0) FROM rating_books"
_NEW_BOOK: Final = (
    "INSERT INTO rating_books (id, season, since, state, changed) VALUES (?, ?, ?, ?, ?)"
)
_SET_STATE: Final = "UPDATE rating_books SET state = ?, changed = ? WHERE id = ?"
_LAST_RATED: Final = "SELECT COALESCE(MAX(rated), 0) FROM races WHERE rated > 0"
_DUE: Final = (
    "SELECT id, game, settings FROM races WHERE ended IS NOT NULL AND rated IS NULL "
    "ORDER BY ended, id LIMIT ?"
)
_RATED: Final = "SELECT id, game, rated FROM races WHERE rated > ? ORDER BY rated LIMIT ?"
_FINISHERS: Final = """
    SELECT race, player, status, place, bot, NOT unrated, gone
    FROM racers JOIN players ON players.id = player
    WHERE race IN ({}) AND status IS NOT NULL ORDER BY race, player
"""
_STRENGTHS: Final = """
    SELECT family, player, mu, sigma, races FROM ratings WHERE book = ? AND player IN ({})
"""
_NUMBER: Final = "UPDATE races SET rated = ? WHERE id = ?"
_STEP: Final = (
    "INSERT INTO rating_steps (book, family, player, rated, mu, sigma, races) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_STRENGTH: Final = (
    "INSERT INTO ratings (book, family, player, mu, sigma, races) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (book, family, player) DO UPDATE SET "
    "mu = excluded.mu, sigma = excluded.sigma, races = excluded.races"
)
_ALL_STRENGTHS: Final = """
    SELECT family, player, mu, sigma, races FROM ratings
    WHERE book = ? AND (family, player) > (?, ?) ORDER BY family, player LIMIT ?
"""
_PAST_BOOKS: Final = (
    "SELECT id FROM rating_books WHERE state = 'old' OR (state = 'writing' AND changed < ?) LIMIT 1"
)
_CLEAR: Final = (
    "DELETE FROM {table} WHERE book = ?1 AND (player, family{key}) IN "
    "(SELECT player, family{key} FROM {table} WHERE book = ?1 LIMIT ?2)"
)
_CLEAR_STEPS: Final = _CLEAR.format(table="rating_steps", key=", rated")
_CLEAR_STRENGTHS: Final = _CLEAR.format(table="ratings", key="")
_LEFT: Final = """
    SELECT EXISTS (SELECT 1 FROM rating_steps WHERE book = ?1)
        OR EXISTS (SELECT 1 FROM ratings WHERE book = ?1)
"""
_DROP_BOOK: Final = "DELETE FROM rating_books WHERE id = ?"

_settings: Final = msgspec.json.Decoder(Settings)


class Book(NamedTuple):
    """The ratings of a season."""

    id: int
    season: int
    since: int
    """Races count that were rated after the one with this number."""


class Rewritten(NamedTuple):
    """What came of writing a book again."""

    season: int
    races: int
    """How many it is reckoned from."""
    players: int
    """How many players have another rating than before, by however little."""


class _Due(NamedTuple):
    """A race that has not been looked at."""

    id: int
    game: str
    marked: bool
    """Whether its room said that it is rated."""


class Ratings:
    """The ratings of a server's players."""

    def __init__(self, database: Database) -> None:
        """Keep them in this database."""
        self._database = database

    @property
    def _reader(self) -> Reader:
        return self._database.reader

    async def rate_some(self) -> int:
        """Rate some of the races that are over and not rated yet, in the order of their ends.

        Return how many were looked at: with 0, none is left.

        Raises:
            Rejected: another server does so at this moment; ask again.
            CannotWrite, BadDatabase: as `Database.write`.
        """
        turn = await self._turn()
        rows = await self._reader.read_all(_DUE, (RACES,))
        if not rows:
            return 0
        due = [_Due(race, game, _is_marked(text)) for race, game, text in rows]
        [[last]] = await self._reader.read_all(_LAST_RATED)
        opened, begin = await self._open_book()
        finishers = await self._finishers([race.id for race in due])
        known = await self._strengths(opened.id, finishers)
        reckoning = Reckoning(known)
        numbers: list[Row] = []
        steps: list[Step] = []
        for race in due:
            raced = finishers.get(race.id, [])
            if race.marked and is_rated(raced):
                last += 1
                steps += reckoning.rate(RatedRace(last, race.game, raced))
                numbers.append((last, race.id))
            else:
                numbers.append((0, race.id))
        kept = _kept(steps, finishers)
        changed = {step.key: step.strength for step in kept}
        await self._database.write(
            [
                *_take(turn),
                *begin,
                (_NUMBER, numbers),
                (_STEP, [_step_row(opened.id, step) for step in kept]),
                (_STRENGTH, [_strength_row(opened.id, *each) for each in changed.items()]),
            ]
        )
        return len(due)

    async def close_season(self) -> int:
        """Close the season, whose ratings stay as they are, and begin the next; return its number.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        while True:
            turn = await self._turn()
            opened, begin = await self._open_book()
            [[last]] = await self._reader.read_all(_LAST_RATED)
            now = int(time.time())
            following = (await self._next_book(opened), opened.season + 1, last, "open", now)
            closing: Row = ("closed", now, opened.id)
            try:
                await self._database.write(
                    [*_take(turn), *begin, (_SET_STATE, [closing]), (_NEW_BOOK, [following])]
                )
            except Rejected:
                continue  # Somebody has raced meanwhile: that counts as well.
            return opened.season + 1

    async def rewrite(self, report: Callable[[int, int], None] = lambda *_: None) -> Rewritten:
        """Write the season's book again, from its races; `report` is told of races done and all.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        new = await self._begin_writing()
        reckoning, done, races = Reckoning(), new.since, 0
        gone: set[int] = set()
        while True:
            turn = await self._turn()
            [[last]] = await self._reader.read_all(_LAST_RATED)
            rows: list[Row] = []
            async for race in self._races(done):
                began = time.perf_counter()
                gone.update(each.player for each in race.finishers if each.gone)
                steps = (step for step in reckoning.rate(race) if step.key.player not in gone)
                rows += [_step_row(new.id, step) for step in steps]
                done, races = race.number, races + 1
                report(races, max(races, last - new.since))
                if len(rows) >= PIECE:
                    await self._database.write([(_STEP, rows)])
                    rows = []
                await asyncio.sleep(time.perf_counter() - began)  # Others play meanwhile.
            await self._database.write([(_STEP, rows)])
            kept = {
                key: each for key, each in reckoning.strengths.items() if key.player not in gone
            }
            for rows in _pieces([_strength_row(new.id, *each) for each in kept.items()]):
                await self._database.write([(_STRENGTH, rows)])
            opened, _ = await self._open_book()
            if opened.season != new.season:  # It was closed meanwhile: then the next one is meant.
                await self._database.write([(_SET_STATE, [("old", int(time.time()), new.id)])])
                return await self.rewrite(report)
            before = {key: each async for key, each in self._all_strengths(opened.id)}
            now = int(time.time())
            states: list[Row] = [("old", now, opened.id), ("open", now, new.id)]
            try:
                await self._database.write([*_take(turn), (_SET_STATE, states)])
            except Rejected:
                continue  # Somebody has raced meanwhile: that counts as well.
            others = {key.player for key in {*before, *kept} if before.get(key) != kept.get(key)}
            return Rewritten(new.season, races, len(others))

    async def tidy(self) -> bool:
        """Delete some of what is in no book any more; return whether there was anything.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        rows = await self._reader.read_all(_PAST_BOOKS, (int(time.time()) - GIVEN_UP,))
        if not rows:
            return False
        [[book]] = rows
        statements: list[Statement] = [
            (_CLEAR_STEPS, [(book, PIECE)]),
            (_CLEAR_STRENGTHS, [(book, PIECE)]),
        ]
        await self._database.write(statements)
        [[left]] = await self._reader.read_all(_LEFT, (book,))
        if not left:
            await self._database.write([(_DROP_BOOK, [(book,)])])
        return True

    # Turns and books ------------------------------------------------------------------------------

    async def _turn(self) -> int:
        [[turn]] = await self._reader.read_all(_TURN)
        return int(turn)

    async def _open_book(self) -> tuple[Book, list[Statement]]:
        """Return the book of this season, and what begins it where there is none yet."""
        rows = await self._reader.read_all(_OPEN)
        if rows:
            return Book(*rows[0]), []
        first = Book(1, 1, 0)
        return first, [(_NEW_BOOK, [(*first, "open", int(time.time()))])]

    async def _next_book(self, opened: Book) -> int:
        [[last]] = await self._reader.read_all(_LAST_BOOK)
        return max(int(last), opened.id) + 1

    async def _begin_writing(self) -> Book:
        while True:
            turn = await self._turn()
            opened, begin = await self._open_book()
            new = opened._replace(id=await self._next_book(opened))
            row: Row = (*new, "writing", int(time.time()))
            try:
                await self._database.write([*_take(turn), *begin, (_NEW_BOOK, [row])])
            except Rejected:
                continue
            return new

    # What is read ---------------------------------------------------------------------------------

    async def _races(self, after: int) -> AsyncIterator[RatedRace]:
        """Yield the races that were rated after one, in order."""
        while rows := await self._reader.read_all(_RATED, (after, PAGE)):
            finishers = await self._finishers([race for race, _, _ in rows])
            for race, game, number in rows:
                yield RatedRace(number, game, finishers.get(race, []))
                after = number

    async def _finishers(self, races: Sequence[int]) -> dict[int, list[Finisher]]:
        rows = await self._reader.read_all(_FINISHERS.format(_marks(races)), tuple(races))
        return {
            race: [finisher(*row[1:]) for row in group]
            for race, group in groupby(rows, key=lambda row: int(row[0]))
        }

    async def _strengths(
        self, book: int, finishers: dict[int, list[Finisher]]
    ) -> list[tuple[Key, Strength]]:
        players = sorted({each.player for raced in finishers.values() for each in raced})
        if not players:
            return []
        rows = await self._reader.read_all(_STRENGTHS.format(_marks(players)), (book, *players))
        return [(Key(family, player), Strength(*rest)) for family, player, *rest in rows]

    async def _all_strengths(self, book: int) -> AsyncIterator[tuple[Key, Strength]]:
        key = Key("", -1)
        while rows := await self._reader.read_all(_ALL_STRENGTHS, (book, *key, PIECE)):
            for family, player, *rest in rows:
                key = Key(family, player)
                yield key, Strength(*rest)


def finisher(player: int, status: str, place: int, *told: object) -> Finisher:
    """Return who was in a race from the columns of a row, those that are true or false at the end.

    Raises:
        msgspec.ValidationError: no race ends so.
    """
    return Finisher(player, msgspec.convert(status, Status), place, *map(bool, told))


def _is_marked(settings: str) -> bool:
    try:
        return _settings.decode(settings).rated
    except msgspec.DecodeError:  # Damaged, which `samedeal verify` tells.
        return False


def _take(turn: int) -> list[Statement]:
    """Return what takes the turn after this one, if nobody else has."""
    return [(_TAKE_TURN, [(turn + 1,)]), (_PAST_TURNS, [(turn + 1,)])]


def _kept(steps: Iterable[Step], finishers: dict[int, list[Finisher]]) -> list[Step]:
    """Return the steps of those who have not been deleted."""
    gone = {each.player for raced in finishers.values() for each in raced if each.gone}
    return [step for step in steps if step.key.player not in gone]


def _step_row(book: int, step: Step) -> Row:
    return (book, *step.key, step.number, *step.strength)


def _strength_row(book: int, key: Key, strength: Strength) -> Row:
    return (book, *key, *strength)


def _pieces(rows: list[Row]) -> Iterable[list[Row]]:
    return (rows[begin : begin + PIECE] for begin in range(0, len(rows), PIECE))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
