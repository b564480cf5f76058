"""The page in Firefox and WebKit, the engine of Safari: what is done there, tried and pictured.

    python -m tools.pictures.other_browsers OUTDIR [--browser webkit] [--width 360] [--theme light]

Somebody opens a room's link, races by hand and by keys, comes back after a reload, and looks at
results, a replay, other boards and the settings.  Whatever goes wrong in the browser ends it.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from client.board.layout import Spot
from client.bots.chooser import MoveChooser
from engine import catalogue
from engine.play import Play
from engine.state import Action, Click, Deal, Move
from harness.bot_thread import BotThread
from harness.browsers.driven import BrowserError, Driven, Screen
from harness.browsers.firefox import firefox, firefox_path
from harness.browsers.webkit import webkit, webkit_path
from harness.page_places import WHERE, PagePlaces, grip
from harness.server_thread import ServerThread
from harness.watched_page import watched_page
from protocol.messages import Settings

GAME: Final = "klondike"
SEED: Final = "race 7"
SETTINGS: Final = Settings(GAME, time_limit=600, countdown=0, seats=6, show_boards=True)
SLOW: Final = 600.0
"""Seconds that a bot takes for a move which is not to disturb."""
APART: Final = 1000
"""Milliseconds after which a click is no longer the second half of a double one."""
DESKTOP: Final = Screen(1280, 800)
PHONE: Final = Screen(360, 740, ratio=2, hands="touch")
_ACKNOWLEDGED: Final = """heard.some(({ type, player, number }) =>
    type === "step" && player === OWN && number === NUMBER)"""
_CARDS: Final = """() => [...document.querySelectorAll(".card:not(.hidden)")]
    .map((card) => card.style.translate).sort()"""
_AT_REST: Final = "!document.getAnimations().length"
_OVERFLOW: Final = """() => document.documentElement.scrollWidth - innerWidth"""


@dataclass(frozen=True)
class Kind:
    """A browser that there may be."""

    name: str
    there: Callable[[], str | None]
    run: Callable[[Screen], AbstractContextManager[Driven]]


KINDS: Final = (
    Kind("firefox", firefox_path, firefox),
    Kind("webkit", webkit_path, webkit),
)


def walk(browser: Driven, folder: Path) -> Iterator[tuple[str, str]]:
    """Do all of it; yield the name of a screen, and what was done until it was seen.

    Raises:
        BrowserError: something could not be done.
        AssertionError: something is not as it should be.
    """
    with ServerThread(folder / "server", page=watched_page(folder)) as server:
        server.deal_from(SEED)
        root = f"http://127.0.0.1:{server.port}/"
        browser.open(root)
        browser.wait("document.querySelector('h1')")
        yield "front", "opened the page"
        yield from _settings(browser, root)
        with BotThread(server.address, SETTINGS, bots=4, racers=4, pace=0.3) as others:
            yield from _watching(browser, f"{root}r/{others.code}")
        with BotThread(server.address, SETTINGS, bots=3, racers=4, pace=SLOW) as bots:
            browser.open(f"{root}r/{bots.code}")
            yield from _race(browser)
            bots.give_up()
            yield from _records(browser)


def _settings(browser: Driven, root: str) -> Iterator[tuple[str, str]]:
    browser.open(f"{root}#settings")
    _choose(browser, "Theme", "Light")
    browser.wait("document.documentElement.dataset.theme === 'light'")
    _choose(browser, "Language", "Deutsch")
    browser.wait("document.documentElement.lang === 'de'")
    yield "settings", "chose the light theme, and German"
    _choose(browser, "Sprache", "English")
    browser.wait("document.documentElement.lang === 'en'")
    _choose(browser, "Theme", "Same as the system")
    dark = "dark" if browser.screen.dark else "light"
    browser.wait(f"document.documentElement.dataset.theme === '{dark}'")


def _choose(browser: Driven, label: str, option: str) -> None:
    """Choose an option by the keys, as a list that is open is the system's."""
    named = f"""[...document.querySelectorAll("label")]
        .find((each) => each.firstChild.textContent === "{label}")?.querySelector("select")"""
    browser.wait(named)
    browser.call(f"() => ({named}).focus()")
    browser.write(option)
    browser.keys("Tab")


def _watching(browser: Driven, link: str) -> Iterator[tuple[str, str]]:
    browser.open(link)
    browser.wait("document.querySelectorAll('.small-board').length === 4")
    browser.wait("heard.some(({ type, number }) => type === 'step' && number > 8)")
    yield "watch", "watched four boards"
    browser.press("Follow the leader")
    browser.wait("document.querySelector('.large-board')?.checkVisibility()")
    yield "watch-large", "followed the leader"


