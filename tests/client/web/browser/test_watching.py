"""Watching a race in a real browser, and what is seen of its end."""

from client.bots.company import race_settings
from harness.bot_thread import BotThread
from harness.browsing import PHONE
from harness.server_thread import ServerThread
from protocol.deal_code import read
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Visitor

SLOW = 600.0
"""Seconds that a bot takes for a move which is not to disturb."""


def focused(visitor: Visitor) -> str:
    """Return what has the keys, by what is said of it."""
    return str(visitor.page.evaluate("() => document.activeElement.ariaLabel"))


def test_all_boards_one_large_and_all_again(server: ServerThread, visit: Visit) -> None:
    with BotThread(server.address, race_settings("klondike"), bots=4, racers=4) as bots:
        eve = visit(f"/r/{bots.code}")
        boards = eve.page.locator(".small-board")
        boards.nth(3).wait_for()
        assert boards.count() == 4
        eve.hears("step", lambda step: step["number"] > 3)

        boards.nth(1).focus()
        name = focused(eve).split(" · ")[0]
        eve.page.keyboard.press("Enter")
        large = eve.page.locator(".large-board")
        large.wait_for()
        assert focused(eve).startswith(name), "the keys went along"
        assert eve.page.locator(".small-board:visible").count() == 3
        eve.page.keyboard.press("Escape")
        large.wait_for(state="hidden")
        assert focused(eve).startswith(name), "and came back"

        eve.press("Follow the leader")
        large.wait_for()
        eve.press("All boards")
        large.wait_for(state="hidden")
        follow = eve.page.get_by_role("button", name="Follow the leader")
        assert follow.get_attribute("aria-pressed") == "false"


def test_on_a_phone_boards_scores_and_chat_take_turns(server: ServerThread, visit: Visit) -> None:
    settings = race_settings("spider")
    with BotThread(server.address, settings, bots=3, racers=3, pace=SLOW) as bots:
        eve = visit(f"/r/{bots.code}", **PHONE)
        eve.page.locator(".small-board").nth(2).wait_for()
        wide = eve.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide == PHONE["viewport"]["width"], "nothing sticks out"
        eve.press("Scores")
        eve.page.locator(".standings").wait_for()
        assert not eve.page.locator(".small-board").first.is_visible()
        eve.press("Boards")
        eve.page.locator(".small-board").first.wait_for()


def test_the_end_is_read_while_the_next_race_is_prepared(
    server: ServerThread, visit: Visit
) -> None:
    """A guest who asks for a seat in mid-race has it after it, and goes on with what was typed."""
    server.deal_from("race <b>16</b>")
    settings = race_settings("thirteens", seconds=10)
    with BotThread(server.address, settings, bots=2, racers=2, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}")
        ada.page.locator(".watch").wait_for()
        ada.press("Take a seat")
        ada.page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
        ada.page.keyboard.press("Enter")
        ada.page.get_by_text("You take a seat when this race is over.").wait_for()
        said = ada.page.get_by_role("textbox", name="Chat")
        said.fill("Well d")
        ada.page.locator(".results").wait_for()
        ada.page.keyboard.type("one")
        assert said.input_value() == "Well done"
        ada.page.get_by_text("Checked: the seed is the one promised").wait_for()
        ada.page.get_by_text("Details", exact=True).click()
        code = ada.page.get_by_role("textbox", name="Deal code").input_value()
        assert read(code).seed == "race <b>16</b>"

        ada.hears("member", lambda heard: heard["member"]["name"] == "Ada")
        ada.press("Back to the room")
        ada.page.locator(".room").wait_for()
