"""When there are few descriptors: a server in a process of its own, whose bound is lowered."""

import asyncio
import json
import resource
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from server.network import descriptors
from tests.server.play import PATIENCE, Client, start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's")

KLONDIKE = catalogue.make("klondike")
PROGRAM = """
import resource, sys
from samedeal.__main__ import main
soft, hard = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
if sys.argv[3] == "plain":
    from server.network import event_loop
    event_loop.uvloop = None
sys.exit(main(sys.argv[4:]))
"""


@dataclass
class Served:
    """A server in a process of its own."""

    process: Process
    port: int

    def allow(self, most: int) -> None:
        """Let it have so many descriptors open from now on."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (most, hard))

    @property
    def table(self) -> int:
        """How many descriptors the system's table for it has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("FDSize:")[2].split()[0])

    @property
    def open(self) -> int:
        """The highest descriptor that it has open, and one more."""
        found = Path(f"/proc/{self.process.pid}/fd").iterdir()
        return 1 + max(int(each.name) for each in found)

    async def log(self) -> list[dict[str, object]]:
        """End it, and return what it has told."""
        self.process.terminate()
        async with asyncio.timeout(PATIENCE):
            _, told = await self.process.communicate()
        return [json.loads(line) for line in told.splitlines()]


@asynccontextmanager
async def serving(data: Path, soft: int, hard: int, loop: str = "best") -> AsyncIterator[Served]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, str(soft), str(hard), loop),
        *("serve", "--port", "0", "--data", str(data), "--limits-stop-after", "0"),
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE * 2):
            line = (await process.stdout.readline()).decode()
        yield Served(process, int(line.partition(",")[0].rpartition(":")[2]))
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def player(port: int, name: str) -> AsyncIterator[Client]:
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
        client = Client(connection)
        await client.hello(name)
        yield client


@pytest.mark.parametrize("loop", ["best", "plain"])
async def test_players_notice_nothing_of_too_few_descriptors(tmp_path: Path, loop: str) -> None:
    async with serving(tmp_path / "data", 80, 80, loop) as served, AsyncExitStack() as stack:
        ann = await stack.enter_async_context(player(served.port, "ann"))
        await start(ann)
        for _ in range(120):
            _, writer = await asyncio.open_connection("127.0.0.1", served.port)
            stack.callback(writer.close)
        for _ in range(5):
            await ann.act(KLONDIKE)  # which is written to the disk
        assert served.open <= 80
        told = await served.log()
    events = [each["event"] for each in told]
    assert events[0] == (
        "the system allows fewer connections than limits.connections: raise the limit of files"
    )
    assert told[0]["connections"] == 80 - descriptors.RESERVE - 8
    assert events.count("turned away") <= 2
    assert len(events) < 20


@pytest.mark.parametrize("loop", ["best", "plain"])
async def test_nobody_is_taken_in_for_a_while_when_no_descriptor_is_left(
    tmp_path: Path, loop: str
) -> None:
    async with serving(tmp_path / "data", 500, 500, loop) as served:
        async with player(served.port, "ann") as ann:
            await start(ann)
            served.allow(served.open)
            waiting = asyncio.create_task(connect(f"ws://127.0.0.1:{served.port}").__aenter__())
            for _ in range(5):
                await ann.act(KLONDIKE)
            assert served.process.stderr is not None
            lines: list[bytes] = []
            async with asyncio.timeout(PATIENCE):
                while not lines or b"no socket is left" not in lines[-1]:
                    lines.append(await served.process.stderr.readline())
            assert not waiting.done()
            served.allow(500)
            async with asyncio.timeout(PATIENCE):
                await (await waiting).close()
        told = await served.log()
    assert len([each for each in told if "no socket" in str(each["event"])]) <= 1


async def test_the_bound_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", 64, 300) as served:
        assert resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE) == (300, 300)
        assert (await served.log())[0]["wanted"] == 5000
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 6000:
        pytest.skip("this machine does not allow as many descriptors")
    async with serving(tmp_path / "more", 64, 6000) as served:
        soft, _ = resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE)
        assert 5000 < soft < 6000
        assert served.table >= soft, "nobody is held up while it grows"
        assert (await served.log())[0]["event"] == "started"
