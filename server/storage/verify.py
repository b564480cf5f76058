"""Whether a database is as the server would have written it: every race is played again.

What there is to ask, and what follows from the answers, is here, and asks nobody itself: `walk` is
a generator that yields questions and gets their answers, and yields what does not check out.  Who
asks is `server.storage.sqlite.verify`, or `server.storage.postgres.verify`.  Only one race at a
time is held in memory.

Of a race on a deal of a band, certificate and solution are checked, and the band is not: it
follows from what was measured then, by the solver and the players of then (`protocol.bands`), and
none of that was promised to anybody or is written with the race.  By today's, an honest band of
last year may be another one.
"""

import re
from collections.abc import Callable, Generator, Iterator
from datetime import date
from ipaddress import ip_network
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec

from engine import catalogue
from engine.chance import commitment
from engine.game import IllegalAction
from protocol.bands import BANDS
from protocol.certificate import certificate, wins
from protocol.messages import Moment, Settings, Standing, Status
from protocol.racing import winners
from server.rooms.races.race import Race
from server.rooms.records import Entered, Player
from server.storage.database import Row
from server.storage.entries import parse_text
from server.storage.filing import options_key, read_filed, read_solution
from server.storage.names import name_key
from server.storage.past.check import OF_EVENINGS, EveningCheck
from server.storage.privacy.forgetting import GONE
from server.storage.ratings.check import REBUILD, SINCE, WRONG_STRENGTHS, RatingsCheck

Ask: TypeAlias = tuple[tuple[str, Row], ...]
"""Questions that are answered as of one moment: SQL with placeholders, and what is in them."""
Answers: TypeAlias = list[list[Row]]
Walk: TypeAlias = Generator[str | Ask, Answers, None]
"""Yields faults and questions, and is sent the answers to these."""

SHOWN: Final = 20
"""The most faults of one kind that are told of the whole database."""

