"""What a card is called, in plain words: for tooltips, screen readers and messages. No Qt here."""

from __future__ import annotations

from typing import Final

FACE_DOWN: Final = 0x80
"""The bit that is set in the byte of a card that lies face down."""
JOKER: Final = 14

RANK_WORDS: Final = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")


def check_card(card: int) -> None:
    """Raise ValueError for what is no card: outside 0-255, or face up and of the rank 15."""
    if not 0 <= card <= 0xFF:
        raise ValueError(f"a card is one byte, 0 to 255, not {card}")
    if card & 15 > JOKER and not card & FACE_DOWN:
        raise ValueError(f"no card has the rank {card & 15}: 1 is the ace, 13 the king, 14 a joker")


def card_name(card: int) -> str:
    """The name of a card, given as its byte: "seven of hearts", "red joker", "face-down card".

    A card that lies face up but is not known yet (rank 0) is an "unknown card". Raises ValueError
    for what is no card (see `check_card`).
    """
    check_card(card)
    if card & FACE_DOWN:
        return "face-down card"
    rank, suit = card & 15, card >> 4 & 3
    if rank == 0:
        return "unknown card"
    if rank == JOKER:
        return "red joker" if suit in (1, 2) else "black joker"
    return f"{RANK_WORDS[rank - 1]} of {SUIT_WORDS[suit]}"
