"""A race in every game against a bot of level 3, to the results, in the window and on the page.

    python -m tests.client.every_race
    python -m tests.client.every_race --face page klondike montana

It is no test: all of them take an hour or two. Hands play by mouse what looks best, for so many
moves (`--moves`), and give up then if need be. What came of it is told, game by game, with a
picture in the directory `--pictures`, where one is given. Without a browser there is only the
window.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from client.window.app import AppTheme
from engine import catalogue
from harness.bot_thread import BotThread
from harness.browsing import PAGE, browser_path, chromium
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.messages import Settings
from samedeal.telling import tell
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Racer
from tests.client.window.test_whole_race import Friend

LEVEL: Final = 3
SEED: Final = "every race"
MOVES: Final = 40
PACE: Final = 0.2
"""Seconds that the bot takes for a move."""
PATIENCE: Final = 90.0
"""Seconds until the results are there once one has ended: bots have ten when they are alone."""

Face = Callable[[str, int, Path | None], str]


def in_window(game: str, moves: int, pictures: Path | None) -> str:
    """Race in the window; return how it ended."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(ServerThread(folder / "server"))
        server.deal_from(SEED)
        bots = stack.enter_context(_bots(server, game))
        ada = stack.enter_context(closing(Friend("Ada", folder)))
        ada.connect(server)
        ada.type(ada.window.lobby.code, bots.code, enter=True)
        until(lambda: ada.shows(ada.window.room), "the room")
        ada.click(ada.window.room.ready)
        until(ada.in_race, "the race", seconds=PATIENCE)
        try:
            for _ in range(moves):
                if not ada.move():
                    break
            if ada.track.status == "racing":
                ada.session.give_up()
            until(lambda: ada.shows(ada.window.results), "the results", seconds=PATIENCE)
        finally:
            if pictures:
                ada.window.grab().save(str(pictures / f"{game}-window.png"))
        results = ada.session.results
        assert results is not None
        assert ada.window.results.table.model().rowCount() == len(results.standings) == 2
        assert [s.level for s in results.standings if s.bot] == [LEVEL]
        return ", ".join(f"{s.name} {s.status} {s.score}" for s in results.standings)


def on_page(game: str, moves: int, pictures: Path | None) -> str:
    """Race on the page; return how it ended."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(ServerThread(folder / "server", page=PAGE))
        server.deal_from(SEED)
        bots = stack.enter_context(_bots(server, game))
        browser = stack.enter_context(chromium())
        visitor = Visit(browser, server, stack)(f"/r/{bots.code}", reduced_motion="reduce")
        visitor.take_a_seat("Ada")
        racer = Racer(visitor, game, SEED)
        try:
            racer.race(moves)
            if visitor.racing:
                visitor.give_up()
            visitor.page.locator(".ranking").wait_for(timeout=1000 * PATIENCE)
        finally:
            if pictures:
                visitor.page.screenshot(path=pictures / f"{game}-page.png")
        standings = visitor.last("results")["standings"]
        assert visitor.page.locator(".ranking tbody tr").count() == len(standings) == 2
        assert [s["level"] for s in standings if s.get("bot")] == [LEVEL]
        assert visitor.faults == []
        return ", ".join(f"{s['name']} {s['status']} {s['score']}" for s in standings)


def _bots(server: ServerThread, game: str) -> BotThread:
    settings = Settings(game, countdown=1)
    return BotThread(server.address, settings, racers=2, pace=PACE, rest=600.0, level=LEVEL)


def main(argv: Sequence[str] | None = None) -> int:
    """Race, and return the exit status: 1 if something went wrong anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.client.every_race", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--face", choices=["window", "page"])
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args(argv)
    games = args.games or [entry.name for entry in catalogue.entries()]
    faces: dict[str, Face] = {"window": in_window, "page": on_page}
    if browser_path() is None:
        del faces["page"]
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    AppTheme(app)
    wrong = 0
    for game in games:
        for face, race in faces.items():
            if args.face not in (None, face):
                continue
            try:
                told = race(game, args.moves, args.pictures)
            except Exception as error:  # noqa: BLE001 (the next game may be fine)
                wrong += 1
                told = f"WRONG: {type(error).__name__}: {error}"
            tell(f"{game}, {face}: {told}")
    tell(f"{wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
