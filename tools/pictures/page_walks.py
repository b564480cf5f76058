"""Walks through the page in a real browser: every screen of it, for pictures.

Each walk has a server of its own. Where others are wanted, bots race on it.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from playwright.sync_api import Browser, Page

from client.board.layout import Box, Spot
from engine import catalogue
from engine.play import Play
from engine.state import Move
from harness.bot_thread import BotThread
from harness.browsing import PAGE
from harness.page_places import WHERE, PagePlaces, grip
from harness.server_thread import ServerThread
from protocol.messages import Series, SeriesGame, Settings
from samedeal.foundry.analysing import AnalystProcess
from samedeal.foundry.beside import FoundryProcess
from server.rooms.deals.certified import Wish
from server.stock.foundry import Casting
from tools.pictures.past import NAMES, RACES, TOKEN, write_past

LANGUAGES: Final = Path(__file__).parents[2] / "client" / "languages"
PHONE: Final = 600
"""Windows narrower than this are a phone's: two pixels to a point, and a finger."""
NARROW: Final = 768
"""Windows up to this width have the parts of a race behind each other, and the games of a form."""
MARY: Final = "Mary"
"""Who was here before, and comes back in the end."""
RACED: Final = 6000
"""Milliseconds of a race before its picture."""
BEGUN: Final = 3000
"""The same where only the boards matter."""
HELD: Final = 300
"""Milliseconds after which a press is no click."""
SEED: Final = "pictures"
SHAPES: Final = {"wide": "spider-three-decks", "tall": "osmosis", "grid": "4x13", "full": "yukon"}
"""Games whose boards are as wide, as tall and as full as there are any."""
WATCHED: Final = (1, 2, 4, 9, 16)
"""How many boards there are to be watched."""
SAID_SOMETHING: Final = re.compile(r"\S")
"""A text, in whatever script its sentences end."""
LOCK: Final = "sesame"
"""What a room asks for."""
SAID: Final = (
    "Hello! Is everybody here?",
    "One more minute, please: I am making tea.",
    "https://example.org/a-rather-long-address-that-does-not-break/at-all",
)

CHOICE: Final = "select:has(option[value=medium])"
"""Where the form of a room asks which deals are raced on."""
LOOKED: Final = 4000
"""Milliseconds after which a room says how long it has looked for a deal."""
SETTLING: Final = 500
"""Milliseconds in which a name is asked for, if it is."""
BUSY: Final = 120_000
"""Milliseconds that anything may take, on a machine with much else to do."""
FOUND: Final = 900_000
"""Milliseconds in which a deal is found that can be won, or where a game was lost."""

Shown: TypeAlias = tuple[str, Page]
"""A screen's name, and the page that shows it."""


@dataclass(frozen=True)
class Visits:
    """How the page is looked at: the browser, the size of its window, its theme and language."""

    browser: Browser
    size: tuple[int, int]
    theme: str
    language: str = "en"

    @property
    def is_phone(self) -> bool:
        """Whether the window is a phone's."""
        return self.size[0] < PHONE

    @property
    def is_narrow(self) -> bool:
        """Whether parts lie behind each other."""
        return self.size[0] <= NARROW

    @contextmanager
    def visitor(self) -> Iterator[Page]:
        """Open a browser of somebody's own."""
        profile: dict[str, Any] = {
            "viewport": {"width": self.size[0], "height": self.size[1]},
            "device_scale_factor": 2 if self.is_phone else 1,
            "has_touch": self.is_phone,
            "is_mobile": self.is_phone,
            "color_scheme": self.theme,
            "locale": self.language,
        }
        with self.browser.new_context(**profile) as context:
            context.set_default_timeout(BUSY)
            yield context.new_page()

    @property
    def say(self) -> Callable[[str], str]:
        """What gives the page's text of a key."""
        texts: dict[str, str] = json.loads((LANGUAGES / f"{self.language}.json").read_text("utf-8"))
        return texts.__getitem__


