"""FreeCell, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("freecell")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 16, **rest)


def suit_up_to(suit: str, top: str) -> str:
    ranks = "A23456789TJQK"
    return " ".join(rank + suit for rank in ranks[: ranks.index(top) + 1])


def test_the_deal_is_open_in_eight_columns(game: Game) -> None:
    piles = game.deal("any").piles
    assert [len(cards) for cards in piles] == [0] * 8 + [7] * 4 + [6] * 4
    assert all(card < 128 for cards in piles for card in cards)


def test_columns_are_built_down_in_alternating_colours(game: Game) -> None:
    position = at({0: "9S", 8: "TD", 9: "TS", 10: "JD", **dict.fromkeys(range(11, 16), "KC")})
    to_columns = [m for m in game.legal_actions(position) if isinstance(m, Move) and m.target > 7]
    assert Move(0, 1, 8) in to_columns
    assert Move(9, 1, 10) in to_columns
    assert len(to_columns) == 2


def test_a_cell_holds_one_card_and_gives_it_back(game: Game) -> None:
    position = at({0: "9S", 8: "TD", 9: "4C 3D"})
    assert not game.is_legal(position, Move(8, 1, 0))
    assert game.is_legal(position, Move(8, 1, 1))
    assert not game.is_legal(position, Move(9, 2, 1))
    assert game.is_legal(position, Move(0, 1, 15))


@pytest.mark.parametrize(
    ("cells", "columns", "most"), [(0, 0, 1), (1, 0, 2), (3, 0, 4), (4, 0, 5), (0, 1, 2), (1, 2, 8)]
)
def test_as_many_cards_move_as_would_one_by_one(
    game: Game, cells: int, columns: int, most: int
) -> None:
    piles = dict.fromkeys(range(cells, 4), "KC") | dict.fromkeys(range(14, 16 - columns), "KS")
    piles |= {8: "TS 9H 8S 7H 6S 5H 4S 3H 2S", 9: "TC", 10: "9D", 11: "7D", 12: "5D", 13: "3D"}
    position = at(piles)
    for target, count in {9: 8, 10: 7, 11: 5, 12: 3, 13: 1}.items():
        assert game.is_legal(position, Move(8, count, target)) == (count <= most)


def test_an_empty_target_does_not_help_to_move(game: Game) -> None:
    cells = dict.fromkeys(range(4), "KC")
    position = at({**cells, 8: "TS 9H 8S", 9: "9D", **dict.fromkeys(range(10, 15), "KS")})
    assert game.is_legal(position, Move(8, 1, 15))
    assert not game.is_legal(position, Move(8, 2, 15))


def test_foundations_go_up_in_suit_and_keep_their_cards(game: Game) -> None:
    position = at({4: suit_up_to("H", "5"), 8: "6H", 9: "6D", 10: "AS"}, score=5)
    assert game.is_legal(position, Move(8, 1, 4))
    assert not game.is_legal(position, Move(9, 1, 4))
    assert game.is_legal(position, Move(10, 1, 7))
    assert not game.is_legal(position, Move(10, 1, 4))
    assert not game.is_legal(position, Move(4, 1, 0))
    assert game.play(position, Move(8, 1, 4)).score == 7  # the ace goes by itself


def test_low_cards_go_home_by_themselves_after_a_move(game: Game) -> None:
    position = at({8: "2D AD KS", 9: "AC 9H"})
    after = game.play(position, Move(8, 1, 0))
    assert after.piles[4] == pile("AD 2D")
    assert after.piles[9] == pile("AC 9H")
    assert after.score == 2
    after = game.play(after, Move(9, 1, 1))
    assert after.piles[5] == pile("AC")


@pytest.mark.parametrize(
    ("clubs", "spades", "diamonds", "goes"),
    [("3", "3", "2", True), ("3", "2", "2", False), ("8", "8", "A", True), ("8", "8", "", False)],
)
def test_a_card_stays_while_another_may_need_it(
    game: Game, clubs: str, spades: str, diamonds: str, goes: bool
) -> None:
    """A red card goes when it is two above the lower black foundation and three above the red."""
    foundations = {"C": clubs, "S": spades, "D": diamonds, "H": "4" if clubs == "3" else "3"}
    piles = {4 + i: suit_up_to(s, top) for i, (s, top) in enumerate(foundations.items()) if top}
    card = "5H" if clubs == "3" else "4H"
    after = game.play(at({**piles, 8: f"{card} KS"}), Move(8, 1, 0))
    assert (after.piles[8] == b"") == goes


def test_won_with_all_cards_home(game: Game) -> None:
    home = {4 + i: suit_up_to(suit, "K") for i, suit in enumerate("CDHS")}
    assert game.outcome(at(home)) == "won"
    assert game.legal_actions(at(home)) == []
    last = at({**home, 7: suit_up_to("S", "Q"), 3: "KS"}, score=51)
    assert game.outcome(last) is None
    assert game.play(last, Move(3, 1, 7)).score == 52
