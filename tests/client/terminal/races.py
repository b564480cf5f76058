"""A race as a spectator's session hears of it."""

from client.session.session import Session
from engine import catalogue
from engine.chance import commitment
from protocol import wire
from protocol.messages import (
    FromServer,
    Member,
    Phase,
    RaceStarted,
    RoomState,
    Settings,
    Standing,
    Status,
)

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
