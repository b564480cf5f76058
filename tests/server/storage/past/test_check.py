"""That the races of an evening have one rule, and numbers without gaps and doubles."""

import pytest

from engine.chance import commitment
from protocol.messages import PointsRule, Series, Settings, Standing
from server.rooms.records import RaceBegun, RaceClosed, RaceMade, RaceOfEvening, RaceOver, Record
from server.storage import players
from server.storage.database import Database
from server.storage.journal import StoredJournal
from server.storage.past.check import OF_EVENINGS, EveningCheck

EVENINGS = {1: (1, 2, 3), 4: (4, 5)}
"""By what each is known, and its races."""
CALLED_OFF, CLOSED = 6, 7


def race(number: int, rule: PointsRule = "rivals") -> list[Record]:
    settings = Settings("klondike", series=Series(5, points=rule))
    standing = Standing(1, "ann", "gave up", 3, 1, 0, 10)
    return [
        RaceMade(number, settings, "seed", commitment("seed")),
        RaceBegun(number, (1,)),
        RaceOver(number, 99, (standing,)),
    ]


@pytest.fixture
async def database(database: Database) -> Database:
    await players.register(database, "ann", "ann", bot=False)
    records: list[Record] = []
    for evening, races in EVENINGS.items():
        for number, each in enumerate(races, 1):
            records += [*race(each), RaceOfEvening(each, evening, number, 1)]
    # Those without a result have the number that the next one has.
    made, begun, _ = race(CLOSED)
    records += [race(CALLED_OFF)[0], RaceOfEvening(CALLED_OFF, 4, 3, 1)]
    records += [made, begun, RaceClosed(CLOSED, "damaged"), RaceOfEvening(CLOSED, 4, 3, 1)]
    records += [*race(8), RaceOfEvening(8, 4, 3, 1), *race(9)]
    await StoredJournal(database).write(records)
    return database


async def faults(database: Database, page: int = 2) -> list[str]:
    """Return what is found by looking at so many races at once."""
    check = EveningCheck()
    found: list[str] = []
    while rows := await database.reader.read_all(OF_EVENINGS, (*check.last, page)):
        for row in rows:
            found += check.faults(row)
    return [*found, *check.end()]


@pytest.mark.parametrize("page", [1, 2, 100])
async def test_what_was_written_checks_out(database: Database, page: int) -> None:
    assert await faults(database, page) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (
            "UPDATE races SET number = 4 WHERE id = 3",
            ["evening 1: race 3 is number 4 of it, and has 2 before it"],
        ),
        (
            "UPDATE races SET number = 1 WHERE id = 2",
            [
                "evening 1: race 2 is number 1 of it, and has 1 before it",
            ],
        ),
        (
            "UPDATE races SET number = NULL WHERE id = 5",
            [
                "evening 4: race 5 is number 0 of it, and has 0 before it",
                "evening 4: race 4 is number 1 of it, and has 1 before it",
            ],
        ),
        (
            "UPDATE races SET evening = 2 WHERE evening = 1 AND id <> 2",
            [
                "evening 1: race 2 is number 2 of it, and has 0 before it",
                "evening 1: the race that it began with is none of it",
                "evening 2: race 3 is number 3 of it, and has 1 before it",
                "evening 2: the race that it began with is none of it",
            ],
        ),
        (
            "UPDATE races SET settings = REPLACE(settings, 'rivals', 'wins') WHERE id = 5",
            ["evening 4: race 5 has points by wins, and those before it by rivals"],
        ),
        ("UPDATE races SET settings = '{no' WHERE id = 5", []),
        (
            "UPDATE races SET practice = TRUE WHERE id = 3",
            ["evening 1: race 3 is practice, and counts for it"],
        ),
    ],
)
async def test_each_fault_is_found(database: Database, statement: str, found: list[str]) -> None:
    await database.write([(statement, [()])])
    assert await faults(database) == found
