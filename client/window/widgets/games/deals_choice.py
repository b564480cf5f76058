"""Choosing which deals are raced or practised on, as far as a game has a choice."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox

from client.window.desktop import theme
from client.window.widgets.elements import Paragraph
from client.words.deals import deals_help, deals_title, no_deals_text
from engine.catalogue import Options
from protocol.deals import deals_of, depends_on_options
from protocol.messages import Deals


def nearest(wish: Deals, offered: Sequence[Deals]) -> Deals:
    """Return the kind of deals that is nearest to what is wished, of those that a game has."""
    if wish in offered:
        return wish
    return "winnable" if wish != "any" and "winnable" in offered else "any"


class DealsChoice(QComboBox):
    """The kinds of deals of one game, one of which is chosen.

    What was wished is wished again when there is another game that has it. A `narrow` one is no
    wider than what is chosen, for where others need the room; its list is as wide as all of it.
    `helps` says what a choice means.
    """

    chosen = Signal(str)
    """The player has made another choice."""

    def __init__(self, *, narrow: bool = False, helps: Callable[[Deals], str] = deals_help) -> None:
        super().__init__()
        self._narrow, self._helps = narrow, helps
        if narrow:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        theme.fix(self, line_height=32)
        self.about = Paragraph("", "muted")
        """What the choice means, or why there is none: a line for below."""
        self._wish: Deals = "any"
        self._by_options = False
        """Whether the game would have more kinds with other options, if it has but one."""
        self._offered: tuple[Deals, ...] = ()
        self._offer(("any",))
        self.activated.connect(self._choose)

    def sizeHint(self) -> QSize:
        """Return the size that shows any choice, or only this one."""
        return self._fitting(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        # Qt keeps its own from when there were other choices.
        return self.sizeHint() if self._narrow else super().minimumSizeHint()

    def _fitting(self, size: QSize) -> QSize:
        if not self._narrow:
            return size
        widths = [
            self.fontMetrics().horizontalAdvance(self.itemText(at)) for at in range(self.count())
        ]
        now = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(size.width() - max(widths, default=now) + now, size.height())

    def showPopup(self) -> None:
        """Show all choices in full."""
        self.view().setMinimumWidth(max(self.width(), super().sizeHint().width()))
        super().showPopup()

    @property
    def deals(self) -> Deals:
        """What is chosen; the nearest to what is wished that the game has."""
        return nearest(self._wish, self._offered)

    @property
    def wished(self) -> Deals:
        """What was wished, whether the game has it or not."""
        return self._wish

    @property
    def any_choice(self) -> bool:
        """Whether the game has more than one kind."""
        return len(self._offered) > 1

    def wish(self, deals: Deals) -> None:
        """Choose these, now or for the next game that has them."""
        self._wish = deals
        self._show()

    def show_game(self, game: str, options: Options) -> None:
        """Offer the kinds that a game has with these options."""
        self._by_options = depends_on_options(game)
        self._offer(deals_of(game, options))

    def _offer(self, offered: tuple[Deals, ...]) -> None:
        if offered != self._offered:
            self._offered = offered
            self.clear()
            for deals in offered:
                self.addItem(deals_title(deals), deals)
        self._show()

    def _show(self) -> None:
        self.setCurrentIndex(self._offered.index(self.deals))
        self.setEnabled(self.any_choice)
        told = (
            self._helps(self.deals)
            if self.any_choice
            else no_deals_text(by_options=self._by_options)
        )
        self.about.setText(told)
        self.setAccessibleDescription(told)
        self.updateGeometry()

    def _choose(self, index: int) -> None:
        self._wish = self._offered[index]
        self._show()
        self.chosen.emit(self._wish)
