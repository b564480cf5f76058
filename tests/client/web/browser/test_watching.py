"""Watching a race in a real browser, and what is seen of its end."""

import re
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import expect

from client.bots.company import NAMES, race_settings
from harness.bot_thread import BotThread
from harness.browsing import PHONE, asked_for
from harness.server_thread import ServerThread
from protocol.deal_code import read
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import DEAF, SLOW, Racer, Visitor, at_once
from tests.client.web.browser.weight import GERMAN, MOST, heaviest


def focused(visitor: Visitor) -> str:
    """Return what has the keys, by what is said of it."""
    return str(visitor.page.evaluate("() => document.activeElement.ariaLabel"))


HOSTILE: Final = "<img src=x onerror=a()>"
"""A name as no server lets anybody have it."""
RENAMED: Final = f"""
    const {{ prototype }} = WebSocket
    const set = Object.getOwnPropertyDescriptor(prototype, "onmessage").set
    Object.defineProperty(prototype, "onmessage", {{
        set(listener) {{
            set.call(this, listener && (({{ data }}) => {{
                listener({{ data: data.replaceAll('"Cog"', '"{HOSTILE}"') }})
            }}))
        }},
    }})
"""
"""Lets the page hear of one bot under that name."""
DRAWN_ANEW: Final = """() => {
    const curve = document.querySelector(".results .curve")
    const { width, height } = curve.viewBox.baseVal
    const box = curve.getBoundingClientRect()
    return innerWidth === 900 && Math.hypot(width - box.width, height - box.height) < 1
}"""
"""Whether the curve is drawn for the window that there is now."""
MARKUP: Final = "<img src=x onerror=a()><script>a()</script> <b onclick=a()>b</b> javascript:a()"


def has_a_seat(room: dict[str, Any]) -> bool:
    """Whether Ada sits in a room that is open again."""
    return room["phase"] == "lobby" and any(
        each["name"] == "Ada" and each["seated"] for each in room["members"]
    )


def test_little_is_loaded_until_the_first_card(server: ServerThread, visit: Visit) -> None:
    with BotThread(server.address, at_once("klondike"), bots=2, racers=2, pace=SLOW) as bots:
        # Who comes before the race sees the room first, and gets what is for later by then.
        visit(f"/r/{bots.code}").page.locator(".small-board").first.wait_for()
        page = visit(f"/r/{bots.code}", **GERMAN).page
        assert heaviest(asked_for(page, "cards")) <= MOST
        # What comes later is there when it may be wanted, also without a line.
        page.wait_for_function(
            """() => ["commentator.mjs", "later/de.json", "reasons/de.json"].every((file) =>
                performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)))"""
        )


def test_all_boards_one_large_and_all_again(server: ServerThread, visit: Visit) -> None:
    with BotThread(server.address, at_once("klondike"), bots=4, racers=4) as bots:
        eve = visit(f"/r/{bots.code}")
        boards = eve.page.locator(".small-board")
        boards.nth(3).wait_for()
        assert boards.count() == 4
        eve.hears("step", lambda step: step["number"] > 3)

        boards.nth(1).focus()
        name = focused(eve).split(" · ")[0]
        eve.page.keyboard.press("Enter")
        large = eve.page.locator(".large-board")
        large.wait_for()
        assert focused(eve).startswith(name), "the keys went along"
        assert eve.page.locator(".small-board:visible").count() == 3
        eve.page.keyboard.press("Escape")
        large.wait_for(state="hidden")
        assert focused(eve).startswith(name), "and came back"

        eve.press("Follow the leader")
        large.wait_for()
        eve.press("All boards")
        large.wait_for(state="hidden")
        follow = eve.page.get_by_role("button", name="Follow the leader")
        assert follow.get_attribute("aria-pressed") == "false"


def test_sixteen_boards_with_hostile_names_and_the_leader_followed(
    server: ServerThread, visit: Visit
) -> None:
    """What others call themselves and say is text: the policy, too, would tell of anything else."""
    server.deal_from("race 4")
    settings = replace(at_once("thirteens"), seats=16)
    with BotThread(server.address, settings, bots=15, racers=16, pace=SLOW) as bots:
        eve = visit(f"/r/{bots.code}", script=RENAMED)
        expect(eve.page.locator(".member .name").filter(has_text=HOSTILE)).to_have_count(1)
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada", says=MARKUP)
        boards = eve.page.locator(".small-board")
        expect(boards).to_have_count(16)
        names = boards.locator(".name").all_inner_texts()
        numbered = [f"{name} 2" for name in NAMES[:7]]
        assert {*names} == {*NAMES, *numbered, "Ada", HOSTILE} - {"Cog"}
        size = eve.page.viewport_size
        assert size is not None
        for board in boards.all():
            box = board.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
            assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"]

        standings = eve.page.locator(".standings")
        hidden = standings.evaluate("list => list.scrollHeight - list.clientHeight")
        assert hidden <= 1, "all sixteen are seen"  # a pixel may be of rounding

        boards.filter(has_text=HOSTILE).click()
        large = eve.page.locator(".large-board")
        expect(large).to_have_accessible_name(re.compile(rf"^{re.escape(HOSTILE)} · "))
        eve.press("Follow the leader")
        expect(large).to_have_accessible_name(re.compile(r"^Abacus · –"))  # of those with nothing
        racer = Racer(ada, "thirteens", "race 4")
        assert racer.race(4) == 4
        assert racer.play.state.score > 0
        expect(large).to_have_accessible_name(re.compile(rf"^Ada · 1st.* {racer.play.state.score}"))
        expect(eve.page.locator(".standings .name").filter(has_text=HOSTILE)).to_have_count(1)
        expect(eve.page.get_by_role("log")).to_contain_text(MARKUP)
        assert not eve.page.locator("img[src=x], .name b, .said script").count()


