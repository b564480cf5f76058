"""A race in the page whose server is killed, or whose line is cut again and again."""

import base64
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from client.board.layout import Spot
from engine import catalogue
from engine.play import Play
from engine.state import Move, State
from harness.bot_thread import BotThread
from harness.server_process import ServerProcess
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_rooms import make_room
from tests.client.web.browser.typist import guessed
from tests.client.web.browser.visitor import SLOW, Racer, Visitor, at_once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "server") as running:
        yield running


def position(visitor: Visitor) -> State:
    """Return the visitor's board as the server told it last."""
    board = next(
        each
        for each in reversed(visitor.heard)
        if each["type"] == "board" and each["player"] == visitor.player
    )
    piles = tuple(base64.b64decode(pile) for pile in board["piles"])
    return State(piles, board.get("score", 0))


def shows(racer: Racer, state: State) -> None:
    """Wait until the page's cards lie where they do in this position."""
    racer.visitor.page.wait_for_function(
        """places => {
            const shown = [...document.querySelectorAll(".card:not(.hidden)")]
            const there = new Set(shown.map((card) => card.style.translate))
            return there.size === places.length && places.every((place) => there.has(place))
        }""",
        arg=sorted({f"{x}px {y}px" for x, y in racer.corners(state)}),
    )


def test_a_killed_server_comes_back_and_so_does_the_race(
    server: ServerProcess, visit: Visit
) -> None:
    """All cards are seen in this game, and it lasts: nobody knows the seed of a real server."""
    with BotThread(server.address, at_once("eight-off"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada")
        racer = Racer(ada, "eight-off", "unknown")
        racer.play = Play(catalogue.make("eight-off"), None, position(ada))
        assert racer.race(5) == 5
        server.kill()
        lost = ada.page.get_by_text("Reconnecting").or_(ada.page.get_by_text("has not answered"))
        lost.first.wait_for(timeout=3000)
        again = ada.page.get_by_role("button", name="Try now")
        again.focus()
        for seconds in ("[1-9]", "([3-9]|[1-9][0-9])"):  # It counts on.
            said = re.compile(f"was lost {seconds} s ago. Reconnecting…")
            ada.page.get_by_text(said).wait_for()
        assert again.evaluate("(button) => button === document.activeElement")
        meanwhile = racer.choose()
        assert isinstance(meanwhile, Move)
        source, count, target = meanwhile
        racer.drag(Spot.lowest(racer.view, source, count), Spot.top(racer.view, target))
        shows(racer, guessed(racer.view, meanwhile))
        racer.enter(meanwhile)

        begun = time.monotonic()
        server.start()
        news = ada.page.locator("#news")
        expect(news).to_contain_text("Connected", timeout=15_000)  # for a moment
        news.wait_for(state="hidden")
        assert time.monotonic() - begun < 20
        ada.hears("step", lambda step: step["player"] == ada.player and step["number"] == 6)
        shows(racer, racer.view)
        assert racer.race(4) == 4
        ada.give_up()
    ada.hears("results")
    ada.page.locator("section.ranking").wait_for()
    [own] = (s for s in ada.last("results")["standings"] if s["player"] == ada.player)
    assert (own["status"], own["moves"]) == ("gave up", 10)


def test_a_room_is_left_while_there_is_no_server(server: ServerProcess, visit: Visit) -> None:
    ada = visit()
    code = make_room(ada, "Ada")
    guest = visit(f"/r/{code}")
    expect(guest.page.get_by_text("With a name you can say something.")).to_be_visible()
    for visitor in (ada, guest):  # what comes later is there, and nothing on its way is cut
        visitor.page.wait_for_function(
            """() => ["commentator.mjs", "later/en.json", "reasons/en.json"].every((file) =>
                performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)))"""
        )
    server.kill()
    ada.page.get_by_role("button", name="Try now").wait_for()
    said = ada.page.locator(".chat input")
    said.fill("Are you there?")
    said.press("Enter")
    expect(said).to_have_value("Are you there?")  # nobody could read it
    ada.press("Leave")
    expect(ada.page.get_by_label("Join by code")).to_be_visible()
    server.start()  # the page looks for it by itself, several times a second at first
    ada.hears("left room")
    expect(ada.page.get_by_label("Join by code")).to_be_visible()
