"""Every screen for those who see little, or nothing, or have no mouse."""

from playwright.sync_api import Browser

from harness.bot_thread import BotThread
from harness.server_thread import ServerThread
from tests.client.web.browser.accessible import cut_off, faults, look, tab_stops, too_faint
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import SLOW, Visitor, at_once


def test_every_screen_is_for_everybody(server: ServerThread, visit: Visit) -> None:
    with BotThread(server.address, at_once("klondike"), pace=SLOW) as bots:
        ada = visit("/")
        found = []
        for aside, shows in (("", "Join by code"), ("make-room", "Make"), ("settings", "Language")):
            ada.page.evaluate(f"location.hash = '{aside}'")
            ada.page.get_by_text(shows).first.wait_for()
            found += look(ada.page, aside or "lobby")
        ada.page.goto(f"http://127.0.0.1:{server.port}/r/{bots.code}")
        ada.page.get_by_role("button", name="Take a seat").wait_for()
        found += look(ada.page, "room")
        ada.take_a_seat("Ada")
        found += in_race(ada)
        assert not found, "\n".join(found)


def in_race(ada: Visitor) -> list[str]:
    """Look at the race, and at its rules and keys."""
    ada.hears("choices")
    ada.page.get_by_role("application").wait_for()
    found = look(ada.page, "race")
    ada.page.keyboard.press("F1")
    ada.page.get_by_role("dialog").wait_for()
    return [*found, *look(ada.page, "rules")]


def test_the_checks_notice(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 400})
    page.set_content(
        """<main><style>:focus { outline: none }</style><p style="color: #999">Faint</p>
        <button></button><input><div style="width: 500px"><button style="float: right">Far</button>
        </div></main>"""
    )
    said = faults(page)
    assert said == ["button without a name", "textbox without a name", "no heading", "no language"]
    assert [each.split(":")[0] for each in too_faint(page)] == ["2.85"]
    assert cut_off(page)[0] == "the page is 508 wide, not 320"
    assert len(tab_stops(page)) == 3
    page.close()
