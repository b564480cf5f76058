"""Hold the clients against servers that mean no good.

    python -m tools.faults.hostile_server                   # each client against each of them
    python -m tools.faults.hostile_server --client window --only chat,boards
    python -m tools.faults.hostile_server --serve chat      # one of them, for a client by hand

Each hostile server says hello as the real one does, and then does what its name says.  The clients
are the window (without a display), `samedeal watch` as text, and `samedeal bot`, each a process.
A fault is a traceback, a mistake of the program, a control character in what was written, a window
that did not answer for a second, too much memory, or a process that does not end when told to.
"""

import argparse
import asyncio
import base64
import hashlib
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from engine import catalogue
from harness.listener_thread import ListenerThread
from protocol.forms import MAX_SERVER_FRAME
from protocol.messages import (
    Announcement,
    Countdown,
    LeftRoom,
    Member,
    MemberChanged,
    Problem,
    Progress,
    RaceStarted,
    Results,
    RoomInfo,
    Rooms,
    RoomState,
    Said,
    ServerMessage,
    Settings,
    Standing,
    Step,
    Stopping,
    Welcome,
)
from protocol.wire import board

SETTINGS: Final = Settings("klondike")
GAME: Final = catalogue.make("klondike")
VIEW: Final = GAME.view(GAME.deal("hostile"))
BINARY, CLOSE, PING = 2, 8, 9
"""Kinds of frames (RFC 6455)."""
ACCEPT: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
NASTY: Final = (
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m\u202e\u2067evil",
    "<img src=file:x.png>",
    "&lt;b&gt; &amp; <b>",
    "\r\n\x00\x08\x7f",
    "e" + "\u0301" * 20,
)
PAUSE: Final = 1.0
"""Seconds for which a window may not answer."""
GROWTH: Final = 300
"""Megabytes that a client may need beyond what it needs with a server that says nothing."""
LIMIT: Final = 4.0
"""Seconds that each client spends with each server."""


def frame(payload: bytes, kind: int = BINARY, first: int = 0x80) -> bytes:
    """Return a frame as servers send it; `first` holds the bits beside the kind."""
    size = len(payload)
    if size < 126:
        head = bytes([first | kind, size])
    elif size < 1 << 16:
        head = bytes([first | kind, 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first | kind, 127]) + size.to_bytes(8, "big")
    return head + payload


class Caller:
    """A client that has come to a hostile server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def shake_hands(self) -> None:
        """Take the client's wish for a websocket, and grant it."""
        request = await self._reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"(?i)sec-websocket-key: *(\S+)", request)
        key = found[1] if found else b""
        accept = base64.b64encode(hashlib.sha1(key + ACCEPT).digest())  # noqa: S324 (RFC 6455)
        await self.raw(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )

    async def heard(self) -> None:
        """Wait until the client says something."""
        if not await self._reader.read(65536):
            raise ConnectionError("the client has gone")

    async def raw(self, data: bytes) -> None:
        """Send bytes as they are, when the client has taken those before."""
        self._writer.write(data)
        await self._writer.drain()

    async def say(self, *messages: ServerMessage | dict[str, Any]) -> None:
        """Send messages, each in a frame; a dict may hold anything."""
        for message in messages:
            await self.raw(frame(msgspec.msgpack.encode(message)))

    async def stay(self) -> None:
        """Hear, and say nothing, until the client goes."""
        with suppress(ConnectionError):
            while True:
                await self.heard()

    async def greet(self) -> None:
        """Let the client in, as the real one does."""
        await self.shake_hands()
        await self.heard()
        await self.say(Welcome(1, 7, "Ada", "token"))

    async def begin(self) -> None:
        """Let the client in, and begin a race in which it is a racer."""
        await self.greet()
        await self.heard()
        members = [Member(7, "Ada", True), Member(8, NASTY[0][:24], True)]
        standings = [Standing(m.player, m.name, place=1) for m in members]
        await self.say(
            RoomState("ABCDEF", SETTINGS, 8, "running", members),
            RaceStarted(1, SETTINGS, 0, "promise", standings),
            board(7, 0, VIEW, "racing"),
            board(8, 0, VIEW, "racing"),
        )


