"""A bad line between clients and a server: it delays, splits, stalls and cuts."""

import asyncio
import random

from harness.relay import Relay, to_port

LONGEST = 0.02
"""Seconds by which a piece is delayed, at most, when the line does not stall."""
STALL = 0.4


class Proxy(Relay):
    """Passes bytes between those who connect to `port` and a server, badly."""

    def __init__(self, server_port: int, chance: random.Random) -> None:
        """Be as bad as `chance` has it."""
        super().__init__([to_port(server_port)], chance)
        self.cuts = 0
        self.bad = True
        """Whether lines are still cut; they are always slow."""

    def cut(self, count: int = 1) -> None:
        """Cut some lines, in the middle of whatever they carry."""
        writers = sorted(self._writers, key=id)
        for writer in self._chance.sample(writers, min(count, len(writers))):
            self.cuts += 1
            writer.transport.abort()

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
