"""What the window says of records, for the page's core to be held against it."""

import random
from typing import Any, Final

import msgspec

from client.words.records import career as career_words
from client.words.records import feats as feat_words
from client.words.translation import available
from engine import catalogue
from protocol.messages import Feat, GameRecord, Profile
from tests.client.web.golden_words import speaking

TIMES: Final = (1, 99, 100, 999, 1000, 1050, 12_000, 12_345, 59_999, 60_000, 72_340, 3_600_000)
GAMES: Final = ("klondike", "freecell", "game_of_tomorrow")


def feats() -> dict[str, Any]:
    """Return what is told in each language of what races have changed, and which marks passed."""
    chance = random.Random("web feats")
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "differences": [[time, feat_words.difference_text(time)] for time in TIMES],
                "feats": [_told(_feat(chance), game) for game in GAMES for _ in range(20)],
            }
    pairs = [(chance.randrange(1, 400_000), chance.randrange(1, 400_000)) for _ in range(200)]
    return {"words": told, "marks": [[*pair, feat_words.passed_mark(*pair)] for pair in pairs]}


def _feat(chance: random.Random) -> Feat:
    firsts = chance.random() < 0.3, chance.random() < 0.3
    before = chance.choice((0, chance.randrange(1, 30)))
    place = chance.randrange(1, 30)
    if chance.random() < 0.5:
        time = chance.randrange(1000, 200_000)
        old = chance.choice((0, time + chance.randrange(1, 100_000)))
        return Feat(7, *firsts, "fastest", time, old, place=place, place_before=before)
    score = chance.randrange(1, 60)
    old_score = chance.choice((None, score, score - 1))
    return Feat(7, *firsts, "best", 0, 0, score, old_score, place, before)


def _told(feat: Feat, game: str) -> list[Any]:
    return [msgspec.to_builtins(feat), game, list(feat_words.feat_facts(feat, game))]


def _profile(now: int, best: int) -> Profile:
    return Profile(1, "a", streak=now, best_streak=best)


def careers() -> dict[str, Any]:
    """Return what is told in each language of wins in a row, and games in their families."""
    chance = random.Random("web careers")
    told = {}
    for language in available():
        with speaking(language):
            told[language] = [
                [
                    now,
                    best,
                    career_words.streaks_text(_profile(now, best)),
                ]
                for now, best in ((0, 0), (0, 1), (3, 12))
            ]
    names = [entry.name for entry in catalogue.entries()]
    lists = []
    for length in (0, 1, 5, 30):
        games = [*chance.sample(names, length), *(["game_of_tomorrow"] if length > 1 else [])]
        records = [GameRecord(game, {}, chance.randrange(1, 9), 0, 0) for game in games]
        families = [
            [family, [record.game for record in group]]
            for family, group in career_words.by_family(records)
        ]
        lists.append([[[record.game, record.races] for record in records], families])
    families_of = {entry.name: entry.family for entry in catalogue.entries()}
    return {"streaks": told, "families": families_of, "lists": lists}
