"""Bots that a player calls into a room, as company."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from client.bots.company import free_name
from client.session.address import Address
from client.session.session import Session
from client.window.online.child_process import Child
from client.words.texts import sentence


class BotProcesses(QObject):
    """The bots.  Each is a process, so that their thinking does not hold up the window."""

    failed = Signal(str)
    """A bot could not come or stay; why, as a sentence."""

    def __init__(self, tokens: Path, parent: QObject | None = None) -> None:
        """Keep the bots' tokens in the file `tokens`."""
        super().__init__(parent)
        self._tokens = tokens
        self._bots: dict[Child, str] = {}
        """The bots that are there, and their names."""
        self._ending = False
        """Whether all of them are to go, and are waited for one by one."""

    def call(self, address: Address, session: Session, level: int) -> None:
        """Let a bot of this level come into the room that the session is in, on `address`."""
        room = session.room
        if room is None:
            return
        name = free_name({*(member.name for member in room.members), *self._bots.values()})
        bot = Child(self)
        bot.ended.connect(lambda why: self._on_end(bot, why))
        self._bots[bot] = name
        bot.start(
            *("bot", room.code, "--server", address.url, "--level", str(level)),
            *("--name", name, "--tokens", str(self._tokens)),
            secrets={
                "SAMEDEAL_PASSWORD": session.password,
                "SAMEDEAL_ROOM_PASSWORD": session.room_password,
            },
        )

    def send_away(self) -> None:
        """Ask all of them to go, and do not wait."""
        for bot in self._bots:
            bot.ask_to_end()

    def end(self) -> None:
        """Let all of them go, and wait until they have."""
        self._ending = True
        self.send_away()
        for bot in list(self._bots):
            bot.end()

    def _on_end(self, bot: Child, why: str) -> None:
        self._bots.pop(bot, None)
        why = why or (self.tr("A bot has stopped by itself: call another one.") * bot.crashed)
        if not self._ending:  # else the next one to be waited for might be no more
            bot.deleteLater()
        if why:
            self.failed.emit(sentence(why))
