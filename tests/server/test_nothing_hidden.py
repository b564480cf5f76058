"""Nothing that its player may not see is in any frame: every game, played by a racer beside a rival
and before a spectator, and every frame looked into.

Beside the plain search there is a stronger test.  A *twin* of a race is the same race in which the
face-down cards have changed places and the seed is another: nobody can tell the two apart.  So the
same actions must bring everybody the same frames, byte for byte, until a card is turned up that is
different.  Whatever is computed from a hidden card (a score, a status, a refusal, the length of
something) makes a frame differ.

A longer run: `SAMEDEAL_LEAK_SEEDS=5 SAMEDEAL_LEAK_STEPS=300 python -m pytest` and this file.
"""

import copy
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgpack
import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from engine.cards import DOWN, HIDDEN
from engine.chance import commitment
from engine.play import Play
from engine.state import Action, Click, Deal, Move, State
from protocol import wire
from protocol.messages import (
    FIRST_GUEST,
    Act,
    Analysis,
    Announcement,
    AnswerEnd,
    Board,
    Chat,
    CreateRoom,
    Dailies,
    Daily,
    Deals,
    Deleted,
    EndRace,
    Feats,
    FromClient,
    FromServer,
    GetAdvice,
    GetLeaderboard,
    GetPositions,
    GetReplay,
    GiveUp,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    ListRooms,
    Moved,
    NewToken,
    Outlook,
    Overview,
    OwnData,
    Past,
    Pong,
    Positions,
    Problem,
    Profile,
    RaceStarted,
    Rated,
    RatingCourse,
    Ratings,
    Refused,
    Replay,
    Results,
    Resync,
    RoomPast,
    RoomState,
    Said,
    Searching,
    Settings,
    StartRace,
    Step,
    Stopping,
    Undo,
    WatchRoom,
    Welcome,
)
from protocol.racing import Racer
from server.app import Server
from server.chance import Chance, make_seed
from server.rooms.deals.certified import Certified, Wish
from server.rooms.lobby import Lobby
from server.rooms.races.race import Race
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from tests.engine.positions import SETTINGS, Setting
from tests.server.play import ANN, BOB, CAT, DAN, Client

SEEDS = int(os.environ.get("SAMEDEAL_LEAK_SEEDS", "1"))
"""Games of each setting."""
STEPS = int(os.environ.get("SAMEDEAL_LEAK_STEPS", "30"))
"""Actions of each game, at most."""

ENDS_BY_HIDDEN_CARDS = {"clock"}
"""Games in which the last card decides whether cards still face down lie where they belong: the
status says so when the race of that racer is over (docs/aisleriot.md)."""

NOT_OF_A_RACE = {
    Welcome,  # Who one is.
    Problem,  # What was wrong with the reader's own message.
    NewToken,
    Announcement,  # What the operator wrote.
    Moved,
    Stopping,
    Pong,
    Leaderboard,  # These tell of races that are over; see the test on a socket.
    Replay,
    Positions,
    Analysis,
    Outlook,  # Of practice alone; see tests/server/reception/test_outlooks.py.
    Profile,
    OwnData,
    Deleted,
    Rated,
    Feats,
    Overview,
    Ratings,
    RatingCourse,
    Past,
    RoomPast,
    Daily,
    Dailies,
    Searching,  # It is in the lobby still; see tests/server/rooms/deals/test_looking.py.
}
"""Messages that no room sends."""


SOLUTION: tuple[list[int], ...] = ([201, 202, 203], [204], [])
"""What the server believes to win a deal: nobody plays it before the results."""
OTHER_SOLUTION: tuple[list[int], ...] = ([205, 206, 207], [], [208], [209, 210, 211])

Exchange = Callable[[State, random.Random], State]


def exchange_all(state: State, chance: random.Random) -> State:
    """Let all face-down cards change places."""
    return _exchange(state, chance, lambda _pile, indices: indices)


def exchange_deep(state: State, chance: random.Random) -> State:
    """Leave those face-down cards that a move may turn up, and exchange those deeper down."""
    return _exchange(
        state, chance, lambda _pile, indices: indices[1 : -12 if len(indices) > 24 else -3]
    )