def test_on_a_phone_boards_scores_and_chat_take_turns(server: ServerThread, visit: Visit) -> None:
    settings = at_once("spider")
    with BotThread(server.address, settings, bots=3, racers=3, pace=SLOW) as bots:
        eve = visit(f"/r/{bots.code}", **PHONE)
        eve.page.locator(".small-board").nth(2).wait_for()
        wide = eve.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide == PHONE["viewport"]["width"], "nothing sticks out"
        tapping = eve.page.get_by_text("Tap a board to enlarge it.")
        expect(tapping).to_be_visible()
        eve.press("Scores")
        eve.page.locator(".standings").wait_for()
        expect(tapping).to_have_count(0)
        assert not eve.page.locator(".small-board").first.is_visible()
        eve.press("Boards")
        eve.page.locator(".small-board").first.wait_for()


def test_the_others_are_seen_once_ones_own_race_is_over(server: ServerThread, visit: Visit) -> None:
    settings = race_settings("klondike")
    with BotThread(server.address, settings, bots=3, racers=4, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}")
        ada.take_a_seat("Ada")
        ada.press("Give up")
        ada.press("Give up?")
        ada.press("Boards")
        boards = ada.page.locator(".small-board")
        boards.nth(2).wait_for()
        table = ada.page.locator(".race .table").bounding_box()
        assert table
        boxes = [box for each in boards.all() if (box := each.bounding_box())]
        covered = sum(box["width"] * box["height"] for box in boxes)
        assert covered > 0.6 * table["width"] * table["height"], "as large as there is room"
        for box in boxes:
            assert box["x"] + box["width"] <= table["x"] + table["width"]
            assert box["y"] + box["height"] <= table["y"] + table["height"]


def test_beside_a_bot_that_hosts_the_way_back_is_the_next_step(
    server: ServerThread, visit: Visit
) -> None:
    with BotThread(server.address, at_once("klondike"), racers=1, pace=SLOW) as bots:
        eve = visit(f"/r/{bots.code}")
        eve.page.locator(".watch").wait_for()
        bots.give_up()
        back = eve.page.get_by_role("button", name="Back to the room")
        expect(back).to_have_class("main")
        expect(eve.page.locator(".next .main")).to_have_count(1)


def test_the_end_is_read_while_the_next_race_is_prepared(
    server: ServerThread, visit: Visit
) -> None:
    """A guest who asks for a seat in mid-race has it after it, and goes on with what was typed."""
    server.deal_from("race <b>16</b>")
    settings = at_once("thirteens")
    with BotThread(server.address, settings, bots=2, racers=2, pace=SLOW, rest=1) as bots:
        ada = visit(f"/r/{bots.code}", script=DEAF)
        ada.page.locator(".watch").wait_for()
        ada.press("Take a seat")
        ada.page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
        ada.page.keyboard.press("Enter")
        ada.page.get_by_text("You take a seat when this race is over.").wait_for()
        said = ada.page.get_by_role("textbox", name="Chat")
        said.fill("Well d")
        bots.give_up()
        ada.page.locator(".results").wait_for()
        ada.page.keyboard.type("one")
        assert said.input_value() == "Well done"
        ada.page.get_by_text("✓ The deal was fair").wait_for()
        ada.page.evaluate("window.deaf = true")  # nothing that comes draws it
        ada.page.set_viewport_size({"width": 900, "height": 700})
        ada.page.wait_for_function(DRAWN_ANEW, timeout=2000)
        ada.page.evaluate("window.deaf = false")
        ada.page.get_by_text("Details").click()
        ada.page.get_by_text("Checked: the seed is the one promised").wait_for()
        code = ada.page.get_by_role("textbox", name="Deal code").input_value()
        assert read(code).seed == "race <b>16</b>"
        replay = ada.page.get_by_role("link", name="Watch the replay: ").first
        assert re.search(r"#replay/\d+/\d+$", replay.get_attribute("href") or "")

        ada.hears("room", has_a_seat)
        ada.press("Back to the room")
        ada.page.locator(".room").wait_for()
