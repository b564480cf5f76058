"""Napoleon's Tomb: the middle goes round from the six, and autoplay."""

from engine import catalogue
from engine.state import Click, Move
from tests.engine.positions import pile, table


def test_the_middle_begins_again_after_the_ace() -> None:
    game = catalogue.make("napoleons-tomb")
    for lying, card, fits in [
        ("--", "6D", True),
        ("6C", "5H", True),
        ("6C AD", "6H", True),
        ("6C AD", "KH", False),
        ("6C", "6H", False),
        ("--", "5D", False),
    ]:
        assert game.is_legal(table({6: lying, 1: card}, 11), Move(1, 1, 6)) == fits, (lying, card)


def test_with_autoplay_cards_go_where_they_belong() -> None:
    game = catalogue.make("napoleons-tomb", {"autoplay": True})
    position = table({0: "6c", 3: "5D", 5: "8H", 7: "KC", 2: "7S"}, 11)
    after = game.play(position, Click(0), "any")
    assert after.piles[6] == pile("6C 5D")
    assert after.piles[2] == pile("7S 8H")
    assert after.piles[7] == pile("KC")
    assert after.score == 3
    ahead = game.play(game.view(position), Click(0))
    assert ahead.piles[1] == bytes([0]), "a card that is not known waits"
