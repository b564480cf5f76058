"""Leaderboards, players' pages and replays in a real browser, of races as a server wrote them."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from client.board.spoken import Speaker
from engine import catalogue
from engine.chance import commitment
from harness.browsing import DESKTOP, PAGE, PHONE
from harness.replays import rambled
from harness.server_thread import ServerThread
from protocol.messages import Settings, Standing
from protocol.racing import play_again
from protocol.wire import parse_entry
from server.rooms.opening import standing
from server.rooms.records import (
    Attended,
    Entered,
    RaceBegun,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    Record,
    RemarkMade,
)
from server.storage import players
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase
from tests.client.web.browser.accessible import look
from tests.client.web.browser.conftest import Visit

HOSTILE: Final = "<img src=x onerror=a()>"
"""A name as no server lets anybody have it, but as a database may hold it."""
ADA, EVE, CARLA = 1, 2, 3
TOKENS: Final = {ADA: "ada's token", EVE: "eve's token", CARLA: "carla's token"}
REPLAY: Final = rambled("klondike", 40)
MOVES: Final = len(REPLAY.entries)
HELD_UP: Final = """
    const { prototype } = WebSocket
    const set = Object.getOwnPropertyDescriptor(prototype, "onmessage").set
    window.held = null
    Object.defineProperty(prototype, "onmessage", {
        set(listener) {
            set.call(this, (event) => window.held?.push([listener, event]) ?? listener(event))
        },
    })
