"""What the window says of evenings that are past, for the page's core to be held against it."""

import random
from typing import Any

import msgspec
from msgspec.structs import replace

from client.words.records import past as words
from client.words.translation import available
from protocol.messages import PastEvening, Tallied
from tests.client.evenings import RACES, Told
from tests.client.web.golden_words import speaking


def evenings() -> dict[str, Any]:
    """Return what is told of evenings in each language."""
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "evenings": [_told(each) for each in _evenings()],
                "kept": [[days, words.kept_text(days)] for days in (1, 2, 5, 30)],
                "unsaid": [[days, words.unsaid_text(days)] for days in (0, 1, 30)],
            }
    return told


def _evenings() -> list[PastEvening]:
    """Return some: of one race and of more, with few others and with many, of a racer or not."""
    chance = random.Random("web past")
    plain = PastEvening(7, 1_700_000_000, 1_700_009_000)
    made = []
    for races in (RACES[:1], RACES):
        tally = Told(races).evening()
        for own in (None, tally.rows[-1], replace(tally.rows[0], points=2)):
            games = chance.sample(["golf", "klondike", "spider", "yukon", "no-game", "4x13"], 3)
            host = chance.choice(["", "Ada", "<b>Bob</b>"])
            made.append(replace(plain, host=host, games=games, tally=tally, own=own))
    many = replace(made[-1].tally, more=7)
    long = ["golf", "klondike", "spider", "yukon", "4x13", "thirteen"]
    alone = replace(many, rows=[Tallied(1, "Ada", 1)], more=0)
    by_oneself = replace(made[-1], tally=alone, own=alone.rows[0])
    return [*made, replace(made[-1], tally=many, games=long), by_oneself]


def _told(evening: PastEvening) -> list[Any]:
    player = evening.own.player if evening.own else 99
    return [
        msgspec.to_builtins(evening),
        player,
        words.room_text(evening),
        words.own_result_text(evening),
        words.with_text(evening, player),
        words.games_line(evening),
        words.summary_line(evening),
        words.evening_line(evening, "Today", player),
    ]