Deed = Callable[[Caller], Awaitable[None]]
DEEDS: Final[dict[str, Deed]] = {}


def deed(does: Deed) -> Deed:
    """Note what a hostile server does, by its name."""
    DEEDS[getattr(does, "__name__", "").replace("_", "-")] = does
    return does


def builtin(message: ServerMessage) -> dict[str, Any]:
    """Return a message as a map that can be changed to what no message is."""
    made: dict[str, Any] = msgspec.to_builtins(message, builtin_types=(bytes,))
    return made


def examples() -> Iterator[ServerMessage]:
    """Yield one good message of most kinds."""
    standing = Standing(7, "Ada", "won", 52, 1, 9, 1000)
    yield RoomState("ABCDEF", SETTINGS, 8, "lobby", [Member(7, "Ada", True)])
    yield Countdown(1, 3000, "promise")
    yield RaceStarted(1, SETTINGS, 0, "promise", [standing])
    yield board(7, 0, VIEW, "racing")
    yield Step(7, 1, {0: b"\x01"}, 3)
    yield Progress([standing])
    yield Results(1, SETTINGS, [standing], "seed", "promise")
    yield Rooms([RoomInfo("ABCDEF", SETTINGS, "Eve", "running", 3, 1, elapsed=5)])
    yield MemberChanged(Member(9, "Eve", False))
    yield Said(9, "Eve", "hello")
    yield Announcement("hello")
    yield Stopping(30)
    yield LeftRoom("closed")


@deed
async def silence(caller: Caller) -> None:
    """Says hello, and nothing more: what a client needs by itself."""
    await caller.greet()
    await caller.stay()


@deed
async def numbers(caller: Caller) -> None:
    """Puts huge, negative and broken numbers wherever there is one."""
    await caller.begin()
    for message, number in itertools.product(
        list(examples()), (-1, 2**31, 2**53, 2**63 - 1, -(2**63), 2**64 - 1, 1e308, float("nan"))
    ):
        for path in _numbers(builtin(message)):
            changed = builtin(message)
            _put(changed, path, number)
            await caller.say(changed)
    await caller.stay()


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value[:3]):
            yield from _numbers(inner, (*path, at))
    elif isinstance(value, int):
        yield path


def _put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


@deed
async def types(caller: Caller) -> None:
    """Puts values of another type wherever there is one, and leaves some out."""
    await caller.begin()
    chance = random.Random(1)  # noqa: S311 (no secret)
    for message in itertools.chain.from_iterable(itertools.repeat(list(examples()), 30)):
        changed = builtin(message)
        key = chance.choice(list(changed))
        if chance.random() < 0.3:
            del changed[key]
        else:
            changed[key] = chance.choice([None, [], {}, "x" * 999, b"\xff", [[[[1]]]], True, 1.5])
        await caller.say(changed)
    await caller.stay()


@deed
async def boards(caller: Caller) -> None:
    """Shows boards of thousands of piles and cards, of cards that are none, and that cannot be."""
    await caller.begin()
    chance = random.Random(2)  # noqa: S311 (no secret)
    for _ in range(20):
        await caller.say(builtin(board(7, 0, VIEW, "racing")) | {"piles": [b"\x01"] * 5000})
        cards = bytes(chance.randrange(256) for _ in range(52))
        cut = sorted(chance.randrange(53) for _ in range(len(VIEW.piles) - 1))
        ends = zip([0, *cut], [*cut, 52], strict=True)
        await caller.say(
            builtin(board(7, 0, VIEW, "racing")) | {"piles": [cards[a:b] for a, b in ends]}
        )
        shuffled = bytes(chance.sample(list(GAME.deck), 52))
        ends = zip([0, *cut], [*cut, 52], strict=True)
        await caller.say(
            builtin(board(7, 0, VIEW, "racing")) | {"piles": [shuffled[a:b] for a, b in ends]}
        )
        piles = [bytes(60_000) for _ in VIEW.piles]
        await caller.say(builtin(board(7, 0, VIEW, "racing")) | {"piles": piles})
    await caller.stay()


