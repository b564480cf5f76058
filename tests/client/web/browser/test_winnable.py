"""Deals that can be won, from the form of a room to the solution watched, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.solver.search import VERSION
from harness.browsing import PAGE
from harness.server_thread import ServerThread
from server.analysis.analyst import Report
from server.stock.foundry import Casting
from tests.client.web.browser.accessible import look
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Racer
from tests.server.analysis.fake_analyst import FakeAnalyst
from tests.server.stock.fake_foundry import QUICK, FakeFoundry, barren, certified

FORM = "/#make-room/quatorze"
LOOKING = "Looking for a deal that can be won…"
SOLVED = certified()
LOST = Report(1, True, 100, 0, 1, [[0]] * 7, 600)
"""What is found out of a game of one move."""


@pytest.fixture
def foundry() -> FakeFoundry:
    solution = [*SOLVED.solution]
    return FakeFoundry(lambda _: Casting(1, SOLVED.seed, SOLVED.positions, VERSION, solution))


@pytest.fixture
def analyst() -> FakeAnalyst:
    made = FakeAnalyst()
    made.found = LOST
    return made


@pytest.fixture
def server(tmp_path: Path, foundry: FakeFoundry, analyst: FakeAnalyst) -> Iterator[ServerThread]:
    there = ServerThread(tmp_path / "server", page=PAGE, foundry=foundry, analyst=analyst)
    with there as running:
        yield running


def call_oneself(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")


def make(page: Page, name: str, seats: int = 2) -> str:
    """Make a room in which deals can be won, under a new name; return its code."""
    page.locator("[aria-describedby=deals-help]").select_option(label="Can be won")
    page.get_by_label("Seats").fill(str(seats))
    page.get_by_label("Countdown").fill("0")
    page.get_by_role("button", name="Make the room").click()
    call_oneself(page, name)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    return page.url.rpartition("/")[2]


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()


def hold(server: ServerThread, foundry: FakeFoundry) -> None:
    """Let the foundry find nothing for now."""
    server.do(foundry.open.clear)


def test_the_form_offers_what_a_game_has_and_remembers_the_choice(visit: Visit) -> None:
    page = visit(FORM).page
    deals = page.locator("[aria-describedby=deals-help]")
    expect(deals).to_have_value("any")
    expect(page.get_by_text("some deals nobody can win")).to_be_visible()
    deals.select_option(label="Can be won")
    expect(page.get_by_text("The server knows a way to win it")).to_be_visible()
    page.goto(page.url.replace("quatorze", "agnes"))
    expect(deals).to_be_disabled()
    expect(page.get_by_text("In this game, no deal that can be won is found")).to_be_visible()
    page.goto(page.url.replace("agnes", "spider"))
    expect(page.get_by_text("With these options, no deal that can be won")).to_be_visible()
    page.get_by_label("Suits").select_option(label="One suit")
    expect(deals).to_have_value("winnable")
    expect(deals).to_be_enabled()
    assert look(page, "the form") == []


def test_room_and_lobby_say_it(visit: Visit) -> None:
    page = visit(FORM).page
    make(page, "Ada")
    expect(page.get_by_text("Only deals that can be won")).to_be_visible()
    others = visit("/").page
    row = others.get_by_role("listitem").filter(has_text="Quatorze")
    expect(row).to_contain_text("Ada · Rated · Can be won")
    page.get_by_role("button", name="Change").click()
    expect(page.locator("[aria-describedby=deals-help]")).to_have_value("winnable")


def test_a_room_that_looks_says_so_and_its_host_has_a_way_out(
    visit: Visit, server: ServerThread, foundry: FakeFoundry
) -> None:
    hold(server, foundry)
    page = visit(FORM).page
    code = make(page, "Ada")
    guest = visit(f"/r/{code}").page
    start(page)
    for each in (page, guest):
        expect(each.locator(".deal-search")).to_contain_text(LOOKING)
        expect(each.locator("#polite")).to_contain_text(LOOKING)
        assert look(each, "a room that looks") == []
    expect(page.get_by_text("The race starts by itself")).to_be_visible()
    expect(page.locator(".meanwhile")).to_contain_text("friends can still come in")
    expect(guest.locator(".meanwhile")).to_have_text("Until then you can talk, and read the rules.")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_hidden()
    expect(guest.get_by_role("button", name="Stop looking")).to_be_hidden()
    page.get_by_role("button", name="Stop looking").click()
    for each in (page, guest):
        expect(each.locator(".deal-search")).to_be_hidden()
    expect(guest.locator("#news")).to_contain_text("No deal is being looked for any more")
    start(page)
    page.get_by_role("button", name="Race any deal instead").click()
    expect(page.locator(".card:not(.hidden)").first).to_be_visible()


def test_the_host_looks_again_though_a_guest_is_not_ready(
    visit: Visit, server: ServerThread, monkeypatch: pytest.MonkeyPatch, foundry: FakeFoundry
) -> None:
    monkeypatch.setattr(foundry, "_answer", barren)
    page = visit(FORM).page
    code = make(page, "Ada")
    start(page)
    again = page.get_by_role("button", name="Look again")
    expect(again).to_be_visible()
    guest = visit(f"/r/{code}").page
    guest.get_by_role("button", name="Take a seat").click()
    call_oneself(guest, "Bob")
    expect(page.get_by_text("Bob is not ready yet.", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Start anyway")).to_be_hidden()
    hold(server, foundry)
    again.click()
    expect(guest.locator(".deal-search")).to_contain_text(LOOKING)


def test_the_race_begins_by_itself_when_there_is_a_deal(
    visit: Visit, server: ServerThread, foundry: FakeFoundry
) -> None:
    hold(server, foundry)
    page = visit(FORM).page
    make(page, "Ada")
    start(page)
    expect(page.locator(".deal-search")).to_contain_text(LOOKING)
    server.do(foundry.open.set)
    expect(page.locator(".card:not(.hidden)").first).to_be_visible()


@pytest.fixture
def over(visit: Visit) -> Page:
    """Ada's page with the results of a race on a deal that could be won, after one move."""
    visitor = visit(FORM)
    page = visitor.page
    make(page, "Ada")
    start(page)
    expect(page.locator(".card:not(.hidden)").first).to_be_visible()
    Racer(visitor, QUICK, SOLVED.seed).race(1)
    visitor.give_up()
    expect(page.get_by_role("link", name="Watch the solution")).to_be_visible()
    return page


