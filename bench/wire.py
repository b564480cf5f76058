"""What reading and writing messages takes: `python -m bench.wire`.

Each message is read as `protocol.wire` reads it, in one pass that checks the types on the way, and
beside it in two: unpacked by the package `msgpack` into dicts and lists, which are then checked.
The same for writing.  Times are microseconds; the ratio says how many times longer the two passes
take, and as both are measured in turn it hardly depends on the machine.  Before it measures, it
makes sure that both ways come to the same.
"""

import time
from collections.abc import Callable
from functools import partial
from statistics import geometric_mean
from typing import Final, NamedTuple, TypeAlias

import msgpack
import msgspec

from bench.shared.load import a_step
from engine import catalogue
from harness.ratios import note
from protocol import wire
from protocol.messages import (
    Act,
    CreateRoom,
    FromClient,
    FromServer,
    Progress,
    Settings,
    Standing,
    Undo,
)

ROUNDS: Final = 15
"""How often each way is measured, in turn; the fastest round counts."""
TIMES: Final = 5_000
"""How often a message is read or written in a round."""


class AnyMove(msgspec.Struct):
    """What holds a move: a union that is in a struct is checked several times as fast."""

    message: Act | Undo


class AnyFromClient(msgspec.Struct):
    """What holds a message of a client's."""

    message: FromClient


class AnyFromServer(msgspec.Struct):
    """What holds a message of the server's."""

    message: FromServer


Holder: TypeAlias = type[AnyMove | AnyFromClient | AnyFromServer]


class Sample(NamedTuple):
    """A message to read and write."""

    name: str
    message: FromClient | FromServer
    read: Callable[[bytes], FromClient | FromServer | None]
    holder: Holder


def samples() -> list[Sample]:
    """Return some messages: those that come most often, and two larger ones."""
    move = Act(12, [3, 1, 7], 5)
    room = CreateRoom(Settings("klondike", {"deal": "unlimited-redeals", "relaxed": True}))
    step = wire.decode_server(a_step(catalogue.make("klondike")))
    racers = Progress(standings=[Standing(n, f"Racer {n}", score=n) for n in range(1, 9)])
    return [
        Sample("a move, as the server does", move, wire.decode_move, AnyMove),
        Sample("a move, as any message", move, wire.decode_client, AnyFromClient),
        Sample("a new room", room, wire.decode_client, AnyFromClient),
        Sample("a step", step, wire.decode_server, AnyFromServer),
        Sample("how eight racers stand", racers, wire.decode_server, AnyFromServer),
    ]


def read_in_two(frame: bytes, holder: Holder) -> FromClient | FromServer:
    """Return the message in a frame, by way of dicts and lists."""
    unpacked = msgpack.unpackb(frame, strict_map_key=False, max_ext_len=0)
    return msgspec.convert({"message": unpacked}, holder).message


def write_in_two(message: FromClient | FromServer) -> bytes | None:
    """Return the frame of a message, by way of dicts and lists."""
    return msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))


def measure(*ways: Callable[[], object]) -> list[float]:
    """Return the microseconds that each way takes."""
    fastest = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for number, way in enumerate(ways):
            start = time.perf_counter()
            for _ in range(TIMES):
                way()
            fastest[number] = min(fastest[number], time.perf_counter() - start)
    return [seconds / TIMES * 1e6 for seconds in fastest]


def main() -> None:
    titles = f"{'in two':>9}{'ratio':>7}"
    print(f"{'':28}{'reading':>10}{titles}{'writing':>10}{titles}")
    reads, writes = list[float](), list[float]()
    for name, message, read, holder in samples():
        frame = wire.encode(message)
        assert read(frame) == read_in_two(frame, holder) == message
        assert write_in_two(message) == frame
        reading, reading_in_two, writing, writing_in_two = measure(
            partial(read, frame),
            partial(read_in_two, frame, holder),
            partial(wire.encode, message),
            partial(write_in_two, message),
        )
        print(
            f"{name:28}{reading:10.2f}{reading_in_two:9.2f}{reading_in_two / reading:7.1f}"
            f"{writing:10.2f}{writing_in_two:9.2f}{writing_in_two / writing:7.1f}"
        )
        reads.append(reading_in_two / reading)
        writes.append(writing_in_two / writing)
    note("reading a message by way of dicts", geometric_mean(reads), "as it is read")
    note("writing a message by way of dicts", geometric_mean(writes), "as it is written")


if __name__ == "__main__":
    main()
