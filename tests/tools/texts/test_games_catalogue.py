import json
from collections.abc import Iterator
from typing import Any

import pytest

from client.words.translation import available, load
from engine import catalogue
from tools.texts.games_catalogue import FILE, written

GAMES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_file_is_up_to_date() -> None:
    told = "run: python -m tools.texts.games_catalogue"
    assert written() == FILE.read_text(encoding="utf-8"), told


def test_its_options_are_those_that_a_room_takes() -> None:
    for game in GAMES:
        entry = catalogue.entry(game["name"])
        for option in game["options"]:
            for choice in option["choices"]:
                entry.complete({option["name"]: choice["choice"]})
        assert {o["name"]: o["default"] for o in game["options"]} == entry.complete({})


def texts(game: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("rules", text) for text in (game["tip"], *game["rules"]))
    yield from (("games", text) for text in (game["title"], game["family"]))
    for option in game["options"]:
        yield "games", option["title"]
        yield from (("games", choice["title"]) for choice in option["choices"])


@pytest.mark.parametrize("language", available())
def test_every_text_is_found_in_every_language(language: str) -> None:
    look_up = load(language)
    missing = [text for game in GAMES for text in texts(game) if not look_up(*text, "", -1)]
    assert missing == []
