from itertools import count
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Status
from server.ratings.ranks import Finisher, is_rated, ranks

WON = Finisher(1, "won", 1)
SECOND = Finisher(2, "won", 2)
STUCK = Finisher(3, "stuck", 3)
GAVE_UP = Finisher(4, "gave up", 4)
STOPPED = Finisher(5, "stopped", 2)


def test_ranks_are_the_order_of_the_places() -> None:
    assert ranks([GAVE_UP, SECOND, STUCK, WON]) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_who_shares_a_place_shares_a_rank() -> None:
    others = [GAVE_UP._replace(player=player) for player in (4, 5, 6)]
    assert ranks([WON, *others]) == {1: 1, 4: 2, 5: 2, 6: 2}


def test_who_give_up_together_have_shown_nothing() -> None:
    both = [GAVE_UP, GAVE_UP._replace(player=5)]
    assert ranks(both) == {}
    assert is_rated(both)
    assert ranks([*both, STUCK]) == {3: 1, 4: 2, 5: 2}


def test_winners_who_nothing_tells_apart_share_a_rank() -> None:
    assert ranks([WON, SECOND._replace(place=1), STUCK]) == {1: 1, 2: 1, 3: 3}


def test_bots_are_passed_over() -> None:
    robot = Finisher(9, "won", 1, bot=True)
    assert ranks([robot, WON._replace(place=2), STUCK]) == {1: 1, 3: 2}
    assert ranks([robot, WON]) == {}
    assert not is_rated([robot, WON])


def test_who_does_not_count_is_passed_over_and_the_race_keeps_its_number() -> None:
    uncounted = WON._replace(counted=False)
    assert ranks([uncounted, SECOND, STUCK]) == {2: 1, 3: 2}
    assert ranks([uncounted, SECOND]) == {}
    assert is_rated([uncounted, SECOND])


def test_before_anybody_has_won_who_was_stopped_neither_gains_nor_loses() -> None:
    assert ranks([STOPPED, STUCK, GAVE_UP]) == {3: 1, 4: 2}
    assert ranks([STOPPED, STUCK]) == {}


def test_after_a_win_nobody_takes_a_loss_back_by_ending_the_race() -> None:
    assert ranks([WON, STOPPED, STUCK]) == {1: 1, 5: 2, 3: 3}


@st.composite
def races(draw: st.DrawFn) -> list[Finisher]:
    numbers = count(1)
    return [
        Finisher(
            next(numbers),
            draw(st.sampled_from(get_args(Status)[1:])),
            draw(st.integers(1, 16)),
            bot=draw(st.booleans()),
            counted=draw(st.booleans()),
        )
        for _ in range(draw(st.integers(0, 16)))
    ]


@given(races(), st.randoms())
def test_ranks_are_those_of_people_who_count_in_whatever_order_they_come(
    race: list[Finisher], chance: st.DataObject
) -> None:
    found = ranks(race)
    shuffled = race.copy()
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ranks(shuffled) == found
    assert list(found) == sorted(found)
    known = {each.player: each for each in race}
    assert all(known[player].counted and not known[player].bot for player in found)
    assert len(found) != 1
    for player, rank in found.items():
        assert rank == 1 + sum(other < rank for other in found.values())
        assert all(found[p] > rank for p in found if known[p].place > known[player].place)
