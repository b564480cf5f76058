"""Quick and sloppy hands on a slow line: what the board shows, and what the server has."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QTimer

from client.session.session import Session
from engine.state import Click, Move
from harness.mouse import RIGHT, Mouse
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.messages import Refused
from tests.client.slow_line import SlowLine
from tests.client.window.test_whole_race import Friend

DELAY, JITTER = 0.3, 0.1
SLACK = 1.0
"""Seconds that a busy machine may take for what is a frame on a free one."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "server") as running:
        yield running


@pytest.fixture
def line(server: ServerThread) -> Iterator[SlowLine]:
    with SlowLine(server.port, DELAY, JITTER, seed=5) as slow:
        yield slow


class Watch:
    """Looks at the board every few milliseconds, and remembers what the server did not have."""

    def __init__(self, friend: Friend) -> None:
        self._board, self._session = friend.window.race.board, friend.session
        self._since: dict[int, float] = {}
        """The entries that are shown and not confirmed yet, by number, and since when."""
        self.longest = 0.0
        """The longest that any of them took to be confirmed."""
        self.looks = 0
        self.ahead = 0
        """The most moves that were shown before the server had any of them."""
        self._timer = QTimer(interval=4)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        track, now = self._session.track, time.monotonic()
        if track is None:
            return
        self.looks += 1
        assert self._board.state == track.view, "the board shows what is known, and nothing else"
        if not track.pending:
            assert self._board.state == track.confirmed
        known, entries = self._since, range(track.number, track.number + len(track.pending))
        self._since = {entry: known.get(entry, now) for entry in entries}
        gone = [now - since for entry, since in known.items() if entry not in self._since]
        self.longest = max([self.longest, *gone])
        self.ahead = max(self.ahead, len(track.pending))

    def stop(self) -> None:
        self._timer.stop()


class SloppyHand:
    """Does what people do who are in a hurry, as a seed draws it."""

    def __init__(self, friend: Friend, seed: int) -> None:
        self.friend, self.chance = friend, random.Random(seed)
        self.board = friend.window.race.board
        self.hand = Mouse(self.board)
        self.entered = 0
        """Moves entered so far."""
        self.board.acted.connect(self._count)

    def _count(self) -> None:
        self.entered += 1

    def do(self) -> None:
        """One more thing, while cards may still be gliding and moves be on their way."""
        chance = self.chance
        actions = self.board.game.legal_actions(self.board.state)
        self.hand.wait(chance.choice((60, 300, 900)))
        sloppy = [self.drag_out, self.double_click, self.edge, self.press_only, self.right_button]
        if actions and chance.random() < 0.6:
            action = chance.choice(actions)
            if isinstance(action, Move):
                card = len(self.board.state.piles[action.source]) - action.count
                start = self._point(action.source, card)
                if start is not None:
                    self.hand.drag(start, action.target)
            elif isinstance(action, Click):
                self.hand.click(action.pile)
        else:
            chance.choice(sloppy)()

    def drag_out(self) -> None:
        """A drag that ends beyond the window."""
        outside = QPointF(self.chance.choice((-40, 5000)), self.chance.choice((-30, 300, 4000)))
        self._drag_some(outside)

    def edge(self) -> None:
        """A drop right on the edge between piles."""
        pile = self.chance.randrange(len(self.board.state.piles))
        box = self.board._scene.laid.pile_box(pile)
        ratio = self.board.devicePixelRatioF()
        corner = QPointF(
            self.chance.choice((box.x, box.right)), self.chance.choice((box.y, box.bottom))
        )
        self._drag_some(corner / ratio)

    def double_click(self) -> None:
        pile = self._some_pile()
        if pile is not None:
            self.hand.double_click(pile)

    def press_only(self) -> None:
        """A press whose release gets lost, and another press after it."""
        pile = self._some_pile()
        if pile is not None:
            self.hand.press(pile)
            self.hand.wait(40)
            self.hand.press(self.hand.at + QPointF(5, 5))
            self.hand.wait(400)
            self.hand.release()

    def right_button(self) -> None:
        """The right button while a card is held."""
        pile = self._some_pile()
        if pile is not None:
            self.hand.press(pile)
            self.hand.press(self.hand.at, RIGHT)
            self.hand.release(RIGHT)
            self.hand.release()

    def _drag_some(self, to: QPointF) -> None:
        pile = self._some_pile()
        if pile is not None:
            self.hand.drag(pile, to)

    def _some_pile(self) -> int | None:
        full = [i for i, cards in enumerate(self.board.state.piles) if cards]
        pile = self.chance.choice(full)
        return pile if self._point(pile, None) is not None else None

    def _point(self, pile: int, card: int | None) -> QPointF | None:
        try:
            return self.hand.point(pile, card)
        except AssertionError:  # it is covered by another pile
            return None


def racing(line: SlowLine, friend: Friend, title: str) -> Session:
    """Race alone, over the slow line."""
    friend.type(friend.window.connect_screen.server, str(line.address))
    friend.type(friend.window.connect_screen.name, friend.name, enter=True)
    until(lambda: friend.shows(friend.window.lobby), "the lobby")
    friend.make_room(title)
    friend.click(friend.window.room.start)
    until(friend.in_race, "the race")
    return friend.session


@pytest.mark.parametrize(("title", "seed"), [("Klondike", "race 16"), ("4x13", "race 28")])
def test_the_board_is_never_ahead_of_the_server_for_longer_than_the_line_takes(
    server: ServerThread, line: SlowLine, tmp_path: Path, title: str, seed: str
) -> None:
    server.deal_from(seed)
    friend = Friend("Ada", tmp_path)
    session = racing(line, friend, title)
    refused: list[Refused] = []
    friend.link.received.connect(
        lambda told: refused.append(told) if isinstance(told, Refused) else None
    )
    watch, hand = Watch(friend), SloppyHand(friend, seed=11)
    track = friend.track
    for step in range(110):
        hand.do()
        watch.look()
        if step % 4 == 0:  # a breath, shorter than any card glides or any answer takes
            seen = watch.looks
            until(lambda seen=seen: watch.looks > seen + 3)  # type: ignore[misc]
        if step % 9 == 5:
            friend.window.race.board.undo()
        if track.status != "racing":
            break
    hand.hand.release()
    hand.board._cancel()
    until(lambda: not track.pending, "everything confirmed")
    watch.look()
    watch.stop()
    assert hand.entered >= 15, "the hand did play"
    assert watch.ahead >= 3, "quicker than the line"
    assert hand.board.state == track.view == track.confirmed
    assert refused == [], "what the board allowed, the server did"
    assert track.number >= hand.entered
    assert watch.longest >= DELAY / 2, "the line was slow"
    assert watch.longest <= line.worst + SLACK
    items = hand.board._scene._items.values()
    until(lambda: all(i.pos().toPoint() == i.home for i in items), "every card in its place")
    room = session.room
    assert room is not None
    play = server._server.lobby.rooms[room.code].race
    assert play is not None
    state = play.racers[session.player].play.state
    assert track.game.view(state) == hand.board.state, "what the server has is what is shown"
    friend.close()
