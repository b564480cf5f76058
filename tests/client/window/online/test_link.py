"""The link on real sockets, before a server of the test's own."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import trustme
from PySide6.QtCore import QByteArray, QElapsedTimer, QObject, QThread, QTimer
from PySide6.QtNetwork import QHostAddress, QTcpServer
from PySide6.QtTest import QTest
from PySide6.QtWebSockets import QWebSocket, QWebSocketProtocol, QWebSocketServer

from client.session import session as session_module
from client.session.address import Address
from client.session.reconnecting import ReconnectPolicy
from client.session.session import Session
from client.window.online import link as link_module
from client.window.online.link import Link
from harness.fakes import member, race, room
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.messages import (
    FromClient,
    FromServer,
    Hello,
    JoinRoom,
    ListRooms,
    Moved,
    Problem,
    Resync,
    Rooms,
    Step,
    Welcome,
)
from protocol.wire import encode, step
from server.network.access import Access, load_certificate
from tests.client.hearing import heard
from tools.faults.hostile_server import HostileServer


class Desk(QObject):
    """A server that keeps what it hears, and says what the test tells it to."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[FromClient] = []
        self.sockets: list[QWebSocket] = []
        self._server = QWebSocketServer("desk", QWebSocketServer.SslMode.NonSecureMode, self)
        self._server.newConnection.connect(self._arrived)
        self.open()
        self.port = self._server.serverPort()

    def open(self, port: int = 0) -> None:
        assert self._server.listen(QHostAddress("127.0.0.1"), port), self._server.errorString()

    def close(self) -> None:
        self._server.close()

    def say(self, *messages: FromServer) -> None:
        for message in messages:
            self.sockets[-1].sendBinaryMessage(QByteArray(encode(message)))

    def _arrived(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.binaryMessageReceived.connect(
            lambda frame: self.heard.append(heard(bytes(frame.data())))
        )
        self.sockets.append(socket)


class Ear:
    """Keeps what a link tells."""

    def __init__(self, link: Link) -> None:
        self.messages: list[FromServer] = []
        self.troubles: list[str] = []
        self.notices: list[str] = []
        self.rejections: list[str] = []
        link.received.connect(self.messages.append)
        link.trouble.connect(self.troubles.append)
        link.notice.connect(self.notices.append)
        link.rejected.connect(self.rejections.append)


def test_a_resync_waits_its_time_and_is_asked_for_by_itself(
    desk: Desk, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "RESYNC_PAUSE", 0.25)
    told, gap = room(member(7), phase="running"), Step(7, 5, {}, 0)
    clock = QElapsedTimer()
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"), told, *race(told)[1:], gap)
    until(lambda: desk.heard[1:] == [Resync()])
    clock.start()
    desk.say(*race(told)[1:], gap)
    until(lambda: desk.heard[1:] == [Resync()] * 2)
    assert clock.elapsed() > 150


@pytest.mark.parametrize(
    ("code", "welcomed"),
    [("password needed", False), ("wrong password", False), ("banned", False), ("banned", True)],
)
def test_what_another_try_would_not_mend(desk: Desk, link: Link, code: str, welcomed: bool) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    if welcomed:
        desk.say(Welcome(1, 7, "Ada", "token"))
    desk.say(Problem(code, "because"))
    until(lambda: ear.rejections)
    assert (ear.rejections, link.refusal) == (["because"], code)


def test_a_rooms_password_is_no_reason_to_let_go(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"), Problem("wrong password", "because"))
    until(lambda: len(ear.messages) == 2)
    assert (ear.rejections, link.up) == ([], True)


def test_a_certificate_that_cannot_be_trusted_is_told(tmp_path: Path) -> None:
    issued = trustme.CA().issue_cert("localhost", "127.0.0.1")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "server.pem")
    access = Access(tls=load_certificate(tmp_path / "server.pem"))
    with ServerThread(tmp_path / "data", access) as server:
        link = Link(Session("Ada"), Address("127.0.0.1", server.port, secure=True))
        ear = Ear(link)
        link.open()
        until(lambda: ear.rejections)
        assert "cannot be trusted" in ear.rejections[0]
        assert "certificate" in ear.rejections[0]
        until(lambda: link.closed)


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.close()


@pytest.fixture
def link(desk: Desk) -> Iterator[Link]:
    policy = ReconnectPolicy(pauses=(0.01, 0.02, 1.0))
    made = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    yield made
    made.close()
    until(lambda: made.closed)


def test_hello_and_welcome(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    assert "Connecting" in ear.troubles[-1]
    until(lambda: desk.heard)
    assert desk.heard == [Hello(1, "Ada")]
    assert not link.up
    desk.say(Welcome(1, 5, "Ada", "token"))
    until(lambda: link.up)
    assert ear.troubles[-1] == ""
    link.session.list_rooms()
    until(lambda: len(desk.heard) == 2)
    assert desk.heard[1] == ListRooms()


def test_a_lost_connection_comes_back_with_the_token(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 5, "Ada", "token"))
    until(lambda: link.up)
    desk.sockets[-1].abort()
    until(lambda: "Reconnecting" in ear.troubles[-1])
    assert not link.up
    until(lambda: len(desk.heard) == 2)
    assert desk.heard[1] == Hello(1, "", "token")
    desk.say(Welcome(1, 5, "Ada"))
    until(lambda: link.up)
    assert ear.troubles[-1] == ""


def test_who_is_sent_to_another_server_goes_there_without_a_word(desk: Desk, link: Link) -> None:
    other, ear = Desk(), Ear(link)
    link.open()
    until(lambda: len(desk.heard) == 1)
    desk.say(Welcome(1, 7, "Ada", token="t"))
    until(lambda: link.up)
    link.session.join_room("abcd")
    until(lambda: len(desk.heard) == 2)
    told = len(ear.troubles)
    desk.say(Moved(f"ws://127.0.0.1:{other.port}/"))
    desk.sockets[-1].close()
    until(lambda: len(other.heard) == 1)
    other.say(Welcome(1, 7, "Ada"))
    until(lambda: len(other.heard) == 2)
    assert other.heard[1] == JoinRoom("ABCD")
    assert [each for each in ear.troubles[told:] if each] == []
    assert link.address.port == desk.port, "the club is where it was"
    other.sockets[-1].close()
    until(lambda: len(desk.heard) == 3)  # The way begins at the club's address again.


def test_a_server_that_is_not_there_is_tried_again(desk: Desk, link: Link) -> None:
    desk.close()
    ear = Ear(link)
    link.open()
    until(lambda: "Trying again in 1 s" in ear.troubles[-1])
    desk.open(desk.port)
    until(lambda: desk.heard)


def test_a_server_that_is_full_says_so(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    for _ in range(3):
        until(lambda: desk.heard)
        desk.heard.clear()
        desk.say(Problem("server full", "this server is full; try again later"))
        desk.sockets[-1].close()
    until(lambda: "Trying again in 1 s" in ear.troubles[-1])
    assert "This server is full; try again later. Trying" in ear.troubles[-1]


def _has_heard(desk: Desk, count: int) -> bool:
    return len(desk.heard) == count


def test_a_server_out_of_service_says_so_and_is_given_time(desk: Desk, link: Link) -> None:
    """Though it lets us in each time: a welcome from a server in trouble starts no new count."""
    ear = Ear(link)
    link.open()
    for hangs_up in range(1, 4):
        until(partial(_has_heard, desk, hangs_up))
        text = "this server cannot write anything down"
        desk.say(Welcome(1, 5, "Ada", "token"), Problem("out of service", text))
        desk.sockets[-1].close(QWebSocketProtocol.CloseCode.CloseCodeGoingAway, "out of service")
    until(lambda: link._failures == 3)
    assert "This server cannot write anything down. Trying again in 1 s" in ear.troubles[-1]
    assert all(isinstance(message, Welcome) for message in ear.messages)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "answers, but not as"),
        (b"HTTP/1.1 429 Too Many Requests\r\n\r\n", "is full"),
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", "is full"),
        (b"HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:9/\r\n\r\n", "only points to another"),
        (b"SSH-2.0\r\n", "closes the connection"),
    ],
)
def test_what_is_no_samedeal_server_is_told_from_none(answer: bytes, told: str) -> None:
    other = QTcpServer()
    assert other.listen(QHostAddress("127.0.0.1"))

    def hang_up() -> None:
        socket = other.nextPendingConnection()
        socket.write(answer)
        socket.disconnectFromHost()

    other.newConnection.connect(hang_up)
    made = Link(Session("Ada"), Address("127.0.0.1", other.serverPort()))
    ear = Ear(made)
    made.open()
    until(lambda: "Trying again in 1 s" in ear.troubles[-1])
    assert told in ear.troubles[-1]
    made.close()
    other.close()


