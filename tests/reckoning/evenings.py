"""What the races of a room add up to: points and tallies, and evenings that are past."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.reckoning.results import Result
from tests.reckoning.rows import Race, Rows

HALVES: Final = 2
"""Points are told in halves."""
FULL: Final = {1: 10, 2: 7, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1}
LISTED: Final = 20
"""Evenings in one answer."""
BRIEF: Final = 5
"""Rows of a tally in a list of evenings."""


def worth(rule: str, raced: Sequence[Result]) -> dict[int, int]:
    """Return the points of a race by player, in halves."""
    halted = {each.player for each in raced if each.status == "stopped" and not each.bot}
    lowest = max((each.place for each in raced if each.player in halted), default=0)
    place = {each.player: lowest if each.player in halted else each.place for each in raced}
    given = {}
    for each in raced:
        own, solved = place[each.player], each.status == "won"
        shares = sum(other.place == each.place for other in raced) > 1
        if not each.moves or (shares and not solved and not each.milliseconds):
            given[each.player] = 0
        elif rule == "places":
            given[each.player] = FULL.get(own, 0) * (HALVES if solved else 1)
        elif rule == "rivals":
            behind = [
                other
                for other in raced
                if other.moves and other.player not in halted and place[other.player] > own
            ]
            given[each.player] = HALVES * (len(behind) + solved)
        elif rule == "wins":
            given[each.player] = HALVES * each.win
        else:
            raise ValueError(f"there is no rule {rule!r}")
    return given


def tally(rule: str, races: Sequence[Sequence[Result]]) -> list[dict[str, Any]]:
    """Return the rows of a tally, as they are told: the most points first."""
    rows: dict[int, dict[str, Any]] = {}
    for number, raced in enumerate(races, 1):
        places = _places(rows)
        people = [row["points"] for row in rows.values() if not row["bot"]]
        start = min(people or [row["points"] for row in rows.values()], default=0)
        given = worth(rule, raced)
        for row in rows.values():
            row["before"], row["last"] = places[row["player"]], 0
        for each in raced:
            row = rows.setdefault(
                each.player,
                {"player": each.player, "bot": each.bot, "points": start, "before": 0}
                | {"deals": 0, "wins": 0, "began": number, "curve": []},
            )
            row["name"] = each.name
            row["last"] = given[each.player]
            row["points"] += given[each.player]
            row["deals"] += 1
            row["wins"] += each.win
        for row in rows.values():
            row["curve"].append(row["points"])
    for player, place in _places(rows).items():
        rows[player]["place"] = place
    return sorted(rows.values(), key=lambda row: (row["place"], row["player"]))


def _places(rows: Mapping[int, Mapping[str, Any]]) -> dict[int, int]:
    points = [row["points"] for row in rows.values()]
    return {
        player: 1 + sum(other > row["points"] for other in points) for player, row in rows.items()
    }


def rule_of(race: Race) -> str:
    """Return by which rule a race gives points."""
    return str((race.setting.get("series") or {}).get("points", "places"))


class Evenings:
    """All evenings that the races of a database belong to."""

    def __init__(self, rows: Rows, results: Mapping[int, list[Result]]) -> None:
        """Put its races in order."""
        self.rows, self.results = rows, results
        self.races: dict[int, list[Race]] = {}
        for race in rows.races.values():
            if race.evening is not None and race.is_over and not race.practice:
                self.races.setdefault(race.evening, []).append(race)
        for of in self.races.values():
            of.sort(key=lambda race: (race.number or 0, race.id))

    def faults(self) -> list[str]:
        """Return what is wrong with how races belong to evenings."""
        wrong = []
        for evening, races in self.races.items():
            numbers = [race.number for race in races]
            if numbers != [*range(1, len(races) + 1)]:
                wrong.append(f"evening {evening}: its races are numbered {numbers}")
            if [race.started or 0 for race in races] != sorted(race.started or 0 for race in races):
                wrong.append(f"evening {evening}: its races are not in their order")
            if len({json.dumps(race.setting.get("series")) for race in races}) > 1:
                wrong.append(f"evening {evening}: its races are of different series")
        counted = (race for race in self.rows.races.values() if race.is_over and not race.practice)
        wrong += [
            f"race {race.id}: it is of no evening"
            for race in counted
            if race.evening is None and race.daily is None
        ]
        return wrong

    def after(self, race: Race) -> dict[str, Any]:
        """Return how its evening stood when a race was over, as its room was told."""
        of = self.races[race.evening or 0]
        return self._told([each for each in of if (each.number or 0) <= (race.number or 0)])

    def _told(self, races: Sequence[Race]) -> dict[str, Any]:
        rule = rule_of(races[-1])
        rows = tally(rule, [self.results[race.id] for race in races])
        return {"points": rule, "deals": len(races), "rows": rows, "more": 0}

    def _known(self, player: int) -> dict[int, list[Race]]:
        """Return the races by evening of which a player may know the end."""
        found = {}
        for each in self.rows.attended:
            if each.player != player:
                continue
            known = [
                race
                for race in self.races.get(each.evening, [])
                if (race.number or 0) <= each.number or (race.ended is not None and not race.locked)
            ]
            if known:
                found[each.evening] = known
        return found

    def past(self, player: int, before: int) -> dict[str, Any]:
        """Return what a player is told of the evenings before one, or with 0 of the last ones."""
        known = self._known(player)
        wanted = sorted((each for each in known if not before or each < before), reverse=True)
        told = [self._past(each, known[each], player) for each in wanted[:LISTED]]
        for evening in told:
            rows = evening["tally"]["rows"]
            evening["tally"]["more"] = max(0, len(rows) - BRIEF)
            evening["tally"]["rows"] = [row | {"curve": []} for row in rows[:BRIEF]]
            evening["own"] = evening["own"] and evening["own"] | {"curve": []}
        return {"evenings": told, "more": len(wanted) > LISTED}

    def room_past(self, player: int, evening: int) -> dict[str, Any] | None:
        """Return what a player is told of one evening; None if the player was not there."""
        known = self._known(player).get(evening)
        if known is None:
            return None
        races = [
            {
                "race": race.id,
                "game": race.game,
                "at": race.over,
                **filed(race.options),
                "replay": not race.forgotten and may_see(self.rows, race, player),
                "racers": [
                    {
                        what: getattr(each, what)
                        for what in ("player", "name", "status", "score", "place", "milliseconds")
                    }
                    | {"bot": each.bot}
                    for each in self.results[race.id]
                ],
            }
            for race in known
        ]
        return {"evening": self._past(evening, known, player), "races": races}

    def _past(self, evening: int, known: Sequence[Race], player: int) -> dict[str, Any]:
        told = self._told(known)
        own = next((row for row in told["rows"] if row["player"] == player), None)
        host = self.rows.players.get(known[-1].host or 0)
        return {
            "evening": evening,
            "began": known[0].started,
            "ended": known[-1].over,
            "host": host.name if host else "",
            "games": [*dict.fromkeys(race.game for race in known)],
            "tally": told,
            "own": own,
        }


def filed(options: str) -> dict[str, Any]:
    """Return the options and the kind of deals that a race is filed under, as they are told."""
    read = json.loads(options)
    return {"deals": read.pop("", "any"), "options": read}


def may_see(rows: Rows, race: Race, player: int) -> bool:
    """Return whether somebody may look at a race: those in locked rooms are for their racers."""
    return not race.locked or any(each.player == player for each in rows.racers.get(race.id, []))
