"""The dialogue in which a replay's file is chosen, the same wherever that is."""

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from client.session.recording import SUFFIXES
from client.words.translation import translate


class ReplayFiles(QFileDialog):
    """Begins with the player's documents, and shows what may be a replay."""

    def __init__(self, parent: QWidget) -> None:
        kinds = " ".join("*" + suffix for suffix in SUFFIXES)
        files = translate("ReplayScreen", "Replays ({kinds})").format(kinds=kinds)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        where = QStandardPaths.writableLocation(documents)
        super().__init__(parent, translate("ReplayScreen", "A replay"), where, files)
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
        self.setFileMode(QFileDialog.FileMode.ExistingFile)
