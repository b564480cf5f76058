"""Replays: what each racer did in the races that are over.

A race's entries lie together in the file, in the order in which they came.  To read one racer's,
those of the others are passed over, without the interpreter's lock; an index by racer would have
cost every move more than that (see docs/performance.md).
"""

from collections import OrderedDict
from typing import Final, Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from engine.catalogue import Options
from protocol.forms import Form
from protocol.messages import (
    SOLUTION,
    Deals,
    PackedEntry,
    PastRacer,
    Replay,
    Settings,
    Status,
    WireAction,
)
from server.rooms.records import PastGame
from server.storage.database import Engine, Reader, Row
from server.storage.entries import counted
from server.storage.filing import options_key, read_solution

KEPT_BYTES: Final = 16 * 1024 * 1024
"""How large all answers may be that are kept, together."""

_NAMES: Final[dict[Engine, dict[str, str]]] = {
    "sqlite": {
        "array": "JSON_GROUP_ARRAY",
        "object": "JSON_OBJECT",
        "joined": "GROUP_CONCAT",
        "solved": "COALESCE(JSON_ARRAY_LENGTH(solution), 0)",
    },
    "postgres": {
        "array": "JSON_AGG",
        "object": "JSON_BUILD_OBJECT",
        "joined": "STRING_AGG",
        "solved": "COALESCE(JSON_ARRAY_LENGTH(CAST(solution AS JSON)), 0)",
    },
}
"""What the same functions are called."""

_LEFT: Final = """entry IN ('"give up"', '"disconnected"', '"sent away"')"""
"""Of an entry: somebody left the race with it, and did no move."""
_RACERS: Final = """
        (SELECT {array}({object}('player', player, 'name', name, 'status', status,
            'score', score, 'place', place, 'milliseconds', milliseconds, 'bot', bot))
        FROM (SELECT player, name, status, score, place, milliseconds, bot
            FROM racers AS everybody JOIN players ON players.id = everybody.player
            WHERE everybody.race = ?1 AND status IS NOT NULL ORDER BY place, seat) AS in_order)
"""


def _in_each(sql: str) -> dict[Engine, str]:
    return {
        engine: sql.format(
            **names,
            left=_LEFT,
            racers=_RACERS.format(**names),
            counted=counted(engine, "races.id"),
        )
        for engine, names in _NAMES.items()
    }


_FILED: Final = _in_each("""
    SELECT name, settings, seed, commitment, status, score, milliseconds, locked, forgotten,
        {counted},
        {racers}, {solved}, over, COALESCE(daily, '')
    FROM racers JOIN races ON races.id = race JOIN players ON players.id = player
    WHERE race = ?1 AND player = ?2 AND over IS NOT NULL AND status IS NOT NULL AND NOT practice
""")
# How somebody was out of the race without a move is told by the status.
_FILED_SOLUTION: Final = _in_each("""
    SELECT 'Solution', settings, seed, commitment, 'won', 0, 0, locked, 0, {solved}, {racers},
        {solved}, over, COALESCE(daily, '')
    FROM races WHERE id = ?1 AND over IS NOT NULL AND solution IS NOT NULL AND NOT practice
""")
_SOLVED: Final = """
    SELECT id FROM (
        SELECT id, seed, solution FROM races WHERE game = ? AND options = ? AND ended IS NOT NULL
        ORDER BY ended DESC LIMIT ?
    ) AS newest
    WHERE seed = ? AND solution IS NOT NULL LIMIT 1
"""
_SOLUTION: Final = "SELECT solution FROM races WHERE id = ?"
_ENTRIES: Final = _in_each("""
    SELECT (SELECT forgotten FROM races WHERE id = ?1),
        (SELECT elapsed FROM races WHERE id = ?1),
        COALESCE('[' || {joined}(entry, ',') || ']', '[]'),
        COALESCE('[' || {joined}(CAST(milliseconds AS TEXT), ',') || ']', '[]')
    FROM (SELECT entry, milliseconds FROM entries WHERE race = ?1 AND player = ?2
        AND NOT {left} ORDER BY number) AS theirs
""")
_ENDS: Final = f"""
    SELECT player, MAX(milliseconds), MAX(milliseconds) FILTER (WHERE {_LEFT})
    FROM entries WHERE race = ? GROUP BY player
"""  # noqa: S608 (what stands in it is ours)
_FINISHED: Final = """
    SELECT race, player FROM racers JOIN races ON races.id = race
    WHERE ended IS NOT NULL AND status IS NOT NULL {condition} ORDER BY race, seat
"""
_WAS_IN: Final = "SELECT 1 FROM racers WHERE race = ? AND player = ?"