Walk: TypeAlias = Callable[[Visits], Iterator[Shown]]


# The walks ----------------------------------------------------------------------------------------


def alone(visits: Visits) -> Iterator[Shown]:
    """Be the first on a server: the lobby, the form of a room, practice, one's own page."""
    say = visits.say
    with fresh_server() as server, visits.visitor() as ada:
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(root)
        yield "lobby-empty", ada
        if visits.is_phone:
            ada.locator(".head .menu").click()
            yield "menu", ada
        ada.goto(f"{root}#leaderboard/yukon")
        yield "leaderboard-empty", ada
        ada.goto(f"{root}#settings")
        yield "settings", ada
        ada.goto(f"{root}r/ABCDEF")
        yield "room-unknown", ada
        ada.goto(f"{root}#make-room")
        yield "make-room", ada
        yield from finding(visits, ada)
        ada.goto(f"{root}#make-room/alone")
        ada.reload()
        yield "practice-form", ada
        for name, game in {"klondike": "klondike", **SHAPES}.items():
            practise(visits, ada, root, game)
            yield f"practice-{name}", ada
            if name == "klondike":
                yield from hands(visits, ada, game)
            give_up(visits, ada)
            ada.locator(".race-end").wait_for()
            if name == "klondike":
                yield "practice-over", ada
            press(ada, say("LeaveButton.leave"))
            ada.locator(".lobby").wait_for()
        ada.goto(f"{root}#player/1")
        yield "player-new", ada


def finding(visits: Visits, page: Page) -> Iterator[Shown]:
    """Find a game in the form of a room, and see what is wrong with the rest of it."""
    say = visits.say
    choose = page.get_by_role("button", name=say("PracticeScreen.choose-a-game"))
    page.locator(".tile").first.wait_for(state="attached")
    if choose.is_visible():
        choose.click()
        yield "make-room-games", page
    fold = page.locator(".finder .fold")
    if fold.is_visible():
        fold.click()
        yield "make-room-filters", page
    search = page.get_by_role("searchbox")
    search.fill("sp")
    yield "make-room-found", page
    search.fill("xyz")
    yield "make-room-none-found", page
    search.fill("aunt")
    taken = page.get_by_role("button", name=say("page.this-game"))
    if taken.is_visible():
        taken.click()
    page.get_by_label(say("RoomForm.seats")).fill("17")
    page.get_by_label(say("RoomForm.ask-for-a-password")).check()
    press(page, say("MakeRoomScreen.make-the-room"))
    yield "make-room-wrong", page


def hands(visits: Visits, page: Page, game: str) -> Iterator[Shown]:
    """Lift a card, be refused, and read the rules."""
    lifted = lift(visits, page, game)
    yield "card-lifted", page
    lifted.put_back()
    refuse(visits, page, game)
    page.locator(".notice.seen").wait_for()
    yield "refused", page
    press(page, visits.say("PracticeScreen.rules"))
    page.get_by_role("dialog").wait_for()
    yield "rules", page
    page.keyboard.press("Escape")
    if page.locator(".race-strip").is_visible():
        page.locator(".race-strip .list").click()
        yield "practice-side", page
        page.locator(".side .close").click()


