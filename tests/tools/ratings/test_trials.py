from itertools import pairwise

from tools.ratings.club import SIZE, Club
from tools.ratings.trials import LATER, WAYS, convergence, gains


def test_ratings_come_right_and_sure_as_time_goes_by() -> None:
    found = convergence("club")
    assert [each.races for each in found] == [*LATER]
    assert found[0].pairs > 0.6
    assert found[-1].pairs > 0.8
    assert all(later.sure >= earlier.sure for earlier, later in pairwise(found))
    assert (found[0].sure, found[-1].sure) == (0, 1)


def test_the_same_club_is_made_up_again() -> None:
    assert convergence("club") == convergence("club")
    assert len(Club("club").racers) == SIZE


def test_every_way_is_held_against_racing_honestly() -> None:
    found = gains(["one", "two"])
    assert [each.way for each in found] == [*WAYS]
    assert found[0].gain == 0
    quitting = next(each for each in found if "giving up" in each.way)
    assert quitting.gain < 0
