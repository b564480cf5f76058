import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deck
from engine.chance import MAX_SEED, check_seed, commitment, shuffle

seeds = st.text(min_size=1, max_size=MAX_SEED).filter(str.isprintable)


@given(st.binary(max_size=256), seeds)
def test_a_shuffle_keeps_the_cards(cards: bytes, seed: str) -> None:
    assert sorted(shuffle(cards, "deal", seed)) == sorted(cards)
    assert shuffle(cards, "deal", seed) == shuffle(cards, "deal", seed)


def test_seeds_and_labels_shuffle_differently() -> None:
    orders = {shuffle(deck(), label, seed) for label in ("deal", "redeal/1") for seed in "abc"}
    assert len(orders) == 6
    # The zero byte keeps a label's end from running into a seed's beginning.
    assert shuffle(deck(), "deal", "1x") != shuffle(deck(), "deal1", "x")


def test_every_order_is_equally_likely() -> None:
    counts = Counter(shuffle(b"abcd", "deal", str(seed)) for seed in range(4800))
    assert len(counts) == 24
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand; and it is always the same


def test_every_card_may_come_anywhere() -> None:
    places = Counter(shuffle(deck(), "deal", str(seed)).index(deck()[0]) for seed in range(5200))
    assert len(places) == 52
    assert (
        sum((count - 100) ** 2 / 100 for count in places.values()) < 87.9
    )  # 51, one in a thousand


def test_more_than_256_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="257 cards are more than the 256"):
        shuffle(bytes(257), "deal", "s")


@pytest.mark.parametrize("seed", ["1", " ", "x" * 64, "Grüße, 世界", "🂡"])
def test_printable_text_is_a_seed(seed: str) -> None:
    check_seed(seed)
    assert len(shuffle(deck(), "deal", seed)) == 52


@pytest.mark.parametrize("seed", ["", "x" * 65, "a\nb", "\0", "\t", "\ud800", "\u200b", "\x7f"])
def test_what_is_no_seed_is_refused_everywhere(seed: str) -> None:
    for ask in (check_seed, commitment, lambda seed: shuffle(deck(), "deal", seed)):
        with pytest.raises(ValueError, match=r"^a seed (has 1 to 64|consists of printable) char"):
            ask(seed)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("Grüße") == hashlib.sha256("Grüße".encode()).hexdigest()
    assert commitment("1") != commitment("2")