def test_the_solution_is_watched_beside_a_racer(over: Page) -> None:
    solved = over.get_by_text(re.compile(r"^Could be won in \d+ moves$"))
    expect(solved).to_be_visible()
    text = solved.inner_text()
    assert look(over, "results") == []
    over.get_by_role("link", name="Watch the solution").click()
    expect(over.locator(".seat-who")).to_have_text(f"Solution · {text}")
    assert over.url.endswith("/solution")
    expect(over.get_by_role("button", name="Analyse")).to_be_hidden()
    over.get_by_label("Race to compare with").select_option(index=1)
    expect(over.locator(".seat-who")).to_have_count(2)
    assert look(over, "the solution beside a racer") == []
    over.reload()
    expect(over.locator(".seat-who")).to_have_count(2)


def test_a_deal_is_practised_with_hints_from_its_solution(over: Page) -> None:
    over.get_by_role("link", name="Watch the solution").click()
    over.get_by_role("button", name="This deal again").click()
    expect(over.locator(".card:not(.hidden)").first).to_be_visible()
    over.get_by_role("button", name="Hint").click()
    expect(over.get_by_text(re.compile("^From a solution: "))).to_be_visible()


def test_leaderboards_of_races_that_could_be_won_are_apart(over: Page) -> None:
    over.locator("#stage").get_by_role("link", name="Leaderboard").click()
    expect(over.get_by_label("Deals")).to_have_value("winnable")
    over.get_by_role("tab", name="Players").click()
    expect(over.get_by_role("table", name="Players")).to_contain_text("Ada")
    over.get_by_label("Deals").select_option(label="Any deal")
    expect(over.get_by_role("table", name="Players")).to_be_hidden()
    assert look(over, "a leaderboard") == []
    over.reload()
    expect(over.get_by_label("Deals")).to_have_value("any")


@pytest.fixture
def own(over: Page) -> Page:
    """The same with her replay."""
    over.locator("#stage").get_by_role("link", name="Watch the replay", exact=True).click()
    expect(over.locator(".replay-seat")).to_be_visible()
    return over