def _exchange(
    state: State, chance: random.Random, which: Callable[[int, list[int]], list[int]]
) -> State:
    places = [
        (pile, index)
        for pile, cards in enumerate(state.piles)
        for index in which(pile, [i for i, card in enumerate(cards) if card >= DOWN])
    ]
    hidden = [state.piles[pile][index] for pile, index in places]
    chance.shuffle(hidden)
    piles = [bytearray(cards) for cards in state.piles]
    for (pile, index), card in zip(places, hidden, strict=True):
        piles[pile][index] = card
    return state._replace(piles=tuple(map(bytes, piles)))


class Table:
    """A room of a pure lobby, and the frames that came out of it for each reader."""

    def __init__(self, lobby: Lobby, now: int = 0) -> None:
        self.lobby, self.now = lobby, now

    @property
    def race(self) -> Race:
        [room] = self.lobby.rooms.values()
        assert room.race is not None
        return room.race

    @property
    def views(self) -> list[State]:
        return [racer.view for racer in self.race.racers.values()]

    def say(self, player: Player, message: FromClient, wait: int = 120) -> dict[int, list[bytes]]:
        """Take a message in, let some time go by, and return the frames of each reader."""
        try:
            self.lobby.receive(player, message, self.now)
        except Refusal as refusal:
            assert not any(self.lobby.take())
            return {player.id: [wire.encode(Problem(code=refusal.code, text=str(refusal)))]}
        return self.wait(wait)

    def wait(self, milliseconds: int) -> dict[int, list[bytes]]:
        self.now += milliseconds
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        frames: dict[int, list[bytes]] = {}
        for sent in self.lobby.take()[1]:
            for player in sent.players:
                frames.setdefault(player, []).append(wire.encode(sent.message))
        return frames

    def twin(self, exchange: Exchange, chance: random.Random, seed: str) -> "Table":
        """Return the same race with other cards face down, and with another seed."""
        [room] = self.lobby.rooms.values()
        other = Table(copy.deepcopy(self.lobby, {id(room.game): room.game}), self.now)
        other.race.seed = seed
        if other.race.certified:
            other.race.certified = Certified(seed, OTHER_SOLUTION)
            other.race.__dict__.pop("certificate", None)  # what was found out of the one before
        for racer in other.race.racers.values():
            game, play = racer.play.game, racer.play
            states = [exchange(state, chance) for state in play.states]
            assert [*map(game.view, states)] == [*map(game.view, play.states)]
            racer.play = Play(game, seed, states[0], play.length)
            for state in states[1:]:
                racer.play.go_on(state)
        return other


class Watchdog:
    """Looks into every frame."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.seen: set[type[FromServer]] = set()

    def check(self, table: Table, frames: dict[int, list[bytes]]) -> None:
        for reader, received in frames.items():
            for frame in received:
                message = wire.decode_server(frame)
                self.seen.add(type(message))
                over = isinstance(message, Results)
                search(frame, [] if over else [self.seed])
                assert over or msgpack.packb(SOLUTION)[1:] not in frame
                if isinstance(message, Board | Step):
                    assert may_see(table, reader, message.player)
                    racer = table.race.racers[message.player]
                    piles = (
                        dict(enumerate(message.piles))
                        if isinstance(message, Board)
                        else (message.piles)
                    )
                    for pile, cards in piles.items():
                        assert cards == covered(racer.play.state.piles[pile])


def covered(pile: bytes) -> bytes:
    """What may be seen of a pile, said once more."""
    return bytes(HIDDEN if card & 0x80 else card for card in pile)


def may_see(table: Table, reader: int, racer: int) -> bool:
    [room] = table.lobby.rooms.values()
    member = room.members.get(reader)
    return reader == racer or not (member and member.seated) or room.settings.show_boards


def search(frame: bytes, secrets: list[str]) -> None:
    """Look for face-down cards that can be told apart, and for secret words, in a frame."""
    for secret in secrets:
        assert secret.encode() not in frame
        if set(secret) <= set("0123456789abcdef"):
            assert bytes.fromhex(secret) not in frame
    for value in values(msgpack.unpackb(frame, strict_map_key=False)):
        if isinstance(value, bytes):
            assert all(card <= HIDDEN for card in value)


def values(value: Any) -> Iterator[Any]:
    """Everything in a message, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from values(key)
            yield from values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from values(inner)
    else:
        yield value


