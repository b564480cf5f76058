"""What the operator asks of one server is done at all that share its database.

The one that is asked does it; the others do what concerns those who are there, and reply.
"""

import logging
from typing import Final

import msgspec

from server.operator.operator import Operator
from server.operator.requests import (
    AnyRequest,
    Delete,
    Export,
    List,
    ListDaily,
    Reply,
    ReplyRow,
    ShutRoom,
    Stop,
)
from server.storage.database import BadDatabase, CannotWrite
from server.storage.neighbours import Neighbours

log = logging.getLogger(__name__)

_REQUEST: Final = msgspec.json.Decoder[AnyRequest](AnyRequest)
_REPLY: Final = msgspec.json.Decoder(Reply)


class Orders:
    """Asks the other servers, and does what they ask."""

    def __init__(self, operator: Operator, neighbours: Neighbours) -> None:
        """Have `operator` do here what there is to do."""
        self._operator, self._neighbours = operator, neighbours

    async def do(self, request: AnyRequest) -> Reply:
        """Do what is asked for, here and at the others; return the reply of all."""
        asked = request if isinstance(request, Stop) else await self._operator.resolved(request)
        reply = await self._operator.do(request)
        elsewhere = isinstance(request, ShutRoom)  # What is not here may be there.
        if isinstance(request, Stop | Export | ListDaily) or not (reply.ok or elsewhere):
            return reply
        try:
            replies = await self._neighbours.order(msgspec.json.encode(asked).decode())
        except (CannotWrite, BadDatabase) as error:
            text = f"{reply.text}; the other servers could not be asked: {error}"
            return msgspec.structs.replace(reply, text=text)
        told = [_REPLY.decode(each) for each in replies if each is not None]
        silent = replies.count(None)
        return _together(request, reply, told, silent)

    async def tell_deleted(self, player: int) -> None:
        """Let the others take a player out who is deleted here.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        await self._neighbours.order(msgspec.json.encode(Delete(f"@{player}")).decode())

    async def look(self) -> None:
        """Do what others have ordered.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        for number, text in await self._neighbours.orders():
            try:
                reply = await self._operator.heed(_REQUEST.decode(text))
            except msgspec.MsgspecError as error:  # Of another version, say.
                reply = Reply(False, f"that is no request: {error}")
            await self._neighbours.reply(number, msgspec.json.encode(reply).decode())


def _together(request: AnyRequest, own: Reply, others: list[Reply], silent: int) -> Reply:
    """Return one reply of all."""
    done = own if own.ok else next((each for each in others if each.ok), own)
    text, rows = done.text, own.rows
    if isinstance(request, List) and own.ok:
        rows = _rows(request, [own, *(each for each in others if each.ok)])
        text = f"{len(rows)} {request.what if len(rows) != 1 else request.what[:-1]}"
    if silent:
        text += f"; {silent} of the other servers did not answer"
    return Reply(done.ok, text, rows)


def _rows(request: List, replies: list[Reply]) -> list[ReplyRow]:
    if request.what == "bans":
        return replies[0].rows
    if request.what != "players":
        return [row for reply in replies for row in reply.rows]
    connected = {row["id"] for reply in replies for row in reply.rows if row["connected"]}
    return [row | {"connected": row["id"] in connected} for row in replies[0].rows]
