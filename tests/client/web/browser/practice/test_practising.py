"""Deals that are known, played by oneself on the page, in a real browser."""

import re

from playwright.sync_api import Page, expect

from harness.browsing import PHONE
from tests.client.web.browser.accessible import faults
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_rooms import begin, name
from tests.client.web.browser.visitor import Racer

SEED = "0390f01e"
CODE = f"klondike/{SEED}"


def practising(page: Page) -> None:
    """Wait until the game goes on."""
    expect(page.locator(".race.practising:not(.over) .tools")).to_be_visible()


def test_a_typed_code_is_played_and_played_again(visit: Visit) -> None:
    ada = visit("/#make-room/alone", **PHONE)
    page = ada.page
    code = page.get_by_label("Deal code")
    code.fill("klondike/deal=4/1")
    code.press("Enter")
    name(page, "Ada")
    expect(
        page.get_by_role("alert").filter(has_text="The option deal cannot be '4'")
    ).to_be_visible()
    expect(code).to_be_focused()
    for room in ("KQWRZT", "https://play.example/r/KQWRZT"):
        code.fill(room)
        code.press("Enter")
        told = "not of a deal" if room.isalpha() else "not to a deal"
        expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    code.fill(SEED)  # a word alone is one of the game that is chosen
    expect(page.get_by_role("alert").filter(has_text=told)).to_have_count(0)
    expect(page.get_by_text(f"A deal of Klondike, made from “{SEED}”.")).to_be_visible()
    code.press("Enter")
    practising(page)
    assert ada.last("room")["practice"] == {"code": CODE}
    racer = Racer(ada, "klondike", SEED, "touch")
    made = racer.race(2)
    ada.heard.clear()
    page.reload()
    practising(page)
    ada.hears("board")
    assert ada.last("board")["number"] == made
    page.get_by_role("button", name="Practice").click()
    expect(page.get_by_role("complementary").get_by_label("Deal code")).to_have_value(CODE)
    expect(page.get_by_text("Nothing counts here")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Close").click()
    ada.give_up()
    expect(page.locator(".race-end p")).to_have_text("You gave up.")
    expect(page.locator(".podium")).to_have_count(0)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    ada.press("This deal again")
    practising(page)
    assert ada.last("board")["number"] == 0


def test_who_leaves_a_room_for_its_deal_is_asked_and_comes_back(visit: Visit) -> None:
    ada = visit()
    begin(ada).get_by_label("Countdown").fill("0")
    ada.press("Make the room")
    name(ada.page, "Ada")
    code = ada.page.locator(".invitation .code").inner_text()
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    expect(ada.page.locator(".state")).to_have_text("Everybody is ready.")
    ada.press("Start")
    for somebody in (ada, bob):
        expect(somebody.page.locator(".tools")).to_be_visible()
        somebody.give_up()
    again = ada.page.locator(".fair .sure")
    again.focus()
    for asked in ("Practise it", "Leave the room?"):
        ada.page.get_by_role("button", name=asked, exact=True).press("Enter")
    practising(ada.page)
    race = ada.last("results")["race"]
    assert ada.last("room")["practice"]["race"] == race
    ada.give_up()
    expect(ada.page.get_by_role("link", name="Watch the replay")).to_have_attribute(
        "href", f"#replay/{race}/{ada.player}"
    )
    ada.press("Back to the room")
    expect(ada.page).to_have_url(re.compile(f"/r/{code}$"))
    expect(ada.page.locator(".results")).to_be_visible()
    bob.hears("member", lambda m: m["member"]["name"] == "Ada" and m["member"]["seated"])


def test_who_plays_alone_takes_another_deal_or_this_one_again(visit: Visit) -> None:
    ada = visit("/#make-room/alone", **PHONE)
    page = ada.page
    ada.press("Play")
    name(page, "Ada")
    deals = page.locator(".race-strip .deal-ways")
    new, again = deals.locator("button").nth(0), deals.locator("button").nth(1)
    ada.hears("race")
    first = ada.last("race")
    expect(page.locator(".race-head .clock")).to_have_text(
        re.compile("^[0-5]:[0-9]{2}$")
    )  # gone by
    expect(page.locator(".race-head .limit")).to_be_hidden()
    expect(page.locator(".chat")).to_be_hidden()
    assert faults(page) == []
    stock = page.locator(".race .pile-label").first
    expect(stock).to_have_text(re.compile("^24"))

    ada.press("Deal")
    expect(stock).to_have_text(re.compile("^23"))
    new.press("Enter")
    expect(new).to_have_text(re.compile("Give up[?]"))
    assert ada.last("race") == first
    new.press("Enter")
    ada.hears("race", lambda race: race["race"] != first["race"])
    expect(stock).to_have_text(re.compile("^24"))
    second = ada.last("race")
    assert second["commitment"] != first["commitment"]

    again.click()  # nothing was done yet, so nobody is asked
    ada.hears("race", lambda race: race["race"] not in (first["race"], second["race"]))
    assert ada.last("race")["commitment"] == second["commitment"]
    expect(page.locator(".results")).to_have_count(0)

    ada.give_up()
    expect(page.locator(".results .next button")).to_have_text(
        ["Back to the room", "This deal again", "New deal"]
    )
    ada.press("New deal")
    expect(page.locator(".race:not(.over) .tools")).to_be_visible()


def test_from_a_known_deal_a_new_one_is_taken(visit: Visit) -> None:
    ada = visit("/#make-room/alone")
    code = ada.page.get_by_label("Deal code")
    code.fill(CODE)
    code.press("Enter")
    name(ada.page, "Ada")
    practising(ada.page)
    ada.page.locator(".side .deal-ways button").first.click()
    expect(ada.page.locator(".race:not(.practising) .tools")).to_be_visible()
    room = ada.last("room")
    assert room["settings"]["game"] == "klondike"
    assert room["settings"]["seats"] == 1
    assert not room.get("practice")
