"""What a picture of the guide cannot wait for: it is told to the window, or to the page."""

import random
import time
from typing import Final

from msgspec.structs import replace as replace_fields

from client.window.window import Window
from harness.fakes import month, played_today
from protocol.messages import (
    MAX_RECENT,
    Dailies,
    Daily,
    DailyResult,
    DailyTallied,
    GameRecord,
    PastRace,
    Profile,
    Rating,
    RatingCourse,
    RatingPoint,
    Status,
)
from server.ratings.model import SURE_RACES, UNKNOWN, Strength, rate
from tools.pictures.staging import settle

RATED: Final = {"": 42, "Klondike": 24, "FreeCell": 12, "Rows and gaps": 6}
"""In how many races the ratings on the picture have come about, by family."""
AHEAD: Final = 0.6
"""In which part of them the player was ahead."""
DAY: Final = 86_400
ENDS: Final[tuple[tuple[str, Status, int, int, int], ...]] = (
    ("Grace", "won", 52, 143_200, 91),
    ("", "won", 52, 161_400, 87),
    ("Linus", "won", 52, 204_900, 112),
    ("Margaret", "won", 52, 377_300, 98),
    ("Edsger", "gave up", 31, 512_000, 120),
    ("Hypatia", "stuck", 19, 250_600, 66),
)
"""How those did who have played the daily deal; who is asked is the one without a name."""
GATHERED: Final = (("", 147, 22, 17), ("Grace", 139, 20, 15), ("Linus", 96, 19, 9))
"""What there is in the month's table: the points in halves, the days, and how many were solved."""


def day_played(player: int, name: str) -> Daily:
    """Return today's daily deal as this player sees it after the attempt."""
    rows = [
        DailyResult(1000 + at if who else player, who or name, at, status, score, took, moves, at)
        for at, (who, status, score, took, moves) in enumerate(ENDS, 1)
    ]
    own = next(each for each in rows if each.player == player)
    return replace_fields(played_today(), rows=rows, own=own)


def month_played(player: int, name: str) -> Dailies:
    """Return the month of that day."""
    rows = [
        DailyTallied(1000 + at if who else player, who or name, at, points, days, solved)
        for at, (who, points, days, solved) in enumerate(GATHERED, 1)
    ]
    return replace_fields(month(player), rows=rows, own=rows[0])


def show_ratings(window: Window) -> None:
    """Show the page of somebody with ratings of more races than a picture can wait for."""
    screen = window.profile
    courses = {family: course(races) for family, races in RATED.items()}
    ratings = [
        Rating(points[-1].value, points[-1].spread, len(points), len(points) >= SURE_RACES, family)
        for family, (points, _) in courses.items()
    ]
    points, places = courses[""]
    recent = [
        PastRace(1, "klondike", {}, place, 3, "stuck", 20, 60_000, point.at, won=place == 1)
        for point, place in zip(points, places, strict=True)
    ]
    screen.show_ratings.click()
    settle(500)  # until what the server knows has come, which is less
    wins = places.count(1)
    games = [GameRecord("klondike", {}, len(points), wins, wins)]
    page = Profile(screen.player, "Ada", False, points[0].at, len(points), wins, games)
    screen.take(replace_fields(page, recent=recent[::-1][:MAX_RECENT], ratings=ratings))
    settle(500)
    screen.ratings.take(RatingCourse(screen.player, ratings[0].family, points))


def course(races: int) -> tuple[list[RatingPoint], list[int]]:
    """Return how somebody's rating goes who is ahead of others more often than not: the places."""
    chance = random.Random("guide")  # noqa: S311 (the same picture each time)
    own, now = UNKNOWN, int(time.time())
    points, places = list[RatingPoint](), list[int]()
    for ago in range(races, 0, -1):
        rivals = [Strength(1550, 280, 20), Strength(1500, 300, 20)]
        places.append(1 if chance.random() < AHEAD else 2)
        own, *_ = rate([own, *rivals], [places[-1], 3 - places[-1], 3])
        points.append(RatingPoint(now - ago * DAY, own.shown, round(own.sigma)))
    return points, places
