"""A race in every game against a bot of level 3, to the results, in the window and on the page.

    python -m tests.client.every_race --pictures OUTDIR
    python -m tests.client.every_race --face page klondike montana

It is no test: all of them take an hour or two. A host makes a room by the form, calls one of the
server's bots, which is quicker here than people are, and plays by mouse what looks best, for so
many moves (`--moves`); then the race is given up. Table and journal have to agree on what came of
it, which is told, game by game. With `--pictures` there is a picture of each table, and the same
command goes on where it was stopped; Ctrl-C stops it after the race that is on. Without a browser
there is only the window. The exit status is 1 if anything went wrong.
"""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, Protocol

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from playwright.sync_api import Browser, expect
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.app import AppTheme
from client.words.levels import level_words
from client.words.texts import game_title
from engine import catalogue
from engine.play import Play
from harness.browsing import PAGE, browser_path, chromium
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.messages import Problem, Standing
from samedeal.progress import progress
from samedeal.telling import tell
from server.bounds import for_one_machine
from server.storage.entries import parse_text
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.reader import connect_read_only
from server.storage.sqlite.verify import FileVerification
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Racer
from tests.client.window.test_whole_race import Friend
from tools.pictures.staging import settle

LEVEL: Final = 3
SEED: Final = "every race"
MOVES: Final = 30
PACE: Final = 0.05
"""Seconds that a bot takes for a move, and what it thinks longer."""
PATIENCE: Final = 90.0
"""Seconds until a bot is there, or the results are: bots have ten when they are alone."""
SETTLED: Final = 100
"""Milliseconds until a screen that is new is laid out."""
DONE: Final = "raced.txt"
"""The file beside the pictures that says what was raced, and how it ended."""
WRONG: Final = "WRONG"

Row = tuple[str, str]
"""Somebody's score and number of moves, as a table shows them."""


class Face(Protocol):
    """Where somebody races."""

    def race(self, game: str, moves: int) -> tuple[int, Sequence[Standing], Sequence[Row]]:
        """Race; return the race's number, what the server says came of it, and what is shown."""

    def picture(self, file: Path) -> None:
        """Take a picture of what is seen now."""

    def leave(self) -> None:
        """Leave the room."""


class InWindow:
    """A host at the window."""

    def __init__(self, server: ServerThread, name: str, stack: ExitStack) -> None:
        """Connect to the server, until the `stack` is left."""
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self._ada = stack.enter_context(closing(Friend(name, folder)))
        self._ada.connect(server)
        self._faults: list[Problem] = []
        """What the server refused."""
        self._ada.link.received.connect(self._note)

    def _note(self, message: object) -> None:
        if isinstance(message, Problem):
            self._faults.append(message)

    def race(self, game: str, moves: int) -> tuple[int, Sequence[Standing], Sequence[Row]]:
        """See `Face`."""
        ada, room = self._ada, self._ada.window.room
        ada.make_room(game_title(game))
        ada.click(room.members.call_bot)
        levels = room.members.levels
        until(levels.isVisible, "the levels")
        at = levels.actionGeometry(levels.actions()[LEVEL - 1]).center()
        QTest.mouseClick(levels, Qt.MouseButton.LeftButton, pos=at)
        there = ada.session
        until(
            lambda: there.room and [m for m in there.room.members if m.bot and m.ready],
            "the bot is ready",
            PATIENCE,
        )
        until(room.start.isEnabled, "all are ready")
        ada.click(room.start)
        until(ada.in_race, "the race", PATIENCE)
        assert ada.race.settings.game == game
        for _ in range(moves):
            if not ada.move():
                break
        me, tracks = ada.session.player, ada.race.tracks
        rivals = [track for player, track in tracks.items() if player != me]
        until(lambda: any(track.number for track in rivals), "the bot's first move", PATIENCE)
        if ada.track.status == "racing":
            give_up = ada.window.race.give_up
            ada.click(give_up)
            ada.click(give_up)
        until(lambda: ada.shows(ada.window.results), "the results", PATIENCE)
        assert not self._faults, self._faults
        results, table = ada.session.results, ada.window.results.table
        assert results is not None
        rows = [(table.text(row, 3), table.text(row, 5)) for row in range(table.rowCount())]
        return results.race, results.standings, rows

    def picture(self, file: Path) -> None:
        """See `Face`."""
        settle(SETTLED)
        self._ada.window.grab().save(str(file))

    def leave(self) -> None:
        """See `Face`."""
        self._ada.click(self._ada.window.results.leave)
        until(lambda: self._ada.shows(self._ada.window.lobby), "the lobby")


