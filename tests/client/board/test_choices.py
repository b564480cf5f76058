from client.board import choices
from client.board.layout import Spot
from engine import catalogue
from engine.cards import card
from engine.state import Click, Deal, Move, State

KLONDIKE = catalogue.make("klondike")


def klondike(**piles: bytes) -> State:
    named = {f"p{i}": b"" for i in range(13)} | piles
    return State(tuple(named.values()))


def test_what_lies_face_up_in_order_comes_along() -> None:
    run = bytes([0x80, card(9, 0), card(8, 1), card(7, 3)])
    state = klondike(p6=run, p7=bytes([card(9, 0), card(7, 0)]), p8=b"\x80", p9=b"\0")
    assert [choices.liftable(KLONDIKE, state, Spot(6, i)) for i in (-1, 0, 1, 2, 3)] == [
        0,
        0,
        3,
        2,
        1,
    ]
    assert choices.liftable(KLONDIKE, state, Spot(7, 0)) == 0
    assert choices.liftable(KLONDIKE, state, Spot(8, 0)) == 0
    assert choices.liftable(KLONDIKE, state, Spot(9, 0)) == 0  # a face not known yet
    assert choices.liftable(KLONDIKE, state, Spot(10, -1)) == 0


def test_moves_by_target() -> None:
    king = bytes([0x80, card(13, 0)])
    state = klondike(p6=king)
    assert choices.moves(KLONDIKE, state, 6, 1) == {t: Move(6, 1, t) for t in range(7, 13)}
    assert choices.movable(KLONDIKE, state) == {Spot(6, 1)}


def test_a_double_click_on_a_group_without_a_place_plays_its_top_card() -> None:
    state = klondike(p6=bytes([card(2, 1), card(1, 0)]))
    assert choices.best_for(KLONDIKE, state, 6, 2) == Move(6, 1, 2)
    assert choices.best_for(KLONDIKE, state, 6, 1) == Move(6, 1, 2)
    assert choices.best_for(KLONDIKE, klondike(p6=bytes([card(5, 0)])), 6, 1) is None


def test_advice_names_what_to_light() -> None:
    state = klondike(p6=bytes([0x80, card(1, 0)]))
    assert choices.advice(KLONDIKE, state) == (Move(6, 1, 2), (Spot(6, 1), Spot(2, -1)))
    assert choices.advice(KLONDIKE, klondike(p0=b"\x80")) == (Click(0), (Spot(0, 0),))
    assert choices.advice(KLONDIKE, klondike()) is None
    montana = catalogue.make("montana")
    stuck = State((b"", *[bytes([card(13, 0)])] * 12) * 4)
    assert choices.advice(montana, stuck) == (Deal(), ())


def test_the_games_button() -> None:
    assert choices.button_action(KLONDIKE) == Click(0)
    assert choices.button_action(catalogue.make("montana")) == Deal()
    assert choices.button_action(catalogue.make("4x13")) is None


def test_what_empty_places_say() -> None:
    def hint(name: str, pile: int, state: State | None = None) -> str | None:
        game = catalogue.make(name)
        return choices.place_hint(game, state or game.deal("test"), pile)

    assert hint("klondike", 2) == "A"
    assert hint("klondike", 6) is None
    assert hint("klondike", 0, klondike(p1=b"\1")) == "redeal"
    assert hint("klondike", 0, klondike(p1=b"\1")._replace(redeals=2)) == "x"
    assert hint("thirteens", 16) == "K"
    assert hint("thirteens", 15) is None


def test_places_that_nothing_fills_again_vanish() -> None:
    thirteen = catalogue.make("thirteen")
    shown = [choices.is_outlined(place) for place in thirteen.places]
    assert shown.count(False) == 28
    assert all(choices.is_outlined(place) for place in KLONDIKE.places)
    assert all(choices.is_outlined(place) for place in catalogue.make("4x13").places)
