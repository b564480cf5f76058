"""A real server in a thread of its own, and waiting for what Qt will do."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer

from harness.listening import Listening
from server.app import Server
from server.chance import Chance, make_seed
from server.network.access import Access


class ServerThread(Listening):
    """A server on 127.0.0.1, for as long as the `with` lasts."""

    def __init__(self, data: Path, access: Access | None = None) -> None:
        super().__init__("server")
        self._data, self._access = data, access
        self._server: Server
        self._seed = ""

    def cut(self, player: int) -> None:
        """Cut a player's connection, as a bad line would."""
        connection = self._server.presence.newest[player]
        self._loop.call_soon_threadsafe(connection.transport.abort)

    def tell_of_its_end(self) -> None:
        """Let the server say that it is going to stop."""
        self._loop.call_soon_threadsafe(self._server.stop)

    def deal_from(self, seed: str) -> None:
        """Deal all races from this seed, so that a test knows what is to come."""
        self._seed = seed

    async def listen(self) -> None:
        """Serve."""
        chance = Chance(seed=lambda: self._seed or make_seed())
        async with Server.open(self._data, chance=chance, access=self._access) as self._server:
            await self.stand(self._server.port)


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
