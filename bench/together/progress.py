"""How far all benchmarks together have come, and how long it will take."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from bench.together.programme import Benchmark

EVERY: Final = 1.0
"""Times a second that the line is drawn: who draws takes a bit of what is measured."""


class Forecast:
    """How long it takes, by what each takes on a quiet machine and what those before it took."""

    def __init__(self, takes: Sequence[float], now: float) -> None:
        """Begin now."""
        self._takes, self._begun, self._since, self._over = takes, now, now, 0

    def begin(self, over: int, now: float) -> None:
        """Take note that so many are over, and the next one is begun."""
        self._over, self._since = over, now

    def told(self, now: float) -> str:
        """Return how long it has taken, and about how long it will."""
        expected, took = sum(self._takes[: self._over]), self._since - self._begun
        slower = took / expected if expected else 1.0
        this, *others = [slower * each for each in self._takes[self._over :]] or [0.0]
        left = max(0.0, this - (now - self._since)) + sum(others)
        return f"{minutes(now - self._begun)}, about {minutes(left)} left"


def minutes(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


@contextmanager
def telling(benchmarks: Sequence[Benchmark], times: float) -> Iterator[Callable[[int], None]]:
    """Show how far they have come, each `times` as long as usual, during the block.

    On a terminal that is one line, drawn again and again and wiped away at the end; elsewhere it is
    a line for each.  The block gets a function to call when one begins, with how many are over.
    """
    takes = [0.0 if each.lacks() else each.takes * times for each in benchmarks]
    forecast = Forecast(takes, time.monotonic())
    console = Console()
    if not console.is_interactive:

        def tell(over: int) -> None:
            forecast.begin(over, now := time.monotonic())
            benchmark = benchmarks[over]
            told = f"{over + 1} of {len(benchmarks)}  {benchmark.name}: {benchmark.about}"
            print(f"{told} ({forecast.told(now)})", flush=True)

        yield tell
        return

    class Clock(ProgressColumn):
        def render(self, task: Task) -> Text:  # noqa: ARG002
            return Text(forecast.told(time.monotonic()))

    columns = (BarColumn(24), TextColumn("{task.description}"), Clock())
    bar = Progress(*columns, console=console, transient=True, refresh_per_second=EVERY)
    with bar:
        task = bar.add_task("", total=len(benchmarks))

        def show(over: int) -> None:
            forecast.begin(over, time.monotonic())
            description = f"{over + 1} of {len(benchmarks)}  {benchmarks[over].name} "
            bar.update(task, completed=over, description=description, refresh=True)

        yield show
