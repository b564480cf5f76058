"""No frame that the page's socket received told of a card that lay face down at that moment.

The server is held to that, message by message, by tests/server/test_nothing_hidden.py; here are the
frames as a browser gets them, those about help among them, beside a twin of the race.
"""

import base64
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from engine.cards import DOWN, HIDDEN
from engine.state import Click, State
from harness.bot_thread import BotThread
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_board import illegal
from tests.client.web.browser.visitor import Racer, Visitor, at_once

SEED = "a secret, 331"


def test_no_frame_tells_of_a_card_that_is_face_down(server: ServerThread, visit: Visit) -> None:
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike"), pace=0.5) as bots:
        eve = visit(f"/r/{bots.code}")
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada")
        racer = Racer(ada, "klondike", SEED)
        assert racer.race(12) == 12
        ask_for_help(racer)
        ada.press("Undo")
        ada.hears("step", lambda step: step["player"] == ada.player and step["number"] == 13)
        racer.enter("undo")
        assert racer.race(8) == 8
        ada.give_up()
    for visitor in (ada, eve):
        visitor.hears("results")
        assert look_into(visitor, ada.player, racer) >= len(racer.views)
    asked = {message["about"] for message in before_the_end(ada) if message["type"] == "advice"}
    assert asked == {"hint", "why"}


def ask_for_help(racer: Racer) -> None:
    """Ask for a hint, and why a card may not go somewhere."""
    racer.visitor.press("Hint")
    racer.visitor.hears("advice", lambda advice: advice["about"] == "hint")
    racer.refused(illegal(racer))
    racer.visitor.hears("advice", lambda advice: advice["about"] == "why")


def before_the_end(visitor: Visitor) -> Iterator[dict[str, Any]]:
    """What was heard until the race was over for all."""
    return takewhile(lambda message: message["type"] != "results", visitor.heard)


def look_into(visitor: Visitor, ada: int, racer: Racer) -> int:
    """Hold all frames against the twin; return how many positions of Ada's there were."""
    told, known = 0, Known(racer)
    for frame in takewhile(lambda frame: '"results"' not in frame, visitor.frames):
        assert SEED not in frame
    for message in before_the_end(visitor):
        piles = message.get("piles", {})
        cards = dict(enumerate(piles)) if isinstance(piles, list) else piles
        seen = {int(pile): base64.b64decode(text) for pile, text in cards.items()}
        assert all(card <= HIDDEN for pile in seen.values() for card in pile)
        if message["type"] in ("board", "step") and message["player"] == ada:
            told += 1
            known.holds(message["number"], seen)
        elif message["type"] == "choices":
            known.follows(message)
        elif message["type"] != "board" and message["type"] != "step":
            assert not seen, "cards are told of boards alone"
    return told


class Known:
    """What a racer may know, by the number of entries."""

    def __init__(self, racer: Racer) -> None:
        self._game, self._views = racer.play.game, racer.views
        for view in self._views:
            hidden = sum(card >= DOWN for pile in view.piles for card in pile)
            assert hidden > 20, "enough is face down"

    def holds(self, number: int, seen: dict[int, bytes]) -> None:
        """Assert that these piles are those of the view."""
        view: State = self._views[number]
        assert seen == {pile: view.piles[pile] for pile in seen}

    def follows(self, choices: dict[str, Any]) -> None:
        """Assert that what may be done is what can be said of the view alone."""
        view = self._views[choices["number"]]
        assert choices["moves"] == [list(lift) for lift in self._game.lifts(view)]
        clicks = [click.pile for click in self._game.clicks(view) if isinstance(click, Click)]
        assert choices.get("clicks", []) == clicks
