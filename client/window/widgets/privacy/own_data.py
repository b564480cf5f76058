"""All that a server has stored about the player: saved to a file, or deleted."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QVBoxLayout, QWidget

from client.session.privacy.own_data import AGAIN, BadOwnData, OwnDataFile, file_name
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.widgets.elements import SPACE, Paragraph, box, button, column, naming, row
from client.words.texts import one_line, reason_text, sentence
from protocol.messages import FromServer, OwnData, Problem, Welcome

LONGEST: Final = 24
"""Characters of a name."""


class OwnDataPanel(QWidget):
    """Saves what is stored about the player of a link, and has that player deleted."""

    told = Signal(str)
    """A sentence for the status line: what came of it."""

    asking = Signal()
    """The question has opened whether the player is to be deleted."""

    def __init__(self) -> None:
        super().__init__()
        self._link: Link | None = None
        self._found: OwnDataFile | None = None
        """What has come so far of what is being saved."""
        self._path = Path()
        self._again = QTimer(self, singleShot=True, interval=int(AGAIN * 1000))
        self._again.timeout.connect(self._ask)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        where = QStandardPaths.writableLocation(documents)
        self.files = QFileDialog(self, self.tr("Where to save your data"), where)
        self.files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.files.setFileMode(QFileDialog.FileMode.AnyFile)
        self.files.setDefaultSuffix("json")
        self.files.setNameFilter(self.tr("Data ({kinds})").format(kinds="*.json"))
        self.files.fileSelected.connect(lambda path: self.save_to(Path(path)))

        about = Paragraph(
            self.tr(
                "All that this server has stored about you can be saved in one file, and be "
                "deleted."
            ),
            "muted",
        )
        self.save = button(self.tr("Save my data…"), self._choose_file)
        self.delete = button(self.tr("Delete me…"), self._ask_for_name)
        what = Paragraph(
            self.tr(
                "Your name, your best results and ratings, your list of evenings, all that you "
                "have said and the races that nobody else was in are deleted, at once and for "
                "good. In races with others and on daily deals your moves and results stay, "
                "without your name, and can still be watched and raced against: the places of the "
                "others would be wrong without them."
            )
        )
        self.name = QLineEdit(maxLength=LONGEST)
        self.name.textChanged.connect(lambda _: self._see_name())
        self.name.returnPressed.connect(self._delete)
        self._label = naming("", self.name)
        self._label.setWordWrap(True)
        self.sure = button(self.tr("Delete me for good"), self._delete)
        self.cancel = button(self.tr("Cancel"), self._put_away)
        answers = row(self.sure, self.cancel, None, space=8)
        self._asked = box(column(what, self._label, self.name, answers, space=8))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE // 2, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(about)
        layout.addLayout(row(self.save, self.delete, None, space=8))
        layout.addWidget(self._asked)
        self._put_away()

    def attend(self, link: Link | None) -> None:
        """Be about the player of this link; None when there is no server."""
        if link is not self._link:
            self._link = link
            self._stop()
        self._put_away()

    def take(self, message: FromServer) -> None:
        """Take in what the server says, after the session has."""
        if self._found is None:
            return
        match message:
            case OwnData():
                try:
                    self._found.take(message)
                except BadOwnData as error:
                    self._fail(str(error))
                else:
                    self._ask()
            case Welcome():  # The line was lost, and is back.
                self._ask()
            case Problem("too fast"):
                self._again.start()
            case Problem("server error" | "bad message", text):
                self._fail(reason_text(text))
            case _:
                pass

    def expects(self, problem: Problem) -> bool:
        """Return whether a problem only means that a part has to be asked for again."""
        return self._found is not None and problem.code == "too fast"

    # Saving ---------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        if self._link is not None:
            self.files.selectFile(file_name(self._link.session.name))
            self.files.open()

    def save_to(self, path: Path) -> None:
        """Ask the server for all that is stored, and save it there."""
        self._found, self._path = OwnDataFile(), path
        self.save.setEnabled(False)
        self._ask()

    def _ask(self) -> None:
        found, link = self._found, self._link
        if found is None or link is None:
            return
        if question := found.question:
            if link.up:
                link.session.get_own_data(question)
            return
        self._stop()
        try:
            self._path.write_text(found.text(str(link.address)), encoding="utf-8")
        except OSError as error:
            self._fail(error.strerror or str(error))
        else:
            self._tell(self.tr("Your data are saved as {file}.").format(file=self._path.name))

    def _fail(self, why: str) -> None:
        self._stop()
        reason = one_line(why).rstrip(".")
        self._tell(self.tr("Your data could not be saved: {reason}.").format(reason=reason))

    def _stop(self) -> None:
        self._found = None
        self._again.stop()
        self.save.setEnabled(True)

    def _tell(self, text: str) -> None:
        self.told.emit(sentence(text))

    # Deleting -------------------------------------------------------------------------------------

    def _ask_for_name(self) -> None:
        if self._link is None:
            return
        name = one_line(self._link.session.name)
        question = self.tr("To be deleted, type your name: {name}").format(name=name)
        self._label.setText(question)
        self.name.setAccessibleName(question)
        self.name.clear()
        self._see_name()
        self._asked.setVisible(True)
        self.delete.setVisible(False)
        self.name.setFocus()
        announce(self, question)
        self.asking.emit()

    def _see_name(self) -> None:
        """Let the player be deleted once the name is there, and not before."""
        wanted = self._link.session.name if self._link else ""
        self.sure.setEnabled(bool(wanted) and self.name.text().strip() == wanted)

    def _delete(self) -> None:
        if self._link is not None and self.sure.isEnabled():
            self._link.session.delete_me(self._link.session.name)
            self._put_away()

    def _put_away(self) -> None:
        self._asked.setVisible(False)
        self.delete.setVisible(True)
