"""The tally of an evening, added up from the rows of a database by other means than the program's.

`python -m tests.server.storage.evening_sums FILE` prints those of all evenings in a database file.
Nothing of ours is imported here: the rules are written down once more, from their words.
"""

import json
import sqlite3
import sys
from collections import defaultdict
from fractions import Fraction
from typing import Any, Final, NamedTuple

QUESTION: Final = """
    SELECT races.evening, races.number, races.settings, racers.player, racers.status, racers.place,
        racers.moves, racers.milliseconds, players.bot
    FROM races, racers, players
    WHERE racers.race = races.id AND players.id = racers.player AND races.evening IS NOT NULL
        AND races.over IS NOT NULL AND races.closed IS NULL
"""
PLACES: Final = [10, 7, 5, 4, 3, 2, 1]


class Row(NamedTuple):
    """What is stored of one racer in one race of an evening."""

    evening: int
    number: int
    settings: str
    player: int
    status: str
    place: int
    moves: int
    milliseconds: int
    bot: bool


def worth(rule: str, racers: list[Row]) -> dict[int, Fraction]:
    """Return the points that each racer gets."""
    halted = {r.player for r in racers if r.status == "stopped" and not r.bot}
    lowest = max([r.place for r in racers if r.player in halted], default=0)
    place = {r.player: lowest if r.player in halted else r.place for r in racers}
    result = {}
    for me in racers:
        won, together = me.status == "won", [r for r in racers if r.place == me.place]
        nothing = me.moves == 0 or (not won and me.milliseconds == 0 and len(together) > 1)
        behind = [
            r
            for r in racers
            if r.moves > 0 and r.player not in halted and place[r.player] > place[me.player]
        ]
        if nothing:
            result[me.player] = Fraction(0)
        elif rule == "places":
            full = dict(enumerate(PLACES, 1)).get(place[me.player], 0)
            result[me.player] = Fraction(full, 1 if won else 2)
        elif rule == "rivals":
            result[me.player] = Fraction(len(behind) + (1 if won else 0))
        else:
            others = [r for r in racers if r.moves > 0 and r.status != "stopped" and r is not me]
            ahead = me.place == 1 and me.status != "stopped" and (won or bool(others))
            result[me.player] = Fraction(1 if ahead else 0)
    return result


def sums(rows: list[tuple[Any, ...]]) -> dict[int, dict[int, Fraction]]:
    """Return the points of each player in each evening."""
    evenings: dict[int, dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for each in rows:
        row = Row(*each)
        evenings[row.evening][row.number].append(row)
    found = {}
    for evening, races in evenings.items():
        total: dict[int, Fraction] = {}
        bots: set[int] = set()
        for _, racers in sorted(races.items()):
            people = [points for player, points in total.items() if player not in bots]
            start = min(people or total.values(), default=Fraction(0))
            settings = json.loads(racers[0].settings)
            series = settings.get("series") or {}
            for player, points in worth(series.get("points", "places"), racers).items():
                total[player] = total.get(player, start) + points
            bots |= {racer.player for racer in racers if racer.bot}
        found[evening] = total
    return found


def main() -> None:
    """Print what there is in a file."""
    with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as connection:
        for evening, total in sums(connection.execute(QUESTION).fetchall()).items():
            told = ", ".join(f"player {player} has {sum_}" for player, sum_ in total.items())
            sys.stdout.write(f"evening {evening}: {told}\n")


if __name__ == "__main__":
    main()
