import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client.bots.bot import Bot, Hosting
from client.bots.pace import Pace
from client.connection import CannotConnect
from client.session.address import Address
from client.terminal.page import WatchedRoom, page
from client.terminal.spectator import CannotWatch, _Chronicle, _Watching, watch
from client.terminal.terminal import Terminal
from engine.chance import commitment
from protocol import wire
from protocol.messages import (
    VERSION,
    Announcement,
    Board,
    Countdown,
    FromServer,
    LeftRoom,
    RaceStarted,
    Results,
    Settings,
    Standing,
    Status,
    Step,
    Stopping,
    Welcome,
)
from server.app import Server
from tests.client.terminal.races import GAME, NAMES, SETTINGS, hear, room, standings
from tests.client.terminal.races import start as race
from tests.client.terminal.screen import Screen


@pytest.mark.parametrize("live", [True, False])
async def test_a_race_from_countdown_to_results(tmp_path: Path, live: bool) -> None:
    out = Screen(live=live)
    async with asyncio.timeout(60), Server.open(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        hosting = Hosting(Settings("thirteens", countdown=1), racers=1, spectators=1)
        bot = Bot(address, "Cog", hosting, pace=Pace(0.01))
        racing = asyncio.create_task(bot.run())
        assert await watch(address, await bot.room_code(), out)
        racing.cancel()
        await asyncio.gather(racing, return_exceptions=True)
    assert "Thirteens, race 1: the results" in out.text
    assert "Checked: the promised seed, and the cards dealt are its cards." in out.text
    assert "Cog [bot]" in out.text
    assert ("\x1b" in out.text) == live
    assert ("The race starts in 1 s." if live else "The race is about to start.") in out.text


@pytest.mark.parametrize(
    ("message", "text"),
    [(Announcement("\x1b[31mback at noon"), "back at noon"), (Stopping(60), "stop in 60 seconds")],
)
def test_what_the_server_has_to_say_is_shown(
    watched: WatchedRoom, message: FromServer, text: str
) -> None:
    watching = _Watching(
        watched, "ABCDEF", "", follow=False, chronicle=_Chronicle(Terminal(Screen()))
    )
    hear(watched.session, message)
    assert not watching.ends(message)
    lines = "\n".join(line.plain for line in page(watched, 100.0, 120, 24))
    assert text in lines
    assert "\x1b" not in lines


def saying(told: Sequence[FromServer]) -> Callable[[ServerConnection], Awaitable[None]]:
    """Return a server that lets everybody in and says this, whatever it is asked for."""

    async def speak(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send(wire.encode(Welcome(VERSION, 4, "Me")))
        await connection.recv()
        for message in told:
            await connection.send(wire.encode(message))
        await connection.wait_closed()

    return speak


@pytest.mark.parametrize("lie", ["none", "cards", "race", "promise", "board", "results"])
async def test_a_lying_server_is_found_out(lie: str) -> None:
    countdown, started = Countdown(7, 0, commitment("seed")), race()[1]
    view, other = (GAME.view(GAME.deal(seed)) for seed in ("seed", "other"))
    boards = [wire.board(player, 0, view, "racing") for player in (1, 2, 3)]
    extra: list[FromServer] = []
    won: Status = "gave up"
    number, seed = 7, "seed"
    match lie:
        case "cards":
            extra = [Step(1, 1, dict(enumerate(other.piles)), view.score)]
        case "race":
            number, seed = 8, "other"
        case "promise":
            seed = "other"
            extra = [RaceStarted(7, SETTINGS, 0, commitment("other"), standings())]
        case "board":
            boards[0] = Board(1, 0, [pile * 2 for pile in view.piles])
        case "results":
            won = "won"
        case _:
            pass
    ranking = [
        Standing(player, name, won if player == 1 else "gave up", view.score, 1, moves)
        for player, name, moves in zip((1, 2, 3), NAMES, (int(lie == "cards"), 0, 0), strict=True)
    ]
    told = [room("running"), countdown, started, *boards, *extra]
    told += [Results(number, SETTINGS, ranking, seed, commitment(seed))]

    out = Screen()
    async with asyncio.timeout(60), serve(saying(told), "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        fair = await watch(Address("127.0.0.1", port), "ABCDEF", out)
    assert fair == (lie == "none")
    assert ("Checked: " in out.text) == (lie == "none")


def finished(number: int, promised: str, seed: str) -> list[FromServer]:
    """Return what is told of a race in which nobody moved."""
    view = GAME.view(GAME.deal(seed))
    racers = list(enumerate(NAMES, 1))
    return [
        room("lobby"),
        Countdown(number, 0, commitment(promised)),
        room("running"),
        RaceStarted(
            number, SETTINGS, 0, commitment(promised), [Standing(*racer) for racer in racers]
        ),
        *[wire.board(player, 0, view, "racing") for player, _ in racers],
        Results(
            number,
            SETTINGS,
            [Standing(*racer, "gave up", view.score, 1) for racer in racers],
            seed,
            commitment(seed),
        ),
    ]


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("lies", [True, False])
async def test_each_race_that_is_followed_has_a_verdict_that_stays(live: bool, lies: bool) -> None:
    first = finished(7, "promised", "other") if lies else finished(7, "seed", "seed")
    told = [*first, *finished(8, "next", "next"), LeftRoom("closed")]

    out = Screen(live=live)
    async with asyncio.timeout(60), serve(saying(told), "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        fair = await watch(Address("127.0.0.1", port), "ABCDEF", out, follow=True)
    assert fair == (not lies)
    stays = out.text.rsplit("\x1b[?1049l", 1)[-1]
    assert ("\x1b[?1049l" in out.text) == live
    lines = stays.splitlines()
    assert sum("race 7: the results" in line for line in lines) == 1
    assert sum("race 8: the results" in line for line in lines) == 1
    assert sum("Not the promised seed" in line for line in lines) == int(lies)
    assert sum("Checked: " in line for line in lines) == 2 - int(lies)


async def test_no_such_room(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        with pytest.raises(CannotWatch, match="there is no room with that code"):
            await watch(Address("127.0.0.1", server.port), "abcdef", Screen())


async def test_no_server(tmp_path: Path) -> None:
    out = Screen()
    async with Server.open(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
    with pytest.raises(CannotConnect, match="nobody listens there"):
        await watch(address, "ABCDEF", out)
    assert out.text.endswith("\x1b[?1049l")
