"""What the page says of a race that is over."""

import re

from playwright.sync_api import expect

from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_rooms import begin, make_room, name
from tests.client.web.browser.visitor import Racer

SEEN = """() => {
    const look = () => {
        window.seen ||= Boolean(document.querySelector(".own-end:not([hidden]) + p[hidden]"))
    }
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true})
}"""
"""Notes whether the end of one's own race stood below the board."""
SCORING = "1"
"""A deal of Klondike whose first move scores."""
PEEK = 90
"""How many pixels of what is below in a small window are seen at least."""


def test_who_raced_alone_and_gave_up_has_no_place_and_sees_the_board(visit: Visit) -> None:
    ada = visit()
    make_room(ada, "Ada")
    page = ada.page
    page.get_by_role("button", name="Start", exact=True).click()
    ada.give_up()
    expect(page.locator(".headline").first).to_have_text("You gave up.")
    expect(page.locator(".came p")).to_have_text("0 points")
    expect(page.locator("section.ranking tbody .place")).to_have_text("–")
    expect(page.locator(".podium").first).to_be_hidden()  # (that of the evening)
    expect(page.locator(".curve")).to_be_hidden()  # nobody scored
    expect(page.get_by_text("Nobody else is in the room.")).to_be_visible()
    for width, height, there in ((1280, 800, True), (2560, 1440, True), (800, 500, False)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".ended .board")).to_be_visible(visible=there)
    peeks = """() => {
        const top = (part) => document.querySelector(part).getBoundingClientRect().top
        return top(".results .foot") - top(".results .talking")
    }"""
    for height in range(480, 640, 20):
        page.set_viewport_size({"width": 800, "height": height})
        page.wait_for_function(f"() => {{ const p = ({peeks})(); return p <= 0 || p >= {PEEK} }}")
    page.get_by_role("button", name="Race again").click()
    expect(page.locator(".counted")).to_be_visible()  # with nothing else to press


def test_the_board_stays_for_a_moment_until_somebody_goes_on(visit: Visit) -> None:
    ada = visit()
    make_room(ada, "Ada")
    page = ada.page
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("application").wait_for()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 100"))  # however slow the machine is
    ada.give_up()
    expect(page.locator(".own-end strong")).to_have_text("You gave up.")
    expect(page.locator(".looks")).to_be_hidden()
    page.locator(".own-end").click(force=True)  # as of a double click: it was meant for a card
    expect(page.locator(".own-end")).to_be_visible()
    page.clock.fast_forward(500)
    page.locator(".table").click(force=True)
    expect(page.locator(".headline").first).to_have_text("You gave up.")


def test_the_results_come_by_themselves(visit: Visit) -> None:
    ada = visit()
    make_room(ada, "Ada")
    page = ada.page
    page.get_by_role("button", name="Start", exact=True).click()
    page.evaluate(SEEN)
    ada.give_up()
    expect(page.locator(".headline").first).to_have_text("You gave up.")
    assert page.evaluate("window.seen"), "the board, with what became of it"


def test_ratings_come_a_moment_later_where_there_is_a_place_for_them(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from(SCORING)
    ada = visit(reduced_motion="reduce")
    code = make_room(ada, "Ada")
    expect(ada.page.get_by_text("Rated: races count for ratings")).to_be_visible()
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    ada.press("Start")
    assert Racer(ada, "klondike", SCORING).race(1) == 1
    for each in (ada, bob):
        each.give_up()
    for each in (ada, bob):
        ratings = each.page.locator("section.ranking td.rating")
        expect(ratings).to_have_text([re.compile(r"^\d+\? [+−]\d+$")] * 2)
        expect(ratings.first).to_have_attribute("title", re.compile("All games: "))
    said = ada.page.locator("[aria-live]")
    expect(said.filter(has_text="Your rating in Klondike is").first).to_be_attached()


def test_the_same_deal_again_is_beside_the_rematch_and_has_no_place_for_ratings(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from(SCORING)
    ada = visit(reduced_motion="reduce")
    code = make_room(ada, "Ada")
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    ada.press("Start")
    Racer(ada, "klondike", SCORING).race(1)
    for each in (ada, bob):
        each.give_up()
    ratings = ada.page.locator("section.ranking td.rating")
    expect(ratings).to_have_count(2)
    next_ways = ada.page.locator(".results .next button")
    expect(next_ways).to_have_text(["Back to the room", "Same deal again", "Rematch"])
    expect(ada.page.locator(".fair .sure")).to_have_accessible_name("Practise it")
    next_ways.nth(1).click()
    bob.press("Ready for the next race")
    for each in (ada, bob):
        each.give_up()
    expect(ada.page.locator("section.ranking tbody tr")).to_have_count(2)
    expect(ratings).to_have_count(0)


def test_a_casual_room_says_so_and_has_no_place_for_ratings(visit: Visit) -> None:
    ada, bob = visit(), visit()
    page = begin(ada)
    page.get_by_label("Counts for ratings").uncheck()
    page.get_by_role("button", name="Make the room").click()
    name(page, "Ada")
    expect(page.get_by_text("Casual: races do not count for ratings")).to_be_visible()
    expect(bob.page.locator(".room-row .about")).to_contain_text("Ada · Casual")
    page.get_by_role("button", name="Start", exact=True).click()
    ada.give_up()
    expect(page.locator("section.ranking tbody .place")).to_have_text("–")
    assert not page.locator("section.ranking td.rating").count()
