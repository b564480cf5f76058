import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from client.board.card_moves import came_from
from client.board.layout import Spot
from engine import catalogue
from engine.cards import COPY

GAMES = [entry.name for entry in catalogue.entries()]


def look(piles: tuple[bytes, ...], spot: Spot) -> int:
    return piles[spot.pile][spot.card] & ~COPY


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 999), moves=st.integers(0, 30))
def test_every_card_comes_from_somewhere_and_from_where_it_can(
    name: str, seed: int, moves: int
) -> None:
    game = catalogue.make(name)
    chance = random.Random(seed)
    before = game.deal(str(seed))
    for _ in range(moves + 1):
        actions = game.legal_actions(before)
        if not actions:
            break
        after = game.play(before, chance.choice(actions), str(seed))
        old, new = game.view(before).piles, game.view(after).piles
        origins = came_from(old, new)
        assert len(origins) == min(sum(map(len, new)), sum(map(len, old)))
        assert len(set(origins.values())) == len(origins)
        # A face that can be seen before and after is followed, twins being as good as each other.
        followed = Counter(
            look(new, here)
            for here, there in origins.items()
            if look(new, here) == look(old, there)
        )
        seen_before, seen_after = (
            Counter(card & ~COPY for pile in piles for card in pile if 0 < card < 0x80)
            for piles in (old, new)
        )
        assert {face: followed[face] for face in seen_before & seen_after} == dict(
            seen_before & seen_after
        )
        before = after


def test_a_moved_group_is_followed() -> None:
    origins = came_from([b"\x80\x0d\x1c", b""], [b"\x05", b"\x0d\x1c"])
    assert origins == {
        Spot(0, 0): Spot(0, 0),  # turned over in place
        Spot(1, 0): Spot(0, 1),
        Spot(1, 1): Spot(0, 2),
    }


def test_cards_turned_from_the_stock_come_from_its_top() -> None:
    origins = came_from([b"\x80" * 5, b"\x01"], [b"\x80" * 2, b"\x01\x07\x08\x09"])
    assert [origins[Spot(1, card)] for card in range(4)] == [
        Spot(1, 0),
        Spot(0, 4),
        Spot(0, 3),
        Spot(0, 2),
    ]


def test_twins_stay_apart_where_they_can() -> None:
    origins = came_from([b"\x01", b"\x41", b""], [b"", b"\x41", b"\x01"])
    assert origins == {Spot(1, 0): Spot(1, 0), Spot(2, 0): Spot(0, 0)}
    # Two of the very same byte, as a deck of one suit has them.
    assert came_from([b"\x01\x01", b""], [b"\x01", b"\x01"])[Spot(1, 0)] == Spot(0, 1)


def test_cards_that_become_unknown_and_known_again_stay_in_place() -> None:
    assert came_from([b"\x07", b"\x08"], [b"\0", b"\0"]) == {
        Spot(0, 0): Spot(0, 0),
        Spot(1, 0): Spot(1, 0),
    }


def test_new_cards_come_from_nowhere() -> None:
    assert came_from([b""], [b"\x07\x80"]) == {}


def test_one_face_never_becomes_another() -> None:
    stock, past, run = 0, 1, 2
    before = b"\x80\x80", b"", b"\x19"
    origins = came_from(before, (b"\x80", b"\x80", b"\x39"))
    assert origins[Spot(run, 0)] == Spot(stock, 1)
    assert origins[Spot(past, 0)] == Spot(run, 0)
