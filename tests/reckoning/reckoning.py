"""All that is reckoned, held against what a server has stored, told and answered."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from tests.reckoning.boards import Board, Boards
from tests.reckoning.days import Days
from tests.reckoning.evenings import Evenings
from tests.reckoning.ratings import Ratings
from tests.reckoning.results import results
from tests.reckoning.rows import Rows

CATALOGUE: Final = Path(__file__).parents[2] / "client" / "web" / "games.json"
"""What says of which family a game is."""

Answers = Mapping[str, Any]


def families() -> dict[str, str]:
    """Return the family of each game."""
    games = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    return {game["name"]: game["family"] for game in games}


class Reckoning:
    """What the rows of a database come to."""

    def __init__(self, rows: Rows) -> None:
        """Reckon it all."""
        self.rows = rows
        self.results, self.wrong = results(rows)
        self.evenings = Evenings(rows, self.results)
        self.ratings = Ratings(rows, self.results, families())
        self.boards = Boards(rows, self.results, self.ratings)
        self.days = Days(rows, self.results)
        self.compared = 0
        """Answers that were held against it."""

    def differences(self, answers: Answers) -> list[str]:
        """Return what is stored, was told or was answered otherwise than it is reckoned."""
        wrong = [*self.wrong, *self.evenings.faults(), *self.ratings.faults(), *self.days.faults()]
        wrong += self._heard_of(answers["results"])
        for heard in answers["results"]:
            wrong += self._told_results(heard)
        for heard in answers["rated"]:
            wrong += self._told_rated(heard)
        for heard in answers["feats"]:
            wrong += self._told_feats(heard)
        for asked in answers["asked"]:
            wrong += self._answered(asked)
        return wrong

    def _heard_of(self, heard: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return which races nobody was told of, and which are not there."""
        told = {each["race"] for each in heard}
        there = {race for race, raced in self.results.items() if raced}
        missing = [
            f"race {race}: its results were told, and it is not there" for race in told - there
        ]
        unheard = [
            f"race {race}: it is there, and nobody was told of its results"
            for race in there - told
            if any(not each.bot for each in self.results[race])
        ]
        return sorted(missing) + sorted(unheard)

    def _told_results(self, heard: Mapping[str, Any]) -> Iterator[str]:
        race = self.rows.races.get(heard["race"])
        if race is None or race.id not in self.results:
            return
        self.compared += 1
        said = f"race {race.id}, as player {heard['player']} was told"
        if race.practice != heard["practice"]:
            yield f"{said}: practice is {heard['practice']}, and stored is {race.practice}"
        if race.practice:
            return
        due = [
            {
                what: getattr(each, what)
                for what in ("player", "name", "status", "score", "place", "moves", "milliseconds")
            }
            for each in self.results[race.id]
        ]
        told = sorted(heard["standings"], key=lambda each: (each["place"], each["player"]))
        yield from differing(f"{said}: standings", due, told)
        won = sorted(each.player for each in self.results[race.id] if each.win)
        yield from differing(f"{said}: winners", won, sorted(heard["winners"]))
        if race.evening is not None and heard["evening"] is not None:
            yield from differing(f"{said}: evening", self.evenings.after(race), heard["evening"])

    def _told_rated(self, heard: Mapping[str, Any]) -> Iterator[str]:
        self.compared += 1
        said = f"ratings after race {heard['race']}, as player {heard['player']} was told"
        due = self.ratings.of_race.get(heard["race"], [])
        yield from differing(said, due, sorted(heard["changes"], key=lambda each: each["player"]))

    def _told_feats(self, heard: Mapping[str, Any]) -> Iterator[str]:
        race = self.rows.races.get(heard["race"])
        if race is not None:
            self.compared += 1
            said = f"feats of race {race.id}, as player {heard['player']} was told"
            yield from differing(said, self.boards.feats(race), heard["feats"])

    def _answered(self, asked: Mapping[str, Any]) -> Iterator[str]:
        question, answer = asked["question"], asked["answer"]
        at, today, asker = asked["at"], asked["today"], asked["asker"]
        self.compared += 1
        due: Any
        match question["type"]:
            case "get leaderboard":
                board = Board(question["game"], _filed(question["options"], question["deals"]))
                due = self.boards.leaderboard(board, question["period"], at, asker)
                said = f"leaderboard of {board.game} {board.options}, {question['period']}"
            case "get overview":
                due, said = self.boards.overview(at, asker), "overview"
            case "get profile":
                due = self.boards.profile(question["player"], asker)
                said = f"profile of player {question['player']}"
            case "get ratings":
                due = self.ratings.list_of(question["family"], asker)
                said = f"ratings in {question['family'] or 'all games'}"
            case "get rating course":
                player, family = question["player"], question["family"]
                due = {"points": self.ratings.course(player, family, asker)}
                said = f"course of player {player}'s rating in {family or 'all games'}"
            case "get daily":
                due = self.days.daily(question["day"], today, asker)
                said = f"daily deal of {question['day']}"
            case "get dailies":
                month, player = question["month"], question["player"] or asker
                due = self.days.month(month, today, asker, player)
                said = f"daily deals of {month}, of player {player}"
            case "get past":
                due = self.evenings.past(asker, question["before"])
                said = f"past evenings before {question['before']}"
            case "get room past":
                due = self.evenings.room_past(asker, question["evening"])
                said = f"past evening {question['evening']}"
            case other:
                raise ValueError(f"nobody knows how to reckon {other!r}")
        yield from differing(f"{said}, as player {asker} was answered", due, answer)

    @cached_property
    def summary(self) -> str:
        """What there was to reckon, in a line."""
        over = [race for race in self.rows.races.values() if race.is_over]
        entries = sum(map(len, self.rows.entries.values()))
        attempts = sum(map(len, self.days.attempts.values()))
        return (
            f"{len(over)} races over, {sum(race.practice for race in over)} of them practice, "
            f"{sum(bool(race.rated) for race in over)} rated; {attempts} attempts at "
            f"{len(self.days.deals)} daily deals; {len(self.evenings.races)} evenings of rooms; "
            f"{entries} entries; {self.compared} answers compared"
        )


def _filed(options: Mapping[str, Any], deals: str) -> str:
    """Return under what a leaderboard is filed: see `Race.options`."""
    kind = {} if deals == "any" else {"": deals}
    return json.dumps({**options, **kind}, sort_keys=True, separators=(",", ":"))


def differing(said: str, due: Any, told: Any) -> Iterator[str]:
    """Yield where something told is another than it should be; what is not due is not looked at."""
    if isinstance(due, dict) and isinstance(told, dict):
        for key, value in due.items():
            yield from differing(f"{said}: {key}", value, told.get(key))
    elif isinstance(due, list) and isinstance(told, list):
        if len(due) != len(told):
            yield f"{said}: there are {len(told)}, and should be {len(due)}: {told}, not {due}"
            return
        for number, (one, other) in enumerate(zip(due, told, strict=True), 1):
            yield from differing(f"{said} {number}", one, other)
    elif due != told:
        yield f"{said} is {told!r}, and should be {due!r}"
