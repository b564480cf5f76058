from typing import Any

import pytest

from protocol.messages import Member, Settings
from server.rooms.audience import BLIND, UNSEEN, Audience, Beside
from server.rooms.events import Events
from server.rooms.members import Members
from server.rooms.output import Output


def audience(
    *,
    racers: set[int] | None,
    racing: set[int] = frozenset(),  # type: ignore[assignment]
    places: tuple[str | None, ...] = (None, None, None),
    **settings: object,
) -> Audience:
    members = Members(Output(Events(9, 999), Events(9, 999)))
    for number, (name, place) in enumerate(zip(("ann", "bob", "cat"), places, strict=True), 1):
        members.add(Member(number, name, seated=name != "cat"))
        members.note_place(number, place)
    made = Audience(members)
    made.settle(Settings("klondike", **settings), racers, racing)  # type: ignore[arg-type]
    return made


def test_without_a_delay_everybody_sees_the_race_live() -> None:
    seen = audience(racers={1, 2})
    assert (seen.live, seen.delayed) == ((1, 2, 3), ())


def test_with_a_delay_all_but_racers_see_it_later() -> None:
    seen = audience(delay=30, racers={1})
    assert (seen.live, seen.delayed) == ((1,), (2, 3))


def test_before_the_race_a_seat_makes_a_racer() -> None:
    seen = audience(delay=30, racers=None)
    assert (seen.live, seen.delayed) == ((1, 2), (3,))


def test_spectators_see_boards_and_rivals_where_the_room_shows_them() -> None:
    assert audience(racers={1, 2}).of_board(1) == (1, 3)
    assert audience(racers={1, 2}, show_boards=True).of_board(1) == (1, 2, 3)
    assert audience(racers={1, 2}, delay=30).of_board(1) == (1,)


def test_settling_anew_forgets_who_saw_what() -> None:
    seen = audience(racers={1, 2})
    assert seen.of_board(1) == (1, 3)
    seen.settle(Settings("klondike", delay=30, show_boards=True), {1, 2})
    assert seen.of_board(1) == (1, 2)


@pytest.mark.parametrize(
    ("settings", "racing", "place", "sees"),
    [
        ({}, {1, 2}, "home", False),
        ({}, {1, 2}, "elsewhere", True),
        ({}, {1, 2}, None, True),
        ({}, {2}, "home", True),  # Ann's race is over.
        ({"same_address": True}, {1, 2}, "home", True),
        ({"show_boards": True}, {1, 2}, "home", True),
        ({"show_boards": True, "same_address": False}, {1, 2}, "home", False),
        ({"delay": 30}, {1, 2}, "home", True),
        ({"delay": 30, "same_address": False}, {1, 2}, "home", False),
    ],
)
def test_who_watches_beside_a_racer_sees_boards_where_the_room_allows_it(
    settings: dict[str, object], racing: set[int], place: str | None, sees: bool
) -> None:
    places = ("home", "away", place)
    seen = audience(racers={1, 2}, racing=racing, places=places, **settings)
    if settings.get("delay"):
        assert (3 in seen.delayed_boards) == sees
    else:
        assert [3 in seen.of_board(racer) for racer in (1, 2)] == [sees, sees]
    assert 1 in seen.of_board(1), "one's own board"


def test_from_where_nobody_may_see_boards_is_told_without_those_who_see_them() -> None:
    places = ("home", None, "elsewhere")
    seen = audience(racers={1, 2}, places=places)
    settings = Settings("klondike")
    assert seen.beside(settings, {1, 2}) == Beside(frozenset({"home"}))
    assert seen.beside(settings, ()) == Beside()
    assert seen.beside(Settings("klondike", same_address=True), {1, 2}) == Beside()
    assert seen.beside(settings, {1, 9}) == Beside(frozenset({"home"})), "9 has left"
    assert Beside(frozenset({"home"})).why_blind("home") is BLIND
    assert Beside(frozenset({"home"})).why_blind("elsewhere") is None
    assert Beside(unseen=True).why_blind("elsewhere") is UNSEEN
    assert Beside(frozenset({"home"}), unseen=True).why_blind(None) is None


def test_who_is_not_back_may_be_anywhere() -> None:
    members = Members(Output(Events(9, 999), Events(9, 999)))
    members.restore(Member(1, "ann", seated=True), 0)
    assert Audience(members).beside(Settings("klondike"), {1}) == Beside(unseen=True)


@pytest.mark.parametrize("settings", [{}, {"same_address": False, "show_boards": True}])
def test_guests_who_come_and_go_see_what_they_would_if_all_was_settled_anew(
    settings: dict[str, Any],
) -> None:
    guests = {90: "home", 91: "elsewhere", 92: None, 93: "elsewhere"}

    def seen(*, anew: bool) -> list[object]:
        made = audience(racers={1, 2}, racing={1, 2}, places=("home", "away", None), **settings)
        told: list[object] = []
        for guest in (90, 91, 92, -91, 93, -90, 91, -92, -93):
            made.of_board(1)  # asked already, and so to be kept true
            if guest > 0:
                made._members.let_in(guest, guests[guest])
                made.admit(guest)
            else:
                made._members.let_out(-guest)
                made.dismiss(-guest)
            if anew:
                made.settle(Settings("klondike", **settings), {1, 2}, {1, 2})
            told += [set(made.live), dict(made.blind), *(set(made.of_board(n)) for n in (1, 2))]
        return told

    assert seen(anew=False) == seen(anew=True)
