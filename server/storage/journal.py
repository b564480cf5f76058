"""The journal: what was accepted, written down before anybody is told.

`Journal` is what the outbox writes to.  `StoredJournal` is the one in the server's database, which
also reads the rooms when the server starts.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Final, Literal, Protocol, cast

import msgspec

from protocol.messages import Code, Day, Practice, Settings, Standing, WireAction
from protocol.racing import winners
from protocol.wire import pack_action, parse_action
from server.rooms.deals.certified import Certified
from server.rooms.passwords import Lock
from server.rooms.races.race_ids import RaceIds
from server.rooms.records import (
    Attended,
    ClockRead,
    Course,
    Entered,
    EveningSaved,
    MemberGone,
    MemberSaved,
    ModerationSaved,
    PastGame,
    PastRace,
    Player,
    PracticeGone,
    PracticeOver,
    PracticeSaved,
    RaceBegun,
    RaceClosed,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    RacePublished,
    Record,
    RemarkHeard,
    RemarkMade,
    RoomClosed,
    RoomHandedOver,
    RoomSaved,
    StoredEvening,
    StoredRace,
    StoredRoom,
)
from server.storage import entries
from server.storage.database import Damaged, Database, Engine, Rejected, Row, Statement
from server.storage.epochs import Epochs
from server.storage.filing import options_key, read_solution, solution_text
from server.storage.leaderboard_rows import make
from server.storage.neighbours import PLAYER_RELEASED
from server.storage.past import talk
from server.storage.privacy.forgetting import GONE
from server.storage.replays import ForgottenReplay, find_game

_GHOSTS: Final[msgspec.json.Decoder[list[tuple[int, int]]]] = msgspec.json.Decoder(
    list[tuple[int, int]]
)
"""The race and the player of each game that races along: whatever else is told of it, is there."""

log = logging.getLogger(__name__)


class WrongNumber(Exception):
    """An entry's number is not the next one of its race: somebody else writes the same race."""


class Journal(Protocol):
    """Where accepted things are written."""

    async def write(self, records: Sequence[Record]) -> None:
        """Write all of these, in this order; when this returns, they are safe.

        Raises:
            WrongNumber: a race's journal has an entry of this number already; nothing is written.
            CannotWrite: nothing can be written now.
            Damaged: nothing is written, for the database is damaged.
        """


