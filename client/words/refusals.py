"""What the rules say when they refuse something, in words: "only a red nine goes there".  Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from client.words.texts import card_words, listed, reason_text
from client.words.translation import translate
from engine.cards import CLUBS, DIAMONDS, HEARTS, RANK_NAMES, SPADES, card
from engine.reasons import Reason
from engine.relations import Acceptance

MOST_NAMED: Final = 4
"""Kinds of cards that are named; of more, nobody would remember the first."""
BLACK, RED = (CLUBS, SPADES), (DIAMONDS, HEARTS)
SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)
ONE_OF_A_SUIT: Final = ("a club", "a diamond", "a heart", "a spade")
_MISFIT: Final = "that doesn't go there"


def refusal_text(reason: Reason) -> str:
    """Return a reason in the player's language, without capital and full stop."""
    if "%n" in reason.text:
        return reason_text(reason.text, reason.number)
    if "{cards}" not in reason.text:
        return reason_text(reason.text)
    named = cards_text(reason.cards)
    return reason_text(reason.text).format(cards=named) if named else reason_text(_MISFIT)


def cards_text(cards: Acceptance) -> str:
    """Return which cards these are: "a red nine", "a king or a heart".

    An empty text where that would be a long list.
    """
    suits_of = [
        tuple(suit for suit in SUITS if cards[card(rank, suit)])
        for rank in range(1, len(RANK_NAMES) + 1)
    ]
    whole = tuple(suit for suit in SUITS if all(suit in suits for suits in suits_of))
    if whole == SUITS:
        return translate("cards", "any card")
    named = list(_suits(whole))
    for rank, suits in enumerate(suits_of, start=1):
        if left := tuple(suit for suit in suits if suit not in whole):
            # What is whole is named already: of such a rank, all four were meant.
            named += _of_rank(rank, suits if suits == SUITS else left)
    if len(named) > MOST_NAMED:
        return ""
    return listed(named, translate("cards", "{names} or {last}"))


def card_kinds() -> Iterator[str]:
    """Yield what kinds of cards are called: all that `cards_text` is made of, in English."""
    yield from ("the {card}", "{names} or {last}", "any card", "a red card", "a black card")
    yield from ONE_OF_A_SUIT
    for name in RANK_NAMES:
        yield from (_a(name), f"a red {name}", f"a black {name}", f"{_a(name)} of another suit")


def _suits(suits: Sequence[int]) -> Iterator[str]:
    if suits == RED:
        yield translate("cards", "a red card")
    elif suits == BLACK:
        yield translate("cards", "a black card")
    else:
        yield from (translate("cards", ONE_OF_A_SUIT[suit]) for suit in suits)


def _of_rank(rank: int, suits: Sequence[int]) -> list[str]:
    name = RANK_NAMES[rank - 1]
    if suits == SUITS:
        return [translate("cards", _a(name))]
    if suits == RED:
        return [translate("cards", f"a red {name}")]
    if suits == BLACK:
        return [translate("cards", f"a black {name}")]
    if len(suits) == len(SUITS) - 1:
        return [translate("cards", f"{_a(name)} of another suit")]
    the = translate("cards", "the {card}")
    return [the.format(card=card_words(card(rank, suit))) for suit in suits]


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
