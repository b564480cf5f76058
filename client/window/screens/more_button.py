"""A button for what has no room on a screen just now: a list of those other buttons."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QMenu

from client.window.screens.commands import is_offered, mirror
from client.window.widgets.buttons.choice_button import ChoiceButton


class MoreButton(ChoiceButton):
    """Opens a list of buttons that are hidden, each of which does there what it does in sight."""

    def __init__(self, *spared: QAbstractButton) -> None:
        """Stand for these buttons, which `client.window.screens.commands.keep_in_menu` knows."""
        super().__init__(self._open)
        self._spared = spared
        self.show_choice(self.tr("More", "buttons that have no room in a bar"))
        self.menu_shown = QMenu(self)

    def _open(self) -> None:
        self.menu_shown.clear()
        for made in self._spared:
            if is_offered(made) and not made.isVisible():
                mirror(self.menu_shown, made)
        wide = self.menu_shown.sizeHint().width()
        below = self.rect().bottomRight() + QPoint(1 - wide, 2)
        self.menu_shown.popup(self.mapToGlobal(below))
        self.menu_shown.setFocus(Qt.FocusReason.PopupFocusReason)
