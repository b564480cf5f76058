"""What the link to a room tells whoever has not followed it yet, as a chat shows it.  Pure."""

from dataclasses import dataclass
from typing import Literal

from engine import catalogue
from protocol.messages import RoomInfo
from server.rooms.room import Room
from server.rooms.room_list import UNDER_WAY


@dataclass(frozen=True)
class Invitation:
    """A room in two lines.  Names in them are plain text, as their owners chose them."""

    game: str
    """The game's id."""
    phase: Literal["waiting", "racing"]
    """Whether its race is under way."""
    title: str
    about: str


def invite(room: Room | RoomInfo | None) -> Invitation | None:
    """Return what may be told of a room; None of one that is locked, or on no list, or none.

    It is told to everybody, as nobody has said yet who they are: what those outside may see.  Of a
    room of another server, that is what is in the list.
    """
    if room is None:
        return None
    if isinstance(room, RoomInfo):
        info, here = room, [room.host] * room.racers
    else:
        info = room.info
        here = [each.name for each in room.members.seen() if each.seated and each.connected]
    if info.locked or not info.settings.listed:
        return None
    title = catalogue.entry(info.settings.game).title
    racing = info.phase in UNDER_WAY
    if not here:
        about = "Watch, or take a seat."
    elif racing:
        about = f"{_names(here)} {'is' if len(here) == 1 else 'are'} racing. Watch at once."
    else:
        about = f"{_names(here)} {'waits' if len(here) == 1 else 'wait'}. Watch, or take a seat."
    phase: Literal["waiting", "racing"] = "racing" if racing else "waiting"
    return Invitation(info.settings.game, phase, f"{title}: a race on Samedeal", about)


def _names(names: list[str]) -> str:
    others = len(names) - 1
    if not others:
        return names[0]
    return f"{names[0]} and {'one other' if others == 1 else f'{others} others'}"
