"""The daily deal on the page, of a real server: the card, the attempt, the line, the calendar."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from harness.browsing import PAGE, PHONE, asked_for
from server.dailies import almanac
from server.rooms.deals import daily
from tests.client.daily_server import DailyServer
from tests.client.web.browser.accessible import look
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_rooms import make_room
from tests.client.web.browser.visitor import Racer, Visitor
from tests.client.web.browser.weight import GERMAN, MOST, heaviest
from tests.server.stock.fake_foundry import QUICK

SOON = 20_000
"""Milliseconds for what takes several answers of the server, on a busy machine."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DailyServer]:
    monkeypatch.setattr(daily, "COUNTDOWN", 0)
    monkeypatch.setattr(almanac, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(almanac, "WANT_EVERY", 0.1)
    with DailyServer(tmp_path / "server", PAGE, days_ago=1) as running:
        running.wait_for_deal()
        yield running


@pytest.fixture
def visit(browser: Browser, server: DailyServer) -> Iterator[Visit]:
    with ExitStack() as stack:
        visits = Visit(browser, server, stack)
        yield visits
        for visitor in visits.made:
            assert visitor.faults == []


def begin(visitor: Visitor, name: str = "Ada") -> None:
    """Begin today's attempt under a new name."""
    visitor.press("Play today’s deal")
    visitor.page.get_by_role("dialog").get_by_role("textbox").fill(name)
    visitor.page.keyboard.press("Enter")
    visitor.hears("choices")


def win(visitor: Visitor, server: DailyServer) -> None:
    """Win today's deal by its solution, by the mouse."""
    seed, solution = server.deal()
    racer = Racer(visitor, QUICK, seed)
    for action in solution:
        racer.do(action)
    visitor.hears("results")


def test_it_is_played_from_the_lobby_and_shared(visit: Visit, server: DailyServer) -> None:
    ada = visit(permissions=["clipboard-read", "clipboard-write"])
    card = ada.page.locator(".daily-card")
    expect(card).to_contain_text("Daily deal · Quatorze · Can be won")
    expect(card).to_contain_text("Your first attempt counts.")
    begin(ada)
    expect(ada.page.locator(".race-head h1")).to_have_text(re.compile("^Daily deal of "))
    expect(ada.page.locator(".chat")).to_have_count(0)
    win(ada, server)
    told = ada.page.locator(".daily .told")
    expect(told).to_contain_text("1st of 1 so far", timeout=SOON)
    expect(told).to_contain_text("1 day in a row")
    line = f"Samedeal {server.days.today}, Quatorze: 1st of 1 so far, "
    expect(told.locator(".share-line")).to_contain_text(line)
    assert look(ada.page, "the day, played") == []
    for by_key in (False, True):
        ada.page.evaluate("navigator.clipboard.writeText('')")
        if by_key:
            ada.page.keyboard.press("Control+c")
        else:
            ada.press("Share")
        expect(ada.page.locator("#news")).to_contain_text("The line is on the clipboard.")
        copied = ada.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(line)
        assert copied.endswith(f"/#daily/{server.days.today}")
    ada.press("The race")
    expect(ada.page.locator(".verdict")).to_have_text("✓ The deal was fair")
    ada.press("Daily deal")
    ada.press("Practise it again")
    title = re.compile("^Practice: daily deal of ")
    expect(ada.page.locator(".race-head h1")).to_have_text(title)


def test_it_is_light_until_it_can_be_read(visit: Visit) -> None:
    page = visit("/#daily", **GERMAN).page
    assert heaviest(asked_for(page, "told")) <= MOST


def test_a_day_that_is_done_leads_to_the_lobby(visit: Visit, server: DailyServer) -> None:
    ada = visit()
    begin(ada)
    ways, card = ada.page.locator("#ways"), ada.page.locator(".daily-card")
    expect(ways).to_contain_text("Room ")  # while it lasts, that is where one races
    ada.give_up()
    expect(ada.page.locator(".daily .told h2")).to_be_visible(timeout=SOON)
    current = ways.locator("[aria-current=page]")
    expect(current).to_have_text("Daily deal")
    ways.get_by_role("link", name="Lobby", exact=True).click()
    expect(card).to_be_visible(timeout=SOON)
    expect(current).to_have_text("Lobby")
    card.get_by_role("link").click()
    ada.press("Practise it again")
    race = ada.page.locator(".race .tools")
    expect(race).to_be_visible(timeout=SOON)
    root = f"http://127.0.0.1:{server.port}/"
    ada.page.goto(root)
    expect(race).to_be_visible(timeout=SOON)  # it goes on
    ada.give_up()
    expect(ada.page.locator(".race-end p")).to_have_text("You gave up.", timeout=SOON)
    # The server has said all that before the page has its texts.
    held = list[Route]()
    ada.page.route("**/languages/*.json", lambda route: held.append(route))  # noqa: PLW0108 (it is no function of its own)
    ada.heard.clear()
    with ada.page.expect_websocket():
        ada.page.goto(root, wait_until="commit")
    ada.hears("results")
    for route in held:
        route.continue_()
    ada.page.unroute("**/languages/*.json")
    expect(card).to_be_visible(timeout=SOON)
    expect(ada.page).to_have_url(root)


def test_the_best_of_the_day_is_raced_against(visit: Visit, server: DailyServer) -> None:
    ada, eve = visit(), visit("/#daily")
    begin(ada)
    win(ada, server)
    begin(eve, "Eve")
    eve.give_up()
    expect(eve.page.locator(".daily .to-race")).to_have_count(2)
    expect(eve.page.locator(".daily .medal")).to_have_text("1")  # none for no points
    eve.press("Race the day’s best")
    eve.hears("room", lambda room: bool((room.get("practice") or {}).get("ghosts")))
    ghosts = eve.last("room")["practice"]["ghosts"]
    assert [ghost["player"] for ghost in ghosts] == [ada.player]
    expect(eve.page.locator(".invitation")).to_have_count(0)  # nobody else may come
    eve.hears("race", lambda race: len(race["standings"]) == 2)
    expect(eve.page.locator(".race .tools")).to_be_visible()


def test_who_leaves_others_for_it_is_asked(visit: Visit) -> None:
    ada = visit()
    code = make_room(ada, "Ada")
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    page = bob.page
    page.evaluate("location.hash = 'daily'")
    bob.press("Play today’s deal")
    expect(page.locator("#urgent")).to_have_text("Leave the room?")
    expect(page.get_by_role("button", name="Leave the room?")).to_be_focused()
    bob.press("Leave the room?")
    expect(page.locator(".race-head h1")).to_have_text(re.compile("^Daily deal of "))


def test_a_link_leads_there_and_to_the_day_before(visit: Visit, server: DailyServer) -> None:
    missed = server.days.today
    server.go_on()
    server.wait_for_deal()
    guest = visit("/#daily")
    page = guest.page
    expect(page.locator(".daily h1")).to_have_text(re.compile("^Daily deal of "))
    expect(page.get_by_role("button", name="Play today’s deal")).to_be_visible()
    expect(page.get_by_label("Rules of Quatorze")).to_be_visible()  # the attempt counts
    assert look(page, "the daily deal") == []
    today = page.locator(f'[data-day="{server.days.today}"]')
    before = page.locator(f'[data-day="{missed}"]')
    expect(today).to_have_attribute("aria-label", re.compile("open today$"))
    if missed[:7] == server.days.today[:7]:
        today.focus()
        page.keyboard.press("ArrowLeft")
        expect(before).to_be_focused()
        expect(before).to_have_attribute("aria-label", re.compile("not played$"))
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(f"#daily/{missed}$"))
    else:
        page.goto(f"http://127.0.0.1:{server.port}/#daily/{missed}")
    expect(page.locator(".daily .told")).to_contain_text("Nobody has played it.")
    expect(page.get_by_role("button", name="Play today’s deal")).to_have_count(0)
    guest.press("Practise it")
    page.get_by_role("dialog").get_by_role("textbox").fill("Eve")
    page.keyboard.press("Enter")
    title = re.compile("^Practice: daily deal of ")
    expect(page.locator(".race-head h1")).to_have_text(title)


def test_a_calendar_on_a_players_page(visit: Visit, server: DailyServer) -> None:
    ada = visit(**PHONE)
    begin(ada)
    ada.give_up()
    expect(ada.page.locator(".daily .told")).to_contain_text("gave up")
    assert look(ada.page, "the day, given up") == []
    ada.page.goto(f"http://127.0.0.1:{server.port}/#player/{ada.player}")
    day = ada.page.locator(f'.of-dailies [data-day="{server.days.today}"]')
    expect(day).to_have_text(re.compile("○$"))
    expect(ada.page.locator(".of-dailies .streak")).to_have_text("1 day in a row")
    assert look(ada.page, "a player's page") == []


def test_a_day_that_is_none(visit: Visit, server: DailyServer) -> None:
    ada = visit("/#daily/2001-01-01")
    expect(ada.page.locator(".waits")).to_contain_text("There is no daily deal")