class OnPage:
    """A host on the page."""

    def __init__(self, server: ServerThread, name: str, stack: ExitStack, browser: Browser) -> None:
        """Open the page, until the `stack` is left."""
        self._name, self._named = name, False
        self._visitor = Visit(browser, server, stack)(reduced_motion="reduce")

    def race(self, game: str, moves: int) -> tuple[int, Sequence[Standing], Sequence[Row]]:
        """See `Face`."""
        visitor, page = self._visitor, self._visitor.page
        self._make_room(game_title(game))
        page.locator(".call-bot select").select_option(level_words(LEVEL))
        visitor.press("Add a bot")
        ready = page.locator(".state", has_text="Everybody is ready.")
        ready.wait_for(timeout=1000 * PATIENCE)
        visitor.press("Start")
        racer = Racer(visitor, game, SEED)
        assert visitor.last("race")["settings"]["game"] == game
        racer.race(moves)
        visitor.hears("step", lambda step: step["player"] != visitor.player)
        if visitor.racing:
            visitor.give_up()
        page.locator("section.ranking").wait_for(timeout=1000 * PATIENCE)
        assert visitor.faults == []
        results = visitor.last("results")
        table = [
            page.locator(f"section.ranking tbody .{column}").all_inner_texts()
            for column in ("score", "moves")
        ]
        standings = [_standing(each) for each in results["standings"]]
        return results["race"], standings, list(zip(*table, strict=True))

    def _make_room(self, title: str) -> None:
        visitor, page = self._visitor, self._visitor.page
        visitor.heard = [each for each in visitor.heard if each["type"] == "welcome"]
        visitor.frames.clear()
        page.get_by_role("button", name="Make a room").first.click()
        page.locator(".tile").first.wait_for(state="attached")
        page.get_by_role("searchbox").fill(title)
        expect(page.locator(".chosen-game h2")).to_have_text(title)
        page.get_by_label("Countdown").fill("0")
        visitor.press("Make the room")
        if not self._named:
            page.get_by_role("dialog").get_by_role("textbox").fill(self._name)
            page.keyboard.press("Enter")
            self._named = True

    def picture(self, file: Path) -> None:
        """See `Face`."""
        self._visitor.page.screenshot(path=file)

    def leave(self) -> None:
        """See `Face`."""
        self._visitor.press("Leave")
        self._visitor.page.get_by_role("heading", name="Open rooms").wait_for()


def _standing(told: dict[str, object]) -> Standing:
    return msgspec.convert(told, Standing)


def by_journal(data: Path, race: int) -> dict[int, Row]:
    """Return what the journal of a race comes to, for each player who has made a move in it."""
    with closing(connect_read_only(data / FILE_NAME)) as file:
        asked = "SELECT game, seed FROM races WHERE id = ?"
        game, seed = file.execute(asked, (race,)).fetchone()
        asked = "SELECT player, entry FROM entries WHERE race = ? ORDER BY number"
        entries = file.execute(asked, (race,)).fetchall()
    plays: dict[int, Play] = {}
    for player, text in entries:
        play = plays.setdefault(player, Play(catalogue.make(game), seed))
        entry = parse_text(text)
        if entry == "undo" or not isinstance(entry, str):
            play.enter(entry)
    return {
        player: (str(play.game.view(play.state).score), str(play.length))
        for player, play in plays.items()
    }


def race(face: Face, game: str, moves: int, data: Path, picture: Path | None) -> str:
    """Race in a game, and return how it ended.

    Raises:
        AssertionError: something is wrong; the text says what.
        TimeoutError: something did not happen.
    """
    try:
        number, standings, shown = face.race(game, moves)
    finally:
        if picture:
            face.picture(picture)
    journal = by_journal(data, number)
    told = ", ".join(f"{s.name} {s.status} {s.score} ({s.moves} moves)" for s in standings)
    assert [s.level for s in standings if s.bot] == [LEVEL], told
    assert all(s.moves for s in standings), f"somebody did nothing: {told}"
    assert [(str(s.score), str(s.moves)) for s in standings] == shown, f"{shown}, but {told}"
    assert [journal[s.player] for s in standings] == shown, f"{shown}, but {journal}"
    face.leave()
    return told


