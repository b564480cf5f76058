from itertools import count
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Status
from server.ratings.ranks import Finisher, is_rated, ranks

WON = Finisher(1, "won", 52, 1)
SECOND = Finisher(2, "won", 52, 2)
STUCK = Finisher(3, "stuck", 30, 3)
GAVE_UP = Finisher(4, "gave up", 10, 4)
STOPPED = Finisher(5, "stopped", 40, 3)


def test_winners_by_time_then_the_others_by_score() -> None:
    assert ranks([GAVE_UP, SECOND, STUCK, WON]) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_who_has_the_same_score_shares_a_rank_whoever_had_it_first() -> None:
    others = [GAVE_UP._replace(player=player, place=player) for player in (4, 5, 6)]
    assert ranks([WON, *others]) == {1: 1, 4: 2, 5: 2, 6: 2}


def test_who_give_up_together_have_shown_nothing() -> None:
    both = [GAVE_UP, GAVE_UP._replace(player=5)]
    assert ranks(both) == {}
    assert is_rated(both)
    assert ranks([*both, STUCK]) == {3: 1, 4: 2, 5: 2}


def test_winners_who_nothing_tells_apart_share_a_rank() -> None:
    assert ranks([WON, SECOND._replace(place=1), STUCK]) == {1: 1, 2: 1, 3: 3}


def test_bots_are_passed_over() -> None:
    robot = Finisher(9, "won", 52, 1, bot=True)
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
            draw(st.integers(-5, 52)),
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
        if known[player].status == "won":
            assert all(found[p] > rank or known[p].status == "won" for p in found if p != player)
