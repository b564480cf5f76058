import pytest
from msgspec.structs import replace

from client.words.absence import MOST, Known, missed_text
from harness.fakes import ADA, BOB, CLEO, NAMES, member, room
from protocol.messages import RoomState, Standing

HERE = room(member(ADA), member(BOB), phase="running")


def known(here: RoomState | None = HERE, *standings: Standing, race: int = 7) -> Known:
    return Known(here, race, standings)


def racer(player: int, place: int, status: str = "racing") -> Standing:
    first = Standing(player, NAMES[player], place=place, milliseconds=1000)
    return replace(first, status=status)


def test_who_has_missed_nothing_is_told_so_in_a_room_alone() -> None:
    assert missed_text(known(), known(), ADA, 0) == "Connected. You have missed nothing."
    assert missed_text(Known(), Known(), ADA, 0) == ""
    assert missed_text(known(), Known(), ADA, 0) == "", "the room is gone, which is told"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (known(), known(room(member(ADA), phase="running")), "Bob left"),
        (
            known(HERE, racer(ADA, 1), racer(BOB, 2)),
            known(HERE, racer(BOB, 1, "won"), racer(ADA, 2)),
            "now 2nd of 2 · Bob solved it in 1 second",
        ),
        (known(), known(replace(HERE, phase="finished")), "the race is over"),
        (known(), known(race=8), "another race has begun"),
        (
            known()._replace(started=100.0),
            known()._replace(started=141.2),
            "the clock stood still for 41 seconds",
        ),
    ],
)
def test_what_has_happened_is_told(before: Known, after: Known, told: str) -> None:
    assert missed_text(before, after, ADA, 0) == f"Connected. Meanwhile: {told}"
    assert missed_text(before, after, ADA, 2).endswith(f"{told} · 2 messages")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (known()._replace(started=100.0), known()._replace(started=101.2)),
        (known()._replace(started=100.0), known()._replace(started=90.0)),
        (known(), known()._replace(started=141.0)),
    ],
)
def test_a_clock_that_went_on_is_no_news(before: Known, after: Known) -> None:
    assert missed_text(before, after, ADA, 0) == "Connected. You have missed nothing."


def test_of_another_room_only_what_was_said_is_told() -> None:
    other = replace(HERE, code="GHJKLM")
    assert missed_text(known(), known(other), ADA, 1) == "Connected. Meanwhile: 1 message"


def test_of_very_much_only_the_first_is_told() -> None:
    crowd = [replace(member(CLEO), player=player) for player in range(10, 20)]
    told = missed_text(known(), known(room(member(ADA), member(BOB), *crowd)), ADA, 0)
    assert told.count("came in") == MOST
    assert told.endswith(" · …")
