"""The page for browsers, as the package `client` has it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).parents[1] / "client"
"""The package: it lies beside this one, and a server does not import it."""


def page_folders() -> Mapping[str, Path] | None:
    """Return what `Server.open` takes as the page; None where this installation has none."""
    if not (CLIENT / "web" / "index.html").is_file():
        return None
    return {
        "": CLIENT / "web",
        "languages": CLIENT / "languages",
        "sounds": CLIENT / "window" / "desktop" / "sounds",
    }
