from msgspec.structs import replace

from client.words.commentary import (
    attendance_text,
    people_text,
    results_text,
    rival_news,
    room_news,
    standing_text,
    time_text,
    win_news,
)
from protocol.messages import Member, Standing

ADA, BOB, CLEO = 1, 2, 3


def test_who_comes_and_goes_in_a_room() -> None:
    ada, bob, cleo = (
        Member(ADA, "Ada", True),
        Member(BOB, "B\nob", True),
        Member(CLEO, "Cleo", False),
    )
    steps = [
        ([ada], [ada, bob, cleo], ["B ob came in", "Cleo came in to watch"]),
        ([ada, bob], [ada, replace(bob, ready=True, ping=30)], ["B ob is ready"]),
        ([replace(bob, ready=True)], [bob], ["B ob is not ready any more"]),
        ([bob, cleo], [replace(bob, seated=False), replace(cleo, seated=True)],
         ["B ob only watches now", "Cleo took a seat"]),
        ([bob], [replace(bob, connected=False, ready=False)], ["B ob has no connection"]),
        ([replace(bob, connected=False)], [bob], ["B ob is back"]),
        ([bob, cleo], [cleo], ["B ob left"]),
        ([ada, bob], [replace(ada, ready=True), replace(bob, ping=90, muted=True)], []),
    ]  # fmt: skip
    for before, after, said in steps:
        assert room_news(before, after, ADA) == said


def test_who_came_and_who_left_is_one_line_however_many_they_are() -> None:
    people = [Member(number, f"P{number}", number % 2 > 0) for number in range(1, 12)]
    assert attendance_text(people[:1], came=True) == "P1 came in"
    assert attendance_text(people[1:2], came=True) == "P2 came in to watch"
    assert attendance_text(people[:1], came=False) == "P1 left"
    assert attendance_text(people[:2], came=True) == "Came in: P1, P2"
    assert attendance_text(people, came=False) == "Left: P1, P2, P3, P4, P5, P6, P7, P8 … +3"


def test_times() -> None:
    assert [time_text(s) for s in (0, 1, 59.9, 61, 192, 3600, 3725)] == [
        "0 seconds",
        "1 second",
        "59 seconds",
        "1 minute 1 second",
        "3 minutes 12 seconds",
        "1 hour",
        "1 hour 2 minutes",
    ]


def test_how_the_race_stands() -> None:
    standings = [Standing(ADA, "Ada", place=2), Standing(BOB, "Bob", place=1)]
    assert standing_text(standings, ADA, 65, 835, 12) == (
        "2nd of 2, 12 points; 1 minute 5 seconds gone, 13 minutes 55 seconds left"
    )


def test_news_of_rivals_comes_once() -> None:
    before = [Standing(n, name) for n, name in ((ADA, "Ada"), (BOB, "Bob"), (CLEO, "C\nleo"))]
    after = [
        Standing(ADA, "Ada", "gave up"),
        Standing(BOB, "Bob", "won", milliseconds=192_400),
        Standing(CLEO, "C\nleo", "gave up"),
    ]
    assert rival_news(before, after, ADA) == [
        "Bob solved it in 3 minutes 12 seconds",
        "C leo gave up",
    ]
    assert win_news(before, after, ADA) == ["Bob solved it in 3:12.4"]
    assert rival_news(after, after, ADA) == win_news(after, after, ADA) == []
    assert win_news(before, after, BOB) == []
    stuck = [*after[:2], Standing(CLEO, "Cleo", "stuck")]
    assert rival_news(before, stuck, BOB) == ["Ada gave up", "Cleo is stuck"]


def test_results() -> None:
    standings = [
        Standing(BOB, "Bob", "won", 52, 1, milliseconds=61_000),
        Standing(ADA, "Ada", "out of time", 1, 2),
    ]
    assert results_text(standings, ADA) == (
        "The race is over. You came 2nd of 2 with 1 point: out of time. "
        "1st: Bob with 52 points, solved in 1 minute 1 second"
    )
    assert results_text(standings, CLEO).startswith("The race is over. 1st: Bob")
    alone = [Standing(ADA, "Ada", "gave up", 0, 1)]
    assert results_text(alone, ADA) == ("The race is over. You ended with 0 points: gave up"), (
        "there is no place without a rival"
    )
    assert results_text([standings[0], *alone], BOB).endswith(
        "solved in 1 minute 1 second. Ada with 0 points, gave up"
    )


def test_people_are_told_how_they_did_where_bots_are_ahead() -> None:
    bot = Standing(4, "Cog", place=1, bot=True)
    ada, bob = Standing(ADA, "Ada", place=2), Standing(BOB, "Bob", place=3)
    assert people_text([bot, ada, bob], ADA) == "1st of 2 without the bots"
    assert people_text([bot, ada, bob], BOB) == "2nd of 2 without the bots"
    assert people_text([bot, ada, bob], CLEO) == "Best without the bots: Ada"
    gone = replace(ada, status="gave up")
    assert people_text([bot, gone, bob], ADA) == "", "who left with nothing has no place"
    assert people_text([bot, ada], ADA) == "", "there is nobody to compare with"
    assert people_text([replace(ada, place=1), replace(bot, place=2), bob], ADA) == ""
    assert "1st of 2 without the bots. " in results_text([bot, ada, bob], ADA)
