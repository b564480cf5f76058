"""Somebody with a browser: the page, what its websocket says, and hands that play by the rules.

The page has no rules; whoever plays on it in a test has: the deal's seed is known, and so a twin of
the race is played here, which says what can be done, and where on the screen that is.
"""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from playwright.sync_api import CDPSession, Page, WebSocket
from playwright.sync_api import Error as PlaywrightError

from client.board.layout import Box, Spot
from client.bots.chooser import MoveChooser
from client.bots.company import race_settings
from engine import catalogue
from engine.play import Entry, Play
from engine.state import Action, Click, Deal, Move, State
from harness.page_places import WHERE, PagePlaces, grip
from protocol.messages import Settings

Hands: TypeAlias = Literal["mouse", "touch"]
SLOW: Final = 600.0
"""Seconds that a bot takes for a move which is not to disturb."""
DEAF: Final = """
    const { prototype } = WebSocket
    const set = Object.getOwnPropertyDescriptor(prototype, "onmessage").set
    Object.defineProperty(prototype, "onmessage", {
        set(listener) { set.call(this, (event) => window.deaf || listener(event)) },
    })
"""
"""Lets the page hear nothing of the server while `window.deaf` holds."""
PATIENCE: Final = 60.0
"""Seconds that anything may take on a busy machine."""


def at_once(game: str) -> Settings:
    """Return the settings of a race that begins as soon as everybody is ready."""
    return replace(race_settings(game), countdown=0)


