"""What is said in a room, as it is written down for those who heard it."""

from protocol.messages import FIRST_GUEST, Said, SaidBefore
from server.bounds import Limits
from server.rooms.records import (
    RemarkHeard,
    RemarkMade,
    StoredEvening,
    StoredRemark,
    StoredRoom,
)
from server.rooms.room import Room
from tests.server.driver import SETTINGS, Driver
from tests.server.play import ANN, BOB, CAT, DAN


def remarks(driver: Driver) -> list[RemarkMade | RemarkHeard]:
    driver.look()
    return [each for each in driver.records if isinstance(each, RemarkMade | RemarkHeard)]


def keeping(driver: Driver, most: int = 9, **settings: object) -> Driver:
    """Return a driver of another room with the same members, whose chat is kept."""
    chosen = driver.room.settings
    driver.room = Room("ABCDEF", chosen, keep_said=most)
    driver.forget()
    return driver


def test_a_line_has_who_heard_it() -> None:
    driver = keeping(Driver())
    driver.room.join(ANN, driver.now)
    driver.room.look_on(FIRST_GUEST, driver.now)
    driver.room.chat(1, "alone\n")
    driver.room.join(BOB, driver.now)
    driver.room.chat(2, "hello")
    assert remarks(driver) == [
        RemarkMade("ABCDEF", 1, 0, 9, 1, "alone", (1,)),
        RemarkMade("ABCDEF", 2, 0, 9, 2, "hello", (1, 2)),
    ]


def test_where_nothing_is_kept_nothing_is_written() -> None:
    driver = Driver(ANN, BOB)
    driver.room.chat(1, "hello")
    assert remarks(driver) == []


def test_a_line_belongs_to_the_evening_that_began_last() -> None:
    driver = keeping(Driver())
    driver.room.join(ANN, driver.now)
    driver.start()
    driver.room.chat(1, "in the race")
    driver.room.give_up(1, driver.now)
    driver.room.begin_anew(1)
    driver.room.chat(1, "after it")
    said = [each for each in remarks(driver) if isinstance(each, RemarkMade)]
    assert [each.evening for each in said] == [7, 7]


def test_who_sees_the_race_later_has_heard_it_later() -> None:
    driver = keeping(Driver(delay=5))
    for player in (ANN, BOB):
        driver.room.join(player, driver.now)
    for player in (CAT, DAN):
        driver.room.watch(player, driver.now)
    driver.start()
    driver.tick(5000)
    driver.forget()
    driver.room.chat(1, "got it")
    driver.room.chat(3, "how is it?")
    driver.tick(1)
    driver.room.leave(4, driver.now)
    assert remarks(driver) == [
        RemarkMade("ABCDEF", 1, 7, 9, 1, "got it", (1, 2), waits=True),
        RemarkMade("ABCDEF", 2, 7, 9, 3, "how is it?", (1, 2, 3, 4)),
    ]
    driver.forget()
    driver.tick(4999)
    assert remarks(driver) == []
    driver.tick(1)
    assert remarks(driver) == [RemarkHeard("ABCDEF", 1, (3,))]
    assert [each.text for each in driver.told(CAT, Said)] == ["got it"]


STORED = StoredRoom(
    "ABCDEF",
    1,
    SETTINGS,
    [(ANN, True), (BOB, True)],
    evening=StoredEvening(7),
    said=[
        StoredRemark(11, 0, 1, "ann", "hello", waits=False),
        StoredRemark(12, 7, 2, "bob", "good race", waits=True),
    ],
)


def restored(keep_said: int) -> Driver:
    driver = Driver()
    warned: list[str] = []
    driver.room = Room.restore(
        STORED, driver.now, Limits(), warned.append, "stream", keep_said=keep_said
    )
    assert warned == []
    return driver


def test_after_a_restart_it_goes_on() -> None:
    driver = restored(9)
    driver.room.returned(1, driver.now)
    [before] = driver.told(ANN, SaidBefore)
    assert [(each.name, each.text) for each in before.said] == [
        ("ann", "hello"),
        ("bob", "good race"),
    ]
    driver.room.chat(1, "where were we?")
    shown, made = remarks(driver)
    assert shown == RemarkHeard("ABCDEF", 12, ()), "there is no race any more that it could tell of"
    assert isinstance(made, RemarkMade)
    assert (made.number, made.evening, made.heard) == (13, 7, (1, 2))


def test_after_a_restart_without_any_chat_that_is_kept_there_is_none() -> None:
    driver = restored(0)
    driver.room.returned(1, driver.now)
    assert driver.told(ANN, SaidBefore) == []


def test_what_somebody_has_said_can_be_taken_back() -> None:
    driver = Driver(ANN, BOB)
    driver.room.chat(1, "I am ann")
    driver.room.chat(2, "hello, ann")
    seen = driver.room.output.events(2).number
    driver.room.chat(1, "bye")
    driver.room.unsay(1)
    driver.forget()
    driver.room.join(CAT, driver.now)
    [before] = driver.told(CAT, SaidBefore)
    assert [each.text for each in before.said] == ["hello, ann"]
    driver.forget()
    driver.room.dropped(2, driver.now)
    driver.room.returned(2, driver.now, driver.room.output.events(2).stream, seen)
    assert driver.told(BOB, Said) == [], "nor is it told to who comes back"


def test_what_is_taken_back_is_not_told_later_either() -> None:
    driver = keeping(Driver(delay=5))
    for player in (ANN, BOB):
        driver.room.join(player, driver.now)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.tick(5000)
    driver.room.chat(1, "I am ann")
    driver.room.chat(2, "hello, ann")
    driver.tick(1)
    driver.room.unsay(1)
    driver.forget()
    driver.tick(5000)
    assert [each.text for each in driver.told(CAT, Said)] == ["hello, ann"]
    assert remarks(driver) == [RemarkHeard("ABCDEF", 1, ()), RemarkHeard("ABCDEF", 2, (3,))]
