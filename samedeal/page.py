"""The page for browsers, as the package `client` has it."""

from collections.abc import Mapping
from pathlib import Path

import client


def page_folders() -> Mapping[str, Path] | None:
    """Return what `Server.open` takes as the page; None where this installation has none."""
    here = Path(client.__file__).parent
    if not (here / "web" / "index.html").is_file():
        return None
    return {
        "": here / "web",
        "languages": here / "languages",
        "sounds": here / "window" / "desktop" / "sounds",
    }
