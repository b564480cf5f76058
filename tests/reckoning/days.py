"""Daily deals: whose attempt is which race, how the days went, streaks, and a month's table."""

import json
from collections.abc import Mapping
from typing import Any, Final

from tests.reckoning.evenings import FULL, HALVES
from tests.reckoning.results import Result
from tests.reckoning.rows import Race, Rows

ROWS: Final = 50


class Days:
    """All days that have a deal."""

    def __init__(self, rows: Rows, results: Mapping[int, list[Result]]) -> None:
        """Find the attempts: the first race on a day's deal that a player has begun."""
        self.rows = rows
        self.deals = {each.day: each for each in rows.dailies}
        self.attempts: dict[str, dict[int, Race]] = {day: {} for day in self.deals}
        begun = [race for race in rows.races.values() if race.daily and race.started is not None]
        for race in sorted(begun, key=lambda race: (race.started or 0, race.id)):
            for racer in rows.racers.get(race.id, []):
                if not rows.players[racer.player].bot:
                    self.attempts[race.daily or ""].setdefault(racer.player, race)
        self.results = {
            day: self._ranked([each for race in of.values() for each in results.get(race.id, [])])
            for day, of in self.attempts.items()
        }

    @staticmethod
    def _ranked(ended: list[Result]) -> list[Result]:
        placed = [
            each._replace(place=1 + sum(other.rank < each.rank for other in ended))
            for each in ended
        ]
        return sorted(placed, key=lambda each: (each.place, each.player))

    def faults(self) -> list[str]:
        """Return which attempts are stored otherwise, and which races count that must not."""
        wrong = []
        stored = {(each.day, each.player): each.race for each in self.rows.attempts}
        begun = {
            at: race for at, race in stored.items() if self.rows.races[race].started is not None
        }
        own = {
            (day, player): race.id
            for day, of in self.attempts.items()
            for player, race in of.items()
        }
        for day, player in sorted({*begun, *own}):
            told, right = begun.get((day, player)), own.get((day, player))
            if told != right:
                wrong.append(
                    f"the attempt of player {player} at {day} is race {told}, should be {right}"
                )
        for race in self.rows.races.values():
            if race.daily and (race.ended is not None or race.evening is not None or race.practice):
                wrong.append(f"race {race.id}: an attempt at a daily deal counts elsewhere, too")
            if race.daily and race.started is not None and race.id not in own.values():
                wrong.append(f"race {race.id}: a second attempt at the deal of {race.daily}")
        return wrong

    def _state(self, day: str, player: int) -> str:
        race = self.attempts[day].get(player)
        if race is None:
            return "none"
        return "on" if race.over is None and race.closed is None else "over"

    def _may_see(self, day: str, player: int, today: str) -> bool:
        state = self._state(day, player)
        return state == "over" or (state == "none" and day < today)

    def streak(self, player: int, today: str, *, with_today: bool = True) -> dict[str, int]:
        """Return on how many days in a row somebody has made an attempt, now and at best."""
        row = best = 0
        for day in sorted(self.deals):
            if day > today:
                continue
            if player in self.attempts[day] and (with_today or day < today):
                row += 1
            elif day < today:
                row = 0
            best = max(best, row)
        return {"now": row, "best": best}

    def daily(self, day: str, today: str, asker: int) -> dict[str, Any]:
        """Return what is told of a day."""
        seen = self._may_see(day, asker, today)
        rows = [_told(each) for each in self.results[day]] if seen else []
        return {
            "day": day,
            **self._deal(day),
            **self._counts(day),
            "over": day < today,
            "attempt": self._state(day, asker),
            "rows": rows[:ROWS],
            "own": next((each for each in rows if each["player"] == asker), None),
            "streak": self.streak(asker, today),
        }

    def _deal(self, day: str) -> dict[str, Any]:
        deal = self.deals[day]
        options = {name: of for name, of in json.loads(deal.options).items() if name}
        return {"game": deal.game, "options": options, "deals": deal.band or "winnable"}

    def _counts(self, day: str) -> dict[str, int]:
        won = sum(each.status == "won" for each in self.results[day])
        return {"players": len(self.results[day]), "winners": won}

    def month(self, month: str, today: str, asker: int, player: int) -> dict[str, Any]:
        """Return what is told of a month, with a player's results."""
        past = [day for day in sorted(self.deals) if day <= today]
        days = []
        for day in (each for each in past if each.startswith(month)):
            seen = self._may_see(day, asker, today)
            results = [_told(each) for each in self.results[day]] if seen else []
            state = self._state(day, player) if seen or player == asker else "none"
            days.append(
                {
                    "day": day,
                    **self._deal(day),
                    **self._counts(day),
                    "over": day < today,
                    "attempt": state,
                    "own": next((each for each in results if each["player"] == player), None),
                    "best": results[0] if results else None,
                }
            )
        table = self._table(month, today)
        with_today = player == asker or (
            today not in self.deals or self._may_see(today, asker, today)
        )
        return {
            "month": month,
            "first": past[0][: len("2026-11")] if past else "",
            "days": days,
            "players": len(table),
            "rows": table[:ROWS],
            "player": player,
            "own": next((each for each in table if each["player"] == player), None),
            "streak": self.streak(player, today, with_today=with_today),
        }

    def _table(self, month: str, today: str) -> list[dict[str, Any]]:
        rows: dict[int, dict[str, Any]] = {}
        for day in sorted(self.deals):
            for each in self.results[day] if day.startswith(month) and day < today else ():
                row = rows.setdefault(
                    each.player, {"player": each.player, "points": 0, "days": 0, "wins": 0}
                )
                row["name"] = each.name
                row["days"] += 1
                row["wins"] += each.status == "won"
                if each.status == "won" or (each.moves and each.milliseconds):
                    full = FULL.get(each.place, 0)
                    row["points"] += full * (HALVES if each.status == "won" else 1)
        for row in rows.values():
            row["place"] = 1 + sum(other["points"] > row["points"] for other in rows.values())
        return sorted(rows.values(), key=lambda each: (each["place"], each["player"]))


def _told(result: Result) -> dict[str, Any]:
    told = ("player", "name", "place", "status", "score", "milliseconds", "moves", "race")
    return {what: getattr(result, what) for what in told}
