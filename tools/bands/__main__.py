"""Measure from where to where deals are easy, medium and hard, and record it for the games.

    python -m tools.bands
    python -m tools.bands freecell klondike/deal=three-card-deals

Without names, all games that have deals which can be won are measured, with each choice of their
options, unless that was done by the measure and the rules of today. First the limits are found:
many deals are won by the solver and played by plain bots. Then other bots race on other deals: only
where they come less far in each band than in the one before, clearly in all, the game has bands.
Both stands in `protocol/measured.py` after each game, so Control-C ends it and nothing is lost.
"""

import argparse
from collections.abc import Sequence

from engine.catalogue import BadOption, UnknownGame, entry
from protocol.bands import MEASURE, Measured, setting_key
from protocol.deals import deals_of
from samedeal import arguments
from samedeal.game_options import parse_options
from samedeal.progress import progress
from samedeal.running import INTERRUPTED
from samedeal.solving.winnability import SETTINGS
from samedeal.telling import tell
from tools.bands import record
from tools.bands.trial import Raced, Setting, limits, race, rated, summary

DEALS, FRESH = 60, 30
FEWEST_DEALS = 30
"""From fewer deals than these no limits are taken."""
MOST = 10_000


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.bands", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", metavar="GAME", help="as klondike/deal=no-redeals")
    number = arguments.number(FEWEST_DEALS, MOST)
    text = "for how many deals the limits are set (default: %(default)s)"
    parser.add_argument("--deals", type=number, default=DEALS, metavar="N", help=text)
    text = "on how many others bots race (default: %(default)s)"
    parser.add_argument("--fresh", type=number, default=FRESH, metavar="N", help=text)
    args = parser.parse_args(argv)
    try:
        settings = [_setting(name) for name in args.games] or _missing()
    except (UnknownGame, BadOption) as error:
        parser.error(str(error))
    known = record.read()
    try:
        for setting in settings:
            key = setting_key(setting.game, dict(setting.options))
            if found := measure(setting, args.deals, args.fresh):
                known[key] = found
                record.write(known)
            tell(f"{key}: {_in_words(found)}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _setting(name: str) -> Setting:
    """Return what a name on the command line means."""
    game, *options = name.split("/")
    return Setting(game, tuple(parse_options(game, options).items()))


def _missing() -> list[Setting]:
    """Return all that is not measured yet."""
    known = record.read()
    found = []
    for game, options in SETTINGS:
        row = known.get(setting_key(game, dict(options)))
        new = row is None or (row.measure, row.rules) != (MEASURE, entry(game).version)
        if new and len(deals_of(game, dict(options))) > 1:
            found.append(Setting(game, options))
    return found


def measure(setting: Setting, deals: int, fresh: int) -> Measured | None:
    """Measure a game; None where too few deals were found that can be won."""
    hardnesses: list[int] = []
    raced: list[Raced] = []
    with progress("deals") as show:
        for deal in rated(setting, "bands", deals):
            hardnesses.append(deal.hardness)
            show(len(hardnesses), deals + fresh)
        if len(hardnesses) < FEWEST_DEALS:
            return None
        found = summary(setting, hardnesses, [])
        lowest, highest = limits(hardnesses)
        if min(hardnesses) < lowest < highest:
            for deal in rated(setting, "fresh", fresh):
                raced.append(Raced(found.band(deal.hardness), race(setting, deal)))
                show(len(hardnesses) + len(raced), deals + fresh)
    return summary(setting, hardnesses, raced)


def _in_words(found: Measured | None) -> str:
    if found is None:
        return "too few deals were found that can be won"
    shares = ", ".join(f"{part / 10:.0f} %" for part in found.results)
    verdict = "it has bands" if found.holds else "no bands"
    return f"{verdict}; of the way from easy to hard, on {found.fresh} deals: {shares}"


if __name__ == "__main__":
    raise SystemExit(main())
