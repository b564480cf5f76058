"""A player's first races: a card for each, with its game's picture, and the way to its replay."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from client.window.desktop import theme
from client.window.scene.game_pictures import GamePicture
from client.window.widgets.elements import SPACE, Elided, box, button, column, day_cell, label, row
from client.words.texts import (
    BETWEEN,
    game_title,
    options_text,
    place_text,
    points_text,
    reached_at,
    status_text,
    win_text,
)
from protocol.messages import PastRace

WIDEST: Final = 760
"""Pixels of a card."""
FLAT: Final = 0.75
"""The most height of a picture, in its width."""
LEAST: Final = 24
"""The least height of a picture, in pixels."""
LOW: Final = 2.2
"""From how many times as wide as it is high a card has the picture at its side."""


class RaceCards(QWidget):
    """Cards side by side, the newest race at the left."""

    wanted = Signal(int)
    """A race to see."""

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self._cards = row()
        whole = column(self._cards, None)
        whole.setStretch(0, 1000)
        self.setLayout(whole)
        self._shown: list[PastRace] = []

    def show_races(self, races: Sequence[PastRace]) -> None:
        """Show these races; the newest comes first."""
        if list(races) == self._shown:
            return
        self._shown = list(races)
        while (item := self._cards.takeAt(0)) is not None:
            if (card := item.widget()) is not None:
                card.hide()
                card.deleteLater()
        for race in races:
            card = RaceCard(race, self.wanted.emit)
            self._cards.addWidget(card, 1)
            card.show()  # Qt would do so later


class RaceCard(QFrame):
    """One race: its game, the place, how it went."""

    def __init__(self, race: PastRace, wanted: Callable[[int], object]) -> None:
        super().__init__()
        theme.set_role(self, "panel")
        theme.fix(self, most_width=WIDEST)
        self._picture = GamePicture()
        self._picture.show_game(race.game, race.options)
        theme.fix(self._picture, least_height=LEAST)
        place = label(place_text(race.place, race.racers), "title")
        if race.place == 1 and not race.won:
            place.setToolTip(win_text())
        day = day_cell(race.at)
        when = label(day.text, "muted")
        when.setToolTip(day.tip)
        title = game_title(race.game)
        facts = [status_text(race.status), points_text(race.score)]
        if race.milliseconds:
            facts.append(reached_at(race.milliseconds))
        self.replay = button(self.tr("Show the replay"), lambda: wanted(race.race))
        self.replay.setAccessibleName(
            BETWEEN.join((title, place.text(), day.text, self.replay.text()))
        )
        game = BETWEEN.join(filter(None, (title, options_text(race.game, race.options))))
        texts = column(
            row(place, None, when), Elided(game, "name"), Elided(BETWEEN.join(facts)), space=4
        )
        self._texts = box(column(texts, row(self.replay, None), None, space=8))
        self._inner = column(space=8)
        self._inner.addWidget(self._picture, 1000)
        self._inner.addWidget(self._texts, 1)
        self._inner.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        self.setLayout(self._inner)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the picture where it has room, no higher than suits a table."""
        super().resizeEvent(event)
        inside = self.width() - 2 * SPACE
        self.setMaximumHeight(
            round(inside * FLAT) + self._texts.sizeHint().height() + 8 + 2 * SPACE
        )
        beside = self.width() > LOW * self.height()
        ways = QBoxLayout.Direction
        self._inner.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._inner.setSpacing(SPACE if beside else 8)
        self._inner.setStretch(1, 1000 if beside else 1)
        wide = (self.width() - 3 * SPACE) // 2 if beside else inside
        self._picture.setMaximumHeight(max(theme.px(LEAST), round(wide * FLAT)))
