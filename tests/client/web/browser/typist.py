"""Somebody who plays the page by keys, or by touching what a screen reader finds, and listens."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Final

from playwright.sync_api import ConsoleMessage, Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from client.board.cursor import Cursor, Direction
from client.board.spoken import Speaker
from client.bots.chooser import MoveChooser
from engine import catalogue
from engine.hints import hints
from engine.play import Play
from engine.state import Action, Click, Deal, Move, State
from tests.client.web.browser.visitor import PATIENCE, Visitor

MARK: Final = "heard: "
LISTENING: Final = """
addEventListener("DOMContentLoaded", () => {
  for (const region of document.querySelectorAll("[aria-live]")) {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const { textContent } of addedNodes) console.debug("heard: " + textContent)
      }
    }).observe(region, { childList: true })
  }
})
"""
WAYS: Final[tuple[Direction, ...]] = ("left", "right", "up", "down")
BETWEEN: Final = "; "
"""Stands between texts that come so soon after each other that they are said as one."""


class Ears:
    """What a screen reader is told on a page, in order."""

    def __init__(self, visitor: Visitor) -> None:
        """Listen from now on."""
        self.page = visitor.page
        self.heard: list[str] = []
        self._told = 0
        self.page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.text.startswith(MARK):
            self.heard.append(message.text.removeprefix(MARK))

    @property
    def new(self) -> str:
        """What was said since the last time."""
        return BETWEEN.join(self.heard[self._told :])

    def forget(self) -> None:
        """Listen only to what comes now."""
        self._told = len(self.heard)

    def hears(self, *said: str) -> None:
        """Wait for these texts, and assert that nothing else was said since the last time."""
        expected = BETWEEN.join(text for text in said if text)
        self._wait(lambda: len(self.new) >= len(expected), expected)
        assert self.new == expected, f"{self.new!r}, and not {expected!r}"
        self.forget()

    def hears_at_the_end(self, *said: str) -> None:
        """Wait for these texts, the last of which may go on, and assert that nothing else was."""
        expected = BETWEEN.join(text for text in said if text)
        self._wait(lambda: len(self.new) > len(expected), expected)
        assert self.new.startswith(expected), f"{self.new!r}, and not {expected!r}"
        self.forget()

    def until(self, text: str) -> None:
        """Wait until a text was said since the last time, whatever else was.

        Raises:
            AssertionError: it was not.
        """
        self._wait(lambda: text in self.new, text)

    def until_match(self, pattern: str) -> None:
        """Wait until something like this was said since the last time."""
        self._wait(lambda: re.search(pattern, self.new) is not None, pattern)

    def _wait(self, met: Callable[[], bool], text: str) -> None:
        until = time.monotonic() + PATIENCE
        while not met():
            left = until - time.monotonic()
            assert left > 0, f"{text!r} was not said, but {self.new!r}"
            with suppress(PlaywrightTimeoutError):
                self.page.wait_for_event("console", timeout=left * 1000)


class Typist:
    """A racer's hand on the keyboard, with a twin of the race and of the cursor."""

    def __init__(self, visitor: Visitor, ears: Ears, game: str, seed: str) -> None:
        self.visitor, self.ears = visitor, ears
        self.play = Play(catalogue.make(game), seed)
        self.cursor = Cursor(self.play.game)
        self.speaker = Speaker(self.play.game)
        self.shown = False
        """Whether the cursor is seen: not before a key, nor after the keys were elsewhere."""
        self._begun = False

    @property
    def view(self) -> State:
        """The position as the racer sees it."""
        return self.play.game.view(self.play.state)

    def key(self, key: str) -> None:
        """Press a key, or several at once: "Control+z"."""
        self.visitor.page.keyboard.press(key)

    def show(self) -> None:
        """Let the cursor be seen: in a new game, where something can be done."""
        self.key("ArrowRight")
        if not self._begun:
            self.cursor.start(self.view)
        self._begun = self.shown = True
        self.ears.hears(self.speaker.spot(self.view, self.cursor.spot))

    def go_to(self, pile: int, count: int = 1) -> None:
        """Go to a pile, and down to a card in it, and listen on the way."""
        if not self.shown:
            self.show()
        cursor = self.cursor
        for way in self._way_to(pile):
            cursor.go(way, self.view, pile=True)
            self.key(f"Control+Arrow{way.capitalize()}")
            self.ears.hears(self.speaker.spot(self.view, cursor.spot))
        while cursor.spot.card > len(self.view.piles[pile]) - count >= 0:
            cursor.along(self.view, deeper=True)
            self.key("PageUp")
            self.ears.hears(self.speaker.spot(self.view, cursor.spot))

    def _way_to(self, pile: int) -> list[Direction]:
        """Return the fewest arrows that lead to a pile."""
        ways: dict[int, list[Direction]] = {self.cursor.spot.pile: []}
        for here in (reached := [self.cursor.spot.pile]):
            for way in WAYS:
                walker = copy(self.cursor)
                walker.to_top(here, self.view)
                walker.go(way, self.view, pile=True)
                if walker.spot.pile not in ways:
                    ways[walker.spot.pile] = [*ways[here], way]
                    reached.append(walker.spot.pile)
        return ways[pile]

    def do(self, action: Action) -> None:
        """Do it by keys, and listen until the server has taken it in."""
        match action:
            case Move(source, count, target):
                self.go_to(source, count)
                self.take()
                while self.cursor.held is not None and self.cursor.spot.pile != target:
                    self.key("Tab")
                    self.cursor.next_target(self.view)
                    self.ears.hears(self._over())
                if self.cursor.held is not None:
                    self.key("Enter")
                    self.cursor.enter(self.view)
            case Click(pile):
                self.go_to(pile)
                self.key("c")
            case Deal():
                self.key("d")
        said = self.told(action)
        if self.play.game.outcome(self.view) is None:
            self.ears.hears(*said)
        else:
            self.ears.hears_at_the_end(*said, "No move is left.")

    def take(self) -> None:
        """Take the cards at the cursor; a tap may be a whole move already."""
        self.key("Enter")
        if self.cursor.enter(self.view) is not None:
            return
        held = self.cursor.held
        assert held is not None
        taken = self.speaker.taken(self.view, held, list(self.cursor.targets(self.view)))
        self.ears.hears(taken, self._over())

    def told(self, action: Action) -> list[str]:
        """Do it here, too; return what is said of it: at once, and when the server has answered."""
        before = self.view
        guess = guessed(before, action)
        self.play.enter(action)
        self.cursor.fit(self.view)
        return [self.speaker.change(before, guess), self.speaker.change(guess, self.view)]

    def hint(self) -> str:
        """Return what is said of the best move, to which the cursor goes."""
        best = hints(self.play.game, self.view)[0]
        self.cursor.advise(self.view, best)
        return self.speaker.action(self.view, best)

    def take_back(self) -> list[str]:
        """Take the last move back here; return what is said of it."""
        before = self.view
        self.play.enter("undo")
        self.cursor.fit(self.view)
        return [self.speaker.change(before, self.view)]

    def _over(self) -> str:
        assert self.cursor.held is not None
        return self.speaker.over(self.view, self.cursor.spot, self.cursor.held)


def play_to_the_end(me: Typist) -> None:
    """Race on until no move is left, or nothing new to try."""
    chooser = MoveChooser(me.play.game)
    while (action := chooser.choose(me.view)) is not None:
        me.do(action)


class Toucher:
    """Somebody who finds the piles by touch, and activates them as a screen reader does."""

    def __init__(self, visitor: Visitor) -> None:
        self.piles: Locator = visitor.page.locator(".board .piles button")

    def activate(self, pile: int) -> None:
        """Activate a pile."""
        self.piles.nth(pile).dispatch_event("click")

    def names(self) -> list[str]:
        """Return what the piles are called."""
        named = "all => all.map(each => each.getAttribute('aria-label'))"
        return list(self.piles.evaluate_all(named))


def guessed(before: State, action: Action) -> State:
    """Return what the page shows of an action before the server has answered: it has no rules."""
    if not isinstance(action, Move):
        return before
    source, count, target = action
    piles = list(before.piles)
    piles[target] += piles[source][-count:]
    piles[source] = piles[source][:-count]
    return State(tuple(piles))
