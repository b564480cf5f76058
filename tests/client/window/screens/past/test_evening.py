from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from client.window.desktop import theme
from client.window.screens.past.evening import PastEveningScreen
from harness.fakes import ADA, BOB, CLEO, HOSTILE, FakeLink, Show
from harness.qt_waiting import until
from protocol.messages import GetReplay, GetRoomPast, RoomPast
from tests.client.evenings import RACES, SAID, Told, ended

TOLD = Told(RACES)
TALLY, GAMES, CHAT = range(3)


def shown(link: FakeLink, show: Show, told: RoomPast | None = None) -> PastEveningScreen:
    screen = show(PastEveningScreen(link))
    screen.choose(7)
    assert link.take_sent()[-1] == GetRoomPast(7)
    link.tell(told or TOLD.room_past())
    return screen


def test_the_tally_as_it_was_in_the_end(link: FakeLink, show: Show, heard: list[str]) -> None:
    screen = shown(link, show)
    assert screen.heading() == f"{HOSTILE}’s room, 14 November 2023"
    assert screen.summary.text() == "3 races · 4th of 5, 12 points"
    rows = [[screen.tally.text(y, x) for x in range(5)] for y in (0, 4)]
    assert rows == [["1", HOSTILE, "15½", "3", "1"], ["5", "Bob (bot)", "2", "1", "0"]]
    assert screen.tally.chosen == ADA
    assert screen.curve.isVisible()
    assert screen.rule.text().startswith("Points by place")
    assert any("3 races" in text for text in heard)
    screen.resize(800, 400)
    screen.grab()
    assert not screen.curve.isVisible()


def test_its_races_lead_to_replays(link: FakeLink, show: Show) -> None:
    screen = shown(link, show)
    screen.tabs.setCurrentIndex(GAMES)
    assert screen.races.rowCount() == 3
    assert screen.races.text(1, 1) == "Cleo"
    screen.races.choose(8)
    assert [screen.results.text(y, 1) for y in range(3)] == ["Cleo", HOSTILE, "Ada"]
    assert screen.results.chosen == ADA
    screen.replay.click()
    assert link.take_sent()[-1] == GetReplay(8, ADA)
    screen.results.choose(CLEO)
    QTest.keyClick(screen.results, Qt.Key.Key_Return)
    assert link.take_sent()[-1] == GetReplay(8, CLEO)
    claim = link.session.claims[8, CLEO]
    assert (claim.status, claim.score) == ("won", 9), "the replay is held against it"


def test_where_there_is_no_replay_it_says_why(link: FakeLink, show: Show) -> None:
    told = TOLD.room_past()
    races = [replace(race, replay=False) for race in told.races]
    screen = shown(link, show, replace(told, races=races))
    screen.tabs.setCurrentIndex(GAMES)
    assert not screen.replay.isEnabled()
    assert "no replay for you" in screen.replay.toolTip()
    link.take_sent()
    QTest.keyClick(screen.results, Qt.Key.Key_Return)
    assert link.take_sent() == []


def test_what_was_said_is_text_and_never_markup(link: FakeLink, show: Show) -> None:
    screen = shown(link, show)
    screen.tabs.setCurrentIndex(CHAT)
    lines = screen.said.toPlainText().splitlines()
    assert len(lines) == 5, "two days, and three lines"
    assert lines[1].endswith("Ada: Hello, everybody.")
    assert lines[2].endswith(f"{HOSTILE}: <b>Bold</b> and <img src=x>")
    assert lines[3] != lines[0]
    assert screen.kept.text().startswith("This server keeps what is said in rooms for 30 days.")


def test_earlier_lines_come_when_they_are_asked_for(link: FakeLink, show: Show) -> None:
    screen = shown(link, show, TOLD.room_past(more=True))
    assert not screen.older.isVisible()
    screen.tabs.setCurrentIndex(CHAT)
    screen.older.click()
    assert link.take_sent()[-1] == GetRoomPast(7, 11)
    earlier = replace(SAID[0], number=4, text="Is anybody here?")
    link.tell(RoomPast(evening=TOLD.past(), said=[earlier], before=11))
    assert "Is anybody here?" in screen.said.toPlainText().splitlines()[1]
    assert "A day later." in screen.said.toPlainText()
    assert not screen.older.isVisible()
    assert screen.races.rowCount() == 3, "nothing else was told again"
    link.tell(RoomPast(evening=TOLD.past(), said=[earlier], before=11))
    assert screen.said.toPlainText().count("Is anybody here?") == 1


