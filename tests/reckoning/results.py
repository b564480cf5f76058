"""How races ended: places, wins and moves, reckoned from the journal."""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from tests.reckoning.rows import Entry, Race, Racer, Rows

EXITS: Final = {"give up": "gave up", "disconnected": "disconnected", "sent away": "stopped"}
"""What stands in the journal of who is out of a race, and how they stand then."""


class Result(NamedTuple):
    """How a race ended for somebody."""

    race: int
    player: int
    name: str
    bot: bool
    status: str
    score: int
    place: int
    moves: int
    milliseconds: int
    win: bool

    @property
    def rank(self) -> tuple[int, int, int]:
        """Winners come first, the quickest of them first; then scores, and who had them first."""
        return rank(self.status, self.score, self.milliseconds)


def rank(status: str, score: int, milliseconds: int) -> tuple[int, int, int]:
    """Return what makes the order."""
    return (0, milliseconds, -score) if status == "won" else (1, -score, milliseconds)


def results(rows: Rows) -> tuple[dict[int, list[Result]], list[str]]:
    """Return how each race that is over ended, the first first, and what is stored otherwise."""
    found: dict[int, list[Result]] = {}
    wrong: list[str] = []
    for race in rows.races.values():
        if race.is_over:
            journal = rows.entries.get(race.id, [])
            found[race.id] = _ended(rows, race, rows.racers.get(race.id, []))
            if race.practice:
                continue  # Ghosts have places there, too, and nothing of it counts.
            if not race.forgotten:
                wrong += _unlike(race, found[race.id], journal)
            wrong += _placed_otherwise(race, found[race.id], rows.racers.get(race.id, []))
    return found, wrong


def _ended(rows: Rows, race: Race, racers: Sequence[Racer]) -> list[Result]:
    drafts = []
    for each in racers:
        if each.status is None or each.score is None or each.milliseconds is None:
            continue
        own = [e for e in rows.entries.get(race.id, []) if e.player == each.player]
        moves = sum(not _is_exit(entry) for entry in own)
        if race.practice or race.forgotten:
            moves = each.moves or 0  # What was practised is not kept.
        player = rows.players[each.player]
        ended = (each.status, each.score, 0, moves, each.milliseconds, False)
        drafts.append(Result(race.id, each.player, player.name, player.bot, *ended))
    placed = [
        each._replace(place=1 + sum(other.rank < each.rank for other in drafts)) for each in drafts
    ]
    won = winners(placed)
    return sorted(
        (each._replace(win=each.player in won) for each in placed),
        key=lambda each: (each.place, each.player),
    )


def _is_exit(entry: Entry) -> bool:
    done = json.loads(entry.entry)
    return isinstance(done, str) and done in EXITS


def winners(raced: Sequence[Result]) -> set[int]:
    """Return who has won: first, with a move, and with the game won or a rival left behind."""
    first = [each for each in raced if each.place == 1]
    serious = {each.player for each in raced if each.moves and each.status != "stopped"}
    found = set()
    for each in first:
        if each.player not in serious:
            continue
        alone = len(first) == 1
        beaten = bool(serious - {each.player}) and (alone or each.milliseconds > 0)
        if each.status == "won" or beaten:
            found.add(each.player)
    return found


def _placed_otherwise(race: Race, raced: Sequence[Result], stored: Sequence[Racer]) -> list[str]:
    by_player = {each.player: each for each in raced}
    wrong = []
    for each in stored:
        own = by_player.get(each.player)
        if own is None:
            wrong.append(f"race {race.id}: it is over, and player {each.player} has no result")
            continue
        for what in ("place", "moves", "win"):
            told, right = getattr(each, what), getattr(own, what)
            if told != right:
                wrong.append(
                    f"race {race.id}, player {each.player}: {what} is {told}, and should be {right}"
                )
    return wrong


def _unlike(race: Race, raced: Sequence[Result], journal: Sequence[Entry]) -> list[str]:
    """Return what a result says that the journal does not bear out, as far as times tell."""
    wrong = []
    if [entry.number for entry in journal] != [*range(len(journal))]:
        wrong.append(f"race {race.id}: the entries are not numbered from 0 on")
    if [e.milliseconds for e in journal] != sorted(e.milliseconds for e in journal):
        wrong.append(f"race {race.id}: the times of its entries run backwards")
    known = {each.player for each in raced}
    wrong += [
        f"race {race.id}: player {player} has moves in it, and was not in it"
        for player in sorted({entry.player for entry in journal} - known)
    ]
    for each in raced:
        own = [entry for entry in journal if entry.player == each.player]
        exits = [EXITS[json.loads(entry.entry)] for entry in own if _is_exit(entry)]
        times = [entry.milliseconds for entry in own if not _is_exit(entry)]
        said = f"race {race.id}, player {each.player}: "
        if exits not in ([], [each.status]):
            wrong.append(f"{said}{each.status}, and the journal says {exits}")
        if not exits and each.status in ("gave up", "disconnected"):
            wrong.append(f"{said}{each.status}, and the journal does not say so")
        if each.status == "won" and each.milliseconds != max(times, default=0):
            wrong.append(f"{said}won at {each.milliseconds} ms, and the last move is not of then")
        if each.milliseconds and each.milliseconds not in times:
            wrong.append(f"{said}nothing was done at {each.milliseconds} ms, when it was decided")
    return wrong
