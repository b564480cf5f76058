"""Pictures of every screen of the page, taken in a real browser.

    python -m tools.pictures.page_screens OUTDIR [--theme light] [--width 360] [--language de]
    python -m tools.pictures.page_screens OUTDIR --whole
    python -m tools.pictures.page_screens OUTDIR --walk watching
    python -m tools.pictures.page_screens --readme

The walks through the page are those of `tools.pictures.page_walks`. With `--whole`, what scrolls is
shown to its end, and screens where nothing does are left out. `--readme` takes the README's picture
alone. Below the name of a picture stands what is cut in it.
"""

import argparse
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from harness.browsing import chromium
from tools.pictures.page_cuts import cut_texts
from tools.pictures.page_walks import WALKS, Visits, racing

README: Final = Path(__file__).parents[2] / "docs" / "images" / "page.png"
SIZES: Final = ((360, 740), (820, 1180), (1280, 800), (2560, 1440))
THEMES: Final = ("dark", "light")
SETTLED: Final = 700
"""Milliseconds in which cards have come to rest."""
_BEYOND: Final = (
    "() => { const { scrollHeight, clientHeight } = stage; return scrollHeight - clientHeight }"
)
"""How much of the screen is out of sight, in CSS pixels."""


def take(page: Page, size: tuple[int, int], path: Path, *, whole: bool) -> None:
    """Take a picture of what a page shows; if the whole of it is wanted, only where it scrolls."""
    width, height = size
    page.wait_for_timeout(SETTLED)
    beyond = page.evaluate(_BEYOND) if whole else 0
    if whole and not beyond:
        return
    if whole:
        page.set_viewport_size({"width": width, "height": height + beyond})
    page.screenshot(path=path)
    cut = cut_texts(page)
    if whole:
        page.set_viewport_size({"width": width, "height": height})
    print("\n    ".join([str(path), *cut]), flush=True)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("outdir", type=Path, nargs="?", default=README.parent)
    parser.add_argument("--readme", action="store_true", help="the README's picture alone")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--language", default="en", help="as de, or pt-BR")
    parser.add_argument("--whole", action="store_true", help="what scrolls, to its end")
    parser.add_argument("--width", type=int, action="append", help="only sizes of these widths")
    parser.add_argument("--walk", choices=WALKS, action="append", help="only these walks")
    chosen = parser.parse_args()
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if not chosen.width or size[0] in chosen.width]
    with chromium() as browser:
        if chosen.readme:
            for name, page in racing(Visits(browser, SIZES[0], "dark")):
                if name == "race":
                    page.screenshot(path=README, scale="css")
                    return
        for theme in chosen.theme or THEMES:
            for size in sizes:
                visits = Visits(browser, size, theme, chosen.language)
                for walk in chosen.walk or WALKS:
                    for name, page in WALKS[walk](visits):
                        path = chosen.outdir / f"{name}-{size[0]}x{size[1]}-{theme}.png"
                        take(page, size, path, whole=chosen.whole)


if __name__ == "__main__":
    main()
