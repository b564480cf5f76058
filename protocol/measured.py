"""What was measured of games, for `protocol.bands`: written by `python -m tools.bands`."""

from typing import Final

MEASURED: Final[dict[str, tuple[int, int, int, int, int, int, tuple[int, int, int], int]]] = {
    "4x13": (1, 1, 60, 381, 470, 30, (812, 812, 734), 33),
    "accordion": (1, 1, 60, 180, 196, 30, (955, 930, 930), 9),
    "athena/three_card_deals=no": (1, 1, 60, 595, 788, 30, (928, 846, 410), 98),
    "athena/three_card_deals=yes": (1, 1, 60, 936, 1026, 30, (381, 253, 121), 64),
    "bakers-game": (1, 1, 60, 893, 1012, 30, (700, 358, 130), 111),
    "canfield": (1, 1, 60, 905, 1023, 30, (364, 126, 81), 52),
    "eight-off": (1, 1, 60, 719, 960, 30, (874, 672, 262), 92),
    "forty-thieves": (1, 1, 60, 758, 908, 30, (747, 546, 281), 71),
    "freecell": (1, 1, 60, 748, 967, 30, (821, 673, 207), 72),
    "golf": (1, 1, 60, 376, 488, 30, (764, 687, 613), 32),
    "klondike/deal=single-card-deals": (1, 1, 60, 534, 857, 30, (817, 494, 144), 69),
    "klondike/deal=three-card-deals": (1, 1, 60, 921, 1038, 30, (461, 118, 49), 72),
    "montana": (1, 1, 60, 298, 381, 30, (875, 836, 850), 29),
    "seahaven": (1, 1, 60, 877, 983, 30, (677, 309, 178), 93),
    "spider/suits=one-suit": (1, 1, 60, 492, 557, 30, (648, 632, 573), 55),
    "thirteens": (1, 1, 60, 373, 773, 30, (937, 559, 200), 39),
    "yukon": (1, 1, 60, 911, 995, 30, (460, 165, 130), 86),
}
"""By game and options the figures of `protocol.bands.Measured`, in its order."""
