"""A race for pictures: the other players, and what it takes until there is something to see."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer

from client.board.layout import spots_of
from client.bots.chooser import MoveChooser
from client.session.address import Address
from client.session.reconnecting import ReconnectPolicy
from client.session.session import Session
from client.window.online.link import Link
from client.window.scene.board_view import BoardView
from client.window.scene.game_pictures import pictures
from client.window.window import Window
from client.words.refusals import refusal_text
from engine.reasons import why_not
from engine.state import Move
from harness import qt_waiting
from protocol.messages import RaceStarted, RoomState, Settings

PATIENT: Final = ReconnectPolicy(answer_time=600.0, silence=600.0)
"""Nobody is cut off while large pictures are made, which hold up all the rest."""
BUSY: Final = 120
"""Seconds in which whatever is waited for happens, also where others work on the same machine."""


class Racer(QObject):
    """Another player: joins, says ready, and plays the engine's hints."""

    def __init__(self, name: str, address: Address, pace: int, *, bot: bool = False) -> None:
        super().__init__()
        self.link = Link(Session(name, bot=bot), address, self, policy=PATIENT)
        self.session = self.link.session
        self.moves = 0
        self._player: MoveChooser | None = None
        self._pace = pace
        self._timer = QTimer(self, interval=pace)
        self._timer.timeout.connect(self._move)
        self.link.received.connect(self._take)
        self.link.open()

    def think(self, factor: int) -> None:
        """Play so many times slower than usual from now on."""
        self._timer.setInterval(self._pace * factor)

    def _take(self, message: object) -> None:
        match message:
            case RoomState(phase="lobby", members=members) if any(
                m.player == self.session.player and m.seated and not m.ready for m in members
            ):
                self.session.set_ready(True)
            case RaceStarted():
                self._player = None
                self._timer.start()
            case _:
                pass

    def _move(self) -> None:
        track = self.session.track
        if track is None or track.status != "racing":
            return
        if track.pending:
            return
        if self._player is None:
            self._player = MoveChooser(track.game)
        action = self._player.choose(track.view)
        if action is None:
            self.session.give_up()
        else:
            self.session.act(action)
        self.moves += 1


def until(condition: Callable[[], object], what: str = "", seconds: float = BUSY) -> None:
    """Let Qt run until the condition holds.

    Raises:
        TimeoutError: it did not within this many seconds.
    """
    qt_waiting.until(condition, what, seconds)


def settle(milliseconds: int) -> None:
    """Let Qt finish what it is at."""
    done: list[bool] = []
    QTimer.singleShot(milliseconds, lambda: done.append(True))
    until(lambda: done)


def see_pictures(window: Window) -> None:
    """Wait for the pictures of games that are seen in the window."""
    window.grab()  # what is seen asks for them
    while pictures.busy:
        until(lambda: not pictures.busy, "the pictures of the games")
        window.grab()  # those that are there may have been a part of them


def gather(window: Window, rivals: Sequence[Racer], settings: Settings) -> str:
    """Make a room, and wait until all of the rivals are there and ready; return its code."""
    assert window.link is not None
    session = window.link.session
    if session.room is not None:
        session.leave_room()
        until(lambda: session.room is None, "leaving")
    session.create_room(settings)
    until(lambda: session.room is not None, "the room")
    code = session.room.code if session.room else ""
    for rival in rivals:
        rival.session.leave_room()
        rival.session.join_room(code)
    until(lambda: session.room and len(session.room.members) == len(rivals) + 1, "all in the room")
    until(window.room.start.isEnabled, "all ready")
    return code


def start(window: Window) -> None:
    """Press the host's button, and wait for the countdown."""
    until(lambda: window.room.start.isVisible() and window.room.start.isEnabled(), "the button")
    window.room.start.click()
    assert window.link is not None
    session = window.link.session
    until(
        lambda: session.countdown or session.race,
        f"the countdown ({window.status.text()!r}, {window.room.state.text()!r})",
    )


def play(window: Window, racers: Sequence[Racer], moves: int, *, pause: int = 0) -> None:
    """Wait for the race, and make some moves in it, as the rivals do.

    `pause` is how many milliseconds there are between two of them.
    """
    assert window.link is not None
    session = window.link.session
    until(lambda: session.track is not None, "the race")  # after half a minute of countdown
    track = session.track
    assert track is not None
    player = MoveChooser(track.game)
    for _ in range(moves):
        action = player.choose(track.view)
        if action is None or track.status != "racing":
            break
        window.race.board.acted.emit(action)
        until(lambda: not track.pending, "the answer")
        if pause:
            settle(pause)
    until(lambda: all(r.moves > moves // 3 for r in racers), "the rivals' moves")


def be_refused(board: BoardView) -> None:
    """Try on a board to lay the top card of a column on another that does not take it."""
    columns = [i for i, place in enumerate(board.game.places) if place.kind == "tableau"]
    tried = (Move(a, 1, b) for a in columns for b in columns if a != b and board.state.piles[a])
    wrong = next(move for move in tried if not board.game.is_legal(board.state, move))
    board.refused.emit(why_text(board, wrong), spots_of(board.state, wrong))


def why_text(board: BoardView, wrong: Move) -> str:
    """Return why this cannot be done on a board."""
    reason = why_not(board.game, board.state, wrong)
    assert reason is not None
    return refusal_text(reason)


def finish(window: Window, racers: Sequence[Racer]) -> None:
    """End the race for all who still are in it."""
    assert window.link is not None
    window.link.session.give_up()
    for racer in racers:
        racer.session.give_up()
    until(window.results.isVisible, "the results")


def watch(
    window: Window, everybody: list[Racer], racers: list[Racer], game: str, *, delay: int = 0
) -> None:
    """Watch a race."""
    assert window.link is not None
    link, host = window.link, racers[0]
    for racer in everybody:
        racer.session.leave_room()
        racer.moves = 0
        racer.think(2)
    link.session.leave_room()
    until(lambda: not any(r.session.room for r in everybody) and not link.session.room, "leaving")
    host.session.create_room(Settings(game, seats=16, countdown=0, delay=delay))
    until(lambda: host.session.room, "the room")
    code = host.session.room.code if host.session.room else ""
    for racer in racers[1:]:
        racer.session.join_room(code)
    until(lambda: host.session.room and len(host.session.room.members) == len(racers), "all")
    host.session.start_race(anyway=True)
    until(lambda: min(racer.moves for racer in racers) > 3, "moves")
    link.session.watch_room(code)
    until(lambda: len(window.watch.grid.boards) == len(racers), "the boards")
    settle(1500)
