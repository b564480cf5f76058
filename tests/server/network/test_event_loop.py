import asyncio
import gc
from asyncio.sslproto import SSLProtocol
from pathlib import Path

import pytest

from server.app import Server
from server.network import event_loop
from tests.server.play import client, comes_true


async def loop_module() -> str:
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


def test_it_runs_on_uvloop_where_that_is_installed() -> None:
    pytest.importorskip("uvloop")
    assert event_loop.run(loop_module()) == "uvloop"
    assert event_loop.run(loop_module(), plain=True) == "asyncio"


def test_it_runs_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "uvloop", None)
    assert event_loop.run(loop_module()) == "asyncio"


def test_asyncio_has_what_is_changed_of_it() -> None:
    """When this fails, see whether connections still take more memory than they need without it."""
    assert isinstance(SSLProtocol.max_size, int), "SSLProtocol has no max_size any more"
    told = hasattr(event_loop._OfAsyncio, "_call_connection_lost")
    assert told, "a transport of asyncio's is told of its end in another way"


def test_a_transport_of_asyncios_that_is_over_leaves_nothing_to_collect(tmp_path: Path) -> None:
    async def main() -> None:
        async with Server.open(tmp_path) as server:
            for _ in range(3):
                async with client(server):
                    pass
                await comes_true(lambda: server.door.open == 0)
            await comes_true(lambda: not left())

    def left() -> list[object]:
        return [each for each in gc.get_objects() if type(each) is event_loop._Transport]

    gc.collect()
    gc.disable()
    try:
        event_loop.run(main(), plain=True)
    finally:
        gc.enable()
