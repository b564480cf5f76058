"""What a browser loads before somebody sees what they came for: bytes, which are exact."""

from collections.abc import Mapping
from typing import Final

from client.words.translation import available
from harness.browsing import PAGE, PHONE
from server.network.page.files import read_page

MOST: Final = 150_000
"""Bytes, compressed."""
GERMAN: Final = PHONE | {"locale": "de"}
"""Who looks at it: other languages load the same files, of other lengths."""
LATER: Final = ("languages/later/", "languages/reasons/", "languages/rules/", "games.json")
"""What nobody waits for."""


def heaviest(loaded: Mapping[str, int]) -> int:
    """Return how many bytes such a visit loads, in the language in which that is most.

    `loaded` is what was `harness.browsing.asked_for` in German.
    """
    assert PAGE
    files = read_page(PAGE).files
    assert {"main.mjs", "languages/de.json"} <= loaded.keys()
    assert not [path for path in loaded if path.startswith(LATER)]

    def size(language: str) -> int:
        paths = {path.replace("de.json", f"{language}.json") for path in loaded if path}
        return loaded[""] + sum(len(files[path].packed or files[path].plain) for path in paths)

    assert size("de") == sum(loaded.values())
    return max(map(size, available()))
