"""When those who search in the background have to rest, as the server is late with everything."""

import asyncio
from typing import Final, Protocol

from server.monitoring.metrics import Metrics

LATE: Final = 0.05
"""Seconds by which the server is late when others have to rest."""
LAG_EVERY: Final = 0.1
"""Seconds between two looks at how late it is."""


class Resting(Protocol):
    """Somebody who can rest."""

    def rest(self, *, resting: bool) -> None:
        """Rest, or go on."""


async def let_rest(metrics: Metrics, who: Resting) -> None:
    """Have somebody rest while the server is late, until cancelled."""
    resting = False
    while True:
        await asyncio.sleep(LAG_EVERY)
        late = metrics.lag > LATE
        if late is not resting:
            resting = late
            who.rest(resting=late)
