"""Evenings that are told in tests."""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from harness.fakes import ADA, BOB, CLEO, HOSTILE, member, room
from protocol.messages import (
    Evening,
    PastDeal,
    PastEvening,
    PastRacer,
    PastRemark,
    Phase,
    RoomPast,
    RoomState,
    Series,
    SeriesGame,
    Standing,
    Status,
)
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
SAID = [
    PastRemark(11, 1_700_000_000, ADA, "Ada", "Hello, everybody."),
    PastRemark(12, 1_700_000_060, BOB, HOSTILE, "<b>Bold</b>\nand <img src=x>"),
    PastRemark(15, 1_700_090_000, CLEO, "Cleo", "A day later."),
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

    def past(self, evening: int = 7, own: int = ADA, **more: Any) -> PastEvening:
        """Return what is told of it when it is past."""
        tally, at = self.evening(), 1_700_000_000
        row = next((row for row in tally.rows if row.player == own), None)
        told = PastEvening(evening, at, at + 3600, HOSTILE, ["klondike", "golf"], tally, row, 3)
        return replace(told, **more)

    def room_past(self, evening: int = 7, **more: Any) -> RoomPast:
        """Return all that is told of it then."""
        races = [
            PastDeal(
                evening + number,
                "klondike",
                1_700_000_000 + number,
                {"deal": "no-redeals"},
                racers=[
                    PastRacer(r.player, r.name, r.status, r.score, r.place, r.milliseconds, r.bot)
                    for r in ranked
                ],
            )
            for number, ranked in enumerate(self.races)
        ]
        told = RoomPast(evening=self.past(evening), races=races, said=SAID, keeps=30)
        return replace(told, **more)
