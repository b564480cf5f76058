"""The server with its bots, in a thread."""

import asyncio
import tempfile
import threading
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from client.bots.bot import Bot, Hosting
from client.bots.pace import Pace
from client.session.address import Address
from client.session.tokens import Tokens
from protocol.wire import DEFAULT_PORT
from samedeal.demo.bots import BOTS, HOST, LEVELS
from samedeal.demo.folder import data_folder
from samedeal.foundry.analysing import analyst
from samedeal.foundry.beside import foundry
from samedeal.page import page_folders
from server.app import Server, ServerProblem

TOKENS: Final = "bots.json"
"""The file in the data folder that makes the bots the same players next time."""
SERVER: Final = "demo"
"""The server's name in that file, where its address would change with the port."""


class Demo:
    """`with Demo(...) as demo:` runs server and bots in a thread of their own."""

    def __init__(
        self, pace: Pace | None, data: Path | None = None, hosting: Hosting | None = None
    ) -> None:
        """Prepare three bots, which come when they are called.

        They play at the `pace`, or without one as people of their levels do.
        With `hosting` they race by themselves: the first makes a room and starts as that says.
        `data` is the folder for the database; by default it is `data_folder()`.
        """
        self.address: Address
        self.code = ""
        """The room of bots that race by themselves."""
        self._hosting = hosting
        self._pace = pace
        self.data = data or data_folder()
        """The folder of the database; a temporary one where a server uses the user's own."""
        self._own_data = data is None
        self._up = threading.Event()
        self._stopping = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop
        self._failure: Exception | None = None
        self._waiting: list[Bot] = []
        """The bots that come when they are called."""
        self._racing: list[asyncio.Task[None]] = []
        self._thread = threading.Thread(target=self._run, name="demo")

    def __enter__(self) -> Self:
        """Start, and return when the server is there, and the room if the bots make one.

        Raises:
            ServerProblem: there can be no server.
        """
        self._thread.start()
        self._up.wait()
        if self._failure is not None:
            self._thread.join()
            raise self._failure
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the bots and the server."""
        with suppress(RuntimeError):  # it has stopped by itself
            self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001 (the other thread raises it)
            self._failure = error
        finally:
            self._up.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with AsyncExitStack() as stack:
            server = await self._open_server(stack)
            self.address = Address(HOST, server.port)
            if self._hosting is not None:
                host = self._bot(BOTS[0], self._hosting)
                self._start([host])
                made = asyncio.create_task(host.room_code())
                await asyncio.wait([*self._racing, made], return_when=asyncio.FIRST_COMPLETED)
                if self._racing[0].done():
                    self._racing[0].result()
                self.code = made.result()
                self._start(self._bot(name, self.code) for name in BOTS[1:])
            else:  # connected before they are called: then they are there at once
                self._waiting = [self._bot(name, "") for name in BOTS]
                self._start(self._waiting)
            self._up.set()
            await self._stopping.wait()
            for task in self._racing:
                task.cancel()
            await asyncio.gather(*self._racing, return_exceptions=True)

    def call(self, code: str) -> None:
        """Have all bots come into the room with this code, and go with the people in it."""
        for bot in self._waiting:
            self._loop.call_soon_threadsafe(bot.come_into, code)

    def _start(self, bots: Iterable[Bot]) -> None:
        self._racing += [asyncio.create_task(bot.run()) for bot in bots]

    def _bot(self, name: str, room: str | Hosting) -> Bot:
        return Bot(
            self.address,
            name,
            room,
            tokens=Tokens(self.data / TOKENS),
            server=SERVER,
            level=LEVELS[name],
            pace=self._pace,
            linger=0 if self._hosting is None else None,
        )

    async def _open_server(self, stack: AsyncExitStack) -> Server:
        """Open a server at the usual port and the user's data, or else at whatever is free."""
        server = partial(
            Server.open,
            host=HOST,
            page=page_folders(),
            foundry=await stack.enter_async_context(foundry()),
            analyst=await stack.enter_async_context(analyst()),
        )
        try:
            return await stack.enter_async_context(server(self.data, port=DEFAULT_PORT))
        except ServerProblem:  # another server is running
            if self._own_data:
                self.data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            return await stack.enter_async_context(server(self.data))
