import pytest
from msgspec.structs import replace

from client.session.attendance import News, add_news
from client.session.fairness import Verdict
from client.terminal.page import WatchedRoom, feats, page, ranking, ratings, summary
from client.terminal.text import ASCII
from engine.chance import commitment
from protocol.messages import (
    Countdown,
    Feat,
    Feats,
    Member,
    Progress,
    Rated,
    Rating,
    RatingChange,
    Results,
)
from tests.client.terminal.races import SETTINGS, hear, room, standings, start


def shown(watched: WatchedRoom, width: int = 80, height: int = 24, now: float = 100.0) -> list[str]:
    lines = page(watched, now, width, height)
    assert len(lines) <= height
    assert all(line.cell_len <= width for line in lines)
    return [line.plain.rstrip() for line in lines]


def test_before_the_room(watched: WatchedRoom) -> None:
    assert shown(watched) == ["Samedeal", "Connecting.", ""]


def test_the_lobby(watched: WatchedRoom) -> None:
    hear(watched.session, room("lobby"))
    heading, phase, _ = shown(watched, width=120)
    assert heading == "Samedeal   4x13   room ABCDEF"
    assert phase == ("Waiting for the start: Ada (host), Bob [2J (not ready), Cog (not ready).")


def test_the_countdown(watched: WatchedRoom) -> None:
    hear(watched.session, room("countdown"), Countdown(7, 3000, "promise"), now=50.0)
    assert shown(watched, now=50.5)[1] == "The race starts in 3 s."
    assert shown(watched, now=52.5)[1] == "The race starts in 1 s."
    assert shown(watched, now=55.0)[1] == "The race starts in 0 s."
    assert summary(watched.session) == "The race is about to start."


