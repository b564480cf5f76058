"""Races against games of before, on the page, in a real browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from harness.browsing import DESKTOP, PAGE, PHONE
from harness.server_thread import ServerThread
from protocol.messages import FIRST_GHOST, Replay
from tests.client.past_race import played, write_race
from tests.client.web.browser.accessible import faults
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Racer, Visitor

SEED: Final = "5"
GAMES: Final[dict[str, Replay]] = {
    "Ada": played("thirteens", SEED, 3),
    "Eve": played("thirteens", SEED, 1),
}
ADA, EVE = 1, 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    """Serve a race of Ada and Eve."""
    write_race(tmp_path / "server", GAMES)
    with ServerThread(tmp_path / "server", page=PAGE) as running:
        yield running


def come_as(visitor: Visitor, name: str, player: int) -> Page:
    """Be this player from now on."""
    kept = json.dumps([{"name": name, "token": f"{name}'s token"}])
    visitor.page.evaluate("kept => localStorage.setItem('samedeal.players', kept)", kept)
    visitor.heard.clear()
    visitor.page.reload()
    visitor.hears("welcome", lambda m: m["player"] == player)
    return visitor.page


def in_the_room(page: Page, *names: str) -> None:
    """Wait for the room in which these ghosts wait."""
    told = page.locator(".room .ghost")
    expect(told).to_have_count(len(names))
    for line, name in zip(told.all(), names, strict=True):
        expect(line).to_contain_text(f"Ghost of {name}")


def test_from_the_leaderboard_into_a_race_to_its_results(visit: Visit) -> None:
    eve = visit("/#leaderboard/thirteens/best")
    page = come_as(eve, "Eve", EVE)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Ada"))
    row.get_by_role("link", name="Race against this").click()
    in_the_room(page, "Ada")
    expect(page.get_by_text("this race counts nowhere")).to_be_visible()
    expect(page.get_by_role("button", name="Change", exact=True)).to_have_count(0)
    page.set_viewport_size(PHONE["viewport"])
    top = "(each) => each.getBoundingClientRect().top"
    ghost, game = (page.locator(f".room .{each}").evaluate(top) for each in ("ghost", "game"))
    assert ghost < game  # on a phone, too, it comes first
    page.set_viewport_size(DESKTOP["viewport"])
    assert faults(page) == []
    eve.press("Start")
    ghosts = page.locator(".beside .small-board")
    expect(ghosts).to_have_count(1)
    expect(ghosts).to_have_attribute("aria-label", re.compile("^Ghost of Ada"))
    expect(page.locator(".standings").get_by_text("Ghost of Ada")).to_be_visible()
    eve.hears("step", lambda m: m["player"] == FIRST_GHOST and m["number"] == 2)
    racer = Racer(eve, "thirteens", SEED)
    assert racer.race(2) == 2
    assert faults(page) == []
    eve.give_up()
    expect(page.locator(".results")).to_be_visible()
    table = page.locator(".ranking")
    expect(table.get_by_role("row").filter(has_text="Ghost of Ada")).to_contain_text("1st")
    ended = next(s for s in eve.last("results")["standings"] if s["player"] == FIRST_GHOST)
    assert (ended["status"], ended["score"]) == (GAMES["Ada"].status, GAMES["Ada"].score)
    assert eve.last("results").get("winners", []) == []
    expect(page.locator(".verdict")).to_contain_text("fair")
    watch = table.get_by_role("link", name="Watch the replay: Ghost of Ada")
    expect(watch).to_have_attribute("href", f"#replay/1/{ADA}")
    assert faults(page) == []
    before = eve.last("results")["race"]
    eve.press("Race again")
    eve.hears("race", lambda m: m["race"] != before)
    assert {s["name"] for s in eve.last("race")["standings"]} == {"Ada", "Eve"}
    expect(ghosts).to_have_count(1)


def test_two_from_a_replay_and_a_friend_with_the_link(visit: Visit) -> None:
    eve = visit(f"/#replay/1/{ADA}/{EVE}", **PHONE)
    page = come_as(eve, "Eve", EVE)
    expect(page.locator(".replay-seat")).to_have_count(2)
    eve.press("More")
    eve.press("Race against this")
    in_the_room(page, "Ada", "Eve")
    code = eve.last("room")["code"]
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    eve.press("Start")
    for somebody in (eve, bob):
        somebody.hears("race")
        names = {s["name"]: s["player"] for s in somebody.last("race")["standings"]}
        assert names["Ada"] == FIRST_GHOST
    strip = page.locator(".race-strip .list")
    expect(strip).to_contain_text("Ghost of")
    strip.click()
    expect(page.locator(".beside .small-board")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert faults(page) == []
    bob.page.reload()
    expect(bob.page.locator(".beside .small-board")).to_have_count(3)


def test_who_would_leave_others_for_it_is_asked(visit: Visit) -> None:
    eve = visit()
    page = come_as(eve, "Eve", EVE)
    page.get_by_role("button", name="Make a room").first.click()
    eve.press("Make the room")
    code = page.locator(".invitation .code").inner_text()
    bob = visit(f"/r/{code}")
    bob.take_a_seat("Bob")
    eve.hears("member", lambda m: m["member"]["name"] == "Bob")
    page.evaluate(f"location.hash = '#against/1/{ADA}'")
    expect(page).to_have_url(re.compile(f"#replay/1/{ADA}$"))
    eve.press("Race against this")
    eve.press("Leave the room?")
    in_the_room(page, "Ada")
