"""Lobby, rooms and settings in a real browser, by mouse and by keyboard."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import catalogue
from harness.bot_thread import BotThread
from harness.browsing import PAGE, PHONE
from harness.server_thread import ServerThread
from protocol.messages import Settings
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Visitor

BOB = "Bob_O'Hara"
MARKUP = "<img src=x onerror=alert(1)> &amp; <b>bold</b>"


def name(page: Page, text: str) -> None:
    """Give a name where one is asked for."""
    page.get_by_role("dialog").get_by_role("textbox").fill(text)
    page.keyboard.press("Enter")


def begin(visitor: Visitor) -> Page:
    """Come to the form of a room, as somebody without a name."""
    page = visitor.page
    page.get_by_role("button", name="Make a room").first.click()
    page.locator(".tile").first.wait_for(state="attached")
    return page


def make_room(visitor: Visitor, host: str) -> str:
    """Make a room as it is offered; return its code."""
    page = begin(visitor)
    page.get_by_role("button", name="Make the room").click()
    name(page, host)
    return page.locator(".invitation .code").inner_text()


def test_a_game_is_found_and_a_room_made_by_keyboard(visit: Visit) -> None:
    page = begin(visit())
    page.get_by_role("searchbox").focus()
    page.keyboard.type("free cell")
    expect(page.locator(".chosen-game h2")).to_have_text("FreeCell")
    page.keyboard.press("Control+d")
    page.get_by_role("button", name="Favourites", exact=True).click()
    expect(page.locator(".tile b")).to_have_text(["FreeCell"])
    page.get_by_label("Seats").fill("17")
    page.get_by_label("Ask for a password").check()
    page.keyboard.press("Enter")  # in the password's field, which has the keys now
    expect(page.get_by_role("alert").filter(has_text="From 1 to 16.")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Type a password.")).to_be_visible()
    page.get_by_label("Seats").fill("3")
    page.get_by_label("The room’s password").fill("sesame")
    page.keyboard.press("Enter")
    name(page, "Ada")
    expect(page.get_by_role("heading", level=1)).to_have_text("FreeCell")
    expect(page.locator(".settings-lines")).to_contain_text("With a password")
    expect(page.get_by_text("2 free seats")).to_be_visible()
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def test_a_link_leads_into_the_room_and_back_after_a_reload(visit: Visit) -> None:
    ada = visit()
    code = make_room(ada, "Ada")
    bob = visit(f"/r/{code}", **PHONE)
    expect(bob.page.get_by_text("You are watching.")).to_be_visible()
    invited = bob.page.locator(".invited")
    expect(invited).to_have_text("Ada invites you to race Klondike")
    expect(ada.page.locator(".invited")).to_be_hidden()
    expect(ada.page.get_by_text("1 watching without a name")).to_be_visible()
    bob.press("Take a seat")
    name(bob.page, "ADA")
    expect(bob.page.get_by_role("alert")).to_have_text(
        "That name, or one like it, is taken; please choose another."
    )
    name(bob.page, BOB)
    bob.press("I am ready")
    expect(invited).to_be_hidden()
    expect(ada.page.locator(".state")).to_have_text("Everybody is ready.")
    expect(ada.page.locator(".member .name").nth(1)).to_have_text(BOB)
    expect(ada.page.locator("#polite")).to_contain_text(f"{BOB} is ready")
    bob.page.get_by_role("textbox", name="Chat").fill(MARKUP)
    bob.press("Send")
    expect(ada.page.get_by_role("log")).to_contain_text(MARKUP)
    bob.page.reload()
    bob.press("I am ready")  # the seat is kept; being ready is not
    ada.press(f"Mute: {BOB}")
    expect(bob.page.get_by_role("textbox", name="Chat")).to_be_hidden()
    ada.press("Send away")
    ada.page.wait_for_timeout(300)  # the second click is another one, and no tremor
    ada.press("Really?")
    expect(bob.page.locator("#news")).to_have_text("The host has sent you away.")
    expect(bob.page.get_by_role("heading", name="Open rooms")).to_be_visible()
    assert bob.page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_host_calls_a_bot_whose_level_stands_by_its_name(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        ServerThread(tmp_path / "with bots", page=PAGE, bots=True) as server,
        ExitStack() as stack,
    ):
        visit = Visit(browser, server, stack)
        ada = visit()
        make_room(ada, "Ada")
        levels = ada.page.get_by_label("Add a bot").and_(ada.page.locator("select"))
        expect(levels).to_have_value("2")
        levels.select_option("Level 4: reckons with hidden cards")
        ada.press("Add a bot")
        expect(ada.page.locator(".member .muted").nth(2)).to_have_text("bot, level 4, ready")
        expect(ada.page.locator(".state")).to_have_text("Everybody is ready.")
        ada.page.reload()
        expect(levels).to_have_value("4")
        assert ada.faults == []


def test_where_the_server_has_no_bots_nobody_is_offered_any(visit: Visit) -> None:
    ada = visit()
    make_room(ada, "Ada")
    expect(ada.page.get_by_role("button", name="Add a bot")).to_be_hidden()


def test_the_chat_tells_who_comes_and_leaves_and_what_was_said_before(visit: Visit) -> None:
    ada = visit()
    code = make_room(ada, "Ada")
    bob = visit(f"/r/{code}")
    bob.press("Take a seat")
    name(bob.page, "Bob")
    said = ada.page.locator(".said p")
    expect(said).to_have_text(["Bob came in"])
    ada.page.get_by_role("textbox", name="Chat").fill("Hello!")
    ada.press("Send")
    bob.page.get_by_text("Hello!", exact=True).wait_for()  # and not what is read aloud
    bob.press("Leave")
    expect(said).to_have_text(["Bob came in", "Ada: Hello!", "Bob left"])
    assert said.first.evaluate("(line) => getComputedStyle(line).position") == "static"
    bob.page.goto(f"{bob.page.url.split('/r/')[0].rstrip('/')}/r/{code}")
    expect(bob.page.locator(".said p")).to_have_text(["Ada: Hello!"])


def test_the_latest_of_the_chat_is_in_sight_when_the_race_begins(visit: Visit) -> None:
    ada = visit(viewport={"width": 1280, "height": 640})
    page = begin(ada)
    page.get_by_label("Countdown").fill("0")
    page.get_by_role("button", name="Make the room").click()
    name(page, "Ada")
    for number in range(5):
        page.get_by_role("textbox", name="Chat").fill(f"{number}: of a long evening, and more")
        ada.press("Send")
        page.get_by_text(f"{number}: of a long").wait_for()
    ada.press("Start")
    said = page.locator(".race .said p")
    expect(said.last).to_be_in_viewport(ratio=1)
    page.locator(".race .said").evaluate("(said) => (said.scrollTop = 0)")
    expect(said.first).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 620})
    expect(said.first).to_be_in_viewport(ratio=1)  # who reads what was said before is left there


def test_on_a_phone_the_code_for_a_camera_comes_into_sight(visit: Visit) -> None:
    ada = visit(**PHONE)
    make_room(ada, "Ada")
    ada.press("QR code")
    picture = ada.page.get_by_role("img", name="QR code").bounding_box()
    buttons = ada.page.locator(".foot-bar").bounding_box()
    assert picture
    assert buttons
    assert picture["y"] + picture["height"] <= buttons["y"]


def test_after_a_race_a_guest_is_ready_for_the_next_before_the_room_is_open(visit: Visit) -> None:
    ada = visit()
    page = begin(ada)
    page.get_by_label("Countdown").fill("0")
    page.get_by_role("button", name="Make the room").click()
    name(page, "Ada")
    bob = visit(f"/r/{page.locator('.invitation .code').inner_text()}")
    bob.take_a_seat("Bob")
    ada.press("Start")
    for each in (bob, ada):
        each.page.get_by_role("button", name="Give up").click()
        each.page.get_by_role("button", name="Give up?").click()
        if each is bob:
            end = bob.page.locator(".race-end")
            expect(end.locator(".own-end")).to_contain_text("You gave up")
            table = bob.page.locator(".table").bounding_box()
            told = end.bounding_box()
            assert table is not None
            assert told is not None
            assert table["y"] + table["height"] <= told["y"], "the board stays in sight"
    bob.press("Ready for the next race")
    bob.press("Back to the room")
    bob.page.get_by_role("button", name="Not ready after all").wait_for()
    ada.press("Rematch")
    bob.hears("race", lambda race: race["race"] == 2)


def test_a_locked_room_asks_and_the_host_changes_it(visit: Visit) -> None:
    ada = visit()
    code = make_room(ada, "Ada")
    ada.press("Change…")
    ada.page.get_by_label("Ask for a password").check()
    ada.page.get_by_label("The room’s password").fill("sesame")
    ada.press("Change it")
    expect(ada.page.locator(".settings-lines")).to_contain_text("With a password")
    bob = visit()
    row = bob.page.get_by_role("listitem").filter(has_text=code)
    expect(row.get_by_role("img", name="This room asks for a password.")).to_be_visible()
    row.get_by_role("button", name="Join").click()
    name(bob.page, "Bob")
    expect(bob.page.get_by_role("dialog")).to_contain_text("This room asks for a password.")
    expect(bob.page.get_by_role("alert")).to_have_text("")  # nothing is wrong yet
    name(bob.page, "simsalabim")
    expect(bob.page.get_by_role("alert")).to_have_text("That is not the password of this room.")
    name(bob.page, "sesame")
    bob.page.get_by_role("button", name="I am ready").wait_for()
    start = ada.page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_disabled()
    expect(start).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # and looks so
    bob.press("I am ready")
    ada.press("Change…")
    ada.page.get_by_label("Countdown").fill("3")
    ada.press("Change it")
    expect(bob.page.locator("#news")).to_have_text(
        "The host has changed the room: Klondike · Countdown: 3 seconds. "
        "Say again that you are ready."
    )
    expect(bob.page.locator(".settings-lines")).to_contain_text("Countdown: 3 seconds")


@pytest.mark.parametrize("way", ["Dismiss", "Practise alone"])
def test_that_a_link_leads_nowhere_is_said_until_one_goes_on(visit: Visit, way: str) -> None:
    page = visit("/r/ABCDEF").page
    news = page.locator("#news")
    expect(news).to_contain_text("There is no room with that code.")
    expect(page.get_by_role("heading", name="The same cards, at the same moment")).to_be_visible()
    page.get_by_role("button", name=way).first.click()
    expect(news).to_be_hidden()


def test_where_no_script_runs_the_page_says_what_it_needs(
    browser: Browser, server: ServerThread
) -> None:
    with browser.new_context(**PHONE, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        expect(page.locator("noscript")).to_be_in_viewport()


def test_where_the_scripts_do_not_come_the_page_says_what_to_do(
    browser: Browser, server: ServerThread
) -> None:
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.route("**/main.mjs", lambda route: route.abort())
        page.goto(f"http://127.0.0.1:{server.port}/")
        late = page.locator(".late")
        expect(late).to_have_css("opacity", "0")  # most come after all
        late.evaluate("(late) => late.getAnimations().forEach((each) => each.finish())")
        expect(late).to_have_css("opacity", "1")
        expect(late).to_be_in_viewport()


def test_who_plays_alone_has_cards_at_once(visit: Visit) -> None:
    ada = visit("/#make-room/alone")
    ada.press("Play")
    name(ada.page, "Ada")
    expect(ada.page.locator(".card").first).to_be_attached()


def test_settings_apply_at_once_and_names_come_back(visit: Visit) -> None:
    ada = visit("/#settings")
    page, shown = ada.page, ada.page.locator("html")
    page.get_by_label("Theme").select_option("light")
    page.get_by_label("Table").select_option("plum")
    expect(shown).to_have_attribute("data-theme", "light")
    expect(shown).to_have_attribute("data-table", "plum")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(shown).to_have_attribute("lang", "de")
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("button", name="Choose a name…").click()
    name(page, "Ada")
    who = page.get_by_role("navigation").get_by_role("link").last
    expect(who).to_have_text("Ada")
    assert page.locator(".settings h2").all_inner_texts() == [
        *("Player", "Look", "Sound", "Play", "Click or drag", "This browser", "On this server")
    ]
    first = ada.player
    for other in ("Grace", "ada"):
        page.get_by_role("button", name="Another name…").click()
        name(page, other)
        expect(who).to_have_text(other.capitalize())
    assert ada.player == first
    kept = json.loads(page.evaluate("localStorage['samedeal.players']"))
    assert [each["name"] for each in kept] == ["Ada", "Grace"]
    page.get_by_role("button", name="Forget me here").click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Really?").click()
    expect(page.get_by_role("heading", name="The same cards, at the same moment")).to_be_visible()
    assert page.evaluate("localStorage['samedeal.players']") is None


def test_what_is_stored_is_saved_and_deleted(visit: Visit, tmp_path: Path) -> None:
    ada = visit("/#settings")
    page = ada.page
    page.get_by_role("button", name="Choose a name…").click()
    name(page, "Ada")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save my data…").click()
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    assert saved.name == "samedeal-Ada.json"
    assert json.loads(saved.read_text(encoding="utf-8"))["player"][0]["name"] == "Ada"
    news = page.locator("#news")
    expect(news.get_by_text("Your data are saved as samedeal-Ada.json.")).to_be_visible()
    page.get_by_role("button", name="Delete me…").click()
    field = page.get_by_label("To be deleted, type your name: Ada")
    field.fill("ada")
    page.get_by_role("button", name="Delete me for good").click()
    expect(page.get_by_role("alert").filter(has_text="That is not your name")).to_be_visible()
    field.fill("Ada")
    page.get_by_role("button", name="Delete me for good").click()
    expect(news.get_by_text("You are deleted on")).to_be_visible()
    expect(page.get_by_role("button", name="Choose a name…")).to_be_visible()
    assert json.loads(page.evaluate("localStorage['samedeal.players']")) == []


def test_on_a_phone_all_games_are_in_the_finder(visit: Visit) -> None:
    """The lobby, in which one begins, has tiles of games, too, and there only a few."""
    page = begin(visit(**PHONE))
    page.get_by_role("button", name="Choose a game").click()
    assert page.locator(".finder .tile:visible").count() == len(catalogue.entries())


def test_the_menu_of_a_phone_closes_where_the_browser_leads_back(visit: Visit) -> None:
    page = visit("/", **PHONE).page
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    menu.click()
    page.go_back()
    expect(menu).to_have_attribute("aria-expanded", "false")


def test_in_a_large_window_each_seat_is_a_place_in_sight(
    server: ServerThread, visit: Visit
) -> None:
    settings = Settings("klondike", seats=16)
    with BotThread(server.address, settings, bots=12, racers=16) as bots:
        page = visit(f"/r/{bots.code}", viewport={"width": 1920, "height": 1080}).page
        places = page.locator(".member, .free-seats > i")
        expect(places).to_have_count(16)
        boxes = [box for each in places.all() if (box := each.bounding_box())]
        panel = page.locator(".members-panel").bounding_box()
        assert panel is not None
        assert len({(box["x"], box["y"]) for box in boxes}) == 16
        for box in boxes:
            assert panel["x"] <= box["x"]
            assert box["x"] + box["width"] <= panel["x"] + panel["width"]
            assert panel["y"] <= box["y"]
            assert box["y"] + box["height"] <= panel["y"] + panel["height"]


def test_the_overview_of_a_new_server_says_what_to_do(visit: Visit) -> None:
    page = visit("/#overview").page
    expect(page.get_by_text("Nobody has raced here yet.")).to_be_visible()
    page.get_by_role("button", name="Make a room").click()
    expect(page.get_by_role("heading", name="Make a room")).to_be_visible()
