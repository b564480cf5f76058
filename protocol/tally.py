"""What races add up to: the points of one, and the tally of an evening.  Pure.

Server and clients ask this, so that everybody can add the same up from the same results.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from protocol.messages import PointsRule, Standing, Tallied
from protocol.racing import winners

POINT: Final = 2
"""What one point is in the numbers here: halves of one are told."""
BY_PLACE: Final = (10, 7, 5, 4, 3, 2, 1)
"""The points of the first places; the others have none."""


def points(rule: PointsRule, standings: Collection[Standing]) -> dict[int, int]:
    """Return what a race that ended so gives each of its racers, in halves of a point.

    See `protocol.messages.PointsRule`, which says what counts.
    """
    won = winners(standings)
    places = _places(standings)
    rivals = [s for s in standings if s.moves and not _was_stopped(s)]
    found = {}
    for racer in standings:
        own, solved = places[racer.player], racer.status == "won"
        if not _has_raced(racer, standings):
            found[racer.player] = 0
        elif rule == "wins":
            found[racer.player] = POINT * (racer.player in won)
        elif rule == "rivals":
            behind = sum(places[rival.player] > own for rival in rivals)
            found[racer.player] = POINT * (behind + solved)
        else:
            whole = BY_PLACE[own - 1] if own <= len(BY_PLACE) else 0
            found[racer.player] = POINT * whole if solved else POINT * whole // 2
    return found


def _was_stopped(racer: Standing) -> bool:
    """Return whether this is a person whose race was ended by others, while it went on."""
    return racer.status == "stopped" and not racer.bot


def _places(standings: Collection[Standing]) -> Mapping[int, int]:
    """Return the places that count: who was stopped has the last of all who were."""
    last = max((racer.place for racer in standings if _was_stopped(racer)), default=0)
    return {racer.player: last if _was_stopped(racer) else racer.place for racer in standings}


def _has_raced(racer: Standing, standings: Collection[Standing]) -> bool:
    """Return whether there is anything to give a racer points for."""
    if not racer.moves:
        return False
    shared = sum(other.place == racer.place for other in standings) > 1
    return racer.status == "won" or racer.milliseconds > 0 or not shared


class _Gatherer:
    """Somebody whose points are added up."""

    def __init__(self, racer: Standing, began: int, start: int) -> None:
        self.racer = racer
        self.began = began
        self.total = start
        self.last = self.deals = self.wins = self.before = 0
        self.curve: list[int] = []


def tally(rule: PointsRule, races: Sequence[Collection[Standing]]) -> list[Tallied]:
    """Return what finished races add up to, in their order; the most points first.

    Who comes in later begins with as many points as the person has who has the least then, and who
    has left keeps theirs.
    """
    gathered: dict[int, _Gatherer] = {}
    for number, standings in enumerate(races, 1):
        least = _least(gathered.values())
        for player, place in _ranked(gathered.values()):
            gathered[player].before = place
        given, won = points(rule, standings), winners(standings)
        for racer in standings:
            known = gathered.get(racer.player)
            if known is None:
                known = gathered[racer.player] = _Gatherer(racer, number, least)
            known.racer = racer
            known.deals += 1
            known.wins += racer.player in won
        for player, each in gathered.items():
            each.last = given.get(player, 0)
            each.total += each.last
            each.curve.append(each.total)
    return [
        Tallied(
            player,
            gathered[player].racer.name,
            place,
            gathered[player].total,
            gathered[player].last,
            gathered[player].before,
            gathered[player].deals,
            gathered[player].wins,
            gathered[player].racer.bot,
            gathered[player].began,
            gathered[player].curve,
        )
        for player, place in _ranked(gathered.values())
    ]


def _least(gathered: Collection[_Gatherer]) -> int:
    """Return what a late comer begins with: the lowest tally of a person, or else of a bot."""
    people = [each.total for each in gathered if not each.racer.bot]
    return min(people or [each.total for each in gathered], default=0)


def _ranked(gathered: Collection[_Gatherer]) -> list[tuple[int, int]]:
    """Return all players with their places, the most points first; as many share a place."""
    order = sorted(gathered, key=lambda each: (-each.total, each.racer.player))
    totals = [each.total for each in order]
    return [(each.racer.player, 1 + totals.index(each.total)) for each in order]
