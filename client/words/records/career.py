"""What all races of a player together say, in words.  Pure."""

from collections.abc import Sequence
from itertools import groupby

from client.words.ratings import family_text
from client.words.texts import BETWEEN
from client.words.translation import translate
from engine import catalogue
from protocol.messages import GameRecord, Profile


def streaks_text(profile: Profile) -> str:
    """Return how many races were won in a row, now and at most; empty where none ever was."""
    if not profile.best_streak:
        return ""
    now = translate("career", "Races won in a row: {number}").format(number=profile.streak)
    most = translate("career", "at most: {number}", "races won in a row")
    return BETWEEN.join((now, most.format(number=profile.best_streak)))


def rivals_about_text() -> str:
    """Return what the list of rivals says."""
    return translate(
        "career",
        "The people met most often in the last 2,000 races, and how often the player came in "
        "before and after each. Who shares a place is neither.",
    )


def by_family(records: Sequence[GameRecord]) -> list[tuple[str, list[GameRecord]]]:
    """Return what was done in each family of games, the family raced most often first.

    What is of a game that this version does not know comes last, as a family without a name.
    """
    families = {entry.name: entry.family for entry in catalogue.entries()}
    named = sorted(records, key=lambda record: families.get(record.game, ""))
    groups = [
        (family, list(group))
        for family, group in groupby(named, key=lambda record: families.get(record.game, ""))
    ]
    return sorted(
        groups, key=lambda each: (not each[0], -sum(record.races for record in each[1]), each[0])
    )


def family_title(family: str) -> str:
    """Return what a family is called among a player's games."""
    return family_text(family) if family else translate("career", "Other games")
