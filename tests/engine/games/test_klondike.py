"""Klondike, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game, IllegalAction
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile, table


def make(deal: str = "single-card-deals") -> Game:
    return catalogue.make("klondike", {"deal": deal})


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 13, **rest)


def test_the_deal() -> None:
    piles = make().deal("any").piles
    assert [len(cards) for cards in piles] == [24, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    assert all(card >= 128 for card in piles[0])
    for cards in piles[6:]:
        assert cards[-1] < 128
        assert all(card >= 128 for card in cards[:-1])


@pytest.mark.parametrize(("deal", "count"), [("three-card-deals", 3), ("single-card-deals", 1)])
def test_the_stock_is_turned_onto_the_waste(deal: str, count: int) -> None:
    after = make(deal).play(at({0: "ac 2c 3c 4c", 1: "KD"}), Click(0))
    assert after.piles[:2] == (
        pile("ac 2c 3c 4c"[: 3 * (4 - count)]),
        pile("KD 4C 3C 2C"[: 2 + 3 * count]),
    )
    assert after.redeals == 0


def test_three_cards_where_fewer_are_left() -> None:
    after = make("three-card-deals").play(at({0: "ac 2c"}), Click(0))
    assert after.piles[:2] == (b"", pile("2C AC"))


@pytest.mark.parametrize(
    ("deal", "redeals"),
    [
        ("three-card-deals", 9),
        ("single-card-deals", 2),
        ("no-redeals", 0),
        ("unlimited-redeals", 9),
    ],
)
def test_the_waste_goes_back_as_often_as_the_option_says(deal: str, redeals: int) -> None:
    game = make(deal)
    position = at({0: "ac 2c", 6: "KD"})
    turned = 0
    while turned < 9:
        while position.piles[0]:
            position = game.play(position, Click(0))
        if not game.is_legal(position, Click(0)):
            break
        position = game.play(position, Click(0))
        assert position.piles[:2] == (pile("ac 2c"), b"")
        turned += 1
        assert position.redeals == turned
    assert turned == redeals


def test_nothing_to_turn() -> None:
    game = make("unlimited-redeals")
    assert not game.is_legal(at({6: "KD"}), Click(0))
    with pytest.raises(IllegalAction, match="nothing to do there"):
        game.play(at({6: "KD"}), Deal())


def test_the_button_is_a_click_on_the_stock() -> None:
    game, position = make(), at({0: "ac 2c"})
    assert game.play(position, Deal()) == game.play(position, Click(0))


def test_face_up_cards_move_together_down_in_alternating_colours() -> None:
    game = make()
    position = at({6: "2c 9H 8S 7D", 7: "TS", 8: "8C", 9: "TD", 10: "9S"})
    moves = {move for move in game.legal_actions(position) if isinstance(move, Move)}
    assert moves == {Move(6, 3, 7), Move(6, 1, 8), Move(8, 1, 6)} - {Move(8, 1, 6)} | {
        Move(10, 1, 9)
    }
    after = game.play(position, Move(6, 3, 7))
    assert after.piles[6:8] == (pile("2C"), pile("TS 9H 8S 7D"))


def test_only_kings_fill_an_empty_pile() -> None:
    game = make()
    position = at({1: "KH", 6: "2c KS QD", 7: "QH"})
    empty = {move for move in game.legal_actions(position) if isinstance(move, Move)}
    assert {(m.source, m.count) for m in empty if m.target > 7} == {(1, 1), (6, 2)}


def test_foundations_go_up_in_suit_for_a_point_a_card_and_give_back() -> None:
    game = make()
    position = at({2: "AH 2H", 6: "3H", 7: "3S", 8: "AD"}, score=2)
    assert game.play(position, Move(6, 1, 2)).score == 3
    assert game.is_legal(position, Move(8, 1, 3))
    assert not game.is_legal(position, Move(7, 1, 2))
    back = game.play(position, Move(2, 1, 7))
    assert back.score == 1
    assert back.piles[7] == pile("3S 2H")


def test_won_with_all_cards_on_the_foundations() -> None:
    game = make()
    suits = [" ".join(rank + suit for rank in "A23456789TJQK") for suit in "CDHS"]
    assert game.outcome(at(dict(enumerate(suits, 2)))) == "won"
    almost = at({**dict(enumerate(suits, 2)), 5: suits[3][:-3], 1: "KS"}, score=51)
    assert game.outcome(almost) is None
    assert game.outcome(game.play(almost, Move(1, 1, 5))) == "won"
