import random

import pytest

from client.board.spoken import Speaker
from client.bots.chooser import MoveChooser
from client.session.intake import check_view
from client.terminal.text import UNICODE
from client.terminal.text_board import board_lines
from engine.cards import HIDDEN
from engine.finishing import finishing_moves
from engine.game import Game
from engine.state import State
from tests.engine.positions import SETTINGS, Setting, walk


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_view_of_a_game_is_one(setting: Setting) -> None:
    game = setting.game
    for step in walk(setting, "what a server shows", 100):
        check_view(game, game.view(step.before))
        check_view(game, game.view(step.after))


def impossible(game: Game, chance: random.Random) -> State:
    """Return a board of the game's cards as no play leads to: a hostile server may show it."""
    deck = list(game.deck)
    chance.shuffle(deck)
    within = chance.choice([min(3, len(game.places)), len(game.places)])
    piles = [bytearray() for _ in game.places]
    for card in deck[: chance.randrange(len(deck) + 1)]:
        piles[chance.randrange(within)].append(card if chance.random() < 0.8 else HIDDEN)
    marks = tuple(chance.randrange(256) for _ in range(chance.choice([0, 0, 1, 2, 16])))
    return State(tuple(map(bytes, piles)), chance.randrange(-9, 99), chance.randrange(4), marks)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_board_that_cannot_be_does_no_harm(setting: Setting) -> None:
    game, chance = setting.game, random.Random(str(setting))
    for _ in range(3):
        view = impossible(game, chance)
        check_view(game, view)
        for action in game.legal_actions(view):
            game.view(game.play(view, action))
        MoveChooser(game, chance).choose(view)
        list(finishing_moves(game, view))
        game.outcome(view)
        assert board_lines(game, view, UNICODE)
        speaker = Speaker(game)
        assert [speaker.whole_pile(view, pile) for pile in range(len(view.piles))]