@pytest.mark.parametrize("answer", [b"SSH-2.0\r\n", b"HTTP/1.1 502 Bad Gateway\r\n\r\n"])
def test_a_server_that_has_let_us_in_is_not_called_another(answer: bytes, desk: Desk) -> None:
    """Whatever answers in its place while it is away."""
    policy = ReconnectPolicy(pauses=(0.01, 60.0), spread=0)
    link = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"))
    until(lambda: link.up)
    port, other, answered = desk.port, QTcpServer(), []
    desk.close()

    def hang_up() -> None:
        socket = other.nextPendingConnection()
        socket.write(answer)
        socket.disconnectFromHost()
        answered.append(answer)

    other.newConnection.connect(hang_up)
    assert other.listen(QHostAddress("127.0.0.1"), port)
    desk.sockets[-1].abort()
    until(lambda: answered and "Trying again in" in ear.troubles[-1])
    told = " ".join(ear.troubles)
    assert "Samedeal" not in told
    assert "too many" not in told
    link.close()
    other.close()


def test_a_taken_name_ends_it(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Problem("name taken", "this name is taken; choose another"))
    until(lambda: ear.rejections)
    assert ear.rejections == ["this name is taken; choose another"]
    until(lambda: link.closed)
    assert len(desk.heard) == 1