def anonymous(frames: dict[int, list[bytes]], table: Table, seed: str) -> dict[int, list[bytes]]:
    """The frames without the seed and the solution of a race, and without the hashes of these.

    Where they may be is the watchdog's.
    """
    secrets = [commitment(seed).encode(), seed.encode()]
    if deal := table.race.certified:
        secrets += [deal.certificate.encode(), msgpack.packb(deal.solution)]
    for number, secret in enumerate(secrets):
        frames = {
            reader: [frame.replace(secret, b"secret %d" % number) for frame in received]
            for reader, received in frames.items()
        }
    return frames


def set_out(
    setting: Setting, *, show_boards: bool, seed: str, deals: Deals = "any"
) -> tuple[Table, Watchdog]:
    """A race of ann and bob which cat watches, just begun; ann and cat have asked for help."""
    lobby = Lobby(chance=Chance(seed=lambda: seed))
    options = catalogue.entry(setting.name).complete(dict(setting.options))
    lobby.shelf.put(Wish.of(setting.name, options), Certified(seed, SOLUTION))
    for player in (ANN, CAT):
        lobby.arrived(player.id, 0, prompted=True)
    table, dog = Table(lobby), Watchdog(seed)
    wish = Settings(
        setting.name,
        dict(setting.options),
        show_boards=show_boards,
        countdown=1,
        time_limit=7200,
        deals=deals,
    )
    dog.check(table, table.say(ANN, CreateRoom(wish)))
    code = next(iter(lobby.rooms))
    messages: list[tuple[Player, FromClient]] = [
        (BOB, JoinRoom(code)),
        (CAT, WatchRoom(code)),
        (DAN, ListRooms()),
        (ANN, StartRace(anyway=True)),
    ]
    for player, message in messages:
        frames = table.say(player, message)
        dog.check(table, frames)
        assert not any(
            isinstance(wire.decode_server(frame), Board | Step)
            for received in frames.values()
            for frame in received
        )
    dog.check(table, table.wait(1000))
    return table, dog


def wishes(table: Table, chance: random.Random) -> tuple[Player, FromClient]:
    """Somebody's next message: mostly a legal action."""
    player = chance.choice([ANN, ANN, ANN, BOB])
    racer = table.race.racers[player.id]
    number, what = racer.play.length, chance.random()
    if what < 0.08:
        return player, Undo(number)
    if what < 0.12:
        return chance.choice([ANN, BOB, CAT]), Resync()
    legal = racer.play.game.legal_actions(racer.play.state)
    if what < 0.3 or not legal:
        return player, Act(number, wire.pack_action(any_action(racer.view, chance)))
    return player, Act(number, wire.pack_action(chance.choice(legal)))


def any_action(view: State, chance: random.Random) -> Action:
    """Some action, hardly ever a legal one; often one that reaches for face-down cards."""
    piles = range(len(view.piles))
    what = chance.random()
    if what < 0.2:
        return Click(chance.choice(piles))
    if what < 0.25:
        return Deal()
    source = chance.choice([pile for pile in piles if view.piles[pile]] or piles)
    return Move(source, chance.randint(1, len(view.piles[source]) + 1), chance.choice(piles))


@pytest.mark.parametrize("show_boards", [False, True])
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_frame_depends_on_a_hidden_card(setting: Setting, show_boards: bool) -> None:
    for number in range(SEEDS):
        _race_beside_twins(setting, show_boards=show_boards, number=number)