class StoredJournal:
    """The journal in the server's database."""

    def __init__(self, database: Database, most_said: int = talk.MOST) -> None:
        """Write to this database; of the chat that is kept there, so many lines at most."""
        self._database, self._most_said = database, most_said
        self._epochs = Epochs()

    async def write(self, records: Sequence[Record]) -> None:
        """See `Journal`."""
        try:
            await self._database.write(self._statements(records), brief=True)
        except Rejected as error:
            if error.missing:
                text = "what it builds on is missing in the database; `samedeal verify` tells what"
                raise Damaged(text) from None
            text = "another server writes to the same database; stop one of the two"
            raise WrongNumber(f"{text} ({error})") from None

    async def provide(self, race_ids: RaceIds) -> None:
        """See to it that there are ids for the next races.

        Raises:
            BadDatabase: the database cannot be asked for more.
        """
        if race_ids.few:
            race_ids.add(await self._database.race_ids())

    async def publish_orphans(self) -> None:
        """Let those races count whose room was gone before their spectators saw the end."""
        await self._database.write([(_ORPHANS_PUBLISHED, [()])])

    async def rooms(self) -> list[StoredRoom]:
        """Return the rooms that are this server's, the oldest first, as they were written down.

        One that is damaged is left out, with a warning: what is written of it stays where it is.

        Raises:
            CannotWrite: none can be claimed now.
            BadDatabase: it cannot even be read which rooms there are.
        """
        self._epochs.clear()
        return await self._read(await self._database.claim_rooms())

    async def more_rooms(self, wanted: str = "") -> list[StoredRoom]:
        """Return those that have come to be this server's since, from others, as `rooms` does.

        If the one with the code `wanted` can be had, it is among them.

        Raises:
            CannotWrite, BadDatabase: as `rooms`.
        """
        return await self._read(self._epochs.new_among(await self._database.claim_rooms(wanted)))

    async def _read(self, owned: list[tuple[str, int]]) -> list[StoredRoom]:
        # Each by itself, so that what cannot be read of one is not the others' trouble.
        rooms = []
        for code, _ in owned:
            try:
                rooms.append(await self._room(code))
            except (Damaged, ValueError) as error:
                log.warning(
                    "room %s is damaged and stays closed: %s; `samedeal verify` tells more",
                    code,
                    error,
                )
        self._epochs.take(owned)
        for room in rooms:
            self._epochs.note_race(room.code, room.race.id if room.race else None)
        return rooms

    def _statements(self, records: Sequence[Record]) -> list[Statement]:
        """Return what writes the records: those of one kind that follow each other, together."""
        engine = self._database.engine
        statements: list[Statement] = []
        for kind, alike in groupby(records, type):
            if kind is Entered:  # There are so many.
                entered = cast("Iterator[Entered]", alike)
                statements.append(entries.written(entered, engine, self._epochs.of_race))
                continue
            for sql, row in chain.from_iterable(self._rows(each, engine) for each in alike):
                if statements and statements[-1][0] is sql:
                    statements[-1][1].append(row)
                else:
                    statements.append((sql, [row]))
        return statements

    def _rows(self, record: Record, engine: Engine) -> list[tuple[str, Row]]:
        match record:
            case RoomSaved(code, _, _, race):
                self._epochs.note_race(code, race)
            case RoomClosed(code):
                self._epochs.let_go(code)
            case RemarkMade() | RemarkHeard():
                return talk.written(record, self._most_said)
            case RoomHandedOver(code, server):
                self._epochs.let_go(code)
                return [(_ROOM_HANDED_OVER, (server, code))]
            case PracticeOver(race):
                return [(_PRACTICE_OVER, (GONE, race)), (_PRACTISED[engine], (race,))]
            case MemberGone(player) if engine == "postgres":
                return [(_MEMBER_GONE, (player,)), (PLAYER_RELEASED, (player,))]
        return _written(record)

    async def _room(self, code: str) -> StoredRoom:
        """Return a room as it was written down.

        Raises:
            ValueError: something in it cannot be understood.
            Damaged: it cannot be read.
        """
        rows = await self._database.reader.read_all(
            "SELECT code, host, settings, race, lock, COALESCE(daily, '') FROM rooms "
            "WHERE code = ?",
            (code,),
        )
        if not rows:
            raise ValueError("its row is missing, or its code is damaged")
        [row] = msgspec.convert(rows, list[tuple[Code, int, str, int | None, str, Day]])
        _, host, text, race, lock, daily = row
        members = await self._members(code)
        practice, ghosts = await self._practice(code)
        if members and host not in {player.id for player, _ in members}:
            log.warning("the host of room %s is not in it; another member is the host now", code)
            host = members[0][0].id
        return StoredRoom(
            code,
            host,
            msgspec.json.decode(text, type=Settings),
            members,
            await self._race(race) if race is not None else None,
            Lock(lock),
            await self._ruled(code, "kicked"),
            await self._ruled(code, "muted"),
            practice,
            await self._games(ghosts),
            await self._evening(code),
            daily,
            await talk.last_said(self._database.reader, code),
        )

    async def _evening(self, code: str) -> StoredEvening | None:
        reader = self._database.reader
        rows = await reader.read_all("SELECT race, course FROM evenings WHERE code = ?", (code,))
        if not rows:
            return None
        [(first, text)] = rows
        races: dict[int, PastRace] = {}
        for race, game, *result in await reader.read_all(_PAST, (first,)):
            past = races.setdefault(race, PastRace(race, game, ()))
            player, name, status, score, place, moves, milliseconds, bot = result
            if player is None:
                continue
            standing = Standing(
                player, name, status, score, place, moves, milliseconds, bot=bool(bot)
            )
            races[race] = past._replace(standings=(*past.standings, standing))
        course = msgspec.json.decode(text, type=Course, strict=False)
        return StoredEvening(first, course, [*races.values()])

    async def _practice(self, code: str) -> tuple[PracticeSaved | None, Sequence[tuple[int, int]]]:
        """Return what is practised in a room, and which games race along there."""
        rows = await self._database.reader.read_all(
            "SELECT deal, race, player, COALESCE(name, ''), number, won, once, daily, ghosts, "
            "actions "
            "FROM practice LEFT JOIN players ON id = player WHERE code = ?",
            (code,),
        )
        if not rows:
            return None, ()
        [(*told, won, once, daily, ghosts, text)] = rows
        practice = make(Practice, *told, bool(won), bool(once), daily, [])
        actions = msgspec.json.decode(text, type=list[WireAction])
        saved = PracticeSaved(code, practice, tuple(map(parse_action, actions)))
        return saved, _GHOSTS.decode(ghosts)

    async def _games(self, wanted: Sequence[tuple[int, int]]) -> list[PastGame]:
        """Return the games that race along, without those that are gone or damaged."""
        games = []
        for race, player in wanted:
            try:
                game = await find_game(self._database.reader, race, player)
            except (ForgottenReplay, Damaged, ValueError) as error:
                log.warning("nobody can race any more against race %s: %s", race, error)
                continue
            games += [game] if game else []
        return games

    async def _ruled(self, code: str, what: Literal["kicked", "muted"]) -> frozenset[int]:
        rows = await self._database.reader.read_all(
            f"SELECT player FROM house_rules WHERE code = ? AND {what}",  # noqa: S608 (ours)
            (code,),
        )
        return frozenset(player for (player,) in rows)

    async def _members(self, code: str) -> list[tuple[Player, bool]]:
        rows = await self._database.reader.read_all(
            "SELECT id, name, bot, seated FROM members JOIN players ON id = player "
            "WHERE code = ? ORDER BY came",
            (code,),
        )
        known = msgspec.convert(rows, list[tuple[int, str, bool, bool]], strict=False)
        return [(Player(player, name, bot), seated) for player, name, bot, seated in known]

    async def _race(self, race: int) -> StoredRace:
        """Return a race as it was written down; of one that is damaged, only that."""
        stored = StoredRace(race, "")
        try:
            await self._read_race(stored)
        except (Damaged, ValueError) as error:
            log.warning("race %s cannot be read: %s", race, error)
            stored.damage = "what was written down of it is damaged"
        return stored

    async def _read_race(self, stored: StoredRace) -> None:
        """Fill in what is written down of a race.

        Raises:
            ValueError: something in it is missing, or cannot be understood.
            Damaged: it cannot be read.
        """
        reader = self._database.reader
        rows = await reader.read_all(
            "SELECT seed, elapsed, over, rules, solution FROM races WHERE id = ?", (stored.id,)
        )
        if not rows:
            raise ValueError("its row is missing")
        [row] = msgspec.convert(rows, list[tuple[str, int, int | None, int, str | None]])
        stored.seed, stored.elapsed, over, stored.rules, solution = row
        if solution is not None:
            stored.certified = Certified(stored.seed, read_solution(solution))
        stored.over = over is not None
        racers = await reader.read_all(
            "SELECT player, name, bot FROM racers LEFT JOIN players ON id = player "
            "WHERE race = ? ORDER BY seat",
            (stored.id,),
        )
        stored.racers = msgspec.convert(racers, list[Player], strict=False)
        stored.entries = await entries.read_entries(reader, stored.id)


