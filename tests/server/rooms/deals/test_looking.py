"""A room that wants a deal that can be won: with one at hand, and without."""

from collections.abc import Callable

import pytest

from protocol.messages import (
    Board,
    ChangeSettings,
    CloseRoom,
    Countdown,
    CreateRoom,
    FromClient,
    JoinRoom,
    LeaveRoom,
    Practice,
    Practise,
    RaceStarted,
    Rematch,
    Results,
    Resync,
    RoomState,
    Search,
    Searching,
    ServerMessage,
    Settings,
    StartRace,
    StopLooking,
    WatchRoom,
)
from server.bounds import Limits
from server.rooms.lobby import Lobby
from server.rooms.opening import Opening
from server.rooms.races.race_ids import RaceIds
from server.rooms.records import MemberSaved, Player, RaceMade, StoredRace, StoredRoom
from server.rooms.refusal import Refusal
from tests.protocol.banded import give_bands, take_bands
from tests.server.play import ANN, BOB, CAT, M
from tests.server.stock.fake_foundry import QUICK, certified, wish_of

WINNABLE = Settings(QUICK, deals="winnable", countdown=2)
WISH = wish_of()


class House:
    """A lobby with one room of ann's, and all that was heard and written."""

    def __init__(self, settings: Settings = WINNABLE, **how: object) -> None:
        self.lobby = Lobby(**how)  # type: ignore[arg-type]
        self.now = 1000
        self.heard: list[tuple[int, ServerMessage]] = []
        self.made: list[RaceMade] = []
        self.says(ANN, CreateRoom(settings))
        [self.room] = self.lobby.rooms.values()

    def says(self, player: Player, message: FromClient) -> None:
        self.lobby.receive(player, message, self.now)
        self.take()

    def take(self) -> None:
        records, outgoing = self.lobby.take()
        self.made += [record for record in records if isinstance(record, RaceMade)]
        self.heard += [(player, sent.message) for sent in outgoing for player in sent.players]

    def tick(self, milliseconds: int = 50) -> None:
        self.now += milliseconds
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        self.take()

    def told(self, player: Player, kind: type[M]) -> list[M]:
        return [m for who, m in self.heard if who == player.id and isinstance(m, kind)]

    def search(self, player: Player) -> Search:
        return self.told(player, RoomState)[-1].search


def looking() -> House:
    house = House()
    house.says(BOB, JoinRoom(house.room.code))
    house.says(ANN, StartRace(anyway=True))
    return house


def test_how_a_search_goes_is_told_now_and_then() -> None:
    house = House()
    house.lobby.shelf.note_try(WISH)  # for another room that looked before
    house.says(BOB, JoinRoom(house.room.code))
    house.says(ANN, StartRace(anyway=True))
    house.tick()
    assert house.told(BOB, Searching) == [Searching(0, 50, seq=house.told(BOB, Searching)[0].seq)]
    for _ in range(3):
        house.lobby.shelf.note_try(WISH)
        house.tick(100)
    assert len(house.told(BOB, Searching)) == 1, "not for each deal"
    house.tick(2000)
    told = house.told(ANN, Searching)[-1]
    assert (told.deals, told.milliseconds) == (3, 2350)
    house.says(CAT, WatchRoom(house.room.code))
    house.tick(2000)
    assert house.told(CAT, Searching)[-1].milliseconds == 4350, "also who has come later"
    house.says(ANN, StopLooking())
    house.tick(2000)
    assert house.told(ANN, Searching)[-1].milliseconds == 4350
    house.lobby.shelf.forget_tries(house.lobby.sought())
    assert house.lobby.shelf.tried(WISH) == 0


def test_a_deal_that_lies_ready_is_raced_at_once() -> None:
    house = House()
    house.lobby.shelf.put(WISH, certified())
    house.says(ANN, StartRace())
    [told] = house.told(ANN, Countdown)
    assert told.certificate == certified().certificate
    [made] = house.made
    assert (made.seed, made.certified) == (certified().seed, certified())
    assert house.lobby.shelf.next(WISH) is None


def test_any_deal_needs_none_that_lies_ready() -> None:
    house = House(Settings(QUICK))
    house.lobby.shelf.put(WISH, certified())
    house.says(ANN, StartRace())
    assert house.told(ANN, Countdown)[0].certificate == ""
    assert house.lobby.shelf.next(WISH) == certified()


