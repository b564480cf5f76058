import pytest
from PySide6.QtWidgets import QFormLayout, QWidget

from client.window.widgets.games.series_choice import FAMILY, LIST, OWN, SeriesChoice
from harness.fakes import Show
from protocol.messages import MAX_LINE_UP, Series, SeriesGame


@pytest.fixture
def choice(show: Show) -> SeriesChoice:
    whole = show(QWidget())
    form = QFormLayout()
    whole.setLayout(form)
    made = SeriesChoice(form)
    made.setParent(whole)
    made.show_game("golf", {})
    return made


def test_there_is_no_series_at_first_and_nothing_more_to_choose(choice: SeriesChoice) -> None:
    assert choice.series is None
    assert not choice.games.isVisible()
    assert not choice.points.isVisible()


@pytest.mark.parametrize(
    "series",
    [
        Series(3),
        Series(0, points="wins", pause=20),
        Series(7, points="rivals"),
        Series(10, family="Golf", vetoes=2),
        Series(5, [SeriesGame("golf", {}), SeriesGame("klondike")], vetoes=1),
        None,
    ],
)
def test_what_is_shown_is_chosen(choice: SeriesChoice, series: Series | None) -> None:
    choice.show_series(series)
    assert choice.series == series
    assert choice.points.isVisible() == (series is not None)


def test_the_family_is_that_of_the_game(choice: SeriesChoice) -> None:
    choice.show_series(Series(3))
    choice.games.setCurrentIndex(FAMILY)
    choice.games.activated.emit(FAMILY)
    assert choice.games.itemText(FAMILY) == "Drawn from “Golf”"
    choice.show_game("spider", {})
    assert choice.series == Series(3, family="Spider")


def test_a_list_is_made_of_one_game_after_the_other(choice: SeriesChoice) -> None:
    choice.show_series(Series(3))
    choice.games.setCurrentIndex(LIST)
    choice.games.activated.emit(LIST)
    assert choice.series == Series(3), "nothing is on the list yet"
    choice.add.click()
    choice.show_game("klondike", {"deal": "no-redeals"})
    choice.add.click()
    assert choice.listed.text() == "Golf, Klondike"
    made = choice.series
    assert made is not None
    assert made.games == [SeriesGame("golf"), SeriesGame("klondike", {"deal": "no-redeals"})]
    for _ in range(MAX_LINE_UP):
        choice.add.click()
    made = choice.series
    assert made is not None
    assert len(made.games) == MAX_LINE_UP
    assert not choice.add.isEnabled()
    choice.clear_list.click()
    assert choice.series == Series(3)


def test_vetoes_are_offered_where_the_server_chooses(choice: SeriesChoice) -> None:
    choice.show_series(Series(3))
    assert not choice.vetoes.isVisible()
    choice.games.setCurrentIndex(FAMILY)
    choice.games.activated.emit(FAMILY)
    assert choice.vetoes.isVisible()
    choice.vetoes.setValue(2)
    choice.games.setCurrentIndex(OWN)
    choice.games.activated.emit(OWN)
    assert choice.series == Series(3)
