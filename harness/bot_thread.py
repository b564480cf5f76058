"""Bots that race on an event loop in a thread of its own, in a room that the first one makes."""

import asyncio
import threading
from random import Random
from types import TracebackType
from typing import Self

from client.bots.bot import Bot, Hosting, Pace
from client.bots.company import NAMES
from client.session.address import Address
from protocol.messages import Settings


class BotThread:
    """Bots, for as long as the `with` lasts; `code` is that of their room."""

    def __init__(
        self,
        address: Address,
        settings: Settings,
        *,
        bots: int = 1,
        racers: int = 2,
        pace: float = 0.3,
        rounds: int | None = None,
        seed: int = 1,
    ) -> None:
        """Start as soon as so many `racers`, the bots among them, are there and ready.

        `pace` is the seconds that a bot takes for a move, and `seed` decides what it plays.
        """
        self._address, self._bots, self._pace, self._rounds = address, bots, pace, rounds
        self._hosting, self._seed = Hosting(settings, racers), seed
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._stop: asyncio.Event
        self.code = ""

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(20):
            raise TimeoutError("the bots made no room")
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
            runner.run(self._race())

    async def _race(self) -> None:
        self._stop = asyncio.Event()
        host = self._bot(0, self._hosting)
        racing = [asyncio.create_task(host.run())]
        self.code = await host.room_code()
        racing += [
            asyncio.create_task(self._bot(number, self.code).run())
            for number in range(1, self._bots)
        ]
        self._ready.set()
        await self._stop.wait()
        for bot in racing:
            bot.cancel()
        await asyncio.gather(*racing, return_exceptions=True)

    def _bot(self, number: int, room: str | Hosting) -> Bot:
        return Bot(
            self._address,
            NAMES[number % len(NAMES)],  # where it is taken, a number follows
            room,
            pace=Pace(self._pace, self._pace),
            rounds=self._rounds,
            chance=Random(self._seed + number),
        )
