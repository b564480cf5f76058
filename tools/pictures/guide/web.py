"""The guide's pictures of the page: three screens of a phone beside each other.

python -m tools.pictures.guide.web [OUTDIR] [--only page-returning]
"""

import argparse
import json
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Page, WebSocketRoute
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from harness.bot_thread import BotThread
from harness.browsing import PAGE, chromium
from harness.fakes import TODAY
from harness.server_thread import ServerThread
from protocol.messages import Settings
from tools.pictures.guide.stage import HOST, with_palette
from tools.pictures.guide.told import day_played, month_played
from tools.pictures.page_screens import SETTLED, SIZES
from tools.pictures.page_walks import (
    RACED,
    WALKS,
    Shown,
    Visits,
    Walk,
    give,
    give_up,
    press,
    raced_before,
)
from tools.pictures.past import NAMES, RACES

IMAGES: Final = Path(__file__).parents[3] / "docs" / "images" / "guide"
APART: Final = 24
"""Pixels of a phone between two of its screens."""
NAMED: Final = "(line, [from, to]) => { line.textContent = line.textContent.replace(from, to) }"
"""Has a line name another server."""
SOCKET: Final = re.compile("^wss?://")


def returning(visits: Visits) -> Iterator[Shown]:
    """See how the daily deal went, and race against the ghost of a bot."""
    say = visits.say
    settings = Settings("klondike", countdown=0, seats=4)
    with (
        raced_before() as data,
        ServerThread(data, page=PAGE) as server,
        BotThread(server.address, settings, bots=1, racers=2, pace=0.2) as bots,
        visits.visitor() as ada,
    ):
        root = f"http://127.0.0.1:{server.port}/"
        ada.route_web_socket(SOCKET, _tell_of_day)
        ada.goto(f"{root}r/{bots.code}")
        press(ada, say("RoomScreen.take-a-seat"))
        give(ada, "Ada")
        press(ada, say("RoomScreen.i-am-ready"))
        ada.locator(".tools").wait_for()
        ada.wait_for_timeout(2 * RACED)
        give_up(visits, ada)
        ada.locator(".results").wait_for()
        press(ada, say("LeaveButton.leave"))
        ada.goto(f"{root}#daily")
        ada.locator(".daily .told").wait_for()
        ada.locator(".share-line p").first.evaluate(NAMED, [root, f"https://{HOST}/"])
        yield "daily", ada
        ada.goto(f"{root}#replay/{RACES + 1}/{len(NAMES) + 1}")
        press(ada, say("ghosts.race-against-this"))
        press(ada, say("RoomScreen.start"))
        ada.locator(".tools").wait_for()
        ada.wait_for_timeout(RACED)
        yield "ghost", ada
        give_up(visits, ada)


def _tell_of_day(page: WebSocketRoute) -> None:
    """Let the page be told of a daily deal, where the server has none."""
    server, asker = page.connect_to_server(), dict[str, Any]()

    def asked(frame: str | bytes) -> None:
        who = asker.get("player", 0), asker.get("name", "")
        for each in _each(frame):
            if each["type"] == "get daily":
                page.send(msgspec.json.encode(day_played(*who)).decode())
            elif each["type"] == "get dailies":
                page.send(msgspec.json.encode(month_played(*who)).decode())
            else:
                server.send(json.dumps(each))

    def told(frame: str | bytes) -> None:
        for each in _each(frame):
            if each["type"] == "welcome":
                asker.update(each)
                each["daily"] = TODAY
            page.send(json.dumps(each))

    page.on_message(asked)
    server.on_message(told)


def _each(frame: str | bytes) -> list[dict[str, Any]]:
    """Return what messages there are in a frame: one, or a list."""
    read = json.loads(frame)
    return read if isinstance(read, list) else [read]


PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "page-returning": ("daily", "ghost", "results"),
    "page-records": ("overview", "player", "evening"),
    "page-deals": ("make-room-deals", "replay-analysed", "series-tally"),
}
"""Of which screens each picture is."""
TAKEN: Final[tuple[Walk, ...]] = (returning, WALKS["racing"], WALKS["deals"], WALKS["series"])


def take_page(browser: Browser, directory: Path, only: Collection[str] = ()) -> None:
    """Take all of the pictures, or only these."""
    wanted = {name: PICTURES[name] for name in only or PICTURES}
    screens: dict[str, QImage] = {}
    visits = Visits(browser, SIZES[0], "dark")
    for walk in TAKEN:
        missing = {each for parts in wanted.values() for each in parts} - set(screens)
        for name, page in walk(visits) if missing else ():
            if name in missing:
                screens[name] = _screen(page)
                missing.remove(name)
            if not missing:
                break
        for name in [name for name, parts in wanted.items() if set(parts) <= set(screens)]:
            path = directory / f"{name}.png"
            shown = _beside([screens[each] for each in wanted.pop(name)])
            with_palette(shown).save(str(path), quality=0)
            print(path, flush=True)


def _screen(page: Page) -> QImage:
    page.wait_for_timeout(SETTLED)
    return QImage.fromData(page.screenshot())


def _beside(screens: list[QImage]) -> QImage:
    wide = sum(each.width() for each in screens) + APART * (len(screens) - 1)
    whole = QImage(wide, max(each.height() for each in screens), QImage.Format.Format_RGB32)
    whole.fill(Qt.GlobalColor.white)
    painter, x = QPainter(whole), 0
    for each in screens:
        painter.drawImage(x, 0, each)
        x += each.width() + APART
    painter.end()
    return whole


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("outdir", type=Path, nargs="?", default=IMAGES)
    parser.add_argument("--only", choices=PICTURES, action="append", default=[])
    chosen = parser.parse_args()
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    app = QGuiApplication(["web", "-platform", "offscreen"])
    with chromium() as browser:
        take_page(browser, chosen.outdir, chosen.only)
    app.quit()


if __name__ == "__main__":
    main()
