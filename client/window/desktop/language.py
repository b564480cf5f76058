"""The language of the window: the system's, where there is a translation, and English otherwise."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from client.words import translation

TRANSLATIONS: Final = Path(__file__).parents[2] / "translations"
"""Where `samedeal_de.qm` and its like are; `python -m tools.texts.translations` makes them."""


def set_language(
    app: QCoreApplication, locale: QLocale | None = None, directory: Path = TRANSLATIONS
) -> bool:
    """Show the program's texts in the language of a locale, the system's if none is given.

    Returns whether there is a translation into that language: without one, all stays English,
    Qt's own texts too.
    """
    locale = locale or QLocale.system()
    own = QTranslator(app)
    if not own.load(locale, "samedeal", "_", str(directory)):
        return False
    qts = QTranslator(app)  # the buttons of its dialogs
    place = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if qts.load(locale, "qtbase", "_", place):
        app.installTranslator(qts)
    app.installTranslator(own)
    translation.use(QCoreApplication.translate)
    return True