def _race_beside_twins(setting: Setting, *, show_boards: bool, number: int) -> None:
    chance = random.Random(f"{setting} {show_boards} {number}")
    seed, another = (f"{chance.getrandbits(128):032x}" for _ in range(2))
    # Where boards are shown, the deal is also one that can be won: no frame may hang on how.
    deals: Deals = "winnable" if show_boards else "any"
    table, dog = set_out(setting, show_boards=show_boards, seed=seed, deals=deals)
    assert bool(table.race.certificate) == show_boards
    # One twin has nothing in common that cannot be seen; the other differs only where no move
    # comes soon, so that it also stays alike when cards are turned up or shuffled.
    kinds = [(exchange_all, another), (exchange_deep, seed)]
    twins: list[Table | None] = [None, None]
    alike = 0
    for _ in range(STEPS):
        for i, (exchange, other) in enumerate(kinds):
            if twins[i] is None:
                fresh = twins[i] = table.twin(exchange, chance, other)
                for reader in (ANN, BOB, CAT):
                    frames = table.say(reader, Resync(), 0)
                    dog.check(table, frames)
                    assert anonymous(frames, table, seed) == anonymous(
                        fresh.say(reader, Resync(), 0), fresh, other
                    )
        player, message = wishes(table, chance)
        frames = table.say(player, message)
        dog.check(table, frames)
        for i, (_, other) in enumerate(kinds):
            twin = twins[i]
            assert twin is not None
            same = anonymous(twin.say(player, message), twin, other)
            if twin.views != table.views:
                twins[i] = None
            elif not (setting.name in ENDS_BY_HIDDEN_CARDS and ended(table, twin)):
                assert anonymous(frames, table, seed) == same
                alike += 1
        if table.race.over:
            break
    assert alike >= 10
    for player in (ANN, BOB):
        if not table.race.over:
            dog.check(table, table.say(player, GiveUp()))
    dog.check(table, table.say(CAT, Resync()))


def ended(table: Table, twin: Table) -> bool:
    """Whether somebody's race is over in one of the two."""
    racers = [*table.race.racers.values(), *twin.race.racers.values()]
    return any(racer.status in ("won", "stuck") for racer in racers)


def test_every_message_of_a_room_was_looked_at() -> None:
    """Whoever adds a message to the protocol adds it here: to a race, or to those of none."""
    seed = make_seed()
    table, dog = set_out(Setting("klondike", ()), show_boards=False, seed=seed)
    messages: list[tuple[Player, FromClient]] = [
        (ANN, Act(0, [0])),
        (ANN, Act(7, [0])),
        (ANN, GetAdvice()),
        (ANN, GetAdvice("why", [0, 1, 2])),
        (BOB, Chat("hello")),
        (DAN, ListRooms()),
        (Player(FIRST_GUEST, "Guest"), WatchRoom(next(iter(table.lobby.rooms)))),
        (CAT, Resync()),
        (CAT, LeaveRoom()),
        (ANN, EndRace()),
        (BOB, AnswerEnd(go_on=True)),
        (ANN, GiveUp()),
        (BOB, GiveUp()),
    ]
    for player, message in messages:
        dog.check(table, table.say(player, message))
    assert set(get_args(FromServer)) - dog.seen <= NOT_OF_A_RACE
    assert not dog.seen & NOT_OF_A_RACE


def test_the_watchdog_barks() -> None:
    """What it looks for, it finds: a face, a seed, somebody else's board."""
    seed = make_seed()
    table, dog = set_out(Setting("klondike", ()), show_boards=False, seed=seed)
    racer = table.race.racers[ANN.id]
    hidden, shown = racer.play.state, racer.view
    leaks: list[tuple[int, FromServer]] = [
        (ANN.id, wire.board(ANN.id, 0, hidden, "racing")),
        (BOB.id, wire.board(ANN.id, 0, shown, "racing")),
        (ANN.id, wire.board(ANN.id, 0, shown._replace(piles=shown.piles[::-1]), "racing")),
        (ANN.id, Said(player=2, name="bob", text=seed)),
    ]
    for reader, message in leaks:
        with pytest.raises(AssertionError):
            dog.check(table, {reader: [wire.encode(message)]})
    dog.check(table, {ANN.id: [wire.encode(racer.board())]})


def test_twins_tell_when_something_hangs_on_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def counts_hidden_spades(racer: Racer) -> int:
        hidden = [card for pile in racer.play.state.piles for card in pile if card >= DOWN]
        return sum(index for index, card in enumerate(hidden) if card & 0x30 == 0x30)

    monkeypatch.setattr(Racer, "milliseconds", property(counts_hidden_spades))
    with pytest.raises(AssertionError):
        _race_beside_twins(Setting("klondike", ()), show_boards=False, number=0)


