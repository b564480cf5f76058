"""Searching the games by title, family, decks, hidden cards, favourites or those last played. Pure.

wanted = Wanted(text="three deck", hidden=True)
wanted.find(catalogue.entries())            # the entries that fit, the likeliest first
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from client.words.texts import game_title
from engine.catalogue import CatalogueEntry

_FOLDED: Final = str.maketrans({"'": "", "’": "", "‘": "", "`": "", "-": " "})


def folded(text: str) -> str:
    """Return a text without what one leaves out when typing: case, apostrophes, hyphens."""
    return " ".join(text.casefold().translate(_FOLDED).split())


def matches(text: str, title: str) -> bool:
    """Return whether `text` finds `title`: each of its words is in it, or it is without spaces."""
    words, name = folded(text), folded(title)
    return all(word in name for word in words.split()) or words.replace(" ", "") in name.replace(
        " ", ""
    )


@dataclass(frozen=True)
class Wanted:
    """What is looked for; everything, to begin with."""

    text: str = ""
    family: str | None = None
    """None here and below leaves it open."""
    decks: int | None = None
    hidden: bool | None = None
    names: Sequence[str] | None = None
    """Only the games of these names, in this order: favourites, or those last played."""

    def find(self, entries: Iterable[CatalogueEntry]) -> list[CatalogueEntry]:
        """Return those of `entries` that fit.

        They keep their order (or come in that of `names`), but titles that begin with the text
        come first.
        """
        found = [entry for entry in entries if self._fits(entry)]
        if self.names is not None:
            found.sort(key=lambda entry: list(self.names or ()).index(entry.name))
        return sorted(
            found, key=lambda e: not folded(game_title(e.name)).startswith(folded(self.text))
        )

    def _fits(self, entry: CatalogueEntry) -> bool:
        return (
            (self.names is None or entry.name in self.names)
            and (self.family is None or self.family == entry.family)
            and (self.decks is None or self.decks == entry.decks)
            and (self.hidden is None or self.hidden == entry.hidden)
            and (matches(self.text, game_title(entry.name)) or matches(self.text, entry.title))
        )
