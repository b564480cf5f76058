"""Why something is refused: what is told is never more than what the rules say."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.game import Game
from engine.reasons import (
    AT_ONCE,
    FACE_DOWN,
    IN_ORDER,
    NO_CARDS,
    NO_REDEAL,
    NOT_NOW,
    NOTHING_GOES,
    NOTHING_NOW,
    ONLY,
    TOP_ONLY,
    USED_UP,
    Reason,
    why_not,
    why_not_lifted,
)
from engine.relations import ranks
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import lying

KLONDIKE = catalogue.make("klondike")
ALL = [entry.name for entry in catalogue.entries()]


def board(**piles: str) -> State:
    """Return a Klondike position in which only these piles hold cards, by their names."""
    numbers = {"stock": 0, "waste": 1, "home": 2, "one": 6, "two": 7}
    cards = ["--"] * 13
    for name, text in piles.items():
        cards[numbers[name]] = text
    return lying(*cards)


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (board(one="9H", two="KS"), Move(6, 1, 2), Reason(ONLY, ranks(1))),
        (board(one="9H", two="AS"), Move(6, 1, 7), Reason(NOTHING_NOW)),
        (board(one="9H 5H"), Move(6, 2, 7), Reason(TOP_ONLY)),
        (board(one="KS 9H 8S"), Move(6, 3, 7), Reason(IN_ORDER, number=2)),
        (board(one="KS 9h 8S"), Move(6, 2, 7), Reason(FACE_DOWN)),
        (board(one="KS"), Move(7, 1, 6), Reason(NO_CARDS)),
        (board(one="AS", waste="9H"), Move(6, 1, 1), Reason(NOTHING_GOES)),
        (board(one="AH 2S", home="AS"), Move(6, 1, 2), None),
        (board(), Click(0), Reason(USED_UP)),
        (State(board(waste="AS").piles, redeals=2), Click(0), Reason(NO_REDEAL)),
        (board(waste="AS"), Click(0), None),
        (board(one="9H"), Click(99), Reason("nothing there can be clicked")),
    ],
)
def test_klondike_says_why(position: State, action: Action, expected: Reason | None) -> None:
    if expected is not None and expected.text == ONLY:
        found = why_not(KLONDIKE, position, action)
        assert found is not None
        assert found.text == ONLY
        assert found.cards == expected.cards
    else:
        assert why_not(KLONDIKE, position, action) == expected


def positions(game: Game, chance: random.Random, most: int) -> Iterator[State]:
    """Yield views of a game that is played by chance."""
    seed = str(chance.random())
    state = game.deal(seed)
    for _ in range(most):
        yield game.view(state)
        actions = game.legal_actions(state)
        if not actions:
            return
        state = game.play(state, chance.choice(actions), seed)


@pytest.mark.parametrize("name", ALL)
def test_every_refusal_of_every_game_has_a_true_reason(name: str) -> None:
    chance = random.Random(name)
    for settings in catalogue.entry(name).settings():
        game = catalogue.make(name, settings)
        piles = range(len(game.places))
        for state in positions(game, chance, 40):
            tried: list[Action] = [
                Move(chance.choice(piles), chance.randint(1, 3), p) for p in piles
            ]
            tried += [*map(Click, piles), Deal()]
            for action in tried:
                reason = why_not(game, state, action)
                assert (reason is None) is game.is_legal(state, action)
                if reason is None:
                    continue
                assert reason.text
                assert not reason.text.endswith(".")
                if isinstance(action, Move) and reason.text == ONLY:
                    assert not reason.cards[state.piles[action.source][-action.count]]
                    assert any(reason.cards)
                if reason.text in (IN_ORDER, AT_ONCE):
                    assert reason.number


@given(st.sampled_from(ALL), st.randoms(use_true_random=False))
def test_what_cannot_be_lifted_has_a_reason(name: str, chance: random.Random) -> None:
    game = catalogue.make(name)
    for state in positions(game, chance, 10):
        for pile, place in enumerate(game.places):
            for count in range(1, len(state.piles[pile]) + 2):
                reason = why_not_lifted(game, state, pile, count)
                assert (reason is None) is (count in place.take(state, pile))


def test_a_pile_without_a_reason_of_its_own_can_be_taken_later() -> None:
    game = catalogue.make("clock")
    state = game.view(game.deal("x"))
    reasons = {why_not_lifted(game, state, pile, 1) for pile in range(len(game.places))}
    assert Reason(NOT_NOW) in reasons


def test_a_place_without_cards_says_nothing_of_a_card() -> None:
    game = catalogue.make("neighbor")
    state = lying("--", "2S", *["--"] * (len(game.places) - 2))
    lone, gap = (why_not(game, state, Click(pile)) for pile in (1, 2))
    assert lone == Reason("that card does not leave by itself")
    assert gap == Reason(NO_CARDS)
