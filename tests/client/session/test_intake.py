import random

import pytest

from client.board.spoken import Speaker
from client.bots.chooser import MoveChooser
from client.session.intake import check_playable, check_view
from client.terminal.text import UNICODE
from client.terminal.text_board import board_lines
from engine import catalogue, empty_places
from engine.cards import HIDDEN
from engine.finishing import finishing_moves
from engine.game import Game
from engine.state import State
from protocol.forms import BadMessage
from tests.engine.positions import SETTINGS, Setting, walk


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_view_of_a_game_is_one(setting: Setting) -> None:
    game = setting.game
    steps = walk(setting, "what a server shows", 100)
    for state in (steps[0].before, *(step.after for step in steps)):
        check_view(game, game.view(state))
        check_playable(game, game.view(state))


def impossible(game: Game, chance: random.Random) -> State:
    """Return a board of the game's cards as no play leads to: a hostile server may show it."""
    deck = list(game.deck)
    chance.shuffle(deck)
    within = chance.choice([min(3, len(game.places)), len(game.places)])
    piles = [bytearray() for _ in game.places]
    for card in deck[: chance.randrange(len(deck) + 1)]:
        piles[chance.randrange(within)].append(card if chance.random() < 0.8 else HIDDEN)
    marks = tuple(chance.randrange(most + 1) for most in game.marks[: chance.randrange(3)])
    return State(tuple(map(bytes, piles)), chance.randrange(-9, 99), chance.randrange(4), marks)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_board_that_cannot_be_does_no_harm(setting: Setting) -> None:
    game, chance = setting.game, random.Random(str(setting))
    speaker = Speaker(game)
    for _ in range(6):
        view = impossible(game, chance)
        check_view(game, view)
        assert board_lines(game, view, UNICODE)
        assert [speaker.whole_pile(view, pile) for pile in range(len(view.piles))]
        for pile in range(len(view.piles)):
            empty_places.sign(game, view, pile)
        try:
            check_playable(game, view)
        except BadMessage:
            continue  # Nobody plays on it.
        for action in game.legal_actions(view):
            game.view(game.play(view, action))
        MoveChooser(game, chance).choose(view)
        list(finishing_moves(game, view))
        game.outcome(view)


COUPLES_WITHOUT_ROOM = (
    *("13", "12803b", "8080", "21802a04", "0a29", "3633", "24", "390c", "80", "258080", "3c", "05"),
    *("80", "1b09", "8080063d", "08", "162718", "070b", "", "15803a14", "383180", "", "803722"),
    *("2d1103", "3502", "1c"),
)
"""A board of King's Audience with cards on all thrones."""


def test_a_board_of_which_the_rules_can_make_nothing_is_none() -> None:
    game = catalogue.make("kings-audience")
    view = State(tuple(map(bytes.fromhex, COUPLES_WITHOUT_ROOM)))
    check_view(game, view)
    with pytest.raises(BadMessage, match="no deal of this game"):
        check_playable(game, view)


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("agnes", (200,)),
        ("agnes", (13, 3)),
        ("lady-jane", (14,)),
        ("hamilton", (13, 1)),
        ("hamilton", (3, 99)),
        ("hamilton", (3, 13, 0)),
        ("klondike", (0,)),
    ],
)
def test_marks_are_those_of_the_game(name: str, marks: tuple[int, ...]) -> None:
    game = catalogue.make(name)
    with pytest.raises(BadMessage, match="no marks but the game's"):
        check_view(game, game.view(game.deal("honest"))._replace(marks=marks))
