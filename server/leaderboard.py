"""The best of each game, and what each player did in a finished race.

A game with other options is another game here.  Bots are left out, and so are races under way.
"""

from typing import Final

import msgspec

from engine import catalogue
from engine.catalogue import Options
from engine.chance import commitment
from engine.game import IllegalAction
from engine.replay import Play
from protocol.messages import Leaderboard, Record, Replay, Settings, Tally
from protocol.wire import BadMessage, pack_entry, parse_entry
from server.database import Reader
from server.journal import options_text, read_entries
from server.players import name_key
from server.race import EXITS, Racer
from server.records import Player

ROWS: Final = 50
"""The most rows of each list."""

_FINISHED: Final = """
    FROM racers JOIN races ON races.id = race JOIN players ON players.id = player
    WHERE game = ? AND options = ? AND ended IS NOT NULL AND NOT bot AND status IS NOT NULL
"""
# The best race of each player, the best first. What stands in these strings is ours, and no input.
_RECORDS: Final = """
    SELECT race, player, name, status, score, milliseconds, moves, ended FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY {order}) AS nth {finished} {only}
    ) WHERE nth = 1 ORDER BY {order} LIMIT ?
"""
_FASTEST: Final = _RECORDS.format(
    order="milliseconds, ended, race", finished=_FINISHED, only="AND status = 'won'"
)
_BEST: Final = _RECORDS.format(
    order="score DESC, milliseconds, ended, race", finished=_FINISHED, only=""
)
_PLAYERS: Final = f"""
    SELECT player, name, COUNT(*) AS races, SUM(place = 1 AND (status = 'won' OR EXISTS (
        SELECT 1 FROM racers AS rival
        WHERE rival.race = racers.race AND rival.player <> racers.player
    ))) AS wins {_FINISHED} GROUP BY player ORDER BY wins DESC, races, name LIMIT ?
"""  # noqa: S608 (as above)


async def leaderboard(reader: Reader, game: str, options: Options) -> Leaderboard:
    """Return the best of a game with these options (the defaults for those not given).

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    complete = catalogue.entry(game).complete(options)
    asked = (game, options_text(complete), ROWS)
    return Leaderboard(
        game,
        complete,
        [Record(*row) for row in await reader.read_all(_FASTEST, asked)],
        [Record(*row) for row in await reader.read_all(_BEST, asked)],
        [Tally(*row) for row in await reader.read_all(_PLAYERS, asked)],
    )


async def find_replay(reader: Reader, race: int, player: int) -> Replay | None:
    """Return all that a player did in a race; None if there is none, or it is not over yet."""
    rows = await reader.read_all(
        "SELECT name, settings, seed, commitment, status, score, milliseconds FROM racers "
        "JOIN races ON races.id = race JOIN players ON players.id = player "
        "WHERE race = ? AND player = ? AND ended IS NOT NULL AND status IS NOT NULL",
        (race, player),
    )
    if not rows:
        return None
    name, text, seed, promised, status, score, milliseconds = rows[0]
    settings = msgspec.json.decode(text, type=Settings)
    entries, times = [], []
    for entered in await read_entries(reader, race):
        if entered.player != player:
            continue
        if entered.entry != "give up" and entered.entry != "disconnected":
            entries.append(pack_entry(entered.entry))
            times.append(entered.milliseconds)
    return Replay(
        race,
        player,
        name,
        settings.game,
        settings.options,
        seed,
        entries,
        times,
        status,
        score,
        milliseconds,
        promised,
    )


def check_replay(replay: Replay) -> str | None:
    """Play a race again; return what does not check out, in a sentence, or None if all does."""
    if replay.commitment != commitment(replay.seed):
        return "the seed is not the one that was promised before the start"
    if len(replay.times) != len(replay.entries) or replay.times != sorted(replay.times):
        return "the times do not fit the moves"
    try:
        play = Play(catalogue.make(replay.game, replay.options), replay.seed)
    except ValueError as error:
        return f"the game cannot be dealt: {error}"
    racer = Racer(Player(replay.player, replay.name), play)
    for number, (entry, at) in enumerate(zip(replay.entries, replay.times, strict=True), 1):
        if racer.status != "racing":
            return f"move {number} comes after the end of the race"
        try:
            racer.enter(parse_entry(entry), at)
        except (IllegalAction, BadMessage) as error:
            return f"move {number} is refused: {error}"
    if racer.status == "racing" and replay.status in ("out of time", *EXITS.values()):
        racer.status = replay.status
    for what, found, claimed in (
        ("status", racer.status, replay.status),
        ("score", racer.view.score, replay.score),
        ("time", racer.milliseconds, replay.milliseconds),
    ):
        if found != claimed:
            return f"the {what} is {found}, not {claimed}"
    return None


async def find_player(reader: Reader, text: str) -> int | None:
    """Return the id of the player with this name, or with this id."""
    rows = await reader.read_all("SELECT id FROM players WHERE name_key = ?", (name_key(text),))
    if not rows and text.isdecimal():
        rows = await reader.read_all("SELECT id FROM players WHERE id = ?", (int(text),))
    return int(rows[0][0]) if rows else None


async def finished(reader: Reader) -> list[tuple[int, int]]:
    """Return the race and the player of everything that was ever finished."""
    rows = await reader.read_all(
        "SELECT race, player FROM racers JOIN races ON races.id = race "
        "WHERE ended IS NOT NULL AND status IS NOT NULL ORDER BY race, seat"
    )
    return [(race, player) for race, player in rows]
