"""A club's evening: racers in many rooms who think before they move, and guests who look on."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from multiprocessing import get_context
from typing import Final, NamedTuple, Self

from bench.spectators import watch
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from protocol.messages import Board, Problem, RoomState, Settings, Step

SEATS: Final = 4
SETTINGS: Final = Settings(
    "klondike", {"deal": "unlimited-redeals"}, countdown=0, seats=SEATS, same_address=True
)
"""Nobody is out of moves there."""
SOUGHT: Final = Settings("gypsy", deals="winnable")
"""A room looks for such a deal for a long time, and nothing takes more memory."""
COMES_WITHIN: Final = 120
"""Seconds in which all have to be there."""
ANSWERED_WITHIN: Final = 20
"""Seconds in which a move has to be."""


class Waits(NamedTuple):
    """How long everybody waited for something while it was measured."""

    answers: list[float]
    """Of moves, in seconds."""
    late: list[float]
    """How much later than due a racer's own process got to a move: what the machine adds."""
    began: float
    """When measuring began, by the clock that all processes share."""
    took: float
    """Seconds."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.answers) / self.took


class Racer:
    """Somebody who makes a move, waits for the answer, and thinks."""

    def __init__(self, connection: Connection, chance: random.Random) -> None:
        """Play over a connection that is there."""
        self.connection, self.session = connection, connection.session
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.dealt = asyncio.Event()
        self.dealt_at = 0.0
        self.sent: list[float] = []
        """When each entry was."""
        self._chance = chance
        self._answered = asyncio.Event()

    async def listen(self) -> None:
        """Take in what the server says.

        Raises:
            SystemExit: it refuses something.
        """
        async for message in self.connection.messages():
            match message:
                case Step(player=player) if player == self.session.player:
                    self._answered.set()
                case RoomState(code=code) if not self.code.done():
                    self.code.set_result(code)
                case Board() if not self.dealt.is_set():
                    self.dealt_at = time.perf_counter()
                    self.dealt.set()
                case Problem(text=text):
                    raise SystemExit(f"the server refuses: {text}")

    async def play(
        self, pause: float, until: float, answers: list[float], late: list[float]
    ) -> None:
        """Think for `pause` seconds on average before each move.

        Note how long answers take, and how `late` the moves were.
        """
        while True:
            now = time.perf_counter()
            due = now + self._chance.expovariate(1 / pause)
            await asyncio.sleep(max(0.0, min(due, until) - now))
            if due >= until:
                return
            late.append(time.perf_counter() - due)
            track = self.session.track
            assert track is not None
            actions = track.game.legal_actions(track.view)
            self._answered.clear()
            sent = time.perf_counter()
            self.session.act(self._chance.choice(actions))
            self.sent.append(sent)
            async with asyncio.timeout(ANSWERED_WITHIN):
                await self._answered.wait()
            answers.append(time.perf_counter() - sent)


class Club:
    """All who are at a server: racers in rooms of four, and guests."""

    def __init__(self, address: Address) -> None:
        """Bring nobody yet."""
        self._address = address
        self._racers: list[Racer] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        self._group = await self._stack.enter_async_context(asyncio.TaskGroup())
        self._listening: list[asyncio.Task[None]] = []
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._listening:
            task.cancel()
        await self._stack.__aexit__(None, None, None)

    async def come(self, racers: int, guests: int) -> None:
        """Let all of them come, and sit down in rooms."""
        chance = random.Random(1)
        for number in range(racers):
            connection = Connection(self._address, Session(f"Racer {number}"))
            racer = Racer(await self._stack.enter_async_context(connection), chance)
            self._racers.append(racer)
            self._listening.append(self._group.create_task(racer.listen()))
            if number % SEATS == 0:
                racer.session.create_room(SETTINGS)
            else:
                racer.session.join_room(await self._racers[number - number % SEATS].code)
            async with asyncio.timeout(COMES_WITHIN):
                await racer.code
        codes = [racer.code.result() for racer in self._racers[::SEATS]]
        self._ours, theirs = get_context("spawn").Pipe()
        where = self._address
        self._guests = get_context("spawn").Process(
            target=watch, args=(theirs, where.port, codes, guests, False, True, where.host)
        )
        self._guests.start()
        self._stack.callback(self._guests.kill)
        if not await asyncio.to_thread(self._ours.poll, COMES_WITHIN):
            raise SystemExit("the guests did not come")
        self._ours.recv()
        self._ours.send("start")

    async def start(self) -> float:
        """Start all races at once; return the seconds until the last racer had cards."""
        began = time.perf_counter()
        for racer in self._racers[::SEATS]:
            racer.session.start_race(anyway=True)
        async with asyncio.timeout(COMES_WITHIN):
            for racer in self._racers:
                await racer.dealt.wait()
        return max(racer.dealt_at for racer in self._racers) - began

    async def look_for_deals(self) -> None:
        """Let one more room look for a deal that can be won, which keeps the foundry at work."""
        connection = Connection(self._address, Session("Seeker"))
        host = Racer(await self._stack.enter_async_context(connection), random.Random(1))
        self._listening.append(self._group.create_task(host.listen()))
        host.session.create_room(SOUGHT)
        await host.code
        host.session.start_race(anyway=True)

    async def play(self, each: float, seconds: float) -> Waits:
        """Let all play for so long, each with so many moves a second if answers come at once."""
        answers: list[float] = []
        late: list[float] = []
        began = time.perf_counter()
        async with asyncio.TaskGroup() as playing:
            for racer in self._racers:
                playing.create_task(racer.play(1 / each, began + seconds, answers, late))
        return Waits(answers, late, began, time.perf_counter() - began)

    async def deliveries(self) -> tuple[list[tuple[float, float]], int]:
        """End what guests see; return of steps when they were sent and how long they took.

        Beside it comes how many guests were cut off.
        """
        await asyncio.sleep(0.5)  # What is still on its way.
        self._ours.send("stop")
        _, _, steps, lost = await asyncio.to_thread(self._ours.recv)
        sent = {racer.session.player: racer.sent for racer in self._racers}
        found = [(sent[player][number - 1], here) for player, number, here in steps]
        return [(when, here - when) for when, here in found], lost


def of(deliveries: Sequence[tuple[float, float]], waits: Waits) -> list[float]:
    """Return how long those took that were sent while something was measured."""
    end = waits.began + waits.took
    return [took for when, took in deliveries if waits.began <= when < end]
