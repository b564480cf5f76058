"""The program with the window: its look, and its start."""

import gc
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from client.bots.company import Company
from client.session.address import Address
from client.window.desktop import preferences, theme
from client.window.desktop.caret import Caret
from client.window.desktop.interrupt import closing
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.desktop.sound import Loudspeaker
from client.window.desktop.system import user_name
from client.window.menu import program_icon
from client.window.window import Window
from client.words.texts import newcomer_text
from engine import catalogue
from engine.catalogue import Options
from protocol import deal_code


class AppTheme(QObject):
    """Gives the program the theme that was chosen, or the system's; at once when that changes."""

    def __init__(self, app: QApplication, *, dressed: bool = True) -> None:
        """Begin with colours alone where it is not `dressed`, until `dress` is called."""
        super().__init__(app)
        self._app, self._dressed = app, dressed
        preferences.live.changed.connect(self.follow)
        app.styleHints().colorSchemeChanged.connect(self.follow)
        self.follow()

    def dress(self) -> None:
        """Give all that there is its style: what was made before that was made more quickly."""
        self._dressed = True
        theme.dress(self._app)

    def follow(self) -> None:
        """Apply what is in force now."""
        hints = self._app.styleHints()
        match preferences.live.now.theme:
            case "light":
                hints.setColorScheme(Qt.ColorScheme.Light)  # the window's frame, too
            case "dark":
                hints.setColorScheme(Qt.ColorScheme.Dark)
            case _:
                hints.unsetColorScheme()
        theme.apply(self._app, dark=preferences.live.now.dark, dressed=self._dressed)


def run(
    address: Address | Callable[[], Address] | None = None,
    name: str | None = None,
    *,
    watch: bool = False,
    password: str = "",
    room_password: str = "",
    practice: str | None = None,
    seed: str | None = None,
    at_once: bool = False,
    settings_dir: Path | None = None,
    company: Company | None = None,
) -> int:
    """Open the window and return the exit status once it is closed: 130 when Ctrl-C closed it.

    `address`, or what returns it once the window is made, connects at once where a name is given or
    remembered, or in any case with `at_once`, and leads on into the room that it names, if it does,
    to race or to `watch`. `password` is the server's and `room_password` the room's, where they
    have one. `practice` names a game to play alone, dealt from `seed`; or it is a deal code, which
    has that in it. `settings_dir` is where name, server and tokens are kept, instead of the
    platform's place for them. `company` are bots to race against there at once, in a room of the
    player's own.

    Raises:
        UnknownGame: there is no game called `practice`.
        BadCode: it has a slash, as a deal code has, and is none.
    """
    deal: tuple[str, Options | None, str | None] | None = None
    if practice is not None:
        coded = "/" in practice
        deal = deal_code.read(practice) if coded else (catalogue.entry(practice).name, None, seed)
    gc.disable()  # almost nothing of what is made until the window is there is garbage
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Samedeal")
    app.setWindowIcon(program_icon())
    memory = Memory(settings_dir)
    preferences.live.set(memory.preferences)
    chosen = memory.preferences.language
    set_language(app, "" if chosen == preferences.SYSTEM else chosen)
    look = AppTheme(app, dressed=False)
    Caret(app)
    loudspeaker = Loudspeaker()
    code = address.code if isinstance(address, Address) else ""
    window = Window(memory, code=code, watch=watch, room_password=room_password, nearby=True)
    if callable(address):
        address = address()
    server, name = address or memory.server, name or memory.name
    if at_once:
        name = name or user_name() or newcomer_text()
    window.connect_screen.fill(str(server or ""), name, user_name())
    if deal is not None:
        window.practice_screen.start(*deal)
        window.practise()
    elif address and name:
        if company is not None:
            window.race_with(company)
        window.connect_to(address, name, password)
    look.dress()
    window.show()
    gc.freeze()  # what stands now stays: to look through it for garbage would take two frames
    gc.enable()
    with closing(window.close_unasked) as signals:
        status = app.exec()
    window.hide()  # if it is not: at Python's end those are gone who would hear of it
    loudspeaker.close()
    return 128 + signals[0] if signals else status
