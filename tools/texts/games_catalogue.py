"""Write client/web/games.json out of the catalogue: `python -m tools.texts.games_catalogue`.

It is what the page's game finder shows before there is a room: the same that the window knows from
the catalogue. The texts are English, and the page looks them up in its language as the window does,
in the context `games`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from engine import catalogue
from engine.catalogue import CatalogueEntry, Choice, Option, choice_title
from protocol.deals import deals_of

FILE: Final = Path(__file__).parents[2] / "client" / "web" / "games.json"


def written() -> str:
    """Return the whole file: a game a line, by title."""
    games = (json.dumps(about(entry), ensure_ascii=False) for entry in catalogue.entries())
    return "[\n" + ",\n".join(games) + "\n]\n"


def about(entry: CatalogueEntry) -> dict[str, Any]:
    """Return what is told of one game."""
    return {
        "name": entry.name,
        "title": entry.title,
        "family": entry.family,
        "decks": entry.decks,
        "hidden": entry.hidden,
        "tip": entry.tip,
        "rules": entry.paragraphs,
        "options": [_about_option(option) for option in entry.options],
        "deals": _about_deals(entry),
    }


def _about_deals(entry: CatalogueEntry) -> list[dict[str, Any]]:
    """Return which deals are had of a game: the first that holds of the options is true of them."""
    had = [(setting, deals_of(entry.name, setting)) for setting in entry.settings()]
    usual = Counter(deals for _, deals in had).most_common(1)[0][0]
    exceptions: list[dict[str, Any]] = []
    for setting, deals in had:
        if deals == usual or any(_holds(each["of"], setting) for each in exceptions):
            continue
        of = next(
            each
            for each in _parts(setting)
            if all(other == deals for others, other in had if _holds(each, others))
        )
        exceptions.append({"of": of, "are": deals})
    return [*exceptions, {"of": {}, "are": usual}]


def _parts(setting: Mapping[str, Choice]) -> Iterator[dict[str, Choice]]:
    """Yield choices of a setting that may be enough to tell it by, the fewest first."""
    for count in range(1, len(setting) + 1):
        yield from map(dict, combinations(setting.items(), count))


def _holds(choices: Mapping[str, Choice], setting: Mapping[str, Choice]) -> bool:
    return choices.items() <= setting.items()


def _about_option(option: Option) -> dict[str, Any]:
    choices = [{"choice": each, "title": choice_title(each)} for each in option.choices]
    return {
        "name": option.name,
        "title": option.title,
        "default": option.default,
        "choices": choices,
    }


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
