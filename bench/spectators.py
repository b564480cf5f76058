"""Many spectators of one race: `python -m bench.spectators`.

A race of eight, each of whom makes so many moves a second, is watched by 1,000 spectators in a
process of their own.  Told are deliveries (events times readers) and frames a second, how long
after a racer sent a move a spectator has it, the server's processor time, and how long the racers
wait for their answers meanwhile, beside those of a race that nobody watches and that goes on in
turn with it; `times` is the median of the first beside that of the second.  The second row is of
spectators who speak JSON and ask for help, as a page in a browser does, and says what a delivery
costs the server then, beside the first.
"""

import argparse
import asyncio
import base64
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Final, NamedTuple, cast

from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from bench.server import pace
from bench.shared.load import (
    Running,
    allow_files,
    connected,
    disk,
    plan,
    racing,
    read,
    run,
    scratch,
    spread,
    start_races,
    take_seats,
)
from engine import catalogue
from harness.ratios import note
from protocol.forms import JSON, JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import VERSION, FromClient, Hello, RoomState, Settings, Step, WatchRoom

RACERS: Final = 8
TURNS: Final = 4
"""In which the race that is watched goes on, and the one that is not."""
DELIVERIES: Final = 150_000
"""A second, which docs/performance.md wants of one core."""
AT_ONCE: Final = 25
"""As many spectators come at the same time."""
SAMPLE: Final = 25
"""Every so many spectators one reads what it gets; the others only count it."""
FEW: Final = 100
"""So many all read it."""


class Watched(NamedTuple):
    """What so many spectators got."""

    deliveries: float
    """A second."""
    frames: float
    """A second."""
    delays: list[float]
    """Of steps, in seconds, from when they were sent."""
    answers: list[float]
    """How long racers waited for theirs, in seconds."""
    alone: list[float]
    """The same of a race that nobody watched, which went on in between."""
    processor: float
    """The share of a core that the server used while the race went on that was watched."""
    lost: int
    """Spectators who were cut off."""
    there: float = 0.0
    """The share of a core that another server used, to which they came."""

    @property
    def cost(self) -> float:
        """Seconds of the server's processor for each delivery."""
        return self.processor / self.deliveries


