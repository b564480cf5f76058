from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from client.window.desktop import preferences
from client.window.scene import game_pictures
from client.window.scene.game_pictures import GamePicture, GamePictures
from engine.catalogue import Options
from tests.client.conftest import wait_until

SIZE = QSize(168, 105)


@pytest.fixture
def pictures() -> Iterator[GamePictures]:
    made = GamePictures()
    yield made
    made.deleteLater()


def made(
    pictures: GamePictures, game: str, size: QSize = SIZE, ratio: float = 1.0, **options: str
) -> QImage:
    chosen: Options = dict(options)
    wait_until(lambda: pictures.find(game, chosen, size, ratio) is not None)
    image = pictures.find(game, chosen, size, ratio)
    assert image is not None
    return image


def test_a_picture_is_made_in_time_and_kept(pictures: GamePictures) -> None:
    told: list[bool] = []
    pictures.made.connect(lambda: told.append(True))
    assert pictures.find("klondike", {}, SIZE, 2.0) is None
    assert not told
    wait_until(lambda: bool(told))
    image = pictures.find("klondike", {}, SIZE, 2.0)
    assert image is not None
    assert image.size() == SIZE * 2
    assert image.devicePixelRatio() == 2.0
    assert image.pixelColor(0, 0).alpha() == 0  # the corners are round
    assert image.pixelColor(168, 0).alpha() == 255
    assert not pictures._waiting
    assert not pictures._idle.isActive()


def test_games_and_options_differ(pictures: GamePictures) -> None:
    assert made(pictures, "spider") != made(pictures, "freecell")
    assert made(pictures, "spider") != made(pictures, "spider", suits="one-suit")


def test_it_follows_the_look_of_the_cards_and_of_the_table(pictures: GamePictures) -> None:
    images = [made(pictures, "klondike")]
    for change in ({"table": "plum"}, {"back": "stars"}, {"four_colours": True}):
        preferences.live.set(replace(preferences.live.now, **change))
        assert pictures.find("klondike", {}, SIZE, 1.0) is None
        image = made(pictures, "klondike")
        assert image not in images
        images.append(image)
    preferences.live.set(replace(preferences.live.now, volume=10))
    assert pictures.find("klondike", {}, SIZE, 1.0) is not None


def test_a_game_of_another_version_is_bare_cloth(pictures: GamePictures) -> None:
    bare = made(pictures, "of-tomorrow")
    assert bare == made(pictures, "klondike", deal="of-tomorrow")
    assert bare != made(pictures, "klondike")


@pytest.mark.parametrize("game", ["montana", "4x13"])
def test_long_rows_fit_in_a_small_picture(pictures: GamePictures, game: str) -> None:
    image, bare = made(pictures, game, QSize(80, 50)), made(pictures, "of-tomorrow", QSize(80, 50))
    for x in (2, 77):
        assert [image.pixel(x, y) for y in range(50)] == [bare.pixel(x, y) for y in range(50)]
    assert image.pixel(40, 20) != bare.pixel(40, 20)


def test_pictures_not_shown_for_long_are_dropped(
    pictures: GamePictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_pictures, "KEPT", 2 * 168 * 105 * 4)
    for game in ("klondike", "spider", "klondike", "freecell"):
        made(pictures, game)
    assert [asked.game for asked in pictures._made] == ["klondike", "freecell"]
    assert pictures._bytes == 2 * 168 * 105 * 4


def test_no_other_game_is_on_view_until_one_is_drawn() -> None:
    picture = GamePicture()
    picture.resize(SIZE)
    picture.show_game("klondike", {})
    picture.show()
    wait_until(lambda: not picture.shown.isNull())
    first = picture.shown
    picture.show_game("klondike", {"deal": "no-redeals"})
    picture.grab()
    assert picture.shown == first, "another option of the same game"
    picture.show_game("spider", {})
    bare = picture.grab().toImage()
    assert picture.shown.isNull()
    assert bare.pixelColor(SIZE.width() // 2, SIZE.height() // 2).alpha() == 255, "bare cloth"
    wait_until(lambda: not picture.shown.isNull())
    assert picture.shown != first
    picture.close()
    picture.deleteLater()
