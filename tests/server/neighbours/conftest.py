"""Servers that share a database in PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from harness.cluster import Cluster
from harness.server_process import free_port
from server import outage
from server.app import Server
from server.storage.postgres import database, tenure
from tests.server.storage.conftest import empty_database, postgres

__all__ = ["postgres"]


@pytest.fixture
async def address(postgres: Cluster) -> AsyncIterator[str]:
    async with empty_database(postgres) as made:
        yield made


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have leases run out soon."""
    for module in (tenure, database):
        monkeypatch.setattr(module, "LEASE", 1.6)
    monkeypatch.setattr(outage, "PAUSES", (0.02,))


@asynccontextmanager
async def sharing(
    data: Path, address: str, reached_at: str = "ws://127.0.0.1:{port}/", **how: Any
) -> AsyncIterator[Server]:
    """Run a server that shares the database at an address with others."""
    port = free_port()
    there = reached_at.format(port=port)
    async with Server.open(data, port=port, database_at=address, reached_at=there, **how) as server:
        yield server


@pytest.fixture
async def two(tmp_path: Path, address: str) -> AsyncIterator[tuple[Server, Server]]:
    """Run two servers on one database."""
    async with (
        sharing(tmp_path / "one", address) as one,
        sharing(tmp_path / "two", address) as other,
    ):
        yield one, other


def where(server: Server) -> str:
    """Return where players reach a server."""
    return server.database.neighbours.reached_at
