"""The page in a real browser, for tests, pictures and figures: Debian's Chromium by playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from samedeal.page import page_folders

PAGE: Final = page_folders()
"""The page's folders, as `Server.open` takes them."""
PACKAGE: Final = "chromium-headless-shell"
_NAMES: Final = (PACKAGE, "chromium", "chromium-browser", "google-chrome")
"""What the browser may be called; the first one has no window to open."""

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
MARKED: Final = """(name) => new Promise((done) => {
    const told = (list) => {
        const [mark] = list.getEntriesByName(name)
        if (mark) done(mark.startTime)
    }
    new PerformanceObserver(told).observe({ type: "mark", buffered: true })
})"""
"""Waits for a mark that the page makes; returns when that was: milliseconds from its beginning."""
ASKED_FOR: Final = """(mark) => {
    const [{ startTime: made }] = performance.getEntriesByName(mark, "mark")
    const all = ["navigation", "resource"].flatMap((each) => performance.getEntriesByType(each))
    const before = all.filter(({ startTime }) => startTime <= made)
    return before.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
}"""


def browser_path() -> Path | None:
    """Return the browser that there is; None without one."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    return Path(found) if found else None


def asked_for(page: Page, mark: str) -> dict[str, int]:
    """Return what the page has asked for until it makes a mark: paths, and bytes as they came."""
    page.evaluate(MARKED, mark)
    page.wait_for_load_state("networkidle")  # also what was on its way then
    found: list[tuple[str, int]] = page.evaluate(ASKED_FOR, mark)
    return {path.partition("/p/")[2].partition("/")[2]: size for path, size in found}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser, for as long as the `with` lasts."""
    with sync_playwright() as playwright:
        # As root, which a builder may be, it runs only without its sandbox; it sees our page alone.
        # It ends with the block, and not before by Ctrl-C.
        made = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox"], handle_sigint=False
        )
        try:
            yield made
        finally:
            made.close()
