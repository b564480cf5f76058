"""What the system says of the player: a name, and a wish for dark windows or little motion."""

import getpass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

MAX_NAME: Final = 24
"""Characters that a player's name has at most."""


NOBODY: Final = frozenset(("root", "admin", "administrator", "guest", "owner", "pi", "user"))
"""Names that say nothing of who goes by them."""


def user_name() -> str:
    """Return a name for who has typed none: the one by which the system knows its user.

    It is empty where that is nobody's in particular.
    """
    try:
        name = getpass.getuser()[:MAX_NAME]
    except (OSError, KeyError, ImportError):  # a user without a name
        name = ""
    return "" if name.casefold() in NOBODY else name


def prefers_dark() -> bool:
    """Whether the system's windows are dark now; they are light where it does not say."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def prefers_little_motion() -> bool:
    """Whether the player wants windows to keep still.

    Qt says so on Windows, by the effects that it would use itself. On Linux it does not before
    Qt 6.12: there the desktops keep it in files of their own.
    """
    if QGuiApplication.platformName() == "windows":
        return not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return any(_says(Path(place) / file, key, off) for file, key, off in _FILES)


_FILES: Final = (
    ("kdeglobals", "KDE/AnimationDurationFactor", ("0", "0.0")),
    ("gtk-4.0/settings.ini", "Settings/gtk-enable-animations", ("0", "false")),
    ("gtk-3.0/settings.ini", "Settings/gtk-enable-animations", ("0", "false")),
)


def _says(file: Path, key: str, values: tuple[str, ...]) -> bool:
    if not file.is_file():
        return False
    found = QSettings(str(file), QSettings.Format.IniFormat).value(key, "")
    return str(found).strip().lower() in values
