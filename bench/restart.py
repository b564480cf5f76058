"""How soon all play on after a crash: `python -m bench.restart`.

200 races of two are under way when the server is killed (SIGKILL) and started again on the same
data.  The clients come back by themselves, as every client does, and move as soon as they
can.  As all of them are one process, which has more to do than the server, they stand still until
it listens; then they notice that they have lost it, and try again after a quarter of a second.
Told is when the server listens again, and when the first and the last client has its next move
acknowledged, all counted from the kill; what server and clients have used of their processors from
when it listens until then; and, beside that, after how long a server listens that has no data yet.
"""

import argparse
import asyncio
import random
import time
from contextlib import AsyncExitStack

from bench.shared.load import racing, run, scratch, spread
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from harness.ratios import note
from protocol.messages import Board, RoomState, Settings, Step

SEATS = 2
SETTINGS = Settings("klondike", {"deal": "unlimited-redeals"}, countdown=0, seats=SEATS)
PAUSE = 0.5
"""Seconds between two moves of a racer, on average."""
AT_ONCE = 0.01
"""The same after the kill: how long somebody thinks does not count."""
PATIENCE = 120


class Racer:
    """A client that makes some legal move now and then, and notes when each was acknowledged."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.session = connection.session
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.started = asyncio.Event()
        self.pause = PAUSE
        self.killed = float("inf")
        """When the server was."""
        self.acknowledged = 0.0
        """When the last move was."""

    async def listen(self) -> None:
        """Take in what the server says, and come back when it is gone."""
        async for message in self.connection.messages():
            if isinstance(message, RoomState) and not self.code.done():
                self.code.set_result(message.code)
            elif isinstance(message, Board):
                self.started.set()
            elif isinstance(message, Step) and message.player == self.session.player:
                self.acknowledged = time.perf_counter()

    async def play(self, chance: random.Random) -> None:
        """Make a move now and then, and the first one on the new server."""
        await self.started.wait()
        while self.acknowledged < self.killed:
            await asyncio.sleep(chance.uniform(0, 2 * self.pause))
            track = self.session.track
            if track is None or track.pending:
                continue
            if actions := track.game.legal_actions(track.view):
                self.session.act(chance.choice(actions))


async def measure(directory: str, races: int) -> None:
    chance = random.Random(1)
    async with AsyncExitStack() as stack:
        begun = time.perf_counter()
        server = stack.enter_context(racing(directory))
        first = time.perf_counter() - begun
        print(f"without data: listening after {first:.2f} s")
        address = Address("127.0.0.1", server.port)
        racers: list[Racer] = []
        group = await stack.enter_async_context(asyncio.TaskGroup())
        tasks = []
        for number in range(races * SEATS):
            connection = Connection(address, Session(f"Racer {number}"), patience=PATIENCE)
            racer = Racer(await stack.enter_async_context(connection))
            racers.append(racer)
            tasks += [group.create_task(racer.listen()), group.create_task(racer.play(chance))]
            if number % SEATS == 0:
                racer.session.create_room(SETTINGS)
            else:
                racer.session.join_room(await racers[-SEATS].code)
            await racer.code
        for host in racers[::SEATS]:
            host.session.start_race(anyway=True)
        await everybody(racers, time.perf_counter())
        await asyncio.sleep(3)
        server.kill()
        killed = time.perf_counter()
        for racer in racers:
            racer.pause, racer.killed = AT_ONCE, killed
        again = stack.enter_context(racing(directory, port=server.port))
        listening = time.perf_counter() - killed
        used, spent = again.used().processor, time.process_time()
        print(f"{races} races of {SEATS}: listening again after {listening:.2f} s")
        back = await everybody(racers, killed)
        times = spread([when - killed for when in back])
        print(
            f"a move acknowledged again: the first client's after {min(back) - killed:.2f} s, "
            f"half after {times.median:.2f} s, the last after {times.latest:.2f} s"
        )
        used, spent = again.used().processor - used, time.process_time() - spent
        print(
            f"from when it listens to the last: {times.latest - listening:.2f} s, in which the "
            f"server used {used:.2f} s of its processor, and the clients {spent:.2f} s of theirs"
        )
        note(f"a new start on {races} races", listening / first, "a start on no data")
        note(
            f"the last of {len(racers)} clients plays again",
            times.latest / first,
            "a start on no data",
        )
        for task in tasks:
            task.cancel()


async def everybody(racers: list[Racer], since: float) -> list[float]:
    """Wait until everybody had a move acknowledged since then; return when each had the first."""
    found: dict[int, float] = {}
    async with asyncio.timeout(PATIENCE):
        while len(found) < len(racers):
            await asyncio.sleep(0.005)
            for number, racer in enumerate(racers):
                if number not in found and racer.acknowledged > since:
                    found[number] = racer.acknowledged
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=200)
    arguments = parser.parse_args()
    with scratch() as directory:
        run(measure(directory, arguments.races), "best")


if __name__ == "__main__":
    main()
