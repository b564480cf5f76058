import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards
from engine.cards import (
    COPY,
    DOWN,
    HIDDEN,
    HIDE,
    TURN_DOWN,
    TURN_UP,
    UNKNOWN,
    card,
    card_name,
    card_text,
    deck,
    is_down,
    is_red,
    parse_card,
    rank,
    suit,
)

FACES = [card(r, s, copy) for r in range(1, 15) for s in range(4) for copy in (0, 1)]


def test_a_card_is_its_rank_suit_and_copy() -> None:
    for r in range(1, 15):
        for s in range(4):
            for copy in (0, 1):
                made = card(r, s, copy)
                assert (rank(made), suit(made), made >> 6) == (r, s, copy)
                assert rank(made | DOWN) == r
                assert suit(made | DOWN) == s
    assert len(set(FACES)) == 14 * 4 * 2
    assert not any(map(is_down, FACES))


def test_diamonds_and_hearts_are_red() -> None:
    assert [is_red(card(5, s)) for s in range(4)] == [False, True, True, False]
    assert is_red(card(5, cards.HEARTS) | DOWN | COPY)


def test_turning() -> None:
    pile = bytes(FACES)
    down = pile.translate(TURN_DOWN)
    assert all(map(is_down, down))
    assert down.translate(TURN_UP) == pile
    assert pile.translate(TURN_UP) == pile


def test_hiding_makes_all_face_down_cards_one_and_leaves_the_others() -> None:
    pile = bytes(FACES)
    assert pile.translate(HIDE) == pile
    assert set(pile.translate(TURN_DOWN).translate(HIDE)) == {HIDDEN}
    assert bytes([HIDDEN]).translate(TURN_UP) == bytes([UNKNOWN])


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_deck_has_each_card_as_often_as_it_has_copies(copies: int) -> None:
    made = deck(copies)
    assert len(made) == 52 * copies
    assert list(made) == sorted(made)
    assert all(
        sum(c & ~COPY == card(r, s) for c in made) == copies for r in range(1, 14) for s in range(4)
    )
    assert not any(map(is_down, made))


def test_two_copies_differ_in_the_copy_bit_alone() -> None:
    assert len(set(deck(2))) == 104
    assert set(deck(2)) == {c | copy for c in deck() for copy in (0, COPY)}


def test_a_deck_of_some_suits_and_ranks() -> None:
    assert deck(suits=(cards.SPADES,), ranks=range(2, 4)) == bytes([0x32, 0x33])
    assert len(deck(8, suits=(cards.SPADES,))) == 104


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (card(10, cards.DIAMONDS), "TD"),
        (card(1, cards.CLUBS), "AC"),
        (card(13, cards.SPADES) | DOWN, "ks"),
        (card(2, cards.HEARTS, 1), "2H"),
        (card(14, cards.CLUBS), "*C"),
        (HIDDEN, "??"),
        (UNKNOWN, "??"),
    ],
)
def test_card_texts(made: int, text: str) -> None:
    assert card_text(made) == text


def test_texts_are_read_back() -> None:
    for face in FACES:
        text = card_text(face)
        assert parse_card(text) == face & ~COPY
        assert parse_card(text.lower()) == face & ~COPY | (DOWN if text != text.lower() else 0)


@pytest.mark.parametrize(
    "text",
    ["", "T", "TDD", "DT", "1C", "??", "?C", "Td", "tD", "10C", "A ", " AC", "AX", "a\u017f"],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: a rank"):
        parse_card(text)


@given(st.text(max_size=3))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        found = parse_card(text)
    except ValueError:
        return
    assert card_text(found) == text


@pytest.mark.parametrize(
    ("byte", "name"),
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
def test_card_name(byte: int, name: str) -> None:
    assert card_name(byte) == name


def test_every_card_of_a_deck_has_a_name_of_its_own_in_plain_words() -> None:
    names = {card_name(suit << 4 | rank) for suit in range(4) for rank in range(1, 14)}
    assert len(names) == 52
    assert all(name.isascii() and name == name.lower() for name in names)


@pytest.mark.parametrize("no_card", [-1, 256, 0x0F, 0x3F])
def test_no_card_is_refused(no_card: int) -> None:
    with pytest.raises(ValueError, match="card"):
        card_name(no_card)
