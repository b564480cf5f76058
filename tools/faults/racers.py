"""Players who behave, for those who attack: each races alone and measures every answer.

`python -m tools.faults.racers PORT RACERS`, until standard input ends.  Each line of the output is
an answer: when it came (the system's monotonic clock, in seconds), its delay in milliseconds, and
what was answered, `move` or `hello`.  With `--hellos 20`, so many times a second somebody known
connects, says hello and goes again; that delay is from knocking to the welcome.
Whatever else happens to one of them ends the program with an error.
"""

import argparse
import asyncio
import itertools
import os
import random
import ssl
import sys
import time
from dataclasses import dataclass
from typing import Final, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from engine import catalogue
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    Board,
    CreateRoom,
    FromClient,
    GiveUp,
    Hello,
    Problem,
    Refused,
    Rematch,
    Results,
    RoomState,
    ServerMessage,
    Settings,
    StartRace,
    Step,
    Welcome,
)

GAME: Final = "klondike"
PAUSE: Final = 0.1
"""Seconds between two moves, in the mean: ten a second are more than a player makes."""
PATIENCE: Final = 30.0
"""Seconds after which an answer is given up."""
M = TypeVar("M", bound=ServerMessage)


SITES: Final = 20
"""Addresses from which they come: nobody's bounds for an address are near."""


@dataclass(frozen=True)
class Way:
    """How they reach the server."""

    port: int
    tls: bool = False

    def connect(self, number: int) -> connect:
        """Return what connects, from the address with this number."""
        scheme, context = "ws", None
        if self.tls:
            scheme, context = "wss", ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        # Elsewhere 127.0.0.1 is the only one.
        linux = os.uname().sysname == "Linux"
        source = f"127.0.1.{number % SITES + 1}" if linux else "127.0.0.1"
        return connect(
            f"{scheme}://127.0.0.1:{self.port}",
            compression=None,
            ssl=context,
            local_addr=(source, 0),
            open_timeout=PATIENCE,
        )


class Disturbed(Exception):
    """Something happened to a player who did nothing wrong."""


async def hear(connection: ClientConnection, kind: type[M]) -> M:
    """Return the next message of a kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = wire.decode_server(await connection.recv())
            if isinstance(message, Problem | Refused):
                raise Disturbed(str(message))
            if isinstance(message, kind):
                return message


async def ask(connection: ClientConnection, message: FromClient, kind: type[M]) -> M:
    """Send a message, and return the answer of this kind."""
    await connection.send(wire.encode(message))
    return await hear(connection, kind)


def tell(start: float, what: str) -> None:
    """Print how long an answer took that came now."""
    end = time.monotonic()
    print(f"{end:.6f} {(end - start) * 1000:.3f} {what}", flush=True)


async def race(way: Way, number: int) -> None:
    """Race in a room of one's own, one race after the other."""
    name = f"racer {number}"
    game, chance = catalogue.make(GAME), random.Random(name)  # noqa: S311 (no secret)
    async with way.connect(number) as connection:
        await ask(connection, Hello(VERSION, name), Welcome)
        wish = Settings(GAME, countdown=0, time_limit=7200)
        await ask(connection, CreateRoom(wish), RoomState)
        while True:
            board = await ask(connection, StartRace(anyway=True), Board)
            view, number, status = wire.board_view(board), 0, board.status
            while status == "racing" and number < 1000:
                await asyncio.sleep(chance.expovariate(1 / PAUSE))
                action = wire.pack_action(chance.choice(game.legal_actions(view)))
                start = time.monotonic()
                step = await ask(connection, Act(number, action), Step)
                tell(start, "move")
                view, number, status = wire.step_view(view, step), step.number, step.status
            if status == "racing":
                await connection.send(wire.encode(GiveUp()))
            await hear(connection, Results)
            await ask(connection, Rematch(), RoomState)


async def say_hello(way: Way, every: float) -> None:
    """Come in and go again, as somebody known, whenever so many seconds have passed."""
    tokens: list[str] = []
    due = time.monotonic()
    for number in itertools.count():
        due = max(due + every, time.monotonic())
        await asyncio.sleep(due - time.monotonic())
        start = time.monotonic()
        async with way.connect(number) as connection:
            token = tokens[number % SITES] if len(tokens) == SITES else ""
            hello = Hello(VERSION, f"guest {number}", token)
            welcome = await ask(connection, hello, Welcome)
            if token:
                tell(start, "hello")
            else:
                tokens.append(welcome.token)


async def main(way: Way, racers: int, hellos: float) -> None:
    """Race until standard input ends."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(race(way, i)) for i in range(racers)]
        if hellos:
            tasks.append(group.create_task(say_hello(way, 1 / hellos)))
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("racers", type=int)
    parser.add_argument("--hellos", type=float, default=0.0, help="so many a second, too")
    parser.add_argument("--tls", action="store_true", help="by TLS, whatever the certificate says")
    chosen = parser.parse_args()
    asyncio.run(main(Way(chosen.port, chosen.tls), chosen.racers, chosen.hellos))
