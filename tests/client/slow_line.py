"""A slow line between a client and a server: everything takes its time, a little more or less."""

import asyncio
import random
import threading
from types import TracebackType


class SlowLine:
    """Passes on what comes in on its port, later: `delay` seconds there and back, plus jitter.

    Half of the delay is on each way, and so is half of the `jitter`, as a `seed` draws it. Nothing
    overtakes anything. It runs in a thread of its own for as long as the `with` lasts.
    """

    def __init__(self, port: int, delay: float, jitter: float, seed: int) -> None:
        self._to = port
        self._delay, self._jitter = delay / 2, jitter / 2
        self._chance = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="slow line", daemon=True)
        self._ready = threading.Event()
        self._stop: asyncio.Event
        self._carrying: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.StreamWriter] = []
        self.port = 0

    @property
    def address(self) -> str:
        """What a player types to come in by this line."""
        return f"127.0.0.1:{self.port}"

    @property
    def worst(self) -> float:
        """The most seconds that there and back can take."""
        return 2 * (self._delay + self._jitter)

    def __enter__(self) -> "SlowLine":
        self._thread.start()
        if not self._ready.wait(20):
            raise TimeoutError("the line does not stand")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
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
