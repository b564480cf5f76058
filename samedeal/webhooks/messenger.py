"""Brings news to the addresses of an operator, patiently, and without holding anybody up.

Each address has a thread of its own, which waits, sends and tries again; the server only puts
something into its queue.  What cannot be sent while it is new is dropped, and so is what is too
much: nobody waits for it.
"""

import logging
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from samedeal.webhooks.address import Webhook
from samedeal.webhooks.posting import Answer, post
from samedeal.webhooks.words import MOST, Dated, body
from server.outside.news import News

log = logging.getLogger(__name__)

MOST_WAITING: Final = 100
"""News that wait for one address; the oldest go when there are more."""
OLD: Final = 600
"""Seconds after which something is no news any more."""


@dataclass(frozen=True)
class Pace:
    """How long is waited for what, in seconds."""

    gather: float = 5.0
    """From one message to the next at least; what happens meanwhile is told together."""
    first: float = 5.0
    """Before the first new try; twice as long before each one after it."""
    longest: float = 120.0
    """Before any."""

    def pause(self, failures: int, chance: float) -> float:
        """Return the seconds before another try; `chance` from 0 to 1 keeps them from rhythm."""
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, 20))
        return whole * (0.5 + chance / 2)


class Messenger:
    """Brings news to one address."""

    def __init__(
        self,
        webhook: Webhook,
        page: str,
        *,
        pace: Pace = Pace(),
        send: Callable[[Webhook, bytes], Answer] = post,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Send to this address; `page` is as in `samedeal.webhooks.words.body`.

        `clock` returns seconds since 1970.
        """
        self._webhook, self._page, self._pace = webhook, page, pace
        self._send, self._clock = send, clock
        self._waiting: deque[Dated] = deque()
        self._something, self._over = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._dropped = 0
        self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def tell(self, news: News) -> None:
        """Take news, at once and from any thread."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.popleft()
                self._dropped += 1
            self._waiting.append(Dated(int(self._clock()), news))
        self._something.set()

    def stop(self) -> None:
        """Send no more than what is under way; that may end by itself."""
        self._over.set()
        self._something.set()

    def join(self, seconds: float) -> None:
        """Wait for the end, at most so long."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while not self._over.is_set():
            self._something.wait()
            if self._over.wait(self._pace.gather):
                return
            self._something.clear()
            while dated := self._taken():
                if not self._bring(dated) or self._over.wait(self._pace.gather):
                    return

    def _taken(self) -> list[Dated]:
        """Take the next news out of the queue, those that are old left out."""
        with self._lock:
            self._drop_old()
            taken = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
            dropped, self._dropped = self._dropped, 0
        if dropped:
            about = {"webhook": str(self._webhook), "count": dropped}
            log.warning("news could not be told outside, and are dropped", extra=about)
        return taken

    def _drop_old(self) -> None:
        before = self._clock() - OLD
        while self._waiting and self._waiting[0].at < before:
            self._waiting.popleft()
            self._dropped += 1

    def _bring(self, dated: Sequence[Dated]) -> bool:
        """Send news, as often as it takes; return whether to go on."""
        failures = 0
        while True:
            answer = self._try(body(self._webhook.form, dated, self._page))
            if answer.ok:
                return not self._over.is_set()
            failures += 1
            wait = max(answer.wait, self._pace.pause(failures, random.random()))  # noqa: S311
            about = {"webhook": str(self._webhook), "why": answer.what}
            if not answer.again or self._clock() + wait > dated[-1].at + OLD:
                about["count"] = str(len(dated))
                log.warning("news could not be told outside, and are dropped", extra=about)
                return not self._over.wait(wait)
            log.info("news cannot be told outside yet", extra=about)
            if self._over.wait(wait):
                return False

    def _try(self, sent: bytes) -> Answer:
        try:
            return self._send(self._webhook, sent)
        except Exception as error:  # noqa: BLE001  A mistake of ours: its text may hold the address.
            log.error("a webhook failed", extra={"error": type(error).__name__})
            return Answer(False, False, "a mistake of the program")


class Messengers:
    """All addresses of an operator."""

    def __init__(self, messengers: Sequence[Messenger]) -> None:
        """Take those that are there."""
        self._messengers = messengers

    def tell(self, news: News) -> None:
        """Take news for all, without waiting for anything."""
        for each in self._messengers:
            each.tell(news)


GOODBYE: Final = 1.0
"""Seconds that a server's end waits for what is being sent."""


@contextmanager
def messengers(
    webhooks: Sequence[Webhook],
    page: str,
    pace: Pace = Pace(),
) -> Iterator[Messengers]:
    """Have what brings news to these addresses during the block."""
    each_one = [Messenger(webhook, page, pace=pace) for webhook in webhooks]
    for each in each_one:
        each.start()
    try:
        yield Messengers(each_one)
    finally:
        for each in each_one:
            each.stop()
        end = time.monotonic() + GOODBYE
        for each in each_one:
            each.join(max(0.0, end - time.monotonic()))
