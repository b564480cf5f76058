"""What a connection costs that does nothing: `python -m bench.idle`.

5,000 players say hello and then nothing more.  Told is how much the server's memory grew with each,
and the processor time that it needs to ask all of them now and then whether they are still there;
then, how much of that memory is still in use when all have gone.  With `--tls`, all is encrypted.
Without, the same is told of a bare `websockets` server, to which as many connect.
"""

import argparse
import asyncio
import ssl
from pathlib import Path

import trustme
from websockets.asyncio.client import ClientConnection

from bench.shared.load import ask, connected, racing, run, running, scratch, serve_echo
from harness.ratios import note
from protocol.messages import VERSION, Hello, Welcome

AT_ONCE = 50
GONE = 12.0
"""Seconds after which those who have gone are forgotten."""
WANTED = 16.0
"""KiB that docs/performance.md wants a connection to take at most."""


async def measure(directory: str, arguments: argparse.Namespace) -> None:
    count, loop, tls = arguments.connections, arguments.loop, arguments.tls
    seconds = min(arguments.seconds, 60.0)
    certificate, trusting = make_certificate(Path(directory)) if tls else (None, None)
    with racing(directory, loop=loop, certificate=certificate) as server:
        # What is made once is no connection's.
        async with connected(server.port, 10, trusting) as first:
            await introduce(first, "First")
            before = server.used().memory
            async with connected(server.port, count, trusting) as connections:
                await introduce(connections, "Idle")
                full = server.used()
                each = (full.memory - before) / count / 1024
                print(f"{count:,} connections: {each:.1f} KiB each")
                await asyncio.sleep(seconds)
                used = server.used()
                share = (used.processor - full.processor) / seconds
                here = sum(connection.close_code is None for connection in connections)
                print(f"{seconds:g} s later: {here:,} still there, {share:.1%} of a core used")
            if arguments.gone:
                await asyncio.sleep(arguments.gone)
                left = (server.used().memory - before) / (full.memory - before)
                print(
                    f"{arguments.gone:g} s after all have gone: {left:.0%} of that is still in use"
                )
    if not tls:
        what = "memory of an idle connection"
        note(what, each / WANTED, f"the {WANTED:g} KiB that it may be", at_most=1)
        bare = await of_echo(count, loop)
        print(f"as many at a bare echo: {bare:.1f} KiB each")
        note(what, each / bare, "one at a bare echo")


async def of_echo(count: int, loop: str) -> float:
    """Return the KiB that each of so many connections takes of a server that only echoes."""
    with running(serve_echo, loop, b"") as server:
        async with connected(server.port, 10):
            before = server.used().memory
            async with connected(server.port, count):
                return (server.used().memory - before) / count / 1024


def make_certificate(directory: Path) -> tuple[Path, ssl.SSLContext]:
    """Return the file of a certificate with its key, and a context of those who trust it."""
    authority = trustme.CA()
    file = directory / "certificate.pem"
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(file)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    return file, trusting


async def introduce(connections: list[ClientConnection], name: str) -> None:
    for start in range(0, len(connections), AT_ONCE):
        some = enumerate(connections[start : start + AT_ONCE], start)
        hellos = (ask(each, Hello(VERSION, f"{name} {number}"), Welcome) for number, each in some)
        await asyncio.gather(*hellos)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=25.0, help="how long to stay")
    text = "when to look again after all have gone; 0: not"
    parser.add_argument("--gone", type=float, default=GONE, help=text)
    parser.add_argument("--tls", action="store_true", help="encrypt all of it")
    parser.add_argument("--loop", choices=("best", "asyncio"), default="best", help="the server's")
    arguments = parser.parse_args()
    with scratch() as directory:
        run(measure(directory, arguments), "best")


if __name__ == "__main__":
    main()
