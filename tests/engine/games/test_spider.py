"""Spider, sentence by sentence."""

from collections import Counter

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

RANKS = "KQJT98765432A"


@pytest.fixture
def game() -> Game:
    return catalogue.make("spider")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 19, **rest)


def sequence(suit: str) -> str:
    return " ".join(rank + suit for rank in RANKS)


@pytest.mark.parametrize(
    ("suits", "each"), [("four-suits", [26] * 4), ("two-suits", [52] * 2), ("one-suit", [104])]
)
def test_the_deal(suits: str, each: list[int]) -> None:
    piles = catalogue.make("spider", {"suits": suits}).deal("any").piles
    assert [len(cards) for cards in piles] == [50, *[0] * 8, 6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    assert sum(card < 128 for cards in piles for card in cards) == 10
    assert list(Counter(card >> 4 & 3 for cards in piles for card in cards).values()) == each
    assert set(Counter(card & 15 for cards in piles for card in cards).values()) == {8}


def test_built_down_whatever_the_suits_but_moved_in_suit(game: Game) -> None:
    position = at({9: "9h 8S 7S 6D", 10: "7C", 11: "9D", **dict.fromkeys(range(12, 19), "KC")})
    moves = {move for move in game.legal_actions(position) if isinstance(move, Move)}
    assert moves == {Move(9, 1, 10)}
    after = game.play(position, Move(9, 1, 10))
    assert game.is_legal(after, Move(9, 2, 11))
    assert game.play(after, Move(9, 2, 11)).piles[9] == pile("9H")


def test_an_empty_pile_takes_anything(game: Game) -> None:
    position = at({9: "9h 8S 7S", **dict.fromkeys(range(10, 18), "KC")})
    assert game.is_legal(position, Move(9, 1, 18))
    assert game.is_legal(position, Move(9, 2, 18))


def test_a_row_is_dealt_only_onto_full_piles(game: Game) -> None:
    row = "ac 2c 3c 4c 5c 6c 7c 8c 9c tc"
    piles = dict.fromkeys(range(9, 19), "KD")
    after = game.play(at({0: f"kh {row}", **piles}), Click(0))
    assert after.piles[0] == pile("kh")
    assert after.piles[9] == pile("KD TC")
    assert after.piles[18] == pile("KD AC")
    assert not game.is_legal(at({0: row, **piles, 12: ""}), Click(0))
    assert not game.is_legal(at(piles), Click(0))


def test_only_a_whole_sequence_goes_to_a_foundation(game: Game) -> None:
    position = at({1: sequence("H"), 9: f"2c {sequence('S')}", 10: "KD"})
    to_foundations = [
        m for m in game.legal_actions(position) if isinstance(m, Move) and m.target in range(1, 9)
    ]
    assert to_foundations == [Move(9, 13, pile) for pile in range(2, 9)]
    after = game.play(position, Move(9, 13, 2))
    assert after.piles[9] == pile("2C")
    assert after.score == 24
    assert not game.is_legal(after, Move(2, 1, 10))


def test_each_card_in_suit_on_the_next_higher_is_a_point(game: Game) -> None:
    position = at({9: "9S 8S 7D 6D 5D", 10: "6S", 11: "4D"})
    assert game.play(position, Move(11, 1, 9)).score == 4


def test_won_on_the_foundations_or_all_in_the_piles_but_not_in_between(game: Game) -> None:
    suits = [sequence(suit) for suit in "CDHSCDHS"]
    assert game.outcome(at(dict(enumerate(suits, 1)), score=96)) == "won"
    assert game.outcome(at(dict(enumerate(suits, 9)), score=96)) == "won"
    assert game.outcome(at({1: suits[0], **dict(enumerate(suits[1:], 9))}, score=96)) is None


def test_three_decks_are_dealt_over_gaps_too() -> None:
    position = table({0: "ac 2c 3c 4c 5c 6c", 14: "KD"}, 25)
    assert not catalogue.make("spiderette").is_legal(State(position.piles[:12]), Click(0))
    after = catalogue.make("spider-three-decks").play(position, Click(0))
    assert after.piles[0] == b""
    assert after.piles[13:19] == tuple(map(pile, ("6C", "KD 5C", "4C", "3C", "2C", "AC")))
