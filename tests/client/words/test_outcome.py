import pytest
from msgspec.structs import replace

from client.words.outcome import (
    Outcome,
    host_of,
    is_close,
    is_placed,
    is_ranked,
    outcome_of,
    past_place_text,
    rank_number,
    rank_text,
    upon_steps,
    were_alone,
)
from harness.fakes import ADA, BOB, member, room
from protocol.messages import PastRace, Standing, Status

WON = Standing(1, "ann", "won", 52, 1, 99, 90_000)
GONE = Standing(2, "bob", "gave up", 3, 2, 9, 9000)
STUCK = Standing(3, "cleo", "stuck", 2, 3, 9, 8000)
NOTHING = replace(GONE, score=0, milliseconds=0)
PAST = PastRace(1, "golf", {}, 1, 4, "stuck", 13, 1800, 0)


def test_who_was_alone_or_left_with_nothing_has_no_place() -> None:
    assert [is_ranked(each, 3) for each in (WON, GONE, STUCK, NOTHING)] == [True] * 3 + [False]
    assert not is_ranked(replace(NOTHING, status="disconnected"), 3)
    assert is_ranked(replace(NOTHING, status="out of time"), 3), "who stayed has come in"
    assert not is_ranked(WON, 1)
    assert [rank_text(each, 3) for each in (GONE, NOTHING)] == ["2nd", "–"]
    assert [rank_number(each, 3) for each in (GONE, NOTHING)] == ["2", "–"]


def test_milliseconds_are_told_where_tenths_do_not_tell_who_was_ahead() -> None:
    later = replace(WON, player=4, place=2, milliseconds=90_099)
    assert is_close(WON, [WON, later, GONE])
    assert is_close(later, [WON, later, GONE])
    assert is_close(WON, [WON, replace(later, score=60)]), "a win is a win"
    assert not is_close(GONE, [WON, later, GONE])
    assert not is_close(WON, [WON, replace(later, place=1, milliseconds=90_000)]), "a shared place"
    assert not is_close(WON, [WON, replace(later, milliseconds=90_100)])
    assert not is_close(GONE, [GONE, replace(GONE, place=3, score=2)]), "the score tells it"


@pytest.mark.parametrize("status", ["racing", "stuck", "gave up", "stopped"])
def test_who_is_first_with_nothing_is_ahead_of_nobody(status: Status) -> None:
    first = replace(NOTHING, place=1, status=status)
    assert not is_ranked(first, 3)
    assert is_ranked(replace(first, score=-1, milliseconds=1), 3), "the others have less"


def test_to_be_first_says_something_where_that_has_won() -> None:
    first = replace(STUCK, place=1)
    assert is_placed(first, 2, won=True)
    assert not is_placed(first, 2, won=False)
    assert is_placed(STUCK, 3, won=False)
    assert not is_placed(replace(STUCK, status="stopped"), 3, won=False)


def test_the_headline_is_a_place_only_after_a_race_to_the_end() -> None:
    assert outcome_of(STUCK, 3, won=False) == Outcome("You came 3rd of 3.", ["2 points, stuck"])
    assert outcome_of(GONE, 3, won=False) == Outcome("You gave up.", ["2nd of 3", "3 points"])
    led = replace(GONE, place=1)
    assert outcome_of(led, 3, won=False) == Outcome("You gave up.", ["1st of 3", "3 points"])
    alone = replace(NOTHING, place=1)
    assert outcome_of(alone, 1, won=False) == Outcome("You gave up.", ["0 points"])
    assert outcome_of(WON, 1, won=True) == Outcome("You won!", ["solved 1:30.0"])


@pytest.mark.parametrize(
    ("host", "told"),
    [(ADA, "You ended the race."), (BOB, "Bob ended the race."), (9, "The race was ended early.")],
)
def test_who_was_stopped_reads_by_whom(host: int, told: str) -> None:
    by = host_of(room(member(ADA), member(BOB), host=host), ADA)
    stopped = replace(STUCK, status="stopped")
    assert outcome_of(stopped, 3, won=False, host=by).headline == told


def test_bots_were_alone_once_all_people_had_ended_ten_seconds_ago() -> None:
    bot = replace(STUCK, status="stopped", bot=True)
    assert were_alone([GONE, bot], {GONE.player: 3000}, 13_000)
    assert not were_alone([GONE, bot], {GONE.player: 9000}, 13_000), "the host was quicker"
    assert not were_alone([replace(GONE, status="stopped"), bot], {}, 13_000)


def test_a_page_says_of_a_race_that_there_was_nobody_to_beat() -> None:
    assert past_place_text(replace(PAST, won=True)) == "1st of 4"
    assert past_place_text(PAST) == "no winner"
    assert past_place_text(replace(PAST, racers=1)) == "alone"
    left = replace(PAST, place=4, status="gave up", score=0)
    assert past_place_text(left) == "–"
    assert past_place_text(replace(left, score=1)) == "4th of 4"


def test_a_step_is_for_who_has_a_place_and_points() -> None:
    assert upon_steps([WON, GONE, STUCK], [1]) == [WON, GONE, STUCK]
    assert upon_steps([WON], [1]) == [], "who was alone has no place"
    late = [replace(STUCK, player=n, place=n, status="out of time") for n in range(1, 5)]
    assert upon_steps(late, [1]) == late[:3]
    undone = replace(STUCK, score=0)  # who had points, and took them back
    assert upon_steps([WON, undone], [1]) == [WON], "a winner stands there alone, too"
    first = replace(GONE, place=1)
    assert upon_steps([first, undone], [2]) == [first], "left as the winner"
    bot = Standing(4, "Cog", "stopped", 9, 1, 9, 9000, bot=True)
    assert upon_steps([bot, STUCK], []) == [], "nobody has won"
