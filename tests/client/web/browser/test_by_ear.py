"""The page without a mouse and without eyes: by keys, by touch with a screen reader, and heard."""

import re

from msgspec.structs import replace
from playwright.sync_api import Page

from client.bots.chooser import MoveChooser
from client.bots.company import race_settings
from client.words.texts import primer_text
from engine import catalogue
from engine.state import Click, Move
from harness.bot_thread import BotThread
from harness.browsing import PHONE
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.typist import LISTENING, Ears, Toucher, Typist, play_to_the_end
from tests.client.web.browser.visitor import SLOW, at_once
from tests.client.web.golden_keys import choosing_as_told


def press_by_tab(page: Page, name: str) -> None:
    """Go to a button by the Tab key, and press it."""
    button = page.get_by_role("button", name=name, exact=True)
    button.wait_for()
    for _ in range(60):
        if button.evaluate("each => each === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def has_the_keys(page: Page) -> bool:
    """Whether the board has the focus."""
    board = page.locator(".board").first
    return bool(board.evaluate("each => each === document.activeElement"))


def test_a_race_by_keyboard_alone_with_every_announcement(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from("race 1")
    settings = replace(race_settings("easthaven"), countdown=3)
    with BotThread(server.address, settings, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING)
        ears = Ears(ada)
        press_by_tab(ada.page, "Take a seat")
        ada.page.get_by_role("dialog").get_by_role("textbox").wait_for()
        ada.page.keyboard.type("Ada")
        ada.page.keyboard.press("Enter")
        press_by_tab(ada.page, "I am ready")
        ears.until("Go!")
        assert re.search(r"Easthaven: the race begins in 3 seconds; .*2; .*1; .*Go!$", ears.new)
        for line in primer_text(catalogue.entry("easthaven")).splitlines()[:2]:
            assert ears.new.count(line) == 1, "what to know before a first race"
        ears.forget()
        ada.hears("choices")
        assert has_the_keys(ada.page), "one can play at once"
        me = Typist(ada, ears, "easthaven", "race 1")

        me.key("t")
        ears.until(" seconds left")
        assert re.match(r"0 points; \d+ seconds? gone, 14 min", ears.new)
        ears.forget()
        for _ in range(2):  # at once: nothing is swallowed
            me.key("u")
        ears.hears("there is nothing to undo", "there is nothing to undo")
        with choosing_as_told():
            race(me)
        assert me.play.game.outcome(me.view) == "stuck"


def race(me: Typist) -> None:
    """Take the first move back and do it again, ask for help, and race to the end."""
    chooser = MoveChooser(me.play.game)
    first = chooser.choose(me.view)
    assert first is not None
    me.do(first)
    me.key("u")
    me.ears.hears(*me.take_back())
    me.key("Control+y")
    me.ears.hears(*me.told(first))
    me.key("Control+Shift+Z")
    me.ears.hears("there is nothing to redo")
    me.key("h")
    me.ears.hears(me.hint())
    me.key("?")
    sheet = me.visitor.page.get_by_role("dialog")
    sheet.get_by_text("Say what lies in this pile, from the top").wait_for()
    me.key("Escape")
    sheet.wait_for(state="detached")
    assert has_the_keys(me.visitor.page)
    me.shown = False
    play_to_the_end(me)


def test_keys_that_are_faster_than_the_server_wait_for_it(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from("race 16")
    with BotThread(server.address, at_once("klondike"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING)
        ears = Ears(ada)
        ada.take_a_seat("Ada")
        ada.hears("choices")
        ears.until("Go!")
        ears.forget()
        ada.page.get_by_role("application").wait_for()  # which it is as soon as it takes keys
        me = Typist(ada, ears, "klondike", "race 16")
        for _ in range(3):
            me.key("d")
        me.key("Control+z")
        ada.hears("step", lambda step: step["number"] == 4)
        told = [text for _ in range(3) for text in me.told(Click(0))] + me.take_back()
        ears.hears(*told)
        assert not any(each["type"] == "refused" for each in ada.heard)


def test_a_screen_reader_plays_by_touch(server: ServerThread, visit: Visit) -> None:
    server.deal_from("race 16")
    with BotThread(server.address, at_once("klondike"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING, **PHONE)
        ears = Ears(ada)
        ada.take_a_seat("Ada")
        ada.hears("choices")
        ears.until("Go!")
        ears.forget()
        ada.page.get_by_role("application").wait_for()  # which it is as soon as it takes keys
        me, hand = Typist(ada, ears, "klondike", "race 16"), Toucher(ada)
        hand.piles.first.wait_for()
        view = me.view
        assert hand.names() == [me.speaker.pile(view, pile) for pile in range(13)]

        hand.activate(8)
        ears.hears("holding ten of clubs; 1 place; onto jack of diamonds, tableau 6")
        hand.activate(2)
        ears.hears("ten of clubs not to foundation 1: only an ace goes there")
        hand.activate(8)
        ears.hears("tableau 3, 3 cards, top: ten of clubs, 1 face up")
        hand.activate(8)
        ears.hears("holding ten of clubs; 1 place; onto jack of diamonds, tableau 6")
        hand.activate(11)
        ears.hears(*me.told(Move(8, 1, 11)))
        hand.activate(11)
        ears.hears(
            "holding jack of diamonds with 1 card on it; 1 place; onto queen of clubs, tableau 1"
        )
        hand.activate(6)
        ears.hears(*me.told(Move(11, 2, 6)))
        hand.activate(0)
        ears.hears(*me.told(Click(0)))
        hand.piles.first.tap()  # a real finger goes through to the board, and counts once
        ears.hears(*me.told(Click(0)))
        assert hand.names() == [me.speaker.pile(me.view, pile) for pile in range(13)]


def test_a_lost_line_is_told_once(server: ServerThread, visit: Visit) -> None:
    with BotThread(server.address, at_once("klondike"), racers=3, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING)
        ears = Ears(ada)
        ada.take_a_seat("Ada")
        ada.page.get_by_role("button", name="Not ready").wait_for()
        ears.until("Here")
        ears.forget()
        server.cut(ada.player)
        ears.until("Connected")
        assert ears.new.count("was lost") == 1
        assert ears.new.count("Connected") == 1


def test_rivals_and_results_are_heard_once(server: ServerThread, visit: Visit) -> None:
    server.deal_from("race 7")
    with BotThread(server.address, at_once("thirteens"), pace=0.01) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING)
        ears = Ears(ada)
        ada.take_a_seat("Ada")
        ears.until("Go!")
        ears.forget()
        ended = r"Abacus (solved it in \d+ seconds?|is stuck)"
        ears.until_match(ended)
        press_by_tab(ada.page, "Give up")
        ears.until("Give up?")
        ada.page.keyboard.press("Space", delay=300)  # sooner it would be the same press
        ears.until("The race is over. You ended with 0 points: gave up. 1st: Abacus with ")
        said = "; ".join(ears.heard)
        assert len(re.findall(ended, said)) == 1
        assert said.count("You gave up") <= 1
        assert said.count("The race is over") == 1
