"""The bounds on what clients may ask of a server, and the measure of how fast they ask."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from msgspec import Meta

from protocol.forms import MAX_CLIENT_FRAME
from protocol.messages import MAX_ENTRIES, MAX_LISTED, MAX_MEMBERS

T = TypeVar("T")


MOST: Final = 10**12
"""The largest number that a setting may have: infinity is none."""

Count: TypeAlias = Annotated[int, Meta(title="a whole number above 0", ge=1, le=MOST)]
CountOrZero: TypeAlias = Annotated[int, Meta(title="a whole number of 0 or more", ge=0, le=MOST)]
Measure: TypeAlias = Annotated[float, Meta(title="a number above 0", gt=0, le=MOST)]
Seconds: TypeAlias = Annotated[
    float,
    Meta(title="a number of 1 or more: on a slow line, one answer may take as long", ge=1, le=MOST),
]
Frame: TypeAlias = Annotated[
    int,
    Meta(
        title=f"a whole number of {MAX_CLIENT_FRAME} or more: the protocol allows frames so long",
        ge=MAX_CLIENT_FRAME,
        le=MOST,
    ),
]
Unsent: TypeAlias = Annotated[
    int,
    Meta(
        title="a whole number of 65536 or more: who joins a race is sent about as much at once",
        ge=64 * 1024,
        le=MOST,
    ),
]
Spectators: TypeAlias = Annotated[
    int,
    Meta(
        title=f"a whole number from 1 to {MAX_MEMBERS - 16}: the protocol has rooms of no more",
        ge=1,
        le=MAX_MEMBERS - 16,
    ),
]
Listed: TypeAlias = Annotated[
    int,
    Meta(
        title=f"a whole number from 1 to {MAX_LISTED}: the protocol has lists of no more",
        ge=1,
        le=MAX_LISTED,
    ),
]
Moves: TypeAlias = Annotated[
    int, Meta(title=f"a whole number from 1 to {MAX_ENTRIES}", ge=1, le=MAX_ENTRIES)
]
MeasureOrZero: TypeAlias = Annotated[float, Meta(title="a number of 0 or more", ge=0, le=MOST)]


def setting(default: T, about: str, *, secret: bool = False, example: str = "") -> T:
    """Return a field of a dataclass that an operator can set.

    `about` is what `samedeal serve --help` and the example of a configuration file say of it.  The
    value of a `secret` one is shown to nobody.  The `example` is for one without a default.
    """
    metadata = {"about": about, "secret": secret, "example": example}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Limits:
    """Every number that keeps one client from harming the others."""

    connections: Count = setting(5000, "Connections at once.")
    connections_per_address: Count = setting(
        100,
        "Connections of players from one address at once, which may be a whole school's. An IPv6 "
        "address is its /64 network, here and below.",
    )
    connecting: Measure = setting(
        10.0, "Connections a second from one address, in the long run; more are turned away."
    )
    connecting_burst: Count = setting(
        1000,
        "Connections that may come at once from one address, beyond `connections_per_address`: so "
        "all of a club come back after a restart, and all of a school open the page.",
    )
    frame: Frame = setting(MAX_CLIENT_FRAME, "Bytes in one frame from a client.")
    hello: Seconds = setting(
        5.0,
        "Seconds until the first message has to be there; a hello that is good, within four times "
        "as many.",
    )
    ping: Seconds = setting(
        10.0,
        "Seconds after which a silent connection is asked whether it is still there, and then as "
        "many until it is given up.",
    )
    unsent: Unsent = setting(
        256 * 1024, "Bytes that may wait for a reader; one who lets more pile up is cut off."
    )
    rate: Measure = setting(20.0, "Messages a second from one connection, in the long run.")
    burst: Count = setting(
        100, "Messages that may come at once from one connection: an auto-finish is forty moves."
    )
    requests: Measure = setting(
        5.0,
        "Messages other than moves a second from one connection: they may go to a whole room, or "
        "ask the disk. Those that cost much count as several.",
    )
    requests_burst: Count = setting(
        40, "Messages other than moves that may come at once from one connection."
    )
    requests_per_address: Measure = setting(
        50.0,
        "Messages other than moves a second from one address, counted in the same way; who tells a "
        "room of many counts as several more.",
    )
    requests_per_address_burst: Count = setting(
        1000, "Messages other than moves that may come at once from one address."
    )
    pings: Measure = setting(5.0, "Pings and pongs a second from one connection, in the long run.")
    pings_burst: Count = setting(20, "Pings and pongs that may come at once from one connection.")
    chat: Measure = setting(1.0, "Chat messages a second from one connection.")
    chat_burst: Count = setting(5, "Chat messages that may come at once from one connection.")
    patience: Count = setting(
        100, "Bad or too many messages in a row after which the connection is closed."
    )
    wrong_passwords: Count = setting(
        20, "Wrong passwords from one address in ten minutes, for the server and for each room."
    )
    players_per_hour: Count = setting(120, "New players from one address in an hour.")
    lookups: Measure = setting(
        10.0,
        "What may be looked up from one address a second, in the long run: a profile is 1, a "
        "leaderboard 1 to 42, a replay and its positions 1 and more by their length.",
    )
    lookups_burst: Count = setting(
        200, "What may be looked up at once from one address, by the same measure."
    )
    moves: Moves = setting(
        4000,
        "Moves and undos of one racer in a race: each is kept in memory until the race is over, "
        "and few games take five hundred.",
    )
    rooms: Count = setting(1000, "Rooms at once.")
    rooms_per_address: Count = setting(
        10, "Rooms at once that were made from one address, whoever is in them now."
    )
    rooms_per_hour: Count = setting(30, "Rooms that one player may make in an hour.")
    address_rooms_per_hour: Count = setting(
        60, "Rooms that may be made from one address in an hour."
    )
    races_per_hour: Count = setting(240, "Races that may be started from one address in an hour.")
    spectators: Spectators = setting(256, "Spectators in one room.")
    guests: Count = setting(1000, "Guests in one room: they look on without a name.")
    guests_per_address: Count = setting(
        400,
        "Guests from one address at once, which may be a whole school's; they do not count among "
        "`connections_per_address`.",
    )
    readers_per_address: Count = setting(
        400,
        "Connections from one address at once over which the page is read, or nothing was said "
        "yet; counted before anything is read from them. A browser has up to seven, for seconds.",
    )
    files: Measure = setting(
        100.0,
        "Files of the page a second to one address, in the long run; one is another for each 16 KB "
        "of it. A browser that has been here before asks for one.",
    )
    files_burst: Count = setting(
        20_000,
        "Files of the page that one address may get at once: a school opens the link together.",
    )
    listed: Listed = setting(100, "Rooms in one answer to `ListRooms`.")
    grace: Seconds = setting(
        120.0,
        "Seconds after which somebody who lost the connection is out of the race, or the room.",
    )
    abandoned: Seconds = setting(
        20.0,
        "Seconds after which a room that is in its lobby is closed when everybody in it has lost "
        "the connection.",
    )
    events: Count = setting(256, "Events of one room that are kept for who comes back.")
    event_bytes: Count = setting(64 * 1024, "How many bytes these events may have, about.")
    stop_after: MeasureOrZero = setting(
        30.0, "Seconds that races get when the server is told to stop."
    )
    stop_empty: MeasureOrZero = setting(
        0.0, "Seconds with nobody connected after which the server stops by itself; 0: never."
    )
    bots: CountOrZero = setting(
        16, "Bots of the server's own at once, which the hosts of rooms call; 0: it has none."
    )
    bots_per_room: CountOrZero = setting(7, "Bots of the server's own in one room.")
    said: Count = setting(
        1000, "Lines of the chat of one room that are kept, where `keep_chat` has any kept."
    )
    said_in_all: Count = setting(
        100_000, "Lines of chat that are kept of all rooms together, in the same way."
    )
    idle: Seconds = setting(
        7200.0, "Seconds without a race or a word after which a room is closed."
    )


def for_one_machine(**others: Any) -> Limits:
    """Return limits for tests and benches, whose many clients all have the same address."""
    many = 10**6
    return Limits(
        connections_per_address=many,
        readers_per_address=many,
        files_burst=many,
        players_per_hour=many,
        rooms_per_address=many,
        rooms_per_hour=many,
        address_rooms_per_hour=many,
        races_per_hour=many,
        requests_per_address=many,
        requests_per_address_burst=many,
        lookups=many,
        lookups_burst=many,
        **others,
    )
