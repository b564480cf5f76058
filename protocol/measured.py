"""What was measured of games, for `protocol.bands`: written by `python -m tools.bands`."""

from typing import Final

MEASURED: Final[dict[str, tuple[int, int, int, int, int, int, tuple[int, int, int], int]]] = {
    "4x13": (1, 1, 60, 381, 470, 30, (812, 812, 734), 33),
    "eight-off": (1, 1, 60, 719, 960, 30, (874, 672, 262), 92),
    "freecell": (1, 1, 60, 748, 967, 30, (821, 673, 207), 72),
    "golf": (1, 1, 60, 376, 488, 30, (764, 687, 613), 32),
    "klondike/deal=single-card-deals": (1, 1, 60, 442, 827, 30, (841, 572, 197), 59),
    "montana": (1, 1, 60, 298, 381, 30, (875, 836, 850), 29),
    "thirteens": (1, 1, 60, 373, 773, 30, (937, 559, 200), 39),
    "yukon": (1, 1, 60, 911, 995, 30, (460, 165, 130), 86),
}
"""By game and options the figures of `protocol.bands.Measured`, in its order."""
