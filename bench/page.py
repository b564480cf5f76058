"""How soon the page is there, on a slow phone: `python -m bench.page`.

A browser whose processor is slowed fourfold, on a line of 9 Mbit/s and 60 ms, opens the link of a
race under way: told is what was loaded, and when the first card was seen, at a guest's first visit
and when the page is loaded again; and when a racer, whose browser has been there before, can lift
the first card after a reload in mid-race. The aim is 150 kB, 1.5 s and 1 s.
A guest opens the link of the daily deal, too: told is when it can be read and how much came until
then, and how soon after its countdown a player has cards. The aim is the same.
How many frames pass until a finger's lift is seen is told, too: one, on any line.
Then sixteen boards move in a window of 1280x800 at full speed: the aim is that 95 % of all frames
come within 16.7 ms.
Beside the first card, it is told after how long a page of one line is there on the same line.
"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, Page

from harness.bot_thread import BotThread
from harness.browsing import DESKTOP, MARKED, PAGE, PHONE, asked_for, chromium
from harness.ratios import note
from harness.server_thread import ServerThread
from protocol.messages import Settings
from samedeal.foundry.beside import FoundryProcess
from server.dailies.almanac import Plan
from server.dailies.games import parse_game
from server.rooms.deals.daily import COUNTDOWN

WEIGHT: Final = 150_000
"""Bytes that are asked for until the first card, at most."""
IN_TIME: Final = 0.95
"""The share of frames that come in time, at least."""
LATENCY: Final = 60
"""Milliseconds there and back."""
BYTES: Final = 9_000_000 // 8
"""A second, each way."""
SLOWER: Final = 4
DAILY: Final = "gay-gordons"
"""A game of which a deal that can be won is found in a moment."""
DEALT: Final = 60.0
"""Seconds in which it is found."""
FRAMES: Final = """(seconds) => new Promise((done) => {
    const taken = []
    let before = performance.now()
    const end = before + 1000 * seconds
    requestAnimationFrame(function next(now) {
        taken.push(now - before)
        before = now
        if (now < end) requestAnimationFrame(next)
        else done(taken.slice(1))
    })
})"""


ONE_LINE: Final = "healthz"
"""What the server answers in a line."""
LOADED: Final = "() => performance.getEntriesByType('navigation')[0].responseEnd"
LIFTED: Final = """() => new Promise((done) => {
    addEventListener("pointerdown", () => {
        let frames = 0
        requestAnimationFrame(function next() {
            frames += 1
            if (document.querySelector(".card.held") || frames > 9) done(frames)
            else requestAnimationFrame(next)
        })
    }, { capture: true, once: true })
})"""
"""In how many frames after a press the card is lifted."""


def slow(page: Page) -> None:
    """Make the page's machine and line slow."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def opened(browser: Browser, url: str, profile: dict[str, Any], runs: int) -> None:
    """Tell how soon a guest sees cards, at the first visit and after a reload."""
    first, again, sizes, bare = [], [], [], []
    root, locale = url.partition("/r/")[0], profile["locale"]
    for _ in range(runs):
        with browser.new_context(**profile) as context:
            page = context.new_page()
            slow(page)
            page.goto(url)
            first.append(page.evaluate(MARKED, "cards"))
            sizes.append(sum(asked_for(page, "cards").values()))
            page.reload()
            again.append(page.evaluate(MARKED, "cards"))
        with browser.new_context(**profile) as context:
            page = context.new_page()
            slow(page)
            page.goto(f"{root}/{ONE_LINE}")
            bare.append(page.evaluate(LOADED))
    print(f"{sizes[-1] / 1000:.0f} kB compressed were asked for until then")
    print(f"first card: {told(first)} s; after a reload: {told(again)} s; a line: {told(bare)} s")
    line = "a page of one line"
    weight = sizes[-1] / WEIGHT
    note(f"what the page weighs, {locale}", weight, f"the {WEIGHT // 1000} kB it may", at_most=1)
    note(f"a guest's first card, {locale}", median(first) / median(bare), line)
    note(f"a guest's first card after a reload, {locale}", median(again) / median(bare), line)


def daily(browser: Browser, root: str, profile: dict[str, Any], runs: int) -> None:
    """Tell how soon the daily deal can be read from its link, and its first cards are there."""
    first, dealt, sizes = [], [], []
    for run in range(runs):
        with browser.new_context(**profile) as context:
            page = context.new_page()
            slow(page)
            page.goto(f"{root}#daily")
            first.append(page.evaluate(MARKED, "told"))
            sizes.append(sum(asked_for(page, "told").values()))
            page.get_by_role("button", name="Play today’s deal", exact=True).click()
            page.get_by_role("dialog").get_by_role("textbox").fill(f"Ada {run}")
            begun = page.evaluate("() => performance.now()")
            page.keyboard.press("Enter")
            dealt.append(page.evaluate(MARKED, "cards") - begun - 1000 * COUNTDOWN)
    print(f"{sizes[-1] / 1000:.0f} kB compressed, and the daily deal is told: {told(first)} s")
    print(f"from its start to its first card, beside the countdown: {told(dealt)} s")


