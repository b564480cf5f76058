"""Evenings that are told in tests."""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from harness.fakes import ADA, BOB, CLEO, HOSTILE, member, room
from protocol.messages import Evening, Phase, RoomState, Series, SeriesGame, Standing, Status
from protocol.tally import tally

SERIES = Series(5, [SeriesGame("klondike"), SeriesGame("golf")], vetoes=2)
NAMES = {ADA: "Ada", BOB: HOSTILE, CLEO: "Cleo"}


def ended(*order: int, status: Status = "gave up") -> list[Standing]:
    """Return how a race ended in which these came in so; who is above 8 is a bot."""
    return [
        Standing(who, NAMES.get(who, "Bob"), status, 9, at, 20, 1000 * at, bot=who > 8)
        for at, who in enumerate(order, 1)
    ]


RACES = [
    ended(ADA, BOB, CLEO, 9),
    ended(CLEO, BOB, ADA, status="won"),
    ended(BOB, 5, CLEO, ADA),
]


@dataclass(frozen=True)
class Told:
    """A room with an evening."""

    races: list[list[Standing]]
    series: Series | None = SERIES

    def evening(self, **more: Any) -> Evening:
        """Return what is told of it."""
        rule = self.series.points if self.series else "places"
        return replace(Evening(rule, len(self.races), tally(rule, self.races)), **more)

    def room(self, phase: Phase = "finished", *, host: int = ADA, **more: Any) -> RoomState:
        """Return the room with Ada, Bob and Cleo in it."""
        people = [member(each) for each in (ADA, BOB, CLEO)]
        told = room(*people, phase=phase, host=host, series=self.series)
        return replace(told, evening=self.evening(**more))