_QUESTIONS: Final = (
    (
        "a racer of race {} is missing: player {}",
        "SELECT race, player FROM racers WHERE player NOT IN (SELECT id FROM players)",
    ),
    (
        "player {} is racing in race {}, which is missing",
        "SELECT player, race FROM racers WHERE race NOT IN (SELECT id FROM races)",
    ),
    (
        "race {} is missing, and its journal is here: {} entries",
        "SELECT race, COUNT(*) FROM entries WHERE race NOT IN (SELECT id FROM races) GROUP BY race",
    ),
    (
        "player {} is in room {}, which is missing",
        "SELECT player, code FROM members WHERE code NOT IN (SELECT code FROM rooms)",
    ),
    (
        "a member of room {} is missing: player {}",
        "SELECT code, player FROM members WHERE player NOT IN (SELECT id FROM players)",
    ),
    (
        "the host of room {} is not in it: player {}",
        """SELECT code, host FROM rooms
        WHERE host NOT IN (SELECT player FROM members WHERE members.code = rooms.code)""",
    ),
    (
        "room {} has race {}, which is missing",
        # Of a room without a race, SQLite says that none is NOT IN a table that is empty.
        """SELECT code, race FROM rooms
        WHERE race IS NOT NULL AND race NOT IN (SELECT id FROM races)""",
    ),
    (
        "race {} is an attempt at the daily deal of {}, which is missing",
        """SELECT id, daily FROM races
        WHERE daily IS NOT NULL AND daily NOT IN (SELECT day FROM dailies)""",
    ),
    (
        "an attempt at the daily deal of {} is missing or not that player's: race {}",
        """SELECT day, race FROM daily_attempts WHERE NOT EXISTS (
            SELECT 1 FROM races WHERE races.id = daily_attempts.race AND races.daily = day
            AND (started IS NULL OR EXISTS (SELECT 1 FROM racers
                WHERE racers.race = races.id AND racers.player = daily_attempts.player)))""",
    ),
    (
        "race {} is an attempt at the daily deal of {}, and has another deal",
        """SELECT races.id, day FROM races JOIN dailies ON day = daily
        WHERE races.seed <> dailies.seed OR races.game <> dailies.game
            OR races.certificate <> dailies.certificate""",
    ),
    (
        "race {} is an attempt at the daily deal of {}, and counts elsewhere",
        """SELECT id, daily FROM races
        WHERE daily IS NOT NULL AND (ended IS NOT NULL OR practice OR evening IS NOT NULL)""",
    ),
    (
        "race {} is under way in no room",
        """SELECT id FROM races WHERE started IS NOT NULL AND over IS NULL AND closed IS NULL
        AND id NOT IN (SELECT race FROM rooms WHERE race IS NOT NULL)""",
    ),
    (
        "player {} was there in evening {}, which is missing",
        "SELECT player, evening FROM attended WHERE evening NOT IN (SELECT id FROM races)",
    ),
    (
        "line {} of the chat was said by player {}, who is missing",
        "SELECT id, player FROM said WHERE player NOT IN (SELECT id FROM players)",
    ),
)
_ROOMS: Final = "SELECT code, settings, lock FROM rooms"
_PLAYERS: Final = """
    SELECT id, name, name_key, token_hash, made FROM players
    WHERE id > ? AND NOT gone ORDER BY id LIMIT ?
"""
_BANS: Final = "SELECT id, network FROM bans"
_DAILIES: Final = """
    SELECT day, game, options, rules, seed, solution, certificate, band FROM dailies
"""
_FIRST: Final = -(2**63)
"""Below any number that there is."""
PAGE: Final = 1000
"""Players that are looked at at once."""
_HOW_MANY: Final = "SELECT COUNT(*) FROM races"
_NEXT_RACE: Final = "(SELECT MIN(id) FROM races WHERE id > ?)"
_RACE: Final = f"""
    SELECT id, game, options, settings, seed, commitment, started, over, ended,
        elapsed, rules, closed, forgotten, practice, certificate, solution
    FROM races WHERE id = {_NEXT_RACE}
"""  # noqa: S608 (what stands in it is ours)
_RACERS: Final = f"""
    SELECT player, COALESCE(name, 'somebody'), COALESCE(bot, FALSE), seat, status, score, place,
        moves, milliseconds, win FROM racers LEFT JOIN players ON id = player
    WHERE race = {_NEXT_RACE} ORDER BY seat
"""  # noqa: S608 (what stands in it is ours)
_ENTRIES: Final = f"""
    SELECT number, player, entry, milliseconds, position FROM entries
    WHERE race = {_NEXT_RACE} ORDER BY number
"""  # noqa: S608 (what stands in it is ours)
_LOCK: Final = re.compile(r"[0-9a-f]{24}\$[0-9a-f]{48}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
# What the races come to, and what is kept of it for the leaderboard; what only one of them has.
_COME_TO: Final = """
    SELECT player, game, options, COUNT(*), COUNT(*) FILTER (WHERE win),
        COUNT(*) FILTER (WHERE status = 'won'),
        MIN(CASE WHEN status = 'won' THEN milliseconds END), MAX(score)
    FROM racers JOIN races ON races.id = race WHERE ended IS NOT NULL AND status IS NOT NULL
    AND player NOT IN (SELECT id FROM players WHERE gone)
    GROUP BY player, game, options
"""
_THEIRS: Final = """
    racers.player = bests.player AND races.game = bests.game AND races.options = bests.options
    AND status IS NOT NULL AND ended IS NOT NULL
"""
_KEPT: Final = "SELECT player, game, options, races, wins, solved, fastest, best FROM bests"
# The bests of which it is said that they are of a race in which that was not reached.
_OF_NO_RACE: Final = f"""
    SELECT player, game, options, races, wins, solved, fastest, best FROM bests
    WHERE (fastest IS NULL) <> (fastest_race IS NULL)
        OR NOT EXISTS (
            SELECT 1 FROM racers JOIN races ON races.id = race WHERE race = best_race
            AND racers.score = best AND milliseconds = best_time AND {_THEIRS})
        OR (fastest_race IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM racers JOIN races ON races.id = race WHERE race = fastest_race
            AND status = 'won' AND milliseconds = fastest AND {_THEIRS}))
"""  # noqa: S608 (what stands in it is ours)
_WRONG_BESTS: Final = f"""
    SELECT DISTINCT COALESCE(name, 'player ' || player), game FROM (
        SELECT * FROM ({_COME_TO} EXCEPT {_KEPT}) AS not_kept
        UNION ALL SELECT * FROM ({_KEPT} EXCEPT {_COME_TO}) AS not_come_to
        UNION ALL {_OF_NO_RACE}
    ) AS wrong LEFT JOIN players ON players.id = player
    LIMIT {SHOWN}
"""  # noqa: S608 (what stands in it is ours)


class Checked(NamedTuple):
    """How much of the database was checked so far."""

    races: int
    entries: int
    old: int
    """Races among these that were not played again, because the rules have changed since."""
    forgotten: int = 0
    """Races among these whose moves are not kept any more."""


class BadText(str):
    """A text of the database that is no text: what is wrong in it is left out."""

    __slots__ = ()


class CannotReadOn(Exception):
    """What was asked for cannot be read, and never will be; the text says why."""


class Verification:
    """One look through a database."""

    damage = "the database is damaged"
    """How a fault begins that is one of the database itself."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.done = Checked(0, 0, 0)
        self.races = 0
        """Races in the database."""
        self.damaged = False
        """Whether the database itself was found damaged, and not only what is in it wrong."""

    def walk(self, report: Callable[[], None]) -> Walk:
        """Yield all that does not check out, each in a sentence; call `report` after each race.

        Whoever asks throws `CannotReadOn` in where there is no answer.
        """
        for part in (
            self.structure(),
            self._all_races(report),
            _evenings(),
            _rows("room", _ROOMS, _room_fault),
            _players(),
            _rows("ban", _BANS, _ban_fault),
            _rows("the daily deal of", _DAILIES, _daily_fault),
            _bests(),
            _ratings(),
        ):
            try:
                yield from part
            except CannotReadOn as error:
                self.damaged = True
                yield f"{self.damage}, and cannot be read on: {error}"

    def structure(self) -> Walk:
        """Yield what is wrong with the database itself, and with rows that belong to no others."""
        yield from self.strays()

    def strays(self) -> Generator[str | Ask, Answers, bool]:
        """Yield which rows belong to no others; return whether there are any."""
        some = False
        for text, question in _QUESTIONS:
            for row in (yield from _ask(f"{question} LIMIT {SHOWN}")):
                some = True
                yield text.format(*row)
        return some

    def _all_races(self, report: Callable[[], None]) -> Walk:
        [[self.races]] = yield from _ask(_HOW_MANY)
        last = _FIRST
        while True:
            found, racers, entries = yield (
                (_RACE, (last,)),
                (_RACERS, (last,)),
                (_ENTRIES, (last,)),
            )
            if not found:
                return
            bad = any(map(_has_bad_text, (*found, *racers, *entries)))
            if bad:
                found, racers, entries = (
                    list(map(_as_text, rows)) for rows in (found, racers, entries)
                )
            stored = _Stored(*found[0])
            last = stored.id
            if bad:
                yield f"race {stored.id}: a text in it is no UTF-8"
            try:
                for fault in _race_faults(stored, [_Racer(*racer) for racer in racers], entries):
                    yield f"race {stored.id}: {fault}"
            except _NONSENSE as error:
                yield f"race {stored.id}: what is written of it makes no sense ({error})"
            races, moves, old, forgotten = self.done
            self.done = Checked(
                races + 1,
                moves + len(entries),
                old + (stored.old and not stored.forgotten),
                forgotten + bool(stored.forgotten),
            )
            report()


def _ask(sql: str, row: Row = ()) -> Generator[Ask, Answers, list[Row]]:
    """Ask one question and return its answer."""
    [rows] = yield ((sql, row),)
    return rows


def _has_bad_text(row: Row) -> bool:
    return any(isinstance(value, BadText) for value in row)


def _as_text(row: Row) -> Row:
    """Return a row in which a text is nothing else: not all that reads texts takes `BadText`."""
    return tuple(str(value) if isinstance(value, BadText) else value for value in row)


def _rows(one: str, question: str, look: Callable[[Row], str]) -> Walk:
    """Yield what is wrong with the rows of a table, each by itself."""
    for row in (yield from _ask(question)):
        yield from _row_faults(one, row, look)


def _players() -> Walk:
    last = _FIRST
    while rows := (yield from _ask(_PLAYERS, (last, PAGE))):
        for row in rows:
            yield from _row_faults("player", row, _player_fault)
        last = rows[-1][0]


def _row_faults(one: str, row: Row, look: Callable[[Row], str]) -> Iterator[str]:
    name = f"{one} {row[0]}"
    if _has_bad_text(row):
        yield f"{name}: a text in it is no UTF-8"
    try:
        fault = look(_as_text(row))
    except _NONSENSE as error:
        fault = f"it makes no sense ({error})"
    if fault:
        yield f"{name}: {fault}"


_NONSENSE: Final = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)
"""What comes of rows in which a damaged file has anything."""


class _Stored(NamedTuple):
    """A row of `races`."""

    id: int
    game: str
    options: str
    settings: str
    seed: str
    commitment: str
    started: int | None
    over: int | None
    ended: int | None
    elapsed: int
    rules: int
    closed: str | None
    forgotten: int
    """1 while its moves are being deleted, 2 when they are gone."""
    practice: int
    """Whether it counts nowhere, and begins where its room says."""
    certificate: str
    """What was told of its deal before the start; empty where any would do."""
    solution: str | None
    """What wins it, as JSON; None where any would do."""

    @property
    def old(self) -> bool:
        """Whether it was dealt with other rules than the game has now."""
        try:
            return catalogue.entry(self.game).version != self.rules
        except catalogue.UnknownGame:
            return False


class _Racer(NamedTuple):
    """A row of `racers`, with the player's name."""

    player: int
    name: str
    bot: int
    seat: int
    status: str | None
    score: int | None
    place: int | None
    moves: int | None
    milliseconds: int | None
    win: int | None

    @property
    def result(self) -> tuple[object, ...]:
        return (self.status, self.score, self.place, self.moves, self.milliseconds, self.win)


def _evenings() -> Walk:
    """Yield what is wrong with which races are of which evening."""
    check = EveningCheck()
    while rows := (yield from _ask(OF_EVENINGS, (*check.last, PAGE))):
        for row in rows:
            yield from check.faults(_as_text(row))
    yield from check.end()


def _bests() -> Walk:
    """Yield what is wrong with what is kept for the leaderboards."""
    for name, game in (yield from _ask(_WRONG_BESTS)):
        yield f"{name}'s best in {game} is not what the races come to"


def _ratings() -> Walk:
    """Yield what is wrong with the ratings of this season."""
    rows = yield from _ask(*SINCE)
    if not rows:
        return
    check = RatingsCheck(rows[0][0])
    while not check.done:
        finishers, kept = yield check.questions
        yield from check.faults(finishers, kept)
    for name, family in (yield from _ask(*WRONG_STRENGTHS)):
        yield f"{name}'s rating in {family or 'all games'} is not the last one: {REBUILD}"


def _can_be(moment: int) -> bool:
    """Return whether clients can be told this moment, in seconds since 1970."""
    try:
        msgspec.convert(moment, Moment)
    except msgspec.ValidationError:
        return False
    return True


def _room_fault(row: Row) -> str:
    _, settings, lock = row
    try:
        chosen = msgspec.json.decode(settings, type=Settings)
        catalogue.entry(chosen.game).complete(chosen.options)
    except (msgspec.DecodeError, catalogue.UnknownGame, catalogue.BadOption) as error:
        return f"the server keeps it closed, for its settings cannot be read: {error}"
    if lock and not _LOCK.fullmatch(lock):
        return "its password is damaged, and lets nobody in: its host has to set another"
    return ""


def _player_fault(row: Row) -> str:
    _, name, key, token, made = row
    if not _can_be(made):
        return f"it is said to have come first at {made}, which is no time"
    if name_key(name) != key and "\t" not in key:
        return "the name is not the one by which it is found"
    if not _HASH.fullmatch(token) and "\t" not in token:
        return "the token is damaged: `samedeal admin DATA revoke PLAYER --new` makes another"
    return ""


def _ban_fault(row: Row) -> str:
    _, network = row
    try:
        if network is not None:
            ip_network(network)
    except ValueError:
        return f"it bans nobody, for {network!r} is no network: unban it, and ban again"
    return ""


def _daily_fault(row: Row) -> str:
    """Return what is wrong with the deal of a day; never what wins it."""
    day, game, options, rules, seed, text, promised, band = row
    date.fromisoformat(day)
    if band not in (None, *BANDS):
        return f"it is said to be {band}, which no deal is"
    solution = read_solution(text)
    if certificate(seed, solution) != promised:
        return "its solution is not the one that was certified"
    entry = catalogue.entry(game)
    complete = entry.complete(read_filed(options).options)
    if entry.version == rules and not wins(catalogue.make(game, complete), seed, solution):
        return "its solution does not win it"
    return ""


def _race_faults(stored: _Stored, racers: list[_Racer], entries: list[Row]) -> Iterator[str]:
    """Return what does not check out in one race."""
    if stored.commitment != commitment(stored.seed):
        yield "the seed is not the one that was promised before the start"
    try:
        settings = msgspec.json.decode(stored.settings, type=Settings)
        complete = catalogue.entry(settings.game).complete(settings.options)
    except (msgspec.DecodeError, catalogue.UnknownGame, catalogue.BadOption) as error:
        yield f"its settings cannot be read: {error}"
        return
    filed = options_key(complete, "any" if stored.practice else settings.deals)
    if (settings.game, filed) != (stored.game, stored.options):
        yield f"it is filed as {stored.game} {stored.options}, and the settings say otherwise"
    yield from _certificate_faults(stored, settings)
    if stored.started is None:
        if racers or entries:
            yield "it never began, and has racers or moves"
        return
    yield from _moment_faults(stored)
    if not racers:
        # Of the finished race of somebody who was deleted, only the deal is left.
        if entries or (stored.over is None and not stored.closed):
            yield "it has begun, and nobody is racing"
        return
    if [racer.seat for racer in racers] != list(range(len(racers))):
        yield "the seats are not numbered from 0"
    if stored.forgotten:
        if stored.forgotten == GONE and entries:
            yield "its moves are said to be deleted, and some are here"
        return
    yield from _journal_faults(racers, entries)
    if stored.practice and stored.ended is not None:
        yield "it is practice, and counts"
    if stored.closed or stored.old or stored.practice:
        # The server gave it up, the rules have changed, or it begins where only its room knows.
        return
    players = [Player(racer.player, racer.name, bool(racer.bot)) for racer in racers]
    try:
        game = catalogue.make(settings.game, settings.options)
        limit = settings.time_limit * 1000
        race = Race(stored.id, game, stored.seed, players, start=0, time_limit=limit)
    except ValueError as error:
        yield f"it cannot be dealt: {error}"
        return
    if fault := _replay(race, entries):
        yield fault  # What follows from a move that is wrong is no news.
    else:
        yield from _result_faults(stored, racers, race)


def _certificate_faults(stored: _Stored, settings: Settings) -> Iterator[str]:
    """Yield what is wrong with the claim that the deal can be won; never what wins it."""
    if stored.solution is None or not stored.certificate:
        if stored.solution is not None or stored.certificate or settings.deals != "any":
            yield "it was to be a deal that can be won, and certificate or solution is missing"
        return
    try:
        solution = read_solution(stored.solution)
    except ValueError:
        yield "the solution of its deal cannot be read"
        return
    if certificate(stored.seed, solution) != stored.certificate:
        yield "the solution of its deal is not the one that was certified before the start"
    elif not stored.old and not wins(
        catalogue.make(settings.game, settings.options), stored.seed, solution
    ):
        yield "the solution of its deal does not win it"


def _moment_faults(stored: _Stored) -> Iterator[str]:
    for what, moment in (("started", stored.started), ("ended", stored.over)):
        if moment is not None and not _can_be(moment):
            yield f"it is said to have {what} at {moment}, which is no time"


def _journal_faults(racers: list[_Racer], entries: list[Row]) -> Iterator[str]:
    known = {racer.player for racer in racers}
    before = 0
    for expected, (number, player, _, milliseconds, _) in enumerate(entries):
        if number != expected:
            yield f"its journal has a gap: entry {expected} is missing"
            return
        if player not in known:
            yield f"entry {number} is of player {player}, who is not racing"
        if milliseconds < before:
            yield f"entry {number} is earlier than the one before it"
        before = milliseconds


def _replay(race: Race, entries: list[Row]) -> str | None:
    """Do all entries; return what is wrong with the first one that cannot be done."""
    for number, player, text, milliseconds, position in entries:
        if player not in race.racers:
            continue  # That has been told.
        try:
            entry = parse_text(text)
            race.redo(Entered(race.id, number, player, entry, milliseconds, position))
        except (IllegalAction, ValueError) as error:
            return f"entry {number} is refused: {error}"
    return None


def _result_faults(stored: _Stored, racers: list[_Racer], race: Race) -> Iterator[str]:
    if stored.ended not in (None, stored.over):
        yield "it is told to have ended at another time than it did"
    if stored.over is None:
        if any(result is not None for racer in racers for result in racer.result):
            yield "it is not over, and has results"
        return
    for racer in racers:
        race.racers[racer.player].end(cast(Status, racer.status))
    standings = {standing.player: standing for standing in race.standings()}
    faults = [fault for racer in racers for fault in _compare(racer, standings[racer.player])]
    yield from faults
    if faults:
        return  # What follows from them is no news.
    won = winners(standings.values())
    for racer in racers:
        if racer.win != (racer.player in won):
            says, said = ("counts as a win", "none") if racer.win else ("counts as no win", "one")
            yield f"{racer.name}'s race {says}, and by the moves it is {said}"


def _compare(racer: _Racer, found: Standing) -> Iterator[str]:
    stored = (
        ("status", racer.status, found.status),
        ("score", racer.score, found.score),
        ("place", racer.place, found.place),
        ("number of moves", racer.moves, found.moves),
        ("time", racer.milliseconds, found.milliseconds),
    )
    for what, told, true in stored:
        if told != true:
            yield f"{racer.name}'s {what} is {told}, and by the moves it is {true}"
