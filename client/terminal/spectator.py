"""A race as live text: what a terminal shows of a room, made from the session alone.

`page` and `summary` are pure.  `watch` draws pages while the race goes on: ten times a second at
most on a terminal; where the output goes elsewhere, a line for each change, one a second at most.
"""

import asyncio
import itertools
import math
import os
import random
import shutil
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self, TextIO

from client.connection import Connection
from client.session.address import Address
from client.session.proof import Verdict, Witness
from client.session.session import ClientRace, Session
from client.terminal.text_board import (
    UNICODE,
    Cell,
    Glyphs,
    Ink,
    Line,
    board_lines,
    cells,
    fit,
    glyphs_for,
    paint,
)
from client.words.texts import clock
from engine import catalogue
from protocol.messages import (
    Announcement,
    FromServer,
    LeftRoom,
    Problem,
    Results,
    RoomState,
    Said,
    Standing,
    Stopping,
    Welcome,
)

FRAME: Final = 0.1
"""Seconds between two drawings of a terminal."""
LINE: Final = 1.0
"""Seconds between two lines where there is no terminal."""
GAP: Final = 3
"""Columns between two boards side by side."""

_STATUS: Final[dict[str, Ink]] = {"racing": "", "won": "green"}


class CannotWatch(Exception):
    """There is nothing to watch.  The text is a sentence for the user."""


@dataclass
class Scene:
    """What a spectator knows: the session, and what has been said."""

    session: Session
    said: deque[str] = field(default_factory=lambda: deque(maxlen=3))
    notice: str = ""
    """What is the matter with the connection."""
    verdict: Verdict | None = None
    """What came of checking the deal, once there are results."""


# What is shown ------------------------------------------------------------------------------------


def page(scene: Scene, now: float, width: int, height: int, glyphs: Glyphs = UNICODE) -> list[Line]:
    """Return the screen of a terminal with `width` columns and `height` lines, at most that large.

    `now` is the session's clock.
    """
    lines = [_heading(scene.session, now, width), cells(_phase(scene.session, now), "bold"), []]
    race = scene.session.race
    if race is not None:
        lines += [_standing(race, standing, width, glyphs) for standing in race.standings]
    if scene.session.results is not None:
        lines += [[], *_proof(scene)]
    tail = [cells(text, "dim") for text in scene.said]
    tail += [cells(scene.notice, "red")] if scene.notice else []
    if race is not None:
        lines += _boards(race, width, height - len(lines) - len(tail), glyphs)
    lines = (lines[: max(height - len(tail), 0)] + tail)[:height]
    return [fit(line, width, glyphs) if len(line) > width else line for line in lines]


def summary(session: Session) -> str:
    """Return how things stand in one line, without the time."""
    race = session.race
    if race is None:
        return "The race is about to start." if session.countdown else _phase(session, 0)
    return ", ".join(
        f"{s.place}. {s.name} {s.score}" + ("" if s.status == "racing" else f" ({s.status})")
        for s in race.standings
    )


def ranking(scene: Scene, glyphs: Glyphs = UNICODE, width: int = 80) -> list[Line]:
    """Return the results: the ranking, the seed and whether it is the one that was promised."""
    race = scene.session.race
    if race is None or scene.session.results is None:
        return []
    title = f"{_title(race.settings.game)}, race {race.number}: the results"
    ranks = [_standing(race, standing, width, glyphs) for standing in race.standings]
    return [cells(title, "bold"), *ranks, *_proof(scene)]


def _heading(session: Session, now: float, width: int) -> Line:
    room, race = session.room, session.race
    if room is None:
        return cells("Samedeal", "bold")
    left = cells(f"Samedeal   {_title(room.settings.game)}   room {room.code}", "bold")
    if race is None or session.results is not None:
        return left
    right = cells(f"{clock(race.elapsed(now))} of {clock(race.settings.time_limit)}")
    return left + [Cell(" ")] * max(2, width - len(left) - len(right)) + right


def _phase(session: Session, now: float) -> str:
    room = session.room
    if room is None:
        return "Connecting."
    if session.results is not None:
        return "The race is over."
    if session.race is not None:
        racing = sum(standing.status == "racing" for standing in session.race.standings)
        return f"Racing: {racing} of {len(session.race.standings)}."
    if session.countdown is not None:
        return f"The race starts in {math.ceil(max(0, session.starts - now))} s."
    seated = [member for member in room.members if member.seated]
    names = ", ".join(f"{m.name} ({'ready' if m.ready else 'not ready'})" for m in seated)
    return f"Waiting for the start: {names or 'nobody is here yet'}."