def racing(visits: Visits) -> Iterator[Shown]:
    """Come by a room's link, take a seat, race against bots, and read what came of it."""
    say = visits.say
    settings = Settings("klondike", time_limit=600, countdown=3, seats=6, show_boards=True)
    with (
        raced_before() as data,
        ServerThread(data, page=PAGE, keep_chat=36_500) as server,
        BotThread(server.address, settings, bots=3, racers=4, pace=0.4) as bots,
        visits.visitor() as ada,
        visits.visitor() as guest,
    ):
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(root)
        yield "front", ada
        guest.goto(f"{root}r/{bots.code}")
        yield "room-guest", guest
        ada.goto(f"{root}r/{bots.code}")
        press(ada, say("RoomScreen.take-a-seat"))
        yield "name", ada
        give(ada, "Ada")
        ready = ada.get_by_role("button", name=say("RoomScreen.i-am-ready"), exact=True)
        ready.wait_for()
        for text in SAID:
            talk(visits, ada, text)
        yield "room", ada
        ready.click()
        rest(ada)
        yield "countdown", ada
        ada.get_by_role("button", name=say("RaceScreen.give-up")).first.wait_for()
        ada.wait_for_timeout(RACED)
        yield "race", ada
        if visits.is_phone:
            ada.locator(".race-strip .list").click()
            yield "race-side", ada
            ada.locator(".side .close").click()
        yield from looking_on(visits, guest)
        give_up(visits, ada)
        yield from while_others_race(visits, ada)
        ada.locator(".results").wait_for()
        yield "results", ada
        ada.locator(".results .fair summary").click()
        yield "results-details", ada
        yield from records(ada, root)


def in_series(visits: Visits) -> Iterator[Shown]:
    """Choose a series, race one against bots, and be asked whether a race may end."""
    say = visits.say
    games = [SeriesGame("klondike"), SeriesGame("golf")]
    series = Series(2, games, vetoes=1)
    settings = Settings("klondike", time_limit=10, countdown=0, seats=6, series=series)
    with (
        fresh_server() as server,
        BotThread(server.address, settings, bots=3, racers=4, pace=0.2, rest=2) as bots,
        visits.visitor() as ada,
        visits.visitor() as bob,
    ):
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(f"{root}#make-room/golf")
        choices = ada.locator(".series-fields select")
        choices.nth(0).select_option("5")
        choices.nth(1).select_option("family")
        yield "make-series", ada
        ada.goto(f"{root}r/{bots.code}")
        press(ada, say("RoomScreen.take-a-seat"))
        give(ada, "Ada")
        yield "series-room", ada
        press(ada, say("RoomScreen.i-am-ready"))
        ada.locator(".results").wait_for()
        yield "series-results", ada
        ada.locator(".evening summary").first.click()
        yield "series-tally", ada
        press(ada, say("ResultsScreen.ready-for-the-next-race"))
        ada.locator(".race").wait_for()
        ada.locator(".results .evening .podium:not([hidden])").wait_for()
        yield "series-over", ada
        press(ada, say("LeaveButton.leave"))
        ada.goto(f"{root}#make-room/klondike")
        press(ada, say("MakeRoomScreen.make-the-room"))
        code = ada.locator(".invitation .code").inner_text()
        bob.goto(f"{root}r/{code}")
        press(bob, say("RoomScreen.take-a-seat"))
        give(bob, "Bob")
        press(bob, say("RoomScreen.i-am-ready"))
        press(ada, say("RoomScreen.start"))
        bob.get_by_role("button", name=say("RaceScreen.give-up")).first.wait_for()
        give_up(visits, ada)
        press(ada, say("EndRaceButton.end-the-race"))
        press(ada, say("EndRaceButton.end-it-for-all"))
        bob.locator(".end-question:not([hidden])").wait_for()
        yield "end-question", bob


def while_others_race(visits: Visits, page: Page) -> Iterator[Shown]:
    """Look at the race that goes on, unless it is over: where only bots race, that is soon."""
    for name in ("curve", "boards"):
        look = page.get_by_role("button", name=visits.say(f"RaceScreen.{name}"), exact=True).first
        look.or_(page.locator(".results:visible")).first.wait_for()
        if look.is_visible():
            look.click()
            rest(page)
            yield f"race-over-{name}", page


def looking_on(visits: Visits, guest: Page) -> Iterator[Shown]:
    """Watch a race: all boards, one of them large, and what stands beside them."""
    say = visits.say
    yield "watch", guest
    if visits.is_narrow:
        for name, key in (("scores", "RaceSide.scores"), ("chat", "ChatBox.chat")):
            press(guest, say(key))
            yield f"watch-{name}", guest
        press(guest, say("RaceSide.boards"))
    guest.locator("canvas").first.click()
    rest(guest)
    yield "watch-large", guest


