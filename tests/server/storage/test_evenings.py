"""Whole evenings on a server that is killed, told as an independent reckoning has it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from harness.server_process import ServerProcess
from protocol import wire
from protocol.messages import (
    Act,
    CreateRoom,
    Evening,
    GiveUp,
    JoinRoom,
    LeaveRoom,
    Ping,
    Pong,
    Practice,
    Rematch,
    Results,
    Resync,
    RoomState,
    Series,
    SeriesGame,
    Settings,
    StartRace,
    Veto,
)
from server.storage.sqlite.files import FILE_NAME
from tests.reckoning.reckoning import Reckoning, differing
from tests.reckoning.rows import read
from tests.server.play import Client
from tests.server.storage.conftest import empty_database
from tools.ten_evenings.heard import plain

PEOPLE: Final = ("ann", "bob", "cat", "dan", "eve")
LIST: Final = [SeriesGame("klondike"), SeriesGame("golf"), SeriesGame("thirteens")]
ROOMS: Final = {
    "no series": Settings("klondike", countdown=0),
    "a list, with vetoes": Settings("golf", countdown=0, series=Series(4, LIST, vetoes=1)),
    "a family, seen later": Settings(
        "golf", countdown=0, delay=1, series=Series(4, family="Golf", points="rivals")
    ),
    "open, and shut": Settings(
        "thirteens", countdown=0, show_boards=True, series=Series(0, points="wins")
    ),
    "one game, and the same deal": Settings("golf", countdown=0, series=Series(4)),
}


class Company:
    """Five people and a bot, who come back after each kill."""

    def __init__(self, server: ServerProcess, kind: str) -> None:
        self.server, self.kind = server, kind
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, int] = {}
        self.clients: dict[str, Client] = {}
        self.chance = random.Random(kind)
        self.code = ""
        self._stack = AsyncExitStack()

    async def come(self, *names: str) -> None:
        """Connect, and come into the room, or back to it."""
        for name in names:
            connecting = connect(f"ws://127.0.0.1:{self.server.port}", compression=None)
            client = Client(await self._stack.enter_async_context(connecting))
            token = self.tokens.get(name, "")
            welcome = await client.hello("" if token else name, token, bot=name == "robby")
            self.tokens[name] = self.tokens.get(name) or welcome.token
            self.ids[name] = welcome.player
            self.clients[name] = client
            if not self.code:
                shut = "secret" if "shut" in self.kind else ""
                made = await client.ask(CreateRoom(ROOMS[self.kind], shut), RoomState)
                self.code = made.code
            elif not welcome.room:
                shut = "secret" if "shut" in self.kind else ""
                await client.ask(JoinRoom(self.code, shut), RoomState)

    async def killed(self) -> None:
        """Kill the server and start it again; all come back."""
        names = [*self.clients]
        await asyncio.to_thread(self.server.kill)
        await self._stack.aclose()
        self.clients.clear()
        await asyncio.to_thread(self.server.start)
        await self.come(*names)

    async def state(self, name: str = "ann") -> RoomState:
        """Return the room as it is now; the boards are known then, too."""
        client, found = self.clients[name], None
        await client.say(Resync())
        await client.say(Ping())
        while not isinstance(message := await client.hear(), Pong):
            found = message if isinstance(message, RoomState) else found
        assert found is not None
        return found

    async def race(self, kills: bool) -> None:
        """Race to the end: each makes some moves, and gives up."""
        await self._moves(3)
        if kills:
            await self.killed()
            await self._moves(3)
        for name in self.chance.sample([*self.clients], len(self.clients)):
            client = self.clients[name]
            if client.player in client.views:
                await client.say(GiveUp())
        if (await self.state()).phase == "running":
            await self.clients["ann"].until(Results)

    async def _moves(self, most: int) -> None:
        for name, client in self.clients.items():
            state = await self.state(name)
            if state.phase != "running" or client.player not in client.views:
                continue
            game = catalogue.make(state.settings.game, state.settings.options)
            for _ in range(self.chance.randrange(most + 1)):
                view = client.views[client.player]
                actions = game.legal_actions(view)
                if not actions:
                    break
                action = wire.pack_action(self.chance.choice(actions))
                await client.say(Act(client.numbers[client.player], action))
                step = await client.own_step()
                if step.status != "racing":
                    break

    async def leave(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def served(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[ServerProcess, str]]:
    async with AsyncExitStack() as stack:
        address = ""
        if kind == "postgres":
            there = empty_database(request.getfixturevalue("postgres"))
            address = await stack.enter_async_context(there)
        server = ServerProcess(tmp_path, address)
        await asyncio.to_thread(server.start)
        try:
            yield server, address
        finally:
            if server.running:
                await asyncio.to_thread(server.kill)


@pytest.mark.parametrize("database_kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("kind", ROOMS)
async def test_an_evening_ends_with_the_tally_that_its_rows_add_up_to(
    kind: str, database_kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async with served(database_kind, tmp_path, request) as (server, address):
        company = Company(server, kind)
        try:
            told = await _evening(company, kind)
        finally:
            await company.leave()
        assert told.deals >= 4
        series = ROOMS[kind].series
        assert told.over == bool(series and series.deals)
        await asyncio.to_thread(server.kill)
        found = Reckoning(await asyncio.to_thread(read, address or str(tmp_path / FILE_NAME)))
        [races] = found.evenings.races.values()
        due = found.evenings.after(races[-1])
        assert [*differing("the evening", due, plain(told))] == []
        assert [*found.wrong, *found.evenings.faults()] == []
        assert {company.ids[name] for name in (*PEOPLE, "robby")} == {r.player for r in told.rows}


async def _evening(company: Company, kind: str) -> Evening:
    """Play four deals: one comes late, one goes early, and the server is killed again and again."""
    await company.come("ann", "bob", "cat", "dan", "robby")
    told = Evening()
    for deal in range(1, 5):
        if deal == 2:
            await company.come("eve")  # late
        if deal == 3:
            await company.killed()  # in between
        ann = company.clients["ann"]
        state = await company.state()
        if "vetoes" in kind and deal == 2:
            before = state.settings.game
            vetoed = await ann.ask(Veto(), RoomState)
            assert vetoed.settings.game != before
        await ann.say(StartRace(anyway=True))
        await company.race(kills=deal in (1, 4))
        state = await company.state()
        told = state.evening or told
        assert (state.phase, told.deals) == ("finished", deal)
        if deal == 4:
            break
        if deal == 3:
            leaver = company.clients.pop("dan")
            await leaver.say(LeaveRoom())
        if "same deal" in kind and deal == 2:
            await ann_again(company)
        await company.clients["ann"].ask(Rematch(), RoomState)
    assert told.rows[0].place == 1
    return told


async def ann_again(company: Company) -> None:
    """Race the same deal once more, which counts nowhere."""
    ann = company.clients["ann"]
    state = await ann.ask(Rematch(same_deal=True), RoomState)
    assert isinstance(state.practice, Practice)
    await ann.say(StartRace(anyway=True))
    await company.race(kills=True)
    state = await company.state()
    assert state.evening is not None
    assert (state.phase, state.evening.deals) == ("finished", 2)
