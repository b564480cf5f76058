import pytest

from server.rooms.races.race_ids import FEW, RaceIds
from server.rooms.refusal import Refusal


def test_each_id_is_given_out_once_and_then_those_of_the_next_block() -> None:
    ids = RaceIds(range(3, 5))
    ids.add(range(10, 11))
    given = []
    for _ in range(3):
        assert ids.next == ids.next, "to look takes nothing"
        given.append(ids.next)
        ids.take()
    assert given == [3, 4, 10]
    with pytest.raises(Refusal, match="try again in a moment"):
        ids.take()
    ids.add(range(20, 30))
    assert ids.next == 20


def test_few_are_told_in_time() -> None:
    ids = RaceIds(range(FEW))
    told = [ids.few]
    ids.take()
    told.append(ids.few)
    ids.add(range(1000, 1001))
    told.append(ids.few)
    assert told == [False, True, False]
