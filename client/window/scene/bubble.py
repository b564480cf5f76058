"""A word over a board: why something cannot be done, where it was tried."""

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from client.board import bubble
from client.board.layout import Box
from client.window.desktop import theme

LEAST_MS: Final = 3000
"""Milliseconds that a word stays at the least: whoever tried something looks at once."""
NEWS_MS: Final = 7000
"""Milliseconds that the news of somebody's win is seen."""
LETTER_MS: Final = 55
"""Milliseconds for each letter of a longer one."""
WIDEST: Final = 340
"""Pixels of a line in the usual scale; more is wrapped."""
MARGIN: Final = (12, 6)
"""Pixels around the text, at the sides and above and below."""


class Bubble(QLabel):
    """A word that goes by itself. It takes no press and no focus; what is below it is played on.

    What is said aloud is said by the board: this is only to be seen.
    """

    def __init__(self, board: QWidget) -> None:
        """Stand on `board`."""
        super().__init__(board)
        self._board = board
        theme.set_role(self, "bubble")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fading = QTimer(self, singleShot=True)
        self.fading.timeout.connect(self.hide)
        self.hide()

    def tell(
        self,
        text: str,
        about: Sequence[Box] = (),
        others: Iterable[Box] = (),
        *,
        least: int = LEAST_MS,
    ) -> None:
        """Show a text near the last of the boxes that it is about; these are the board's pixels.

        As little as can be of those and of the `others` is hidden by it. It stays for `least`
        milliseconds, or longer where there is more to read.
        """
        self.setText(text)
        self.show()  # before it is measured: only what shows has its font
        self.put(about, others)
        self.raise_()
        self.fading.start(max(least, LETTER_MS * len(text)))

    def put(self, about: Sequence[Box] = (), others: Iterable[Box] = ()) -> None:
        """Stand near the last of these boxes from now on."""
        room = self._board.size()
        wide, high = map(theme.px, MARGIN)
        most = min(theme.px(WIDEST), room.width() - 2 * bubble.AWAY) - 2 * wide
        wraps = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
        text = self.fontMetrics().boundingRect(QRect(0, 0, most, room.height()), wraps, self.text())
        self.resize(text.size() + QSize(2 * wide + 2, 2 * high))
        size, table = (self.width(), self.height()), (room.width(), room.height())
        self.move(*bubble.place(size, table, about, others))