def test_the_race(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    lines = shown(watched, now=161.0)
    assert lines[0].startswith("Samedeal   4x13   room ABCDEF")
    assert lines[0].endswith("1:06 of 15:00")
    heading = page(watched, 161.0, 80, 24)[0]
    assert [str(span.style) for span in heading.spans] == ["bold"]
    assert heading.spans[0].end == len("Samedeal   4x13   room ABCDEF")  # the clock is not bold
    assert lines[1] == "Racing: 3 of 3."
    assert lines[3].startswith(" 1 Ada ")
    assert "   29 ████" in lines[3]
    assert lines[3].endswith("40 moves  racing")
    assert lines[4].startswith(" 2 Bob [2J ")
    assert lines[4].endswith("racing, away")
    assert lines[5].startswith(" 3 Cog [bot] ")
    assert lines[7] == "1. Ada"
    assert summary(watched.session) == "1. Ada 29, 2. Bob [2J 28, 3. Cog 27"


@pytest.mark.parametrize(
    ("width", "height", "boards"),
    [(80, 24, 3), (80, 14, 1), (80, 18, 2), (120, 14, 2), (180, 14, 3), (40, 24, 3), (20, 5, 0)],
)
def test_as_many_boards_as_fit(watched: WatchedRoom, width: int, height: int, boards: int) -> None:
    hear(watched.session, *start())
    lines = shown(watched, width, height)
    titles = sum(line.count(f"{i}. ") for line in lines for i in (1, 2, 3))
    assert titles == boards


@pytest.mark.parametrize("width", [1, 5, 20, 79, 300])
@pytest.mark.parametrize("height", [1, 2, 3, 7, 100])
def test_every_size_of_terminal_will_do(watched: WatchedRoom, width: int, height: int) -> None:
    shown(watched, width, height)
    hear(watched.session, *start())
    watched.said.append("Ada: hello")
    watched.notice = "The connection is lost."
    shown(watched, width, height)


def test_only_who_has_solved_it_is_shown_with_a_time(watched: WatchedRoom) -> None:
    """Of who gave up, it would be that of the score, long before."""
    ended = [
        replace(each, status=status, milliseconds=83_000)
        for each, status in zip(standings(), ("won", "gave up", "stuck"), strict=True)
    ]
    hear(watched.session, *start(), Progress(ended))
    rows = [line for line in shown(watched) if "moves" in line]
    assert [("1:23" in row, row.split("moves")[1].split()[0]) for row in rows] == [
        (True, "won"),
        (False, "gave"),
        (False, "stuck"),
    ]


def test_nobody_is_the_first_until_somebody_has_scored(watched: WatchedRoom) -> None:
    even = [replace(each, place=1, milliseconds=0) for each in standings()]
    hear(watched.session, *start(), Progress(even))
    lines = shown(watched)
    assert [line[:7] for line in lines[3:6]] == [" - Ada ", " - Bob ", " - Cog "]
    assert summary(watched.session).startswith("Ada ")


def test_who_came_and_who_left_is_told_among_what_is_said(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    watched.said.append("Ada: one")
    add_news(watched.said, [News(True, (Member(9, "Dan", False),))])
    assert shown(watched)[-2:] == ["Ada: one", "Dan came in to watch"]


def test_what_is_said_is_kept_in_sight(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    watched.said.extend(["Ada: one", "Ada: \x1b]0;title\x07two"])
    watched.notice = "The connection is lost; trying again in 0.2 s."
    assert shown(watched, height=12)[-3:] == ["Ada: one", "Ada: ]0;titletwo", watched.notice]


def test_the_results(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    assert ranking(watched) == []
    results = Results(7, SETTINGS, standings("stuck"), "seed", commitment("seed"))
    hear(watched.session, room("finished"), results)
    watched.verdict = Verdict(True, "Checked.")
    lines = shown(watched)
    assert lines[1] == "The race is over."
    assert lines[3].endswith("40 moves  stuck")
    told = [line.plain.rstrip() for line in ranking(watched, ASCII)]
    assert told[0] == "4x13, race 7: the results"
    assert told[1].startswith(" 1 Ada ")
    assert told[-3:] == ["Seed seed", f"Its SHA-256 {commitment('seed')}", "Checked."]


HOSTILE = "[bold]x[/] \x1b[31m"


@pytest.mark.parametrize("width", [40, 80])
def test_names_and_chat_are_neither_markup_nor_control(watched: WatchedRoom, width: int) -> None:
    hear(watched.session, *start())
    race = watched.session.race
    assert race is not None
    race.standings = [replace(standing, name=HOSTILE) for standing in race.standings]
    watched.said.append(f"{HOSTILE}: :smile: [link=https://example.org]here[/link]")
    lines = page(watched, 100.0, width, 30)
    assert any("1. [bold]x[/] [31m" in line.plain for line in lines)
    assert any("[bold]x[/] [31m: :smile: [link=" in line.plain for line in lines)
    assert all("\x1b" not in line.plain for line in lines)
    styles = {str(span.style) for line in lines for span in line.spans}
    assert styles <= {"", "bold", "dim", "red", "green"}


def test_what_the_race_has_made_of_ratings(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    hear(watched.session, Results(7, SETTINGS, standings("won"), "seed", commitment("seed")))
    changes = [
        RatingChange(1, Rating(790, 310, 24), Rating(812, 290, 20, True, "Rows and gaps"), 1, 788),
        RatingChange(2, Rating(90, 470, 2), Rating(90, 470, 2, False, "Rows and gaps"), 1, 102),
    ]
    hear(watched.session, Rated(6, changes))
    assert ratings(watched.session) == []
    hear(watched.session, Rated(7, changes))
    told = "Ratings in Rows and gaps: Ada 812 +24, Bob [2J 90? −12"
    assert [line.plain for line in ratings(watched.session)] == [told]
    assert told in shown(watched)


def test_what_the_race_has_changed_on_the_leaderboards(watched: WatchedRoom) -> None:
    hear(watched.session, *start())
    hear(watched.session, Results(7, SETTINGS, standings("won"), "seed", commitment("seed")))
    changed = [Feat(1, first_win=True, place=4), Feat(2, first_solved=True), Feat(9, place=1)]
    hear(watched.session, Feats(6, changed))
    assert feats(watched.session) == []
    hear(watched.session, Feats(7, changed))
    told = [
        "Ada: First win in 4x13, 4th place on the leaderboard",
        "Bob [2J: 4x13 solved for the first time",
    ]
    assert [line.plain for line in feats(watched.session)] == told
    assert set(told) <= set(shown(watched))


def test_a_room_that_is_not_rated_is_casual(watched: WatchedRoom) -> None:
    hear(watched.session, replace(room("lobby"), settings=replace(SETTINGS, rated=False)))
    assert shown(watched, width=120)[0] == "Samedeal   4x13   room ABCDEF   casual"