"""
"""Lets what the server says wait in `window.held`, while that is a list."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    """Serve what was raced before: Ada did twice as much as Eve, whose name is hostile."""
    with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in this thread
        apart.submit(asyncio.run, race(tmp_path / "server")).result()
    with ServerThread(tmp_path / "server", page=PAGE, keep_chat=30) as running:
        yield running


async def race(data: Path) -> None:
    """Write a race of Ada, Eve and Carla in Klondike, in which Carla did nothing."""
    database = await SQLiteDatabase.open(data)
    for name, token in zip(("Ada", "Eve", "Carla"), TOKENS.values(), strict=True):
        await players.register(database, name, token, bot=False)
    done = [(ADA, at, entry) for at, entry in enumerate(REPLAY.entries)]
    done += [(EVE, at, entry) for at, entry in enumerate(REPLAY.entries[: MOVES // 2])]
    done.sort(key=lambda each: each[1])
    entered: list[Record] = [
        Entered(1, number, player, parse_entry(entry), 1000 * (at + 1), None)
        for number, (player, at, entry) in enumerate(done)
    ]
    settings = Settings(REPLAY.game, catalogue.entry(REPLAY.game).complete({}))
    standings = (
        Standing(ADA, "", "won", 52, 1, MOVES, 1000 * MOVES),
        Standing(EVE, "", "gave up", 7, 2, MOVES // 2, 500 * MOVES),
        Standing(CARLA, "", "gave up", 0, 3, 0, 0),
    )
    await StoredJournal(database).write(
        [
            RaceMade(1, settings, REPLAY.seed, commitment(REPLAY.seed)),
            RaceBegun(1, tuple(TOKENS)),
            *entered,
            RaceOver(1, 1_700_000_000, standings),
            RaceOfEvening(1, 1, 1, EVE),
            Attended(1, 1, (ADA, EVE)),
            RemarkMade("PAST", 1, 1, 9, EVE, "<b>so</b> close", (ADA, EVE)),
            RemarkMade("PAST", 2, 1, 9, EVE, "good night", (EVE,)),
        ]
    )
    await database.write([("UPDATE players SET name = ? WHERE id = ?", [(HOSTILE, EVE)])])
    await database.close()


def come_as(page: Page, player: int) -> None:
    """Be this player from the next load on."""
    kept = json.dumps([{"name": "Ada", "token": TOKENS[player]}])
    page.evaluate("kept => localStorage.setItem('samedeal.players', kept)", kept)
    page.reload()


def paused(page: Page) -> None:
    """Wait for a replay, and pause it at its beginning."""
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".replay-at")).to_have_text(re.compile(r"^0:00\.0 of "))


def test_from_the_leaderboard_to_a_player_and_a_replay_and_back(visit: Visit) -> None:
    page = visit("/#leaderboard/klondike").page
    come_as(page, ADA)
    fastest = page.get_by_role("table", name="Fastest times")
    expect(fastest.get_by_role("row")).to_have_count(2)
    expect(fastest.locator("[aria-current=true]")).to_contain_text("Ada")
    page.get_by_role("tab", name="Players").click()
    rows = page.get_by_role("table", name="Players").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(re.compile(r"^1Ada"))
    expect(rows.filter(has_text="Carla")).to_contain_text(re.compile("^Carla"))  # no rank
    page.get_by_role("link", name=HOSTILE, exact=True).click()
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()
    expect(page.locator(".recent-form, img")).to_have_count(0)  # one column is no picture
    own = page.get_by_role("navigation").get_by_role("link", name="Ada")
    expect(own).not_to_have_attribute("aria-current", "page")  # this page is not Ada's
    expect(page.get_by_role("table", name="Games")).to_contain_text("Klondike")
    page.get_by_role("link", name="Show the replay").click()
    expect(page.get_by_role("heading", name="Klondike")).to_be_visible()
    expect(page.locator(".seat-who")).to_contain_text(HOSTILE)
    assert not page.locator("img").count()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("table", name="Players")).to_be_visible()  # as it was left
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_guest_is_shown_no_race_in_a_table_but_in_the_replay(visit: Visit) -> None:
    page = visit("/#leaderboard/klondike").page
    page.locator(".to-replay").first.wait_for()
    expect(page.locator(".to-race")).to_have_count(0)
    page.locator(".to-replay").first.click()
    expect(page.get_by_role("button", name="Race against this")).to_be_visible()
    come_as(page, ADA)
    page.goto(page.url.partition("#")[0] + "#leaderboard/klondike")
    expect(page.locator(".to-race").first).to_be_visible()


def test_the_overview_leads_on_to_games_replays_and_players(visit: Visit) -> None:
    page = visit("/").page
    come_as(page, ADA)
    page.get_by_role("navigation").get_by_role("link", name="Leaderboard").click()
    expect(page.get_by_role("heading", name="Leaderboards")).to_be_visible()
    expect(page.get_by_text("1 race in the past day · 3 players").first).to_be_visible()
    latest = page.get_by_role("table", name="Latest races").get_by_role("row")
    expect(latest.nth(1)).to_contain_text("1st of 3")
    records = page.get_by_role("table", name="Latest records")
    expect(records.locator("[aria-current=true]")).to_contain_text("Ada")
    games = page.get_by_role("table", name="Games raced here")
    expect(games.get_by_role("row").nth(1)).to_contain_text(re.compile("Klondike.*3$"))
    risers = page.get_by_role("table", name="On the rise this week").get_by_role("row")
    expect(risers.nth(1)).to_contain_text("Ada")
    assert not page.locator("img").count()
    for width in (720, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 800})
        wider = "(lists) => lists.map((list) => list.scrollWidth - list.clientWidth)"
        assert page.locator(".overview-told > section").evaluate_all(wider) == [0] * 4, width
    page.set_viewport_size(DESKTOP["viewport"])
    records.get_by_role("link", name="Show the replay").click()
    expect(page.locator(".seat-who")).to_contain_text("Ada")
    page.keyboard.press("Escape")
    games.get_by_role("link", name="Klondike").click()
    expect(page.get_by_role("table", name="Fastest times")).to_contain_text("Ada")
    page.get_by_role("link", name="Overview").click()
    records.get_by_role("link", name="Ada").click()
    expect(page.get_by_role("heading", name="Ada")).to_be_visible()
    rivals = page.get_by_role("table", name="Rivals")
    expect(rivals.get_by_role("row").filter(has_text=HOSTILE)).to_contain_text("110")


def test_ones_own_place_and_what_was_achieved_lead_to_replays(visit: Visit) -> None:
    page = visit("/#leaderboard/klondike/best").page
    come_as(page, EVE)
    expect(page.get_by_text("Your best: 7 · 2nd of 2")).to_be_visible()
    page.get_by_role("link", name="Show my replay").click()
    expect(page.locator(".seat-who")).to_contain_text(HOSTILE)
    page.goto(page.url.replace("replay/1/2", "player/1"))
    games = page.get_by_role("table", name="Games")
    expect(games.locator("a.to-fastest")).to_have_attribute("href", "#replay/1/1")
    games.locator("a.to-best").click()
    expect(page.locator(".seat-who")).to_contain_text("Ada")


def test_the_leaderboard_begins_with_the_game_that_is_raced_most(visit: Visit) -> None:
    page = visit("/#leaderboard").page
    expect(page.locator(".leaderboard h1")).to_have_text(re.compile("^Leaderboard: .+"))
    expect(page.locator(".leaderboard tbody tr").first).to_be_visible()


def test_from_an_empty_leaderboard_into_a_room_of_that_game(visit: Visit) -> None:
    page = visit("/#leaderboard/golf").page
    come_as(page, ADA)
    page.get_by_role("button", name="Make a room").click()
    expect(page.get_by_role("heading", name="Golf")).to_be_visible()
    page.get_by_role("button", name="Make the room").click()
    expect(page).to_have_url(re.compile("/r/[A-Z0-9]+$"))
    expect(page.get_by_text("Golf").first).to_be_visible()


def test_a_newcomers_page_says_what_it_will_hold_and_leads_to_a_room(visit: Visit) -> None:
    page = visit("/#settings").page
    page.get_by_role("button", name="Choose a name…").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Dora")
    page.keyboard.press("Enter")
    page.get_by_role("navigation").get_by_role("link", name="Dora").click()
    expect(page.get_by_text("After your first, you will find here")).to_be_visible()
    page.get_by_role("button", name="Make a room").click()
    expect(page.get_by_role("button", name="Make the room")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Golf", exact=True).click()
    expect(page.locator(".chosen-game h2")).to_have_text("Golf")


def test_a_few_races_are_rows_before_the_games(visit: Visit) -> None:
    page = visit("/#player/2").page
    races = page.get_by_role("table", name="Last races")
    games = page.get_by_role("table", name="Games")
    expect(races.get_by_role("row")).to_have_count(2)
    expect(races).to_contain_text(re.compile("Klondike.*2nd of 3.*Gave up.*7"))
    expect(games).to_contain_text("Klondike")
    for width in (360, 820, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 1180})
        above, below = races.bounding_box(), games.bounding_box()
        assert above is not None
        assert below is not None
        assert (above["y"] < below["y"]) == (width < 1300) or above["x"] > below["x"]
        assert 0 <= above["x"] <= above["x"] + above["width"] <= width
        picture = races.locator(".picture").bounding_box()
        assert picture is not None
        assert picture["width"] < 100, "a sign of the game, and not the deal that was raced"
    races.get_by_role("link", name="Show the replay").click()
    expect(page.locator(".seat-who")).to_contain_text(HOSTILE)


def test_a_page_tells_wins_from_races_without_a_winner(visit: Visit) -> None:
    page = visit("/#player/1").page
    won = page.locator(".race-won")
    expect(won).to_have_text("1st of 3")
    page.goto(page.url.replace("player/1", "player/3"))
    place = page.get_by_role("table", name="Last races").get_by_role("row").nth(1)
    expect(place).to_contain_text(re.compile("–.*Gave up"))  # who left with nothing has none
    page.goto(page.url.replace("player/3", "replay/1/3"))
    expect(page.locator(".seat-who")).to_have_text(
        re.compile("Carla.?: gave up, no move was made$")
    )
    expect(page.locator(".replay-seat .muted")).to_have_text("0 points")


def test_it_says_whose_moves_are_listed_and_follows_the_other_of_two(visit: Visit) -> None:
    page = visit("/#replay/1/1").page
    paused(page)
    expect(page.locator(".movers")).to_have_text(re.compile("^Moves: .?Ada.?$"))
    page.get_by_label("Race to compare with").select_option(str(EVE))
    moves = page.get_by_role("listbox", name="Moves").get_by_role("option")
    expect(moves).to_have_count(MOVES + 1)
    other = page.locator(".movers button").filter(has_text=HOSTILE)
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(moves).to_have_count(MOVES // 2 + 1)
    moves.nth(3).click()
    expect(page.locator(".replay-seat .muted").last).to_have_text(re.compile("^Move 3 of "))
    page.get_by_label("Race to compare with").select_option("")
    expect(page.locator(".movers")).to_have_text(re.compile("^Moves: .?Ada.?$"))
    expect(moves).to_have_count(MOVES + 1)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("replay/99/1", "There is no such race, "),
        ("replay/", "This address leads to no replay."),
        ("player/99", "There is no such player here."),
    ],
)
def test_from_what_there_is_not_to_what_there_is(visit: Visit, address: str, told: str) -> None:
    page = visit(f"/#{address}").page
    empty = page.get_by_role("status").filter(has_text=told)
    empty.get_by_role("button", name="Leaderboard").click()
    expect(page.get_by_role("heading", name="Leaderboard: Klondike")).to_be_visible()
    page.go_back()
    empty.get_by_role("button", name="Lobby").click()
    expect(page.locator(".lobby")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_refusal_that_comes_late_is_no_answer_to_the_next_question(visit: Visit) -> None:
    page = visit(script=HELD_UP).page
    expect(page.locator(".lobby")).to_be_visible()
    page.evaluate("held = []")
    page.evaluate("location.hash = 'player/99'")
    page.wait_for_function(
        "() => held.some(([, { data }]) => String(data).includes('unknown player'))"
    )
    page.evaluate("location.hash = 'leaderboard/klondike'")
    expect(page.locator(".leaderboard")).to_be_visible()
    page.evaluate("for (const [listen, event] of held.splice(0)) listen(event); held = null")
    expect(page.get_by_role("table", name="Fastest times")).to_contain_text("Ada")


def test_what_was_raced_is_for_everybody_to_see(visit: Visit) -> None:
    page = visit().page
    found = []
    for address, shows in (
        ("leaderboard/klondike", "Ada"),
        ("leaderboard/golf", "Nobody yet"),
        ("player/1", "Last races"),
        ("player/99", "no such player"),
    ):
        page.evaluate(f"location.hash = '{address}'")
        page.get_by_text(shows).first.wait_for()
        found += look(page, address)
    assert not found, "\n".join(found)


def test_what_is_chosen_of_a_leaderboard_is_in_its_address(visit: Visit) -> None:
    page = visit("/#leaderboard/klondike").page
    expect(page.get_by_role("tab", name="Fastest times")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#polite")).to_contain_text("1 listed, first Ada")
    page.get_by_role("tab", name="Fastest times").press("ArrowRight")
    expect(page.get_by_role("table", name="Best scores").get_by_role("row")).to_have_count(3)
    page.get_by_label(re.compile("^Deal(?!s)")).select_option("Three card deals")
    page.get_by_label("Period").select_option("Past day")
    expect(page.get_by_text("Nobody yet: be the first.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Nobody yet: be the first.")).to_be_visible()
    expect(page.get_by_label("Period")).to_have_value("day")
    page.get_by_label("Game").select_option("Golf")
    expect(page.get_by_role("heading", name="Leaderboard: Golf")).to_be_visible()
    expect(page.get_by_label(re.compile("^Deal(?!s)"))).to_have_count(0)


def test_two_are_seen_side_by_side_by_keyboard(visit: Visit) -> None:
    visitor = visit("/#replay/1/1")
    page = visitor.page
    paused(page)
    expect(page.get_by_role("option", name="The deal", exact=True)).to_be_attached()
    page.get_by_label("Race to compare with").select_option(str(EVE))
    expect(page.locator(".replay-seat")).to_have_count(2)
    expect(page).to_have_url(re.compile("#replay/1/1/2$"))
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    moves = page.locator(".replay-seat .muted")
    expect(moves.first).to_have_text(re.compile(f"^Move 2 of {MOVES} "))
    expect(moves.last).to_have_text(re.compile(f"^Move 2 of {MOVES // 2} "))
    told = page.locator("#polite")  # a moment later
    expect(told).to_contain_text(f"Ada: {change(2)}; Move 2 of {MOVES}; ")
    expect(told).to_contain_text(f"{HOSTILE}: {change(2)}; Move 2 of {MOVES // 2}; ")
    page.keyboard.press("End")
    expect(moves.last).to_have_text(re.compile(f"^Move {MOVES // 2} of {MOVES // 2} "))
    page.keyboard.press("ArrowLeft")
    expect(moves.first).to_have_text(re.compile(f"^Move {MOVES - 1} of {MOVES} "))
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(moves.first).not_to_have_text(re.compile("^Move 0 "))
    page.reload()
    expect(page.locator(".replay-seat")).to_have_count(2)


def change(number: int) -> str:
    """Return in words what a move of the replay did."""
    views, _ = play_again(REPLAY)
    game = catalogue.make(REPLAY.game, REPLAY.options)
    return Speaker(game).change(views[number - 1], views[number])


@pytest.mark.parametrize("profile", [{}, PHONE])
def test_any_moment_by_pointer(visit: Visit, profile: dict[str, Any]) -> None:
    page = visit("/#replay/1/1", **profile).page
    paused(page)
    slider = page.get_by_role("slider", name="Scores over time")
    box = slider.bounding_box()
    assert box
    there = box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2
    if profile:
        page.touchscreen.tap(*there)
    else:
        page.mouse.click(*there)
    moves = page.locator(".replay-seat .muted")
    expect(moves).not_to_have_text(re.compile("^Move 0 "))
    number = int(str(moves.text_content()).split()[1])
    assert 0.5 * MOVES < number < 0.7 * MOVES
    if profile:
        assert not page.locator(".move-list").is_visible()  # the board has the room
        page.get_by_role("button", name="Moves").click()
    lines = page.get_by_role("listbox", name="Moves").get_by_role("option")
    expect(lines).to_have_count(MOVES + 1)
    expect(lines.nth(number)).to_have_attribute("aria-selected", "true")
    expect(lines.nth(number)).to_be_in_viewport()
    lines.nth(3).click()
    expect(moves).to_have_text(re.compile("^Move 3 of "))
    page.get_by_role("listbox").press("ArrowDown")
    expect(moves).to_have_text(re.compile("^Move 4 of "))


def test_on_a_phone_the_board_has_the_room_of_the_ways_on(visit: Visit) -> None:
    page = visit("/#replay/1/1", **PHONE).page
    paused(page)
    ways = page.get_by_role("button", name="Play on from here")
    more = page.get_by_role("button", name="More")
    expect(ways).to_be_hidden()
    more.click()
    expect(ways).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert look(page, "a replay with all ways on") == []
    page.set_viewport_size(PHONE["viewport"])
    more.click()
    expect(ways).to_be_hidden()
    page.set_viewport_size(DESKTOP["viewport"])
    expect(ways).to_be_visible()
    expect(more).to_be_hidden()


def test_what_is_not_there_is_said(visit: Visit) -> None:
    page = visit("/#replay/77/1").page
    expect(page.get_by_role("status").filter(has_text="There is no such race")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse")).to_be_hidden()
    page.goto(page.url.replace("replay/77/1", "player/77"))
    expect(page.get_by_role("status").filter(has_text="There is no such player")).to_be_visible()
    expect(page.get_by_role("button", name="Try now")).to_have_count(0)  # it would not help
    page.goto(page.url.replace("player/77", "replay/x"))
    expect(page.get_by_text("This address leads to no replay.")).to_be_visible()
    page.get_by_role("button", name="Back").click()


def test_boards_that_are_left_follow_nothing_any_more(visit: Visit) -> None:
    count = """
        window.observers = 0
        window.ResizeObserver = class extends ResizeObserver {
            observe(element) { super.observe(element); window.observers++ }
            disconnect() { super.disconnect(); window.observers-- }
        }
    """
    page = visit("/#leaderboard/klondike", script=count).page
    expect(page.get_by_role("tab", name="Fastest times")).to_be_visible()
    before = page.evaluate("window.observers")
    for aside in ("replay/1/1/2", "settings"):
        page.evaluate("aside => { location.hash = aside }", aside)
        page.locator(".board").first.wait_for()
        assert page.evaluate("window.observers") > before
        page.keyboard.press("Escape")
        expect(page.get_by_role("tab", name="Fastest times")).to_be_visible()
        assert page.evaluate("window.observers") == before


def test_somebodys_game_is_played_on_from_the_moment_shown(visit: Visit) -> None:
    visitor = visit("/#replay/1/1")
    page = visitor.page
    come_as(page, EVE)
    paused(page)
    for _ in range(3):
        page.get_by_role("button", name="A move forward").click()
    page.get_by_role("button", name="Play on from here").press("Enter")
    expect(page.locator(".practising .tools")).to_be_visible()
    told = "From move 3 of \u2068Ada\u2069’s game"
    expect(page.get_by_role("complementary").get_by_text(told)).to_be_visible()
    expect(page.locator("#urgent")).to_contain_text(told)
    assert visitor.last("board")["number"] == len(standing(map(parse_entry, REPLAY.entries[:3])))
    page.reload()
    expect(page.locator(".practising .tools")).to_be_visible()
    visitor.give_up()
    page.get_by_role("link", name="Watch the replay").click()
    paused(page)
    page.get_by_role("button", name="This deal again").press("Enter")
    expect(page.locator(".practising:not(.over) .tools")).to_be_visible()
    assert visitor.last("board")["number"] == 0


# Ratings ------------------------------------------------------------------------------------------


def test_ratings_on_a_players_page_and_the_way_to_a_race(visit: Visit) -> None:
    page = visit("/").page
    page.goto(page.url + f"#player/{ADA}")
    expect(page.get_by_role("heading", name="Ratings")).to_be_visible(timeout=60_000)
    table = page.get_by_role("table", name="Ratings", exact=True)
    expect(table.get_by_role("row")).to_have_text(
        ["GamesRatingRaces", re.compile(r"^All games\d+\?1$"), re.compile(r"^Klondike\d+\?1$")]
    )
    picture = page.locator(".rating-chart svg")
    expect(picture).to_have_attribute("aria-label", re.compile("^Rating over time. From "))
    page.get_by_label("Family").select_option("Klondike")
    page.get_by_text("As a table").click()
    races = page.get_by_role("table", name="Ratings: Klondike").get_by_role("row")
    expect(races).to_have_count(2)
    assert look(page, "ratings of a player") == []
    picture.hover()
    expect(page.locator(".rating-chart .told")).to_have_text(re.compile(r" · \d+ \+\d+$"))
    picture.click()
    expect(page).to_have_url(re.compile(f"#replay/1/{ADA}$"))


def test_the_highest_ratings_lead_to_their_players(visit: Visit) -> None:
    page = visit("/#leaderboard/klondike").page
    come_as(page, ADA)
    page.get_by_role("link", name="Ratings").click()
    expect(page.get_by_role("heading", name="Ratings: All games")).to_be_visible()
    rows = page.get_by_role("table", name="Ratings").get_by_role("row")
    expect(rows).to_have_count(4, timeout=60_000)
    expect(rows.nth(1)).to_contain_text("Ada")
    expect(page.locator("[aria-current=true]")).to_contain_text("Ada")
    expect(page.locator(".own-place")).to_have_text(re.compile(r"^Your rating: \d+\? · 1st of 3$"))
    expect(rows.nth(2)).to_contain_text(HOSTILE)
    assert look(page, "ratings") == []
    page.get_by_label("Family").select_option("FreeCell")
    expect(page.get_by_text("Nobody has a rating yet")).to_be_visible()
    expect(page).to_have_url(re.compile("#ratings/FreeCell$"))
    page.reload()
    expect(page.get_by_role("heading", name="Ratings: FreeCell")).to_be_visible()
    page.get_by_label("Family").select_option("Klondike")
    page.get_by_role("table", name="Ratings").get_by_role("link", name="Ada").click()
    expect(page).to_have_url(re.compile(f"#player/{ADA}$"))


def test_ones_evenings_lead_to_results_replays_and_what_was_said(visit: Visit) -> None:
    page = visit("/").page
    page.locator(".lobby").wait_for()
    ways = page.get_by_role("navigation")
    expect(ways.get_by_role("link", name="My evenings")).to_have_count(0)  # a guest has none
    come_as(page, ADA)
    ways.get_by_role("link", name="My evenings").click()
    rows = page.get_by_role("table", name="My evenings").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text(re.compile(r"1st of 3, 10 points$"))
    assert look(page, "the evenings") == []
    page.get_by_role("link", name=f"{HOSTILE}’s room").press("Enter")
    expect(page.get_by_role("heading", name=re.compile(re.escape(HOSTILE)))).to_be_visible()
    expect(ways.get_by_role("link", name="My evenings")).to_have_attribute("aria-current", "page")
    tally = page.get_by_role("table", name="The tally")
    expect(tally.locator("[aria-current=true]")).to_contain_text("Ada")
    said = page.get_by_role("region", name="What was said").locator("p")
    expect(said).to_have_count(2)  # the day, and the line that Ada was told
    expect(said.nth(1)).to_contain_text(f"{HOSTILE}: <b>so</b> close")
    expect(page.get_by_text("This server keeps what is said in rooms for 30 days.")).to_be_visible()
    assert not page.locator("img").count()
    assert look(page, "an evening") == []
    results = page.get_by_role("table", name="Klondike").get_by_role("row")
    results.nth(1).get_by_role("link", name="Show the replay").click()
    expect(page.locator(".seat-who")).to_contain_text("Ada")
    page.keyboard.press("Escape")
    expect(tally).to_be_visible()
    page.keyboard.press("Escape")
    expect(rows).to_have_count(2)


def test_an_evening_that_one_was_not_there_for(visit: Visit) -> None:
    page = visit("/#evening/1").page
    come_as(page, CARLA)
    expect(page.get_by_text("You were in no room that evening")).to_be_visible()
    page.goto(page.url.replace("evening/1", "evenings"))
    expect(page.get_by_text("No evening yet.")).to_be_visible()
    assert look(page, "no evening yet") == []
    page.get_by_role("button", name="Make a room").click()
    expect(page).to_have_url(re.compile("#make-room$"))
