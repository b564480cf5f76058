"""The bots of the demo, and where they are."""

from typing import Final

from client.bots.company import NAMES

BOTS: Final = NAMES[:3]
LEVELS: Final = dict(zip(BOTS, (3, 2, 1), strict=True))
"""How well each of them plays."""
HOST: Final = "127.0.0.1"