def records(page: Page, root: str) -> Iterator[Shown]:
    """Look at replays, players and leaderboards of a server in use."""
    first = len(NAMES) + 1
    page.goto(f"{root}#replay/{RACES + 1}/{first}")
    yield "replay", page
    page.goto(f"{root}#replay/{RACES + 1}/{first}/{first + 1}")
    yield "comparison", page
    page.goto(f"{root}#replay/99999/1")
    yield "replay-unknown", page
    page.goto(f"{root}#player/{first}")
    yield "player-one", page
    page.goto(f"{root}#player/1")
    yield "player", page
    page.goto(f"{root}#ratings")
    yield "ratings", page
    page.goto(f"{root}#player/99999")
    yield "player-unknown", page
    kept = json.dumps([{"name": MARY, "token": TOKEN}])
    page.evaluate("kept => localStorage.setItem('samedeal.players', kept)", kept)
    page.goto(f"{root}#leaderboard/klondike/best")
    page.reload()
    yield "leaderboard-full", page
    page.goto(f"{root}#overview")
    page.locator(".overview-told table").first.wait_for()
    yield "overview", page
    page.goto(f"{root}#evenings")
    page.locator(".to-evening").first.wait_for()
    yield "evenings", page
    page.locator(".to-evening").nth(1).click()
    page.locator(".past-said p").first.wait_for()
    yield "evening", page
    page.goto(f"{root}#evening/99999")
    yield "evening-unknown", page


def hosting(visits: Visits) -> Iterator[Shown]:
    """Host a room: alone in it, with others, changing it, locking it, among other rooms."""
    say = visits.say
    with (
        raced_before() as data,
        ServerThread(data, page=PAGE, keep_chat=36_500) as server,
        visits.visitor() as ada,
        visits.visitor() as bob,
    ):
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(f"{root}#make-room/spider")
        press(ada, say("MakeRoomScreen.make-the-room"))
        give(ada, "Ada")
        code = ada.locator(".invitation .code").inner_text()
        yield "room-alone", ada
        press(ada, say("page.qr-code"))
        yield "room-qr", ada
        press(ada, say("page.qr-code"))
        bob.goto(f"{root}r/{code}")
        press(bob, say("RoomScreen.take-a-seat"))
        give(bob, "Bob")
        for text in SAID:
            talk(visits, bob, text)
        ada.locator(".said").get_by_text(SAID[-1]).wait_for()
        yield "room-host", ada
        press(ada, say("RoomScreen.change"))
        ada.get_by_label(say("RoomForm.countdown")).fill("30")
        ada.get_by_label(say("RoomForm.ask-for-a-password")).check()
        ada.get_by_label(say("RoomForm.the-room-s-password")).fill(LOCK)
        yield "change-room", ada
        press(ada, say("RoomScreen.change-it"))
        bob.locator("#news:not([hidden])").wait_for()
        yield "room-changed", bob
        press(bob, say("LeaveButton.leave"))
        quick = Settings("klondike", countdown=0, show_boards=True)
        slow = [Settings(game, seats=4) for game in SHAPES.values()]
        running = BotThread(server.address, quick, bots=3, racers=3)
        with running, bots_in(server, slow):
            bob.goto(root)
            bob.locator(".rows li").nth(4).wait_for()
            yield "lobby-full", bob
            row = bob.locator(".rows li").filter(has_text=code)
            row.get_by_role("button").first.click()
            bob.get_by_role("dialog").wait_for()
            yield "room-locked", bob
            give(bob, "simsalabim")
            bob.get_by_role("alert").filter(has_text=SAID_SOMETHING).wait_for()
            yield "room-locked-wrong", bob


