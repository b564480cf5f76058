"""Finished games analysed one after the other, and what is told of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from client.session.solving.analysed import Analysed, ReplayAnalysis, solution_in
from protocol.messages import Replay, Solution

SLICE: Final = 500
"""Positions after which it is told how far it has got: some tenths of a second at the most."""


def analysed(
    replays: Sequence[Replay], positions: int, solutions: Iterable[Solution] = ()
) -> Iterator[tuple[Replay, Analysed]]:
    """Analyse each game, and give again and again what is known of the one that is looked at.

    Each of `solutions` helps where it wins, and so does what won in one of `replays`.
    """
    known = [*solutions, *map(solution_in, replays)]
    for replay in replays:
        analysis = ReplayAnalysis(replay, positions, known)
        while True:
            now = analysis.go_on(SLICE)
            yield replay, now
            if now.over:
                break
