"""A server that a test speaks for: what it says goes in as frames, what the client says is kept."""

import time
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from client.session.address import Address
from client.session.session import Session
from client.window.online.link import Link
from engine import catalogue
from engine.chance import commitment
from protocol.messages import (
    Countdown,
    Dailies,
    Daily,
    DailyDay,
    DailyResult,
    DailyTallied,
    FromClient,
    FromServer,
    Member,
    Phase,
    Practice,
    RaceStarted,
    RoomState,
    Settings,
    Standing,
    Streak,
    Welcome,
)
from protocol.wire import board, decode_client, encode

ADA, BOB, CLEO = 1, 2, 3
NAMES = {ADA: "Ada", BOB: "Bob", CLEO: "Cleo"}
TODAY = "2026-11-27"
"""The day whose daily deal the server has."""
HOSTILE = "<b>Eve</b> & <img src=x>"


WidgetT = TypeVar("WidgetT", bound=QWidget)


class Show(Protocol):
    """The fixture that shows a widget for as long as a test lasts."""

    def __call__(self, widget: WidgetT) -> WidgetT: ...


class FakeLink(Link):
    """A link without a socket, let in as Ada."""

    def __init__(self) -> None:
        super().__init__(Session("Ada"), Address("127.0.0.1", 1))
        self.sent: list[FromClient] = []
        self.session.opened(self.transmit)
        self.sent.clear()  # of the hello
        self.tell(Welcome(1, ADA, "Ada"))

    def transmit(self, frame: bytes) -> None:
        self.sent.append(decode_client(frame))

    def tell(self, *messages: FromServer) -> None:
        for message in messages:
            self.take(encode(message))

    def take_sent(self) -> list[FromClient]:
        sent, self.sent = self.sent, []
        return sent


class Spoken(Link):
    """A window's link without a socket: whoever takes its place says what the server does."""

    def open(self) -> None:
        self.trouble.emit("")
        self.session.opened(self.transmit)
        self.tell(Welcome(1, ADA, self.session.name, page=True, daily=TODAY))

    def transmit(self, frame: bytes) -> None:
        pass

    def tell(self, *messages: FromServer) -> None:
        for message in messages:
            self.take(encode(message))


def member(player: int, *, seated: bool = True, ready: bool = False, bot: bool = False) -> Member:
    return Member(player, NAMES.get(player, HOSTILE), seated, ready, bot=bot)


def room(
    *members: Member, game: str = "klondike", phase: Phase = "lobby", host: int = ADA, **more: Any
) -> RoomState:
    settings = Settings(game, catalogue.entry(game).complete({}), **more)
    return RoomState("ABCDEF", settings, host, phase, list(members))


def race(room: RoomState, seed: str = "seed") -> list[FromServer]:
    """Return what a server says at the start: everybody's boards to everybody who may see them."""
    game = catalogue.make(room.settings.game, room.settings.options)
    view = game.view(game.deal(seed))
    racers = [m for m in room.members if m.seated]
    standings = [Standing(m.player, m.name, place=1) for m in racers]
    promise = commitment(seed)
    return [
        Countdown(7, 3000, promise),
        RaceStarted(7, room.settings, 0, promise, standings),
        *[board(m.player, 0, view, "racing") for m in racers],
    ]


def press(screen: QWidget, text: str) -> None:
    """Click the visible button that says `text`, or is called so where it only has a sign."""
    button = next(
        b
        for b in screen.findChildren(QPushButton)
        if text in (b.text(), b.accessibleName()) and b.isVisible()
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


# Daily deals --------------------------------------------------------------------------------------

PAST: Final = "2026-11-19"
"""A day that is over, which Ada has missed."""
GAMES: Final = ("freecell", "klondike", "golf", "spider", "yukon")
OWN: Final = DailyResult(ADA, "Ada", 2, "won", 52, 161_400, 87, 12)
ROWS: Final = (
    DailyResult(BOB, "Bob", 1, "won", 52, 143_200, 91, 11),
    OWN,
    DailyResult(CLEO, "Cleo", 3, "gave up", 31, 200_000, 60, 13),
    DailyResult(9, HOSTILE, 4, "stuck", 12, 90_000, 30, 14),
)


def today() -> Daily:
    """Return today's deal, before Ada has played it."""
    return Daily(
        day=TODAY,
        game="freecell",
        options=catalogue.entry("freecell").complete({}),
        deals="medium",
        until=round(time.time()) + 5 * 3600 + 12 * 60 + 30,
        players=16,
        winners=9,
        streak=Streak(3, 9),
    )


def played_today() -> Daily:
    """Return the same after it: she came second."""
    return replace(
        today(),
        attempt="over",
        players=17,
        winners=10,
        rows=list(ROWS),
        own=OWN,
        curve=[0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7],
        streak=Streak(4, 9),
    )


def gone_by() -> Daily:
    """Return the deal of a day that is over, and that she has missed."""
    rows = [each for each in ROWS if each.player != ADA]
    return replace(today(), day=PAST, until=1, over=True, players=3, winners=1, rows=rows)


def month(player: int = ADA) -> Dailies:
    """Return November, as far as it has come: solved, played and missed days of a player's."""
    days = [_day(number, player) for number in range(3, 28) if number != 9]
    rows = [
        DailyTallied(BOB, "Bob", 1, 147, 22, 15),
        DailyTallied(ADA, "Ada", 2, 128, 17, 12),
        DailyTallied(9, HOSTILE, 3, 55, 9, 2),
    ]
    return Dailies("2026-11", "2026-09", days, 3, rows, player, rows[1], Streak(3, 9))


def _day(number: int, player: int) -> DailyDay:
    day, game = f"2026-11-{number:02}", GAMES[number % len(GAMES)]
    options = catalogue.entry(game).complete({})
    if day == TODAY:
        return DailyDay(day, game, options, players=16, winners=9)
    if day == PAST or number % 4 == 0:
        return DailyDay(day, game, options, over=True, players=3, winners=1)
    own = replace(OWN, player=player, status="won" if number % 3 else "gave up")
    return DailyDay(day, game, options, "winnable", True, "over", 17, 10, own)


def daily_room(phase: Phase, *, practice: bool = False) -> RoomState:
    """Return the room in which Ada makes her attempt, or plays the deal again."""
    alone = room(member(ADA), game="freecell", phase=phase, seats=1, hints=practice)
    if practice:
        return replace(alone, practice=Practice("freecell/0390f01e", 12, daily=TODAY))
    return replace(alone, daily=TODAY)
