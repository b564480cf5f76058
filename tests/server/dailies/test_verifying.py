"""`samedeal verify` looks at daily deals and at the attempts that were made at them."""

from pathlib import Path

import pytest

from server.storage.postgres.verify import PostgresVerification
from server.storage.sqlite.verify import FileVerification
from tests.server.dailies.conftest import FRIDAY, Serve
from tests.server.dailies.test_playing import begin, give_up, win
from tests.server.play import change, client, rows

ATTEMPT = "(SELECT MIN(race) FROM daily_attempts)"


@pytest.fixture
async def data(serve: Serve, tmp_path: Path) -> Path:
    """Return the data of a server with a won attempt, one given up and one that is going on."""
    async with serve() as server:
        async with client(server, "ann") as ann:
            await win(server, ann)
        async with client(server, "bob") as bob:
            await give_up(bob, 2)
        async with client(server, "cat") as cat:
            await begin(cat)
    return tmp_path


async def test_what_the_server_wrote_checks_out(data: Path, address: str) -> None:
    if address:
        assert [each async for each in PostgresVerification(address).faults()] == []
    else:
        assert list(FileVerification(data).faults()) == []


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (
            f"UPDATE races SET ended = over WHERE id = {ATTEMPT}",
            f"is an attempt at the daily deal of {FRIDAY}, and counts elsewhere",
        ),
        (
            f"UPDATE races SET certificate = 'x' WHERE id = {ATTEMPT}",
            f"is an attempt at the daily deal of {FRIDAY}, and has another deal",
        ),
        (
            f"UPDATE races SET daily = '2026-01-01' WHERE id = {ATTEMPT}",
            "is an attempt at the daily deal of 2026-01-01, which is missing",
        ),
        (
            "UPDATE daily_attempts SET player = 99 WHERE player = 1",
            f"an attempt at the daily deal of {FRIDAY} is missing or not that player's: race 1",
        ),
        (
            "UPDATE dailies SET certificate = 'x'",
            f"the daily deal of {FRIDAY}: its solution is not the one that was certified",
        ),
        (
            "UPDATE dailies SET solution = '{'",
            f"the daily deal of {FRIDAY}: it makes no sense",
        ),
        ("UPDATE dailies SET band = 'odd'", "it is said to be odd, which no deal is"),
        (
            f"UPDATE racers SET score = 99 WHERE race = {ATTEMPT}",
            "ann's score is 99, and by the moves it is",
        ),
    ],
)
async def test_what_is_wrong_is_told(data: Path, damage: str, fault: str) -> None:
    change(data, damage)
    faults = list(FileVerification(data).faults())
    assert any(fault in each for each in faults), faults
    [seed] = {row[0] for row in rows(data, "SELECT seed FROM dailies WHERE day = '2026-11-27'")}
    assert not any(str(seed) in each for each in faults)
