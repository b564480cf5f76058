"""What program this is, of which version, and where its guide is."""

from importlib import metadata
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

GUIDE: Final = Path(__file__).parents[3] / "docs" / "player-guide.md"
"""The player's guide, where the program runs from its source."""


class About(QMessageBox):
    """Tells it, until it is closed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Samedeal"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setText(self.tr("Samedeal {version}").format(version=version()))
        told = self.tr(
            "Patience as a race: everyone gets the same deal.\n\nThe player’s guide is {path}."
        )
        where = GUIDE if GUIDE.exists() else self.tr("docs/player-guide.md in the program’s source")
        self.setInformativeText(told.format(path=where))


def version() -> str:
    """Return the version of the program that runs."""
    try:
        return metadata.version("samedeal")
    except metadata.PackageNotFoundError:
        return ""
