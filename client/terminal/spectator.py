"""The spectator in the terminal: watches a room and shows its races as text.

On a terminal it draws pages, ten times a second at most; where the output goes elsewhere, it
writes a line for each change, one a second at most.
"""

import asyncio
import random
import time
from collections import deque
from typing import Final, TextIO

from rich.text import Text

from client.connection import Connection
from client.session.address import Address
from client.session.attendance import Attendance, add_news
from client.session.fairness import FairnessCheck
from client.session.session import Session
from client.terminal.page import WatchedRoom, feats, page, ranking, ratings, summary
from client.terminal.terminal import Terminal
from client.terminal.text import safe_text
from client.words.texts import clock, one_line, told_text
from protocol.messages import (
    Announcement,
    Feats,
    FromServer,
    LeftRoom,
    Problem,
    Rated,
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

MOST_RESULTS: Final = 200
"""The races of which a terminal shows the results when it is back on its first screen."""

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

    The results of each race stay: as lines where there is no terminal, and below each other when a
    terminal is back on its first screen.

    Returns:
        Whether every race was what had been promised.

    Raises:
        client.connection.CannotConnect: there is no server, or it stayed away.
        CannotWatch: the server does not let us in, or the room closed before any results.
    """
    terminal = Terminal(out)
    watched = WatchedRoom(Session(name or _spectator(), password=password))
    chronicle = _Chronicle(terminal)
    watching = _Watching(watched, code, room_password, follow=follow, chronicle=chronicle)
    other_names = () if name else ((_spectator(), "") for _ in range(MOST_NAMES))

    def report(text: str) -> None:
        watched.notice = "" if text == Connection.BACK else text

    try:
        with terminal:
            connection = Connection(
                address, watched.session, other_names=other_names, report=report
            )
            async with connection:
                tasks = (
                    asyncio.create_task(_listen(connection, watching)),
                    asyncio.create_task(_draw(terminal, watched)),  # ends where nobody reads
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
    finally:
        chronicle.close()
    if watched.verdict is None:
        raise CannotWatch(watching.closed or "there were no results to see")
    return chronicle.fair


class _Chronicle:
    """The results of the races that were watched, as lines that stay."""

    def __init__(self, terminal: Terminal) -> None:
        self.fair = True
        """Whether all races were what had been promised."""
        self._terminal = terminal
        self._lines: deque[list[Text]] = deque(maxlen=MOST_RESULTS)
        """What a terminal shows when its pages are gone."""
        self._left_out = 0

    def add(self, watched: WatchedRoom, *, fair: bool) -> None:
        """Write down the results that there are now."""
        self.fair = self.fair and fair
        terminal = self._terminal
        width = min(terminal.size[0], WIDTH) if terminal.live else WIDTH
        lines = ranking(watched, terminal.glyphs, width)
        if terminal.live:
            self._left_out += len(self._lines) == MOST_RESULTS
            self._lines.append(lines)
        else:
            terminal.write(lines)

    def add_below(self, lines: list[Text]) -> None:
        """Write down below the last results what has come of these."""
        if not self._terminal.live:
            self._terminal.write(lines)
        elif self._lines:
            self._lines[-1] += lines

    def close(self) -> None:
        """Write what a terminal has not shown to stay, once it is back on its first screen."""
        if self._left_out:
            self._terminal.write([Text(f"(The results of {self._left_out} races before these.)")])
            self._left_out = 0
        while self._lines:
            self._terminal.write(self._lines.popleft())


class _Watching:
    """Answers the server's messages as a spectator, and notes what the pages show."""

    def __init__(
        self,
        watched: WatchedRoom,
        code: str,
        password: str,
        *,
        follow: bool,
        chronicle: _Chronicle,
    ) -> None:
        self._chronicle = chronicle
        self._password = password
        self.closed = ""
        self._watched = watched
        self._code = code
        self._follow = follow
        self._fairness = FairnessCheck()
        self._attendance = Attendance()

    def ends(self, message: FromServer) -> bool:
        """Take in a message from the server; return whether there is nothing more to see.

        Raises:
            CannotWatch: The server does not let us in.
        """
        watched = self._watched
        self._fairness.note(message)
        session = watched.session
        news = self._attendance.note(session.room, session.player, time.monotonic())
        add_news(watched.said, news)
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
                self._chronicle.add(watched, fair=watched.verdict.fair)
                return not self._follow
            case Rated():
                self._chronicle.add_below(ratings(watched.session))
            case Feats():
                self._chronicle.add_below(feats(watched.session))
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
