"""How the server's log reads: lines of JSON for machines, coloured text for people.

The server's modules log as any Python library does, with `logging`, and give what belongs to an
event as `extra`: `log.info("race begun", extra={"race": 12})`.  Here structlog makes lines of it,
together with what `bind` has noted about the connection that is being served.  Nothing that is
secret is ever given to it: no token, no password, and no chat.
"""

import ipaddress
import logging
import sys
import time
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, TextIO

from server.buckets import Allowance, Bucket
from server.monitoring.colours import wants_colours
from server.monitoring.log_writer import LogWriter, descriptor_of
from server.rooms.races.race import Race
from server.rooms.records import (
    Entered,
    MemberGone,
    MemberSaved,
    RaceBegun,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
)
from server.rooms.room import Room

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

log = logging.getLogger(__name__)

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
_bound: Final = ContextVar("bound", default=_NOTHING)
"""What is told with everything that a task logs."""


def bind(**what: object) -> None:
    """Note something about what is being done: it is told with everything that this task logs."""
    _bound.set({**_bound.get(), **what})


def unbind(*names: str) -> None:
    """Tell these no longer."""
    _bound.set({name: what for name, what in _bound.get().items() if name not in names})


TOLD_AT_ONCE: Final = 20
"""How often it is told at once that one player comes into rooms and leaves them, ..."""
TOLD_AGAIN: Final = 600.0
"""... and again in so many seconds."""
TOLD: Final = 2.0
"""How often it is told a second of all players, in the long run, ..."""
TOLD_IN_ALL: Final = 5000
"""... and at once."""
_NETWORK: Final = {4: 24, 6: 48}
"""The bits of an address that name a network, where addresses are to be short."""


def configure(
    level: str = "info",
    style: Literal["auto", "text", "json"] = "auto",
    addresses: Literal["full", "short", "none"] = "full",
    stream: TextIO | None = None,
) -> None:
    """Send everything that is logged to `stream`, by default the standard error."""
    import structlog  # a quarter of a server's start, which a demo's or a test's need not take

    stream = stream or sys.stderr
    text = style == "text" or (style == "auto" and stream.isatty())
    before: list[Processor] = [
        _tell_bound,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(
            "%Y-%m-%d %H:%M:%S" if text else "iso", utc=not text, key="timestamp"
        ),
        _Addresses(addresses),
    ]
    # The variables of a traceback's frames may hold a token: only the plain form leaves them out.
    last: list[Processor] = (
        [
            _printable,
            structlog.dev.ConsoleRenderer(
                colors=wants_colours(stream), exception_formatter=structlog.dev.plain_traceback
            ),
        ]
        if text
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    descriptor = descriptor_of(stream)
    handler = logging.StreamHandler(stream) if descriptor is None else LogWriter(descriptor)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # At their lower levels these tell whole frames, tokens and chat included; and whoever knocks
    # without speaking the protocol is no event worth a traceback.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    for name in ("aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


def _tell_bound(_: "WrappedLogger", __: str, event: "EventDict") -> "EventDict":
    """Add what the task that logs has noted, where the event does not say otherwise."""
    for name, what in _bound.get().items():
        event.setdefault(name, what)
    return event


def _printable(_: "WrappedLogger", __: str, event: "EventDict") -> "EventDict":
    """Escape what would steer a terminal: a file or a client may bring such texts."""
    for key, value in event.items():
        if isinstance(value, str) and key != "exception" and not value.isprintable():
            event[key] = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in value)
    return event


class _Addresses:
    """Shortens network addresses, or leaves them out."""

    def __init__(self, how: str) -> None:
        self._how = how

    def __call__(self, _: "WrappedLogger", __: str, event: "EventDict") -> "EventDict":
        if self._how != "full" and "address" in event:
            if self._how == "none":
                del event["address"]
            else:
                event["address"] = short_address(str(event["address"]))
        return event


def short_address(text: str) -> str:
    """Return the network that an address is in, of 256 addresses or of one customer's IPv6.

    Of a network, it is that of its first address.
    """
    try:
        address = ipaddress.ip_address(text.partition("/")[0].partition("%")[0])
    except ValueError:
        return "?"
    return str(ipaddress.ip_network((address, _NETWORK[address.version]), strict=False))


class RoomContext:
    """The room and the race that are told with everything one task logs.  Make it in that task."""

    def __init__(self) -> None:
        """Begin outside of any room."""
        self._room: Room | None = None
        self._race: Race | None = None

    def enter(self, room: Room | None) -> None:
        """Note the room, and the race in it, that the task is busy with from now on."""
        race = room.race if room else None
        if room is not self._room or race is not self._race:
            self._room, self._race = room, race
            unbind("room", "race")
            if room:
                bind(room=room.code, **({"race": race.id} if race else {}))


class EventLog:
    """Tells the log what happens in rooms and races.

    Who comes and goes is told as long as that is not often; the others are lines at the level
    DEBUG, and their number is told with the next one.
    """

    def __init__(self, rooms: Iterable[tuple[str, int | None]]) -> None:
        """Begin with these rooms, and the race that each has."""
        self._by_player = Allowance(TOLD_AT_ONCE, TOLD_AGAIN)
        self._all = Bucket(TOLD, TOLD_IN_ALL, time.monotonic())
        self._untold = 0
        self._rooms = set()
        self._room_of: dict[int, str] = {}
        """Where each race is."""
        for code, race in rooms:
            self._rooms.add(code)
            if race is not None:
                self._room_of[race] = code

    def note(self, records: Iterable[Record]) -> None:
        """Log what these records tell."""
        for record in records:
            if type(record) is Entered:  # There are so many.
                continue
            match record:
                case RoomSaved(code, _, settings, race) if race is not None:
                    if race not in self._room_of:
                        self._room_of[race] = code
                        about = {"room": code, "race": race, "game": settings.game}
                        log.info("countdown", extra=about)
                case MemberSaved(player, code, seated):
                    if code not in self._rooms:
                        self._rooms.add(code)
                        log.info("room made", extra={"room": code, "player": player})
                    about = {"room": code, "player": player, "seated": seated}
                    self._tell("in room", player, about)
                case MemberGone(player):
                    self._tell("left room", player, {"player": player})
                case RoomClosed(code):
                    self._rooms.discard(code)
                    self._room_of = {r: c for r, c in self._room_of.items() if c != code}
                    log.info("room closed", extra={"room": code})
                case RaceBegun(race, racers):
                    about = {"room": self._room_of.get(race), "race": race, "racers": racers}
                    log.info("race begun", extra=about)
                case RaceOver(race, elapsed, standings):
                    first = [standing.player for standing in standings if standing.place == 1]
                    about = {"room": self._room_of.get(race), "race": race, "first": first}
                    log.info("race over", extra=about | {"milliseconds": elapsed})

    def _tell(self, event: str, player: int, about: dict[str, object]) -> None:
        now = time.monotonic()
        if not (self._by_player.take(player, now) and self._all.take(now)):
            self._untold += 1
            log.debug(event, extra=about)
            return
        if self._untold:
            log.info("more coming and going than is told", extra={"count": self._untold})
            self._untold = 0
        log.info(event, extra=about)
