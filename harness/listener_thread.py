"""Listening on a port of this machine, on an event loop in a thread of its own."""

import asyncio
import gc
import threading
from types import TracebackType
from typing import Self

from client.session.address import Address


class ListenerThread:
    """A thread that listens for as long as the `with` lasts; `listen` says what answers there.

    Python collects garbage in whatever thread asks for memory next.  What belongs to Qt must go in
    Qt's own thread, or the program may crash: so nothing is collected meanwhile.
    """

    def __init__(self, name: str) -> None:
        """Give the thread this name."""
        self._name = name
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._ready = threading.Event()
        self._collecting = False
        """Whether garbage was collected before."""
        self._stop: asyncio.Event
        self.port = 0

    @property
    def address(self) -> Address:
        """Where this is."""
        return Address("127.0.0.1", self.port)

    async def listen(self) -> None:
        """Open a port, and `stand` on it until the end."""
        raise NotImplementedError

    async def stand(self, port: int) -> None:
        """Let others come to this port; return when the end has come."""
        self.port = port
        self._ready.set()
        await self._stop.wait()

    def __enter__(self) -> Self:
        self._collecting = gc.isenabled()
        gc.disable()
        self._thread.start()
        if not self._ready.wait(20):
            raise TimeoutError(f"the {self._name} did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)
        if self._collecting:
            gc.enable()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._listen())

    async def _listen(self) -> None:
        self._stop = asyncio.Event()
        await self.listen()
