"""What the window says of ratings, for the page's core to be held against it."""

import random
from typing import Any, Final

import msgspec

from client.words import ratings as words
from client.words.translation import available
from protocol.messages import MAX_COURSE, Rating, RatingChange, RatingPoint
from tests.client.web.golden_words import speaking

FAMILIES: Final = ("FreeCell", "Two decks", "Pyramids", "Family of tomorrow")
CHANGES: Final = (-211, -22, -2, -1, 0, 1, 2, 5, 22, 211)


def ratings() -> dict[str, Any]:
    """Return what is told of ratings in each language, and what races have changed."""
    chance = random.Random("web ratings")
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "families": [
                    [family, words.family_text(family)] for family in ("", *words.families())
                ],
                "seasons": [[n, of, words.season_text(n, of)] for n in (1, 2) for of in (2, 3)],
                "changes": [_told(_change(chance, more)) for more in CHANGES],
            }
    courses = [_course(chance, length) for length in (0, 1, 2, 20, MAX_COURSE)]
    return {
        "words": told,
        "courses": [[msgspec.to_builtins(points), words.changes_of(points)] for points in courses],
    }


def _change(chance: random.Random, more: int) -> RatingChange:
    before, all_before = chance.randrange(300, 1000), chance.randrange(1000)
    family = Rating(before + more, 300, 9, chance.random() < 0.5, chance.choice(FAMILIES))
    overall = Rating(all_before + chance.randrange(9), 300, 30, chance.random() < 0.5)
    return RatingChange(7, overall, family, all_before, before)


def _told(change: RatingChange) -> list[Any]:
    rating, before = change.family, change.family_before
    return [
        msgspec.to_builtins(change),
        words.rating_text(rating),
        words.change_text(rating.value - before),
        words.rated_tip(change),
        words.own_rating_text(change),
    ]


def _course(chance: random.Random, length: int) -> list[RatingPoint]:
    return [
        RatingPoint(at, chance.randrange(900), chance.randrange(60, 500)) for at in range(length)
    ]
