"""Evenings that are past, in words.  Pure."""

from typing import Final

from client.words.evening import tally_points
from client.words.texts import BETWEEN, game_title, joined, one_line, place_text
from client.words.translation import translate
from protocol.messages import PastDeal, PastEvening

MOST_NAMES: Final = 4
"""Racers, or games, that are named in a line."""


def past_title() -> str:
    """Return what the list of them is called."""
    return translate("past", "My evenings")


def room_text(evening: PastEvening) -> str:
    """Return whose room it was: "Ada’s room"."""
    if not evening.host:
        return translate("past", "A room")
    return translate("past", "{name}’s room").format(name=one_line(evening.host))


def own_place_text(evening: PastEvening) -> str:
    """Return where the reader was in the end: "2nd of 4"; for who was in no race, that."""
    if evening.own is None:
        return translate("past", "watched")
    return place_text(evening.own.place, len(evening.tally.rows) + evening.tally.more)


def own_result_text(evening: PastEvening) -> str:
    """Return the same with the points: "2nd of 4, 17 points"."""
    own = evening.own
    place = own_place_text(evening)
    return place if own is None else joined((place, tally_points(own.points)))


def with_text(evening: PastEvening, own: int) -> str:
    """Return with whom it was: "Ada, Bob and 2 more"; a word for nobody."""
    others = [one_line(row.name) for row in evening.tally.rows if row.player != own]
    all_of_them = len(evening.tally.rows) + evening.tally.more - (evening.own is not None)
    told = others[:MOST_NAMES]
    if not told:
        return translate("past", "alone")
    return _and_more(told, all_of_them - len(told))


def games_line(evening: PastEvening) -> str:
    """Return which games there were: "Golf, Klondike"."""
    told = [game_title(game) for game in evening.games[:MOST_NAMES]]
    return _and_more(told, len(evening.games) - len(told))


def _and_more(told: list[str], more: int) -> str:
    if more <= 0:
        return joined(told)
    return translate("past", "{names} and %n more", "", more).format(names=joined(told))


def races_text(evening: PastEvening) -> str:
    """Return how much was raced: "3 races"."""
    return translate("past", "%n race(s)", "", evening.tally.deals)


def evening_line(evening: PastEvening, day: str, own: int) -> str:
    """Return an evening, read aloud: "Yesterday, Ada’s room, 3 races, 2nd of 4, 17 points"."""
    facts = day, room_text(evening), races_text(evening), own_result_text(evening)
    return joined((*facts, with_text(evening, own)))


def summary_line(evening: PastEvening) -> str:
    """Return what an evening came to: "3 races · 2nd of 4, 17 points"."""
    return BETWEEN.join((races_text(evening), own_result_text(evening)))


def first_text(deal: PastDeal) -> str:
    """Return who came first in a race."""
    return joined(one_line(racer.name) for racer in deal.racers if racer.place == 1)


def nothing_text() -> str:
    """Return what stands there where there is no evening yet."""
    return translate(
        "past",
        "No evening yet. Make a room, or join one: when a race there is over, you will find here "
        "how it ended, with the replays and the tally.",
    )


def kept_text(days: int) -> str:
    """Return for how long what is said is kept, where it is."""
    return translate(
        "past",
        "This server keeps what is said in rooms for %n day(s). Only who was told it then can read "
        "it.",
        "",
        days,
    )


def unsaid_text(days: int) -> str:
    """Return what stands in the place of a chat of which there is nothing to read."""
    if not days:
        return translate("past", "This server keeps nothing of what is said in rooms.")
    return BETWEEN.join((translate("past", "Nothing was said that is kept."), kept_text(days)))


def unseen_text() -> str:
    """Return why there is no replay of a race."""
    return translate(
        "past",
        "There is no replay for you: the moves are not kept any more, or the room had a password "
        "and you did not race.",
    )
