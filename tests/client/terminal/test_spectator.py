import asyncio
import io
from pathlib import Path

import pytest

from client.bots.bot import Bot, Hosting, Pace
from client.connection import CannotConnect
from client.session.address import Address
from client.session.proof import Verdict
from client.session.session import Session
from client.terminal.spectator import (
    CannotWatch,
    Scene,
    Terminal,
    _Watching,
    page,
    ranking,
    summary,
    watch,
)
from client.terminal.text_board import ASCII, UNICODE, cells, paint
from engine import catalogue
from engine.chance import commitment
from protocol import wire
from protocol.messages import (
    VERSION,
    Announcement,
    Countdown,
    FromServer,
    Member,
    Phase,
    RaceStarted,
    Results,
    RoomState,
    Settings,
    Standing,
    Status,
    Stopping,
    Welcome,
)
from server.app import Server

SETTINGS = Settings("4x13")
GAME = catalogue.make("4x13")
NAMES = ("Ada", "Bob\x1b[2J", "Cog")


def hear(session: Session, *messages: FromServer, now: float = 100.0) -> None:
    for message in messages:
        session.receive(wire.encode(message), now)


def room(phase: Phase) -> RoomState:
    members = [Member(i, name, True, bot=i == 3) for i, name in enumerate(NAMES, 1)]
    return RoomState("ABCDEF", SETTINGS, 1, phase, [*members, Member(4, "Me", False)])


def standings(status: Status = "racing") -> list[Standing]:
    return [
        Standing(i, name, status, 30 - i, i, 40, 65_000, connected=i != 2, bot=i == 3)
        for i, name in enumerate(NAMES, 1)
    ]


def start() -> list[FromServer]:
    view = GAME.view(GAME.deal("seed"))
    boards = [wire.board(player, 0, view, "racing") for player in (1, 2, 3)]
    race = RaceStarted(7, SETTINGS, 5000, commitment("seed"), standings())
    return [room("running"), race, *boards]


@pytest.fixture
def scene() -> Scene:
    session = Session("Me")
    hear(session, Welcome(VERSION, 4, "Me"))
    return Scene(session)


def shown(scene: Scene, width: int = 80, height: int = 24, now: float = 100.0) -> list[str]:
    lines = page(scene, now, width, height)
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    return [paint(line, colours=False) for line in lines]


def test_before_the_room(scene: Scene) -> None:
    assert shown(scene) == ["Samedeal", "Connecting.", ""]


def test_the_lobby(scene: Scene) -> None:
    hear(scene.session, room("lobby"))
    heading, phase, _ = shown(scene, width=120)
    assert heading == "Samedeal   4x13   room ABCDEF"
    assert phase == ("Waiting for the start: Ada (not ready), Bob[2J (not ready), Cog (not ready).")


def test_the_countdown(scene: Scene) -> None:
    hear(scene.session, room("countdown"), Countdown(7, 3000, "promise"), now=50.0)
    assert shown(scene, now=50.5)[1] == "The race starts in 3 s."
    assert shown(scene, now=52.5)[1] == "The race starts in 1 s."
    assert shown(scene, now=55.0)[1] == "The race starts in 0 s."
    assert summary(scene.session) == "The race is about to start."


def test_the_race(scene: Scene) -> None:
    hear(scene.session, *start())
    lines = shown(scene, now=161.0)
    assert lines[0].startswith("Samedeal   4x13   room ABCDEF")
    assert lines[0].endswith("1:06 of 15:00")
    assert lines[1] == "Racing: 3 of 3."
    assert lines[3].startswith(" 1 Ada ")
    assert "   29 ████" in lines[3]
    assert lines[3].endswith("40 moves  racing")
    assert lines[4].startswith(" 2 Bob[2J ")
    assert lines[4].endswith("racing, away")
    assert lines[5].startswith(" 3 Cog [bot] ")
    assert lines[7] == "1. Ada"
    assert summary(scene.session) == "1. Ada 29, 2. Bob\x1b[2J 28, 3. Cog 27"


@pytest.mark.parametrize(
    ("width", "height", "boards"),
    [(80, 24, 3), (80, 14, 1), (80, 18, 2), (120, 14, 2), (180, 14, 3), (40, 24, 3), (20, 5, 0)],
)
def test_as_many_boards_as_fit(scene: Scene, width: int, height: int, boards: int) -> None:
    hear(scene.session, *start())
    lines = shown(scene, width, height)
    titles = sum(line.count(f"{i}. ") for line in lines for i in (1, 2, 3))
    assert titles == boards


