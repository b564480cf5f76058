"""Players who behave, for `tools.faults.fuzz_server`: each races alone and measures every answer.

`python -m tools.faults.racers PORT RACERS`, until standard input ends.  Each line of the output is
an answer: when it came (the system's monotonic clock, in seconds), and its delay in milliseconds.
Whatever else happens to one of them ends the program with an error.
"""

import asyncio
import random
import sys
import time
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


async def race(port: int, name: str) -> None:
    """Race in a room of one's own, one race after the other."""
    game, chance = catalogue.make(GAME), random.Random(name)  # noqa: S311 (no secret)
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
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
                end = time.monotonic()
                print(f"{end:.6f} {(end - start) * 1000:.3f}", flush=True)
                view, number, status = wire.step_view(view, step), step.number, step.status
            if status == "racing":
                await connection.send(wire.encode(GiveUp()))
            await hear(connection, Results)
            await ask(connection, Rematch(), RoomState)


async def main(port: int, racers: int) -> None:
    """Race until standard input ends."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(race(port, f"racer {i}")) for i in range(racers)]
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
