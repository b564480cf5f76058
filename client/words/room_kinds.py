"""Whether a room's races count for ratings, in words.  Pure."""

from client.words.translation import translate
from protocol.messages import Settings


def is_ratable(settings: Settings) -> bool:
    """Return whether a room's races could be rated: there have to be two in them."""
    return settings.seats > 1


def kind_text(settings: Settings) -> str:
    """Return which kind of room it is among other facts: "Rated", "Casual"; empty for one seat."""
    if not is_ratable(settings):
        return ""
    if settings.rated:
        return translate("room_kinds", "Rated", "its races count for ratings")
    return translate("room_kinds", "Casual", "its races do not count for ratings")


def kind_line(settings: Settings) -> str:
    """Return the same as a line of a room's settings; empty for one seat."""
    if not is_ratable(settings):
        return ""
    if settings.rated:
        return translate("room_kinds", "Rated: races count for ratings")
    return translate("room_kinds", "Casual: races do not count for ratings")