def wait_for_deal(server: ServerThread) -> None:
    """Wait until today has its deal."""
    until = time.monotonic() + DEALT
    while server.server.lobby.daily is None:
        if time.monotonic() > until:
            raise TimeoutError("no deal for today was found")
        time.sleep(0.1)


def raced(browser: Browser, url: str, profile: dict[str, Any], runs: int) -> None:
    """Tell how soon a racer can lift cards after a reload."""
    again = []
    with browser.new_context(**profile) as context:
        page = context.new_page()
        page.goto(url)
        page.get_by_role("button", name="Take a seat", exact=True).click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="I am ready", exact=True).click()
        page.locator(".card:not(.hidden)").first.wait_for()
        slow(page)
        for _ in range(runs):
            page.reload()
            again.append(page.evaluate(MARKED, "cards"))
        print(f"a racer after a reload: {told(again)} s")
        page.reload()
        page.evaluate(MARKED, "cards")
        frames = [lifted(page) for _ in range(runs)]
        print(f"a finger's lift is seen with the next frame: {frames.count(1)} of {len(frames)}")


def lifted(page: Page) -> int:
    """Touch the card that lies at the bottom right; return with which frame it is lifted."""
    card = page.locator(".card:not(.hidden)").last.bounding_box()
    assert card is not None
    fingers = page.context.new_cdp_session(page)
    seen = page.evaluate_handle(f"({{ seen: ({LIFTED})() }})")
    point = {"x": card["x"] + card["width"] / 2, "y": card["y"] + card["height"] / 2}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    frames = int(seen.evaluate("({ seen }) => seen"))
    fingers.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    return frames


def told(milliseconds: list[float]) -> str:
    """Return the median and the worst in seconds."""
    return f"{median(milliseconds) / 1000:.2f} (at worst {max(milliseconds) / 1000:.2f})"


def moving(browser: Browser, url: str, seconds: float) -> None:
    """Tell how long frames take while all boards move."""
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(url)
        page.locator("canvas").first.wait_for()
        frames = sorted(page.evaluate(FRAMES, seconds))
        share = sum(each <= 16.8 for each in frames) / len(frames)
        worst = frames[-max(1, len(frames) // 20)]
        print(
            f"sixteen boards: {share:.1%} of {len(frames)} frames within 16.7 ms; 95 %: {worst:.1f}"
        )
        what = "frames in time while sixteen boards move"
        note(what, share, "all frames", at_least=IN_TIME)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    text = "languages of the guests (default: %(default)s)"
    parser.add_argument("--locales", nargs="+", default=["en-GB", "de-DE", "pl-PL"], help=text)
    parser.add_argument("--game", default="klondike")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long boards are watched")
    arguments = parser.parse_args()
    settings = Settings(arguments.game, time_limit=900, countdown=1, seats=16, show_boards=True)
    with tempfile.TemporaryDirectory() as data, ServerThread(Path(data), page=PAGE) as server:
        with (
            BotThread(server.address, settings, bots=16, racers=16, pace=0.25) as bots,
            chromium() as browser,
        ):
            url = f"http://127.0.0.1:{server.port}/r/{bots.code}"
            moving(browser, url, arguments.seconds)
        with (
            BotThread(server.address, settings, bots=2, pace=2.0) as bots,
            chromium() as browser,
        ):
            url = f"http://127.0.0.1:{server.port}/r/{bots.code}"
            for locale in arguments.locales:
                print(f"{locale}: ", end="")
                opened(browser, url, {**PHONE, "locale": locale}, arguments.runs)
        with (
            BotThread(server.address, settings, pace=2.0) as bots,
            chromium() as browser,
        ):
            url = f"http://127.0.0.1:{server.port}/r/{bots.code}"
            raced(browser, url, {**PHONE, "locale": "en-GB"}, arguments.runs)
    foundry, plan = FoundryProcess(), Plan((parse_game(DAILY),))
    with (
        tempfile.TemporaryDirectory() as data,
        ServerThread(Path(data), page=PAGE, foundry=foundry, daily=plan) as server,
    ):
        wait_for_deal(server)
        with chromium() as browser:
            root = f"http://127.0.0.1:{server.port}/"
            daily(browser, root, {**PHONE, "locale": "en-GB"}, arguments.runs)
        server.finish(foundry.dismiss())


if __name__ == "__main__":
    main()
