import pytest

from client.session.intake import check_view
from tests.engine.positions import SETTINGS, Setting, walk


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_view_of_a_game_is_one(setting: Setting) -> None:
    game = setting.game
    for step in walk(setting, "what a server shows", 100):
        check_view(game, game.view(step.before))
        check_view(game, game.view(step.after))
