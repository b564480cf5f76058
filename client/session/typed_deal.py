"""What a player means by a text typed for a deal: its code, or a word that it is made from."""

from typing import NamedTuple

from client.session.address import BadAddress, parse_address
from engine import catalogue
from engine.catalogue import Options
from engine.chance import check_seed
from protocol import deal_code
from protocol.deal_code import Origin
from protocol.room_code import is_room_code


class TypedDeal(NamedTuple):
    """A deal that was typed."""

    origin: Origin
    word: str
    """The text that it is made from; empty where a code was typed, which says all itself."""


class MeansRoom(ValueError):
    """The text leads into a room, and so to no deal."""

    def __init__(self, text: str, *, link: bool) -> None:
        """Keep the text, and whether it is a link or an invitation; else it is a code."""
        super().__init__(f"{text} leads into a room")
        self.text, self.link = text, link


def typed_deal(text: str, game: str, options: Options) -> TypedDeal:
    """Return the deal that is meant: by a code of any game, by any other word of this one.

    What has a slash in it, or begins with the name of a game, is meant as a code.

    Raises:
        MeansRoom: it is the code of a room, or a link to one.
        BadCode: it is meant as a code of a deal, and is none.
        ValueError: it is no seed, either.
    """
    text = text.strip()
    if is_room_code(text):
        raise MeansRoom(text, link=False)
    if _invites(text):
        raise MeansRoom(text, link=True)
    if "/" in text or _names_game(text):
        return TypedDeal(deal_code.read(text), "")
    check_seed(text)
    return TypedDeal(Origin(game, catalogue.entry(game).complete(options), text), text)


def _invites(text: str) -> bool:
    """Return whether a text is an invitation: a link or a command that names a room."""
    if "://" not in text:
        return False
    try:
        return bool(parse_address(text).code)
    except BadAddress:
        return False


def _names_game(text: str) -> bool:
    """Return whether a text begins with a game's name, as a code does."""
    name, *_ = text.lower().split(maxsplit=1) or [""]
    return name in {entry.name for entry in catalogue.entries()}
