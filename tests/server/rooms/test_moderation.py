import pytest

from protocol.messages import LeftRoom, MemberChanged, Results, Said
from server.rooms.passwords import NO_KEY, Key, Lock
from server.rooms.records import ModerationSaved
from tests.server.driver import Driver
from tests.server.play import ANN, BOB, CAT


def test_who_was_kicked_does_not_come_in_again() -> None:
    driver = Driver(ANN, BOB)
    driver.forget()
    driver.room.kick(1, 2, driver.now)
    [left] = driver.told(BOB, LeftRoom)
    assert left.reason == "the host has sent you away"
    assert ModerationSaved(2, "ABCDEF", True, False) in driver.records
    assert list(driver.room.members) == [1]
    assert driver.refused(lambda: driver.room.check_entry(2, NO_KEY)) == "not allowed"
    driver.room.check_entry(3, NO_KEY)


def test_who_is_kicked_out_of_a_race_is_out_of_it_and_has_not_given_up() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.room.kick(1, 2, driver.now)
    assert driver.room.race
    assert driver.room.race.racers[2].status == "stopped"
    assert driver.room.phase == "running"


@pytest.mark.parametrize("delay", [0, 5])
@pytest.mark.parametrize(("kicked", "winners"), [(True, []), (False, [1])])
def test_the_results_say_whose_win_counts(delay: int, kicked: bool, winners: list[int]) -> None:
    driver = Driver(ANN, BOB, game="thirteens", delay=delay)
    driver.room.watch(CAT, driver.now)
    driver.start()
    for racer, moves in ((1, 2), (2, 1)):
        for number in range(moves):
            assert driver.room.race
            play = driver.room.race.racers[racer].play
            action = play.game.legal_actions(play.state)[0]
            driver.room.act(racer, number, action, driver.now)
    if kicked:
        driver.room.kick(1, 2, driver.now)
    else:
        driver.room.give_up(2, driver.now)
    driver.room.give_up(1, driver.now)
    driver.tick(delay * 1000)
    for member in (ANN, CAT):
        [results] = driver.told(member, Results)
        assert [each.place for each in results.standings] == [1, 2]
        assert results.winners == winners


def test_who_is_muted_says_nothing_and_stays_so_after_leaving() -> None:
    driver = Driver(ANN, BOB)
    driver.room.mute(1, 2, muted=True)
    assert driver.told(BOB, MemberChanged)[-1].member.muted
    assert driver.refused(lambda: driver.room.chat(2, "hello")) == "not allowed"
    driver.room.leave(2, driver.now)
    driver.room.join(BOB, driver.now)
    assert driver.refused(lambda: driver.room.chat(2, "hello")) == "not allowed"
    driver.room.mute(1, 2, muted=False)
    driver.room.chat(2, "hello")
    assert driver.told(ANN, Said)[-1].text == "hello"


def test_a_muted_member_who_becomes_the_host_may_speak() -> None:
    driver = Driver(ANN, BOB)
    driver.room.mute(1, 2, muted=True)
    driver.room.leave(1, driver.now)
    driver.room.chat(2, "hello")
    assert driver.told(BOB, Said)


@pytest.mark.parametrize(("key", "code"), [("", "password needed"), ("x", "wrong password")])
def test_a_locked_room_opens_to_its_key(key: str, code: str) -> None:
    driver = Driver(ANN)
    driver.room.moderation.lock = Lock("the key")
    assert driver.refused(lambda: driver.room.check_entry(2, Key(key))) == code
    driver.room.check_entry(2, Key("the key"))
    driver.room.check_entry(1, NO_KEY)  # is inside
    assert driver.room.info.locked
