"""A line that can be cut, or go dead: bytes between those who connect and one of some servers."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Self, TypeAlias

Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial: TypeAlias = Callable[[], Awaitable[Line]]
"""Connects to a server."""
PIECE = 64 * 1024


def to_port(port: int) -> Dial:
    """Return what connects to a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port)


def to_socket(path: str) -> Dial:
    """Return what connects to a socket in the file system."""
    return lambda: asyncio.open_unix_connection(path)


class Relay:
    """Passes on what comes to its port to one of its servers that can be reached, by lot."""

    def __init__(self, servers: Sequence[Dial], chance: random.Random) -> None:
        """Pass on to these."""
        self.port = 0
        self._servers, self._chance = servers, chance
        self._writers: set[asyncio.StreamWriter] = set()
        self._lines: set[asyncio.Task[None]] = set()
        self._open = True
        self._flowing = asyncio.Event()
        self._flowing.set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Self]:
        """Take connections for as long as the block runs."""
        server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self._flowing.set()
            self.shut()
            await asyncio.gather(*self._lines, return_exceptions=True)

    def shut(self) -> None:
        """Cut all lines, and let nobody in until `reopen`."""
        self._open = False
        for writer in self._writers.copy():
            writer.transport.abort()

    def reopen(self) -> None:
        """Let everybody in again."""
        self._open = True

    def go_dead(self) -> None:
        """Pass nothing on, as if packets were dropped; nobody is told."""
        self._flowing.clear()

    def come_alive(self) -> None:
        """Pass everything on again, also what came meanwhile."""
        self._flowing.set()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        self._writers.add(writer)
        try:
            await self._flowing.wait()
            if self._open and (line := await self._dial()):
                there, onward = line
                self._writers.add(onward)
                ways = (self._pass(reader, onward), self._pass(there, writer))
                with suppress(OSError):
                    await asyncio.gather(*ways)
                self._writers.discard(onward)
                onward.transport.abort()
        finally:
            self._writers.discard(writer)
            writer.transport.abort()
            self._lines.discard(task)

    async def _dial(self) -> Line | None:
        for dial in self._chance.sample(self._servers, len(self._servers)):
            with suppress(OSError):
                return await dial()
        return None

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes one way until their end, or until the line is cut."""
        while data := await reader.read(PIECE):
            await self._flowing.wait()
            writer.write(data)
            await writer.drain()
        writer.transport.abort()
