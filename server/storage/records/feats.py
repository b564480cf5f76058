"""What a race has changed on the leaderboards for those who were in it."""

from typing import Final, NamedTuple

from protocol.messages import Feat, Ranked
from server.storage.database import Reader, Row
from server.storage.leaderboard import LISTED
from server.storage.leaderboard_rows import make, readable

# What stands in these strings is ours, and no input.
_RACE: Final = "SELECT game, options, ended FROM races WHERE id = ? AND ended IS NOT NULL"
_RACERS: Final = f"""
    SELECT racers.player, status, win,
        (SELECT SUM(wins) FROM bests WHERE bests.player = racers.player AND game = ?2),
        (SELECT SUM(solved) FROM bests WHERE bests.player = racers.player AND game = ?2),
        fastest, fastest_race, best, best_time, best_race
    FROM racers JOIN players ON players.id = racers.player
        JOIN bests ON bests.player = racers.player AND game = ?2 AND options = ?3
    WHERE race = ?1 AND status IS NOT NULL AND {LISTED} ORDER BY racers.player
"""  # noqa: S608


class _List(NamedTuple):
    """What is asked of a list; a standing in it is three or four numbers, the better the less."""

    before: str
    """The best of a player's standings in other races."""
    ahead: str
    """How many stand ahead of a standing, beside those who were in the race."""


_OTHERS: Final = """
    FROM racers JOIN races ON races.id = race
    WHERE racers.player = ?1 AND race <> ?2 AND game = ?3 AND options = ?4
        AND ended IS NOT NULL AND status IS NOT NULL
"""
_ON_BOARD: Final = f"""
    SELECT COUNT(*) FROM bests JOIN players ON players.id = bests.player
        JOIN races ON races.id = {{race}}
    WHERE bests.game = ?1 AND bests.options = ?2 AND {LISTED} AND {{race}} <> ?3
"""  # noqa: S608
_LISTS: Final[dict[Ranked, _List]] = {
    "fastest": _List(
        f"SELECT milliseconds, ended, race {_OTHERS} AND status = 'won' "
        "ORDER BY milliseconds, ended, race LIMIT 1",
        _ON_BOARD.format(race="fastest_race")
        + "AND fastest_race IS NOT NULL AND fastest <= ?4 "
        + "AND (fastest, ended, fastest_race) < (?4, ?5, ?6)",
    ),
    "best": _List(
        f"SELECT -score, milliseconds, ended, race {_OTHERS} AND score > 0 AND milliseconds > 0 "
        "ORDER BY score DESC, milliseconds, ended, race LIMIT 1",
        _ON_BOARD.format(race="best_race")
        + "AND best > 0 AND best_time > 0 AND best >= -CAST(?4 AS BIGINT) "
        + "AND (-best, best_time, ended, best_race) < (?4, ?5, ?6, ?7)",
    ),
}


class _Racer(NamedTuple):
    """Who was in the race, with the player's bests after it."""

    player: int
    status: str
    win: bool
    wins: int
    solved: int
    fastest: int | None
    fastest_race: int | None
    best: int
    best_time: int
    best_race: int


class _Move(NamedTuple):
    """A racer's standing in a list after the race, and before it where there was one."""

    after: tuple[int, ...]
    before: tuple[int, ...] | None


async def of_race(reader: Reader, race: int) -> list[Feat] | None:
    """Return what a race has changed for each of its people for whom anything has changed.

    None as long as its end is not there for everybody.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_RACE, (race,))
    if not rows:
        return None
    [(game, options, ended)] = rows
    racers = [_Racer(*row) for row in await reader.read_all(_RACERS, (race, game, options))]
    filed = (game, options)
    moves: dict[Ranked, dict[int, _Move]] = {"fastest": {}, "best": {}}
    for racer in racers:
        for ranked, after in _standings(racer, race, ended).items():
            found = await reader.read_all(
                _LISTS[ranked].before, (racer.player, race, game, options)
            )
            moves[ranked][racer.player] = _Move(after, tuple(found[0]) if found else None)
    feats = []
    for racer in racers:
        feats += [
            told
            for told in readable(reader, [await _feat(reader, race, filed, racer, moves)], _made)
            if told.first_win or told.first_solved or told.ranked
        ]
    return feats


def _standings(racer: _Racer, race: int, ended: int) -> dict[Ranked, tuple[int, ...]]:
    """Return in which lists the race has become the racer's best, and where it stands there."""
    found: dict[Ranked, tuple[int, ...]] = {}
    if racer.fastest_race == race and racer.fastest is not None:
        found["fastest"] = (racer.fastest, ended, race)
    if racer.best_race == race and racer.best > 0 and racer.best_time > 0:
        found["best"] = (-racer.best, racer.best_time, ended, race)
    return found


async def _feat(
    reader: Reader,
    race: int,
    filed: tuple[str, str],
    racer: _Racer,
    moves: dict[Ranked, dict[int, _Move]],
) -> Row:
    """Return the fields of what has changed for a racer, in their order."""
    won = racer.status == "won"
    firsts = bool(racer.win) and racer.wins == 1, won and racer.solved == 1
    for ranked, moved in moves.items():
        move = moved.get(racer.player)
        if move is None:
            continue
        others = [each for player, each in moved.items() if player != racer.player]
        place = 1 + sum(each.after < move.after for each in others)
        place += await _ahead(reader, ranked, race, filed, move.after)
        place_before = 0
        if move.before is not None:
            place_before = 1 + sum(
                each.before is not None and each.before < move.before for each in others
            )
            place_before += await _ahead(reader, ranked, race, filed, move.before)
        value, before = move.after[0], move.before[0] if move.before else None
        if ranked == "fastest":
            return (racer.player, *firsts, ranked, value, before or 0, 0, None, place, place_before)
        if value == before and place == place_before:
            continue  # as high as before, and only a little quicker
        old = None if before is None else -before
        return (racer.player, *firsts, ranked, 0, 0, -value, old, place, place_before)
    return (racer.player, *firsts, None, 0, 0, 0, None, 0, 0)


async def _ahead(
    reader: Reader, ranked: Ranked, race: int, filed: tuple[str, str], standing: tuple[int, ...]
) -> int:
    [(ahead,)] = await reader.read_all(_LISTS[ranked].ahead, (*filed, race, *standing))
    return int(ahead)


def _made(*row: object) -> Feat:
    return make(Feat, *row)
