"""What an operator can ask of a running server, and the reply: each is one line of JSON."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.messages import OwnDataPart

ReplyRow: TypeAlias = dict[str, Any]
"""One line of a list: a value under the name of each column."""


class Request(Struct, frozen=True, tag_field="do"):
    """What every request is.  A `player` is a name, or an id as `@12`."""


class List(Request, frozen=True, tag="list"):
    """List the players, the rooms, the connections or the bans."""

    what: Literal["players", "rooms", "connections", "bans"]


class BanPlayer(Request, frozen=True, tag="ban"):
    """Keep a player or a network out; exactly one of the two is given."""

    player: str = ""
    network: str = ""
    until: int | None = None
    """Seconds since 1970; None: for good."""
    reason: str = ""


class Unban(Request, frozen=True, tag="unban"):
    """End a ban."""

    ban: Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Rename(Request, frozen=True, tag="rename"):
    """Give a player another name."""

    player: str
    name: str


class Delete(Request, frozen=True, tag="delete"):
    """Delete a player with all their data."""

    player: str


class Export(Request, frozen=True, tag="export"):
    """Read a part of all that is stored about a player."""

    player: str
    part: OwnDataPart = OwnDataPart("player")


class Revoke(Request, frozen=True, tag="revoke"):
    """Make a player's token worthless; with `renew`, reply with a new one for its owner."""

    player: str
    renew: bool = False


class Announce(Request, frozen=True, tag="announce"):
    """Tell everybody who is connected something."""

    text: str


class ShutRoom(Request, frozen=True, tag="shut"):
    """Send everybody in a room away and close it."""

    room: str
    reason: str = ""


class ListDaily(Request, frozen=True, tag="daily"):
    """Tell who has made attempts at the deal of a day, and what there is to know of each."""

    day: str = ""
    """As `2026-11-27`; empty for today."""


class RebuildRatings(Request, frozen=True, tag="rebuild ratings"):
    """Reckon the ratings of this season again from its races.

    A `player` whose races did not count so far counts from now on, or does not any more: then
    others' ratings are as if that player had not been there.
    """

    player: str = ""
    """Empty where everybody counts who did before."""
    counted: bool = True


class NewSeason(Request, frozen=True, tag="new season"):
    """Keep the ratings as they are, and let everybody begin anew."""


class Stop(Request, frozen=True, tag="stop"):
    """Stop the server."""


AnyRequest: TypeAlias = (
    List
    | BanPlayer
    | Unban
    | Rename
    | Delete
    | Export
    | Revoke
    | Announce
    | ShutRoom
    | ListDaily
    | RebuildRatings
    | NewSeason
    | Stop
)


class Reply(Struct, frozen=True):
    """What the server answers."""

    ok: bool
    text: str
    """What was done, or why not."""
    rows: list[ReplyRow] = []
    """What was asked for with `list` or `export`; the new token after `revoke`."""
    next: OwnDataPart | None = None
    """After `export`, the part to ask for next."""