def test_where_a_game_was_lost_is_found_out_and_marked(
    own: Page, server: ServerThread, analyst: FakeAnalyst
) -> None:
    server.do(analyst.open.clear)
    bar, analyse = own.locator(".analysis"), own.get_by_role("button", name="Analyse", exact=True)
    expect(bar).to_be_hidden()
    analyse.click()
    expect(bar).to_contain_text("Looking")
    expect(bar.get_by_role("progressbar")).to_be_visible()
    assert look(own, "an analysis under way") == []
    own.get_by_role("button", name="Stop analysing").click()
    expect(bar).to_be_hidden()
    analyse.click()
    expect(own.get_by_role("button", name="Stop analysing")).to_be_visible()
    server.do(analyst.open.set)
    told = re.compile(r"The deal could be won\. From there, 7 moves .* Move 1 lost it: .+\.")
    expect(bar).to_contain_text(told)
    expect(own.locator("#polite")).to_contain_text("The deal could be won.")
    expect(own.locator(".could")).to_have_count(2)
    expect(analyse).to_be_hidden()
    assert look(own, "an analysis") == []
    bar.get_by_role("button", name="To the deal").click()
    expect(own.locator(".replay-seat")).to_contain_text("Move 0 of 1")
    own.get_by_role("button", name="Play on from here").click()
    expect(own.locator(".card:not(.hidden)").first).to_be_visible()


def test_how_it_could_be_won_is_shown_beside_and_played_on(own: Page, analyst: FakeAnalyst) -> None:
    solution = [*SOLVED.solution]
    # What she did leads nowhere: the deal is won from its beginning.
    analyst.found = Report(1, True, 100, 0, 1, solution, 600)
    own.get_by_role("button", name="Analyse", exact=True).click()
    how = own.get_by_role("button", name="How it could be won")
    how.click()
    seats = own.locator(".replay-seat")
    expect(seats).to_have_count(2)
    expect(seats.nth(1).locator(".seat-who")).to_have_text(
        re.compile(rf"Solution · .+ in {len(solution)} moves")
    )
    expect(own.get_by_label("Race to compare with")).to_have_value(re.compile(r"^-\d+$"))
    expect(how).to_be_visible()
    assert not own.url.endswith("/solution"), "it is no address"
    assert look(own, "how it could be won") == []
    own.get_by_role("button", name="To the end").click()
    expect(seats.nth(1)).to_contain_text(f"Move {len(solution)} of {len(solution)}")
    own.get_by_role("button", name=re.compile("^Moves: .*Solution")).click()
    for _ in range(2):
        own.get_by_role("button", name="A move back").click()
    own.get_by_role("button", name="Play on from here").click()
    expect(own.locator(".card:not(.hidden)").first).to_be_visible()
    expect(own.get_by_role("complementary")).to_contain_text("of the solution")
    own.get_by_role("button", name="Hint").click()
    expect(own.get_by_text(re.compile("^From a solution: "))).to_be_visible()


def test_what_a_server_has_forgotten_is_found_out_anew(own: Page, server: ServerThread) -> None:
    own.get_by_role("button", name="Analyse", exact=True).click()
    how = own.get_by_role("button", name="How it could be won")
    expect(how).to_be_visible()
    kept = server._server.lookups._analyses._kept._all
    server.do(kept.clear)
    how.click()
    expect(own.locator("#news")).to_contain_text("analyse it again")
    expect(own.locator(".replay-seat")).to_have_count(1)
    own.get_by_role("button", name="Analyse", exact=True).click()
    expect(how).to_be_visible()


def test_results_say_until_when_each_could_have_won(
    over: Page, server: ServerThread, analyst: FakeAnalyst
) -> None:
    server.do(analyst.open.clear)
    analyse = over.get_by_role("button", name="Analyse", exact=True)
    told = over.locator(".analysing p")
    analyse.click()
    expect(told).to_have_text("Looking until when the games could be won… 1 of 1")
    over.get_by_role("button", name="Stop analysing").click()
    expect(told).to_have_text("")
    analyse.click()
    expect(over.get_by_role("button", name="Stop analysing")).to_be_visible()
    server.do(analyst.open.set)
    expect(over.locator("section.ranking tr.own")).to_contain_text("Winnable: when dealt")
    expect(analyse).to_be_hidden()
    assert look(over, "results that were analysed") == []
    over.locator("#stage").get_by_role("link", name="Watch the replay", exact=True).click()
    expect(over.locator(".analysis")).to_contain_text("The deal could be won.")


def test_results_say_that_a_server_analyses_nothing(over: Page, server: ServerThread) -> None:
    server.do(lambda: setattr(server._server.lookups._analyses, "_analyst", None))
    over.get_by_role("button", name="Analyse", exact=True).click()
    expect(over.locator(".analysing p")).to_have_text("This server analyses no races.")


def test_a_server_that_analyses_nothing_says_so(own: Page, server: ServerThread) -> None:
    server.do(lambda: setattr(server._server.lookups._analyses, "_analyst", None))
    own.get_by_role("button", name="Analyse", exact=True).click()
    expect(own.locator(".analysis p")).to_have_text("This server analyses no races.")
