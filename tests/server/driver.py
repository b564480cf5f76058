"""A room for tests, driven by hand: no server, and a clock that goes when it is told to."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from engine.state import Click
from protocol.messages import ServerMessage, Settings
from server.bounds import Limits
from server.rooms.output import Outgoing
from server.rooms.records import Entered, Player, Record, StoredRoom
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from tests.server.play import ANN, BOB, CAT

M = TypeVar("M", bound=ServerMessage)
TURN = Click(0)
SEED = "the seed"


class Driver:
    """A room, all that came out of it, and a clock."""

    def __init__(self, *players: Player, limits: Limits | None = None, **settings: object) -> None:
        chosen: dict[str, object] = {"game": "klondike", "countdown": 5, "time_limit": 60}
        self.room = Room("ABCDEF", Settings(**(chosen | settings)), limits)  # type: ignore[arg-type]
        self.now = 1_000_000
        self.outgoing: list[Outgoing] = []
        self.records: list[Record] = []
        for player in players:
            self.room.join(player, self.now)

    def look(self) -> None:
        """Take what came out, without the numbers of events and the checksums of positions."""
        for sent in self.room.output.take_outgoing():
            self.outgoing.append(sent._replace(message=replace(sent.message, seq=0)))
        for record in self.room.output.take_records():
            if isinstance(record, Entered):
                self.records.append(record._replace(position=None))
            else:
                self.records.append(record)

    def forget(self) -> None:
        self.look()
        self.outgoing, self.records = [], []

    def told(self, player: Player, kind: type[M]) -> list[M]:
        self.look()
        return [
            x.message
            for x in self.outgoing
            if player.id in x.players and isinstance(x.message, kind)
        ]

    def kinds(self, player: Player) -> list[str]:
        self.look()
        return [type(x.message).__name__ for x in self.outgoing if player.id in x.players]

    def tick(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.room.tick(self.now)

    def start(self, race: int = 7) -> None:
        self.room.start(self.room.members.host, race, SEED, self.now, anyway=True)
        self.forget()
        self.tick(self.room.settings.countdown * 1000)

    def refused(self, what: Callable[[], object]) -> str:
        self.forget()
        with pytest.raises(Refusal) as caught:
            what()
        self.look()
        assert (self.outgoing, self.records) == ([], [])
        assert str(caught.value)
        return caught.value.code


SETTINGS = Settings("klondike", {"deal": "single-card-deals"}, time_limit=60)
BOTH = [(ANN, True), (BOB, True), (CAT, False)]


def restore(stored: StoredRoom, now: int = 5000) -> tuple[Room, list[str]]:
    """Return the room, and what was warned of."""
    warnings: list[str] = []
    return Room.restore(stored, now, Limits(), warnings.append), warnings


def racing(**settings: Any) -> tuple[Driver, Room]:
    """A race of ann and bob before the eyes of cat; all that they were told is taken."""
    driver = Driver(ANN, BOB, **settings)
    driver.room.watch(CAT, driver.now)
    driver.start()
    return driver, driver.room


def heard(room: Room, player: Player) -> list[ServerMessage]:
    """Return what a player was told since the last time anybody's messages were taken."""
    return [sent.message for sent in room.output.take_outgoing() if player.id in sent.players]
