"""The screens around a race in a small window: nothing is cut in any language."""

from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from client.window.desktop import preferences
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import Preferences
from client.window.screens.leaderboard import LeaderboardScreen
from client.window.screens.practice import PracticeScreen
from client.window.screens.profile import ProfileScreen
from client.window.screens.race import RaceScreen
from client.window.screens.results import ResultsScreen
from client.window.screens.room import RoomScreen
from client.window.widgets.fitting import Fitted
from client.words.translation import available
from engine.chance import commitment
from harness.fakes import ADA, BOB, CLEO, FakeLink, Show, member, race, room
from protocol.messages import (
    GameRecord,
    Guests,
    Profile,
    Rated,
    RatedPlayer,
    Rating,
    RatingChange,
    RatingCourse,
    RatingPoint,
    Ratings,
    Results,
    Said,
    Standing,
)
from tools.pictures.cut_texts import cut_texts

SCREEN: Final = (800, 448)
"""What a window of 800x500 leaves to its screen: the menu and the status line take the rest."""
LARGER: Final = ((1280, 748), (2560, 1388))
"""The same of larger windows, where what is folded in a small one is shown."""
ROUNDS: Final = 6
"""How often a layout may have to ask the one above before all have their places."""
RATING: Final = Rating(1234, 300, 123)
OTHERS: Final = (member(BOB, bot=True), member(CLEO, ready=True))


@pytest.fixture(params=available())
def language(qt_app: QApplication, styled: None, request: pytest.FixtureRequest) -> Iterator[str]:
    preferences.live.set(Preferences(motion="off"))
    yield set_language(qt_app, request.param)
    set_language(qt_app, "en")


def cut(screen: QWidget, size: tuple[int, int] = SCREEN) -> list[str]:
    screen.resize(*size)
    for _ in range(ROUNDS):
        QApplication.processEvents()
    assert screen.size().toTuple() == size
    return list(cut_texts(screen))


@pytest.mark.usefixtures("language")
def test_nothing_of_a_race_is_cut(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RaceScreen(link, memory))
    for limit in (900, 7200):
        told = room(member(ADA), *OTHERS, phase="running", show_boards=True)
        told = replace(told, settings=replace(told.settings, time_limit=limit))
        link.tell(told, *race(told))
        assert not cut(screen), limit
        head, own = screen.side.clock, screen.side.place
        at = own.mapTo(screen, own.rect().topLeft()) - head.mapTo(screen, head.rect().topLeft())
        assert not own.rect().translated(at).intersects(head.rect()), "the clock covers the place"


@pytest.mark.usefixtures("language")
def test_nothing_of_a_room_is_cut(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(RoomScreen(link, memory))
    muted = [replace(each, muted=True) for each in OTHERS]
    for host, others in ((ADA, OTHERS), (ADA, muted), (BOB, OTHERS)):
        link.tell(room(member(ADA), *others, host=host), Said(BOB, "Bob", "Hello!"), Guests(2))
        assert not cut(screen), host
        sideways = [part for part in screen.findChildren(Fitted) if part.isVisible()]
        assert not any(part.horizontalScrollBar().maximum() for part in sideways), host


@pytest.mark.usefixtures("language")
def test_nothing_of_the_results_is_cut(link: FakeLink, show: Show) -> None:
    screen = show(ResultsScreen(link))
    told = room(member(ADA), *OTHERS, phase="running")
    standings = [
        Standing(ADA, "Ada", "gave up", 12, 3, 9, 61_000),
        Standing(BOB, "Bob", "won", 52, 1, 80, 300_000, bot=True),
        Standing(CLEO, "Cleo", "stuck", 30, 2, 60, 200_000),
    ]
    link.tell(told, *race(told))
    link.tell(Results(7, told.settings, standings, "seed", commitment("seed"), [ADA]))
    assert not cut(screen)
    people = [replace(racer, bot=False) for racer in standings]
    link.tell(Results(7, told.settings, people, "seed", commitment("seed"), [ADA]))
    link.tell(Rated(7, [RatingChange(ADA, RATING, RATING, 1234, 1234)]))
    assert not cut(screen)


@pytest.mark.usefixtures("language")
def test_nothing_of_practice_is_cut(show: Show, memory: Memory) -> None:
    assert not cut(show(PracticeScreen(memory)))


@pytest.mark.usefixtures("language")
def test_all_columns_of_a_players_page_have_room(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    record = GameRecord("klondike", {"deal": "no-redeals"}, 8, 4, 3, 61_000, 52, 7, 9)
    link.tell(Profile(BOB, "Bob", since=1_600_000_000, races=8, wins=4, games=[record]))
    assert not cut(screen)
    headings = [screen.games.horizontalHeaderItem(x) for x in range(screen.games.columnCount())]
    hidden = [
        each.text() for x, each in enumerate(headings) if each and screen.games.isColumnHidden(x)
    ]
    assert not any(hidden)


@pytest.mark.usefixtures("language")
def test_nothing_of_ratings_is_cut(link: FakeLink, show: Show, memory: Memory) -> None:
    page = show(ProfileScreen(link))
    page.choose(BOB)
    record = GameRecord("klondike", {"deal": "no-redeals"}, 8, 4, 3, 61_000, 52, 7, 9)
    ratings = [RATING, replace(RATING, family="Rows and gaps")]
    link.tell(Profile(BOB, "Bob", since=1_600_000_000, races=8, games=[record], ratings=ratings))
    page.show_ratings.click()
    points = [RatingPoint(1_600_000_000 + at * 86_400, 1000 + at, 300, 7) for at in range(40)]
    link.tell(RatingCourse(BOB, "", points))
    assert not cut(page)
    for table in (page.ratings.families, page.ratings.races):
        assert not table.horizontalScrollBar().maximum(), table.accessibleName()
    best = show(LeaderboardScreen(link, memory))
    best.tabs.setCurrentWidget(best.ratings)
    own = RatedPlayer(ADA, "Ada", 400, RATING)
    link.tell(Ratings("", 2, 2, 520, [RatedPlayer(BOB, "Bob", 1, RATING)], own))
    assert not cut(best)
    assert not best.ratings.table.horizontalScrollBar().maximum()


@pytest.mark.usefixtures("language")
def test_no_filter_of_games_is_cut(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(LeaderboardScreen(link, memory))
    for choice in screen.findChildren(QComboBox):
        choice.setToolTip("")  # that would do for a long one: these are to be read at once
    for size in LARGER:
        assert not cut(screen, size), size
