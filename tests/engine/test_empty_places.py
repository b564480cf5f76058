import random

import pytest

from engine import catalogue, empty_places
from engine.game import Game
from engine.state import Click, State

KLONDIKE = catalogue.make("klondike")


def klondike(**piles: bytes) -> State:
    named = {f"p{i}": b"" for i in range(13)} | piles
    return State(tuple(named.values()))


def test_what_empty_places_say() -> None:
    def sign(name: str, pile: int, state: State | None = None) -> str | None:
        game = catalogue.make(name)
        return empty_places.sign(game, state or game.deal("test"), pile)

    assert sign("klondike", 2) == "A"
    assert sign("klondike", 6) is None
    assert sign("klondike", 0, klondike(p1=b"\1")) == "redeal"
    assert sign("klondike", 0, klondike(p1=b"\1")._replace(redeals=2)) == "x"
    assert sign("klondike", 0, klondike()) is None, "nothing is dealt yet"
    assert sign("thirteens", 16) == "K"
    assert sign("thirteens", 15) is None


STOCKED = [
    (game, stocks)
    for game in map(catalogue.make, (entry.name for entry in catalogue.entries()))
    if (
        stocks := [
            i for i, place in enumerate(game.places) if place.kind == "stock" and place.click
        ]
    )
]


def test_the_signs_of_empty_stocks_follow_from_what_fills_them() -> None:
    """As clients tell it that have no rules, on boards where nobody tells them what may be done."""
    met = set()
    for game, stocks in STOCKED:
        chance, state = random.Random("signs"), game.deal("signs")
        for _ in range(200):
            for stock in stocks:
                if not state.piles[stock]:
                    used_up = game.redeals is not None and state.redeals >= game.redeals
                    filled = any(state.piles[i] for i in empty_places.filled_from(game, stock))
                    sign = empty_places.sign(game, state, stock)
                    met.add(sign)
                    if game != catalogue.make("cruel"):  # where the deal may change nothing
                        assert sign == ("redeal" if filled and not used_up else "x")
            if not (actions := game.legal_actions(state)):
                break
            clicks = [action for action in actions if isinstance(action, Click)]
            state = game.play(state, chance.choice(clicks or actions))
    assert met == {"redeal", "x"}


def shown(game: Game) -> list[bool]:
    outlined = empty_places.outlined(game)
    return [pile in outlined for pile in range(len(game.places))]


def test_places_that_nothing_fills_again_vanish() -> None:
    thirteen = catalogue.make("thirteen")
    assert shown(thirteen).count(False) == 28
    assert all(shown(KLONDIKE))
    assert all(shown(catalogue.make("4x13")))


def test_of_places_that_lie_on_each_other_only_the_lowest_is_shown() -> None:
    assert shown(catalogue.make("treize"))[:3] == [True, True, False]
    backbone = catalogue.make("backbone")
    bones = {pile for pile, place in enumerate(backbone.places) if place.kind == "reserve"}
    assert len(bones & empty_places.outlined(backbone)) == 2, "the uppermost of each row"
    assert all(shown(catalogue.make("spider-three-decks"))), "close by, but apart"


@pytest.mark.parametrize(
    "name", ["forty-thieves", "giant", "odessa", "seahaven", "whitehead", "klondike"]
)
def test_foundations_that_take_whole_sequences_say_with_what_they_begin(name: str) -> None:
    game = catalogue.make(name)
    state = game.deal("test")
    foundations = [i for i, place in enumerate(game.places) if place.kind == "foundation"]
    signs = {empty_places.sign(game, state, i) for i in foundations if not state.piles[i]}
    assert signs == {"A"}


def test_where_the_deal_chooses_the_rank_the_other_foundations_bear_it() -> None:
    game = catalogue.make("eagle-wing")
    state = game.deal("picture")
    assert state.piles[2] == b"\6"
    assert [empty_places.sign(game, state, pile) for pile in (3, 4, 5)] == ["6", "6", "6"]


def test_every_place_that_is_shown_comes_with_its_sign() -> None:
    thirteen = catalogue.make("thirteen")
    state = thirteen.deal("test")
    outlines = empty_places.outlines(thirteen, state)
    assert len(outlines) == len(thirteen.places) - 28
    assert outlines == {pile: empty_places.sign(thirteen, state, pile) for pile in outlines}


def test_places_that_begin_empty_are_shown_and_those_of_a_pyramid_are_not() -> None:
    assert empty_places.outlined(catalogue.make("first-law")) == set(range(5))
    pyramid = empty_places.outlined(catalogue.make("thirteen"))
    assert pyramid.isdisjoint(range(3, 30))
