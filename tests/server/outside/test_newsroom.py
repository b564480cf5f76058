"""What is told outside, and what is not."""

from typing import Any

import pytest

from protocol.deal_code import write
from protocol.messages import (
    Act,
    ChangeSettings,
    CreateRoom,
    FromClient,
    JoinRoom,
    LeaveRoom,
    Practice,
    Practise,
    Rematch,
    Settings,
    StartRace,
    WatchRoom,
)
from protocol.wire import pack_action
from server.bounds import Limits
from server.chance import Chance
from server.outside.news import News, RaceWon, RoomOpened
from server.outside.newsroom import Newsroom
from server.rooms.lobby import Lobby
from server.rooms.opening import Opening
from server.rooms.passwords import Lock
from server.rooms.records import Player
from tests.server.play import ANN, BOB, BOT, CAT, thirteens_to

SEED, WINNING = thirteens_to("won")
SETTINGS = Settings("thirteens", countdown=0)


class Club:
    """A lobby, a clock, and what is told of it outside."""

    def __init__(self) -> None:
        chance = Chance(seed=lambda: SEED)
        self.lobby = Lobby(Limits(), chance=chance)
        self.told: list[News] = []
        self.newsroom = Newsroom(self.lobby, self.told.append)
        self.newsroom.begin()
        self.now = 0

    def say(self, player: Player, message: FromClient, **others: Any) -> list[News]:
        self.lobby.receive(player, message, self.now, **others)
        return self.look()

    def look(self) -> list[News]:
        """Do what a delivery does; return what is new."""
        records, _ = self.lobby.take()
        news = self.newsroom.gather(records)
        self.newsroom.tell(news)
        return news

    def pass_time(self, milliseconds: int) -> list[News]:
        self.now += milliseconds
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        return self.look()

    @property
    def code(self) -> str:
        return list(self.lobby.rooms)[-1]

    def race(self, player: Player, *others: Player, settings: Settings = SETTINGS) -> list[News]:
        """Let a player win a race against others in a new room; return what is told meanwhile."""
        self.say(player, CreateRoom(settings))
        for other in others:
            self.say(other, JoinRoom(self.code))
        return self.win(player)

    def win(self, player: Player) -> list[News]:
        told = self.say(player, StartRace(anyway=True))
        told += self.pass_time(1000)
        for number, action in enumerate(WINNING):
            self.now += 100
            told += self.say(player, Act(number, pack_action(action)))
        return told


@pytest.fixture
def club() -> Club:
    return Club()


def test_a_room_that_opens_is_told_once(club: Club) -> None:
    assert club.say(ANN, CreateRoom(SETTINGS)) == [RoomOpened(club.code, "thirteens", "ann")]
    assert club.say(BOB, JoinRoom(club.code)) == []
    assert club.say(ANN, ChangeSettings(Settings("klondike"))) == []
    assert club.say(ANN, LeaveRoom()) == []


def test_a_room_with_a_password_is_not_told(club: Club) -> None:
    assert club.say(ANN, CreateRoom(SETTINGS), lock=Lock("salt$hash")) == []
    assert club.say(ANN, ChangeSettings(Settings("thirteens", countdown=0, seats=2))) == []
    assert club.win(ANN) == []


def test_a_room_that_is_not_listed_is_told_when_it_is(club: Club) -> None:
    hidden = Settings("thirteens", countdown=0, listed=False)
    assert club.race(ANN, BOB, settings=hidden) == []
    assert club.pass_time(900_000) == []
    club.say(ANN, Rematch())
    assert club.say(ANN, ChangeSettings(SETTINGS)) == [RoomOpened(club.code, "thirteens", "ann")]


def test_a_race_that_is_won_is_told_with_its_winner(club: Club) -> None:
    told = club.race(ANN, BOB, CAT)
    assert told == []  # others are racing still
    [won] = club.pass_time(900_000)
    assert isinstance(won, RaceWon)
    assert (won.room, won.game, won.winners) == (club.code, "thirteens", ("ann",))
    assert (won.racers, won.solved) == (3, True)
    assert 0 < won.milliseconds < 20_000


def test_a_race_that_its_spectators_see_later_is_told_when_they_have_seen_it(club: Club) -> None:
    club.say(ANN, CreateRoom(Settings("thirteens", countdown=0, delay=60)))
    club.say(BOB, WatchRoom(club.code))
    assert club.win(ANN) == []
    assert club.pass_time(30_000) == []
    club.pass_time(60_000)
    club.say(ANN, Rematch())
    assert [type(each) for each in club.told] == [RoomOpened, RaceWon]


def test_bots_among_themselves_are_no_news(club: Club) -> None:
    assert club.race(BOT) == []
    assert club.told == []


def test_a_race_in_a_room_that_was_hidden_meanwhile_is_not_told(club: Club) -> None:
    club.say(ANN, CreateRoom(Settings("thirteens", countdown=0, delay=60)))
    club.say(BOB, WatchRoom(club.code))
    club.win(ANN)
    room = club.lobby.rooms[club.code]
    room.moderation.lock = Lock("salt$hash")
    club.pass_time(90_000)
    club.say(ANN, Rematch())
    assert [type(each) for each in club.told] == [RoomOpened]


def test_practice_is_nobodys_business(club: Club) -> None:
    opening = Opening.again(Practice(write("thirteens", {}, SEED), 0, 0, "", 0), ())
    club.say(ANN, Practise(), opening=opening)
    club.win(ANN)
    assert club.told == []


def test_rooms_that_were_there_before_are_no_news(club: Club) -> None:
    club.say(ANN, CreateRoom(SETTINGS))
    club.say(BOB, JoinRoom(club.code))
    club.say(ANN, StartRace(anyway=True))
    club.pass_time(1000)
    club.told.clear()
    club.newsroom.begin()
    assert club.say(BOB, LeaveRoom()) == []
    told = []
    for number, action in enumerate(WINNING):
        told += club.say(ANN, Act(number, pack_action(action)))
    assert [type(each) for each in told] == [RaceWon]  # it went on, and its end is news


def test_nothing_is_kept_of_rooms_that_are_gone(club: Club) -> None:
    club.say(ANN, CreateRoom(SETTINGS))
    club.say(ANN, StartRace(anyway=True))
    club.pass_time(1000)
    club.say(ANN, LeaveRoom())
    assert club.lobby.rooms == {}
    newsroom = club.newsroom
    assert (newsroom._rooms, newsroom._race_in, newsroom._races) == ({}, {}, {})