def shapes(visits: Visits) -> Iterator[Shown]:
    """Race on boards of all shapes."""
    with fresh_server() as server, visits.visitor() as ada:
        ada.goto(f"http://127.0.0.1:{server.port}/")
        for name, game in SHAPES.items():
            settings = Settings(game, countdown=0, seats=4)
            with BotThread(server.address, settings, bots=3, racers=4) as bots:
                ada.goto(f"http://127.0.0.1:{server.port}/r/{bots.code}")
                press(ada, visits.say("RoomScreen.take-a-seat"))
                if ada.get_by_role("dialog").is_visible():
                    give(ada, "Ada")
                press(ada, visits.say("RoomScreen.i-am-ready"))
                ada.locator(".tools").wait_for()
                ada.wait_for_timeout(BEGUN)
                yield f"race-{name}", ada
                give_up(visits, ada)
                press(ada, visits.say("LeaveButton.leave"))


def watching(visits: Visits) -> Iterator[Shown]:
    """Watch races of one to sixteen."""
    for number in WATCHED:
        settings = Settings("klondike", countdown=0, seats=16)
        with (
            fresh_server() as server,
            BotThread(server.address, settings, bots=number, racers=number, pace=1) as bots,
            visits.visitor() as guest,
        ):
            guest.goto(f"http://127.0.0.1:{server.port}/r/{bots.code}")
            guest.locator(".small-board, .large-board").nth(number - 1).wait_for(state="attached")
            guest.wait_for_timeout(BEGUN)
            yield f"watch-{number}", guest
            if number == WATCHED[-1]:
                guest.locator("canvas").first.click()
                rest(guest)
                yield "watch-16-large", guest


def losing(visits: Visits) -> Iterator[Shown]:
    """Lose the server, which has said so before: in a game, and in the lobby."""
    with visits.visitor() as ada, visits.visitor() as bob:
        with fresh_server() as server:
            root = f"http://127.0.0.1:{server.port}/"
            practise(visits, ada, root, "klondike")
            bob.goto(root)
            bob.locator(".lobby").wait_for()
            server.tell_of_its_end()
            bob.locator("#news:not([hidden])").wait_for()
            yield "server-stopping", bob
        for name, page in (("race", ada), ("lobby", bob)):
            page.locator("#news button").wait_for()
            yield f"connection-lost-{name}", page


def deals(visits: Visits) -> Iterator[Shown]:
    """Want deals that can be won: the form, a room that looks for one, and what comes after it."""
    say = visits.say
    with fresh_server() as server, visits.visitor() as ada:
        host_deals(visits, ada, server)
        ada.locator(".deal-search").wait_for()
        yield "room-no-deal", ada
    with raced_before() as data, foundry_in(data) as (server, held), visits.visitor() as ada:
        root = f"http://127.0.0.1:{server.port}/"
        ada.goto(f"{root}#make-room/klondike")
        choice = ada.locator(CHOICE)
        choice.select_option("medium")
        choice.scroll_into_view_if_needed()
        yield "make-room-deals", ada
        with visits.visitor() as bob:
            host_deals(visits, ada, server)
            bob.goto(ada.url)
            for each in (ada, bob):
                each.locator(".deal-search").wait_for()
            ada.wait_for_timeout(LOOKED)
            yield "room-looking", ada
            yield "room-looking-guest", bob
        press(ada, say("LeaveButton.leave"))
        server.do(held.open.set)
        settings = Settings("klondike", deals="medium", countdown=0, seats=4, listed=False)
        with BotThread(server.address, settings, bots=3, racers=4, pace=0.02) as bots:
            ada.goto(f"{root}r/{bots.code}")
            press(ada, say("RoomScreen.take-a-seat"))
            ada.wait_for_timeout(SETTLING)
            if ada.get_by_role("dialog").is_visible():
                give(ada, "Ada")
            press(ada, say("RoomScreen.i-am-ready"))
            ada.locator(".tools").wait_for(timeout=FOUND)
            ada.wait_for_timeout(BEGUN)
            ada.locator(".tools button.worded:visible").first.click()  # who moves can be analysed
            yield "race-deals", ada
            give_up(visits, ada)
            ada.locator(".results").wait_for()
            yield "results-deals", ada
            press(ada, say("ResultsScreen.analyse"))
            yield "results-analysing", ada
            ada.locator(".analysing").wait_for(state="hidden", timeout=FOUND)
            yield "results-analysed", ada
            yield from solved(visits, ada, root)


