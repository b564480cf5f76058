"""Sending messages to the players who are connected.

Racers hear at once, and a page in a browser, to which each frame is an event, hears what belongs
together in one.  Spectators' messages are gathered for a few milliseconds: many a step for
hundreds of readers is one frame for each of them then, and nothing is encoded twice.  What the same
spectators are told is kept once for all of them.  It is written to a few of them in each turn of
the event loop, and to none while a move is on its way, so that nobody's move waits for them.
"""

import asyncio
import itertools
import logging
import time
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from protocol.forms import MAX_GATHERED, Form
from protocol.messages import FromServer
from server.monitoring.metrics import Metrics
from server.network.frame_bytes import make_frame
from server.rooms.audience import Spectators

log = logging.getLogger(__name__)

GATHER: Final = 0.010
"""Seconds for which spectators' messages are gathered, at least."""
EACH: Final = 0.000_015
"""Seconds that are added to them for each spectator who was told something last: what a frame takes
on either side.  The more look on, the more is in a frame."""
LONGEST: Final = 0.030
"""Seconds for which they are gathered, at most."""
FULL: Final = 64 * 1024
"""Bytes from which on gathered messages go out at once."""
READERS: Final = 4
"""Spectators who are written to in one turn of the event loop: a move that comes meanwhile waits
for that, and each reader takes fifteen microseconds."""
LATEST: Final = 0.060
"""Seconds in which all are written to, steadily, whatever else there is to do..."""
AT_MOST: Final = 16
"""... but for so many in one turn at most: who is behind after a pause is not caught up with at the
cost of a move."""
WAY: Final = 3
"""Turns of the loop that a move needs: two in which those are waited for that come at the same
time, and one in which it is written down and told."""
MANY: Final = 32
"""Players of whom it is kept who hears at once and who later: a room tells the same ones again."""
REMEMBERED: Final = 256
"""Of how many it is kept."""


class Line(Protocol):
    """What frames are written to: a connection, or one for many at another server."""

    id: UUID

    @property
    def form(self) -> Form:
        """The form in which messages are wanted."""

    @property
    def unsent(self) -> int:
        """The bytes that wait for the reader."""

    def write(self, frame: bytes, most: int) -> bool:
        """Write a frame; see `FrameConnection.write`."""


class _Divided(NamedTuple):
    """Players who are connected, by when they hear."""

    told: tuple[int, ...]
    """All who are told, connected or not."""
    at_once: tuple[int, ...]
    later: tuple[int, ...]
    """Those whose messages are gathered."""
    among: frozenset[int]
    """The same."""
    forms: tuple[Form, ...]
    """Those that they have."""


class _Bundle:
    """Messages that the same readers get, in their order."""

    __slots__ = ("_among", "_gone", "messages", "readers")

    def __init__(self, readers: tuple[int, ...], among: frozenset[int]) -> None:
        """Begin without any; `among` holds the readers, too."""
        self.readers, self._among = readers, among
        self.messages: list[dict[Form, bytes]] = []
        """Each in all forms that are needed."""
        self._gone: set[int] = set()

    def waits_for(self, player: int) -> bool:
        """Return whether somebody is to get what is in it."""
        return player in self._among and player not in self._gone

    def let_go(self, player: int) -> None:
        """Count somebody as no reader any more, who has got what is in it."""
        self._gone.add(player)
        self.readers = tuple([reader for reader in self.readers if reader != player])


