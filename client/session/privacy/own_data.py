"""All that a server has stored about a player, put together from its parts to one file.

A server is a stranger: what it sends is kept as it is, in a file that nobody runs, and has an end.
"""

import json
from typing import Final, get_args

import msgspec

from client.words.translation import translate
from protocol.messages import GetOwnData, OwnData, OwnDataPart, OwnSection

MOST: Final = 256 << 20
"""Characters of all parts together; who raced every day for years has a tenth of it."""
SECTIONS: Final[tuple[OwnSection, ...]] = get_args(OwnSection)
"""In the order in which they are told."""
AGAIN: Final = 2.0
"""Seconds after which a part is asked for again that the server would not give so soon."""


class BadOwnData(ValueError):
    """A server does not say what it should; the text says what is wrong."""


class OwnDataFile:
    """What has come so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rows: dict[OwnSection, list[str]] = {section: [] for section in SECTIONS}
        self._size = 0
        self._wanted: OwnDataPart | None = OwnDataPart(SECTIONS[0])

    @property
    def question(self) -> GetOwnData | None:
        """What to ask for next; None when all is there."""
        part = self._wanted
        return GetOwnData(part.section, part.race, part.number) if part else None

    def take(self, message: OwnData) -> None:
        """Take in a part.

        Raises:
            BadOwnData: it is not the one that was asked for, it never ends, or it is no list.
        """
        wanted, following = self._wanted, message.next
        if wanted is None or message.section != wanted.section:
            raise BadOwnData(translate("own_data", "the server has told what it was not asked for"))
        if following is not None and _place(following) <= _place(wanted):
            raise BadOwnData(translate("own_data", "the server never comes to an end"))
        self._size += len(message.rows)
        if self._size > MOST:
            raise BadOwnData(
                translate("own_data", "the server tells more than anybody could have done")
            )
        try:
            msgspec.json.decode(message.rows, type=list[dict[str, msgspec.Raw]])
        except (msgspec.DecodeError, UnicodeError):
            raise BadOwnData(
                translate("own_data", "the server has told what makes no sense")
            ) from None
        rows = _harmless(message.rows.strip()[1:-1].strip())
        if rows:
            self._rows[message.section].append(rows)
        self._wanted = following

    def text(self, server: str) -> str:
        """Return the file: JSON, with a list of objects under the name of each section."""
        parts = [f'"samedeal": 1,\n"server": {msgspec.json.encode(server).decode()}']
        for section, rows in self._rows.items():
            parts.append(f'"{section}": [\n' + ",\n".join(rows) + "\n]")
        return "{\n" + ",\n".join(parts) + "\n}\n"


def _harmless(text: str) -> str:
    """Return JSON that says the same, and steers no terminal on which it is looked at."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else " " if c.isspace() and c.isascii() else json.dumps(c)[1:-1]
        for c in text
    )


def _place(part: OwnDataPart) -> tuple[int, int, int]:
    """Return where a part is among all, in their order."""
    return SECTIONS.index(part.section), part.race, part.number


def file_name(name: str) -> str:
    """Return what such a file of a player with this name is called."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name).strip("-")
    return f"samedeal-{plain or 'player'}.json"