# Over a real socket -------------------------------------------------------------------------------


class Recorder(Client):
    """A client that keeps the frames it got, as they came."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self.frames: list[bytes] = []
        receive = connection.recv

        async def recv() -> bytes:
            frame: bytes = await receive()
            self.frames += [each for each in wire.split(frame) if isinstance(each, bytes)]
            return frame

        connection.recv = recv


@pytest.mark.parametrize("game", ["klondike", "clock", "thirteens", "spider"])
@pytest.mark.parametrize("show_boards", [False, True])
async def test_nothing_hidden_comes_over_a_socket(
    tmp_path: Path, game: str, show_boards: bool
) -> None:
    chance = random.Random(game)
    seed = make_seed()
    settings = Settings(game, countdown=0, show_boards=show_boards)
    async with Server.open(tmp_path, chance=Chance(seed=lambda: seed)) as server:
        address = f"ws://127.0.0.1:{server.port}"
        async with (
            connect(address, compression=None) as one,
            connect(address, compression=None) as two,
            connect(address, compression=None) as three,
        ):
            ann, bob, cat = people = [Recorder(each) for each in (one, two, three)]
            for client, name in zip(people, ("ann", "bob", "cat"), strict=True):
                await client.hello(name)
            code = (await ann.ask(CreateRoom(settings), RoomState)).code
            await bob.ask(JoinRoom(code), RoomState)
            await cat.ask(WatchRoom(code), RoomState)
            await ann.ask(StartRace(anyway=True), Board)
            await bob.until(Board)
            race = server.lobby.rooms[code].race
            assert race is not None
            play = race.racers[ann.player].play
            states = [play.state]
            for _ in range(40):
                legal = play.game.legal_actions(ann.views[ann.player])
                if not legal or race.racers[ann.player].status != "racing":
                    break
                await ann.say(Act(play.length, wire.pack_action(chance.choice(legal))))
                await ann.own_step()
                states.append(play.state)
            for past in (GetReplay(race.id, ann.player), GetPositions(race.id, ann.player)):
                await cat.ask(past, Problem)
            await cat.ask(GetLeaderboard(game), Leaderboard)
            for client in people:
                await client.ask(Resync(), RaceStarted)
            await ann.ask(Act(99999, [0]), Refused)
            before = [len(client.frames) for client in people]
            await ann.say(GiveUp())
            await bob.say(GiveUp())
            for client in people:
                await client.until(Results)
            await cat.ask(GetReplay(race.id, ann.player), Replay)
            played = await cat.ask(GetPositions(race.id, ann.player), Positions)
    own = {client: client.welcome.token for client in people}
    for client, count in zip(people, before, strict=True):
        others = [token for somebody, token in own.items() if somebody is not client]
        for frame in client.frames:
            search(frame, others)
        for frame in client.frames[:count]:
            search(frame, [seed])
        boards = [
            message.player
            for message in map(wire.decode_server, client.frames)
            if isinstance(message, Board | Step)
        ]
        if client is not cat and not show_boards:
            assert set(boards) == {client.player}
        else:
            assert set(boards) == {ann.player, bob.player}
    # Every position that ann's board went through was what may be seen of the real one.
    allowed = [state._replace(piles=tuple(map(covered, state.piles))) for state in states]
    assert shown_views(ann.frames[: before[0]], ann.player) == allowed
    # So was every one of its replay.
    again = [wire.board_view(played.board)]
    for change in played.changes:
        again.append(wire.step_view(again[-1], change))
    assert again == allowed


def shown_views(frames: list[bytes], player: int) -> list[State]:
    """The positions that these frames show of a player's board, one after the other."""
    views: list[State] = []
    for message in map(wire.decode_server, frames):
        if isinstance(message, Step) and message.player == player:
            views.append(wire.step_view(views[-1], message))
        elif isinstance(message, Board) and message.player == player:
            view = wire.board_view(message)
            if views:
                assert view == views[-1]
            else:
                views.append(view)
    return views
