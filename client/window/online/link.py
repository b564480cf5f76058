"""A `Session` on a websocket of Qt's: it connects, comes back by itself, and tells by signals.

What one does with it:

    link = Link(Session("Ada"), Address("localhost"))
    link.received.connect(...)   # a message from the server; the session knows it already
    link.trouble.connect(...)    # a sentence about the connection, empty when all is well
    link.open()
    link.session.join_room("ABCD")   # what the session has to say is sent at once
"""

import random
import re
import time
from collections import deque
from math import ceil
from typing import Final

from PySide6.QtCore import QByteArray, QElapsedTimer, QObject, QTimer, QUrl, Signal
from PySide6.QtNetwork import QAbstractSocket, QSslError
from PySide6.QtWebSockets import QWebSocket

from client.session.address import Address
from client.session.intake import Intake, TooMuch
from client.session.reconnecting import (
    IN_TROUBLE,
    OUT_OF_SERVICE,
    USUAL,
    ReconnectPolicy,
    is_hopeless,
)
from client.session.route import Route
from client.session.session import Session
from client.words.texts import sentence
from protocol.forms import MAX_SERVER_FRAME, BadMessage
from protocol.messages import Deleted, LeftRoom, Moved, Problem, Welcome

TURN: Final = 40
"""Milliseconds for which messages are taken in before the window may do something else."""
LATE: Final = 1.5
"""How much longer than between two pulses it takes when the window was held up."""
LOOK: Final = 2000
"""Milliseconds between two looks at what waits for the server: it may ping, and read no pongs."""
HEADER: Final = 14
"""The longest header of a frame, in bytes."""
PULSES: Final = 6
"""How often the server is looked after until its silence is told at the latest."""
TICK: Final = 1000
"""Milliseconds after which it is told anew for how long the connection has been lost."""
UNSENT: Final = 4 << 20
"""Bytes that may wait for a server that does not read."""

_NO_ROOM: Final = re.compile(r"http status.*\b(429|503)\b")
"""In what Qt says where a server, or a proxy before it, has no room for somebody."""


