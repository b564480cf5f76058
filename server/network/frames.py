"""Frames, cut and made by hand: what the server knows of the insides of `websockets`.

(`server.network.plain_http`, which answers the requests that want no websocket, knows the rest.)

For each message, `websockets` makes a generator, a frame and an event, wakes a task, and makes a
frame anew for each reader.  Without that, 37 µs of Python for a move became 28 (see
docs/performance.md):

- What comes is cut into frames here, before `websockets` reads it.  A short message, as every move
  is, is offered to a listener at once.  Whatever the listener does not take goes to `websockets`,
  whole frame by whole frame, and so does everything that is no such message.
- What goes out is made into a frame once for all its readers (`frame_bytes`), and written to each
  connection as it is (`FrameConnection.write`).

This builds on more than `websockets` documents.  The first tests in
`tests/server/network/test_frames.py` hold each of these, for `websockets` alone:

- a connection is an `asyncio.Protocol`, and its socket is its `transport`;
- `data_received` hands the request, and then each frame that is complete, to `process_event` before
  it returns;
- who iterates over a connection gets every message by `recv`;
- `protocol.state` is OPEN from the end of the handshake to the first goodbye or bad frame;
- `protocol.parser` is a generator, and `protocol.parser_exc` says why it stopped;
- `serve`, not awaited, is a server whose `server` we may set, and which closes that when it closes
  (`server.network.acceptor` is one);
- without extensions nothing is kept between two frames, so that frames may be written past it.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Data, Origin, Subprotocol

from protocol.forms import JSON, JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import Problem
from server.bounds import Limits
from server.network.frame_bytes import BINARY, TEXT, make_frame, measure, short_message
from server.network.plain_http import PlainHTTPConnection, wants_websocket
from server.rooms.refusal import Refusal

SLICE: Final = 4096
"""Bytes of what is no frame that are taken in at once, before a look at what was in them."""
UNREAD: Final = 16 * 1024
"""Bytes of a client that wait behind a message for `recv`; with more, its socket is not read."""
PIECE_REST: Final = 0.01
"""Seconds for which a socket is not read when a request comes in pieces, for each piece after the
first; most come in one or two.  What comes meanwhile is one piece."""
LONGEST_REST: Final = 0.25
SPREAD: Final = 0.2
"""The part that chance takes away from such times, at most: many who came at once, and all do the
same, are not read at once, and not let go at once."""
REQUEST: Final = 16 * 1024
"""Bytes that the request may have with which a client begins: as much as browsers' cookies take."""
LISTS: Final = 512
"""Characters of the headers that `websockets` takes apart, letter by letter; few have a hundred."""
END_OF_HEAD: Final = b"\r\n\r\n"
_TAKEN_APART: Final = (
    *("Connection", "Upgrade", "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol"),
)
GOODBYE: Final = 2.0
"""Seconds that a client gets to hang up, too."""
Listener: TypeAlias = Callable[[bytes], bool]
"""Takes a message in, or returns False to leave it to `recv`."""
_CONTROL: Final = (Opcode.PING, Opcode.PONG)
_CONTROL_BIT: Final = 0x08
"""In the first byte of pings, pongs and goodbyes, which are heard beside messages."""
_OPEN: Final = State.OPEN
_TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 46\r\n\r\n"
    b"The request is longer than this server takes.\n"
)
_FORGOTTEN: Final = Request("", Headers())


class FormsProtocol(ServerProtocol):
    """The protocol of a connection whose client may ask for JSON."""

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """Return the subprotocol that a client gets of those that it offers."""
        return Subprotocol(JSON_PROTOCOL) if JSON_PROTOCOL in subprotocols else None


