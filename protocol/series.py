"""Which games a series may have, and which of them may come next.  Pure."""

from collections.abc import Collection

from engine import catalogue
from protocol.deals import check_deals, deals_of
from protocol.messages import Deals, Series, SeriesGame


def check_series(series: Series, deals: Deals) -> None:
    """Check that a series has games that can be raced on these deals.

    Raises:
        UnknownGame: there is no such game.
        BadOption: a game has no such options or no such deals, or there is no such family.
    """
    for each in series.games:
        check_deals(each.game, catalogue.entry(each.game).complete(each.options), deals)
    if series.family and not series.games and not family(series, deals):
        raise catalogue.BadOption(
            f"there are no games of the family {series.family!r} that can be raced on these deals"
        )


def family(series: Series, deals: Deals) -> list[SeriesGame]:
    """Return the games of the family of a series that can be raced on these deals, by title."""
    return [
        SeriesGame(entry.name, entry.complete({}))
        for entry in catalogue.entries()
        if entry.family == series.family and deals in deals_of(entry.name, {})
    ]


def candidates(
    series: Series, deals: Deals, past: Collection[str], passed: int
) -> list[SeriesGame]:
    """Return the games of which one comes next in a series; none where it is the room's.

    `past` are the games that were played or passed over, by name, the last one last; `passed` is
    how many these are.  Of a list, it is the one whose turn it is.
    """
    if series.games:
        each = series.games[passed % len(series.games)]
        options = catalogue.entry(each.game).complete(each.options)
        return [SeriesGame(each.game, options)]
    if not series.family:
        return []
    games = family(series, deals)
    fresh = [each for each in games if each.game not in past]
    last = [*past][-1:]
    others = [each for each in games if [each.game] != last]
    return fresh or others or games
