"""`samedeal serve`: the race server."""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from pathlib import Path
from typing import Final

from protocol.wire import DEFAULT_PORT
from server.app import Server, ServerProblem
from server.bounds import Limits

DEFAULT_DATA: Final = Path("samedeal-data")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    limits = Limits()
    parser.description = (
        "Run a race server. Control-C stops it; races under way go on at the next start."
    )
    parser.epilog = """examples:
  samedeal serve                                  for this machine alone
  samedeal serve --host 0.0.0.0 --data /srv/samedeal"""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets other machines in (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=DEFAULT_PORT,
        help="port to listen on; 0 takes a free one (default: %(default)s)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=DEFAULT_DATA,
        metavar="DIRECTORY",
        help="where players, races and results are kept; made if need be (default: %(default)s)",
    )
    parser.add_argument(
        "--connections",
        type=positive,
        default=limits.connections,
        help="the most connections at once (default: %(default)s)",
    )
    parser.add_argument(
        "--rooms",
        type=positive,
        default=limits.rooms,
        help="the most rooms at once (default: %(default)s)",
    )
    parser.add_argument(
        "--stop-after",
        type=seconds,
        default=limits.stop_after,
        metavar="SECONDS",
        help="how long races may go on when the server is told to stop (default: %(default)s)",
    )
    parser.add_argument("--verbose", action="store_true", help="tell more about what goes on")


def port(text: str) -> int:
    """Return a port number.

    Raises:
        ArgumentTypeError: `text` is none.
    """
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")
    return int(text)


def positive(text: str) -> int:
    """Return a whole number above 0.

    Raises:
        ArgumentTypeError: `text` is none.
    """
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def seconds(text: str) -> float:
    """Return a number of seconds, at most an hour.

    Raises:
        ArgumentTypeError: `text` is none.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return number


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; return the exit code."""
    logging.basicConfig(
        level=logging.INFO if args.verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    # Whoever knocks without speaking the protocol is no event worth a traceback.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    # Much is made and dropped here, and next to nothing of it in cycles.
    gc.set_threshold(100_000, 50, 1000)
    try:
        return asyncio.run(_serve(args))
    except ServerProblem as problem:
        print(f"samedeal serve: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


async def _serve(args: argparse.Namespace) -> int:
    limits = Limits(connections=args.connections, rooms=args.rooms, stop_after=args.stop_after)
    async with Server(args.data, args.host, args.port, limits=limits) as server:
        _stop_on_signals(server)
        _greet(args.host, server.port, args.data)
        await server.serve_forever()
    print("Stopped.")
    return 0


def _stop_on_signals(server: Server) -> None:
    """Stop at the first signal when no race is on any more or the time is up, else at the next."""
    signals = 0

    def stop() -> None:
        nonlocal signals
        signals += 1
        left = server.stop() if signals == 1 else server.stop(0)
        if left:
            text = f"Stopping when no race is on any more, in {left:g} seconds at the latest."
            print(f"{text} Control-C again stops at once.", flush=True)

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop)
        except NotImplementedError:  # Windows; there Control-C ends asyncio.run.
            return


def _greet(host: str, port: int, data: Path) -> None:
    everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 (only compared)
    name = "THIS-MACHINE" if everywhere else f"[{host}]" if ":" in host else host
    address = f"ws://{name}:{port}"
    print(f"Samedeal server at {address}, data in {data}")
    print(f"Join with:  samedeal play {address}")
    if everywhere:
        print("(with this machine's name or address in place of THIS-MACHINE)")
    print("Control-C stops it.", flush=True)
