"""A session on a websocket that comes back by itself.

    async with Connection(Address("localhost"), Session("Ada"), report=print) as connection:
        connection.session.list_rooms()
        async for message in connection.messages():
            connection.session.join_room("ABCD")

What the session has to say is sent at once, whichever task calls it, in the order of the calls.
"""

import asyncio
import os
import random
import ssl
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from errno import ECONNREFUSED
from http import HTTPStatus
from socket import gaierror
from types import TracebackType
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

from client.session.address import Address
from client.session.intake import Intake, TooMuch
from client.session.reconnecting import (
    IN_TROUBLE,
    OUT_OF_SERVICE,
    PATIENCE,
    USUAL,
    ReconnectPolicy,
    is_hopeless,
)
from client.session.route import Route
from client.session.session import Session
from client.words.texts import one_line, told_text
from protocol.forms import MAX_SERVER_FRAME, BadMessage
from protocol.messages import Deleted, FromServer, Moved, Problem, Welcome

UNSENT: Final = 4 << 20
"""Bytes that may wait for a server that does not read."""
LOOK: Final = 2.0
"""Seconds between two looks at them."""
LONGEST_LOCATION: Final = 200
"""Characters that are told of an address to which a server points."""

NO_ROOM: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
"""With these a server, or a proxy before it, sends those away for whom there is no room."""
_SILENT: Final = "it does not answer"
_TALKATIVE: Final = "it never stops talking"
_SOMETHING_ELSE: Final = "it answers as something else"


class CannotConnect(ConnectionError):
    """There is no going on with this server.  The text is a sentence for the user."""

    def __init__(self, text: str, code: str = "") -> None:
        """Take the sentence, and the problem's code if it is the server that says so."""
        super().__init__(text)
        self.code = code


class _Line:
    """Sends frames over a websocket in a task of its own, so that nobody waits for a slow line."""

    def __init__(self, websocket: ClientConnection) -> None:
        self._websocket = websocket
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        """What is still to be sent; None comes last."""
        self._sending = asyncio.create_task(self._send_all())
        self._looking = asyncio.create_task(self._look())

    def send(self, frame: bytes) -> None:
        """Send a frame after those that are still waiting."""
        self._frames.put_nowait(frame)

    async def receive(self) -> bytes | str:
        """Wait for the next frame, and return it.

        Raises:
            ConnectionClosed: the connection is lost.
        """
        return await self._websocket.recv()

    @property
    def flooded(self) -> bool:
        """Whether the server was left as it does nothing but ping."""
        return isinstance(self._websocket, _Counting) and self._websocket.flooded

    @property
    def in_trouble(self) -> bool:
        """Whether the server has hung up because it is in trouble."""
        return self._websocket.close_code in IN_TROUBLE

    async def close(self, seconds: float) -> None:
        """Send what is left, if the websocket still stands, and close it, within so many seconds.

        A server that takes nothing any more is left without a goodbye.
        """
        self._frames.put_nowait(None)
        try:
            async with asyncio.timeout(seconds):
                await self._sending
                await self._websocket.close()
        except TimeoutError:
            pass
        finally:
            self._looking.cancel()
            self._sending.cancel()
            self._websocket.transport.abort()

    async def _look(self) -> None:
        """Let go of a server that pings, and reads no pongs."""
        while self._websocket.transport.get_write_buffer_size() < UNSENT:  # noqa: ASYNC110 (no event tells)
            await asyncio.sleep(LOOK)
        self._websocket.transport.abort()

    async def _send_all(self) -> None:
        with suppress(ConnectionClosed):  # messages() notices, and the session says it again
            while (frame := await self._frames.get()) is not None:
                await self._websocket.send(frame)


class _Counting(ClientConnection):
    """A websocket that is let go of when there are too many pings and pongs."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._intake = Intake()
        self.flooded = False
        """Whether there were."""

    def process_event(self, event: Event) -> None:
        """Count a frame that nobody receives; the session counts the others."""
        if isinstance(event, Frame) and event.opcode in (Opcode.PING, Opcode.PONG):
            try:
                self._intake.take(1, len(event.data), time.monotonic())
            except TooMuch:
                self.flooded = True
                self.transport.abort()
                return
        super().process_event(event)


class _Elsewhere(Exception):
    """A server's answer is another address."""


class _Knock(connect):
    """A connection that is opened where it was told to, and nowhere else."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the error, with the address to which the server would have led, if any."""
        if isinstance(exc, InvalidStatus) and "Location" in exc.response.headers:
            return _Elsewhere(exc.response.headers["Location"])
        return exc


