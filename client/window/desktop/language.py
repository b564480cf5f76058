"""The language of the window: the one that was chosen, or else the system's."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from client.words import translation


class Translator(QTranslator):
    """Looks up what widgets show, as `translation` looks up everything else."""

    def __init__(self, look_up: translation.LookUp, parent: QObject) -> None:
        super().__init__(parent)
        self._look_up = look_up

    def isEmpty(self) -> bool:
        """Say that there are texts, or Qt would not ask."""
        return False

    def translate(
        self, context: str, text: str, comment: str | None = None, n: int = -1
    ) -> str | None:
        """Return a text of a widget's; None where Qt shall go on looking."""
        return self._look_up(context, text, comment or "", n) or None


_OURS: Final = "samedeal"
"""What the translators that are installed here are called."""


def set_language(
    app: QCoreApplication, language: str = "", directory: Path = translation.LANGUAGES
) -> str:
    """Show the program's texts in a language, or the system's if it is empty, from now on.

    Widgets that are there already keep their texts. Returns the language: English where there is
    no translation, and then Qt's own texts are English, too.

    Raises:
        client.words.translation.BadLanguage: its file cannot be read.
    """
    wanted = [language] if language else QLocale.system().uiLanguages()
    found = translation.best_of(wanted, directory)
    for old in app.findChildren(QTranslator, _OURS):
        app.removeTranslator(old)
        old.deleteLater()
    translation.use(None)
    if found == translation.SOURCE:
        return found
    look_up = translation.load(found, directory)
    translation.use(look_up)
    qts = QTranslator(app)  # the buttons of its dialogs
    place = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    qts.load(QLocale(found), "qtbase", "_", place)
    for translator in (qts, Translator(look_up, app)):  # the one installed last is asked first
        translator.setObjectName(_OURS)
        app.installTranslator(translator)
    return found
