"""Which screen is shown; whole visits are in test_window and test_whole_race."""

from collections.abc import Iterator
from typing import Literal, get_args

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from client.session.session import Session
from client.window.navigation import Navigation, Situation, situation_of
from client.window.racing import last_look
from client.window.screens.screen import Page
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import column
from engine.chance import commitment
from harness.fakes import ADA, BOB, FakeLink, daily_room, member, race, room
from protocol.messages import Countdown, FromServer, LeftRoom, Results, Said
from tests.client.conftest import wait_until

HERE = room(member(ADA), member(BOB))
WATCHED = room(member(ADA, seated=False), member(BOB))
RESULTS = Results(7, HERE.settings, [], "seed", "promise")


def named(name: str) -> Page:
    screen = Page()
    screen.setObjectName(name)
    return screen


@pytest.fixture
def navigation(link: FakeLink) -> Iterator[Navigation]:
    made = Navigation()
    for place in get_args(Situation):
        screen = named(place)
        parts = column(QLineEdit(), QPushButton())
        if place in ("room", "race"):
            chat = ChatBox(link)
            parts.addWidget(chat)
            link.received.connect(chat.take)
        screen.setLayout(parts)
        made.add(screen, place)
    made.session = link.session
    link.received.connect(made.take)
    made.come_back()
    made.show()
    yield made
    made.close()
    made.deleteLater()


def shown(navigation: Navigation) -> str:
    screen = navigation.currentWidget()
    assert screen is not None
    return screen.objectName()


def aside(navigation: Navigation) -> Page:
    screen = named("aside")
    navigation.add(screen)
    navigation.go_aside(screen)
    assert shown(navigation) == "aside"
    return screen


def test_a_room_that_opens_again_leaves_a_replay_open(
    link: FakeLink, navigation: Navigation
) -> None:
    link.tell(*race(HERE), RESULTS, replace(HERE, phase="finished"))
    screen = aside(navigation)
    link.tell(HERE)
    assert navigation.currentWidget() is screen
    navigation.go_back()
    assert shown(navigation) == "room"


def test_who_reads_the_results_goes_on_when_a_bot_opens_the_room(
    link: FakeLink, navigation: Navigation
) -> None:
    theirs = room(member(ADA), member(BOB, bot=True), host=BOB)
    link.tell(theirs, *race(theirs), RESULTS, replace(theirs, phase="finished"))
    screen = aside(navigation)
    link.tell(theirs)
    assert navigation.currentWidget() is screen
    navigation.go_back()
    assert shown(navigation) == "results"
    link.tell(theirs)
    assert shown(navigation) == "results"
    navigation.go_back()
    assert shown(navigation) == "room"


def test_the_next_race_is_seen_by_who_still_reads_the_results(
    link: FakeLink, navigation: Navigation
) -> None:
    theirs = room(member(ADA), member(BOB, bot=True), host=BOB)
    link.tell(theirs, *race(theirs), RESULTS, replace(theirs, phase="finished"), theirs)
    assert shown(navigation) == "results"
    link.tell(Countdown(8, 3000, "another"))
    assert shown(navigation) == "race"


@pytest.mark.parametrize("place", ["connect", "lobby"])
def test_on_the_way_to_a_race_the_screen_stays(
    link: FakeLink, navigation: Navigation, place: Literal["connect", "lobby"]
) -> None:
    navigation.held = place
    link.tell(HERE)
    assert shown(navigation) == place
    link.tell(race(HERE)[0])
    assert shown(navigation) == "race"


@pytest.mark.parametrize(
    ("messages", "place"),
    [
        ([], "lobby"),
        ([HERE], "room"),
        ([HERE, *race(HERE)[:1]], "race"),
        ([HERE, *race(HERE)], "race"),
        ([WATCHED, *race(WATCHED)], "watch"),
        ([HERE, *race(HERE), RESULTS], "results"),
        ([HERE, LeftRoom()], "lobby"),
    ],
)
def test_each_place_has_its_screen(
    navigation: Navigation, link: FakeLink, messages: list[FromServer], place: Situation
) -> None:
    link.tell(*messages)
    assert situation_of(link.session) == shown(navigation) == place


