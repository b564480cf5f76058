"""A slow line between a client and a server: everything takes its time, a little more or less."""

import asyncio
import random

from harness.listener_thread import ListenerThread


class SlowLine(ListenerThread):
    """Passes on what comes in on its port, later: `delay` seconds there and back, plus jitter.

    Half of the delay is on each way, and so is half of the `jitter`, as a `seed` draws it. Nothing
    overtakes anything. It runs in a thread of its own for as long as the `with` lasts.
    """

    def __init__(self, port: int, delay: float, jitter: float, seed: int) -> None:
        super().__init__("slow line")
        self._to = port
        self._delay, self._jitter = delay / 2, jitter / 2
        self._chance = random.Random(seed)
        self._carrying: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.StreamWriter] = []

    @property
    def worst(self) -> float:
        """The most seconds that there and back can take."""
        return 2 * (self._delay + self._jitter)

    async def listen(self) -> None:
        """Carry what comes, until the end."""
        listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        await self.stand(listening.sockets[0].getsockname()[1])
        listening.close()
        for end in self._ends:
            end.transport.abort()
        await asyncio.gather(*self._carrying)

    async def _connect(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self._ends.append(back)
        try:
            server, there = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # The server is gone.
            back.transport.abort()
            return
        self._ends.append(there)
        if self._stop.is_set():
            there.transport.abort()
            return
        ways = ((client, there), (server, back))
        self._carrying += [asyncio.create_task(self._carry(*way)) for way in ways]

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Read at once, and write each piece when its time has come."""
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                moment, data = await on_the_way.get()
                await asyncio.sleep(moment - self._loop.time())
                if not data:
                    target.close()
                    return
                target.write(data)

        delivering = asyncio.create_task(deliver())
        arrives, data = 0.0, b"to begin with"
        while data:
            try:
                data = await source.read(65536)
            except ConnectionError:
                data = b""
            wait = self._delay + self._chance.uniform(0, self._jitter)
            arrives = max(arrives, self._loop.time() + wait)
            on_the_way.put_nowait((arrives, data))
        await delivering
