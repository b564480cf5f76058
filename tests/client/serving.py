"""A real server in a thread of its own, and waiting for what Qt will do."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer

from server.access import Access
from server.app import Server
from server.chance import Chance, make_seed


class ServerThread:
    """A server on 127.0.0.1, for as long as the `with` lasts."""

    def __init__(self, data: Path, access: Access | None = None) -> None:
        self._data, self._access = data, access
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)
        self._ready = threading.Event()
        self._stop: asyncio.Event
        self._server: Server
        self._seed = ""
        self.port = 0

    @property
    def address(self) -> str:
        """What a player types."""
        return f"127.0.0.1:{self.port}"

    def cut(self, player: int) -> None:
        """Cut a player's connection, as a bad line would."""
        connection = self._server._reception._current[player]
        self._loop.call_soon_threadsafe(connection.transport.abort)

    def tell_of_its_end(self) -> None:
        """Let the server say that it is going to stop."""
        self._loop.call_soon_threadsafe(self._server.stop)

    def deal_from(self, seed: str) -> None:
        """Deal all races from this seed, so that a test knows what is to come."""
        self._seed = seed

    def __enter__(self) -> "ServerThread":
        self._thread.start()
        if not self._ready.wait(20):
            raise TimeoutError("the server did not start")
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
        chance = Chance(seed=lambda: self._seed or make_seed())
        async with Server(self._data, chance=chance, access=self._access) as self._server:
            self.port = self._server.port
            self._ready.set()
            await self._stop.wait()


def until(condition: Callable[[], object], what: str = "", seconds: float = 20) -> None:
    """Let Qt run until the condition holds.

    Raises:
        TimeoutError: it did not within this many seconds.
    """
    clock = QElapsedTimer()
    clock.start()
    loop, look = QEventLoop(), QTimer(interval=2)
    held = bool(condition())

    def check() -> None:
        nonlocal held
        held = bool(condition())  # noted: what else comes in this turn of the loop may undo it
        if held or clock.elapsed() > seconds * 1000:
            look.stop()
            loop.quit()

    look.timeout.connect(check)
    look.start()
    if not held:
        loop.exec()
    look.stop()
    if not held:
        raise TimeoutError(f"it did not happen: {what or condition}")
