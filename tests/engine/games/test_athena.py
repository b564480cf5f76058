"""Athena: what is odd about it."""

from engine import catalogue


def test_the_deal_turns_every_other_card_down() -> None:
    piles = catalogue.make("athena").deal("any").piles
    assert [len(cards) for cards in piles] == [24, 0, 0, 0, 0, 0, *[4] * 7]
    for cards in piles[6:]:
        assert [card >= 128 for card in cards] == [True, False, True, False]
