"""Bots that race on an event loop in a thread of its own, in a room that the first one makes."""

import asyncio
from random import Random

from client.bots.bot import Bot, Hosting
from client.bots.chooser import MoveChooser
from client.bots.company import NAMES
from client.bots.pace import Pace
from client.session.address import Address
from harness.listener_thread import ListenerThread
from protocol.messages import Settings


class BotThread(ListenerThread):
    """Bots, for as long as the `with` lasts; `code` is that of their room.

    They play at first glance: here it does not matter how well, and that takes least.
    """

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
        rest: float = 10.0,
        level: int = 0,
    ) -> None:
        """Start as soon as so many `racers`, the bots among them, are there and ready.

        `pace` is the seconds that a bot takes for a move, `rest` those until the room opens again
        after a race, and `seed` decides what the bots play.  With a `level` they play as bots of
        that level do.
        """
        super().__init__("bots")
        self._server, self._bots, self._pace, self._rounds = address, bots, pace, rounds
        self._hosting, self._seed = Hosting(settings, racers, rest=rest), seed
        self._level = level
        self._company: list[Bot] = []
        self.code = ""

    def give_up(self) -> None:
        """Let all bots give up the race that they are in."""
        for bot in self._company:
            self._loop.call_soon_threadsafe(bot.session.give_up)

    async def listen(self) -> None:
        """Race where the server listens, until the end."""
        host = self._bot(0, self._hosting)
        racing = [asyncio.create_task(host.run())]
        self.code = await host.room_code()
        racing += [
            asyncio.create_task(self._bot(number, self.code).run())
            for number in range(1, self._bots)
        ]
        await self.stand(self._server.port)
        for bot in racing:
            bot.cancel()
        await asyncio.gather(*racing, return_exceptions=True)

    def _bot(self, number: int, room: str | Hosting) -> Bot:
        bot = Bot(
            self._server,
            NAMES[number % len(NAMES)],  # where it is taken, a number follows
            room,
            level=self._level,
            pace=Pace(self._pace),
            care=0.9,
            chooser=MoveChooser,
            rounds=self._rounds,
            chance=Random(self._seed + number),
        )
        self._company.append(bot)
        return bot