# Records as SQL -----------------------------------------------------------------------------------

_ROOM_SAVED: Final = (
    "INSERT INTO rooms (code, host, settings, race, lock, daily) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (code) DO UPDATE SET host = excluded.host, settings = excluded.settings, "
    "race = excluded.race, lock = excluded.lock, daily = excluded.daily"
)
_ROOM_HANDED_OVER: Final = "UPDATE rooms SET owner = ?, epoch = epoch + 1 WHERE code = ?"
_ROOM_CLOSED: Final = "DELETE FROM rooms WHERE code = ?"
_MEMBER_SAVED: Final = (
    "INSERT INTO members (player, code, seated, came) "
    "VALUES (?, ?, ?, (SELECT COALESCE(MAX(came), 0) + 1 FROM members)) "
    "ON CONFLICT (player) DO UPDATE SET code = excluded.code, seated = excluded.seated"
)
_MEMBER_GONE: Final = "DELETE FROM members WHERE player = ?"
_MODERATION_SAVED: Final = (
    "INSERT INTO house_rules (player, code, kicked, muted) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (code, player) DO UPDATE SET kicked = excluded.kicked, muted = excluded.muted"
)
_PRACTICE_SAVED: Final = (
    "INSERT INTO practice (code, deal, race, player, number, won, once, daily, actions, ghosts) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_PRACTICE_GONE: Final = "DELETE FROM practice WHERE code = ?"
_PRACTICE_OVER: Final = "UPDATE races SET forgotten = ? WHERE id = ? AND practice"
_PRACTISED: Final[dict[Engine, str]] = {
    engine: f"DELETE FROM {table} "  # noqa: S608 (ours)
    "WHERE race IN (SELECT id FROM races WHERE id = ? AND practice)"
    for engine, table in entries.TABLE.items()
}
_RACE_MADE: Final = (
    "INSERT INTO races (id, game, options, settings, seed, commitment, rules, locked, practice, "
    "certificate, solution, daily) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# One whose countdown was called off was none: another race takes its place.
_ATTEMPT: Final = (
    "INSERT INTO daily_attempts (day, player, race, place) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (day, player) DO UPDATE SET race = excluded.race, place = excluded.place "
    "WHERE NOT EXISTS (SELECT 1 FROM races "
    "WHERE races.id = daily_attempts.race AND started IS NOT NULL)"
)
_RACE_BEGUN: Final = "UPDATE races SET started = ? WHERE id = ?"
_RACER: Final = "INSERT INTO racers (race, player, seat) VALUES (?, ?, ?)"
_CLOCK_READ: Final = "UPDATE races SET elapsed = ? WHERE id = ?"
_RACE_OVER: Final = "UPDATE races SET over = ?, elapsed = ? WHERE id = ?"
_RACE_PUBLISHED: Final = (
    "UPDATE races SET ended = over WHERE id = ? AND ended IS NULL AND NOT practice "
    "AND daily IS NULL"
)
_ORPHANS_PUBLISHED: Final = (
    "UPDATE races SET ended = over WHERE over IS NOT NULL AND ended IS NULL AND NOT practice "
    "AND daily IS NULL AND id NOT IN (SELECT race FROM rooms WHERE race IS NOT NULL)"
)
_EVENING_SAVED: Final = (
    "INSERT INTO evenings (code, race, course) VALUES (?, ?, ?) "
    "ON CONFLICT (code) DO UPDATE SET race = excluded.race, course = excluded.course"
)
_RACE_OF_EVENING: Final = "UPDATE races SET evening = ?, number = ?, host = ? WHERE id = ?"
# Who has left and come again knows no less than before.
_ATTENDED: Final = (
    "INSERT INTO attended (player, evening, number) VALUES (?, ?, ?) "
    "ON CONFLICT (player, evening) DO UPDATE SET number = excluded.number "
    "WHERE attended.number < excluded.number"
)
# What the races of an evening have come to that are over, in their order.  One in which nobody was
# but somebody who is deleted counts still: the next one has the number after it.
_PAST: Final = (
    "SELECT races.id, game, player, name, status, score, place, racers.moves, milliseconds, bot "
    "FROM races LEFT JOIN racers ON race = races.id AND status IS NOT NULL "
    "LEFT JOIN players ON players.id = player "
    "WHERE evening = ? AND over IS NOT NULL AND closed IS NULL AND NOT practice "
    "ORDER BY races.number, races.id, place, player"
)
_RACE_CLOSED: Final = "UPDATE races SET closed = ? WHERE id = ?"
_RESULT: Final = (
    "UPDATE racers SET status = ?, score = ?, place = ?, moves = ?, milliseconds = ?, win = ? "
    "WHERE race = ? AND player = ?"
)


def _settings_text(settings: Settings) -> str:
    return msgspec.json.encode(settings).decode()


def _written(record: Record) -> list[tuple[str, Row]]:
    match record:
        case RoomSaved(code, host, settings, saved_race, lock, daily):
            text = _settings_text(settings)
            return [(_ROOM_SAVED, (code, host, text, saved_race, lock, daily or None))]
        case PracticeSaved() | PracticeGone():
            return _written_of_practice(record)
        case EveningSaved() | RaceOfEvening() | Attended():
            return _written_of_evening(record)
        case RoomClosed(code):
            return [*talk.room_gone(code), (_ROOM_CLOSED, (code,))]
        case MemberSaved(player, code, seated):
            return [(_MEMBER_SAVED, (player, code, seated))]
        case MemberGone(player):
            return [(_MEMBER_GONE, (player,))]
        case ModerationSaved():
            return [(_MODERATION_SAVED, record)]
        case RaceMade():
            return _race_made(record)
        case RaceBegun(race, racers):
            seats = [(_RACER, (race, player, seat)) for seat, player in enumerate(racers)]
            return [(_RACE_BEGUN, (int(time.time()), race)), *seats]
        case ClockRead(race, elapsed):
            return [(_CLOCK_READ, (elapsed, race))]
        case RaceOver(race, elapsed, standings, published):
            won = winners(standings)
            results = [
                (_RESULT, (*_result(standing), standing.player in won, race, standing.player))
                for standing in standings
            ]
            over = (_RACE_OVER, (int(time.time()), elapsed, race))
            return [*results, over, *([(_RACE_PUBLISHED, (race,))] if published else [])]
        case RacePublished(race):
            return [(_RACE_PUBLISHED, (race,))]
        case RaceClosed(race, reason):
            return [(_RACE_CLOSED, (reason, race))]
        case Entered() | RoomHandedOver() | RemarkMade() | RemarkHeard() | PracticeOver():
            raise TypeError("these are written by the journal, which knows more of them")


def _written_of_practice(
    record: PracticeSaved | PracticeGone,
) -> list[tuple[str, Row]]:
    match record:
        case PracticeSaved(code, practice, actions):
            packed = msgspec.json.encode([pack_action(action) for action in actions]).decode()
            origin = (practice.race, practice.player, practice.number, practice.won, practice.once)
            games = [(ghost.race, ghost.player) for ghost in practice.ghosts]
            ghosts = msgspec.json.encode(games).decode()
            row = (code, practice.code, *origin, practice.daily, packed, ghosts)
            return [(_PRACTICE_SAVED, row)]
        case PracticeGone(code):
            return [(_PRACTICE_GONE, (code,))]


def _written_of_evening(record: EveningSaved | RaceOfEvening | Attended) -> list[tuple[str, Row]]:
    match record:
        case EveningSaved(code, evening, course):
            saved = (code, evening, msgspec.json.encode(course).decode())
            return [(_EVENING_SAVED, saved), *talk.evening_begun(code, evening)]
        case RaceOfEvening(race, evening, number, host):
            return [(_RACE_OF_EVENING, (evening, number, host, race))]
        case Attended(evening, number, players):
            return [(_ATTENDED, (player, evening, number)) for player in players]


def _race_made(record: RaceMade) -> list[tuple[str, Row]]:
    settings, certified, attempt = record.settings, record.certified, record.attempt
    filed = options_key(settings.options, settings.deals if certified else "any")
    text = _settings_text(settings)
    proof = (certified.certificate, solution_text(certified.solution)) if certified else ("", None)
    day = attempt.day if attempt else None
    row = (record.race, settings.game, filed, text, *record[2:-2], *proof, day)
    if attempt is None:
        return [(_RACE_MADE, row)]
    begun = (attempt.day, attempt.player, record.race, attempt.place or None)
    return [(_RACE_MADE, row), (_ATTEMPT, begun)]


def _result(standing: Standing) -> Row:
    return (
        standing.status,
        standing.score,
        standing.place,
        standing.moves,
        standing.milliseconds,
    )
