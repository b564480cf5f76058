"""The names of the cards."""

from __future__ import annotations

import pytest

from client.words import card_name


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (0x01, "ace of clubs"),
        (0x27, "seven of hearts"),
        (0x1A, "ten of diamonds"),
        (0x0B, "jack of clubs"),
        (0x2C, "queen of hearts"),
        (0x3D, "king of spades"),
        (0x7D, "king of spades"),  # the second copy looks alike
        (0x0E, "black joker"),
        (0x1E, "red joker"),
        (0x2E, "red joker"),
        (0x3E, "black joker"),
        (0x00, "unknown card"),
        (0x80, "face-down card"),
        (0xA7, "face-down card"),
    ],
)
def test_card_name(card: int, name: str) -> None:
    assert card_name(card) == name


def test_every_card_of_a_deck_has_a_name_of_its_own_in_plain_words() -> None:
    names = {card_name(suit << 4 | rank) for suit in range(4) for rank in range(1, 14)}
    assert len(names) == 52
    assert all(name.isascii() and name == name.lower() for name in names)


@pytest.mark.parametrize("no_card", [-1, 256, 0x0F, 0x3F])
def test_no_card_is_refused(no_card: int) -> None:
    with pytest.raises(ValueError, match="card"):
        card_name(no_card)