def test_without_one_the_room_looks_and_says_so_to_everybody() -> None:
    sought = []
    house = House()
    house.lobby.shelf.sought = lambda: sought.append(1)
    house.says(BOB, JoinRoom(house.room.code))
    house.says(ANN, StartRace(anyway=True))
    assert (house.search(ANN), house.search(BOB)) == ("looking", "looking")
    assert house.room.phase == "lobby"
    assert sought
    assert house.lobby.sought() == [WISH]
    house.says(CAT, WatchRoom(house.room.code))
    assert house.search(CAT) == "looking"
    assert house.lobby.race_ids.next == 1


def test_the_countdown_begins_by_itself() -> None:
    house = looking()
    house.tick()
    assert house.told(BOB, Countdown) == []
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    assert house.told(BOB, Countdown)[0].certificate == certified().certificate
    assert house.told(BOB, RoomState)[-1].search == "none"
    assert house.lobby.shelf.next(WISH) is None
    house.tick(2000)
    assert house.told(BOB, RaceStarted)[0].certificate == certified().certificate
    assert house.told(BOB, Board)


def test_the_race_shows_the_solution_at_its_end_and_a_rematch_looks_anew() -> None:
    house = looking()
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    house.tick(2000)
    house.room.end_race(1, house.now)
    house.room.answer_end(2, house.now, go_on=False)
    house.tick()
    [results] = house.told(BOB, Results)
    assert results.certificate == certified().certificate
    assert tuple(results.solution) == certified().solution
    house.says(ANN, Rematch())
    house.says(ANN, StartRace(anyway=True))
    assert house.search(BOB) == "looking"
    house.lobby.shelf.put(WISH, certified(2))
    house.tick()
    assert house.told(BOB, Countdown)[-1].certificate == certified(2).certificate


@pytest.mark.parametrize(
    "end",
    [
        lambda house: house.says(ANN, StopLooking()),
        lambda house: house.says(ANN, ChangeSettings(Settings(QUICK))),
        lambda house: house.says(ANN, ChangeSettings(Settings("carpet", deals="winnable"))),
        lambda house: house.says(ANN, LeaveRoom()),
        lambda house: (house.lobby.stop(house.now + 9000), house.tick()),
    ],
    ids=["stopped", "any deal", "another game", "the host has left", "the server stops"],
)
def test_a_search_that_nobody_wants_any_more(end: Callable[[House], object]) -> None:
    house = looking()
    end(house)
    assert house.search(BOB) == "none"
    assert house.lobby.sought() == []
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    assert house.told(BOB, Countdown) == []


def test_a_room_that_is_closed_looks_for_nothing() -> None:
    house = looking()
    house.says(ANN, CloseRoom())
    house.tick()
    assert (house.lobby.sought(), house.lobby.expected()) == ([], [])


def test_the_host_may_take_any_deal_instead() -> None:
    house = looking()
    house.says(ANN, ChangeSettings(Settings(QUICK)))
    house.says(ANN, StartRace(anyway=True))
    assert house.told(BOB, Countdown)[0].certificate == ""


def test_a_search_in_vain_is_told_and_may_begin_anew() -> None:
    house = looking()
    house.lobby.shelf.despair(WISH)
    house.tick()
    assert (house.search(ANN), house.search(BOB)) == ("no deal", "no deal")
    assert house.lobby.sought() == []
    house.says(CAT, WatchRoom(house.room.code))
    assert house.search(CAT) == "no deal"
    house.says(ANN, StartRace(anyway=True))
    house.tick()
    assert house.search(BOB) == "looking"


def test_who_looks_already_cannot_start() -> None:
    house = looking()
    with pytest.raises(Refusal) as refused:
        house.says(ANN, StartRace(anyway=True))
    assert refused.value.code == "wrong time"


def test_only_the_host_ends_the_search() -> None:
    house = looking()
    with pytest.raises(Refusal) as refused:
        house.says(BOB, StopLooking())
    assert refused.value.code == "not the host"
    assert house.search(BOB) == "looking"


def test_who_is_not_ready_is_waited_for_before_anything_is_looked_for() -> None:
    house = House()
    house.says(BOB, JoinRoom(house.room.code))
    with pytest.raises(Refusal):
        house.says(ANN, StartRace())
    assert house.lobby.sought() == []


def test_a_race_does_not_begin_without_its_host() -> None:
    house = looking()
    house.lobby.dropped(1, house.now)
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    assert house.told(BOB, Countdown) == []
    house.lobby.arrived(1, house.now)
    house.tick()
    assert house.told(BOB, Countdown)


def test_nor_without_a_number() -> None:
    house = House(race_ids=RaceIds(range(1, 2)))
    house.says(ANN, StartRace())
    house.lobby.race_ids.take()
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    assert house.told(ANN, Countdown) == []
    house.lobby.race_ids.add(range(2, 9))
    house.tick()
    assert house.told(ANN, Countdown)[0].race == 2