@pytest.mark.parametrize("width", [1, 5, 20, 79, 300])
@pytest.mark.parametrize("height", [1, 2, 3, 7, 100])
def test_every_size_of_terminal_will_do(scene: Scene, width: int, height: int) -> None:
    shown(scene, width, height)
    hear(scene.session, *start())
    scene.said.append("Ada: hello")
    scene.notice = "The connection is lost."
    shown(scene, width, height)


def test_what_is_said_is_kept_in_sight(scene: Scene) -> None:
    hear(scene.session, *start())
    scene.said.extend(["Ada: one", "Ada: \x1b]0;title\x07two"])
    scene.notice = "The connection is lost; trying again in 0.2 s."
    assert shown(scene, height=12)[-3:] == ["Ada: one", "Ada: ]0;titletwo", scene.notice]


def test_the_results(scene: Scene) -> None:
    hear(scene.session, *start())
    assert ranking(scene) == []
    results = Results(7, SETTINGS, standings("stuck"), "seed", commitment("seed"))
    hear(scene.session, room("finished"), results)
    scene.verdict = Verdict(True, "Checked.")
    lines = shown(scene)
    assert lines[1] == "The race is over."
    assert lines[3].endswith("40 moves  stuck 1:05")
    told = [paint(line, colours=False) for line in ranking(scene, ASCII)]
    assert told[0] == "4x13, race 7: the results"
    assert told[1].startswith(" 1 Ada ")
    assert told[-3:] == ["Seed seed", f"Its SHA-256 {commitment('seed')}", "Checked."]


# Where it is shown --------------------------------------------------------------------------------


class Screen(io.TextIOWrapper):
    """An output that says whether it is a terminal."""

    def __init__(self, encoding: str = "utf-8", *, live: bool = True) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding)
        self.live = live

    def isatty(self) -> bool:
        return self.live

    @property
    def text(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)


@pytest.fixture(autouse=True)
def xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_terminal_is_given_back_as_it_was() -> None:
    out = Screen()

    def be_interrupted() -> None:
        with Terminal(out) as terminal:
            terminal.draw([cells("hello", "red")])
            terminal.draw([cells("hello", "red")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert out.text.startswith("\x1b[?1049h\x1b[?25l")
    assert out.text.endswith("\x1b[?25h\x1b[?1049l")
    assert out.text.count("\x1b[31mhello\x1b[0m") == 1  # what is there is not drawn again


def test_an_output_that_is_no_terminal_gets_plain_lines() -> None:
    out = Screen(live=False)
    with Terminal(out) as terminal:
        terminal.write([cells("hello", "red")])
    assert out.text == "hello\n"


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Terminal(Screen()).colours
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(Screen()).colours
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not Terminal(Screen()).live


def test_an_output_gets_only_what_it_can_carry() -> None:
    assert Terminal(Screen("utf-8")).glyphs == UNICODE
    out = Screen("ascii", live=False)
    terminal = Terminal(out)
    assert terminal.glyphs == ASCII
    terminal.write([cells("Zoë")])
    assert out.text == "Zo?\n"


# Watching a real race -----------------------------------------------------------------------------


@pytest.mark.parametrize("live", [True, False])
async def test_a_race_from_countdown_to_results(tmp_path: Path, live: bool) -> None:
    out = Screen(live=live)
    async with asyncio.timeout(40), Server(tmp_path) as server:
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
def test_what_the_server_has_to_say_is_shown(scene: Scene, message: FromServer, text: str) -> None:
    watching = _Watching(scene, "ABCDEF", "", follow=False)
    hear(scene.session, message)
    assert not watching.ends(message)
    lines = "\n".join(shown(scene, width=120))
    assert text in lines
    assert "\x1b" not in lines


async def test_no_such_room(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        with pytest.raises(CannotWatch, match="there is no room with that code"):
            await watch(Address("127.0.0.1", server.port), "abcdef", Screen())


async def test_no_server(tmp_path: Path) -> None:
    out = Screen()
    async with Server(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
    with pytest.raises(CannotConnect, match="nobody listens there"):
        await watch(address, "ABCDEF", out)
    assert out.text.endswith("\x1b[?1049l")
