"""How long a server's event loop pauses, seen from outside: a client that pings every 2 ms.

A pong comes from the loop itself, without a disk or a rule in between.  The client is a process
of its own, and so light that what it waits for is not its own: as far as others leave it a core.
"""

import asyncio
import base64
import contextlib
import multiprocessing
import os
import socket
import time
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from typing import Final

from websockets.frames import Frame, Opcode

EVERY: Final = 0.002
"""Seconds between two pings."""
READY_WITHIN: Final = 30
"""Seconds."""


@contextlib.asynccontextmanager
async def pinged(port: int) -> AsyncIterator[list[float]]:
    """Ping a server meanwhile; the list gets, at the end, the seconds that each pong took."""
    waits: list[float] = []
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_ping, args=(theirs, port))
    process.start()
    try:
        if not await asyncio.to_thread(ours.poll, READY_WITHIN):
            raise SystemExit("nobody answers pings")
        ours.recv()
        yield waits
        ours.send("stop")
        waits += await asyncio.to_thread(ours.recv)
    finally:
        process.kill()
        process.join()


def _ping(pipe: Connection, port: int) -> None:
    waits: list[float] = []
    ping = Frame(Opcode.PING, b"").serialize(mask=True)
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += line.recv(1)
        pipe.send("here")
        while not pipe.poll(EVERY):
            sent = time.perf_counter()
            line.sendall(ping)
            if len(line.recv(2, socket.MSG_WAITALL)) < 2:
                raise SystemExit("the server has hung up")
            waits.append(time.perf_counter() - sent)
    pipe.send(waits)
