from engine import catalogue, empty_places
from engine.state import State

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


def test_places_that_nothing_fills_again_vanish() -> None:
    thirteen = catalogue.make("thirteen")
    shown = [empty_places.is_outlined(place) for place in thirteen.places]
    assert shown.count(False) == 28
    assert all(empty_places.is_outlined(place) for place in KLONDIKE.places)
    assert all(empty_places.is_outlined(place) for place in catalogue.make("4x13").places)


def test_every_place_that_is_shown_comes_with_its_sign() -> None:
    thirteen = catalogue.make("thirteen")
    state = thirteen.deal("test")
    outlines = empty_places.outlines(thirteen, state)
    assert len(outlines) == len(thirteen.places) - 28
    assert outlines == {pile: empty_places.sign(thirteen, state, pile) for pile in outlines}
