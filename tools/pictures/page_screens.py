"""Pictures of every screen of the page, taken in a real browser.

    python -m tools.pictures.page_screens OUTDIR [--theme light] [--width 360] [--language de]
    python -m tools.pictures.page_screens OUTDIR --whole
    python -m tools.pictures.page_screens --readme

Bots race on a server of their own, and two people with browsers come to them by the room's link:
one takes a seat, the other only watches. With `--whole`, what scrolls is shown to its end.
`--readme` takes the README's picture alone.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page

from harness.bot_thread import BotThread
from harness.browsing import PAGE, chromium
from harness.server_thread import ServerThread
from protocol.messages import Settings
from tools.pictures.past import NAMES, RACES, TOKEN, write_past

ROOT: Final = Path(__file__).parents[2]
LANGUAGES: Final = ROOT / "client" / "languages"
README: Final = ROOT / "docs" / "images" / "page.png"
SIZES: Final = ((360, 740), (820, 1180), (1280, 800), (2560, 1440))
THEMES: Final = ("dark", "light")
PHONE: Final = 600
"""Windows narrower than this are a phone's: two pixels to a point, and a finger."""
ASIDE: Final = ("settings", "leaderboard", "make-room")
"""Screens that have an address of their own."""
MARY: Final = "Mary"
"""Who was here before, and comes back in the end."""
SETTLED: Final = 700
"""Milliseconds in which cards have come to rest."""
RACED: Final = 6000
"""Milliseconds of a race before its picture."""
_BEYOND: Final = (
    "() => { const { scrollHeight, clientHeight } = stage; return scrollHeight - clientHeight }"
)
"""How much of the screen is out of sight, in CSS pixels."""


@contextmanager
def visitor(browser: Browser, size: tuple[int, int], theme: str, language: str) -> Iterator[Page]:
    """Open a browser of somebody's own."""
    phone = size[0] < PHONE
    profile: dict[str, Any] = {
        "viewport": {"width": size[0], "height": size[1]},
        "device_scale_factor": 2 if phone else 1,
        "has_touch": phone,
        "is_mobile": phone,
        "color_scheme": theme,
        "locale": language,
    }
    with browser.new_context(**profile) as context:
        yield context.new_page()


def screens(
    browser: Browser, size: tuple[int, int], theme: str, language: str = "en"
) -> Iterator[tuple[str, Page]]:
    """Walk through every screen; yield its name, and the page that shows it."""
    say = texts_of(language)
    settings = Settings("klondike", time_limit=600, countdown=3, seats=6, show_boards=True)
    with (
        raced_before() as data,
        ServerThread(data, page=PAGE) as server,
        BotThread(server.address, settings, bots=3, racers=4, pace=0.4) as bots,
        visitor(browser, size, theme, language) as ada,
        visitor(browser, size, theme, language) as guest,
    ):
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(root)
        yield "front", ada
        for name in ASIDE:
            ada.goto(f"{root}#{name}")
            yield name, ada
        guest.goto(f"{root}r/{bots.code}")
        yield "room-guest", guest
        ada.goto(f"{root}r/{bots.code}")
        press(ada, say("RoomScreen.take-a-seat"))
        yield "name", ada
        ada.get_by_role("dialog").get_by_role("textbox").fill("Ada")
        ada.keyboard.press("Enter")
        ready = ada.get_by_role("button", name=say("RoomScreen.i-am-ready"), exact=True)
        ready.wait_for()
        yield "room", ada
        ready.click()
        yield "countdown", ada
        ada.get_by_role("button", name=say("RaceScreen.give-up")).first.wait_for()
        ada.wait_for_timeout(RACED)
        yield "race", ada
        yield "watch", guest
        guest.locator("canvas").first.click()
        yield "watch-large", guest
        press(ada, say("RaceScreen.give-up"))
        press(ada, say("RaceScreen.really"))
        yield "race-over", ada
        replay = say("ResultsScreen.watch-the-replay")
        ada.get_by_role("button", name=replay).or_(
            ada.get_by_role("link", name=replay)
        ).first.wait_for()
        yield "results", ada
        first = len(NAMES) + 1
        ada.goto(f"{root}#replay/{RACES + 1}/{first}/{first + 1}")
        yield "replay", ada
        ada.goto(f"{root}#player/{first}")
        yield "player-one", ada
        ada.goto(f"{root}#player/1")
        yield "player", ada
        kept = json.dumps([{"name": MARY, "token": TOKEN}])
        ada.evaluate("kept => localStorage.setItem('samedeal.players', kept)", kept)
        ada.goto(f"{root}#leaderboard/klondike/best")
        ada.reload()
        yield "leaderboard-full", ada
        ada.goto(f"{root}#make-room")
        choose = ada.get_by_role("button", name=say("PracticeScreen.choose-a-game"))
        if choose.is_visible():
            choose.click()
        yield "make-room-games", ada


@contextmanager
def raced_before() -> Iterator[Path]:
    """Make a server's data directory with races in it."""
    with TemporaryDirectory() as data:
        write_past(Path(data), own=MARY)
        yield Path(data)


def press(page: Page, name: str) -> None:
    """Press the first button with this text."""
    page.get_by_role("button", name=name, exact=True).first.click()


def texts_of(language: str) -> Callable[[str], str]:
    """Return what gives the page's text of a key."""
    texts: dict[str, str] = json.loads((LANGUAGES / f"{language}.json").read_text("utf-8"))
    return texts.__getitem__


def show_whole(page: Page, size: tuple[int, int]) -> None:
    """Make the window as high as what the screen shows."""
    beyond = page.evaluate(_BEYOND)
    page.set_viewport_size({"width": size[0], "height": size[1] + beyond})


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("outdir", type=Path, nargs="?", default=README.parent)
    parser.add_argument("--readme", action="store_true", help="the README's picture alone")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--language", default="en", help="as de, or pt-BR")
    parser.add_argument("--whole", action="store_true", help="to the end of what scrolls")
    parser.add_argument("--width", type=int, action="append", help="only sizes of these widths")
    chosen = parser.parse_args()
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if not chosen.width or size[0] in chosen.width]
    with chromium() as browser:
        if chosen.readme:
            for name, page in screens(browser, SIZES[0], "dark"):
                if name == "race":
                    page.screenshot(path=README, scale="css")
                    return
        for theme in chosen.theme or THEMES:
            for width, height in sizes:
                for name, page in screens(browser, (width, height), theme, chosen.language):
                    page.wait_for_timeout(SETTLED)
                    path = chosen.outdir / f"{name}-{width}x{height}-{theme}.png"
                    if chosen.whole:
                        show_whole(page, (width, height))
                    page.screenshot(path=path)
                    if chosen.whole:
                        page.set_viewport_size({"width": width, "height": height})
                    print(path)


if __name__ == "__main__":
    main()