class Visitor:
    """One page in one browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        """What went wrong in the browser: errors, and what its policy forbade."""
        self.heard: list[dict[str, Any]] = []
        """All messages from the server."""
        self.frames: list[str] = []
        """The same as it came."""
        self._socket: WebSocket | None = None
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self._note("error", str(error)))
        page.on("websocket", self._listen)

    def _note(self, kind: str, text: str) -> None:
        # A line that is cut, or a server that is away, is no fault of the page; the browser tells.
        of_the_line = "WebSocket connection" in text or "ERR_CONNECTION_REFUSED" in text
        if kind in ("error", "warning") and not of_the_line:
            self.faults.append(text)

    def _listen(self, socket: WebSocket) -> None:
        self._socket = socket
        socket.on("framereceived", self._take)

    def _take(self, frame: str | bytes) -> None:
        self.frames.append(str(frame))
        held = msgspec.json.decode(frame)
        self.heard += held if isinstance(held, list) else [held]

    # What the server says -------------------------------------------------------------------------

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last message of a kind."""
        return next(each for each in reversed(self.heard) if each["type"] == kind)

    def hears(self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> None:
        """Wait until a message like this was heard, if it was not yet."""

        def there() -> bool:
            return any(each["type"] == kind and fits(each) for each in self.heard)

        until = time.monotonic() + PATIENCE
        while not there():
            assert self._socket is not None
            left = until - time.monotonic()
            assert left > 0, f"nothing like {kind!r} came, but {self.heard[-3:]}"
            with suppress(PlaywrightError):  # the time is up, or the socket was closed
                if self._socket.is_closed():
                    self.page.wait_for_event("websocket", timeout=left * 1000)
                else:
                    self._socket.wait_for_event("framereceived", timeout=left * 1000)

    @property
    def player(self) -> int:
        """The visitor's own id."""
        return int(self.last("welcome")["player"])

    # What a visitor does --------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Press the button with this text."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def take_a_seat(self, name: str, *, says: str = "") -> None:
        """Give a name, sit down, and say ready, and something else before that."""
        self.press("Take a seat")
        self.page.get_by_role("dialog").get_by_role("textbox").fill(name)
        self.page.keyboard.press("Enter")
        if says:
            self.page.get_by_role("textbox", name="Chat").fill(says)
            self.press("Send")
            self.hears("said")
        self.press("I am ready")

    def give_up(self) -> None:
        """Give the race up, by the keyboard: a second click has to wait, lest it was a tremor."""
        self.page.get_by_role("button", name="Give up", exact=True).focus()
        for asked in ("Give up", "Give up?"):
            self.page.get_by_role("button", name=asked, exact=True).press("Enter")

    @property
    def racing(self) -> bool:
        """Whether the visitor's race goes on, as the server has said."""
        statuses = [
            each.get("status", "racing")
            for each in self.heard
            if each["type"] in ("board", "step") and each["player"] == self.player
        ]
        return bool(statuses[-1] == "racing")


class Racer:
    """A visitor's race, played by mouse or by finger."""

    def __init__(
        self, visitor: Visitor, game: str, seed: str, hands: Hands = "mouse", care: float = 1.0
    ) -> None:
        """Play a game dealt from this seed; `care` is the share of moves that are the best."""
        self.visitor, self.hands = visitor, hands
        self.play = Play(catalogue.make(game), seed)
        self._chooser = MoveChooser(self.play.game, Random(1), care)
        self._cdp: CDPSession | None = None
        self._board: tuple[float, ...] | None = None
        """Where the board is, if that is known and stays so."""
        self.views = [self.view]
        """The positions as the racer saw them, by the number of entries."""
        visitor.hears("board", lambda board: board["player"] == visitor.player)
        visitor.hears("choices")

    @property
    def view(self) -> State:
        """The position as the racer sees it."""
        return self.play.game.view(self.play.state)

    def race(self, most: int = 1000) -> int:
        """Race to the end, or for so many moves; return how many were made.

        Nothing may move the board on the screen meanwhile.
        """
        self._board = self._where()
        number = 0
        while number < most and self.visitor.racing:
            action = self.choose()
            if action is None:
                break
            self.do(action)
            number += 1
        self._board = None
        return number

    def choose(self) -> Action | None:
        """Return what to do now; None where there is nothing new to try."""
        return self._chooser.choose(self.view)

    def do(self, action: Action) -> None:
        """Do it with the hands, and wait until the server has taken it in."""
        number = self.play.length + 1
        match action:
            case Move(source, count, target):
                state = self.view
                self.drag(Spot.lowest(state, source, count), Spot.top(state, target))
            case Click(pile):
                self.click(Spot.top(self.view, pile))
            case Deal():
                self._press_the_games_button()
        self.enter(action)
        own = self.visitor.player
        self.visitor.hears("step", lambda s: s["player"] == own and s["number"] == number)

    def enter(self, entry: Entry) -> None:
        """Do it in the twin."""
        self.play.enter(entry)
        self.views.append(self.view)

    def refused(self, move: Move) -> None:
        """Drag cards to where they may not go, which nobody hears of."""
        self.drag(Spot.lowest(self.view, move.source, move.count), Spot.top(self.view, move.target))

    def _press_the_games_button(self) -> None:
        button = self.play.game.button
        assert button is not None
        counted = re.compile(rf"{button.label}( \(\d+\))?")  # how often it still may be
        self.visitor.page.get_by_role("button", name=counted).click()

    # Where the cards are --------------------------------------------------------------------------

    def _where(self) -> tuple[float, ...]:
        return tuple(self.visitor.page.evaluate(WHERE))

    def corners(self, state: State) -> list[tuple[int, int]]:
        """Return where the upper left corners of a position's cards are on the board."""
        return PagePlaces(self.play.game, state, self._where()).corners()

    def boxes(self, *spots: Spot) -> list[Box]:
        """Return where cards are seen, in points of the page, which is asked once for all."""
        places = PagePlaces(self.play.game, self.view, self._board or self._where())
        return [places.box(spot) for spot in spots]

    def drag(self, source: Spot, target: Spot) -> None:
        """Drag a card, with those on it, onto another card or place."""
        start, end = grip(*self.boxes(source, target))
        if self.hands == "mouse":
            mouse = self.visitor.page.mouse
            mouse.move(*start)
            mouse.down()
            mouse.move(*end)
            mouse.up()
        else:
            # A finger holds its cards above itself.
            self._touch("touchStart", *start)
            for part in (0.5, 1.0):
                x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
                self._touch("touchMove", x, y)
            self._touch("touchEnd")

    def click(self, spot: Spot) -> None:
        """Click on a card or a place, or tap on it."""
        [box] = self.boxes(spot)
        at = (box.x + box.width // 2, box.y + box.height // 2)
        if self.hands == "mouse":
            self.visitor.page.mouse.click(*at)
        else:
            self.visitor.page.touchscreen.tap(*at)

    def _touch(self, kind: str, *at: float) -> None:
        if self._cdp is None:
            self._cdp = self.visitor.page.context.new_cdp_session(self.visitor.page)
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
