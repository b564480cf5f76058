"""The spectator in the terminal: watches a room and shows its races as text.

On a terminal it draws pages, ten times a second at most; where the output goes elsewhere, it
writes a line for each change, one a second at most.
"""

import asyncio
import random
import time
from typing import Final, TextIO

from client.connection import Connection
from client.session.address import Address
from client.session.fairness import FairnessCheck
from client.session.session import Session
from client.terminal.page import WatchedRoom, page, ranking, summary
from client.terminal.terminal import Terminal
from client.terminal.text import safe_text
from client.words.texts import clock, one_line, told_text
from protocol.messages import (
    Announcement,
    FromServer,
    LeftRoom,
    Problem,
    Results,
    RoomState,
    Said,
    Stopping,
    Welcome,
)

FRAME: Final = 0.1
"""Seconds between two drawings of a terminal."""
LINE: Final = 1.0
"""Seconds between two lines where there is no terminal."""
WIDTH: Final = 80
"""Columns of the results, where the terminal is not narrower."""

MOST_NAMES: Final = 20
"""Names that are tried, one after the other, until one is free."""


class CannotWatch(Exception):
    """There is nothing to watch.  The text is a sentence for the user."""

    def __init__(self, text: str, code: str = "") -> None:
        """Take the sentence, and the problem's code if it is the server that says so."""
        super().__init__(text)
        self.code = code


async def watch(
    address: Address,
    code: str,
    out: TextIO,
    *,
    name: str = "",
    follow: bool = False,
    password: str = "",
    room_password: str = "",
) -> bool:
    """Show the room `code` until the results (with `follow`: until the room closes).

    The passwords are the server's and the room's, where there are such.

    Returns:
        Whether the last race was played on the deal that had been promised.

    Raises:
        client.connection.CannotConnect: there is no server, or it stayed away.
        CannotWatch: the server does not let us in, or the room closed before any results.
    """
    terminal = Terminal(out)
    watched = WatchedRoom(Session(name or _spectator(), password=password))
    watching = _Watching(watched, code, room_password, follow=follow)
    other_names = () if name else ((_spectator(), "") for _ in range(MOST_NAMES))

    def report(text: str) -> None:
        watched.notice = "" if text == Connection.BACK else text

    with terminal:
        connection = Connection(address, watched.session, other_names=other_names, report=report)
        async with connection:
            tasks = (
                asyncio.create_task(_listen(connection, watching)),
                asyncio.create_task(_draw(terminal, watched)),  # ends where nobody reads any more
            )
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ends = await asyncio.gather(*tasks, return_exceptions=True)
            for end in ends:
                if isinstance(end, Exception):
                    raise end
    if watched.verdict is None:
        raise CannotWatch(watching.closed or "there were no results to see")
    width = min(terminal.size[0], WIDTH) if terminal.live else WIDTH
    terminal.write(ranking(watched, terminal.glyphs, width))
    return watched.verdict.fair


class _Watching:
    """Answers the server's messages as a spectator, and notes what the pages show."""

    def __init__(self, watched: WatchedRoom, code: str, password: str, *, follow: bool) -> None:
        self._password = password
        self.closed = ""
        self._watched = watched
        self._code = code
        self._follow = follow
        self._fairness = FairnessCheck()

    def ends(self, message: FromServer) -> bool:
        """Take in a message from the server; return whether there is nothing more to see.

        Raises:
            CannotWatch: The server does not let us in.
        """
        watched = self._watched
        self._fairness.note(message)
        match message:
            case Welcome():
                watched.session.watch_room(self._code, self._password)
            case Problem():
                raise CannotWatch(told_text(message.text), message.code)
            case Announcement() | Stopping():
                watched.notice = one_line(watched.session.notice)
            case Said():
                watched.said.append(f"{one_line(message.name)}: {one_line(message.text)}")
            case Results():
                misfits = message.race in watched.session.misfits
                watched.verdict = self._fairness.verdict(message, misfits=misfits)
                return not self._follow
            case LeftRoom():
                self.closed = one_line(message.reason) or "the room was closed"
                return True
            case RoomState(phase="lobby") if not self._follow and watched.verdict:
                return True
            case _:
                pass
        return False


async def _listen(connection: Connection, watching: _Watching) -> None:
    async for message in connection.messages():
        if watching.ends(message):
            return


async def _draw(terminal: Terminal, watched: WatchedRoom) -> None:
    told = ""
    while True:
        if terminal.live:
            terminal.draw(page(watched, time.monotonic(), *terminal.size, terminal.glyphs))
            await asyncio.sleep(FRAME)
        else:
            line = watched.notice or summary(watched.session)
            if line != told:
                race = watched.session.race
                elapsed = clock(race.elapsed(time.monotonic())) if race else ""
                terminal.write([safe_text(f"{elapsed:>5}  {line}")])
                told = line
            await asyncio.sleep(LINE)


def _spectator() -> str:
    return f"Spectator {random.randrange(10_000, 100_000)}"