def test_without_a_welcome_there_is_nothing_but_the_connect_screen() -> None:
    assert situation_of(None) == situation_of(Session("Ada")) == "connect"


def test_what_is_told_again_of_a_race_leads_nowhere(navigation: Navigation, link: FakeLink) -> None:
    link.tell(HERE, *race(HERE))
    aside(navigation)
    link.tell(HERE, *race(HERE))  # after a lost connection, say
    assert shown(navigation) == "aside"
    link.tell(RESULTS)
    assert shown(navigation) == "results"
    navigation.go_aside(named("aside"))
    link.tell(*race(HERE, "another seed"))
    assert shown(navigation) == "race"


def test_from_aside_one_goes_back_the_same_way(navigation: Navigation) -> None:
    first, second = aside(navigation), aside(navigation)
    navigation.go_aside(second)  # it is there already
    assert navigation.aside is second
    navigation.go_back()
    assert navigation.currentWidget() is first
    navigation.go_back()
    assert shown(navigation) == "lobby"
    navigation.go_back()
    assert shown(navigation) == "lobby"


def test_what_must_be_seen_calls_the_player_back(navigation: Navigation, link: FakeLink) -> None:
    for message in (HERE, *race(HERE)[:2], RESULTS, LeftRoom(), HERE):
        aside(navigation)
        link.tell(message)
        assert shown(navigation) != "aside", message


def test_others_who_come_and_go_call_nobody_back(navigation: Navigation, link: FakeLink) -> None:
    link.tell(HERE)
    aside(navigation)
    link.tell(room(member(ADA)), HERE)
    assert shown(navigation) == "aside"


def test_the_keyboard_goes_on_where_it_was(navigation: Navigation, link: FakeLink) -> None:
    [button] = navigation.fitting.findChildren(QPushButton)
    button.setFocus()  # the line would have it by itself
    aside(navigation)
    navigation.go_back()
    assert navigation.fitting.focusWidget() is button
    page, line, other = named("form"), QLineEdit(), QPushButton()
    page.setLayout(column(line, other))
    navigation.add(page)
    navigation.go_aside(page)
    other.setFocus()
    navigation.go_back()
    navigation.go_aside(page)
    assert page.focusWidget() is line, "who comes anew begins anew"


def test_a_screen_that_was_left_begins_anew(navigation: Navigation) -> None:
    screen, field, back = named("aside"), QLineEdit(), QPushButton("Back")
    screen.setLayout(column(field, back))
    screen.begins_at = field
    navigation.add(screen)
    for _ in range(2):
        navigation.go_aside(screen)
        assert screen.focusWidget() is field
        back.setFocus()
        navigation.go_back()


def test_who_comes_to_a_screen_again_goes_back_through_each_once(navigation: Navigation) -> None:
    first, second = aside(navigation), aside(navigation)
    navigation.go_aside(first)
    navigation.go_aside(second)
    navigation.go_aside(first)
    assert navigation.aside is first
    navigation.go_back()
    assert navigation.aside is second, "where the player came from"
    navigation.go_back()
    assert shown(navigation) == "lobby"


