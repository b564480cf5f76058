"""Write client/web/games.json out of the catalogue: `python -m tools.texts.games_catalogue`.

It is what the page's game finder shows before there is a room: the same that the window knows from
the catalogue. The texts are English, and the page looks them up in its language as the window does,
in the context `games`.
"""

import json
from pathlib import Path
from typing import Any, Final

from engine import catalogue
from engine.catalogue import CatalogueEntry, Option, choice_title

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
    }


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