@deed
async def steps(caller: Caller) -> None:
    """Makes steps that do not fit, by anybody, with any number."""
    await caller.begin()
    chance = random.Random(3)  # noqa: S311 (no secret)
    for number in range(400):
        pile = chance.choice([0, 1, -1, 13, 255, 99999])
        cards = bytes(chance.randrange(256) for _ in range(chance.choice([0, 1, 13, 500])))
        await caller.say(
            {
                **builtin(Step(chance.choice([7, 8, 9]), 0, {}, 0)),
                "number": chance.choice([number, 1, 0, -5, 10**6]),
                "piles": {pile: cards},
            }
        )
    await caller.stay()


@deed
async def disorder(caller: Caller) -> None:
    """Says all that there is to say, in any order: a race ends before it begins."""
    await caller.greet()
    chance = random.Random(4)  # noqa: S311 (no secret)
    for _ in range(40):
        said = list(examples())
        chance.shuffle(said)
        await caller.say(*said)
    await caller.stay()


@deed
async def unknown(caller: Caller) -> None:
    """Has rooms, races and results of games that there are not, and seeds that are none."""
    await caller.begin()
    strange = Settings("no\u202e such game", {"x\x1b": "y"})
    standing = Standing(7, "Ada", "won", 52, 1, 9, 1000)
    await caller.say(
        Rooms([RoomInfo("ABCDEF", strange, "Eve", "running", 3, 1)]),
        Results(1, strange, [standing], "seed", "promise"),
        Results(1, SETTINGS, [standing], "\x1b[31m\n", "promise"),
        Results(1, SETTINGS, [], "", ""),
        RoomState("ABCDEF", strange, 8, "lobby", [Member(7, "Ada", True)]),
        RaceStarted(2, strange, 0, "promise", []),
        Countdown(2, 1000, "\x1b]0;x\x07"),
    )
    await caller.stay()


@deed
async def texts(caller: Caller) -> None:
    """Steers terminals, pretends to be markup, turns text around; says a million letters."""
    await caller.begin()
    for text in NASTY:
        await caller.say(
            Said(8, text[:24], text),
            Announcement(text),
            MemberChanged(Member(8, text[:24], True)),
            Progress([Standing(7, text[:24], place=1), Standing(8, text[:24])]),
        )
        await caller.say(builtin(Said(8, "Eve", "x")) | {"text": text * 40_000})
    await caller.say(Problem("not ready", NASTY[0] * 5), LeftRoom(NASTY[0] + NASTY[1]))
    await caller.stay()


@deed
async def refusals(caller: Caller) -> None:
    """Refuses the client, with a reason that steers a terminal."""
    await caller.shake_hands()
    await caller.heard()
    await caller.say(Problem("bad name", NASTY[0] + NASTY[1]))
    await caller.stay()


@deed
async def taken(caller: Caller) -> None:
    """Says of every name that it is taken."""
    await caller.shake_hands()
    with suppress(ConnectionError):
        while True:
            await caller.heard()
            await caller.say(Problem("name taken", "that name is taken"))


@deed
async def chat(caller: Caller) -> None:
    """Talks without end."""
    await caller.begin()
    said = frame(msgspec.msgpack.encode([builtin(Said(8, "Eve", "x" * 300))] * 200))
    while True:
        await caller.raw(said)


@deed
async def progress(caller: Caller) -> None:
    """Tells without end how everybody stands, each time of others."""
    await caller.begin()
    for at in itertools.count(10):
        await caller.say(
            Progress([Standing(at * 50 + n, f"Eve {at}", "stuck", at, 1) for n in range(50)])
        )


@deed
async def rooms(caller: Caller) -> None:
    """Lists a hundred thousand rooms, and then as many as fit in a frame, again and again."""
    await caller.greet()
    room = RoomInfo("ABCDEF", SETTINGS, "Eve", "lobby", 1, 0)
    found = [msgspec.structs.replace(room, code=f"{n:X}", host=f"Eve {n}") for n in range(100_000)]
    for _ in range(5):
        await caller.say(Rooms(found[:6000]))
        await caller.say(Rooms(found[1000:6000]))
    await caller.say(Rooms(found))
    await caller.stay()