def solved(visits: Visits, page: Page, root: str) -> Iterator[Shown]:
    """Look at how the deal of the last race could be won, and until when a racer could have."""
    say = visits.say
    lost = page.locator("section.ranking tbody tr:not([data-status=won])").first
    lost.locator(".way .to-replay").click()
    page.locator(".analysis").wait_for()
    yield "replay-analysed", page
    press(page, say("AnalysisBar.how-it-could-be-won"))
    page.locator(".replay-seat").nth(1).wait_for()
    press(page, say("ReplayScreen.to-the-end"))
    yield "replay-how", page
    race = page.url.rpartition("#replay/")[2].partition("/")[0]
    page.goto(f"{root}#replay/{race}/solution")
    page.locator(".replay-seat").wait_for()
    yield "replay-solution", page
    page.goto(f"{root}#leaderboard/klondike/players")
    yield "leaderboard-any", page
    page.goto(f"{root}#leaderboard/klondike/medium")
    yield "leaderboard-medium", page


WALKS: Final[Mapping[str, Walk]] = {
    "alone": alone,
    "racing": racing,
    "series": in_series,
    "hosting": hosting,
    "shapes": shapes,
    "watching": watching,
    "losing": losing,
    "deals": deals,
}
"""All of them, by name."""


# What happens in them -----------------------------------------------------------------------------


@contextmanager
def fresh_server() -> Iterator[ServerThread]:
    """Serve where nothing was played yet."""
    with TemporaryDirectory() as data, ServerThread(Path(data), page=PAGE) as server:
        yield server


@contextmanager
def raced_before() -> Iterator[Path]:
    """Make a server's data directory with races in it."""
    with TemporaryDirectory() as data:
        write_past(Path(data), own=MARY)
        yield Path(data)


class Held(FoundryProcess):
    """A foundry that finds nothing until it may."""

    def __init__(self) -> None:
        """Hold it."""
        super().__init__()
        self.open = asyncio.Event()
        """Set when it may."""

    async def cast(self, wish: Wish, positions: int, *, measured: bool = False) -> Casting:
        """See `FoundryProcess.cast`."""
        await self.open.wait()
        return await super().cast(wish, positions, measured=measured)


@contextmanager
def foundry_in(data: Path) -> Iterator[tuple[ServerThread, Held]]:
    """Serve with processes beside it that find deals, and analyse replays."""
    foundry, analyst = Held(), AnalystProcess()
    with ServerThread(data, page=PAGE, foundry=foundry, analyst=analyst) as server:
        yield server, foundry
        for beside in (foundry, analyst):
            server.finish(beside.dismiss())


def host_deals(visits: Visits, page: Page, server: ServerThread) -> None:
    """Make a room for Klondike on deals of medium hardness, and start its race."""
    say = visits.say
    page.goto(f"http://127.0.0.1:{server.port}/#make-room/klondike")
    page.locator(CHOICE).select_option("medium")
    press(page, say("MakeRoomScreen.make-the-room"))
    give(page, "Ada")
    press(page, say("RoomScreen.start"))


@contextmanager
def bots_in(server: ServerThread, rooms: list[Settings]) -> Iterator[None]:
    """Let a bot wait in each of these rooms."""
    if not rooms:
        yield
        return
    with BotThread(server.address, rooms[0], bots=1, racers=3), bots_in(server, rooms[1:]):
        yield


