"""What racers do within the spectators' delay changes nothing for all who do not race.

Two histories that differ only in that are the same to them: every message, when it came, every
answer and every refusal.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.state import Click
from protocol import wire
from protocol.messages import (
    Act,
    Chat,
    CloseRoom,
    CreateRoom,
    Feat,
    Feats,
    FromClient,
    GiveUp,
    JoinRoom,
    Kick,
    LeaveRoom,
    ListRooms,
    Mute,
    Rematch,
    Resync,
    SetReady,
    Settings,
    StartRace,
    Undo,
    WatchRoom,
)
from server.bounds import Limits
from server.chance import Chance
from server.rooms.lobby import Lobby
from server.rooms.records import Player, RaceOver, RacePublished, Record
from server.rooms.refusal import Refusal
from tests.server.play import ANN, BOB, CAT, DAN

GRID = 250
"""Milliseconds between two looks at what is due."""
DELAY = 10_000
EVE = Player(5, "eve")
RACERS = (ANN, BOB, EVE)
OTHERS = (CAT, DAN)
"""A spectator in the room, and somebody outside."""
CODE = "ABCDEF"
LIMITS = Limits(grace=4, events=64)

Deed = Callable[["World", Player], None]


class Done(NamedTuple):
    """Somebody does something at a time, counted in looks."""

    at: int
    who: int
    what: str


class World:
    """A lobby with one room in it, and what those who do not race hear of it."""

    def __init__(self, *, spectator_hosts: bool, time_limit: int = 20) -> None:
        self.now = 1_000_000
        chance = Chance(code=lambda: CODE, seed=lambda: "seed", stream=lambda: "stream")
        self.lobby = Lobby(LIMITS, chance=chance)
        self.online = {player.id for player in (*RACERS, *OTHERS)}
        self.heard: list[tuple[int, int, object]] = []
        self.records: list[Record] = []
        self.secret_until: int | None = None
        """When the others had seen the end, or the room was gone."""
        self._began = False
        wish = Settings("thirteens", countdown=1, delay=DELAY // 1000, time_limit=time_limit)
        if spectator_hosts:
            self.say(CAT, CreateRoom(wish))
            self.say(CAT, WatchRoom(CODE))
        for racer in RACERS:
            self.say(racer, JoinRoom(CODE) if CODE in self.lobby.rooms else CreateRoom(wish))
        self.say(CAT, WatchRoom(CODE))
        self.say(DAN, ListRooms(follow=True))
        self.say(CAT if spectator_hosts else ANN, StartRace(anyway=True))

    def say(self, player: Player, message: FromClient) -> None:
        """Let the lobby take a message; who does not race remembers why it was refused."""
        if player.id not in self.online:
            return
        try:
            self.lobby.receive(player, message, self.now)
        except Refusal as refusal:
            if player in OTHERS:
                self.heard.append((self.now, player.id, (refusal.code, str(refusal))))
        self.take()

    def take(self) -> None:
        records, outgoing = self.lobby.take()
        self.records += records
        for sent in outgoing:
            for other in OTHERS:
                if other.id in sent.players:
                    self.heard.append((self.now, other.id, wire.encode(sent.message)))

    def look(self) -> None:
        """Let what is due happen, and time go on."""
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        self.lobby.tell_followers(self.now)
        self.take()
        hides = [self.lobby.hides(other.id, 1) for other in OTHERS]
        self.heard.append((self.now, 0, hides))
        if self.secret_until is None and self._began and not any(hides):
            self.secret_until = self.now
        self._began = self._began or any(hides)
        self.now += GRID

    def drop(self, player: Player) -> None:
        if player.id in self.online:
            self.online.remove(player.id)
            self.lobby.dropped(player.id, self.now)
            self.take()

    def come_back(self, player: Player) -> None:
        if player.id not in self.online:
            self.online.add(player.id)
            self.lobby.arrived(player.id, self.now)
            self.take()

    def move(self, player: Player) -> None:
        room = self.lobby.room_of(player.id)
        racer = room.race.racers.get(player.id) if room and room.race else None
        if racer is not None:
            legal = racer.play.game.legal_actions(racer.play.state) or [Click(0)]
            action = legal[racer.play.length % len(legal)]
            self.say(player, Act(racer.play.length, wire.pack_action(action)))

    def undo(self, player: Player) -> None:
        room = self.lobby.room_of(player.id)
        racer = room.race.racers.get(player.id) if room and room.race else None
        self.say(player, Undo(racer.play.length if racer else 0))

    def go_on(self, looks: int, *lists: list[Done]) -> None:
        """Let so many looks go by, and do what is on these lists in the meantime."""
        for look in range(looks):
            for done in (done for todo in lists for done in todo if done.at == look):
                people = RACERS if done.what in SECRET else OTHERS
                deed = SECRET.get(done.what) or OPEN[done.what]
                deed(self, people[done.who % len(people)])
            self.look()


def saying(message: FromClient) -> Deed:
    return lambda world, player: world.say(player, message)


SECRET: dict[str, Deed] = {
    "moves": World.move,
    "undoes": World.undo,
    "gives up": saying(GiveUp()),
    "leaves": saying(LeaveRoom()),
    "comes again": saying(WatchRoom(CODE)),
    "takes a seat": saying(JoinRoom(CODE)),
    "loses the line": World.drop,
    "is back": World.come_back,
    "says": saying(Chat("this deal is hard")),
    "sends bob away": saying(Kick(BOB.id)),
    "has a ping": lambda world, player: world.lobby.set_ping(player.id, 70),
    "asks for all": saying(Resync()),
}
"""What racers do: nobody else may notice before the delay is over."""

OPEN: dict[str, Deed] = {
    "asks": saying(Resync()),
    "lists": saying(ListRooms()),
    "joins": saying(JoinRoom(CODE)),
    "watches": saying(WatchRoom(CODE)),
    "talks": saying(Chat("who leads?")),
    "goes": saying(LeaveRoom()),
    "readies": saying(SetReady(True)),
    "starts": saying(StartRace(anyway=True)),
    "reopens": saying(Rematch()),
    "kicks": saying(Kick(BOB.id)),
    "mutes": saying(Mute(BOB.id)),
    "closes": saying(CloseRoom()),
    "acts": saying(Act(0, [0])),
    "quits": saying(GiveUp()),
    "is lost": World.drop,
    "returns": World.come_back,
}
"""What the others do, which is the same in both histories."""


def test_what_a_race_has_changed_is_not_asked_for_before_all_have_seen_its_end() -> None:
    """And so nobody is told of it: what is told is told to the whole room."""
    world = World(spectator_hosts=False)
    world.go_on(24)
    for racer in RACERS:
        world.say(racer, GiveUp())
    assert any(isinstance(record, RaceOver) for record in world.records)
    looks = 0
    while world.secret_until is None:
        assert world.lobby.awaiting_feats() == []
        world.look()
        looks += 1
    assert looks * GRID >= DELAY - 2 * GRID
    assert world.lobby.awaiting_feats() == [1]
    world.heard.clear()
    world.lobby.note_feats(Feats(1, [Feat(ANN.id, first_win=True)]))
    world.take()
    assert len([each for each in world.heard if each[1] == CAT.id]) == 1
    assert world.lobby.awaiting_feats() == []


def deeds(names: dict[str, Any], looks: int, most: int) -> st.SearchStrategy[list[Done]]:
    one = st.builds(Done, st.integers(0, looks - 1), st.integers(0, 2), st.sampled_from([*names]))
    return st.lists(one, max_size=most)


BEFORE = 24
"""Looks in which both histories are the same: the countdown is among them."""
LATER = 60
"""Spectators see the race by then."""
WITHIN = DELAY // GRID

STARTED = 5
"""The first look when the race is on: who leaves before it is no racer, and has no secrets."""


def racing_first(before: list[Done]) -> list[Done]:
    """Let nobody leave before the race is on."""
    gone = ("leaves", "sends bob away")
    return [each._replace(at=max(each.at, STARTED * (each.what in gone))) for each in before]


all_give_up = [Done(1, racer, "gives up") for racer in range(3)]
all_leave = [Done(1, racer, "leaves") for racer in range(3)]


@settings(max_examples=300, deadline=None)
@given(
    before=deeds(SECRET, LATER, 12).map(racing_first),
    first=deeds(SECRET, WITHIN, 16),
    second=deeds(SECRET, WITHIN, 16),
    openly=deeds(OPEN, LATER + WITHIN, 12),
    spectator_hosts=st.booleans(),
    time_limit=st.sampled_from([10, 20]),
    same=st.sampled_from([BEFORE, LATER]),
)
@example([], all_give_up, [], [Done(30, 0, "joins")], False, 20, BEFORE)
@example([], all_give_up, [], [Done(30, 0, "reopens")], True, 20, BEFORE)
@example([], all_give_up, [], [Done(30, 1, "lists")], False, 20, BEFORE)
@example([], all_leave, [], [Done(30, 1, "lists"), Done(31, 1, "watches")], False, 20, BEFORE)
@example([], [Done(1, 1, "leaves")], [], [Done(30, 0, "kicks")], True, 20, BEFORE)
@example(
    [], [Done(1, 0, "leaves")], [], [Done(30, 0, "reopens"), Done(31, 0, "asks")], False, 20, BEFORE
)
@example([], [Done(1, 1, "loses the line")], [], [Done(30, 0, "asks")], False, 20, BEFORE)
@example([], [Done(1, 1, "moves")], [], [Done(30, 0, "talks")], False, 20, BEFORE)
@example([], [Done(1, 1, "says")], [], [], False, 20, BEFORE)
@example([], all_give_up, [], [Done(26, 0, "is lost")], False, 20, BEFORE)
@example([], [Done(1, 0, "leaves"), Done(4, 0, "comes again")], [], [], False, 20, BEFORE)
def test_what_racers_do_within_the_delay_changes_nothing_for_the_others(
    before: list[Done],
    first: list[Done],
    second: list[Done],
    openly: list[Done],
    spectator_hosts: bool,
    time_limit: int,
    same: int,
) -> None:
    worlds = []
    for within in (first, second):
        world = World(spectator_hosts=spectator_hosts, time_limit=time_limit)
        later = [done._replace(at=done.at + same) for done in within]
        world.go_on(same + WITHIN, before, later, openly)
        worlds.append(world)
    told = min(world.secret_until or world.now for world in worlds)
    for player in (0, *(other.id for other in OTHERS)):
        one, two = (
            [heard for heard in world.heard if heard[0] < told and heard[1] == player]
            for world in worlds
        )
        assert one == two


@settings(max_examples=100, deadline=None)
@given(secret=deeds(SECRET, 160, 30), openly=deeds(OPEN, 160, 6))
@example(all_give_up, [])
@example(all_leave, [])
@example(all_leave, [Done(30, 0, "goes")])
@example(all_give_up, [Done(70, 0, "joins")])
def test_a_race_is_published_once_when_it_has_been_shown_or_nobody_is_left(
    secret: list[Done], openly: list[Done]
) -> None:
    world = World(spectator_hosts=False)
    world.go_on(180, secret, openly)
    over = [record for record in world.records if isinstance(record, RaceOver)]
    told = [record for record in world.records if isinstance(record, RacePublished)]
    assert [record.race for record in over] == [record.race for record in told]
    assert not any(record.published for record in over)