@deed
async def members(caller: Caller) -> None:
    """Has a room of as many members as fit in a frame, and lets others come without end."""
    await caller.greet()
    await caller.heard()
    many = [Member(n, f"Eve {n}", n < 16) for n in range(7, 15_000)]
    await caller.say(RoomState("ABCDEF", SETTINGS, 8, "lobby", many))
    for n in itertools.count(20_000):
        await caller.say(MemberChanged(Member(n, f"Eve {n}", False)))


@deed
async def welcomes(caller: Caller) -> None:
    """Says welcome again and again, to others with other tokens."""
    await caller.greet()
    for n in range(2000):
        await caller.say(Welcome(1, n, f"Eve {n}", f"token {n}"))
    await caller.stay()


@deed
async def replays(caller: Caller) -> None:
    """Sends replays that nobody asked for, of as many moves as fit."""
    await caller.greet()
    replay = {
        "type": "replay",
        "race": 1,
        "player": 7,
        "name": "../../x",
        "game": "klondike",
        "options": {},
        "seed": "seed",
        "entries": [[0]] * 150_000,
        "times": [1] * 150_000,
        "status": "won",
        "score": 52,
        "milliseconds": 1,
        "commitment": "promise",
    }
    for _ in range(3):
        await caller.say(replay)
        await caller.say(replay | {"entries": [[0]] * 9000, "times": [10**12] * 9000})
        await caller.say(replay | {"entries": [[0]] * 9000, "times": [5] * 9000})
    await caller.stay()


@deed
async def kicked(caller: Caller) -> None:
    """Sends the client away from every room, at once."""
    await caller.greet()
    with suppress(ConnectionError):
        while True:
            await caller.heard()
            await caller.say(
                RoomState("ABCDEF", SETTINGS, 7, "lobby", [Member(7, "Ada", True)]),
                LeftRoom("because"),
            )


@deed
async def hang_ups(caller: Caller) -> None:
    """Lets the client in, and hangs up."""
    await caller.greet()


@deed
async def pings(caller: Caller) -> None:
    """Pings without end."""
    await caller.greet()
    ping = frame(b"x" * 125, PING) * 500
    while True:
        await caller.raw(ping)


@deed
async def half(caller: Caller) -> None:
    """Sends half a frame, and then nothing."""
    await caller.greet()
    await caller.raw(frame(b"x" * 1000)[:500])
    await caller.stay()


@deed
async def drip(caller: Caller) -> None:
    """Sends a frame a byte at a time."""
    await caller.greet()
    for byte in frame(b"x" * 100_000):
        await caller.raw(bytes([byte]))
        await asyncio.sleep(0.01)


@deed
async def huge(caller: Caller) -> None:
    """Promises a frame of terabytes, and sends what it can of it."""
    await caller.greet()
    await caller.raw(bytes([0x82, 127]) + (1 << 42).to_bytes(8, "big"))
    while True:
        await caller.raw(bytes(1 << 16))


@deed
async def largest(caller: Caller) -> None:
    """Sends the longest frame that a client takes, with nothing in it."""
    await caller.greet()
    await caller.raw(frame(b"\xc0" * MAX_SERVER_FRAME))
    await caller.stay()


@deed
async def pieces(caller: Caller) -> None:
    """Sends one message in pieces without end."""
    await caller.greet()
    await caller.raw(frame(b"x" * 1000, BINARY, 0))
    while True:
        await caller.raw(frame(b"x" * 1000, 0, 0) * 20)


@deed
async def bomb(caller: Caller) -> None:
    """Says that its frames are compressed, as nobody has asked."""
    await caller.greet()
    await caller.raw(frame(bytes(100_000), BINARY, 0xC0))
    await caller.stay()


