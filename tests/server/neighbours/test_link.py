"""What passes between servers about a room that one of them shows to guests of its own."""

import msgspec
import pytest

from protocol.forms import MSGPACK
from protocol.messages import Announcement, Moved, Problem, Stopping, Welcome
from server.neighbours.link import (
    BESIDE,
    KINDS,
    Wanted,
    encode,
    read_beside,
    read_wanted,
    tell_beside,
    veil,
)
from server.rooms.audience import Beside


def test_what_is_wanted_is_read_as_it_was_said() -> None:
    wanted = Wanted("ABCDEF", text=True, guests=400, state=False)
    assert read_wanted(encode(wanted)) == wanted
    for other in (b"", "text", MSGPACK.encode(Announcement("hello"))):
        with pytest.raises(msgspec.MsgspecError):
            read_wanted(other)


def test_places_pass_veiled() -> None:
    told = tell_beside(Beside(frozenset({"203.0.113.1/32", "2001:db8::/64"}), unseen=True), "key")
    assert told[:1] == BESIDE
    assert b"203" not in told
    read = read_beside(told[1:])
    assert read.unseen
    assert read.places == {veil("203.0.113.1/32", "key"), veil("2001:db8::/64", "key")}
    assert veil("203.0.113.1/32", "other key") not in read.places
    assert read_beside(tell_beside(Beside(), "key")[1:]) == Beside()


@pytest.mark.parametrize(
    "message", [Welcome(1, 1, "Guest"), Problem("stopping", ""), Moved("ws://x/"), Stopping(1)]
)
def test_no_message_is_taken_for_what_only_servers_are_told(message: Moved) -> None:
    assert MSGPACK.encode(message)[:1] not in KINDS