def test_a_token_that_is_forgotten_makes_a_new_player(desk: Desk, link: Link) -> None:
    link.session.token = "old"
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Problem("unknown token", "who are you?"))
    until(lambda: len(desk.heard) == 2)
    assert desk.heard == [Hello(1, "", "old"), Hello(1, "Ada")]
    assert ear.messages == []


def test_coming_in_elsewhere_ends_it_here(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 5, "Ada", "token"))
    until(lambda: link.up)
    desk.say(Problem("replaced", "you have connected from somewhere else"))
    desk.sockets[-1].close(QWebSocketProtocol.CloseCode.CloseCodePolicyViolated, "replaced")
    until(lambda: ear.rejections)
    assert "elsewhere" in ear.rejections[0]
    until(lambda: link.closed)
    assert len(desk.heard) == 1


def test_what_makes_no_sense_is_said_and_passed_over(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 5, "Ada"))
    desk.sockets[-1].sendBinaryMessage(QByteArray(b"\xc1"))
    desk.sockets[-1].sendTextMessage("hello")
    desk.say(Rooms([]))
    until(lambda: Rooms([]) in ear.messages)
    assert len(ear.notices) == 2
    assert link.up


def test_a_server_without_a_welcome_is_given_up(desk: Desk) -> None:
    policy = ReconnectPolicy(pauses=(0.01,), answer_time=0.1)
    link = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    link.open()
    until(lambda: len(desk.heard) >= 2)
    link.close()
    until(lambda: link.closed)


def test_the_next_try_need_not_be_waited_for(desk: Desk) -> None:
    policy = ReconnectPolicy(pauses=(3600.0,))
    link = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"))
    until(lambda: link.up)
    desk.sockets[-1].abort()
    until(lambda: ear.troubles[-1])
    link.try_now()
    until(lambda: len(desk.heard) == 2)
    link.close()
    until(lambda: link.closed)


def test_moves_without_an_answer_are_told_of_though_pings_are_answered(desk: Desk) -> None:
    policy = ReconnectPolicy(silence=0.2)
    link = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    told = room(member(7), phase="running")
    start = race(told)
    desk.say(Welcome(1, 7, "Ada", "token"), told, *start[1:])
    until(lambda: link.session.track is not None)
    track = link.session.track
    assert track is not None
    move = next(iter(track.game.legal_actions(track.view)))
    assert link.session.act(move) is None
    until(lambda: "has not answered your moves for 0 s" in ear.troubles[-1])
    desk.say(step(7, 1, track.confirmed, track.view, "racing"))
    until(lambda: ear.troubles[-1] == "")
    link.session.give_up()
    until(lambda: "has not answered your moves" in ear.troubles[-1])
    link.close()
    until(lambda: link.closed)


@contextmanager
def frozen(server: ServerThread) -> Iterator[None]:
    """Let a server neither say nor do anything, as one that was stopped, for this long."""
    goes_on, stands = threading.Event(), threading.Event()

    def freeze() -> None:
        stands.set()
        goes_on.wait()

    server.do(freeze)
    stands.wait()
    try:
        yield
    finally:
        goes_on.set()


