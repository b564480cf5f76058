"""The menu bar: what can be done on the screen that is shown, and what can always be done.

An item of a screen is one of its buttons: it says what the button says, with its key, is there when
the button is or only lacks room, and clicks it. So a command is written down once, on its screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QMainWindow,
    QMenu,
    QMenuBar,
    QMessageBox,
    QWidget,
)

from client.window.desktop import preferences, theme
from client.window.desktop.announce import announce
from client.window.navigation import Navigation
from client.window.screens.commands import is_offered, mirror, show_as_button
from client.window.screens.screen import Page

GUIDE: Final = Path(__file__).parents[2] / "docs" / "player-guide.md"
"""The player's guide, where the program runs from its source."""
ICON: Final = Path(__file__).parents[1] / "web" / "icons" / "192.png"
"""The picture by which the program is known, the same as the page's."""
PICTURE: Final = 64
"""Its width beside what the program says of itself, in pixels."""
ABOUT: Final = 420
"""The least width of that, in pixels: else a path would be broken again and again."""
USUAL: Final = preferences.Preferences().zoom


class MenuBar(QMenuBar):
    """The menus of the window."""

    def __init__(self, window: QMainWindow, navigation: Navigation) -> None:
        """Be the bar of this window, whose screens `navigation` shows."""
        super().__init__(window)
        self._window, self._navigation = window, navigation
        self.program = self.addMenu("&Samedeal")
        self.actions_now = self.addMenu(self.tr("&Actions"))
        self.view = self.addMenu(self.tr("&View"))
        self.help = self.addMenu(self.tr("&Help"))
        self._mirrored: list[tuple[QAction, QAbstractButton]] = []
        """The items that are there for good, and the buttons that they are."""
        self._fill_view()
        self._fill_help()
        self.actions_now.aboutToShow.connect(self._fill_actions)
        self._fill_actions()  # for systems that show no menu without items
        for menu in (self.program, self.view):
            menu.aboutToShow.connect(self._refresh)
        preferences.live.changed.connect(self._follow_zoom)
        self._follow_zoom()

    def fill_program(self, *commands: tuple[QAbstractButton, Sequence[str]]) -> None:
        """Fill the first menu with buttons for what can be done on any screen, and with Quit.

        The keys beside a button hold on every screen, too.
        """
        for button, keys in commands:
            item = mirror(self.program, button)
            item.setShortcuts([QKeySequence(key) for key in keys])
            self._mirrored.append((item, button))
            button.installEventFilter(self)
        self.program.addSeparator()
        end = self._add(self.program, self.tr("&Quit"), self._window.close, "Ctrl+Q")
        end.setMenuRole(QAction.MenuRole.QuitRole)

    def fill_switches(self, *switches: QAbstractButton) -> None:
        """End the menu of the view with switches of the settings."""
        self.view.addSeparator()
        for switch in switches:
            self._mirrored.append((mirror(self.view, switch), switch))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let an item's keys work as soon as its button does: the menu need not be opened first."""
        if event.type() == QEvent.Type.EnabledChange:
            self._refresh()
        return super().eventFilter(watched, event)

    @property
    def _screen(self) -> Page | None:
        """The screen that is shown."""
        screen = self._navigation.currentWidget()
        return screen if isinstance(screen, Page) else None

    # The menus ------------------------------------------------------------------------------------

    def _fill_view(self) -> None:
        self.full_screen = self._add(
            self.view, self.tr("&Full screen"), self._turn_full_screen, "F11"
        )
        self.full_screen.setCheckable(True)
        self.view.addSeparator()
        self.larger = self._add(
            self.view, self.tr("&Larger text"), lambda: self._zoom(1), "Ctrl++", "Ctrl+="
        )
        self.smaller = self._add(
            self.view, self.tr("&Smaller text"), lambda: self._zoom(-1), "Ctrl+-"
        )
        self.usual = self._add(
            self.view, self.tr("&Normal text size"), lambda: self._zoom(0), "Ctrl+0"
        )
        self.view.aboutToShow.connect(
            lambda: self.full_screen.setChecked(self._window.isFullScreen())
        )

    def _fill_help(self) -> None:
        rules = self.tr("&Rules and keys")
        self.rules = self._add(self.help, f"{rules}\tF1", self._show_help)  # a key of the boards'
        self.about = self._add(self.help, self.tr("&About Samedeal"), self._show_about)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.help.aboutToShow.connect(
            lambda: self.rules.setEnabled(self._screen is not None and self._screen.has_help)
        )

    def _fill_actions(self) -> None:
        """Show what can be done now, on the screen that is shown."""
        self.actions_now.clear()
        screen = self._screen
        for command in screen.commands() if screen is not None else ():
            if command is None:
                self.actions_now.addSeparator()
            elif is_offered(command):
                mirror(self.actions_now, command)
        if self.actions_now.isEmpty():
            self.actions_now.addAction(self.tr("Nothing here")).setEnabled(False)

    def _refresh(self) -> None:
        for item, button in self._mirrored:
            show_as_button(item, button)

    def _add(self, menu: QMenu, text: str, do: Callable[[], object], *keys: str) -> QAction:
        """Add an item to a menu, whose keys hold on every screen."""
        item = menu.addAction(text)
        item.setShortcuts([QKeySequence(key) for key in keys])
        item.triggered.connect(lambda _checked: do())
        return item

    # What they do ---------------------------------------------------------------------------------

    def _turn_full_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _zoom(self, steps: int) -> None:
        """Make all that is read larger or smaller by so many steps; by 0, as large as usual."""
        now = preferences.live.now
        now = now.zoomed(steps) if steps else replace(now, zoom=USUAL)
        preferences.live.set(now)
        announce(self, self.tr("Text: {percent}%").format(percent=now.zoom))

    def _follow_zoom(self) -> None:
        now = preferences.live.now
        self.larger.setEnabled(now.zoomed(1) != now)
        self.smaller.setEnabled(now.zoomed(-1) != now)
        self.usual.setEnabled(now.zoom != USUAL)

    def _show_help(self) -> None:
        if self._screen is not None:
            self._screen.show_help()

    def _show_about(self) -> None:
        About(self._window).open()


class About(QMessageBox):
    """Tells what program this is, of which version, and where its guide is."""

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
        here = self.tr("The player’s guide is {path}.").format(path=GUIDE)
        there = self.tr("The player’s guide is docs/player-guide.md in the program’s source.")
        self.setInformativeText(here if GUIDE.exists() else there)
        self.setIconPixmap(program_icon().pixmap(theme.px(PICTURE)))
        for told in self.findChildren(QLabel):
            if told.text() in (self.text(), self.informativeText()):
                theme.fix(told, least_width=ABOUT)
                told.setIndent(0)


def program_icon() -> QIcon:
    """Return the program's picture, for its window and where it tells of itself."""
    return QIcon(str(ICON))


def version() -> str:
    """Return the version of the program that runs; nothing where it is not installed."""
    from importlib import metadata  # which takes its time, and no start needs to wait for that

    try:
        return metadata.version("samedeal")
    except metadata.PackageNotFoundError:
        return ""
