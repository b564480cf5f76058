"""Which games have daily deals, and which of them is drawn for a day.  Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from engine import catalogue
from engine.catalogue import BadOption, Choice, UnknownGame
from protocol import deal_code
from protocol.bands import has_bands
from protocol.deal_code import BadCode
from protocol.deals import deals_of
from protocol.messages import Deals
from server.rooms.deals.certified import Wish

NONE: Final = "none"
"""What stands in place of the games where there are to be no daily deals."""
KNOWN: Final = ("klondike", "freecell", "spider", "yukon", "golf", "canfield")
"""The games that most people know: one of these comes at the week-end, if there is any."""
SATURDAY: Final = 5
BANDS: Final[tuple[Deals, ...]] = (
    *("easy", "medium", "easy", "medium", "hard"),
    *("medium", "easy"),
)
"""How hard the deals are from Monday on, in games that have such."""


class DailyGame(NamedTuple):
    """A game that has daily deals, with its options."""

    game: str
    options: Mapping[str, Choice]
    """All of them."""

    def __str__(self) -> str:
        """Return it as it is written in a configuration."""
        usual = catalogue.entry(self.game).complete({})
        other = {name: choice for name, choice in self.options.items() if choice != usual[name]}
        return deal_code.write(self.game, other, "0").removesuffix("/0")


def parse_game(text: str) -> DailyGame:
    """Return the game in a text: `klondike`, or `spider/suits=one-suit`.

    Raises:
        ValueError: there is no such game here, or no deals of it that are known to be won.
    """
    try:
        origin = deal_code.read(f"{text}/0")
        entry = catalogue.entry(origin.game)
        options = entry.complete(origin.options)
    except (BadCode, UnknownGame, BadOption) as error:
        raise ValueError(
            f"{text!r} is no game with its options, as klondike or spider/suits=one-suit: {error}"
        ) from None
    if "winnable" not in deals_of(entry.name, options):
        raise ValueError(
            f"no deals of {text!r} are found that can be won, so it can have no daily deal: "
            "docs/winnability.md tells of which games there are"
        )
    return DailyGame(entry.name, options)


USUAL: Final = tuple(
    map(
        parse_game,
        (
            *("klondike", "freecell", "spider/suits=one-suit", "yukon", "golf", "canfield"),
            *("eight-off", "seahaven", "forty-thieves", "bakers-game", "thirteens", "scorpion"),
            *("beleaguered-castle", "king-albert", "streets-and-alleys", "triple-peaks", "gaps"),
            *("easthaven", "whitehead", "bakers-dozen", "fortress", "cruel", "montana"),
        ),
    )
)
"""The games that have daily deals where the operator sets no others."""


def drawn(
    day: str,
    games: Sequence[DailyGame],
    before: Sequence[str],
    vain: Collection[str],
    draw: Callable[[int], int],
) -> Wish | None:
    """Return which deal a day is to have, or None where no game is left.

    Args:
        day: the day.
        games: those that may be drawn.
        before: the games of the last days, the last first.
        vain: games of which no deal can be had now.
        draw: returns one of so many, counted from 0.
    """
    left = [each for each in games if each.game not in vain]
    if not left:
        return None
    weekday = date.fromisoformat(day).weekday()
    known = [each for each in left if each.game in KNOWN]
    if weekday >= SATURDAY and known:
        left = known
    # None twice in a row, and none again before half of them have come.
    different = len({each.game for each in left})
    late = {*before[: different // 2]}
    fresh = [each for each in left if each.game not in late]
    fresh = fresh or [each for each in left if each.game not in before[:1]] or left
    chosen = fresh[draw(len(fresh))]
    banded = has_bands(chosen.game, chosen.options)
    return Wish.of(chosen.game, chosen.options, BANDS[weekday] if banded else "winnable")
