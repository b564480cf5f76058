"""What a connection costs that does nothing: `python -m bench.idle`.

5,000 players say hello and then nothing more.  Told is how much the server's memory grew with each,
and the processor time that it needs to ask all of them now and then whether they are still there.
"""

import argparse
import asyncio

from websockets.asyncio.client import ClientConnection

from bench.load import ask, connected, racing, run, scratch
from protocol.messages import VERSION, Hello, Welcome

AT_ONCE = 50


async def measure(directory: str, count: int, seconds: float) -> None:
    with racing(directory) as server:
        async with connected(server.port, 10) as first:  # What is made once is no connection's.
            await introduce(first, "First")
            before = server.used().memory
            async with connected(server.port, count) as connections:
                await introduce(connections, "Idle")
                full = server.used()
                print(
                    f"{count:,} connections: {(full.memory - before) / count / 1024:.1f} KiB each"
                )
                await asyncio.sleep(seconds)
                used = server.used()
                share = (used.processor - full.processor) / seconds
                here = sum(connection.close_code is None for connection in connections)
                print(f"{seconds:g} s later: {here:,} still there, {share:.1%} of a core used")


async def introduce(connections: list[ClientConnection], name: str) -> None:
    for start in range(0, len(connections), AT_ONCE):
        some = enumerate(connections[start : start + AT_ONCE], start)
        hellos = (ask(each, Hello(VERSION, f"{name} {number}"), Welcome) for number, each in some)
        await asyncio.gather(*hellos)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=25.0, help="how long to stay")
    arguments = parser.parse_args()
    with scratch() as directory:
        work = measure(directory, arguments.connections, min(arguments.seconds, 60.0))
        run(work, "best")


if __name__ == "__main__":
    main()
