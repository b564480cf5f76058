"""The daily deal in words, as it is told in all clients: above all the line to share.  Pure."""

from client.words.texts import game_title, joined, place_text, points_text, status_words, stopwatch
from client.words.translation import translate
from protocol.daily import blocks
from protocol.messages import Daily


def share_text(daily: Daily, page: str) -> str:
    """Return a line that tells others of one's own attempt, and nothing of the deal.

    `page` is the link to the server's page, or empty where it has none.  The line is empty as long
    as there is no attempt that is over.
    """
    own = daily.own
    if own is None:
        return ""
    place = place_text(own.place, max(daily.players, own.place))
    if not daily.over:
        place = translate("daily", "{place} so far", "2nd of 4 so far").format(place=place)
    won = own.status == "won"
    made = stopwatch(own.milliseconds) if won else points_text(own.score)
    facts = [place, made, *([] if won else [status_words(own.status)]), moves_text(own.moves)]
    text = translate("daily", "Samedeal {day}, {game}: {result}", "to share a daily deal")
    told = text.format(day=daily.day, game=game_title(daily.game), result=joined(facts))
    ends = (told, blocks(daily.curve), daily_link(page, daily.day))
    return " ".join(part for part in ends if part)


def moves_text(moves: int) -> str:
    """Return how many moves there were: "87 moves"."""
    return translate("daily", "%n move(s)", "", moves)


def daily_link(page: str, day: str) -> str:
    """Return the link to a day on a server's page; empty where there is no page."""
    return f"{page.rstrip('/')}/#daily/{day}" if page else ""