NEWEST: Final = 1000
"""In so many races at most it is looked for a deal."""

_entries: Final = msgspec.json.Decoder[list[PackedEntry]](list[WireAction | Literal["undo"]])
_times: Final = msgspec.json.Decoder[list[int]](list[int])
_racers: Final = msgspec.json.Decoder[list[PastRacer]](list[PastRacer], strict=False)
"""SQLite's truth values are numbers."""


class ForgottenReplay(Exception):
    """The moves of the race are not kept any more: see `server.storage.privacy.forgetting`."""

    def __init__(self) -> None:
        super().__init__("its moves are not kept any more")


class Filed(NamedTuple):
    """What is known of a racer's finished race without its moves."""

    name: str
    settings: str
    """JSON."""
    seed: str
    commitment: str
    status: Status
    score: int
    milliseconds: int
    locked: int
    """Whether it is for those alone who were there."""
    forgotten: int
    """Whether its moves are gone, or going."""
    entries: int
    """How many the race has, of all racers together: so many are read for a replay."""
    racers: str
    """All of them and how they ended, as JSON."""
    solution: int
    """How many actions the solution of its deal has; 0 if none is known."""
    over: int
    """When its race ended, in seconds since 1970."""
    daily: str = ""
    """The day on whose daily deal it was an attempt; empty of any other race."""


async def find_filed(reader: Reader, race: int, player: int) -> Filed | None:
    """Return what is known of a racer's race; None if there is none, or it is not over yet.

    The `SOLUTION` has a score and a time only when it was played.
    """
    if player == SOLUTION:
        rows = await reader.read_all(_FILED_SOLUTION[reader.engine], (race,))
    else:
        rows = await reader.read_all(_FILED[reader.engine], (race, player))
    return Filed(*rows[0]) if rows else None


async def find_solution(reader: Reader, race: int) -> tuple[WireAction, ...]:
    """Return what wins the deal of a race; nothing where that is not known.

    Raises:
        ValueError: it is damaged.
    """
    rows = await reader.read_all(_SOLUTION, (race,))
    return read_solution(rows[0][0]) if rows and rows[0][0] else ()


async def find_solved(reader: Reader, game: str, options: Options, seed: str) -> int:
    """Return the race on this deal that came with a solution; 0 if there is none.

    Only the `NEWEST` races of each kind of deals are looked at, as the deals have no order of their
    own in the database.
    """
    for deals in get_args(Deals):
        asked = (game, options_key(options, deals), NEWEST, seed)
        if deals != "any" and (rows := await reader.read_all(_SOLVED, asked)):
            return int(rows[0][0])
    return 0


async def was_in(reader: Reader, race: int, player: int) -> bool:
    """Return whether a player was a racer in this race."""
    return bool(await reader.read_all(_WAS_IN, (race, player)))


async def find_replay(reader: Reader, race: int, player: int) -> Replay | None:
    """Return all that a player did in a race; None if there is none, or it is not over yet.

    Raises:
        ForgottenReplay: the moves are not kept any more.
        ValueError: they are damaged.
    """
    filed = await find_filed(reader, race, player)
    return None if filed is None else await read_replay(reader, race, player, filed)


