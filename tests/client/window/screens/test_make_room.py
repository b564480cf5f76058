from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.desktop.memory import Memory
from client.window.screens.make_room import MakeRoomScreen
from client.window.screens.room_form import RoomForm
from engine import catalogue
from harness.fakes import FakeLink, Show, press
from harness.qt_waiting import until
from protocol.messages import CreateRoom, Settings


def test_the_usual_room(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(MakeRoomScreen(link, memory))
    press(screen, "Make the room")
    usual = Settings("klondike", {"deal": "single-card-deals"}, show_boards=True)
    assert link.take_sent() == [CreateRoom(usual)]


def test_everything_can_be_chosen(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(MakeRoomScreen(link, memory))
    QTest.keyClicks(screen.games.finder.search, "spid")
    assert screen.games.rules.title.text() == "Spider"
    option = catalogue.entry("spider").options[0]
    screen.games.options.choose({option.name: option.choices[-1]})
    screen.form.minutes.setValue(3)
    screen.form.seats.setValue(2)
    screen.form.countdown.setValue(0)
    screen.form.delay.setValue(15)
    for box in (screen.form.show_boards, screen.form.undo, screen.form.listed, screen.form.rated):
        box.click()
    press(screen, "Make the room")
    chosen = {**catalogue.entry("spider").complete({}), option.name: option.choices[-1]}
    assert link.take_sent() == [
        CreateRoom(
            Settings(
                "spider",
                chosen,
                180,
                2,
                0,
                show_boards=False,
                undo=False,
                listed=False,
                delay=15,
                rated=False,
            )
        )
    ]


def test_watching_from_a_racers_address_follows_the_rest_until_it_is_chosen(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    form = show(MakeRoomScreen(link, memory)).form

    def chosen() -> tuple[bool, bool | None]:
        return form.beside.isChecked(), form.settings.same_address

    assert chosen() == (True, None)
    form.show_boards.click()
    assert chosen() == (False, None)
    form.delay.setValue(15)
    assert chosen() == (True, None)
    form.beside.click()
    form.delay.setValue(30)
    assert chosen() == (False, False)
    form.show_settings(Settings("klondike", same_address=True))
    assert chosen() == (True, True)
    form.show_settings(Settings("klondike"))
    assert chosen() == (False, None)


def test_every_game_has_rules_and_a_form(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(MakeRoomScreen(link, memory))
    for entry in catalogue.entries():
        screen.games.choose(entry.name)
        assert screen.form.settings.game == entry.name
        assert screen.form.settings.options == entry.complete({}), entry.name
        assert screen.games.rules.rules.text() == "\n\n".join(entry.paragraphs), entry.name


def test_a_search_that_finds_nothing_changes_nothing(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(MakeRoomScreen(link, memory))
    screen.games.finder.search.setText("no such game")
    assert screen.form.settings.game == "klondike"
    QTest.keyClick(screen.games.finder.search, Qt.Key.Key_Return)
    assert not link.take_sent(), "nobody has seen which game that would be"


def test_a_room_is_made_with_the_keyboard_alone(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(MakeRoomScreen(link, memory))
    QTest.keyClicks(screen.games.finder.search, "gaps")
    assert not link.take_sent()
    QTest.keyClick(screen.games.finder.search, Qt.Key.Key_Return)
    (wish,) = link.take_sent()
    assert isinstance(wish, CreateRoom)
    assert wish.settings.game == "gaps"


def test_a_narrow_window_has_one_column_beside_the_games(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(MakeRoomScreen(link, memory))
    games, column = screen.games, screen.form._scrolled
    for width in (800, 1280, 800):
        screen.resize(width, 480)
        if width == 800:
            until(lambda: column.isAncestorOf(games.rules))
        else:
            until(lambda: games.isAncestorOf(games.rules))
        assert column.isAncestorOf(games.options_panel) == (width == 800)
        until(lambda: screen.form.rect().contains(column.geometry()))
        assert screen.form.width() <= width
        until(games.rules.isVisible)


def test_deals_that_can_be_won_are_wished_for_and_wished_for_again(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(MakeRoomScreen(link, memory))
    deals = screen.form.deals
    assert "some deals nobody can win" in deals.about.text()
    QTest.keyClick(deals, Qt.Key.Key_Down)
    assert deals.currentText() == "Can be won"
    assert "knows a way to win it" in deals.about.text()
    assert deals.accessibleDescription() == deals.about.text()
    press(screen, "Make the room")
    (wish,) = link.take_sent()
    assert isinstance(wish, CreateRoom)
    assert wish.settings.deals == "winnable"
    assert show(MakeRoomScreen(link, memory)).form.settings.deals == "winnable"


def test_a_game_without_such_deals_says_so_and_keeps_the_wish(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    memory.deals = "winnable"
    screen = show(MakeRoomScreen(link, memory))
    form = screen.form

    def chosen() -> str:
        return form.settings.deals

    screen.games.choose("agnes")
    assert chosen() == "any"
    assert not form.deals.isEnabled()
    assert form.deals.about.text().startswith("In this game, no deal")
    screen.games.choose("spider", {"suits": "four-suits"})
    assert chosen() == "any"
    assert form.deals.about.text().startswith("With these options, no deal")
    screen.games.options.choose({"suits": "one-suit"})
    assert chosen() == "winnable"
    assert memory.deals == "winnable"


def test_a_room_that_is_changed_begins_with_its_own_deals(show: Show, memory: Memory) -> None:
    form = show(RoomForm(memory))
    for settings in (Settings("klondike", deals="winnable"), Settings("klondike")):
        form.show_settings(settings)
        assert form.settings.deals == settings.deals
