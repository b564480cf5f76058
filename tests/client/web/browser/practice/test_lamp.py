"""The lamp of practice, which tells whether the game can still be won, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.browsing import PAGE, PHONE
from harness.server_thread import ServerThread
from protocol.wire import parse_action
from server.analysis.analyst import Report
from tests.client.web.browser.accessible import look
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.test_rooms import name
from tests.client.web.browser.visitor import Racer, Visitor
from tests.server.analysis.fake_analyst import FakeAnalyst
from tests.server.stock.fake_foundry import QUICK, certified

SOLVED = certified()
WAY = [*SOLVED.solution]
ACTIONS = [*map(parse_action, WAY)]
WANTED = "localStorage.setItem('samedeal.preferences', JSON.stringify({lamp: true}))"
WINS = "This game: can still be won"
ASKS = "This game: can it still be won?"
LOST = "This game: cannot be won any more"


@pytest.fixture
def analyst() -> FakeAnalyst:
    made = FakeAnalyst()
    made.found = Report(1, True, 100, won_until=0, solution=WAY)
    return made


@pytest.fixture
def server(tmp_path: Path, analyst: FakeAnalyst) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "server", page=PAGE, analyst=analyst) as running:
        yield running


def practise(ada: Visitor) -> Racer:
    """Play the deal by its code."""
    code = ada.page.get_by_label("Deal code")
    code.fill(f"{QUICK}/{SOLVED.seed}")
    code.press("Enter")
    name(ada.page, "Ada")
    expect(ada.page.locator(".race.practising:not(.over) .tools")).to_be_visible()
    return Racer(ada, QUICK, SOLVED.seed)


def lamp(page: Page) -> Locator:
    return page.locator(".lamp")


def test_it_tells_what_is_found_out_and_follows_the_game(
    visit: Visit, server: ServerThread, analyst: FakeAnalyst
) -> None:
    server.do(analyst.open.clear)
    ada = visit("/#make-room/alone", script=WANTED)
    racer = practise(ada)
    page = ada.page
    expect(lamp(page)).to_have_text(re.compile(re.escape(ASKS)))
    server.do(analyst.open.set)
    expect(lamp(page)).to_contain_text(WINS)
    expect(page.locator("#polite")).to_contain_text(WINS)
    assert look(page, "a lamp that is green") == []
    racer.do(ACTIONS[0])
    racer.do(ACTIONS[1])
    expect(lamp(page)).to_contain_text(WINS)
    assert len(analyst.situations) == 1, "on the way of the solution nobody has to ask"
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("^From a solution: "))).to_be_visible()
    analyst.found = Report(1, True, 100, lost_from=0)
    game, state = racer.play.game, racer.play.state
    astray = next(each for each in game.legal_actions(state) if each != ACTIONS[2])
    racer.do(astray)
    expect(lamp(page)).to_contain_text(LOST)
    expect(page.locator("#polite")).to_contain_text(LOST)
    assert look(page, "a lamp that is red") == []
    page.get_by_role("button", name="Undo").click()
    expect(lamp(page)).to_contain_text(WINS)
    assert len(analyst.situations) == 2
    ada.give_up()
    expect(lamp(page)).to_be_hidden()


def test_it_is_for_those_who_turn_it_on(
    visit: Visit, server: ServerThread, analyst: FakeAnalyst
) -> None:
    ada = visit("/#make-room/alone", **PHONE)
    practise(ada)
    page = ada.page
    expect(lamp(page)).to_be_hidden()
    page.evaluate("location.hash = '#settings'")
    wish = page.get_by_role("checkbox", name="In practice, show whether it can still be won")
    wish.focus()
    page.keyboard.press("Space")
    expect(wish).to_be_checked()
    page.go_back()
    expect(lamp(page)).to_contain_text(WINS)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert analyst.situations
    page.locator(".board").focus()
    page.keyboard.press("t")
    expect(page.locator("#urgent")).to_contain_text(WINS)
    page.reload()
    expect(lamp(page)).to_contain_text(WINS)


def test_a_server_without_an_analyst_is_asked_once_and_nothing_is_said(
    visit: Visit, server: ServerThread
) -> None:
    server.do(lambda: setattr(server._server.lookups._analyses, "_analyst", None))
    ada = visit("/#make-room/alone", script=WANTED)
    practise(ada)
    expect(lamp(ada.page)).to_contain_text("This game: not known if winnable")
    expect(ada.page.get_by_text("This server analyses no races.")).to_have_count(0)


def test_a_deal_once_more_has_it(visit: Visit, analyst: FakeAnalyst) -> None:
    analyst.found = Report(1, True, 100, lost_from=0)
    ada = visit("/#make-room/alone", script=WANTED)
    page = ada.page
    ada.press("Play")
    name(page, "Ada")
    ada.hears("race")
    expect(lamp(page)).to_be_hidden()
    page.locator(".deal-ways:visible").get_by_role("button", name="This deal again").click()
    expect(lamp(page)).to_contain_text(LOST)


def test_a_race_has_none(visit: Visit, analyst: FakeAnalyst) -> None:
    ada = visit(f"/#make-room/{QUICK}", script=WANTED)
    page = ada.page
    page.get_by_label("Countdown").fill("0")
    page.get_by_role("button", name="Make the room").click()
    name(page, "Ada")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".card:not(.hidden)").first).to_be_visible()
    ada.hears("choices")
    expect(lamp(page)).to_be_hidden()
    ada.give_up()
    expect(page.locator(".results")).to_be_visible()
    assert analyst.situations == []
