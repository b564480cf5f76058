"""Which deals are raced on, in words.  Pure.

Whatever kind a room wants of those that can be won, all of it holds of that which holds of these.
"""

from typing import Final

from client.words.translation import translate
from engine.solver.answer import Verdict
from protocol.messages import Deals

ANY: Final[Deals] = "any"


def deals_title(deals: str) -> str:
    """Return what a kind of deals is called among others: "Any deal", "Can be won"."""
    titles = {
        "any": translate("deals", "Any deal"),
        "winnable": translate("deals", "Can be won"),
        "easy": translate("deals", "Can be won: easy"),
        "medium": translate("deals", "Can be won: medium"),
        "hard": translate("deals", "Can be won: hard"),
    }
    return titles.get(deals, deals)


def deals_text(deals: str) -> str:
    """Return the same where it stands among other facts; empty where any deal will do."""
    return "" if deals == ANY else deals_title(deals)


def deals_line(deals: str) -> str:
    """Return the same as a line of a room's settings; empty where any deal will do."""
    lines = {
        "any": "",
        "winnable": translate("deals", "Only deals that can be won"),
        "easy": translate("deals", "Only easy deals that can be won"),
        "medium": translate("deals", "Only deals of medium difficulty that can be won"),
        "hard": translate("deals", "Only hard deals that can be won"),
    }
    return lines.get(deals, deals_title(deals))


def deals_help(deals: str) -> str:
    """Return what a choice means, for who makes it."""
    if deals == ANY:
        return translate("deals", "As the cards fall: some deals nobody can win.")
    return translate("deals", "The server knows a way to win it, and shows it after the race.")


def no_deals_text(*, by_options: bool) -> str:
    """Return why there is no choice; `by_options` says whether other options would have one."""
    if by_options:
        return translate(
            "deals",
            "With these options, no deal that can be won is found in reasonable time: any deal is "
            "raced.",
        )
    return translate(
        "deals",
        "In this game, no deal that can be won is found in reasonable time: any deal is raced.",
    )


def promised_text() -> str:
    """Return what is known during a race on a deal that can be won, for who wonders."""
    return translate(
        "deals",
        "The server has sealed a way to win this deal. It is shown and checked after the race.",
    )


def solution_text(moves: int) -> str:
    """Return in how many moves a deal could have been won."""
    return translate("deals", "Could be won in %n move(s)", "", moves)


def solution_result(points: str, moves: int) -> str:
    """Return what a solution comes to, which took nobody any time: "52 points in 98 moves".

    `points` are in words already (see `client.words.texts.points_text`).
    """
    return translate("deals", "{points} in %n move(s)", "", moves).format(points=points)


def solution_name() -> str:
    """Return what a solution is called where a racer's name would stand."""
    return translate("deals", "Solution")


def looking_text() -> str:
    """Return what a room does that looks for a deal."""
    return translate("deals", "Looking for a deal that can be won…")


def search_text(tried: int | None) -> str:
    """Return how a search goes that has tried so many deals; None where that is not known."""
    if not tried:
        return translate("deals", "Most searches take less than half a minute.")
    return translate(
        "deals", "%n deal(s) tried. Most searches take less than half a minute.", "", tried
    )


def none_found_text() -> str:
    """Return that nothing was found."""
    return translate("deals", "No deal that can be won was found.")


def way_out_text(*, host: bool) -> str:
    """Return what there is to do then, for the host or for the others."""
    if host:
        return translate("deals", "Look again, race any deal, or change the room.")
    return translate("deals", "The host can look again, or take any deal.")


def other_way_out_text() -> str:
    """Return what there is to do in practice where none was found."""
    return translate("deals", "Look again by “New deal”, or take any deal.")


def still_text(verdict: Verdict, *, looking: bool) -> str:
    """Return whether a game can still be won, as far as it is known; `looking` to find it out."""
    match verdict:
        case "won":
            return translate("deals", "This game: can still be won")
        case "impossible":
            return translate("deals", "This game: cannot be won any more")
    if looking:
        return translate("deals", "This game: can it still be won?")
    return translate("deals", "This game: not known if winnable")
