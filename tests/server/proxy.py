"""A bad line between clients and a server: it delays, splits, stalls and cuts."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

LONGEST = 0.02
"""Seconds by which a piece is delayed, at most, when the line does not stall."""
STALL = 0.4


class Proxy:
    """Passes bytes between those who connect to `port` and a server, badly."""

    def __init__(self, server_port: int, chance: random.Random) -> None:
        """Be as bad as `chance` has it."""
        self.port = 0
        self.cuts = 0
        self.bad = True
        """Whether lines are still cut; they are always slow."""
        self._server_port = server_port
        self._chance = chance
        self._writers: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator["Proxy"]:
        """Take connections for as long as the `with` lasts."""
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for writer in self._writers.copy():
                writer.transport.abort()
            await server.wait_closed()

    def cut(self, count: int = 1) -> None:
        """Cut some lines, in the middle of whatever they carry."""
        writers = sorted(self._writers, key=id)
        for writer in self._chance.sample(writers, min(count, len(writers))):
            self.cuts += 1
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_connection("127.0.0.1", self._server_port)
        ways = (self._pass(reader, onward), self._pass(there, writer))
        self._writers |= {writer, onward}
        with suppress(ConnectionError):
            await asyncio.gather(*ways)
        for end in (writer, onward):
            self._writers.discard(end)
            end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes one way, in pieces of any size, until the end or until the line is cut."""
        chance = random.Random(self._chance.random())
        while data := await reader.read(4096):
            while data:
                size = chance.choice((1, 2, 7, 100, len(data)))
                piece, data = data[:size], data[size:]
                if self.bad and chance.random() < 0.002:
                    await asyncio.sleep(STALL)
                elif chance.random() < 0.2:
                    await asyncio.sleep(chance.uniform(0, LONGEST))
                if writer.is_closing():
                    raise ConnectionResetError("the line was cut")
                writer.write(piece)
                await writer.drain()
        raise ConnectionResetError("the other side has gone: so has this line")