def test_a_deal_is_for_one_of_two_rooms() -> None:
    house = House()
    house.says(ANN, StartRace())
    house.says(BOB, CreateRoom(WINNABLE))
    house.says(BOB, StartRace())
    assert house.lobby.sought() == [WISH, WISH]
    house.lobby.shelf.put(WISH, certified())
    house.tick()
    assert len(house.told(ANN, Countdown) + house.told(BOB, Countdown)) == 1


def test_what_rooms_will_want_is_expected() -> None:
    house = House()
    assert house.lobby.expected() == [WISH]
    house.says(BOB, CreateRoom(WINNABLE))
    assert house.lobby.expected() == [WISH]
    house.says(CAT, CreateRoom(Settings("carpet")))
    assert house.lobby.expected() == [WISH]


def test_who_comes_late_has_the_certificate_and_who_asks_again_too() -> None:
    house = House()
    house.lobby.shelf.put(WISH, certified())
    house.says(ANN, StartRace())
    house.says(BOB, WatchRoom(house.room.code))
    assert house.told(BOB, Countdown)[-1].certificate == certified().certificate
    house.tick(2000)
    house.says(CAT, WatchRoom(house.room.code))
    house.says(BOB, Resync())
    for player in (BOB, CAT):
        assert house.told(player, RaceStarted)[-1].certificate == certified().certificate


def test_spectators_who_see_it_late_get_the_solution_late() -> None:
    house = House(Settings(QUICK, deals="winnable", countdown=0, delay=30))
    house.lobby.shelf.put(WISH, certified())
    house.says(BOB, WatchRoom(house.room.code))
    house.says(ANN, StartRace())
    house.tick()
    house.room.end_race(1, house.now)
    house.tick()
    assert house.told(ANN, Results)[0].solution
    assert house.told(BOB, Results) == []
    house.tick(30_000)
    assert tuple(house.told(BOB, Results)[0].solution) == certified().solution


def test_a_race_goes_on_with_what_was_promised() -> None:
    race = StoredRace(7, certified().seed, [ANN], elapsed=5000, certified=certified())
    stored = StoredRoom("ABCDEF", 1, house_settings(), [(ANN, True)], race)
    lobby = Lobby(Limits())
    lobby.restore([stored], 1000, warn=print)
    lobby.arrived(1, 1000)
    heard = [sent.message for sent in lobby.take()[1]]
    [started] = [message for message in heard if isinstance(message, RaceStarted)]
    assert started.certificate == certified().certificate
    lobby.rooms["ABCDEF"].end_race(1, 1000)
    lobby.tick(lobby.rooms["ABCDEF"], 1000)
    heard = [sent.message for sent in lobby.take()[1]]
    [results] = [message for message in heard if isinstance(message, Results)]
    assert tuple(results.solution) == certified().solution


def house_settings() -> Settings:
    return Settings(QUICK, dict(WISH.options), deals="winnable")


def test_practice_has_a_deal_of_its_own() -> None:
    lobby = Lobby()
    opening = Opening.again(Practice(f"{QUICK}/0390f01e"))
    lobby.receive(ANN, Practise(f"{QUICK}/0390f01e"), 0, opening=opening)
    lobby.receive(ANN, StartRace(), 0)
    records, _ = lobby.take()
    assert any(isinstance(record, MemberSaved) for record in records)
    [made] = [record for record in records if isinstance(record, RaceMade)]
    assert made.certified is None
    assert lobby.expected() == []


def test_a_room_may_want_only_bands_that_the_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    give_bands(monkeypatch, QUICK)
    take_bands(monkeypatch, "carpet")
    house, hard = House(Settings(QUICK, deals="hard")), Settings("carpet", deals="hard")
    for player, asked in ((ANN, ChangeSettings(hard)), (BOB, CreateRoom(hard))):
        with pytest.raises(Refusal, match=r"Carpet with these options.*any, winnable") as told:
            house.says(player, asked)
        assert told.value.code == "bad option"
    assert house.room.settings.deals == "hard"
    assert len(house.lobby.rooms) == 1


def test_a_deal_of_another_band_is_not_raced(monkeypatch: pytest.MonkeyPatch) -> None:
    give_bands(monkeypatch, QUICK)
    house = House(Settings(QUICK, deals="hard"))
    house.lobby.shelf.put(WISH, certified())
    house.lobby.shelf.put(WISH.of_band("easy"), certified(2))
    house.says(ANN, StartRace())
    assert house.search(ANN) == "looking"
    house.lobby.shelf.put(WISH.of_band("hard"), certified(3))
    house.tick()
    [made] = house.made
    assert made.seed == certified(3).seed