class Bus:
    """Sends messages to players, each over the connection that the player has."""

    def __init__(
        self,
        unsent: int,
        spectators: Spectators | None = None,
        metrics: Metrics | None = None,
        *,
        gather: float = GATHER,
        together: int = MAX_GATHERED,
        readers: int = READERS,
        latest: float = LATEST,
    ) -> None:
        """Cut off whoever lets more than `unsent` bytes wait, and count that.

        `spectators` are those whose messages may be gathered; who they are may change.  They wait
        so many seconds to `gather` at least, at most so many messages are `together`, and so many
        `readers` are written to in a turn, or more where that would not be all in `latest` seconds.
        """
        self._connections: dict[int, Line] = {}
        self._forms: dict[int, Form] = {}
        """The form that each of these has."""
        self._unsent = unsent
        self._spectators = Spectators() if spectators is None else spectators
        self._changes = 0
        """How often these had changed when `_divided` was made."""
        self._metrics = metrics
        self._gather, self._together = gather, together
        self._readers, self._latest = readers, latest
        self._divided: dict[int, _Divided] = {}
        """Who of many hears when, by the identity of the tuple in which they are."""
        self._gathered: list[_Bundle] = []
        """What waits for spectators, in its order."""
        self._going_out: dict[int, list[_Bundle]] = {}
        """What was gathered before that, for those whom it was not written to yet."""
        self._frames: dict[tuple[Form, tuple[_Bundle, ...]], bytes] = {}
        """Of what goes out: most readers get the same."""
        self._told = 0
        """How many spectators get what went out last, or goes out now."""
        self._began = 0.0
        """Since when it goes out."""
        self._timer: asyncio.TimerHandle | None = None
        """When what is gathered goes out."""
        self._is_due = False
        """Whether it goes out as soon as all that went out before it is written."""
        self._next: asyncio.Handle | None = None
        """When the next readers are written to."""
        self._way = 0
        """Turns of the loop in which nobody has to be written to."""
        self._size = self._count = 0
        """Bytes and messages that were gathered, each counted once."""

    @property
    def waiting(self) -> int:
        """The bytes that wait for readers."""
        return sum(connection.unsent for connection in self._connections.values())

    def connect(self, player: int, connection: Line) -> None:
        """Send a player's messages over this connection from now on."""
        self._flush_for(player)
        self._connections[player] = connection
        self._forms[player] = connection.form
        self._divided.clear()

    def disconnect(self, player: int, connection: Line) -> None:
        """Send nothing over this connection any more."""
        if self._connections.get(player) is connection:
            self._flush_for(player)
            del self._connections[player], self._forms[player]
            self._divided.clear()

    def give_way(self) -> None:
        """Let those go first who wait for a move: it has come, or will be written down next."""
        self._way = WAY

    def publish(self, players: tuple[int, ...], message: FromServer) -> None:
        """Send a message to those of these players who are connected."""
        self.publish_all([(players, message)])

    def publish_all(self, told: Iterable[tuple[tuple[int, ...], FromServer]]) -> None:
        """Send messages, each to those of its players who are connected.

        Each is encoded once in each form that one of them has.  All that one racer gets of them in
        JSON is one frame.
        """
        together: dict[int, list[bytes]] = {}
        size = count = 0
        for players, message in told:
            size += self._publish(players, message, together)
            count += 1
            if size >= FULL or count >= self._together:
                self._write_together(together)
                size = count = 0
        self._write_together(together)

    def _publish(
        self, players: tuple[int, ...], message: FromServer, together: dict[int, list[bytes]]
    ) -> int:
        """Send a message, but put what is for racers in JSON into `together`; return its size."""
        made: dict[Form, bytes] = {}
        frame = b""
        held = 0
        later: list[int] = []
        divided = self._divide(players) if len(players) >= MANY else None
        for player in divided.at_once if divided else players:
            if (form := self._forms.get(player)) is None:
                continue
            if (encoded := made.get(form)) is None:
                encoded = made[form] = form.encode(message)
            if player in self._spectators.ids:
                later.append(player)
                continue
            if self._gathered or self._going_out:
                self._flush_for(player)
            if form.text:
                together.setdefault(player, []).append(encoded)
                held = len(encoded)
                continue
            frame = frame or make_frame(encoded, form)
            self.write(self._connections[player], frame)
        if divided:
            for form in divided.forms:
                if form not in made:
                    made[form] = form.encode(message)
            if divided.later:
                self._gather_for(divided.later, divided.among, made)
        elif later:
            self._gather_for(tuple(later), frozenset(later), made)
        return held

    def _divide(self, players: tuple[int, ...]) -> _Divided:
        """Return who of these hears when."""
        if self._changes != self._spectators.changes:
            self._changes = self._spectators.changes
            self._divided.clear()
        if (known := self._divided.get(id(players))) is not None:
            return known  # It holds these players, so that no other tuple has their identity.
        spectators = self._spectators.ids
        here = [player for player in players if player in self._forms]
        later = tuple([player for player in here if player in spectators])
        divided = _Divided(
            players,
            tuple([player for player in here if player not in spectators]),
            later,
            frozenset(later),
            tuple({self._forms[player] for player in later}),
        )
        if len(self._divided) >= REMEMBERED:
            self._divided.clear()
        self._divided[id(players)] = divided
        return divided

    def _gather_for(
        self, readers: tuple[int, ...], among: frozenset[int], made: dict[Form, bytes]
    ) -> None:
        """Put a message, in all forms that they have, into what these readers get."""
        bundle = self._gathered[-1] if self._gathered else None
        if bundle is None or bundle.readers != readers:
            bundle = _Bundle(readers, among)
            self._gathered.append(bundle)
        bundle.messages.append(made)
        self._size += max(map(len, made.values()))
        self._count += 1
        if self._size >= FULL or self._count >= self._together:
            self._begin()
            self._go_on()
        elif self._timer is None and not self._is_due:
            wait = max(self._gather, min(self._gather + EACH * self._told, LONGEST))
            self._timer = asyncio.get_running_loop().call_later(wait, self._time_is_up)

    def _write_together(self, together: dict[int, list[bytes]]) -> None:
        """Write what was put into `together`, a frame for each racer, and take it out."""
        for player, messages in together.items():
            connection = self._connections[player]
            form = connection.form
            self.write(connection, make_frame(form.gather(messages), form))
        together.clear()

    def send(self, connection: Line, message: FromServer) -> None:
        """Send a message to one connection."""
        self.send_encoded(connection, connection.form.encode(message))

    def send_encoded(self, connection: Line, message: bytes) -> None:
        """Send a message to one connection that is encoded already, in its form."""
        self.write(connection, make_frame(message, connection.form))

    def clear(self) -> None:
        """Send what was gathered, and forget all connections."""
        self.flush()
        self._connections.clear()
        self._forms.clear()
        self._divided.clear()

    def flush(self) -> None:
        """Send all that was gathered."""
        self._begin()
        self._write_to_some(len(self._going_out))

    def _time_is_up(self) -> None:
        self._timer = None
        if self._going_out:
            self._is_due = True
        else:
            self._begin()
            self._go_on()

    def _begin(self) -> None:
        """Let go out what is gathered, behind what goes out already."""
        self._write_to_some(len(self._going_out))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gathered, self._gathered = self._gathered, []
        for bundle in gathered:
            for player in bundle.readers:
                if (bundles := self._going_out.get(player)) is None:
                    self._going_out[player] = [bundle]
                else:
                    bundles.append(bundle)
        self._told, self._began = len(self._going_out), time.monotonic()
        self._is_due = False
        self._size = self._count = 0

    def _go_on(self) -> None:
        """Write to some readers now, and to the next ones in the next turn of the loop."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self._is_due and not self._going_out:
            self._begin()
        if self._way:
            self._way -= 1
            some = 0
        else:
            some = self._readers
        since = time.monotonic() - self._began
        left = self._told - int(self._told * since / self._latest) if since < self._latest else 0
        self._write_to_some(max(some, min(len(self._going_out) - left, AT_MOST)))
        if self._going_out or self._is_due:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

    def _write_to_some(self, readers: int) -> None:
        """Write to so many of those to whom something goes out, a frame to each."""
        for player in list(itertools.islice(self._going_out, readers)):
            self._write_out(player, tuple(self._going_out.pop(player)))
        if not self._going_out:
            self._frames.clear()

    def _write_out(self, player: int, bundles: tuple[_Bundle, ...]) -> None:
        if (connection := self._connections.get(player)) is None:
            return
        form = self._forms[player]
        if (frame := self._frames.get((form, bundles))) is None:
            frame = self._frames[form, bundles] = _frame_of(bundles, form)
        self.write(connection, frame)

    def _flush_for(self, player: int) -> None:
        """Write all that was gathered for a player."""
        if going_out := self._going_out.pop(player, None):
            self._write_out(player, tuple(going_out))
        if gathered := [bundle for bundle in self._gathered if bundle.waits_for(player)]:
            self.write(self._connections[player], _frame_of(gathered, self._forms[player]))
            for bundle in gathered:
                bundle.let_go(player)

    def write(self, connection: Line, frame: bytes) -> None:
        """Write a frame; who lets too much wait is cut off."""
        if not connection.write(frame, self._unsent):
            log.info("reads too slowly: cut off", extra={"connection": str(connection.id)[:8]})
            if self._metrics:
                self._metrics.cut_off()


def _frame_of(bundles: Iterable[_Bundle], form: Form) -> bytes:
    """Return the frame that holds all that is in these bundles."""
    messages = [made[form] for bundle in bundles for made in bundle.messages]
    return make_frame(form.gather(messages), form)
