"""What the tests of the server share: players, legal moves, and a client on a real socket."""

import asyncio
import itertools
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from typing import TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from engine import catalogue
from engine.game import Game, Outcome
from engine.play import Play, replay
from engine.state import Action, State
from harness.entry_rows import entries_as_rows
from protocol import wire
from protocol.forms import JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import (
    VERSION,
    Act,
    Board,
    CreateRoom,
    FromClient,
    FromServer,
    Hello,
    JoinRoom,
    ListRooms,
    Problem,
    Rooms,
    RoomState,
    ServerMessage,
    Settings,
    StartRace,
    Step,
    Welcome,
)
from server.app import Server
from server.chance import Chance
from server.rooms.records import Player
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME

PATIENCE = 60
"""Seconds that a test waits for something before it fails."""

ANN, BOB, CAT, DAN = (
    Player(number, name) for number, name in enumerate(("ann", "bob", "cat", "dan"), 1)
)
BOT = Player(9, "bot", bot=True)
AT_ONCE = Settings("klondike", countdown=0)
"""A room whose race begins without a countdown."""

M = TypeVar("M", bound=ServerMessage)


THIRTEENS = catalogue.make("thirteens")


@cache
def thirteens_to(outcome: Outcome) -> tuple[str, tuple[Action, ...]]:
    """Return a seed of Thirteens and actions that end it so, found by trying."""
    for seed in map(str, itertools.count()):
        actions = random_line(THIRTEENS, seed)
        if THIRTEENS.outcome(replay(THIRTEENS, seed, actions).state) == outcome:
            return seed, tuple(actions)
    raise AssertionError


def random_line(game: Game, seed: str, limit: int = 5000) -> list[Action]:
    """Return the actions of a game played at random to its end."""
    chance = random.Random(seed)
    play = Play(game, seed)
    line: list[Action] = []
    while game.outcome(play.state) is None and len(line) < limit:
        line.append(chance.choice(game.legal_actions(play.state)))
        play.enter(line[-1])
    return line


async def comes_true(condition: Callable[[], object]) -> None:
    """Wait for what nobody tells a client: something in the server or on its disk."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0.01)


def file_of(server: Server) -> SQLiteDatabase:
    """Return the server's database, which is a file here."""
    assert isinstance(server.database, SQLiteDatabase)
    return server.database


class Client:
    """A client on a real socket that remembers who it is and the boards it was shown."""

    def __init__(self, connection: ClientConnection, form: Form = MSGPACK) -> None:
        self.connection, self.form = connection, form
        self.welcome = Welcome(VERSION, 0, "")
        self.views: dict[int, State] = {}
        self.numbers: dict[int, int] = {}
        self._unread: list[bytes | str] = []

    @property
    def player(self) -> int:
        return self.welcome.player

    async def say(self, message: FromClient) -> None:
        frame = self.form.encode(message)
        await self.connection.send(frame.decode() if self.form.text else frame)

    async def hear(self) -> FromServer:
        if not self._unread:
            async with asyncio.timeout(PATIENCE):
                self._unread = self.form.split(await self.connection.recv())
        message = self.form.decode_server(self._unread.pop(0))
        if isinstance(message, Board):
            self.views[message.player] = wire.board_view(message)
            self.numbers[message.player] = message.number
        elif isinstance(message, Step) and message.number > self.numbers[message.player]:
            assert message.number == self.numbers[message.player] + 1
            self.views[message.player] = wire.step_view(self.views[message.player], message)
            self.numbers[message.player] = message.number
        return message

    async def until(self, kind: type[M]) -> M:
        """Return the next message of a kind; those before it are passed over."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def ask(self, message: FromClient, kind: type[M]) -> M:
        await self.say(message)
        return await self.until(kind)

    async def hello(
        self, name: str = "", token: str = "", *, bot: bool = False, level: int = 0
    ) -> Welcome:
        hello = Hello(VERSION, name, token, bot, level=level)
        self.welcome = await self.ask(hello, Welcome)
        return self.welcome

    async def act(self, game: Game) -> Step:
        """Make the first legal move on the own board and wait for the acknowledgement."""
        action = game.legal_actions(self.views[self.player])[0]
        await self.say(Act(self.numbers[self.player], wire.pack_action(action)))
        return await self.own_step()

    async def own_step(self) -> Step:
        while (step := await self.until(Step)).player != self.player:
            pass
        return step

    async def closed(self) -> int:
        """Wait until the server has closed the connection; return the code."""
        async with asyncio.timeout(PATIENCE):
            await self.connection.wait_closed()
        code = self.connection.close_code
        assert code is not None
        return code


@asynccontextmanager
async def client(
    server: Server,
    name: str = "",
    token: str = "",
    *,
    source: str = "127.0.0.1",
    form: Form = MSGPACK,
) -> AsyncIterator[Client]:
    """Connect from the address `source`; with a name or a token, say hello."""
    async with connect(
        f"ws://127.0.0.1:{server.port}",
        compression=None,
        max_size=2**20,
        local_addr=(source, 0),
        subprotocols=[Subprotocol(JSON_PROTOCOL)] if form.text else None,
    ) as connection:
        somebody = Client(connection, form)
        if name or token:
            await somebody.hello(name, token)
        yield somebody


async def make_room(host: Client, settings: Settings = AT_ONCE) -> str:
    """Make a room and return its code."""
    return (await host.ask(CreateRoom(settings), RoomState)).code


async def start(host: Client, *others: Client, settings: Settings = AT_ONCE) -> str:
    """Bring all into one room and start a race there; return the room's code."""
    code = await make_room(host, settings)
    for other in others:
        await other.ask(JoinRoom(code), RoomState)
    await host.say(StartRace(anyway=True))
    for racer in (host, *others):
        await racer.until(Board)
    return code


async def refused(client: Client, message: FromClient) -> str:
    """Ask for something that is refused; return the word for why."""
    return (await client.ask(message, Problem)).code


async def heard_all(client: Client) -> None:
    """Return when the server has taken in all that came before."""
    await (await client.connection.ping())
    await client.ask(ListRooms(), Rooms)


def change(data: Path, sql: str, row: Sequence[object] = ()) -> None:
    """Change the database file behind the server's back."""
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        if re.search(r"(UPDATE|FROM|INTO) entries\b", sql):
            with entries_as_rows(connection):
                connection.execute(sql, row)
        else:
            connection.execute(sql, row)


def rows(data: Path, sql: str) -> list[tuple[object, ...]]:
    """Ask the database file behind the server's back."""
    with sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True) as connection:
        found = connection.execute(sql).fetchall()
    connection.close()
    return found


def worth_a_move(game: Game, moves: int = 1) -> Chance:
    """Return the chance by which so many first legal moves, as `Client.act` makes them, gain."""

    def gains(seed: str) -> bool:
        state = dealt = game.deal(seed)
        for _ in range(moves):
            state = game.play(state, game.legal_actions(game.view(state))[0], seed)
        return state.score > max(0, dealt.score)

    found = next(filter(gains, (f"worth {number}" for number in itertools.count())))
    return Chance(seed=lambda: found)
