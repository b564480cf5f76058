from protocol.messages import Member, Settings
from server.rooms.audience import Audience

MEMBERS = {
    1: Member(1, "ann", seated=True),
    2: Member(2, "bob", seated=True),
    3: Member(3, "cat", seated=False),
}


def audience(*, delay: int = 0, show_boards: bool = False, racers: set[int] | None) -> Audience:
    made = Audience(MEMBERS)
    made.settle(Settings("klondike", delay=delay, show_boards=show_boards), racers)
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
