from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Board, FromServer, Progress, Said, Step
from server.rooms.events import Events

HI = Said(1, "ann", "hi")


def test_numbers_grow_by_one_and_are_the_same_for_all() -> None:
    events = Events(10, 10_000)
    assert [events.add((1, 2), HI).seq for _ in range(3)] == [1, 2, 3]
    assert events.number == 3


def test_what_came_since_then_for_this_player() -> None:
    events = Events(10, 10_000)
    for players in ((1,), (2,), (1, 2), (3,)):
        events.add(players, HI)
    assert [message.seq for message in events.since(1, 1) or []] == [3]
    assert [message.seq for message in events.since(2, 0) or []] == [2, 3]
    assert events.since(3, 4) == []
    assert events.since(3, 5) is None


def test_who_came_in_later_or_knows_another_stream_missed_more_than_can_be_said() -> None:
    events = Events(10, 10_000, "stream")
    for _ in range(3):
        events.add((1, 2), HI)
    events.note_arrival(2)
    events.add((1, 2), HI)
    assert [message.seq for message in events.missed(1, "stream", 2) or []] == [3, 4]
    assert events.missed(1, "another", 2) is None
    assert events.missed(1, "stream", 0) is None
    assert events.missed(2, "stream", 2) is None
    assert [message.seq for message in events.missed(2, "stream", 3) or []] == [4]
    events.note_departure(2)
    assert [message.seq for message in events.missed(2, "stream", 2) or []] == [3, 4]


def test_progress_is_not_kept() -> None:
    events = Events(1, 10_000)
    events.add((1,), HI)
    for _ in range(5):
        events.add((1,), Progress([]))
    assert [message.seq for message in events.since(1, 0) or []] == [1]
    assert events.number == 6


def test_the_oldest_are_forgotten_when_there_are_too_many_or_they_are_too_big() -> None:
    few = Events(2, 10_000)
    for _ in range(3):
        few.add((1,), HI)
    assert few.since(1, 0) is None
    assert few.since(1, 1) is not None
    small = Events(1000, 1000)
    small.add((1,), HI)
    small.add((1,), Board(1, 0, [bytes(52)] * 20))
    assert small.since(1, 1) is None  # More than all that may be kept.
    assert small.since(1, 2) == []


@given(
    st.lists(st.tuples(st.sets(st.integers(1, 3), min_size=1), st.integers(0, 300)), max_size=60),
    st.integers(1, 3),
    st.integers(0, 60),
)
def test_all_or_nothing_and_never_anothers(
    sent: list[tuple[set[int], int]], player: int, seen: int
) -> None:
    events = Events(20, 4000)
    told: list[FromServer] = []
    for players, size in sent:
        numbered = events.add(tuple(players), Step(9, 1, {0: bytes(size)}, 0))
        told += [numbered] if player in players else []
    since = events.since(player, seen)
    if since is not None:
        assert since == [message for message in told if message.seq > seen]
    elif seen <= len(sent):
        assert seen < len(sent)