class Link(QObject):
    """The connection of one session to one server."""

    received = Signal(object)
    """A message that the session has just taken in (one of `protocol.messages.FromServer`)."""
    trouble = Signal(str)
    """What is the matter with the connection and what is being done; empty when it stands again."""
    notice = Signal(str)
    """Something that went wrong, but changes nothing about the connection."""
    misunderstood = Signal()
    """A message could not be read; the session may have noted what follows from that."""
    rejected = Signal(str)
    """The server does not let us in, and why.  The link has given up."""

    def __init__(
        self,
        session: Session,
        address: Address,
        parent: QObject | None = None,
        *,
        policy: ReconnectPolicy = USUAL,
    ) -> None:
        """Connect `session` to the server at `address`, when the link is opened.

        `policy` says how soon a lost server is tried again, and how long it may take to answer.
        """
        super().__init__(parent)
        self.session = session
        self.address = address
        self.address_for_others = address
        """How others reach the server: by `address`, unless that is good on this computer only."""
        self.refusal = ""
        """The code of the problem with which the server has rejected us."""
        self._route = Route(address)
        self._policy = policy
        self._staying = False
        """Whether to connect again when the connection is lost."""
        self._failures = 0
        """How many tries in a row did not lead to a welcome, or only to a server in trouble."""
        self._told = ""
        """What the server has said instead of letting us in."""
        self._opened = QElapsedTimer()
        """Since the connection was last asked for."""
        self._heard = QElapsedTimer()
        """Since the server last said anything."""
        self._pinged = QElapsedTimer()
        """Since a ping that was not answered yet; not valid where there is none."""
        self._awaited: tuple[int, int] | None = None
        """What the server owed an answer to at the last look (see `Session.unanswered`)."""
        self._waited = QElapsedTimer()
        """Since it was first seen to owe that."""
        self._silent = False
        """Whether it was told that the server does not answer."""
        self._lost_at: float | None = None
        """When a server that had let us in was last heard, or the connection broke, in seconds of
        the system's clock; None while it stands, or never stood."""
        self._why_not = ""
        """Why the last try to come back has failed, as a sentence; empty where nobody answers."""

        self._socket = QWebSocket("", parent=self)
        self._socket.setMaxAllowedIncomingMessageSize(MAX_SERVER_FRAME)
        self._socket.setMaxAllowedIncomingFrameSize(MAX_SERVER_FRAME)
        self._socket.setReadBufferSize(MAX_SERVER_FRAME + HEADER)  # a frame is read as a whole
        self._socket.connected.connect(self._on_connected)
        self._socket.stateChanged.connect(self._on_state)
        self._socket.binaryMessageReceived.connect(self._on_frame)
        self._socket.textMessageReceived.connect(self._on_message)
        self._socket.sslErrors.connect(self._on_tls_errors)
        self._socket.pong.connect(self._on_pong)
        self._socket.bytesWritten.connect(self._on_written)
        self._echoes = Intake()
        """For pongs, and for what is written: Qt answers pings by itself, and tells of none."""

        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._connect)
        self._waiting: deque[bytes | str] = deque()
        """Messages that are here, and not taken in yet; `Session.split` bounds them."""
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._take_turn)
        self._later = QTimer(self, singleShot=True)
        """For what the session could not ask for at once."""
        self._later.timeout.connect(self._wake)
        self._pulse = QTimer(
            self, interval=int(min(policy.silence / PULSES, policy.answer_time) * 1000)
        )
        self._pulse.timeout.connect(self._on_pulse)
        self._pulsed = QElapsedTimer()
        """Since the last pulse."""
        self._tick = QTimer(self, interval=TICK)
        """For the time since a loss."""
        self._tick.timeout.connect(self._tell_loss)
        self._look = QTimer(self, interval=LOOK)
        self._look.timeout.connect(self._on_look)

    @property
    def up(self) -> bool:
        """Whether the server has let us in."""
        return self.session.welcomed

    @property
    def closed(self) -> bool:
        """Whether there is no connection, and none under way."""
        return self._socket.state() == QAbstractSocket.SocketState.UnconnectedState

    def open(self) -> None:
        """Connect, and stay connected until `close`."""
        self._staying = True
        self._failures = 0
        self._lost_at = None
        self.trouble.emit(self.tr("Connecting to {server}…").format(server=self.address))
        self._connect()

    def try_now(self) -> None:
        """Try again to reach a server that was lost or does not answer, and do not wait."""
        if self._again.isActive():
            self._again.stop()
            self._connect()
        elif self._silent:
            self._socket.abort()  # and _on_state tries again

    def leave_room(self) -> None:
        """Leave the room, also while the server is lost: it hears of it when it is back."""
        lost = self._silent or not self.up
        self.session.leave_room(silent=lost)
        if lost:
            self.received.emit(LeftRoom())

    def close(self) -> None:
        """Let go of the server."""
        self._staying = False
        self._hush()
        self.session.closed()
        self._again.stop()
        self._tick.stop()
        self._pulse.stop()
        self._look.stop()
        self._socket.close()

    def _hush(self) -> None:
        """Take in nothing of what still waits."""
        self._waiting.clear()
        self._turn.stop()

    def transmit(self, frame: bytes) -> None:
        """Put one frame on the wire, unless the server is hanging up."""
        if self._socket.isValid():
            self._socket.sendBinaryMessage(QByteArray(frame))

    def take(self, frame: bytes | str) -> None:
        """Take in a frame from the server, which may hold several messages."""
        self._put(frame)
        self._take_turn()

    def _put(self, frame: bytes | str) -> None:
        """Let the messages in a frame wait for their turn."""
        try:
            self._waiting.extend(self.session.split(frame, time.monotonic()))
        except TooMuch:
            self._flooded()

    def _flooded(self) -> None:
        told = self.tr("{server} never stops talking, as no Samedeal server does.")
        self._give_up(told.format(server=self.address))
        self._socket.abort()  # it need not be asked to let go

    def _take_turn(self) -> None:
        """Take in what waits, for a while; the rest when the window has done what it has to do."""
        clock = QElapsedTimer()
        clock.start()
        while self._waiting:
            if clock.elapsed() > TURN:
                self._turn.start()
                return
            self._take(self._waiting.popleft())
        if self._silent:
            self._tell_silence()

    def _wake(self) -> None:
        """Let the session ask for what had to wait, now or when it is due."""
        now = time.monotonic()
        self.session.wake(now)
        if self.session.due is not None:
            self._later.start(ceil((self.session.due - now) * 1000))

    def _take(self, frame: bytes | str) -> None:
        had_token = bool(self.session.token)
        try:
            message = self.session.receive(frame, time.monotonic())
        except BadMessage:
            self.notice.emit(
                self.tr(
                    "{server} said something that this version does not understand; "
                    "a newer Samedeal may."
                ).format(server=self.address)
            )
            self.misunderstood.emit()
            return
        if self.session.due is not None and not self._later.isActive():
            self._wake()
        match message:
            case Welcome():
                self._told, self._lost_at = "", None
                self._tick.stop()
                self.trouble.emit("")
            case Moved(there):
                self._route.move(there)
                return  # it hangs up now
            case Problem(code="unknown token") if had_token and self.session.name:
                return  # the session says hello again, as a new player
            case Deleted():
                self._give_up(self.tr("You are deleted on {server}.").format(server=self.address))
                return
            case Problem("replaced"):
                self._give_up(
                    self.tr(
                        "You connected again elsewhere, under the same name: this window is "
                        "not connected any more."
                    )
                )
                return
            case Problem(code, text) if is_hopeless(code, welcomed=self.up):
                self.refusal = code
                self._give_up(text)
                return
            case Problem(code, text) if code == OUT_OF_SERVICE or not self.up:
                self._told = text  # it hangs up now, and this is why
                return
            case _ if self.session.is_past(message):
                return
            case _:
                pass
        self.received.emit(message)

    def _give_up(self, why: str) -> None:
        self.close()
        self.trouble.emit("")
        self.rejected.emit(why)

    def _on_tls_errors(self, errors: list[QSslError]) -> None:
        if not self._staying:
            return  # Qt tells them once more while the socket is closed
        reasons = "; ".join(error.errorString().rstrip(".") for error in errors)
        self._give_up(
            self.tr(
                "The certificate of {server} cannot be trusted ({reasons}). Whoever runs the "
                "server has to give it one that is signed for this name."
            ).format(server=self.address, reasons=reasons)
        )

    def _connect(self) -> None:
        self._told, self._silent = "", False
        self._pinged.invalidate()
        self._awaited = None
        self._opened.start()
        self._heard.start()
        self._pulse.start()
        self._pulsed.start()
        self._look.start()
        self._echoes = Intake()
        self._socket.open(QUrl(self._route.next().url))
        line = self._socket.findChild(QAbstractSocket)  # it is another each time
        if line is not None:
            line.readyRead.connect(self._on_look)  # after Qt, which answers pings then

    def _on_connected(self) -> None:
        self.session.opened(self.transmit)

    def _on_frame(self, frame: QByteArray) -> None:
        self._on_message(bytes(frame.data()))

    def _on_message(self, message: bytes | str) -> None:
        # Not at once: the socket would go on with all that is there before anything else is done.
        if self._staying:
            self._heard.start()
            self._put(message)
            if self._waiting and not self._turn.isActive():
                self._turn.start()

    def _on_state(self, state: QAbstractSocket.SocketState) -> None:
        if state != QAbstractSocket.SocketState.UnconnectedState:
            return
        self._take_turn()  # it may say why
        self._hush()
        if not self._staying:
            return
        lost = self.up
        steady = self._opened.elapsed() >= self._policy.steady * 1000
        # (Qt knows not all of these codes; a server of this version says what is the matter, too.)
        in_trouble = self._told or self._socket.closeCode().value in IN_TROUBLE
        if lost and steady and not in_trouble:
            self._failures = 0
            self._route.arrived()
        if lost:
            self._lost_at = time.monotonic() - self.unheard
        self.session.closed()
        self._pulse.stop()
        self._look.stop()
        if self._route.at_once:
            self._again.start(0)
            return
        pause = self._policy.pause(self._failures, random.random())
        self._failures += 1
        self._again.start(int(pause * 1000))
        if self._lost_at is not None:
            # (What Qt says of a connection that stood is no reason that helps anybody.)
            self._why_not = "" if lost and not self._told else self._reason()
            self._tell_loss()
            self._tick.start()
        elif seconds := round(pause):
            self.trouble.emit(f"{self._reason() or self._no_answer()} {self._in(seconds)}")

    @property
    def unheard(self) -> float:
        """For how many seconds a server that is silent or lost has not been heard; else 0."""
        if self._lost_at is not None:
            return time.monotonic() - self._lost_at
        return self._heard.elapsed() / 1000 if self._silent else 0

    def _tell_loss(self) -> None:
        """Say for how long the connection has been lost, why, and what is being done."""
        if self._lost_at is None:
            return
        seconds = int(time.monotonic() - self._lost_at)
        if not (seconds or self._why_not):
            told = self.tr("The connection to {server} was lost. Reconnecting…")
            self.trouble.emit(told.format(server=self.address))
            return
        texts = []
        if seconds:
            told = self.tr("The connection to {server} was lost {seconds} s ago.")
            texts.append(told.format(server=self.address, seconds=seconds))
        if self._again.isActive():
            texts += filter(None, [self._why_not])
            texts.append(self._in(max(1, ceil(self._again.remainingTime() / 1000))))
        else:
            texts.append(self.tr("Reconnecting…"))
        self.trouble.emit(" ".join(texts))

    def _in(self, seconds: int) -> str:
        return self.tr("Trying again in {seconds} s…").format(seconds=seconds)

    def _no_answer(self) -> str:
        if self.address.here and not self.session.player:  # it never was there
            return self.tr(
                "No answer: no server seems to run on this computer. To start one, press "
                "“Cancel”, and then “Open a server here”."
            )
        return self.tr("No answer from {server}.").format(server=self.address)

    def _reason(self) -> str:
        """Return why the server has not let us in, in a sentence that says what to do.

        It is empty where nobody answers, and where a server that has let us in before answers
        otherwise now: the address is the right one, and there is nothing to be done but to wait.
        """
        if self._told:
            return sentence(self._told)
        known = self.session.player != 0
        match self._socket.error():  # type: ignore[operator]  # PySide6 types it as a signal
            case QAbstractSocket.SocketError.HostNotFoundError:
                told = self.tr("There is no server called {server}, or no network.")
            case _ if _NO_ROOM.search(self._socket.errorString()):
                told = self.tr(
                    "{server} is full: too many are connected, or too many from your address."
                )
            case _ if "http status code: 3" in self._socket.errorString():
                told = self.tr(
                    "{server} only points to another address: whoever runs it knows the right one."
                )
            case _ if known:
                return ""
            case QAbstractSocket.SocketError.RemoteHostClosedError:
                told = self.tr(
                    "{server} closes the connection: it is not a Samedeal server, or has too "
                    "many connections from your address."
                )
            case QAbstractSocket.SocketError.SslHandshakeFailedError:
                told = self.tr("{server} answers, but not encrypted: try it without “wss”.")
            case _ if "http status" in self._socket.errorString():
                told = self.tr("{server} answers, but not as a Samedeal server: is the port right?")
            case _:
                return ""
        return told.format(server=self.address)

    def _on_look(self) -> None:
        if self._staying and self._socket.bytesToWrite() > UNSENT:
            self._flooded()

    def _on_written(self, size: int) -> None:
        self._count_echo(0, size)

    def _on_pong(self, _elapsed: int, payload: QByteArray) -> None:
        self._pinged.invalidate()
        self._heard.start()
        if self._silent:
            self._tell_silence()
        self._count_echo(1, payload.size())

    def _count_echo(self, messages: int, size: int) -> None:
        try:
            self._echoes.take(messages, size, time.monotonic())
        except TooMuch:
            if self._staying:
                self._flooded()

    def _on_pulse(self) -> None:
        """Ask a silent server whether it is there, say that it is not, or try another connection.

        It may be frozen, or the line dead without anybody having said so.
        """
        longest, late = self._policy.answer_time * 1000, self._is_late()
        if not self.up:
            if self._opened.elapsed() >= longest:
                self._socket.abort()  # and _on_state tries again
        elif late:
            pass  # the window was held up, and an answer may be here that was not read yet
        elif self._pinged.isValid() and self._pinged.elapsed() >= longest:
            self._socket.abort()
        else:
            if not self._pinged.isValid() and self._heard.elapsed() >= self._pulse.interval():
                self._ping()
            self._tell_silence()

    def _is_late(self) -> bool:
        """Return whether this pulse comes much later than it should have come."""
        return self._pulsed.restart() > LATE * self._pulse.interval()

    def _ping(self) -> None:
        if self._socket.isValid():
            self._pinged.start()
            self._socket.ping()

    def _tell_silence(self) -> None:
        """Say for how long the server has owed an answer, or that it owes none any more."""
        # Two pulses early: it is said at a pulse, and the ping may have gone out one later.
        longest = self._policy.silence * 1000 - 2 * self._pulse.interval()
        asked = self._pinged.isValid() and self._pinged.elapsed() >= 2 * self._pulse.interval()
        silent = self._heard.elapsed() if asked else 0
        waited = self._wait()
        if silent >= longest:
            told = self.tr("{server} has not answered for {seconds} s.")
        else:
            told = self.tr("{server} has not answered your moves for {seconds} s.")
        if max(silent, waited) >= longest:
            seconds = (silent if silent >= longest else waited) // 1000
            self._silent = True
            self.trouble.emit(told.format(server=self.address, seconds=seconds))
        elif self._silent:
            self._silent = False
            self.trouble.emit("")

    def _wait(self) -> int:
        """Return for how many milliseconds the server has owed the answer that it owes longest."""
        awaited = self.session.unanswered
        if awaited != self._awaited:
            self._awaited = awaited
            self._waited.start()
        return 0 if awaited is None else self._waited.elapsed()