class Connection:
    """One client's connection: says hello, carries frames both ways, and reconnects."""

    BACK: Final = "The connection is back."
    """What is reported when all is well again."""

    def __init__(
        self,
        address: Address,
        session: Session,
        *,
        other_names: Iterable[tuple[str, str]] = (),
        report: Callable[[str], object] = str,
        patience: float = PATIENCE,
        policy: ReconnectPolicy = USUAL,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Connect `session` to the server at `address`.

        Args:
            address: the server.
            session: what says hello there, and takes in the messages.
            other_names: under which names to come in where the session's is taken, each with the
                token for it or an empty text.
            report: gets a sentence for the user when the connection is lost and when it is back.
            patience: how many seconds a lost server is waited for.
            policy: how soon it is tried again, and how long it may take to answer.
            tls: what knows an encrypted server; without it, the system's authorities do.
        """
        self.address = address
        self.session = session
        self._report = report
        self._other_names = iter(other_names)
        self._patience = patience
        self._policy = policy
        self._tls = tls
        self._failures = 0
        """How many tries in a row did not lead to a welcome, or only to a server in trouble."""
        self._told = ""
        """What the server has said of why nobody is let in."""
        self._returning = False
        """Whether it was lost, and has not been let in again."""
        self._last_here = 0.0
        """When the server was last there to let us in, by the monotonic clock."""
        self._opened = 0.0
        """When the connection was made, by the event loop's clock."""
        self._line: _Line | None = None
        self._route = Route(address)

    async def __aenter__(self) -> Self:
        """Connect for the first time.

        Raises:
            CannotConnect: nobody is there, or not a Samedeal server that speaks our version.
        """
        self._last_here = time.monotonic()
        await self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Send what is left to say, and close."""
        await self._close()

    async def messages(self) -> AsyncGenerator[FromServer, None]:
        """Yield the messages from the server, after the session has taken them in.

        A lost connection is made again, and the server then sends everything anew.

        Raises:
            CannotConnect: the server stayed away, or is no Samedeal server that speaks our version.
        """
        while self._line is not None:
            try:
                async with asyncio.timeout(self._patience_now):
                    frame = await self._line.receive()
            except ConnectionClosed:
                if self._line.flooded:
                    raise CannotConnect(self._no_server(_TALKATIVE)) from None
                await self._reopen()
                continue
            except TimeoutError:
                if self.session.welcomed:
                    self.session.wake(time.monotonic())
                    continue
                if not self.session.player:
                    raise CannotConnect(self._no_server(_SILENT)) from None
                await self._reopen(_SILENT)  # It has let us in before, and has much to do now.
                continue
            try:
                frames = self.session.split(frame, time.monotonic())
            except TooMuch:
                raise CannotConnect(self._no_server(_TALKATIVE)) from None
            for each in frames:
                try:
                    message = self.session.receive(each, time.monotonic())
                except BadMessage:
                    if not self.session.welcomed:
                        raise CannotConnect(self._no_server("it speaks another language")) from None
                    continue  # a newer server may say things that this client does not know
                if isinstance(message, Moved):
                    self._route.move(message.address)
                    continue
                if isinstance(message, Welcome) and self._returning:
                    self._returning = False
                    self._report(self.BACK)
                if not (isinstance(message, Problem) and self._is_settled(message)):
                    yield message
                if isinstance(message, Deleted):
                    return  # The server hangs up, and there is nobody to come back as.

    @property
    def _patience_now(self) -> float | None:
        """The seconds until something is to be done if the server says nothing; None for never."""
        if not self.session.welcomed:
            answered = self._opened + self._policy.answer_time
            return answered - asyncio.get_running_loop().time()
        due = self.session.due
        return None if due is None else due - time.monotonic()

    def _is_settled(self, problem: Problem) -> bool:
        """Return whether a problem needs nobody: the next name is tried, or the server again.

        Raises:
            CannotConnect: it is one that coming back would not mend.
        """
        welcomed = self.session.welcomed
        if problem.code == "name taken" and not welcomed:
            another = next(self._other_names, None)
            if another is not None:
                self.session.introduce(*another)
                return True
        if problem.code == OUT_OF_SERVICE:
            told = told_text(problem.text)
            self._told = told[:1].upper() + told[1:]
            return True
        if is_hopeless(problem.code, welcomed=welcomed):
            raise CannotConnect(told_text(problem.text), problem.code)
        return False

    async def _open(self) -> None:
        where = self._route.next()
        try:
            websocket = await _Knock(
                where.url,
                compression=None,
                create_connection=_Counting,
                max_size=MAX_SERVER_FRAME,
                open_timeout=self._policy.answer_time,
                ping_interval=self._policy.answer_time,
                ping_timeout=self._policy.answer_time,
                proxy=None if where.here else True,
                ssl=(self._tls or True) if where.secure else None,
            )
        except ssl.SSLError as error:
            raise CannotConnect(f"cannot connect to {where}: {_distrust(error)}") from None
        except TimeoutError:
            raise CannotConnect(self._no_server(_SILENT)) from None
        except _Elsewhere as error:
            there = one_line(str(error))[:LONGEST_LOCATION]
            raise CannotConnect(
                self._no_server(f"it only points to {there}; whoever runs it knows its address")
            ) from None
        except InvalidStatus as error:
            if error.response.status_code in NO_ROOM:
                raise CannotConnect(
                    f"{where} has no room now: too many are connected, or too many from your "
                    "address, which others in the house may share; try again later"
                ) from None
            raise CannotConnect(self._no_server(_SOMETHING_ELSE)) from None
        except InvalidHandshake as error:
            if isinstance(error.__cause__, EOFError):
                raise CannotConnect(_hung_up(where)) from None
            tls = "" if where.secure else " (is it wss:// there?)"
            raise CannotConnect(self._no_server(f"{_SOMETHING_ELSE}{tls}")) from None
        except ConnectionResetError:
            raise CannotConnect(_hung_up(where)) from None
        except (OSError, UnicodeError) as error:
            raise CannotConnect(f"cannot connect to {where}: {_reason(error)}") from None
        except EOFError:
            raise CannotConnect(_hung_up(where)) from None
        self._opened = asyncio.get_running_loop().time()
        self._line = _Line(websocket)
        self.session.opened(self._line.send)

    async def _close(self) -> None:
        self.session.closed()
        if self._line is not None:
            line, self._line = self._line, None
            await line.close(self._policy.goodbye)

    async def _reopen(self, why: str = "it hangs up") -> None:
        """Come back to the server, which was left for a reason.

        Raises:
            CannotConnect: it has not let us in for too long.
        """
        if self.session.welcomed:
            self._last_here = time.monotonic()
            steady = asyncio.get_running_loop().time() - self._opened >= self._policy.steady
            if steady and not (self._line and self._line.in_trouble):
                self._failures = 0
                self._route.arrived()
        await self._close()
        told, self._told = self._told, ""
        if self._out_of_patience:
            raise CannotConnect(told or self._no_server(why))
        if self._route.at_once:
            with suppress(CannotConnect):
                await self._open()
                return
        while True:
            pause = self._policy.pause(self._failures, random.random())
            self._failures += 1
            again = f"trying again in {pause:.1f} s."
            self._report(f"{told}; {again}" if told else f"The connection is lost; {again}")
            await asyncio.sleep(pause)
            try:
                await self._open()
            except CannotConnect as error:
                if self._out_of_patience:
                    raise
                self._report(f"{error}")
            else:
                self._returning = True
                return

    @property
    def _out_of_patience(self) -> bool:
        return time.monotonic() - self._last_here > self._patience

    def _no_server(self, why: str) -> str:
        return f"there is no Samedeal server at {self.address}: {why}"


def _hung_up(where: Address) -> str:
    """Return what is told when a server hangs up before it has said anything."""
    schemes = "ws:// instead of wss://" if where.secure else "wss:// instead of ws://"
    return (
        f"cannot connect to {where}: it hung up; is it {schemes}, or no Samedeal server, or are "
        "too many connected from your address?"
    )


def _distrust(error: ssl.SSLError) -> str:
    """Return why an encrypted connection failed, in words for a user."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"its certificate cannot be trusted ({error.verify_message}); whoever runs the server "
            "has to give it one that is signed for this name"
        )
    return "it speaks no TLS that is understood here; is it ws:// instead of wss://?"


def _reason(error: OSError | UnicodeError) -> str:
    """Return why a connection failed, in words for a user."""
    if isinstance(error, UnicodeError):
        return "there is no host of that name"
    # A host with several addresses fails with all their errors in one text.
    if error.errno == ECONNREFUSED or f"[Errno {ECONNREFUSED}]" in str(error):
        return "nobody listens there; is the server running, and the port right?"
    if isinstance(error, gaierror):
        return "there is no such host, or no network"
    return os.strerror(error.errno) if error.errno else str(error)
