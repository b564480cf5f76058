"""What the server counts, for Prometheus.

What happens often is counted where it happens, by a child that is looked up once; what can be read
from the server's own state (connections, rooms, queues) is read when somebody asks.
"""

import platform
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from protocol.messages import VERSION, Phase, ProblemCode
from server.rooms.records import Entered, Record

disable_created_metrics()  # type: ignore[no-untyped-call]

COMMIT_SECONDS: Final = (
    *(0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02),
    *(0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
RECORDS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
TurnedAway: TypeAlias = Literal["address", "full"]
"""Why somebody is turned away: too many from the address, or in all."""
FORGETTING: Final = 0.8
"""What is left of the lag just now when the server gets to the next thing in time."""
LAG_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Snapshot(NamedTuple):
    """How the server is at this moment."""

    connections: int
    """Those who have not said hello yet included."""
    players: int
    bots: int
    """Players who are programs."""
    phases: Sequence[Phase]
    """The phase of every room."""
    racing: int
    """Players whose race is not over."""
    queued: int
    """Answers, or turns of them, that wait for the disk."""
    unsent: int
    """Bytes that wait for readers."""
    rooms_followed: int
    """Players who are told when the list of rooms changes."""
    guests_elsewhere: int
    """Guests who see rooms of other servers."""


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        """Count from 0."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.lag = 0.0
        """How much later than due the server got to things just now, in seconds."""
        self.written = 0
        """How many things were written down so far."""
        # Without labels, so that counting on the hot path is one addition.
        self._moves = self._counter("moves", "Moves, undos and resignations that were accepted.")
        self._cut_off = self._counter("readers_cut_off", "Readers who left too much unread.")
        self.connections_opened = self._counter(
            "connections_opened", "Connections since the start."
        )
        self.mistakes = self._counter("errors", "Mistakes of the server; the log has each.")
        self.write_failures = self._counter(
            "write_failures", "Tries to write that failed: nobody is served until one succeeds."
        )
        self.refused_moves = self._counter("moves_refused", "Moves that the rules refused.")
        refusals = Counter(
            "samedeal_refusals",
            "Problems that clients were told, by their code.",
            ["code"],
            registry=self.registry,
        )
        self._refusals = {code: refusals.labels(code) for code in get_args(ProblemCode)}
        turned_away = Counter(
            "samedeal_turned_away",
            "Sockets for which there was no room: too many from the address, or in all.",
            ["why"],
            registry=self.registry,
        )
        self._turned_away = {why: turned_away.labels(why) for why in get_args(TurnedAway)}
        self._commit = self._histogram(
            "commit_seconds", "From a commit's begin to its end.", COMMIT_SECONDS
        )
        self._batch = self._histogram(
            "commit_records", "Things written down by one commit.", RECORDS
        )
        self._lag = self._histogram(
            "event_loop_lag_seconds",
            "How much later than due the server gets to something.",
            LAG_SECONDS,
        )
        build = Gauge(
            "samedeal_build_info",
            "1; the labels say what is running.",
            ["version", "protocol", "python"],
            registry=self.registry,
        )
        build.labels(version(), str(VERSION), platform.python_version()).set(1)

    def show(self, look: Callable[[], Snapshot]) -> None:
        """Let the page show, too, what `look` returns whenever the page is read."""
        self.registry.register(_Present(look))

    def page(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        return generate_latest(self.registry)

    def committed(self, records: Sequence[Record], seconds: float) -> None:
        """Count a commit."""
        self.written += len(records)
        self._commit.observe(seconds)
        self._batch.observe(len(records))
        self._moves.inc([type(record) for record in records].count(Entered))

    def refused(self, code: str) -> None:
        """Count a problem that a client was told."""
        if child := self._refusals.get(code):
            child.inc()

    def turned_away(self, why: TurnedAway) -> None:
        """Count a socket for which there was no room."""
        self._turned_away[why].inc()

    def cut_off(self) -> None:
        """Count a reader who was cut off."""
        self._cut_off.inc()

    def late(self, seconds: float) -> None:
        """Count how much later than due something was done."""
        self._lag.observe(max(0.0, seconds))
        self.lag = max(seconds, FORGETTING * self.lag)

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"samedeal_{name}", text, registry=self.registry)

    def _histogram(self, name: str, text: str, buckets: Iterable[float]) -> Histogram:
        return Histogram(f"samedeal_{name}", text, registry=self.registry, buckets=tuple(buckets))


class _Present(Collector):
    """Reads the server's state when Prometheus asks."""

    def __init__(self, look: Callable[[], Snapshot]) -> None:
        self._look = look

    def describe(self) -> list[Metric]:
        """Name nothing beforehand: registering must not look at a server that is not up yet."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Return the metrics of this moment."""
        present = self._look()
        for name, text, number in (
            ("connections", "Connections, those without a hello included.", present.connections),
            ("players", "Players who are connected.", present.players),
            ("bots", "Players who are connected and are bots.", present.bots),
            ("races", "Races under way.", present.phases.count("running")),
            ("racers", "Players whose race is not over.", present.racing),
            ("outbox", "Answers, or turns of them, that wait for the disk.", present.queued),
            ("unsent_bytes", "Bytes that wait for readers.", present.unsent),
            ("followers", "Players who follow the list of rooms.", present.rooms_followed),
            (
                "guests_elsewhere",
                "Guests who see rooms of other servers.",
                present.guests_elsewhere,
            ),
        ):
            yield GaugeMetricFamily(f"samedeal_{name}", text, value=number)
        rooms = GaugeMetricFamily("samedeal_rooms", "Rooms, by phase.", labels=["phase"])
        phases = Tally(present.phases)
        for phase in get_args(Phase):
            rooms.add_metric([phase], phases[phase])
        yield rooms


def version() -> str:
    """Return the version of Samedeal that is installed."""
    try:
        return metadata.version("samedeal")
    except metadata.PackageNotFoundError:
        return "unknown"
