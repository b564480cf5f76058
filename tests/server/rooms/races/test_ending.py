"""The host asks whether a race may end."""

from protocol.messages import EndAsked, Results, RoomState
from server.rooms.races.ending import ANSWER, GOES_ON
from tests.server.driver import Driver, racing
from tests.server.play import ANN, BOB, BOT, CAT


def test_those_who_race_are_asked_and_the_race_ends_when_all_have_agreed() -> None:
    driver = Driver(ANN, BOB, CAT)
    driver.start()
    driver.room.end_race(1, driver.now)
    assert driver.told(BOB, EndAsked) == [EndAsked(7, ANSWER, [1])]
    driver.room.answer_end(2, driver.now + 1000, go_on=False)
    assert driver.told(CAT, EndAsked)[-1] == EndAsked(7, ANSWER - 1000, [1, 2])
    assert driver.told(ANN, Results) == []
    driver.room.answer_end(3, driver.now + 2000, go_on=False)
    assert [s.status for s in driver.told(ANN, Results)[0].standings] == ["stopped"] * 3


def test_the_race_ends_when_the_time_for_an_answer_is_up() -> None:
    driver, room = racing()
    room.end_race(1, driver.now)
    driver.tick(ANSWER - 1)
    assert driver.told(ANN, Results) == []
    driver.tick(1)
    assert len(driver.told(ANN, Results)) == 1


def test_who_would_rather_go_on_has_a_minute_at_least_and_is_asked_once() -> None:
    driver, room = racing(time_limit=600)
    room.end_race(1, driver.now)
    room.answer_end(2, driver.now, go_on=True)
    assert driver.told(ANN, EndAsked)[-1] == EndAsked(7, 0, by=2)
    driver.tick(ANSWER)
    assert driver.told(ANN, Results) == []
    assert driver.refused(lambda: room.end_race(1, driver.now)) == "wrong time"
    driver.tick(GOES_ON)
    room.end_race(1, driver.now)
    assert len(driver.told(ANN, Results)) == 1


def test_nobody_is_asked_where_only_bots_and_lost_ones_race_beside_the_host() -> None:
    driver = Driver(ANN, BOB, BOT)
    driver.start()
    driver.room.dropped(2, driver.now)
    driver.room.end_race(1, driver.now)
    assert driver.told(ANN, EndAsked) == []
    assert len(driver.told(ANN, Results)) == 1


def test_who_is_through_is_not_asked() -> None:
    driver = Driver(ANN, BOB, CAT)
    driver.start()
    driver.room.give_up(1, driver.now)
    driver.room.end_race(1, driver.now)
    assert driver.refused(lambda: driver.room.answer_end(1, driver.now, go_on=True)) == "not racing"
    driver.room.answer_end(2, driver.now, go_on=False)
    driver.room.give_up(3, driver.now)
    driver.tick(1)
    statuses = {s.player: s.status for s in driver.told(BOB, Results)[0].standings}
    assert statuses == {1: "gave up", 2: "stopped", 3: "gave up"}


def test_who_comes_back_is_asked_again_and_spectators_with_a_delay_never() -> None:
    driver = Driver(ANN, BOB, delay=30)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.room.end_race(1, driver.now)
    driver.forget()
    driver.room.dropped(2, driver.now)
    driver.room.returned(2, driver.now + 5000)
    assert driver.told(BOB, EndAsked) == [EndAsked(7, ANSWER - 5000, [1])]
    driver.room.sync(3, driver.now)
    assert driver.told(CAT, EndAsked) == []
    assert driver.told(CAT, RoomState)


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    driver, room = racing()
    room.answer_end(1, driver.now, go_on=False)
    assert driver.told(ANN, EndAsked) == []
    driver.tick(ANSWER)
    assert driver.told(ANN, Results) == []