@pytest.mark.usefixtures("qt_app")
def test_a_server_that_freezes_is_told_within_three_seconds(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        link = Link(Session("Ada"), Address("127.0.0.1", server.port))
        ear = Ear(link)
        link.open()
        until(lambda: link.up)
        with frozen(server):
            clock = QElapsedTimer()
            clock.start()
            until(lambda: "has not answered for" in ear.troubles[-1])
            assert clock.elapsed() < 3000
        until(lambda: ear.troubles[-1] == "")
        link.close()
        until(lambda: link.closed)


@pytest.mark.usefixtures("qt_app")
def test_for_how_long_a_frozen_server_is_away_is_told_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "TICK", 20)
    policy = ReconnectPolicy(pauses=(0.01,), silence=0.2, answer_time=0.7)
    with ServerThread(tmp_path) as server:
        link = Link(Session("Ada"), Address("127.0.0.1", server.port), policy=policy)
        ear = Ear(link)
        link.open()
        until(lambda: link.up)
        with frozen(server):
            until(lambda: "has not answered for 0 s" in ear.troubles[-1])
            for seconds in (1, 2, 3):  # It is tried again meanwhile, in vain.
                until(partial(_is_told, ear, f"was lost {seconds} s ago. Reconnecting…"))
        until(lambda: link.up)
        assert ear.troubles[-1] == ""
        assert not link._tick.isActive()
        link.close()
        until(lambda: link.closed)


def _is_told(ear: Ear, text: str) -> bool:
    return text in ear.troubles[-1]


def test_for_how_long_a_server_that_was_killed_is_away_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "TICK", 20)
    policy = ReconnectPolicy(pauses=(0.01, 60.0), spread=0)
    link = Link(Session("Ada"), Address("127.0.0.1", desk.port), policy=policy)
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"))
    until(lambda: link.up)
    desk.close()
    desk.sockets[-1].abort()
    until(lambda: "was lost 1 s ago. Trying again in 5" in ear.troubles[-1])
    until(lambda: "was lost 2 s ago. Trying again in 5" in ear.troubles[-1])
    link.close()
    assert not link._tick.isActive()


def test_a_window_that_was_held_up_does_not_call_the_server_silent(desk: Desk) -> None:
    link = Link(
        Session("Ada"), Address("127.0.0.1", desk.port), policy=ReconnectPolicy(silence=0.2)
    )
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"))
    until(lambda: link.up)
    for _ in range(3):
        QTest.qWait(150)
        time.sleep(0.5)
    QTest.qWait(150)
    assert not any("has not answered" in trouble for trouble in ear.troubles)
    link.close()
    until(lambda: link.closed)


def test_a_server_that_lets_in_and_hangs_up_is_tried_more_and_more_seldom(qt_app: object) -> None:
    with HostileServer("hang-ups") as server:
        link = Link(Session("Ada"), server.address, policy=ReconnectPolicy(pauses=(0.01, 3600.0)))
        ear = Ear(link)
        link.open()
        until(lambda: sum("was lost" in trouble for trouble in ear.troubles) == 2)
        assert link._again.remainingTime() > 1_000_000
        link.close()


def test_what_is_said_in_a_flood_leaves_turns_to_others(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    taken: list[int] = []
    beat = QTimer(interval=0)
    beat.timeout.connect(lambda: taken.append(len(ear.messages)))
    link.received.connect(lambda _: QThread.msleep(10))  # what a screen might take for each
    beat.start()
    desk.say(Welcome(1, 7, "Ada", "token"), *[Rooms([])] * 100)
    until(lambda: len(ear.messages) == 101)
    assert max(after - before for before, after in pairwise(taken)) < 20


def test_what_was_said_before_the_end_is_heard(desk: Desk, link: Link) -> None:
    ear = Ear(link)
    link.open()
    until(lambda: desk.heard)
    desk.say(Welcome(1, 7, "Ada", "token"), Problem("banned", "because"))
    desk.sockets[-1].close()
    until(lambda: ear.rejections)
    assert ear.rejections == ["because"]


def test_the_longest_frame_arrives(qt_app: object) -> None:
    with HostileServer("largest") as server:
        link = Link(Session("Ada"), server.address)
        ear = Ear(link)
        link.open()
        until(lambda: ear.notices)
        assert link.up
        link.close()