class FrameConnection(PlainHTTPConnection, ABC):
    """A connection that offers short messages to a listener, and writes frames as they are.

    Who sends a message in pieces or a frame that is too long is told so and cut off; who lets too
    much pile up unread is cut off.  A subclass decides who may ping.  While a message waits for
    `recv`, no other is looked at: so however much one client sends at once, the others wait for no
    more than one message of it, and then have their turn.
    """

    # What `websockets` keeps has a dict; with ours in it, too, each connection took 1.1 KiB more.
    __slots__ = (
        *("_spread", "_listener", "_first", "_limits", "_deaf", "_unheard", "_requested"),
        *("_tail", "_left", "_dealing", "_rest", "_resting", "_pieces"),
    )

    def __init__(self, limits: Limits, *args: Any, **kwargs: Any) -> None:
        """Take what `websockets` gives, behind the limits."""
        kwargs["max_queue"] = None  # When it is not read is decided here.
        self._spread = 1 - SPREAD * random.random()  # noqa: S311 (nobody need not know it)
        super().__init__(limits.hello * self._spread, *args, **kwargs)
        self._listener: Listener | None = None
        """Gets each short message, unless one before it is still being dealt with elsewhere."""
        self._first = 0
        """The first byte of the messages that it gets."""
        self._limits = limits
        self._deaf = False
        """Whether it is cut off: nothing that comes is looked at any more."""
        self._unheard = 0
        """Bytes that came since then, or since we said goodbye."""
        self._requested = 0
        """Bytes of the request, as far as it has come."""
        self._tail = b""
        """The last three of them, in which the mark of its end may have begun."""
        self._left = 0
        """Messages left to `recv`: a later one must not overtake them."""
        self._dealing = False
        """Whether what `recv` returned last is counted among them."""
        self._rest = b""
        """The beginning of a frame whose end has not come yet, or all that was not looked at."""
        self._resting = False
        """Whether the socket is not read, as too much waits for `recv` already."""
        self._pieces = 0
        """Pieces in which no request has ended yet."""

    # What a subclass decides --------------------------------------------------------------

    @abstractmethod
    def release(self) -> None:
        """Take note that the socket is closed."""

    @abstractmethod
    def may_ping(self) -> bool:
        """Count a ping or pong that came; return False if there are too many."""

    @abstractmethod
    def note_cut_off(self, reason: str) -> None:
        """Take note of why the connection is about to be cut off, as the client is told."""

    @property
    def form(self) -> Form:
        """The form that its client has asked for."""
        return JSON if self.subprotocol else MSGPACK

    # What goes out ------------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        """The bytes that wait for the reader."""
        return self.transport.get_write_buffer_size()

    def write(self, frame: bytes, most: int) -> bool:
        """Write a frame past `websockets`; do nothing if the connection is closing.

        Returns False, and cuts the connection off instead, if bytes wait for the reader already and
        would be more than `most` with these.
        """
        transport = self.transport
        if self.protocol.state is not _OPEN or transport.is_closing():
            return True
        unsent = transport.get_write_buffer_size()
        if unsent and unsent + len(frame) > most:
            transport.abort()
            return False
        transport.write(frame)
        return True

    # What comes in ------------------------------------------------------------------------

    def offer(self, listener: Listener) -> None:
        """Offer each short message to this listener from now on; the client has shaken hands."""
        self._listener = listener
        self._first = TEXT if self.form.text else BINARY

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the socket is closed."""
        super().connection_lost(exc)
        self.drop()

    def break_off_handshake(self) -> None:
        """Hang up if the client has not shaken hands yet."""
        if hasattr(self, "transport") and self.protocol.state is State.CONNECTING:
            self.transport.abort()

    def drop_unless_made(self) -> None:
        """Forget a socket that never came to be heard, of which `connection_lost` tells nothing."""
        if not hasattr(self, "transport"):
            self.drop()

    def drop(self) -> None:
        """Forget the socket, which is closed, or never came to be heard."""
        self.release()
        # What is in a circle stays: the collector looks very seldom for what is old.
        self._listener = None  # It knows this connection.
        self.protocol.parser.close()  # It knows its protocol, and so does where something failed.
        _forget_where(self.protocol.parser_exc)
        _forget_where(self.protocol.handshake_exc)

    def data_received(self, data: bytes) -> None:
        """Take in what has come, frame by frame."""
        alone = not self._rest and self.protocol.state is _OPEN and not self._over
        if alone and self._listener_takes(data):
            return  # A move nearly always comes so: then there is nothing else to look at.
        if self._deaf or self.protocol.eof_sent or self.protocol.state is State.CLOSING:
            self._unheard += len(data)
            if self._unheard > (self._limits.unsent if self._deaf else UNREAD):
                self.transport.abort()
        if not self._over:
            self._rest += data
            self._take_in()
            if len(self._rest) > UNREAD and not self._resting and self._waits and not self._over:
                self._resting = True
                self.transport.pause_reading()
        if self.protocol.state is State.CONNECTING:
            self._rest_between_pieces()

    def _rest_between_pieces(self) -> None:
        """Do not read for a moment if a request comes in many pieces, or more after a bad one."""
        if self.request is not None or self._waits or self.transport.is_closing():
            self._pieces = 0
            return
        rest = min(PIECE_REST * self._pieces, LONGEST_REST) * self._spread
        self._pieces += 1
        if rest:
            self.transport.pause_reading()
            self.loop.call_later(rest, self._read_on)

    def _read_on(self) -> None:
        if not self._resting and not self.transport.is_closing():
            self.transport.resume_reading()

    @property
    def _waits(self) -> bool:
        """Whether what comes waits, as a message or a request is still being dealt with."""
        return bool(self._left or self.answering)

    def go_on(self) -> None:
        """Take in what has come meanwhile."""
        if self._over:
            return
        self._take_in()
        too_much = self._waits and len(self._rest) > UNREAD
        if self._resting and not too_much and not self._over:
            self._resting = False
            self.transport.resume_reading()

    def _take_in(self) -> None:
        data, self._rest = self._rest, b""
        start = 0
        while start < len(data) and not self._over:
            if self.protocol.state is State.OPEN:
                if self._left and not data[start] & _CONTROL_BIT:
                    self._rest = data[start:]
                    return
                end, length = measure(data, start)
                if length > self._limits.frame:
                    text = "that message is longer than this server takes"
                    self._cut_off(Refusal("bad message", text), CloseCode.MESSAGE_TOO_BIG)
                    return
                if end > len(data):
                    self._rest = data[start:]
                    return
                if self._listener_takes(data[start:end]):
                    start = end
                    continue
            elif self.protocol.state is State.CLOSING:  # We have said goodbye: the answer counts.
                end, _ = measure(data, start)
                if end > len(data):
                    self._rest = data[start:]
                    return
                if not data[start] & _CONTROL_BIT:
                    start = end
                    continue
            else:  # A request comes, or what follows the goodbye.
                end = start + SLICE
                if self.request is None and self.protocol.state is State.CONNECTING:
                    if self.answering:
                        self._rest = data[start:]
                        return
                    end = self._look_for_end(data, start)
                    self._requested += min(end, len(data)) - start
                    if self._requested > REQUEST:
                        self._refuse_request()
                        return
            super().data_received(data[start:end])
            if self.unsent > self._limits.unsent:
                self.note_cut_off("reads too slowly")
                self.transport.abort()
            start = end

    def _look_for_end(self, data: bytes, start: int) -> int:
        """Return where the request ends, or how far to look: what follows is another request."""
        seen = self._tail + data[start : start + SLICE]
        found = seen.find(END_OF_HEAD)
        end = start + SLICE if found < 0 else start - len(self._tail) + found + len(END_OF_HEAD)
        self._tail = seen[1 - len(END_OF_HEAD) :] if found < 0 else b""
        return end

    def _listener_takes(self, frame: bytes) -> bool:
        """Offer the message in a frame to the listener, if it is a short one."""
        if self._listener is None or self._left:
            return False
        message = short_message(frame, self._first, self._limits.frame)
        return message is not None and self._listener(message)

    def process_event(self, event: Frame | Request) -> None:  # type: ignore[override]
        """Take in a frame (or the request that comes before all frames).

        What is counted here is what `websockets` makes of the bytes: who cuts a frame in two
        before the handshake is over might make `data_received` see others.
        """
        if isinstance(event, Frame):
            if self._over:
                return
            if event.opcode is Opcode.CONT or not event.fin:
                text = "this server takes messages in one piece only"
                self._cut_off(Refusal("bad message", text))
            elif event.opcode in _CONTROL and not self.may_ping():
                self._cut_off(Refusal("too fast", "you send too many pings"))
            elif event.opcode in (Opcode.BINARY, Opcode.TEXT):
                self._left += 1
        elif isinstance(event, Request):
            lists = (each for name in _TAKEN_APART for each in event.headers.get_all(name))
            if sum(map(len, lists)) > LISTS:
                self._refuse_request()
                return
            if not wants_websocket(event):
                self._requested = 0
                self.ask(event)
                return
        super().process_event(event)

    async def recv(self, decode: bool | None = None) -> Data:  # type: ignore[override]
        """Return the next message that no listener took; the one before it is dealt with now."""
        if self._dealing:
            self._left -= 1
            self._dealing = False
            if not self._left:
                self.go_on()
        message = await super().recv(decode)
        self._dealing = True
        return message

    def let_come_from(self, origins: Iterable[str]) -> None:
        """Let pages of these origins connect, too."""
        self.protocol.origins = [*(self.protocol.origins or ()), *map(Origin, origins)]

    def forget_request(self) -> None:
        """Let go of what the handshake alone needed: headers take 3 KB, and may be long."""
        for held in (self.request, self.response):
            if held is not None:
                held.headers.clear()  # The parser knows the request, too.
        self.request, self.response = _FORGOTTEN, None

    @property
    def _over(self) -> bool:
        # (With `eof_sent`, `websockets` has answered a request that is none, and will say no more.)
        return self._deaf or self.protocol.eof_sent or self.transport.is_closing()

    def _refuse_request(self) -> None:
        """Answer a request that is too long before it is taken apart, and hang up."""
        self.note_cut_off("the request is too long")
        self._deaf = True
        self.transport.write(_TOO_LONG)
        self.transport.close()
        self.loop.call_later(GOODBYE, self.transport.abort)

    def _cut_off(self, refusal: Refusal, code: int = CloseCode.POLICY_VIOLATION) -> None:
        """Tell the client why, and hang up; give it a moment to do that, too."""
        self.note_cut_off(str(refusal))
        self._deaf = True
        if self.protocol.state is not State.OPEN or self.unsent > self._limits.unsent:
            self.transport.abort()
            return
        problem = self.form.encode(Problem(refusal.code, str(refusal)))
        self.transport.write(make_frame(problem, self.form))
        self.protocol.fail(code, refusal.code)
        self.send_data()
        self.loop.call_later(GOODBYE, self.transport.abort)


def _forget_where(error: BaseException | None) -> None:
    """Let go of the frames that an error came through, and those that led to it."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__