@deed
async def nested(caller: Caller) -> None:
    """Puts lists in lists, a million deep."""
    await caller.greet()
    for byte in (b"\x91", b"\x81\xa4type"):
        await caller.raw(frame((byte * (1_000_000 // len(byte))) + b"\xc0"))
    await caller.stay()


@deed
async def endless_close(caller: Caller) -> None:
    """Closes the connection, and goes on talking."""
    await caller.greet()
    await caller.raw(frame(b"\x03\xe8bye", CLOSE))
    while True:
        await caller.raw(frame(b"\xc0") * 100)


@deed
async def deaf(caller: Caller) -> None:
    """Reads nothing any more, and never says goodbye."""
    await caller.begin()
    await asyncio.sleep(3600)


@deed
async def redirect(caller: Caller) -> None:
    """Points to another host, in a way that steers a terminal."""
    await caller.raw(
        b"HTTP/1.1 302 Found\r\nLocation: ws://elsewhere.example/" + b"x" * 500 + b"\r\n\r\n"
    )
    await caller.stay()


@deed
async def elsewhere(caller: Caller) -> None:
    """Points to another port."""
    await caller.raw(b"HTTP/1.1 301 Moved\r\nLocation: ws://127.0.0.1:9/\r\n\r\n")


@deed
async def circle(caller: Caller) -> None:
    """Points to itself."""
    await caller.raw(b"HTTP/1.1 301 Moved\r\nLocation: /again\r\n\r\n")


@deed
async def body(caller: Caller) -> None:
    """Answers all well, and then without end."""
    await caller.raw(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        await caller.raw(b"x" * 65536)


@deed
async def headers(caller: Caller) -> None:
    """Answers with headers without end."""
    await caller.raw(b"HTTP/1.1 101 Switching Protocols\r\n")
    while True:
        await caller.raw(b"X-Header: " + b"x" * 4000 + b"\r\n")


@deed
async def garbage(caller: Caller) -> None:
    """Answers with bytes at random, as TLS looks to who does not speak it."""
    chance = random.Random(5)  # noqa: S311 (no secret)
    while True:
        await caller.raw(b"\x16\x03\x01" + chance.randbytes(10_000))


class HostileServer(ListenerThread):
    """A hostile server on 127.0.0.1, for as long as the `with` lasts."""

    def __init__(self, name: str) -> None:
        """Do the deed of this name to everybody who comes."""
        super().__init__(name)
        self._deed = DEEDS[name]
        self.came = threading.Event()
        """Whether somebody came."""

    async def listen(self) -> None:
        """Serve."""
        calls: set[asyncio.Task[None]] = set()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.came.set()
            task = asyncio.current_task()
            assert task is not None
            calls.add(task)
            try:
                await self._deed(Caller(reader, writer))
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass  # the client has gone, or the test is over
            finally:
                calls.discard(task)
                writer.transport.abort()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            try:
                await self.stand(server.sockets[0].getsockname()[1])
            finally:
                # Whom asyncio has just accepted it forgets, unclosed, if its server is closed now.
                for each in server.sockets:
                    asyncio.get_running_loop().remove_reader(each.fileno())
                for _ in range(5):  # who has come in only now is answered in the next turn
                    for task in list(calls):
                        task.cancel()
                    await asyncio.sleep(0.01)
                server.close()


# The clients --------------------------------------------------------------------------------------


def look_at_window(address: str, directory: Path, seconds: float) -> dict[str, Any]:
    """Let a window connect; return how long it did not answer, and what it said."""
    from PySide6.QtCore import QElapsedTimer, QTimer
    from PySide6.QtWidgets import QApplication

    from client.session.address import parse_address
    from client.window.app import AppTheme
    from client.window.desktop.memory import Memory
    from client.window.window import Window

    app = QApplication([])
    AppTheme(app)
    wrong: list[str] = []
    sys.excepthook = lambda *error: wrong.append(
        " | ".join(traceback.format_exception(*error)[-5:])
    )
    window = Window(Memory(directory))
    window.show()
    clock, beat = QElapsedTimer(), QTimer(interval=10)
    worst = 0

    def tick() -> None:
        nonlocal worst
        worst = max(worst, clock.restart())

    def join() -> None:
        if window.link:
            window.link.session.join_room("ABCDEF")

    beat.timeout.connect(tick)
    window.connect_to(parse_address(address), "Ada")
    QTimer.singleShot(500, join)
    QTimer.singleShot(int(seconds * 1000), app.quit)
    clock.start()
    beat.start()
    app.exec()
    said = [window.status.text(), window.connect_screen.trouble.text()]
    window.close_unasked()
    files = sorted(str(p.relative_to(directory)) for p in directory.rglob("*") if p.is_file())
    return {"pause": worst / 1000, "wrong": wrong, "said": said, "files": files}


def run_client(client: str, address: str, directory: Path) -> dict[str, Any]:
    """Run a client until its time is over; return what became of it."""
    command = {
        "window": ["tools.faults.hostile_server", "--look", address, "--data", str(directory)],
        "watch": ["samedeal", "watch", "ABCDEF", "--server", address, "--terminal"],
        "bot": ["samedeal", "bot", "ABCDEF", "--server", address],
    }[client]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(directory)}
    with (directory / "out").open("w+b") as out, (directory / "err").open("w+b") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", *command], stdout=out, stderr=err, env=environment
        )
        deadline, stopped, peak = time.monotonic() + LIMIT, 0.0, 0
        if client == "window":
            deadline += 60  # it ends by itself
        while process.poll() is None:
            peak = max(peak, _memory(process.pid))
            if time.monotonic() > deadline:
                if stopped:
                    process.kill()
                else:
                    process.send_signal(signal.SIGINT)
                    stopped = time.monotonic()
                deadline = time.monotonic() + 10
            time.sleep(0.05)
        out.seek(0)
        err.seek(0)
        return {
            "code": process.returncode,
            "out": out.read().decode(errors="replace"),
            "err": err.read().decode(errors="replace"),
            "memory": peak,
            "ended": time.monotonic() - stopped if stopped else 0.0,
        }


def _memory(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 >> 20
    return 0


def faults(client: str, found: dict[str, Any], usual: int) -> Iterator[str]:
    """Yield what is wrong with how a client came through."""
    if client == "window":
        with suppress(ValueError):
            seen = json.loads(found["out"].splitlines()[-1] if found["out"] else "")
            found |= {"said": seen["said"], "pause": seen["pause"]}
            yield from seen["wrong"]
            if seen["pause"] > PAUSE:
                yield f"it did not answer for {seen['pause']:.1f} s"
            found["out"] = ""
        if "said" not in found:
            yield "it did not come through"
    text = found["out"] + found["err"]
    if "Traceback" in text or "mistake of the program" in text:
        yield "a traceback: " + text.strip().splitlines()[-1]
    if any(not c.isprintable() and c != "\n" for c in text):
        yield f"control characters: {text[:200]!r}"
    if found["code"] < 0:
        yield f"it ended with {found['code']}"
    if found["ended"] > 6:
        yield f"it took {found['ended']:.1f} s to end"
    if usual and found["memory"] > usual + GROWTH:
        yield f"it needed {found['memory']} MB instead of {usual}"


def trial(clients: list[str], names: list[str]) -> int:
    """Hold these clients against these servers; return how many faults there were."""
    count = 0
    usual: dict[str, int] = {}
    for name, client in itertools.product(names, clients):
        with HostileServer(name) as server, tempfile.TemporaryDirectory() as directory:
            found = run_client(client, str(server.address), Path(directory))
        wrong = list(faults(client, found, usual.get(client, 0)))
        if name == "silence":
            usual[client] = found["memory"]
        count += len(wrong)
        said = found.get("said") or (found["err"] or found["out"]).strip().splitlines()[-1:]
        pause = f", {found['pause']:.2f} s" if "pause" in found else ""
        print(f"{name:14} {client:7} {found['memory']:4} MB{pause}  {said}"[:180], flush=True)
        for fault in wrong:
            print(f"    FAULT {fault}"[:300], flush=True)
    return count


def main() -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--client", choices=["window", "watch", "bot"], action="append")
    parser.add_argument("--only", default="", help="these servers, as chat,boards")
    parser.add_argument("--serve", choices=DEEDS, help="be this server, until Control-C")
    parser.add_argument("--look", help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.look:
        print(json.dumps(look_at_window(chosen.look, chosen.data, LIMIT)))
        return 0
    if chosen.serve:
        with HostileServer(chosen.serve) as server, suppress(KeyboardInterrupt):
            print(server.address, flush=True)
            signal.pause()
        return 0
    names = chosen.only.split(",") if chosen.only else list(DEEDS)
    return 1 if trial(chosen.client or ["window", "watch", "bot"], names) else 0


if __name__ == "__main__":
    sys.exit(main())
