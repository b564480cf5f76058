"""A club moves from a file to PostgreSQL and back, and is the same."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from harness.cluster import Cluster
from protocol.messages import Board
from server.app import Server
from server.storage import moving
from server.storage.database import BadDatabase, Row
from server.storage.moving import TABLES, Table
from server.storage.opening import move_database, reading, target_at
from server.storage.postgres.moving import DatabaseTarget
from server.storage.postgres.verify import PostgresVerification
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.moving import FileTarget
from server.storage.sqlite.verify import FileVerification
from tests.server.play import change, client, rows
from tests.server.storage.conftest import empty_database
from tests.server.storage.sqlite.old_databases import RUNNING_MOVES, TOKENS, make_history


@pytest.fixture
async def club(tmp_path: Path) -> Path:
    """Return a data directory with players, races and rooms."""
    await make_history(tmp_path / "club")
    columns = "seed, game, options, rules, solver, solution, positions, made, band, measure"
    row = "'a seed', 'golf', '{}', 1, 1, '[[0]]', 9, 1700000000, 'hard', 1"
    stocked = f"INSERT INTO stock ({columns}) VALUES ({row})"
    change(tmp_path / "club", stocked)
    return tmp_path / "club"


async def contents(place: Path | str) -> dict[str, list[Row]]:
    async with reading(place) as reader:
        return {
            table.name: await reader.read_all(
                f"SELECT {', '.join(table.columns)} FROM {table.name} "
                f"ORDER BY {', '.join(table.key)}"
            )
            for table in TABLES
        }


async def test_there_and_back(
    club: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "ROWS", 7)
    before = await contents(club)
    assert all(
        before[name]
        for name in ("players", "races", "racers", "entries", "rooms", "bests", "stock")
    )
    assert (await move_database(club, address)).faults == []
    assert await contents(address) == before
    assert [fault async for fault in PostgresVerification(address).faults()] == []
    assert (await move_database(address, tmp_path / "back")).faults == []
    assert await contents(tmp_path / "back") == before
    assert list(FileVerification(tmp_path / "back").faults()) == []
    order = "SELECT code FROM rooms ORDER BY rowid"
    assert rows(tmp_path / "back", order) == rows(club, order)


async def test_races_go_on_where_they_have_been_moved_to(club: Path, address: str) -> None:
    await move_database(club, address)
    async with Server.open(club.parent / "new", database_at=address) as server:
        async with client(server, token=TOKENS["cat"]) as cat:
            assert (await cat.until(Board)).number == RUNNING_MOVES
        async with client(server, "somebody new") as new:
            known = {row[0] for row in rows(club, "SELECT id FROM players")}
            assert new.player not in known


async def test_what_did_not_check_out_before_is_told(club: Path, address: str) -> None:
    change(club, "UPDATE racers SET score = score + 1 WHERE race = 2")
    found = await move_database(club, address)
    assert found.faults == list(FileVerification(club).faults())
    assert len(found.faults) > 0


@pytest.mark.parametrize("kind", ["file", "postgres"])
@pytest.mark.parametrize("ending", [BadDatabase("full"), KeyboardInterrupt()])
async def test_what_stops_half_way_leaves_nothing(
    club: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, kind: str, ending: Exception
) -> None:
    target = FileTarget if kind == "file" else DatabaseTarget
    put: Callable[..., object] = target.put

    async def put_some(self: object, table: Table, rows: Sequence[Row]) -> None:
        if table.name == "rooms":
            raise ending
        await put(self, table, rows)  # type: ignore[misc]

    async with empty_database(postgres) as address:
        to: Path | str = club.parent / "back" if kind == "file" else address
        with monkeypatch.context() as patch:
            patch.setattr(target, "put", put_some)
            with pytest.raises(type(ending)):
                await move_database(club, to)
        if isinstance(to, Path):
            assert os.listdir(to) == ["lock"]  # noqa: PTH208
        else:
            assert not any((await contents(to)).values())
        assert (await move_database(club, to)).faults == []


async def test_what_was_not_moved_as_it_was_does_not_count(
    club: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = DatabaseTarget.put

    async def put_wrong(self: DatabaseTarget, table: Table, rows: Sequence[Row]) -> None:
        if table.name == "racers":
            score = table.columns.index("score")
            rows = [(*row[:score], (row[score] or 0) + 1, *row[score + 1 :]) for row in rows]
        await put(self, table, rows)

    monkeypatch.setattr(DatabaseTarget, "put", put_wrong)
    with pytest.raises(BadDatabase, match="does not check out as it did before"):
        await move_database(club, address)
    assert not any((await contents(address)).values())


async def test_a_server_that_runs_is_not_moved_and_nothing_is_moved_onto_one(
    club: Path, tmp_path: Path, address: str
) -> None:
    async with Server.open(club):
        with pytest.raises(BadDatabase, match="another server is using"):
            await move_database(club, address)
    async with Server.open(tmp_path / "new", database_at=address):
        with pytest.raises(BadDatabase, match="another server is using"):
            await move_database(club, address)
        with pytest.raises(BadDatabase, match="another server is using"):
            await move_database(address, tmp_path / "back")


async def test_nothing_is_moved_over_what_is_there(
    club: Path, tmp_path: Path, address: str
) -> None:
    await move_database(club, address)
    with pytest.raises(BadDatabase, match="somebody has played in the database test_"):
        await move_database(club, address)
    with pytest.raises(BadDatabase, match=f"{FILE_NAME} is there already"):
        await move_database(address, club)
    with pytest.raises(BadDatabase, match="there is no database"):
        await move_database(tmp_path / "nowhere", tmp_path / "back")


async def test_who_moves_may_look_at_the_old_place_for_long(address: str) -> None:
    """PostgreSQL ends others who do nothing in the midst of a transaction."""
    async with target_at(address) as target:
        assert isinstance(target, DatabaseTarget)
        asked = "SHOW idle_in_transaction_session_timeout"
        assert await target._connection.fetchval(asked) == "0"
