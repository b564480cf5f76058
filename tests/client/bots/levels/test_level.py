from collections.abc import Iterator
from random import Random

import pytest

from client.bots.levels.level import LEVELS, level, slip
from engine import catalogue
from engine.cards import DOWN
from engine.game import Game
from engine.state import Action, Move, State
from protocol.messages import MAX_LEVEL
from tests.engine.positions import table


def test_there_is_a_level_for_each_number_that_can_be_told() -> None:
    assert [*LEVELS] == [*range(1, MAX_LEVEL + 1)]
    with pytest.raises(ValueError, match="1 to 5, not 6"):
        level(6)


def twin(game: Game, state: State) -> State:
    """Return a position that looks the same, with the hidden cards in another order."""
    hidden = iter([card for pile in state.piles for card in pile if card >= DOWN][::-1])
    piles = [bytes(next(hidden) if c >= DOWN else c for c in pile) for pile in state.piles]
    other = state._replace(piles=tuple(piles))
    assert game.view(other) == game.view(state)
    assert other != state
    return other


def playing(game: Game, state: State, number: int) -> Iterator[tuple[State, Action | None]]:
    """Yield what a level does in the first views of a game, and in which."""
    player = level(number).player(game, Random(7))
    for _ in range(12):
        view = game.view(state)
        action = player.choose(view)
        yield view, action
        if action is None or game.outcome(state := game.play(state, action, "any")):
            break


@pytest.mark.parametrize("number", LEVELS)
@pytest.mark.parametrize("name", ["klondike", "spiderette", "thirteen"])
def test_a_level_knows_nothing_but_the_view(name: str, number: int) -> None:
    """Of two deals that look the same it plays the same, as long as they look the same."""
    game = catalogue.make(name)
    state = game.deal("2")
    both = zip(playing(game, state, number), playing(game, twin(game, state), number), strict=False)
    for count, (ours, theirs) in enumerate(both):
        if ours[0] != theirs[0]:
            assert count > 0
            break
        assert ours == theirs


@pytest.mark.parametrize("number", LEVELS)
def test_a_level_plays_the_same_again_with_the_same_luck(number: int) -> None:
    game = catalogue.make("yukon")
    state = game.deal("2")
    assert [*playing(game, state, number)] == [*playing(game, state, number)]


def test_higher_levels_are_quicker() -> None:
    seconds = [each.pace.seconds for each in LEVELS.values()]
    assert seconds == sorted(seconds, reverse=True)
    assert len({*seconds}) == len(seconds)


def test_a_slip_is_a_move_that_can_be_taken_back() -> None:
    game = catalogue.make("klondike")
    state = table({6: "kd 5S", 7: "6D", 8: "6H", 9: "2C"}, len(game.places))
    right = Move(6, 1, 7)
    assert slip(game, game.view(state), right, Random(1)) is None, "that would turn a card up"
    state = table({6: "7C 5S", 7: "6D", 8: "6H", 9: "2C"}, len(game.places))
    assert slip(game, game.view(state), right, Random(1)) == Move(6, 1, 8)
