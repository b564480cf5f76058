import pytest

from protocol.messages import Member, MemberChanged
from server.rooms.events import Events
from server.rooms.members import Members
from server.rooms.output import Outgoing, Output
from server.rooms.refusal import Refusal
from tests.server.driver import Driver
from tests.server.play import ANN, BOB


def members(*, host: int = 1) -> tuple[Members, Output]:
    """Return two members with a seat and a third without, and what is told from now on."""
    output = Output(Events(100, 10_000), Events(100, 10_000))
    found = Members(output)
    for member in (Member(1, "ann", True), Member(2, "bob", True), Member(3, "cat", False)):
        found.add(member)
    found.host = host
    output.take_outgoing()
    return found, output


def test_seats_are_counted() -> None:
    found, _ = members()
    assert (found.seated, found.spectators, len(found)) == (2, 1, 3)
    found.remove(2)
    assert (found.seated, found.spectators, list(found)) == (1, 1, [1, 3])


def test_who_comes_in_is_told_to_the_others_and_who_is_ready_to_all() -> None:
    found, output = members()
    found.add(Member(4, "dan", True))
    found.set_ready(4, ready=True)
    assert output.take_outgoing() == [
        Outgoing((1, 2, 3), MemberChanged(Member(4, "dan", True), seq=3)),
        Outgoing((1, 2, 3, 4), MemberChanged(Member(4, "dan", True, ready=True), seq=4)),
    ]


def test_who_is_away_is_not_ready_and_is_away_until_back() -> None:
    found, _ = members()
    found.set_ready(2, ready=True)
    found.disconnect(2, 1000)
    assert (found[2].ready, found[2].connected, found.away) == (False, False, (2,))
    assert found.away_for(2, 1500) == 500
    found.begin_grace(1400)
    assert found.away_for(2, 1500) == 100
    found.reconnect(2)
    assert (found[2].connected, found.away) == (True, ())


def test_only_the_host_may_and_only_to_somebody_else_who_is_here() -> None:
    found, _ = members()
    found.require_another(1, 2)
    for player, other, code in ((2, 3, "not the host"), (1, 9, "unknown player")):
        with pytest.raises(Refusal) as caught:
            found.require_another(player, other)
        assert caught.value.code == code
    with pytest.raises(Refusal, match="to yourself"):
        found.require_another(1, 1)


def test_a_racers_ping_is_told_when_it_has_changed_enough() -> None:
    drive = Driver(ANN)
    drive.room.watch(BOB, drive.now)
    drive.room.output.take_outgoing()
    for milliseconds, told in ((30, 30), (45, None), (51, 51), (20, 20)):
        drive.room.members.set_ping(ANN.id, milliseconds)
        assert bool(drive.room.output.take_outgoing()) == (told is not None)
        if told is not None:
            assert drive.room.members[ANN.id].ping == told
    drive.room.members.set_ping(BOB.id, 30)
    assert drive.room.output.take_outgoing() == []