def rest(page: Page) -> None:
    """Take the mouse away from what it pressed."""
    page.mouse.move(0, 0)


def press(page: Page, name: str) -> None:
    """Press the first button with this text."""
    page.get_by_role("button", name=name, exact=True).first.click()
    rest(page)


def give(page: Page, text: str) -> None:
    """Give what a dialog asks for."""
    page.get_by_role("dialog").get_by_role("textbox").fill(text)
    page.keyboard.press("Enter")


def talk(visits: Visits, page: Page, text: str) -> None:
    """Say something in the chat."""
    page.locator(".chat input").fill(text)
    press(page, visits.say("ChatBox.send"))


def practise(visits: Visits, page: Page, root: str, game: str) -> None:
    """Play a deal that is known by oneself, under a name that is given if need be."""
    page.goto(f"{root}#make-room/alone")
    page.reload()
    code = page.get_by_label(visits.say("DealCode.deal-code"))
    code.fill(f"{game}/{SEED}")
    code.press("Enter")
    page.locator("dialog, .race.practising .card").first.wait_for(state="attached")
    if page.get_by_role("dialog").is_visible():
        give(page, "Ada")
    page.locator(".race.practising:not(.over) .tools").wait_for()


def give_up(visits: Visits, page: Page) -> None:
    """Give a race up, by the keyboard: a second click has to wait, lest it was a tremor."""
    for key in ("RaceScreen.give-up", "RaceScreen.give-up--asks-once-more"):
        page.get_by_role("button", name=visits.say(key), exact=True).first.press("Enter")


@dataclass(frozen=True)
class Lifted:
    """Cards that are held over the board."""

    let_go: Callable[[], None]
    put_back: Callable[[], None]
    """Takes them back to where they were, and lets go of them there."""


def drag(visits: Visits, page: Page, source: Box, target: Box, part: float = 1) -> Lifted:
    """Take a card, and hold it over a part of the way: by mouse, or on a phone by a finger."""
    start, end = grip(source, target)
    x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
    if not visits.is_phone:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(x, y, steps=4)

        def home() -> None:
            page.mouse.move(*start)
            page.mouse.up()

        return Lifted(page.mouse.up, home)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    touch("touchMove", ((start[0] + x) / 2, (start[1] + y) / 2))
    touch("touchMove", (x, y))
    page.wait_for_timeout(HELD)

    def back() -> None:
        touch("touchMove", start)
        touch("touchEnd")

    return Lifted(lambda: touch("touchEnd"), back)


def boxes_of(page: Page, play: Play, move: Move) -> tuple[Box, Box]:
    """Return where a move's cards lie on the page, and where they would go."""
    view = play.game.view(play.state)
    places = PagePlaces(play.game, view, page.evaluate(WHERE))
    source = Spot.lowest(view, move.source, move.count)
    return places.box(source), places.box(Spot.top(view, move.target))


def first_move(play: Play, *, legal: bool) -> Move:
    """Return a move from one column of a deal to another that may be made, or may not."""
    view = play.game.view(play.state)
    columns = [i for i, place in enumerate(play.game.places) if place.kind == "tableau"]
    tried = (Move(a, 1, b) for a in columns for b in columns if a != b and view.piles[a])
    return next(move for move in tried if play.game.is_legal(view, move) == legal)


def lift(visits: Visits, page: Page, game: str) -> Lifted:
    """Hold a card between its place and one where it may lie."""
    play = Play(catalogue.make(game), SEED)
    source, target = boxes_of(page, play, first_move(play, legal=True))
    return drag(visits, page, source, target, part=0.6)


def refuse(visits: Visits, page: Page, game: str) -> None:
    """Try what may not be done."""
    play = Play(catalogue.make(game), SEED)
    source, target = boxes_of(page, play, first_move(play, legal=False))
    drag(visits, page, source, target).let_go()
