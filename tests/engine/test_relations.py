from collections.abc import Callable
from itertools import product

import pytest

from engine.cards import COPY, DOWN, JOKER, Card, deck, is_red, parse_card, rank, suit
from engine.relations import (
    ACES,
    ANY,
    KINGS,
    NOTHING,
    Relation,
    Suits,
    accept,
    down,
    next_to,
    ranks,
    relate,
    same,
    total,
    union,
    up,
)

DECK = deck()
RELATIONS = [
    down("alternate"),
    up("suit"),
    down("any", wrap=True),
    total(13),
    same("rank", "suit"),
    relate(lambda under, over: True),
]


def holds(relation: Relation, under: str, over: str) -> bool:
    return bool(relation[parse_card(under)][parse_card(over)])


@pytest.mark.parametrize("acceptance", [ANY, ACES, KINGS, ranks(2, 3)])
def test_face_down_and_unknown_cards_are_welcome_nowhere(acceptance: bytes) -> None:
    assert len(acceptance) == 256
    assert not any(acceptance[DOWN:])
    assert not acceptance[0]
    assert any(acceptance)
    assert all(acceptance[card] == acceptance[card | COPY] for card in DECK)


@pytest.mark.parametrize("relation", RELATIONS)
def test_face_down_and_unknown_cards_are_welcome_nowhere_and_welcome_nobody(
    relation: Relation,
) -> None:
    assert len(relation) == 256
    assert all(relation[under] is NOTHING for under in (0, COPY, 15, *range(DOWN, 256)))
    for under in range(256):
        assert len(relation[under]) == 256
        assert not any(relation[under][DOWN:])
        assert not relation[under][0]
        assert not relation[under][COPY]


@pytest.mark.parametrize("relation", RELATIONS)
def test_no_relation_tells_two_copies_apart(relation: Relation) -> None:
    for under, over in product(DECK, repeat=2):
        flag = relation[under][over]
        assert relation[under | COPY][over] == flag
        assert relation[under][over | COPY] == flag


def test_nothing_is_always_the_same_object() -> None:
    assert accept(lambda card: False) is NOTHING
    assert up("suit")[parse_card("KC")] is NOTHING
    assert union([NOTHING, NOTHING]) is NOTHING
    assert union([]) is NOTHING


SUIT_RULES: dict[str, Callable[[Card, Card], bool]] = {
    "suit": lambda a, b: suit(a) == suit(b),
    "color": lambda a, b: is_red(a) == is_red(b),
    "alternate": lambda a, b: is_red(a) != is_red(b),
    "other": lambda a, b: suit(a) != suit(b),
    "any": lambda a, b: True,
}


@pytest.mark.parametrize("suits", ["suit", "color", "alternate", "other", "any"])
def test_up_and_down_against_their_definition(suits: Suits) -> None:
    fits = SUIT_RULES[suits]
    for under, over in product(DECK, repeat=2):
        step = rank(over) - rank(under)
        assert bool(up(suits)[under][over]) == (fits(under, over) and step == 1)
        assert bool(down(suits)[under][over]) == (fits(under, over) and step == -1)
        assert bool(up(suits, wrap=True)[under][over]) == (fits(under, over) and step in (1, -12))
        assert bool(down(suits, wrap=True)[under][over]) == (fits(under, over) and step in (-1, 12))


def test_totals() -> None:
    for a, b in product(DECK, repeat=2):
        assert bool(total(13)[a][b]) == (rank(a) + rank(b) == 13)
    assert holds(total(13), "QC", "AD")
    assert not holds(total(13), "KC", "AD")


def test_likeness() -> None:
    for a, b in product(DECK, repeat=2):
        assert bool(same("rank")[a][b]) == (rank(a) == rank(b))
        assert bool(same("suit")[a][b]) == (suit(a) == suit(b))
        assert bool(same("rank", "suit")[a][b]) == (rank(a) == rank(b) or suit(a) == suit(b))


def test_jokers_are_a_card_but_in_no_order() -> None:
    joker = JOKER
    assert ANY[joker]
    assert not up("any")[parse_card("KC")][joker]
    assert not down("any", wrap=True)[joker][parse_card("KC")]
    assert not total(15)[joker][parse_card("AC")]


def test_a_union_welcomes_what_any_of_them_welcomes() -> None:
    both = union([ACES, KINGS, NOTHING])
    assert both == ranks(1, 13)
    assert union(iter([ACES])) == ACES
    assert union([ACES, ANY]) == ANY


def test_relations_are_made_once() -> None:
    assert up("suit") is up("suit")
    assert ranks(1) is ACES


def test_neighbours_by_rank() -> None:
    assert holds(next_to(), "5C", "4C")
    assert holds(next_to(), "5C", "6D")
    assert not holds(next_to(), "KC", "AC")
    assert holds(next_to(wrap=True), "KC", "AC")
    assert holds(next_to(wrap=True), "AC", "KC")
    assert not holds(next_to(wrap=True), "KC", "*C")