def test_an_evening_of_which_nothing_was_kept(link: FakeLink, show: Show) -> None:
    screen = shown(link, show, TOLD.room_past(said=[], keeps=0))
    screen.tabs.setCurrentIndex(CHAT)
    assert not screen.said.isVisible()
    assert screen.kept.text() == "This server keeps nothing of what is said in rooms."
    link.tell(TOLD.room_past(said=[], keeps=1))
    assert screen.kept.text().startswith("Nothing was said that is kept. · This server keeps")


def test_another_evening_begins_with_nothing(link: FakeLink, show: Show) -> None:
    screen = shown(link, show)
    screen.choose(3)
    assert link.take_sent()[-1] == GetRoomPast(3)
    assert (screen.tally.rowCount(), screen.said.toPlainText()) == (0, "")
    link.tell(TOLD.room_past(7))
    assert screen.tally.rowCount() == 0, "that is for another one"
    link.tell(TOLD.room_past(3))
    assert screen.tally.rowCount() == 5


def test_players_lead_to_their_pages(link: FakeLink, show: Show) -> None:
    screen = shown(link, show)
    wanted: list[object] = []
    screen.profile.connect(wanted.append)
    screen.tally.choose(BOB)
    screen.about.click()
    screen.tabs.setCurrentIndex(GAMES)
    screen.results.choose(CLEO)
    screen.about.click()
    assert wanted == [BOB, CLEO]


def test_it_is_asked_for_anew_when_it_is_shown_again(link: FakeLink, show: Show) -> None:
    screen = shown(link, show)
    screen.hide()
    link.take_sent()
    screen.show()
    assert link.take_sent() == [GetRoomPast(7)]
    going_on = replace(TOLD.past(), tally=Told([]).evening())
    link.tell(replace(TOLD.room_past(), races=[], evening=going_on))
    assert screen.summary.text() == ""


def test_a_short_tally_leaves_the_screen_to_its_pictures(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = shown(link, show)
    screen.resize(1180, 740)
    until(screen.podium.isVisible)

    def left() -> int:
        foot = screen.rule.mapTo(screen, screen.rule.rect().bottomLeft()).y()
        return screen.leave.mapTo(screen, QPoint(0, 0)).y() - foot

    until(lambda: left() < 40, "nothing is empty")
    screen.resize(1180, 560)
    until(lambda: not screen.podium.isVisible(), "the rows need it")
    assert screen.curve.isVisible()


def test_a_few_races_leave_the_screen_to_the_curve_where_the_chosen_one_is_marked(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = shown(link, show)
    screen.tabs.setCurrentIndex(GAMES)
    screen.resize(1180, 740)
    until(screen.course.isVisible)
    rows = max(
        each.mapTo(screen, each.rect().bottomLeft()).y() for each in (screen.races, screen.results)
    )
    assert screen.course.mapTo(screen, QPoint(0, 0)).y() >= rows
    assert not any(each.verticalScrollBar().maximum() for each in (screen.races, screen.results))
    pictures = set[bytes]()
    for race in screen.races.keys:
        screen.races.choose(race)
        image = screen.course.grab().toImage()  # its bits are its own: it has to be held
        pictures.add(bytes(image.constBits()))
    assert len(pictures) == 3, "each of them is marked elsewhere"
    screen.resize(800, 460)
    until(lambda: not screen.course.isVisible(), "the rows need it")


def test_a_player_has_the_same_colour_in_tally_races_and_podium(link: FakeLink, show: Show) -> None:
    # 9 has the colour of 1, Ada, where she is not.
    screen = shown(link, show, Told([ended(ADA, 9, BOB), ended(9, BOB)]).room_past())
    colour = theme.racer_colours([ADA, 9, BOB], 0)[9]
    assert colour != theme.racer_colours([9, BOB], 0)[9]
    screen.races.choose(8)
    for table in (screen.tally, screen.results):
        [y] = [y for y, key in enumerate(table.keys) if key == 9]
        item = table.item(y, 1)
        assert item is not None
        assert QColor(item.icon().pixmap(12).toImage().pixel(6, 6)) == colour
    assert theme.racer_colours(screen.podium._among, 0)[9] == colour
