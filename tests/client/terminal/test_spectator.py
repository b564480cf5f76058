import asyncio
from pathlib import Path

import pytest

from client.bots.bot import Bot, Hosting, Pace
from client.connection import CannotConnect
from client.session.address import Address
from client.terminal.page import WatchedRoom, page
from client.terminal.spectator import CannotWatch, _Watching, watch
from protocol.messages import Announcement, FromServer, Settings, Stopping
from server.app import Server
from tests.client.terminal.races import hear
from tests.client.terminal.screen import Screen


@pytest.mark.parametrize("live", [True, False])
async def test_a_race_from_countdown_to_results(tmp_path: Path, live: bool) -> None:
    out = Screen(live=live)
    async with asyncio.timeout(40), Server.open(tmp_path) as server:
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
    watching = _Watching(watched, "ABCDEF", "", follow=False)
    hear(watched.session, message)
    assert not watching.ends(message)
    lines = "\n".join(line.plain for line in page(watched, 100.0, 120, 24))
    assert text in lines
    assert "\x1b" not in lines


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