def _race(browser: Driven) -> Iterator[tuple[str, str]]:
    browser.press("Take a seat")
    browser.wait("document.activeElement.matches('dialog input')")
    browser.write("Ada")
    yield "name", "came by a room's link, and gave a name"
    browser.keys("Enter")
    browser.wait("document.querySelector('dialog') === null")
    yield "room", "took a seat"
    browser.press("I am ready")
    racer = Racer(browser)
    moves = racer.by_hand(drags=4, clicks=2)
    yield "race", f"raced by {browser.screen.hands}: {moves} moves were acknowledged"
    racer.by_keys()
    yield "race-keys", "raced by keys: a deal and an undo were acknowledged"
    before = racer.cards()
    browser.reload()
    browser.wait(f"({_CARDS})().length === {len(before)} && {_AT_REST}")
    assert racer.cards() == before, "the board is another one after the reload"
    racer.by_hand(drags=1, clicks=0)
    yield "race-again", "loaded the page again: the same board, and played on"
    browser.press("Give up")
    browser.press("Really?", after=APART)
    browser.wait("document.querySelector('.race.over')")
    yield "race-over", "gave up"


def _records(browser: Driven) -> Iterator[tuple[str, str]]:
    browser.wait("document.querySelectorAll('tr[data-status]').length === 4")
    yield "results", "saw the results"
    browser.press("Watch the replay: Ada")
    browser.wait("document.querySelector('.replay-controls')?.checkVisibility()")
    browser.press("To the end")
    browser.press("A move back")
    browser.wait(_AT_REST)
    yield "replay", "watched the replay, to its end and a move back"


class Racer:
    """Somebody's race on the page, with a twin that knows the rules."""

    def __init__(self, browser: Driven) -> None:
        self._browser = browser
        self._play = Play(catalogue.make(GAME), SEED)
        self._chooser = MoveChooser(self._play.game)
        browser.wait("heard.some(({ type }) => type === 'choices')")
        browser.wait("document.querySelector('.card:not(.hidden)')")
        self._own = browser.call("() => heard.findLast(({ type }) => type === 'welcome').player")

    def cards(self) -> list[str]:
        """Return where all cards are that are seen, once they lie."""
        self._browser.wait(_AT_REST)
        return list(self._browser.call(_CARDS))

    def by_hand(self, *, drags: int, clicks: int) -> int:
        """Race by mouse or finger, until so many of each were made; return how many moves."""
        made = {Move: 0, Click: 0}
        while made[Move] < drags or made[Click] < clicks:
            action = self._chooser.choose(self._play.game.view(self._play.state))
            assert action is not None
            self._do(action)
            made[type(action)] += 1
        return sum(made.values())

    def by_keys(self) -> None:
        """Deal, take that back, and go along the board."""
        self._browser.keys("d")
        self._enter(Deal())
        self._browser.keys("u")
        self._enter("undo")
        self._browser.keys("ArrowRight", "ArrowDown")
        self._browser.wait("document.querySelector('#polite').textContent")

    def _do(self, action: Action) -> None:
        view = self._play.game.view(self._play.state)
        self._browser.wait(_AT_REST)
        places = PagePlaces(self._play.game, view, self._browser.call(WHERE))
        match action:
            case Move(source, count, target):
                taken = places.box(Spot.lowest(view, source, count))
                self._browser.drag(*grip(taken, places.box(Spot.top(view, target))))
            case Click(pile):
                box = places.box(Spot.top(view, pile))
                self._browser.click((box.x + box.width / 2, box.y + box.height / 2))
        self._enter(action)

    def _enter(self, entry: Action | Literal["undo"]) -> None:
        """Do it in the twin, and wait until the server has acknowledged it."""
        self._play.enter(entry)
        number = str(self._play.length)
        self._browser.wait(_ACKNOWLEDGED.replace("OWN", str(self._own)).replace("NUMBER", number))


def main() -> None:
    """Walk in each browser that there is, at both sizes and in both themes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--browser", choices=[kind.name for kind in KINDS])
    parser.add_argument("--width", type=int, help="only the screen of this width")
    parser.add_argument("--theme", choices=("dark", "light"))
    chosen = parser.parse_args()
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        if chosen.browser not in (None, kind.name):
            continue
        if not kind.there():
            print(
                f"{kind.name}: it is not here; python -m tools.setup.browser --others installs it"
            )
            continue
        for screen in (DESKTOP, PHONE):
            for theme in ("dark", "light"):
                if chosen.width in (None, screen.width) and chosen.theme in (None, theme):
                    _tell(kind, replace(screen, dark=theme == "dark"), chosen.outdir)


def _tell(kind: Kind, screen: Screen, outdir: Path) -> None:
    """Walk once, and say what was done."""
    theme = "dark" if screen.dark else "light"
    named = f"{kind.name}-{screen.width}x{screen.height}-{theme}"
    start = time.perf_counter()
    with TemporaryDirectory() as folder, kind.run(screen) as browser:
        try:
            for name, done in walk(browser, Path(folder)):
                (outdir / f"{name}-{named}.png").write_bytes(browser.picture())
                wrong = [*browser.faults(), *_sticks_out(browser)]
                print(f"{named}: {done}{''.join(f'; WRONG: {each}' for each in wrong)}", flush=True)
        except (AssertionError, BrowserError) as error:
            (outdir / f"failed-{named}.png").write_bytes(browser.picture())
            print(f"{named}: WRONG: {error}; {browser.faults()}")
    print(f"{named}: {time.perf_counter() - start:.0f} s")


def _sticks_out(browser: Driven) -> list[str]:
    beyond = browser.call(_OVERFLOW)
    return [f"{beyond} points of the page are out of sight to the right"] if beyond > 0 else []


if __name__ == "__main__":
    main()
