"""What the rules say, in words."""

import pytest

from client.words.refusals import card_kinds, cards_text, refusal_text
from client.words.translation import use
from engine.cards import CLUBS, HEARTS, JACK, KING, SPADES, is_red, rank, suit
from engine.reasons import AT_ONCE, ONLY, Reason
from engine.relations import ACES, ANY, KINGS, NOTHING, Acceptance, accept, down, ranks, same, union
from tests.engine.positions import pile


def on(card: str, relation: tuple[Acceptance, ...]) -> Acceptance:
    """Return what may lie on a card."""
    return relation[pile(card)[0]]


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (KINGS, "a king"),
        (ACES, "an ace"),
        (ranks(8, 10), "an eight or a ten"),
        (on("TS", down("alternate")), "a red nine"),
        (on("TH", down("alternate")), "a black nine"),
        (on("TS", down("suit")), "the nine of spades"),
        (on("TS", down("color")), "a black nine"),
        (on("TS", down("other")), "a nine of another suit"),
        (on("TS", same("rank", "suit")), "a spade or a ten"),
        (accept(lambda card: suit(card) == CLUBS), "a club"),
        (accept(is_red), "a red card"),
        (accept(lambda card: suit(card) in (HEARTS, SPADES)), "a heart or a spade"),
        (accept(lambda card: rank(card) == KING and suit(card) in (HEARTS, SPADES)),
         "the king of hearts or the king of spades"),
        (union([accept(is_red), ranks(JACK)]), "a red card or a jack"),
        (ANY, "any card"),
        (accept(lambda card: rank(card) > 7), ""),
        (NOTHING, ""),
    ],
)  # fmt: skip
def test_cards_in_words(cards: Acceptance, text: str) -> None:
    assert cards_text(cards) == text


def test_a_reason_in_words() -> None:
    assert refusal_text(Reason(ONLY, KINGS)) == "only a king goes there"
    assert refusal_text(Reason(AT_ONCE, number=1)) == "no more than 1 card at once"
    assert refusal_text(Reason(AT_ONCE, number=3)) == "no more than 3 cards at once"
    assert refusal_text(Reason("nothing goes there")) == "nothing goes there"
    motley = accept(lambda card: rank(card) > 7)
    assert refusal_text(Reason(ONLY, motley)) == "that doesn't go there"


def test_each_kind_of_cards_can_be_translated() -> None:
    known, asked = set(card_kinds()), set()

    def look_up(context: str, text: str, _comment: str, _n: int) -> str:
        if context == "cards" and " of " not in text.removesuffix(" of another suit"):
            asked.add(text)
        return text

    use(look_up)
    try:
        for relation in map(down, ("suit", "color", "alternate", "other", "any")):
            for under in pile("AC KH 9S 2D"):
                cards_text(relation[under])
        for cards in (ANY, accept(is_red), same("rank", "suit")[pile("9S")[0]]):
            cards_text(cards)
    finally:
        use(None)
    assert asked
    assert asked <= known
