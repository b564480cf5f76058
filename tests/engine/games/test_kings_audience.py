"""King's Audience: couples, and the aces that stay under their jacks."""

from engine import catalogue
from engine.state import Move
from tests.engine.positions import pile, table

game = catalogue.make("kings-audience")


def test_couples_leave_for_the_next_throne_or_foundation() -> None:
    position = table(
        {0: "KC", 1: "QC", 2: "JD", 3: "AD", 4: "QS", 5: "KH QH", 11: "2c", 12: "9S"}, 26
    )
    assert {m for m in game.legal_actions(position) if isinstance(m, Move)} == {
        Move(0, 1, 1),
        Move(1, 1, 0),
        Move(2, 1, 3),
        Move(3, 1, 2),
    }
    assert game.play(position, Move(1, 1, 0)).piles[6] == pile("KC QC")
    for move in (Move(2, 1, 3), Move(3, 1, 2)):
        after = game.play(position, move)
        assert after.piles[15] == pile("AD JD"), "the manual: with the jack on top"
        assert after.score == 4
        assert (after.piles[2], after.piles[3]) == (pile("9S"), pile("2C")), "filled again"


def test_foundations_go_down_from_the_jack() -> None:
    position = table({0: "TD", 1: "TC", 15: "AD JD"}, 26)
    assert game.legal_actions(position) == [Move(0, 1, 15)]
