"""Hamilton: the choice of the first card, and what comes after it."""

from engine import catalogue
from engine.cards import DOWN
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

game = catalogue.make("hamilton")
STOCK, CHOOSER = 0, 1


def at(piles: dict[int, str]) -> State:
    """Return a position after the choice of the nine."""
    return table(piles, 13)._replace(marks=(3, 9))


def test_three_cards_are_shown_and_one_is_chosen() -> None:
    state = game.deal("any")
    stock = state.piles[STOCK]
    assert game.legal_actions(state) == [Click(STOCK)]
    for number in range(1, 4):
        state = game.play(state, Click(STOCK))
        assert state.marks == (number,)
        assert state.piles[CHOOSER] == bytes([stock[-number] & ~DOWN])
        assert len(state.piles[STOCK]) == 23
    assert state.piles[STOCK] == stock[-2:-1] + stock[-1:] + stock[:-3]
    assert set(game.legal_actions(state)) == {Move(CHOOSER, 1, home) for home in range(2, 6)}
    chosen = game.play(state, Move(CHOOSER, 1, 4))
    assert (chosen.marks, chosen.score) == ((3, chosen.piles[4][0] & 15), 1)


def test_the_choice_holds_when_its_card_comes_back() -> None:
    position = at({0: "2c", 2: "9C", 6: "TS", 7: "9D", 8: "8C"})
    back = game.play(position, Move(2, 1, 6))
    assert back.score == 0
    assert game.is_legal(back, Click(STOCK))
    assert {
        a.source for a in game.legal_actions(back) if isinstance(a, Move) and a.target == 3
    } == {
        6,
        7,
    }


def test_a_row_is_dealt_over_gaps_and_the_last_one_is_short() -> None:
    after = game.play(at({STOCK: "2c 3c", 2: "9C", 6: "4D"}), Click(STOCK))
    assert after.piles[6:9] == (pile("4D 3C"), pile("2C"), b"")


def test_sequences_of_one_suit_move_and_turn_over_on_a_foundation() -> None:
    position = at({2: "9C TC", 6: "5H KC QC JC", 7: "AS", 8: "AC", 9: "QS JC TC"})
    moves = {a for a in game.legal_actions(position) if isinstance(a, Move)}
    assert {m for m in moves if m[::2] == (6, 2)} == {Move(6, n, 2) for n in (1, 2, 3)}
    assert Move(6, 3, 7) in moves, "a king lies on an ace of its colour"
    assert Move(9, 3, 10) not in moves, "not all of one suit"
    after = game.play(position, Move(6, 3, 2))
    assert after.piles[2] == pile("9C TC JC QC KC")
    assert after.score == 5
    assert game.is_legal(after, Move(8, 1, 2)), "the ace on the king"
    assert game.is_legal(after, Move(2, 1, 8)), "the top card may come back"
