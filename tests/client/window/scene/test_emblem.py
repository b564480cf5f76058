"""The picture on the first screen follows the player's deck."""

from dataclasses import replace

from client.window.desktop import preferences
from client.window.scene.emblem import Emblem
from harness.fakes import Show


def test_the_emblem_shows_the_cards_of_the_players_deck(show: Show) -> None:
    emblem = show(Emblem())
    classic = emblem.grab().toImage()
    colours = {
        classic.pixelColor(x, y).name() for x in range(classic.width()) for y in range(30, 80)
    }
    assert "#fffdf8" in colours  # the cards' paper
    preferences.live.set(replace(preferences.live.now, four_colours=True))
    assert emblem.grab().toImage() != classic