def _standing(race: ClientRace, standing: Standing, width: int, glyphs: Glyphs) -> Line:
    name = standing.name + (" [bot]" if standing.bot else "")
    status = standing.status if standing.connected else f"{standing.status}, away"
    if standing.status != "racing":
        status += f" {clock(standing.milliseconds / 1000)}"
    width_of_name = min(24, max(8, width // 4))
    bar = max(0, min(26, width - width_of_name - 38))
    most = max([len(race.game.deck), *(other.score for other in race.standings)])
    full = round(bar * max(0, standing.score) / most)
    return [
        *cells(f"{standing.place:2} ", "bold" if standing.place == 1 else ""),
        *fit(cells(name), width_of_name, glyphs),
        *cells(f"{standing.score:4} "),
        *cells(glyphs.full * full, "green"),
        *cells(glyphs.rest * (bar - full), "dim"),
        *cells(f"{standing.moves:5} moves  "),
        *cells(status, _STATUS.get(standing.status, "dim")),
    ]


def _boards(race: ClientRace, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return as many boards as fit, in the order of the race, side by side and below each other."""
    lines: list[Line] = []
    shelf: list[Line] = []
    for standing in race.standings:
        track = race.tracks.get(standing.player)
        if track is None:
            continue
        title = cells(f"{standing.place}. {standing.name}", "bold")
        block = [title, *board_lines(race.game, track.view, glyphs)]
        wide = max(map(len, shelf), default=0)
        if shelf and wide + GAP + max(map(len, block)) <= width:
            shelf = _beside(shelf, wide + GAP, block)
            continue
        if shelf and len(lines) + len(shelf) + len(block) + 2 > height:
            break
        lines += [[], *shelf] if shelf else []
        shelf = block
    return [*lines, [], *shelf][: max(height, 0)] if shelf else []


def _beside(left: list[Line], at: int, right: list[Line]) -> list[Line]:
    rows = max(len(left), len(right))
    padded = [left[i] if i < len(left) else [] for i in range(rows)]
    return [
        line + [Cell(" ")] * (at - len(line)) + (right[i] if i < len(right) else [])
        for i, line in enumerate(padded)
    ]


def _proof(scene: Scene) -> list[Line]:
    results, verdict = scene.session.results, scene.verdict
    if results is None or verdict is None:
        return []
    lines = [cells(f"Seed {results.seed}"), cells(f"Its SHA-256 {results.commitment}", "dim")]
    return [*lines, cells(verdict.text, "green" if verdict.fair else "red")]


def _title(game: str) -> str:
    with suppress(catalogue.UnknownGame):
        return catalogue.entry(game).title
    return game


# Where it is shown --------------------------------------------------------------------------------


class Terminal:
    """An output: a terminal that is drawn on, or anything else, which gets lines.

    `with` it, a terminal shows pages on its second screen; afterwards it is as it was before.
    """

    def __init__(self, out: TextIO) -> None:
        """Write to `out`, with what it and the environment (TERM, NO_COLOR) allow."""
        self._out = out
        dumb = os.name != "nt" and os.environ.get("TERM", "dumb") == "dumb"
        self.live = out.isatty() and not dumb
        self.colours = self.live and not os.environ.get("NO_COLOR")
        self.glyphs = glyphs_for(out.encoding)
        self._open = False
        self._drawn: list[str] = []

    def __enter__(self) -> Self:
        """Switch to the second screen, without a cursor."""
        if self.live:
            if os.name == "nt":
                os.system("")  # noqa: S605, S607 (makes Windows's console obey escapes)
            self._put("\x1b[?1049h\x1b[?25l\x1b[2J")
            self._open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was."""
        if self._open:
            self._open = False
            self._put("\x1b[0m\x1b[?25h\x1b[?1049l")

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    def draw(self, lines: Iterable[Line]) -> None:
        """Show a page, if it is another one than before."""
        drawn = [paint(line, colours=self.colours) for line in lines]
        if drawn != self._drawn:
            self._drawn = drawn
            self._put("\x1b[H" + "\n".join(f"{line}\x1b[K" for line in drawn) + "\x1b[J")

    def write(self, lines: Iterable[Line]) -> None:
        """Write lines one below the other, as programs do."""
        self._put("".join(f"{paint(line, colours=self.colours)}\n" for line in lines))

    def _put(self, text: str) -> None:
        encoding = self._out.encoding or "ascii"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()


# Watching -----------------------------------------------------------------------------------------


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
    scene = Scene(Session(name or _spectator(), password=password))
    watching = _Watching(scene, code, room_password, follow=follow)
    other_names = () if name else ((_spectator(), "") for _ in itertools.count())

    def report(text: str) -> None:
        scene.notice = "" if text == Connection.BACK else text

    with terminal:
        connection = Connection(address, scene.session, other_names=other_names, report=report)
        async with connection:
            drawing = asyncio.create_task(_draw(terminal, scene))
            try:
                async for message in connection.messages():
                    if watching.ends(message):
                        break
                    if drawing.done():
                        break
            finally:
                drawing.cancel()
                with suppress(asyncio.CancelledError):
                    await drawing
    if scene.verdict is None:
        raise CannotWatch(watching.closed or "there were no results to see")
    terminal.write(ranking(scene, terminal.glyphs))
    return scene.verdict.fair


class _Watching:
    """What a spectator says and notes."""

    def __init__(self, scene: Scene, code: str, password: str, *, follow: bool) -> None:
        self._password = password
        self.closed = ""
        self._scene = scene
        self._code = code
        self._follow = follow
        self._witness = Witness()

    def ends(self, message: FromServer) -> bool:
        """Take a message in; return whether there is nothing more to see."""
        scene = self._scene
        self._witness.note(message)
        match message:
            case Welcome():
                scene.session.watch_room(self._code, self._password)
            case Problem():
                raise CannotWatch(message.text)
            case Announcement() | Stopping():
                scene.notice = scene.session.notice
            case Said():
                scene.said.append(f"{message.name}: {message.text}")
            case Results():
                scene.verdict = self._witness.verdict(message)
                return not self._follow
            case LeftRoom():
                self.closed = message.reason or "the room was closed"
                return True
            case RoomState(phase="lobby") if not self._follow and scene.verdict:
                return True
            case _:
                pass
        return False


async def _draw(terminal: Terminal, scene: Scene) -> None:
    told = ""
    while True:
        if terminal.live:
            terminal.draw(page(scene, time.monotonic(), *terminal.size, terminal.glyphs))
            await asyncio.sleep(FRAME)
        else:
            line = scene.notice or summary(scene.session)
            if line != told:
                race = scene.session.race
                gone = clock(race.elapsed(time.monotonic())) if race else ""
                terminal.write([cells(f"{gone:>5}  {line}")])
                told = line
            await asyncio.sleep(LINE)


def _spectator() -> str:
    return f"Spectator {random.randrange(10_000, 100_000)}"
