from engine import catalogue
from engine.games.poker import plan
from engine.solver.search import solve
from engine.state import Move
from engine.strategies.measures import (
    FROM_BASE,
    above_lower,
    heights_of,
    longer,
    ranks_to_wait,
    whoever_takes_it,
)
from tests.engine.positions import lying, pile


def test_cards_above_a_lower_one_are_counted() -> None:
    assert above_lower(pile("KC 5D 6H 5S 2C AC")) == 1
    assert ranks_to_wait(pile("2C 5D KC QC")) == 11 + 8


def test_the_base_counts_as_the_ace() -> None:
    assert pile("9H KS 8C").translate(FROM_BASE[9]) == pile("AH 5S KC")


def test_a_card_stays_longer_for_one_that_goes_home_later() -> None:
    piles = lying("AC 2C", "AC", "", "").piles
    heights = heights_of(piles, range(4))
    assert heights == ((1, 2), (0, 0), (0, 0), (0, 0))
    assert longer(pile("5H 3C"), heights) == 0, "two of its suit are missing, or one"
    assert longer(pile("3C 5H"), heights) == 5 - (1 + 1.5) / 2


def test_a_card_is_sure_when_every_foundation_is_that_far() -> None:
    sure = whoever_takes_it(range(4))
    state = lying("AC 2C", "AH", "AD", "AS", "2S", "3S")
    assert sure(state, Move(4, 1, 1))
    assert not sure(state, Move(5, 1, 0)), "another three may be freed before"


def test_poker_is_planned() -> None:
    game = catalogue.make("poker")
    answer = solve(game, "scout 1", 1000)
    assert answer.verdict == "won"
    cards = bytes(sorted(game.deck[:25]))
    assert bytes(sorted(plan(cards, 75))) == cards