class Place:
    """Where one face races: made when it is needed, and anew after something went wrong in it."""

    def __init__(self, name: str, make: Callable[[str, ExitStack], Face]) -> None:
        """Have each face made for somebody with a name of their own, which begins with `name`."""
        self._name, self._make = name, make
        self._made = 0
        self._stack = ExitStack()
        self._face: Face | None = None

    @property
    def face(self) -> Face:
        """The face."""
        if self._face is None:
            self._made += 1
            name = f"{self._name} {self._made}" if self._made > 1 else self._name
            self._face = self._make(name, self._stack)
        return self._face

    def close(self) -> None:
        """Close it; the next one is another."""
        self._face = None
        self._stack.close()


@contextmanager
def places(data: Path, wanted: str | None = None) -> Iterator[dict[str, Place]]:
    """Serve, and return where to race: in the window, on the page, or only where it is wanted."""
    with ExitStack() as stack:
        limits = for_one_machine()
        server = ServerThread(data, page=PAGE, bots=True, pace=PACE, limits=limits)
        stack.enter_context(server)
        server.deal_from(SEED)
        made = {}
        if wanted != "page":
            made["window"] = Place("Ada", lambda name, stack: InWindow(server, name, stack))
        if wanted != "window" and browser_path() is not None:
            browser = stack.enter_context(chromium())
            made["page"] = Place("Bea", lambda name, stack: OnPage(server, name, stack, browser))
        for place in made.values():
            stack.callback(place.close)
        yield made


class Journal:
    """What was raced so far: told, and kept where there is a place for it."""

    def __init__(self, folder: Path | None) -> None:
        """Keep it in this folder, and go on with what is there."""
        self._file = folder / DONE if folder else None
        self.wrong = 0
        kept = self._file.read_text(encoding="utf-8") if self._file and self._file.exists() else ""
        self._well = {line.partition(":")[0] for line in kept.splitlines() if WRONG not in line}

    def has(self, what: str) -> bool:
        """Return whether this went well before."""
        return what in self._well

    def add(self, what: str, told: str) -> None:
        """Tell what came of something."""
        self.wrong += told.startswith(WRONG)
        tell(f"{what}: {told}")
        if self._file:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{what}: {told}\n")


@contextmanager
def interrupted() -> Iterator[list[int]]:
    """Note a first Ctrl-C in the list, so that the race that is on ends; a second one ends all."""
    came: list[int] = []

    def note(number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        tell("stops after this race")
        came.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def race_all(games: Sequence[str], wanted: str | None, moves: int, pictures: Path | None) -> int:
    """Race in all of these games; return how many races went wrong."""
    journal = Journal(pictures)
    with (
        tempfile.TemporaryDirectory() as data,
        places(Path(data), wanted) as where,
        interrupted() as stopped,
        progress("races") as report,
    ):
        todo = [
            (name, game)
            for name in where  # one after the other: who is not at a face does not hear there
            for game in games
            if not journal.has(f"{game}, {name}")
        ]
        for done, (name, game) in enumerate(todo):
            report(done, len(todo))
            if stopped:
                break
            picture = pictures / f"{game}-{name}.png" if pictures else None
            try:
                told = race(where[name].face, game, moves, Path(data), picture)
            except Exception as error:  # noqa: BLE001 (the next game may be fine)
                told = f"{WRONG}: {type(error).__name__}: {error}"
                where[name].close()
            journal.add(f"{game}, {name}", " ".join(told.split()))
            if done + 1 == len(todo) or todo[done + 1][0] != name:
                where[name].close()
        for fault in FileVerification(Path(data)).faults():
            journal.add("what is stored", f"{WRONG}: {fault}")
    return journal.wrong


def main(argv: Sequence[str] | None = None) -> int:
    """Race, and return the exit status: 1 if something went wrong anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.client.every_race", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--face", choices=["window", "page"])
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--pictures", type=Path, metavar="OUTDIR")
    args = parser.parse_args(argv)
    games = args.games or [entry.name for entry in catalogue.entries()]
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    AppTheme(app)
    wrong = race_all(games, args.face, args.moves, args.pictures)
    tell(f"{wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