class Watcher(asyncio.Protocol):
    """A spectator that costs as little as can be: it counts frames and the messages in them.

    A client of `websockets` takes longer to read a frame than the server to send it.
    """

    def __init__(self, name: str, code: str, form: Form, *, reads: bool) -> None:
        """Watch with a name, or without one as a guest."""
        self._form = form
        self._opcode = Opcode.TEXT if form.text else Opcode.BINARY
        hello = Hello(VERSION, name, guest=not name, help=form.text)
        self._say: list[FromClient] = [hello, WatchRoom(code)]
        self._reads = reads
        self._unread = b""
        self._open = False
        self.here = asyncio.Event()
        """Set once the room has come."""
        self.lost = False
        self.frames = self.messages = 0
        self.steps: list[tuple[int, int, float]] = []
        """Player, number, and when the step was here."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        offered = f"Sec-WebSocket-Protocol: {JSON_PROTOCOL}\r\n" if self._form is JSON else ""
        self._transport.write(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{offered}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Note it."""
        self.lost = True

    def data_received(self, data: bytes) -> None:
        """Take in all frames that are whole."""
        self._unread += data
        if not self._open:
            head, found, self._unread = self._unread.partition(b"\r\n\r\n")
            if not found:
                self._unread = head
                return
            self._open = True
            self._speak()
        while (frame := self._next()) is not None:
            opcode, content = frame
            if opcode == self._opcode:
                self._take(content)
            elif opcode == Opcode.PING:
                self._transport.write(Frame(Opcode.PONG, content).serialize(mask=True))

    def _speak(self) -> None:
        if self._say:
            frame = Frame(self._opcode, self._form.encode(self._say.pop(0)))
            self._transport.write(frame.serialize(mask=True))

    def _next(self) -> tuple[int, bytes] | None:
        """Return the kind and the content of the next frame, once all of it is here."""
        if len(self._unread) < 2:
            return None
        length, start = self._unread[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(self._unread[2:start], "big")
        if len(self._unread) < start + length:
            return None
        opcode, end = self._unread[0] & 0x0F, start + length
        content, self._unread = self._unread[start:end], self._unread[end:]
        return opcode, content

    def _take(self, frame: bytes) -> None:
        now = time.perf_counter()
        self.frames += 1
        self.messages += self._count(frame)
        if self._reads or not self.here.is_set():
            for message in read(frame.decode() if self._form.text else frame):
                if isinstance(message, Step):
                    self.steps.append((message.player, message.number, now))
                elif isinstance(message, RoomState):
                    self.here.set()
            self._speak()

    def _count(self, frame: bytes) -> int:
        """Return how many messages are in a frame, by what each begins with."""
        if self._form.text:
            return frame.count(b'{"type":')
        first = frame[0] if frame else 0
        if first & 0xF0 == 0x90:
            return first & 0x0F
        return int.from_bytes(frame[1:3], "big") if first == 0xDC else 1


def watch(
    pipe: Connection,
    port: int,
    codes: Sequence[str],
    count: int,
    in_json: bool,
    guests: bool,
    host: str = "127.0.0.1",
) -> None:
    """Watch with so many, in a process of its own, and tell what they got from start to end.

    They are spread over the rooms with these codes.
    """
    form = JSON if in_json else MSGPACK

    async def main() -> None:
        loop = asyncio.get_running_loop()
        watchers = [
            Watcher(
                "" if guests else f"Watcher {number}",
                codes[number % len(codes)],
                form,
                reads=count <= FEW or not number % SAMPLE,
            )
            for number in range(count)
        ]

        async def come(watcher: Watcher) -> None:
            await loop.create_connection(lambda: watcher, host, port)
            async with asyncio.timeout(60):
                await watcher.here.wait()

        for first in range(0, count, AT_ONCE):
            await asyncio.gather(*map(come, watchers[first : first + AT_ONCE]))
        pipe.send("here")
        await asyncio.to_thread(pipe.recv)
        before = [(each.frames, each.messages) for each in watchers]
        await asyncio.to_thread(pipe.recv)
        frames = sum(each.frames - was for each, (was, _) in zip(watchers, before, strict=True))
        messages = sum(each.messages - was for each, (_, was) in zip(watchers, before, strict=True))
        steps = [step for each in watchers for step in each.steps]
        pipe.send((messages, frames, steps, sum(each.lost for each in watchers)))

    allow_files()
    run(main(), "best")


async def measure(
    directory: str,
    spectators: int,
    rate: float,
    seconds: float,
    *,
    in_json: bool = False,
    guests: bool = False,
) -> Watched:
    """Let a race of eight be watched for so many seconds; each racer makes `rate` moves in one."""
    with racing(directory) as server:
        return await let_watch(
            server, server, spectators, rate, seconds, in_json=in_json, guests=guests
        )


async def let_watch(
    server: Running,
    there: Running,
    spectators: int,
    rate: float,
    seconds: float,
    *,
    in_json: bool = False,
    guests: bool = False,
) -> Watched:
    """Let a race at a server be watched by those who come to another one, or the same."""
    settings = Settings("klondike", {"deal": "unlimited-redeals"}, countdown=0, seats=RACERS)
    game = catalogue.make(settings.game, settings.options)
    frames = plan(game, int(rate * (seconds + 3)) + 10)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    async with connected(server.port, 2 * RACERS) as racers:
        code, _ = await take_seats(racers, settings, start=False)
        process = context.Process(
            target=watch, args=(theirs, there.port, [code], spectators, in_json, guests)
        )
        process.start()
        theirs.close()  # So that nobody waits for it any more when it is gone.
        try:
            if not await asyncio.to_thread(ours.poll, 120):
                raise SystemExit("the spectators did not come")
            ours.recv()
            players = await start_races(racers, settings)
            ours.send("start")
            rounds = [
                Round(group, [iter(frames) for _ in group], [[] for _ in group], [])
                for group in (racers[:RACERS], racers[RACERS:])
            ]
            took, shares = 0.0, [0.0, 0.0]
            for _ in range(TURNS):
                await rounds[1].turn(rate, seconds / TURNS)
                used = [each.used().processor for each in (server, there)]
                took += await rounds[0].turn(rate, seconds / TURNS)
                for number, each in enumerate((server, there)):
                    shares[number] += each.used().processor - used[number]
            await asyncio.sleep(0.2)  # What is still on its way.
            ours.send("stop")
            messages, read_frames, steps, lost = ours.recv()
        finally:
            process.kill()
            process.join()
    when = dict(zip(players[:RACERS], rounds[0].sent, strict=True))
    delays = [here - when[player][number - 1] for player, number, here in steps]
    here, far = (share / took for share in shares)
    watched, alone = rounds[0].answers, rounds[1].answers
    return Watched(messages / took, read_frames / took, delays, watched, alone, here, lost, far)


class Round(NamedTuple):
    """A race that goes on for a while, and stands still for a while."""

    racers: Sequence[ClientConnection]
    frames: Sequence[Iterator[bytes | str]]
    sent: Sequence[list[float]]
    """When each racer sent each frame."""
    answers: list[float]
    """How long all of them waited."""

    async def turn(self, rate: float, seconds: float) -> float:
        """Let each racer make so many moves a second for so long; return how long that took."""
        start = time.perf_counter()
        sent = await asyncio.gather(
            *(
                pace(
                    racer,
                    frames,
                    start + seat / rate / len(self.racers),
                    1 / rate,
                    start + seconds,
                    self.answers,
                )
                for seat, (racer, frames) in enumerate(zip(self.racers, self.frames, strict=True))
            )
        )
        for before, now in zip(self.sent, sent, strict=True):
            before.extend(now)
        return time.perf_counter() - start


HEAD: Final = (
    "spectators  deliveries/s  frames/s   median     99 %   core   lost   "
    "racers: median     99 %   alone: median     99 %   times"
)


def row(spectators: int, watched: Watched) -> str:
    delay, answer, alone = map(spread, (watched.delays, watched.answers, watched.alone))
    return (
        f"{spectators:>10} {watched.deliveries:>13,.0f} {watched.frames:>9,.0f} "
        f"{delay.median * 1e3:>6.1f} ms {delay.late * 1e3:>5.1f} ms "
        f"{watched.processor:>6.0%} {watched.lost:>6} "
        f"{answer.median * 1e3:>13.2f} ms {answer.late * 1e3:>5.1f} ms "
        f"{alone.median * 1e3:>12.2f} ms {alone.late * 1e3:>5.1f} ms "
        f"{answer.median / alone.median:>7.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second of each racer")
    parser.add_argument("--seconds", type=float, default=6.0)
    text = "let them come without names, which is quicker: nobody is told"
    parser.add_argument("--guests", action="store_true", help=text)
    text = "keep the server's data in memory, so that no answer waits for the disk"
    parser.add_argument("--in-memory", action="store_true", help=text)
    arguments = parser.parse_args()
    print(HEAD)
    with scratch(in_memory=arguments.in_memory) as directory:
        found: list[Watched] = []
        for in_json in (False, True):
            work = measure(
                f"{directory}/{in_json}",
                arguments.spectators,
                arguments.rate,
                min(arguments.seconds, 20.0),
                in_json=in_json,
                guests=arguments.guests,
            )
            found.append(watched := run(work, "best"))
            times = f" in JSON: {watched.cost / found[0].cost:.2f} times" if in_json else ""
            print(f"{row(arguments.spectators, watched)}{times}", flush=True)
        tell_ratios(arguments.spectators, *found)
        print(disk(directory))


def tell_ratios(count: int, many: Watched, in_json: Watched) -> None:
    """Note what `python -m bench` tells."""
    told = 1 / many.cost / DELIVERIES
    note(
        f"deliveries a second that a core can do, {count:,} spectators",
        told,
        f"{DELIVERIES:,}",
        at_least=1,
    )
    for what, watched, alone in zip(
        ("median", "99 %"), spread(many.answers), spread(many.alone), strict=False
    ):
        note(f"a racer's {what}, {count:,} spectators", watched / alone, "one nobody watches")
    note("a delivery in JSON", in_json.cost / many.cost, "one in msgpack")


if __name__ == "__main__":
    main()
