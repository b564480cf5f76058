"""Nothing that its player may not see is in any frame: every game, played by a racer beside a rival
and before a spectator, and every frame looked into.

Beside the plain search there is a stronger test.  A *twin* of a race is the same race in which the
face-down cards have changed places and the seed is another: nobody can tell the two apart.  So the
same actions must bring everybody the same frames, byte for byte, until a card is turned up that is
different.  Whatever is computed from a hidden card (a score, a status, a refusal, the length of
something) makes a frame differ.

A longer run: SAMEDEAL_LEAK_SEEDS=20 SAMEDEAL_LEAK_STEPS=400 python -m pytest tests/server/test_nothing_hidden.py
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

from engine.cards import DOWN, HIDDEN
from engine.chance import commitment
from engine.state import Action, Click, Deal, Move, State
from protocol import wire
from protocol.messages import (
    Act,
    Announcement,
    Board,
    Chat,
    Countdown,
    CreateRoom,
    FromClient,
    FromServer,
    GetLeaderboard,
    GetReplay,
    GiveUp,
    JoinRoom,
    Leaderboard,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    NewToken,
    Problem,
    Profile,
    Progress,
    RaceStarted,
    Refused,
    Replay,
    Results,
    Resync,
    Room,
    Rooms,
    Said,
    Settings,
    StartRace,
    Step,
    Stopping,
    Undo,
    WatchRoom,
    Welcome,
)
from server.app import Server
from server.chance import Chance, make_seed
from server.lobby import Lobby
from server.race import Race
from server.records import Player
from server.room import Refusal
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
    Stopping,
    Leaderboard,  # These three tell of races that are over; see the test on a socket.
    Replay,
    Profile,
}
"""Messages that no room sends."""


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

    def say(self, player: Player, message: FromClient) -> dict[int, list[bytes]]:
        """Take a message in, let some time go by, and return the frames of each reader."""
        try:
            self.lobby.receive(player, message, self.now)
        except Refusal as refusal:
            assert not any(self.lobby.take())
            return {player.id: [wire.encode(Problem(code=refusal.code, text=str(refusal)))]}
        return self.wait(120)

    def wait(self, milliseconds: int) -> dict[int, list[bytes]]:
        self.now += milliseconds
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        frames: dict[int, list[bytes]] = {}
        for letter in self.lobby.take()[1]:
            for player in letter.players:
                frames.setdefault(player, []).append(wire.encode(letter.message))
        return frames

    def twin(self, exchange: Exchange, chance: random.Random, seed: str) -> "Table":
        """Return the same race with other cards face down, and with another seed."""
        [room] = self.lobby.rooms.values()
        other = Table(copy.deepcopy(self.lobby, {id(room.game): room.game}), self.now)
        other.race.seed = seed
        for racer in other.race.racers.values():
            game, play = racer.play.game, racer.play
            states = [exchange(state, chance) for state in play.states]
            assert [*map(game.view, states)] == [*map(game.view, play.states)]
            play.states[:], play.seed = states, seed
        return other


class Watchdog:
    """Looks into every frame."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.seen: set[type[FromServer]] = set()

    def check(self, table: Table, frames: dict[int, list[bytes]]) -> None:
        for reader, letters in frames.items():
            for frame in letters:
                message = wire.decode_server(frame)
                self.seen.add(type(message))
                over = isinstance(message, Results)
                search(frame, [] if over else [self.seed])
                if isinstance(message, Board | Step):
                    assert may_see(table, reader, message.player)
                    racer = table.race.racers[message.player]
                    piles = dict(enumerate(message.piles)) if isinstance(message, Board) else (
                        message.piles
                    )
                    for pile, cards in piles.items():
                        assert cards == covered(racer.play.state.piles[pile])


def covered(pile: bytes) -> bytes:
    """What may be seen of a pile, said once more."""
    return bytes(HIDDEN if card & 0x80 else card for card in pile)


def may_see(table: Table, reader: int, racer: int) -> bool:
    [room] = table.lobby.rooms.values()
    member = room.members[reader]
    return reader == racer or not member.seated or room.settings.show_boards


def search(frame: bytes, secrets: list[str]) -> None:
    """Look for face-down cards that can be told apart, and for secret words, in a frame."""
    for secret in secrets:
        assert secret.encode() not in frame
        if len(secret) == 32:
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


def anonymous(frames: dict[int, list[bytes]], seed: str) -> dict[int, list[bytes]]:
    """The frames without the seed's hash, and the seed: where that may be is the watchdog's."""
    promised = commitment(seed).encode()
    return {
        reader: [
            frame.replace(promised, b"hash").replace(seed.encode(), b"seed") for frame in letters
        ]
        for reader, letters in frames.items()
    }


def set_out(setting: Setting, *, show_boards: bool, seed: str) -> tuple[Table, Watchdog]:
    """A race of ann and bob which cat watches, just begun."""
    lobby = Lobby(chance=Chance(seed=lambda: seed))
    table, dog = Table(lobby), Watchdog(seed)
    wish = Settings(
        setting.name, dict(setting.options), show_boards=show_boards, countdown=1, time_limit=7200
    )
    dog.check(table, table.say(ANN, CreateRoom(wish)))
    code = next(iter(lobby.rooms))
    for player, message in [
        (BOB, JoinRoom(code)),
        (CAT, WatchRoom(code)),
        (DAN, ListRooms()),
        (ANN, StartRace(anyway=True)),
    ]:
        frames = table.say(player, message)
        dog.check(table, frames)
        assert not any(
            isinstance(wire.decode_server(frame), Board | Step)
            for letters in frames.values()
            for frame in letters
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
    table, dog = set_out(setting, show_boards=show_boards, seed=seed)
    # One twin has nothing in common that cannot be seen; the other differs only where no move
    # comes soon, so that it also stays alike when cards are turned up or shuffled.
    kinds = [(exchange_all, another), (exchange_deep, seed)]
    twins: list[Table | None] = [None, None]
    alike = 0
    for _ in range(STEPS):
        for i, (exchange, other) in enumerate(kinds):
            if twins[i] is None:
                twins[i] = twin = table.twin(exchange, chance, other)
                for reader in (ANN, BOB, CAT):
                    frames = copy.deepcopy(table).say(reader, Resync())
                    assert anonymous(frames, seed) == anonymous(
                        copy.deepcopy(twin).say(reader, Resync()), other
                    )
        player, message = wishes(table, chance)
        frames = table.say(player, message)
        dog.check(table, frames)
        for i, (_, other) in enumerate(kinds):
            twin = twins[i]
            assert twin is not None
            same = anonymous(twin.say(player, message), other)
            if twin.views != table.views:
                twins[i] = None
            elif not (setting.name in ENDS_BY_HIDDEN_CARDS and ended(table, twin)):
                assert anonymous(frames, seed) == same
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
