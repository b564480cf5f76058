"""The server's own bots: who may call them, and how many come."""

from collections.abc import Iterable

import pytest

from protocol.messages import (
    CreateRoom,
    FromServer,
    JoinRoom,
    Kick,
    LeaveRoom,
    Problem,
    Settings,
)
from server.bounds import Limits
from server.chance import Chance
from server.company.company import COMING, Company
from server.company.troupe import Engaged, TroupeGone
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal

ANN, BOB = Player(1, "Ann"), Player(2, "Bob")


class FakeTroupe:
    """Notes who is to come."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, int, str]] = []
        self.names: list[str] = []
        self.engaged: list[Engaged] = []
        self.gone = False

    async def send(self, code: str, level: int, ticket: str, name: str = "") -> None:
        if self.gone:
            raise TroupeGone("it has ended")
        self.sent.append((code, level, ticket))
        self.names.append(name)

    def remember(self, engaged: Iterable[Engaged]) -> None:
        self.engaged = [*engaged]

    def remembered(self) -> list[Engaged]:
        return self.engaged


class House:
    """A lobby with a room of Ann's, and bots at hand."""

    def __init__(self, *, seats: int = 8, **limits: int) -> None:
        self.now = 0.0
        self.troupe = FakeTroupe()
        self.lobby = Lobby(Limits(**limits))
        self.company = Company(
            self.lobby, self.troupe, Limits(**limits), Chance(), lambda: self.now
        )
        self.code = self.room_of(ANN, seats)

    def room_of(self, player: Player, seats: int = 8) -> str:
        self.lobby.receive(player, CreateRoom(Settings("klondike", seats=seats)), 0)
        room = self.lobby.room_of(player.id)
        assert room is not None
        return room.code

    def told(self, player: Player) -> list[FromServer]:
        """Return what a player is told since this was asked last."""
        _, outgoing = self.lobby.take()
        return [each.message for each in outgoing if player.id in each.players]

    def come(self, player: Player) -> bool:
        """Let the bot that was called last come in; return whether it was let in as one."""
        code, level, ticket = self.troupe.sent[-1]
        admitted = self.company.admits(player.id, code, ticket)
        self.lobby.receive(player._replace(bot=True, level=level), JoinRoom(code), 0)
        return admitted


async def refused(house: House, player: Player = ANN) -> str:
    with pytest.raises(Refusal) as refusal:
        await house.company.call(player, 3)
    return refusal.value.code


async def test_the_host_has_a_bot_come_and_its_ticket_lets_it_in_once() -> None:
    house = House()
    await house.company.call(ANN, 4)
    ((code, level, ticket),) = house.troupe.sent
    assert (code, level) == (house.code, 4)
    assert not house.company.admits(7, house.code, "another")
    assert not house.company.admits(7, "OTHER", ticket)
    assert house.come(Player(7, "Cog"))
    assert house.company.admits(7, code.lower(), ticket), "who comes back is let in again"
    assert not house.company.admits(8, code, ticket), "nobody else is"
    room = house.lobby.rooms[code]
    assert room.members[7].level == 4


async def test_when_the_host_has_sent_one_away_another_comes_by_the_next_ticket() -> None:
    """Whoever is sent tries by the first name that is free, and may be one who was sent away."""
    house = House()
    await house.company.call(ANN, 2)
    assert house.come(Player(7, "Abacus"))
    house.lobby.receive(ANN, Kick(7), 0)
    await house.company.call(ANN, 1)
    with pytest.raises(Refusal):
        house.come(Player(7, "Abacus"))
    assert house.come(Player(8, "Bellows"))
    assert not house.company.admits(9, house.code, house.troupe.sent[-1][2])


async def test_only_the_host_calls_bots() -> None:
    house = House()
    house.lobby.receive(BOB, JoinRoom(house.code), 0)
    assert await refused(house, BOB) == "not the host"
    assert await refused(house, Player(9, "Eve")) == "not in a room"
    assert house.troupe.sent == []


async def test_a_room_has_no_more_of_them_than_it_may() -> None:
    house = House(bots_per_room=2)
    assert house.company.most == 2
    for number in (7, 8):
        await house.company.call(ANN, 1)
        house.come(Player(number, f"Cog {number}"))
    assert await refused(house) == "not allowed"
    house.now += COMING + 1
    assert await refused(house) == "not allowed", "they are there"
    house.lobby.rooms[house.code].send_away(8, 0, "")
    await house.company.call(ANN, 1)


async def test_the_server_has_no_more_of_them_than_it_may() -> None:
    house = House(bots=1)
    await house.company.call(ANN, 1)
    house.room_of(BOB)
    assert await refused(house, BOB) == "not allowed"
    house.now += COMING + 1
    await house.company.call(BOB, 1)  # The first one has not come.


async def test_the_host_hears_of_a_bot_that_does_not_come() -> None:
    house = House()
    await house.company.call(ANN, 1)
    await house.company.call(ANN, 1)
    assert house.come(Player(7, "Cog"))
    house.lobby.take()
    house.now += COMING - 1
    house.company.look()
    assert house.told(ANN) == [], "it may come yet"
    house.now += 1
    house.company.look()
    (problem,) = house.told(ANN)
    assert isinstance(problem, Problem)
    assert "has not come" in problem.text
    house.company.look()
    assert house.told(ANN) == [], "once"
    assert not house.come(Player(8, "Wheel")), "its ticket is of no use any more"


async def test_those_on_their_way_have_their_seats() -> None:
    house = House(seats=2)
    await house.company.call(ANN, 1)
    assert await refused(house) == "room full"


async def test_without_bots_nobody_is_offered_any() -> None:
    house = House(bots=0)
    assert house.company.most == 0
    assert await refused(house) == "not allowed"
    none = Company(house.lobby, None, Limits(), Chance())
    assert none.most == 0


async def test_when_they_cannot_come_the_host_is_told_and_may_call_again() -> None:
    house = House(bots=1)
    house.troupe.gone = True
    assert await refused(house) == "not allowed"
    house.troupe.gone = False
    await house.company.call(ANN, 1)


async def test_after_a_restart_those_who_were_there_are_called_again() -> None:
    house = House()
    for number in (7, 8, 9):
        await house.company.call(ANN, number - 4)
        house.come(Player(number, f"Cog {number}"))
    house.lobby.receive(Player(8, "Cog 8"), LeaveRoom(), 0)
    assert house.troupe.engaged == [
        Engaged(house.code, number, number - 4) for number in (7, 8, 9)
    ], "who leaves is found out later"
    house.lobby.dropped(7, 0)
    again = Company(house.lobby, house.troupe, Limits(), Chance(), lambda: house.now)
    house.troupe.engaged.append(Engaged("OTHER", 7, 1))
    house.troupe.engaged.append(Engaged(house.code, ANN.id, 1))
    house.troupe.sent.clear()
    await again.call_again()
    ((code, level, ticket),) = house.troupe.sent
    assert (code, level, house.troupe.names[-1]) == (house.code, 3, "Cog 7")
    assert not again.admits(9, code, ticket), "it is for one alone"
    assert again.admits(7, code, ticket)


async def test_who_cannot_come_again_is_not_waited_for() -> None:
    house = House()
    await house.company.call(ANN, 3)
    house.come(Player(7, "Cog"))
    house.lobby.dropped(7, 0)
    house.troupe.gone = True
    await house.company.call_again()
    assert await refused(house) == "not allowed"
    none = Company(house.lobby, None, Limits(), Chance())
    await none.call_again()
