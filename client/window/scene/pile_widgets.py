"""What a screen reader finds on a board: a group for every pile, and in it a text for every card.

A graphics scene has nothing that assistive technology could look at. So these are plain widgets,
which it finds on every platform. They lie where the cards are seen, are never painted, and take
neither mouse nor focus. They are made only once somebody listens.
"""

from typing import TypeVar

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QGroupBox, QLabel, QWidget

from client.board.layout import Arrangement, Box, Spot
from client.board.spoken import Speaker
from client.words.texts import card_words
from engine.state import State

WidgetT = TypeVar("WidgetT", bound=QWidget)


class PileWidgets:
    """The groups of one board, and their texts."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._groups: list[QGroupBox] = []
        self._cards: list[list[QLabel]] = []

    def clear(self) -> None:
        """Remove all groups, as for another game, which has no piles yet."""
        for group in self._groups:
            _remove(group)
        self._groups, self._cards = [], []

    def show(self, speaker: Speaker, state: State, laid: Arrangement, ratio: float) -> None:
        """Name what lies in each pile of `state`, and lay the widgets where it is seen.

        `ratio` is how many device pixels, in which `laid` is, make a pixel of the window.
        """
        if not laid.table.bases:
            return
        while len(self._groups) < len(state.piles):
            self._groups.append(_unseen(QGroupBox(self._parent)))
            self._cards.append([])
        for pile, (group, cards) in enumerate(zip(self._groups, state.piles, strict=True)):
            box = laid.pile_box(pile)
            _place(group, speaker.pile(state, pile), box, Box(0, 0, 0, 0), ratio)
            labels = self._cards[pile]
            while len(labels) > len(cards):
                _remove(labels.pop())
            while len(labels) < len(cards):
                labels.append(_unseen(QLabel(group)))
            for index, (label, card) in enumerate(zip(labels, cards, strict=True)):
                _place(label, card_words(card), laid.card_box(Spot(pile, index)), box, ratio)


def _place(widget: QWidget, name: str, box: Box, within: Box, ratio: float) -> None:
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)
    scaled = [round(n / ratio) for n in (box.x - within.x, box.y - within.y, box.width, box.height)]
    rect = QRect(*scaled)
    if widget.geometry() != rect:
        widget.setGeometry(rect)


def _remove(widget: QWidget) -> None:
    widget.hide()
    widget.setParent(None)  # at once: who listens may look before it is deleted
    widget.deleteLater()


def _unseen(widget: WidgetT) -> WidgetT:
    """Keep a widget from being painted and clicked; for assistive technology it is there."""
    widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    widget.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    widget.setUpdatesEnabled(False)
    widget.show()
    return widget
