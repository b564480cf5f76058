"""What the scenes of the guide are played on."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from client.window.scene.board_view import BoardView
from client.window.window import Window
from harness.server_thread import ServerThread
from tools.pictures.staging import Racer, see_pictures, settle, until

SIZE: Final = (960, 640)
LARGE: Final = (1280, 800)
"""Where there is more to be seen in a larger window."""
COLOURS: Final = 256
"""Of a picture: as many as a PNG file has a palette for, which makes it a third as large."""
FLAT: Final = 8
"""The colours that cover most are taken as they are; the others stand for what is near them."""
HOST: Final = "example.org"
"""What the server is called in the pictures, whose own address tells a reader nothing."""
EASY: Final = "guide 3"
"""A deal of Klondike that the players of the pictures win."""
PATIENCE: Final = 300
"""Seconds in which a race is over, or an analysis, also on a busy machine."""
UNDER_CARDS: Final = 60
"""Pixels of table that are seen below the lowest card of a board."""


class Stage:
    """What the scenes are played on: the window, its server and the other players."""

    def __init__(self, window: Window, server: ServerThread, directory: Path) -> None:
        self.window = window
        self.server = server
        self._directory = directory
        self._racers: list[Racer] = []

    def shoot(self, name: str, *parts: QWidget) -> None:
        """Take a picture of the window, or of these parts of it."""
        settle(200)
        area = QRect() if parts else self.window.rect()
        for part in parts:
            area |= QRect(part.mapTo(self.window, QPoint()), part.size())
        self._save(name, area)

    def shoot_cards(self, name: str, board: BoardView) -> None:
        """Take a picture of a board, without the bare table below the cards."""
        settle(200)
        laid = board._scene.laid
        lowest = max(laid.pile_box(pile).bottom for pile in range(len(board.state.piles)))
        size = QSize(board.width(), min(board.height(), lowest + UNDER_CARDS))
        self._save(name, QRect(board.mapTo(self.window, QPoint()), size))

    def _save(self, name: str, area: QRect) -> None:
        see_pictures(self.window)
        area &= self.window.rect()
        path = self._directory / f"{name}.png"
        with_palette(self.window.grab(area).toImage()).save(str(path), quality=0)  # the smallest
        print(path)

    def connect(self) -> None:
        """See to it that the window is on the server, and in its lobby."""
        window = self.window
        if window.link is None:
            window.connect_to(self.server.address, "Ada")
        link = window.link
        assert link is not None
        until(lambda: link.up, "welcome")
        link.address = replace(link.address, host=HOST, port=7713)
        link.address_for_others = link.address
        if link.session.room is not None:
            link.session.leave_room()
        window.navigation.come_back()
        until(lambda: window.navigation.currentWidget() is window.lobby, "the lobby")
        window.lobby.refresh()

    def racers(self, count: int) -> list[Racer]:
        """Return so many other players, who are in no room."""
        for name in ("Grace", "Linus", "Margaret", "Edsger")[len(self._racers) : count]:
            pace = 90 + 25 * len(self._racers)
            self._racers.append(Racer(name, self.server.address, pace))
        wanted = self._racers[:count]
        until(lambda: all(racer.link.up for racer in wanted), "racers")
        for racer in wanted:
            racer.session.leave_room()
            racer.moves = 0
            racer.think(1)
        until(lambda: not any(racer.session.room for racer in wanted), "leaving")
        return wanted

    def disconnect(self) -> None:
        """Let go of the server."""
        self.window.disconnect_from_server()

    def close(self) -> None:
        """Send everybody home."""
        for racer in self._racers:
            racer.link.close()


def with_palette(image: QImage) -> QImage:
    """Return a picture with `COLOURS` colours at most."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    commonest = [
        colour for colour, _ in Counter(memoryview(image.constBits()).cast("I")).most_common()
    ]
    near = {colour & 0xF0F0F0: colour for colour in reversed(commonest[FLAT:])}  # the first stays
    palette = [*commonest[:FLAT], *sorted(near.values(), key=commonest.index)][:COLOURS]
    return image.convertToFormat(QImage.Format.Format_Indexed8, palette)
