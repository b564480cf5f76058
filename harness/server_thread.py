"""A real server on an event loop in a thread of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from harness.listener_thread import ListenerThread
from samedeal.company.calling import Place, troupe
from server.analysis.analyst import Analyst
from server.app import Server
from server.bounds import Limits
from server.chance import Chance, make_seed
from server.dailies.almanac import Plan
from server.network.access import Access
from server.network.page.files import PageFiles, read_page
from server.stock.foundry import Foundry


@cache
def _read_once(folders: tuple[tuple[str, Path], ...]) -> PageFiles:
    """Return a page that no test changes: it is most of a server's start, and read a hundred times.

    What is compressed of it stays, too.
    """
    return read_page(dict(folders))


class ServerThread(ListenerThread):
    """A server on 127.0.0.1, for as long as the `with` lasts."""

    def __init__(
        self,
        data: Path,
        access: Access | None = None,
        page: Mapping[str, Path] | None = None,
        *,
        foundry: Foundry | None = None,
        analyst: Analyst | None = None,
        bots: bool = False,
        pace: float = 0.0,
        limits: Limits | None = None,
        keep_chat: int = 0,
        daily: Plan | None = None,
    ) -> None:
        """Serve from `data`; with `bots`, the hosts of rooms may call some of the server's own.

        These take `pace` seconds for a move, or as long as their level does.  What is said in rooms
        is kept for `keep_chat` days.  `daily` is what is settled of the daily deals.
        """
        super().__init__("server")
        self._data, self._access = data, access
        self._page = _read_once(tuple(page.items())) if page else None
        self._foundry, self._analyst, self._bots = foundry, analyst, bots
        self._pace, self._limits = pace, limits
        self._keep_chat = keep_chat
        self._daily = daily
        self._server: Server
        self._seed = ""

    @property
    def server(self) -> Server:
        """The server itself, for what it alone knows: ask it by `finish` and `do`."""
        return self._server

    def cut(self, player: int) -> None:
        """Cut a player's connection, as a bad line would."""
        connection = self._server.presence.newest[player]
        self._loop.call_soon_threadsafe(connection.transport.abort)

    def do(self, deed: Callable[[], object]) -> None:
        """Let the server do something in between, which it does nothing else beside."""
        self._loop.call_soon_threadsafe(deed)

    def finish(self, work: Coroutine[Any, Any, object]) -> None:
        """Let the server do something that takes a while, and wait until it is done."""
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def tell_of_its_end(self) -> None:
        """Let the server say that it is going to stop."""
        self._loop.call_soon_threadsafe(self._server.stop)

    def deal_from(self, seed: str) -> None:
        """Deal all races from this seed, so that a test knows what is to come."""
        self._seed = seed

    async def listen(self) -> None:
        """Serve."""
        chance = Chance(seed=lambda: self._seed or make_seed())
        async with (
            troupe() as players,
            Server.open(
                self._data,
                limits=self._limits,
                chance=chance,
                access=self._access,
                page=self._page,
                keep_chat=self._keep_chat,
                foundry=self._foundry,
                analyst=self._analyst,
                troupe=players if self._bots else None,
                daily=self._daily,
            ) as self._server,
        ):
            players.place = Place("127.0.0.1", self._server.port, self._data, pace=self._pace)
            await self._server.company.call_again()
            await self.stand(self._server.port)