async def read_replay(reader: Reader, race: int, player: int, filed: Filed) -> Replay:
    """Return all that a player did in a race of which this is known.

    Raises:
        ForgottenReplay, ValueError: see `find_replay`.
    """
    ends = await reader.read_all(_ENDS, (race,))  # while nothing is forgotten: see below
    [(forgotten, elapsed, entries, times)] = await reader.read_all(
        _ENTRIES[reader.engine], (race, player)
    )
    if forgotten:  # Perhaps since a moment ago.
        raise ForgottenReplay
    settings = msgspec.json.decode(filed.settings, type=Settings)
    return Replay(
        race,
        player,
        filed.name,
        settings.game,
        settings.options,
        filed.seed,
        _entries.decode(entries),
        _times.decode(times),
        filed.status,
        filed.score,
        filed.milliseconds,
        filed.commitment,
        _with_ends(filed.racers, ends, min(elapsed, settings.time_limit * 1000)),
    )


async def find_game(reader: Reader, race: int, player: int) -> PastGame | None:
    """Return a game of a finished race, to race against it; None if there is none.

    Raises:
        ForgottenReplay, ValueError: see `find_replay`.
    """
    filed = await find_filed(reader, race, player)
    if filed is None:
        return None
    return past_game(await read_replay(reader, race, player, filed), filed)


def past_game(replay: Replay, filed: Filed) -> PastGame:
    """Return a game with what is known of it beside its replay.

    Raises:
        ValueError: that is damaged.
    """
    return PastGame(replay, msgspec.json.decode(filed.settings, type=Settings), filed.over)


def racers_of(filed: Filed) -> list[PastRacer]:
    """Return everybody who was in a race, the first first, without when it was over for each.

    Raises:
        ValueError: that is damaged.
    """
    return _racers.decode(filed.racers)


def _with_ends(filed: str, ends: list[Row], over: int) -> list[PastRacer]:
    """Return the racers with when the race was over for each: by a move, by leaving, or for all.

    `ends` are the rows of `_ENDS`, and it was `over` for all after so many milliseconds.
    """
    known = {player: (last, left) for player, last, left in ends}
    racers = []
    for racer in _racers.decode(filed):
        last, left = known.get(racer.player, (0, None))
        if racer.status in ("won", "stuck"):
            ended = last
        elif left is None and racer.status in ("out of time", "stopped"):
            ended = max(last, over)
        else:
            ended = left or 0
        racers.append(replace(racer, ended=ended))
    return racers


async def finished(reader: Reader, race: int | None = None) -> list[tuple[int, int]]:
    """Return the race and the player of everything that was ever finished, or of one race."""
    rows = (
        await reader.read_all(_FINISHED.format(condition=""))
        if race is None
        else await reader.read_all(_FINISHED.format(condition="AND race = ?"), (race,))
    )
    return [(race, player) for race, player in rows]


class Answer(NamedTuple):
    """What is kept as it is sent: a replay, or a part of its positions."""

    race: int
    player: int
    form: Form
    part: int = -1
    """Which of the parts, the first being 0; -1 for the replay itself."""
    won: bool = False
    """Whether it is how the racer could still have won.  An analysis of the same game finds the
    same again, so that this does not change either."""


class ReplayCache:
    """Replays as they are sent, kept while there is room: a race that is over does not change."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        """Keep at most so many bytes."""
        self._most = most
        self._kept: OrderedDict[Answer, tuple[Filed, bytes]] = OrderedDict()
        self._size = 0

    def find(self, answer: Answer, filed: Filed) -> bytes | None:
        """Return what was kept, if nothing has changed since (a name may have)."""
        kept = self._kept.get(answer)
        if kept is None or kept[0] != filed:
            return None
        self._kept.move_to_end(answer)
        return kept[1]

    def keep(self, answer: Answer, filed: Filed, encoded: bytes) -> None:
        """Keep an answer as it is sent, instead of what was looked at least."""
        self._size += len(encoded) - len(self._kept.pop(answer, (filed, b""))[1])
        self._kept[answer] = (filed, encoded)
        while self._size > self._most:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._size -= len(oldest)
