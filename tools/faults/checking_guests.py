"""Guests who watch a room whatever becomes of its server, and check that they miss nothing."""

import asyncio
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from engine.state import State
from protocol import wire
from protocol.forms import MSGPACK
from protocol.messages import (
    VERSION,
    Board,
    FromServer,
    Hello,
    LeftRoom,
    Moved,
    RaceStarted,
    Step,
    WatchRoom,
)

PAUSE: Final = 0.2
"""Seconds until a guest comes back whose line was lost."""


class CheckingGuest:
    """A guest who sees a room, and follows each board move by move."""

    def __init__(self, url: str, code: str) -> None:
        """See the room with this code, beginning at a server of its club."""
        self.code = code
        self._url = url
        self.boards: dict[int, tuple[int, State]] = {}
        """By player, after how many entries, and how it is."""
        self.heard = 0
        """Boards and steps that have come."""
        self.lines = 0
        """How often the guest has connected."""
        self.wrong: list[str] = []
        """What cannot be, as it was heard."""

    async def run(self) -> None:
        """Watch until cancelled."""
        there = self._url
        while True:
            moved = ""
            with suppress(OSError, TimeoutError, WebSocketException):
                moved = await self._watch(there)
            there = moved or self._url
            if not moved:
                await asyncio.sleep(PAUSE)

    async def _watch(self, url: str) -> str:
        """Watch by one line; return where to go on, or an empty text."""
        async with connect(url, compression=None, open_timeout=5, max_size=2**20) as line:
            self.lines += 1
            for wish in (Hello(VERSION, guest=True), WatchRoom(self.code)):
                await line.send(MSGPACK.encode(wish))
            async for frame in line:
                for each in MSGPACK.split(frame):
                    message = MSGPACK.decode_server(each)
                    if isinstance(message, Moved):
                        return message.address
                    self._take(message)
        return ""

    def _take(self, message: FromServer) -> None:
        match message:
            case RaceStarted():
                self.boards.clear()
            case Board(player, number):
                self.boards[player] = (number, wire.board_view(message))
            case Step(player, number):
                known, view = self.boards.get(player, (-1, None))
                if view is not None and number == known + 1:
                    self.boards[player] = (number, wire.step_view(view, message))
                elif number > known:
                    self.wrong.append(f"step {number} of {player} came after {known}")
            case LeftRoom(reason):
                self.wrong.append(f"room {self.code} was left: {reason}")
            case _:
                return
        self.heard += 1
