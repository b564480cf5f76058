"""What the client remembers from one day to the next: name, last server, tokens, games liked."""

from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from client.bots.company import USUAL_LEVEL
from client.session.address import Address, BadAddress, parse_address
from client.session.practice_store import PracticeStore
from client.session.tokens import Tokens
from client.window.desktop.preferences import Preferences, read, written
from engine.catalogue import Options
from protocol.messages import MAX_LEVEL, Deals

RECENT: Final = 12
"""How many of the games last played are remembered."""
PLAYED: Final = 1000
"""How many that were ever played: more than there are."""
SERVERS: Final = 8
"""How many servers."""


class Memory:
    """Settings in the platform's place for them, or in `directory`.

    Tokens are as good as passwords, so they are in a file of their own.
    """

    def __init__(self, directory: Path | None = None) -> None:
        data = directory or _place(QStandardPaths.StandardLocation.GenericDataLocation)
        directory = directory or _place(QStandardPaths.StandardLocation.GenericConfigLocation)
        self.practice = PracticeStore(directory)
        """The practice game left on the table, and how the others went."""
        self.tokens = Tokens(directory / "tokens.json")
        self.bots = directory / "bots.json"
        """The file with the tokens of the bots that the player has called."""
        self.server_data = data / "server"
        """The directory of the server that the player can open."""
        self.latest: tuple[str, Options] | None = None
        """The game that was played last since the program began, with its options: another object
        each time."""
        self._settings = QSettings(str(directory / "client.ini"), QSettings.Format.IniFormat)

    @property
    def name(self) -> str:
        """The name that the player last used."""
        return str(self._settings.value("name", ""))

    @name.setter
    def name(self, name: str) -> None:
        self._settings.setValue("name", name)

    @property
    def server(self) -> Address | None:
        """The last server, without a room; None on the first visit."""
        return _address(str(self._settings.value("server", "")))

    @server.setter
    def server(self, server: Address) -> None:
        self._settings.setValue("server", str(server))

    @property
    def preferences(self) -> Preferences:
        """What the player has chosen about look, sound and hand."""
        self._settings.beginGroup("preferences")
        texts = {key: str(self._settings.value(key, "")) for key in self._settings.childKeys()}
        self._settings.endGroup()
        return read(texts)

    @preferences.setter
    def preferences(self, preferences: Preferences) -> None:
        for key, text in written(preferences).items():
            self._settings.setValue(f"preferences/{key}", text)

    @property
    def window(self) -> QByteArray:
        """Where the window was and how large, as Qt keeps it; empty when nothing is known."""
        kept = self._settings.value("window")
        return kept if isinstance(kept, QByteArray) else QByteArray()

    @window.setter
    def window(self, geometry: QByteArray) -> None:
        self._settings.setValue("window", geometry)

    @property
    def servers(self) -> list[Address]:
        """The servers that let the player in, the last first."""
        found = map(_address, self._names("servers"))
        return [address for address in found if address is not None]

    def add_server(self, server: Address) -> None:
        """Remember a server that let the player in."""
        self._keep_names("servers", first(str(server), self._names("servers"), SERVERS))

    @property
    def deals(self) -> Deals:
        """Which deals the player last wanted for a room."""
        return self._deals("deals")

    @deals.setter
    def deals(self, deals: Deals) -> None:
        self._settings.setValue("deals", deals)

    @property
    def practice_deals(self) -> Deals:
        """Which deals the player last wanted to practise on."""
        return self._deals("practice_deals")

    @practice_deals.setter
    def practice_deals(self, deals: Deals) -> None:
        self._settings.setValue("practice_deals", deals)

    def _deals(self, key: str) -> Deals:
        kept = str(self._settings.value(key, ""))
        return next((deals for deals in get_args(Deals) if deals == kept), "any")

    @property
    def bot_level(self) -> int:
        """The level of the bot that the player last called."""
        kept = str(self._settings.value("bot_level", ""))
        known = kept.isdecimal() and 1 <= int(kept[:3]) <= MAX_LEVEL
        return int(kept) if known else USUAL_LEVEL

    @bot_level.setter
    def bot_level(self, level: int) -> None:
        self._settings.setValue("bot_level", level)

    @property
    def favourites(self) -> list[str]:
        """The names of the games with a star, the one that got it last first."""
        return self._names("favourites")

    def toggle_favourite(self, game: str) -> None:
        """Give a game a star, or take it away."""
        others = [name for name in self.favourites if name != game]
        starred = len(others) == len(self.favourites)
        self._keep_names("favourites", [game, *others] if starred else others)

    @property
    def recent(self) -> list[str]:
        """The names of the games last played, the last first."""
        return self._names("recent")

    def add_recent(self, game: str, options: Options | None = None) -> None:
        """Remember that a game was played just now, with these options."""
        self.latest = game, dict(options or {})
        self._keep_names("played", first(game, self.played, PLAYED))
        self._keep_names("recent", first(game, self.recent, RECENT))

    @property
    def played(self) -> list[str]:
        """The names of all games that the player has ever played, in no order that matters."""
        return self._names("played") or self.recent

    # In one text, with spaces between: a list of one would come back from the file as a text.

    def _names(self, key: str) -> list[str]:
        return str(self._settings.value(key, "")).split()

    def _keep_names(self, key: str, names: list[str]) -> None:
        self._settings.setValue(key, " ".join(names))


def first(name: str, names: list[str], most: int) -> list[str]:
    """Return the names with `name` before the others, and `most` of them at most."""
    return [name, *(other for other in names if other != name)][:most]


def _address(text: str) -> Address | None:
    """Return the address in a text of the file, or None where somebody wrote something else."""
    try:
        return parse_address(text)
    except BadAddress:
        return None


def _place(kind: QStandardPaths.StandardLocation) -> Path:
    return Path(QStandardPaths.writableLocation(kind)) / "samedeal"
