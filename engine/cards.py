"""Cards as bytes, piles as `bytes`.

A card is one byte: the rank in bits 0-3 (1 ace .. 13 king, 14 joker), the suit in bits 4-5 (clubs,
diamonds, hearts, spades), the copy in bit 6 (it tells the two cards of a double deck apart, and no
rule looks at it), face down in bit 7.  A pile is `bytes`, its bottom card first.
"""

from typing import Final, TypeAlias

Card: TypeAlias = int
Pile: TypeAlias = bytes

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13
JOKER: Final = 14

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3

RANK: Final = 0x0F
SUIT: Final = 0x30
COPY: Final = 0x40
DOWN: Final = 0x80

UNKNOWN: Final = 0x00
"""A face-up card whose face the reader of a view has not been told yet."""
HIDDEN: Final = DOWN
"""What every face-down card looks like in a view."""

HIDE: Final = bytes(HIDDEN if card & DOWN else card for card in range(256))
"""For `bytes.translate`: makes all face-down cards the same."""
TURN_UP: Final = bytes(card & ~DOWN for card in range(256))
"""For `bytes.translate`: turns a pile's cards face up, in place."""
TURN_DOWN: Final = bytes(card | DOWN for card in range(256))
"""For `bytes.translate`: turns a pile's cards face down, in place."""

OPEN: Final = bytes(range(DOWN))
"""All cards that lie face up."""
FACES: Final = bytes(card & ~COPY for card in range(256))
"""For `bytes.translate`: makes the copies of a card the same."""
RANKS: Final = bytes(card & RANK for card in range(256))
"""For `bytes.translate`: leaves of each card its rank."""

_RANKS: Final = "?A23456789TJQK*"
_SUITS: Final = "CDHS"
RANK_NAMES: Final = (
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
RANK_LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""What stands in the corners of cards, the ace first."""
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


def card(rank: int, suit: int, copy: int = 0) -> Card:
    """Return the face-up card of `rank` (1-14), `suit` (0-3) and `copy` (0 or 1)."""
    return rank | suit << 4 | copy << 6


def rank(card: Card) -> int:
    """Return the rank, 1 (ace) to 13 (king), 14 for a joker, 0 where it is not known."""
    return card & RANK


def suit(card: Card) -> int:
    """Return the suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card >> 4 & 3


def is_red(card: Card) -> bool:
    """Return whether the card is a diamond or a heart."""
    return suit(card) in (DIAMONDS, HEARTS)


def is_down(card: Card) -> bool:
    """Return whether the card lies face down."""
    return card >= DOWN


def deck(
    copies: int = 1,
    *,
    suits: tuple[int, ...] = (CLUBS, DIAMONDS, HEARTS, SPADES),
    ranks: range = range(ACE, KING + 1),
) -> Pile:
    """Return `copies` of each card of `suits` and `ranks`, face up, sorted.

    The copy bit alternates, so that at most two cards of a double deck share a byte's other bits.
    """
    return bytes(sorted(card(r, s, c & 1) for c in range(copies) for s in suits for r in ranks))


def card_text(card: Card) -> str:
    """Return rank then suit, as `TD`; in small letters when the card lies face down.

    A hidden card is `??`, as is one whose face is not known.
    """
    if not card & RANK:
        return "??"
    text = _RANKS[card & RANK] + _SUITS[suit(card)]
    return text.lower() if card & DOWN else text


def check_card(card: Card) -> None:
    """Refuse what is no card.

    Raises:
        ValueError: it is no byte, or lies face up and has the rank 15.
    """
    if not 0 <= card <= 0xFF:
        raise ValueError(f"a card is one byte, 0 to 255, not {card}")
    if rank(card) > JOKER and not is_down(card):
        raise ValueError(
            f"no card has the rank {rank(card)}: 1 is the ace, 13 the king, 14 a joker"
        )


def card_name(card: Card) -> str:
    """Return the card in words: "seven of hearts", "red joker", "face-down card", "unknown card".

    Raises:
        ValueError: it is no card (see `check_card`).
    """
    check_card(card)
    if is_down(card):
        return "face-down card"
    if card & RANK == UNKNOWN:
        return "unknown card"
    if rank(card) == JOKER:
        return "red joker" if is_red(card) else "black joker"
    return f"{RANK_NAMES[rank(card) - 1]} of {SUIT_NAMES[suit(card)]}"


def parse_card(text: str) -> Card:
    """Return the card that `card_text` wrote as `text`.

    Raises:
        ValueError: it is not the text of a card.
    """
    found = _BY_TEXT.get(text)
    if found is None:
        raise ValueError(f"{text!r} is not a card: a rank (A23456789TJQK*), then a suit (CDHS)")
    return found


_BY_TEXT: Final = {
    card_text(card(r, s) | down): card(r, s) | down
    for r in range(ACE, JOKER + 1)
    for s in range(4)
    for down in (0, DOWN)
}