def test_what_is_said_elsewhere_is_counted_until_a_chat_is_seen(
    link: FakeLink, navigation: Navigation
) -> None:
    titles: list[str] = []
    navigation.headed.connect(titles.append)
    link.tell(HERE)
    wait_until(lambda: any(chat.in_sight for chat in navigation.findChildren(ChatBox)))
    link.tell(Said(BOB, "Bob", "Hello"))
    assert titles[-1] == ""
    aside(navigation)
    link.tell(Said(BOB, "Bob", "Hello?"), Said(ADA, "Ada", "(by another way)"))
    link.tell(Said(BOB, "Bob", "Are you there?"))
    assert titles[-1] == "(2) "
    link.tell(*race(HERE))  # a race begins: its chat shows all of it
    wait_until(lambda: titles[-1] == "")
    aside(navigation)
    link.tell(Said(BOB, "Bob", "Ha!"))
    assert titles[-1] == "(1) "
    link.tell(*[Said(BOB, "Bob", "Ha!")] * 100)
    assert titles[-1] == "(99+) "
    link.tell(LeftRoom())
    assert titles[-1] == "", "nobody reads it any more"


@pytest.fixture
def lingering(navigation: Navigation, monkeypatch: pytest.MonkeyPatch) -> Navigation:
    """Screens on whose boards the race has only just ended."""
    monkeypatch.setattr(Page, "lingers", lambda _: 60_000)
    return navigation


def test_the_board_on_which_a_race_ended_is_seen_before_the_results(
    link: FakeLink, lingering: Navigation
) -> None:
    ended = replace(RESULTS, commitment=commitment("seed"))
    link.tell(HERE, *race(HERE), ended)
    assert shown(lingering) == "race"
    link.tell(replace(HERE, phase="finished"))
    assert shown(lingering) == "race"
    lingering.last_look.timer.setInterval(0)
    wait_until(lambda: shown(lingering) == "results")
    link.tell(*race(HERE), ended)
    assert shown(lingering) == "results", "told again, after a lost connection"


@pytest.mark.parametrize("key", [True, False])
def test_a_press_goes_on_to_the_results(
    link: FakeLink, lingering: Navigation, monkeypatch: pytest.MonkeyPatch, key: bool
) -> None:
    link.tell(HERE, *race(HERE), RESULTS)
    screen = lingering.currentWidget()
    assert screen is not None

    def press() -> None:
        if key:
            QTest.keyClick(screen, Qt.Key.Key_Space)
        else:
            QTest.mouseClick(screen, Qt.MouseButton.LeftButton)

    press()
    assert shown(lingering) == "race", "a double click goes to a card, not to the results"
    monkeypatch.setattr(last_look, "PLAYED", 0)
    press()
    assert shown(lingering) == "results"


def test_who_looks_elsewhere_comes_to_the_results_at_once(
    link: FakeLink, lingering: Navigation, monkeypatch: pytest.MonkeyPatch
) -> None:
    link.tell(HERE, *race(HERE))
    monkeypatch.setattr(aside(lingering), "lingers", lambda: 0)
    link.tell(RESULTS)
    assert shown(lingering) == "results"


def test_a_room_that_is_left_is_left_at_once(link: FakeLink, lingering: Navigation) -> None:
    link.tell(HERE, *race(HERE), RESULTS, LeftRoom())
    assert shown(lingering) == "lobby"


def test_a_room_for_a_daily_deal_has_its_own_place(link: FakeLink) -> None:
    for phase in ("lobby", "running", "finished"):
        told = daily_room(phase)
        link.tell(told)
        if phase == "running":
            link.tell(*race(told))
            assert situation_of(link.session) == "race"
            link.tell(replace(RESULTS, settings=told.settings))
        assert situation_of(link.session) == "daily"
    link.tell(daily_room("lobby", practice=True))
    assert situation_of(link.session) == "daily"


def test_the_end_of_an_attempt_is_seen_on_the_board_first(
    link: FakeLink, navigation: Navigation
) -> None:
    told = daily_room("running")
    link.tell(told, *race(told))
    screen = navigation.currentWidget()
    assert isinstance(screen, Page)
    screen.lingers = lambda: 60_000  # type: ignore[method-assign]
    link.tell(replace(RESULTS, settings=told.settings))
    assert shown(navigation) == "race"
    navigation.last_look.end()
    assert shown(navigation) == "daily"
