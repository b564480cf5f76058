"""Ratings in words: how strong a player is, and what a race has made of it.  Pure."""

from collections.abc import Sequence
from typing import Final

from client.words.texts import BETWEEN, one_line
from client.words.translation import translate
from engine import catalogue
from protocol.messages import FIRST_RATING, MAX_COURSE, Rating, RatingChange, RatingPoint

ALL: Final = ""
"""What stands for the family of all games."""


def families() -> list[str]:
    """Return the families of all games, each once, as the catalogue names them."""
    return sorted({entry.family for entry in catalogue.entries()})


def family_text(family: str) -> str:
    """Return what a family of games is called: "FreeCell"; "All games" for all of them."""
    if family == ALL:
        return translate("ratings", "All games")
    known = any(entry.family == family for entry in catalogue.entries())
    return translate("games", family) if known else one_line(family)


def ratings_title(family: str) -> str:
    """Return what a list of ratings is called: "Ratings: FreeCell"."""
    return translate("ratings", "Ratings: {family}").format(family=family_text(family))


def rating_text(rating: Rating) -> str:
    """Return a rating as it is written: "812", "640?" where it is not sure."""
    return value_text(rating.value, sure=rating.sure)


def value_text(value: int, *, sure: bool) -> str:
    """Return such a number, with a question mark where it is not sure."""
    if sure:
        return str(value)
    return translate("ratings", "{rating}?", "a rating that is not sure").format(rating=value)


def change_text(more: int) -> str:
    """Return by how much a rating went up or down: "+24", "−3", "±0"."""
    sign = "+" if more > 0 else "−" if more < 0 else "±"
    return f"{sign}{abs(more)}"


def rated_text(rating: Rating, before: int) -> str:
    """Return a rating and what a race has changed of it: "812 +24"."""
    return f"{rating_text(rating)} {change_text(rating.value - before)}"


def course_text(value: int, change: int | None) -> str:
    """Return a rating in its course, with what the race has changed where that is known."""
    return str(value) if change is None else f"{value} {change_text(change)}"


def rated_tip(change: RatingChange) -> str:
    """Return both ratings that a race has changed, for who wonders.

    "FreeCell: 812 +24 · All games: 790? +10"; and what a question mark means, if there is one.
    """
    both = (change.family, change.family_before), (change.overall, change.overall_before)
    named = translate("ratings", "{family}: {rating}", "FreeCell: 812")
    told = [
        named.format(family=family_text(rating.family), rating=rated_text(rating, before))
        for rating, before in both
    ]
    unsure = "" if change.family.sure and change.overall.sure else unsure_text()
    return "\n".join(filter(None, (BETWEEN.join(told), unsure)))


def own_rating_text(change: RatingChange) -> str:
    """Return what a race has made of one's own rating, as one says it.

    "Your rating in FreeCell is 812, 24 more."
    """
    rating, more = change.family, change.family.value - change.family_before
    if more > 0:
        text = translate("ratings", "Your rating in {family} is {rating}, %n more.", "", more)
    elif more < 0:
        text = translate("ratings", "Your rating in {family} is {rating}, %n less.", "", -more)
    else:
        text = translate("ratings", "Your rating in {family} is {rating}, as before.")
    told = text.format(family=family_text(rating.family), rating=rating.value)
    return told if rating.sure else f"{told} {not_sure_text()}"


def not_sure_text() -> str:
    """Return that a rating may be far off, as a sentence."""
    return translate("ratings", "It is not sure yet.")


def unsure_text() -> str:
    """Return what a question mark beside a rating means."""
    return translate("ratings", "With a question mark, the rating is not sure yet.")


def about_text() -> str:
    """Return what a rating is, for who wonders."""
    return translate(
        "ratings",
        "How strong a player is, as far as races show it: it begins at 1000, and climbs as more "
        "is known. With a question mark, it is not sure yet.",
    )


def course_about_text() -> str:
    """Return what the picture of a rating over time shows."""
    return translate(
        "ratings",
        "The line is the rating after each race. The band above it reaches as far as the strength "
        "is believed to be; it narrows as more is known.",
    )


def nothing_yet_text(*, own: bool) -> str:
    """Return what to do where there is no rating yet."""
    if not own:
        return translate("ratings", "No rated race yet.")
    return translate(
        "ratings", "No rated race yet. Race against people in a room that counts for ratings."
    )


def nobody_yet_text() -> str:
    """Return what to do where nobody has a rating yet."""
    return translate(
        "ratings",
        "Nobody has a rating yet: race with two or more people in a room that counts for ratings.",
    )


def races_text(races: int) -> str:
    """Return of how many races a rating comes: "42 races"."""
    return translate("ratings", "%n race(s)", "", races)


def season_text(season: int, seasons: int) -> str:
    """Return what a season is called: "This season", "Season 2"."""
    if season == seasons:
        return translate("ratings", "This season")
    return translate("ratings", "Season {number}").format(number=season)


def changes_of(points: Sequence[RatingPoint]) -> list[int | None]:
    """Return what each race of a course has changed; None where that before is not known.

    A rating begins at `FIRST_RATING`; where very many races are told, there may have been more
    before.
    """
    values = [point.value for point in points]
    first = None if len(points) >= MAX_COURSE else FIRST_RATING
    return [
        None if before is None else value - before
        for before, value in zip([first, *values], values, strict=False)
    ]
