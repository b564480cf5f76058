"""A server that a test speaks for: what it says goes in as frames, what the client says is kept."""

from typing import Any, Protocol, TypeVar

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
    FromClient,
    FromServer,
    Member,
    Phase,
    RaceStarted,
    RoomState,
    Settings,
    Standing,
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
