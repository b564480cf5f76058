import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from harness.entry_rows import entries_as_rows
from server.storage.sqlite.files import FILE_NAME
from tests.reckoning.__main__ import main
from tests.reckoning.reckoning import Reckoning
from tests.reckoning.rows import read
from tools.ten_evenings.__main__ import run, verdict
from tools.ten_evenings.club import Club
from tools.ten_evenings.living import Course

COURSE = Course(evenings=2, rooms=2, kills=1)

RACE = "(SELECT MIN(id) FROM races WHERE rated > 0)"
ATTEMPT = "(SELECT MIN(race) FROM daily_attempts)"
RACES = (
    "game, options, settings, seed, commitment, started, ended, over, elapsed, rules, locked, "
    "practice, certificate, solution, evening, number, daily, host"
)
RACERS = "player, seat, status, score, place, moves, milliseconds, win"
AGAIN = (
    "INSERT INTO races (id, {races}) SELECT id + 9999, {races} FROM races WHERE id = {race};"
    "INSERT INTO racers (race, {racers}) SELECT race + 9999, {racers} FROM racers "
    "WHERE race = {race};"
    "INSERT INTO entries SELECT race + 9999, number, player, entry, milliseconds, position "
    "FROM entries WHERE race = {race};"
)
HARM = {
    f"UPDATE racers SET score = score + 1 WHERE race = {RACE}": "score is",
    f"UPDATE racers SET milliseconds = milliseconds + 1 WHERE race = {RACE}": "milliseconds is",
    f"UPDATE racers SET place = 3 - place WHERE race = {RACE} AND place < 3": "place is",
    "UPDATE ratings SET mu = mu + 0.01 WHERE family = '' "
    "AND player = (SELECT MIN(player) FROM ratings)": "the rating of player",
    "UPDATE rating_steps SET sigma = sigma - 0.01 WHERE family = '' AND rated = 1": "step 1 of the",
    f"DELETE FROM entries WHERE race = {RACE}; DELETE FROM racers WHERE race = {RACE};"
    f"DELETE FROM races WHERE id = {RACE}": "its results were told, and it is not there",
    AGAIN.format(races=RACES, racers=RACERS, race=RACE): "nobody was told of its results",
    """UPDATE races SET settings = replace(settings, '"points":"rivals"', '"points":"wins"')""": (
        "evening: points is"
    ),
    AGAIN.format(races=RACES, racers=RACERS, race=ATTEMPT)
    + f"UPDATE daily_attempts SET race = race + 9999 WHERE race = {ATTEMPT}": (
        "a second attempt at the deal of"
    ),
    "UPDATE races SET evening = NULL, number = NULL WHERE number = 2": "it is of no evening",
}
"""What is done to the database, and what has to be noticed then."""

Answer = dict[str, Any]


def _streak(answer: Answer) -> None:
    answer["streak"] += 1


def _best_streak(answer: Answer) -> None:
    answer["best_streak"] += 1


def _day_streak(answer: Answer) -> None:
    answer["streak"]["now"] += 1


def _second_attempt(answer: Answer) -> None:
    answer["rows"].append(answer["rows"][0] | {"place": 2})


def _wins(answer: Answer) -> None:
    answer["players"][0]["wins"] += 1


def _ratings(answer: Answer) -> None:
    answer["players"][0]["rating"]["value"] += 1


def _tally(answer: Answer) -> None:
    answer["evenings"][0]["tally"]["rows"][0]["points"] += 1


LIES: dict[Callable[[Answer], None], tuple[str, str]] = {
    _streak: ("get profile", "streak is"),
    _best_streak: ("get profile", "best_streak is"),
    _day_streak: ("get daily", "streak: now is"),
    _second_attempt: ("get daily", "rows: there are"),
    _wins: ("get leaderboard", "wins is"),
    _ratings: ("get ratings", "rating: value is"),
    _tally: ("get past", "points is"),
}
"""What is made of an answer, to which question, and what has to be noticed then."""


async def test_all_adds_up_after_kills_and_what_does_not_is_named(
    tmp_path: Path,
) -> None:
    chance = random.Random(4)
    club = Club(tmp_path / "data", chance)
    await run(club, COURSE, chance)
    answers = tmp_path / "answers.json"
    assert verdict(club, answers, keep=False) == 0
    assert club.kills == COURSE.kills * COURSE.evenings
    assert club.heard.feats
    assert club.heard.rated
    heard = json.loads(answers.read_text())
    for number, (harm, found) in enumerate(HARM.items()):
        spoilt = tmp_path / f"{number}.sqlite3"
        with closing(sqlite3.connect(spoilt)) as database:
            with closing(sqlite3.connect(tmp_path / "data" / FILE_NAME)) as right_one:
                right_one.backup(database)  # with what is in the log of a killed server
            with entries_as_rows(database):
                database.executescript(harm)
            database.commit()
        wrong = Reckoning(read(str(spoilt))).differences(heard)
        assert any(found in each for each in wrong), (harm, wrong)
    right = Reckoning(read(str(tmp_path / "data" / FILE_NAME)))
    for lie, (question, found) in LIES.items():
        told = json.loads(answers.read_text())
        lie(
            next(
                each["answer"]
                for each in reversed(told["asked"])
                if each["question"]["type"] == question and _has_rows(each["answer"])
            )
        )
        [*wrong] = right.differences(told)
        assert len(wrong) == 1, (lie, wrong)
        assert found in wrong[0]
    answers.write_text(json.dumps(told))
    assert main([str(tmp_path / "data" / FILE_NAME), str(answers)]) == 1


def _has_rows(answer: Answer) -> bool:
    """Return whether there is anything in an answer that could be made wrong."""
    return all(answer.get(name) != [] for name in ("rows", "players", "evenings", "games"))
