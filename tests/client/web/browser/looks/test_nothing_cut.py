"""Texts are read to their ends, and what one uses is in sight and stays where it is."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from harness.bot_thread import BotThread
from harness.browsing import DESKTOP, PAGE, PHONE
from harness.server_thread import ServerThread
from protocol.messages import Settings
from tests.client.past_race import played, write_race
from tests.client.web.browser.conftest import Visit
from tools.pictures.page_cuts import cut_texts
from tools.pictures.past import TOKEN, write_past

LONG: Final = "Wilhelmina Achterbergen"
SEED: Final = "5"
GERMAN: Final = {"locale": "de"}
BOARD: Final = """() => {
    const { top, height } = document.querySelector(".race .board").getBoundingClientRect()
    return [top, height]
}"""
TAKEN: Final = (
    f'localStorage.setItem(\'samedeal.players\', \'[{{"name": "Ada", "token": "{TOKEN}"}}]\')'
)
HUGE: Final = """
    const { parse } = JSON
    JSON.parse = (text, ...rest) => {
        const read = parse(text, ...rest)
        for (const { type, evening } of [read].flat()) {
            if (type !== "room past") continue
            for (const row of evening.tally.rows) {
                row.points *= 123_457
                row.curve = row.curve.map((points) => points * 123_457)
            }
        }
        return read
    }
"""
"""Makes the sums of an evening as large as they may become."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    """Serve a race of two, one of whom has a name as long as names may be."""
    games = {LONG: played("klondike", SEED, 1), "Eve": played("klondike", SEED, 1, "other")}
    write_race(tmp_path / "server", games)
    with ServerThread(tmp_path / "server", page=PAGE) as running:
        yield running


@pytest.mark.parametrize("profile", [PHONE, DESKTOP])
@pytest.mark.parametrize("address", ["#replay/1/1", "#replay/1/1/2"])
def test_a_replay_says_whose_it_is_and_how_it_was_played(
    visit: Visit, profile: dict[str, Any], address: str
) -> None:
    page = visit(f"/{address}", **profile, **GERMAN).page
    seats = page.locator(".replay-seat")
    seats.nth(address.count("/") - 2).wait_for()
    expect(seats.first).to_contain_text(LONG)
    expect(page.locator(".replay-head p")).to_have_text("Geben: Karten einzeln")
    assert cut_texts(page) == []


def test_the_ways_of_a_replay_are_in_one_row(visit: Visit) -> None:
    page = visit("/#replay/1/1/2", **GERMAN).page
    page.locator(".replay-seat").nth(1).wait_for()
    controls = page.locator(".replay-controls button:visible, .replay-controls select:visible")
    middles = {round(box["y"] + box["height"] / 2) for box in boxes(page, controls.all())}
    assert len(middles) == 1
    expect(page.get_by_role("button", name="Link kopieren")).to_have_count(1)
    page.set_viewport_size(PHONE["viewport"])
    expect(page.get_by_role("button", name="Link kopieren")).to_have_count(0)  # it is behind "more"
    page.get_by_role("button", name="Mehr").click()
    expect(page.get_by_role("button", name="Link kopieren")).to_have_count(1)


def boxes(page: Page, found: list[Any]) -> list[Any]:
    """Return where elements are."""
    assert found
    return [each.bounding_box() for each in found]


@pytest.mark.parametrize("size", [DESKTOP["viewport"], {"width": 1280, "height": 720}])
def test_a_guest_reads_the_chat_above_the_buttons(
    server: ServerThread, visit: Visit, size: ViewportSize
) -> None:
    settings = Settings("klondike", seats=4)
    with BotThread(server.address, settings, bots=2, racers=4) as bots:
        page = visit(f"/r/{bots.code}", viewport=size, **GERMAN).page
        expect(page.locator(".invited")).to_be_visible()
        name = page.get_by_role("button", name="Namen wählen…")
        expect(name).to_be_visible()
        [button, foot] = boxes(page, [name, page.locator(".room .foot-bar")])
        assert button["y"] + button["height"] <= foot["y"]


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (360, 740)])
def test_the_board_of_practice_stays_at_its_end(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    held = {**PHONE, "viewport": {"width": width, "height": height}} if width < height else {}
    ada = visit("/#make-room/alone", **held)
    code = ada.page.get_by_label("Deal code")
    code.fill("klondike/5")
    code.press("Enter")
    ada.page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".race.practising:not(.over) .tools")).to_be_visible()
    before = ada.page.evaluate(BOARD)
    ada.give_up()
    expect(ada.page.locator(".race-end p")).to_be_visible()
    after = ada.page.evaluate(BOARD)
    assert after[0] == before[0]
    if width > PHONE["viewport"]["width"]:
        assert after == before


@pytest.mark.parametrize("profile", [PHONE, DESKTOP])
@pytest.mark.parametrize("script", ["", HUGE])
def test_the_points_of_an_evening_are_told_at_its_curve(
    tmp_path: Path, visit: Visit, profile: dict[str, Any], script: str
) -> None:
    write_past(tmp_path / "past", own="Ada")
    with ServerThread(tmp_path / "past", page=PAGE) as past:
        page = visit(script=script, **profile).page
        page.goto(f"http://127.0.0.1:{past.port}/")
        page.evaluate(TAKEN)
        page.goto(f"http://127.0.0.1:{past.port}/#evening/33")
        page.reload()
        curve = page.locator(".points-curve")
        expect(curve.locator("polyline").first).to_be_attached()
        texts = curve.locator("text")
        told = texts.all_text_contents()
        assert told[0] == "0"
        assert told[-1] == "4"  # deals
        assert any(len(each) > 6 for each in told) == bool(script)
        [whole] = boxes(page, [curve])
        found = boxes(page, texts.all())
        for box in found:
            assert whole["x"] <= box["x"]
            assert box["x"] + box["width"] <= whole["x"] + whole["width"]
            assert whole["y"] <= box["y"]
        for one, other in combinations(found, 2):
            beside = (
                one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            )
            above = (
                one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            )
            assert beside or above
