"""The lobby and everything in it through histories that nobody thought of, beside a small model.

Whatever happens, afterwards the journal, the lobby and every client know what the model says.
A longer run: `SAMEDEAL_HISTORIES=5000 python -m pytest` and this file.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.play import Entry, Play
from engine.state import Action
from protocol import deal_code, wire
from protocol.certificate import certificate, wins
from protocol.deals import deals_of
from protocol.messages import (
    Act,
    Board,
    Chat,
    CreateRoom,
    FromClient,
    GiveUp,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    PlayDaily,
    Practice,
    Practise,
    Progress,
    RaceStarted,
    Refused,
    Rematch,
    Results,
    Resync,
    Rooms,
    Said,
    SetReady,
    Settings,
    Standing,
    StartRace,
    Step,
    StopLooking,
    Undo,
    WatchRoom,
)
from server.chance import Chance
from server.rooms.deals.certified import Wish
from server.rooms.lobby import Lobby
from server.rooms.opening import Opening
from server.rooms.output import Outgoing
from server.rooms.records import Entered, Player, Record
from server.rooms.refusal import Refusal
from tests.server.model import (
    ANSWERS,
    CLOCK_EVERY,
    LIMITS,
    TODAY,
    Client,
    Journal,
    Model,
    Racer,
    Room,
)
from tests.server.play import ANN, BOB, BOT, CAT, DAN
from tests.server.stock.fake_foundry import QUICK, certified

HISTORIES = int(os.environ.get("SAMEDEAL_HISTORIES", "150"))
PLAYERS = {player.id: player for player in (ANN, BOB, CAT, DAN, BOT)}

EXITS = {"give up": "gave up", "disconnected": "disconnected"}
"""What the journal calls it when a racer is out of the race, and what the standings do."""

players = st.sampled_from(list(PLAYERS.values()))
SOLVED = ("thirteens", "block-ten", QUICK)
"""Games of which deals that can be won are found at once; the first of them has bands."""
kinds = st.one_of(
    st.sampled_from(["thirteens", "clock", "klondike", "4x13", "block-ten"]).map(Settings),
    st.sampled_from(
        [Settings(game, deals=deals) for game in SOLVED for deals in deals_of(game, {})]
    ),
)
wishes = st.builds(
    replace,
    kinds,
    time_limit=st.sampled_from([10, 7200, 7200]),
    seats=st.integers(1, 3),
    countdown=st.sampled_from([0, 3]),
    show_boards=st.booleans(),
    undo=st.sampled_from([True, True, False]),
    listed=st.booleans(),
)
picks = st.integers(0, 10_000)
"""Which of some things: modulo how many there are."""


class Histories(RuleBasedStateMachine):
    """A server's life, crashes included."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000_000
        self.drawn = 0
        self.deals = 0
        """How many deals that can be won were found."""
        self.waited = 0
        """How long nobody has looked what is due."""
        self.model, self.journal = Model(), Journal()
        self.clients = {player: Client() for player in PLAYERS}
        self.online = set(PLAYERS)
        self.wished: dict[int, tuple[Settings, bool]] = {}
        """What each race is of, and whether its deal had to be one that can be won."""
        self.answered: dict[tuple[int, int, int], tuple[Entry, Step]] = {}
        """The answer to each entry of each player in each race, by its number."""
        self.crash_next = False
        """Whether the next thing that happens is lost in a crash before it is written down."""
        self.lobby = self._lobby()

    def _lobby(self) -> Lobby:
        chance = Chance(
            token=lambda: f"token {self._draw()}",
            code=lambda: "ABCDEFGHJK"[self._draw() % 10] + "AAAAA",
            seed=lambda: f"seed {self._draw()}",
            stream=lambda: f"stream {self._draw()}",
        )
        lobby = Lobby(LIMITS, race_ids=self.journal.race_ids, chance=chance)
        lobby.daily = TODAY
        return lobby

    def _draw(self) -> int:
        self.drawn += 1
        return self.drawn

    # What happens ---------------------------------------------------------------------------------

    @initialize(wish=wishes, others=st.integers(0, 3), racing=st.booleans())
    def begin(self, wish: Settings, others: int, racing: bool) -> None:
        self.say(ANN, CreateRoom(wish))
        if racing and wish.deals != "any":
            self.find_deals(0, 1)
        for player in (BOB, CAT, BOT)[:others]:
            if not self.model.problems(player, JoinRoom(self.some_code(0))):
                self.say(player, JoinRoom(self.some_code(0)))
        if racing:
            self.get_ready(0)
            self.wait(3000)

    @rule(player=players, wish=wishes)
    def create(self, player: Player, wish: Settings) -> None:
        self.say(player, CreateRoom(wish))

    @rule(player=players, wish=wishes, seed=picks, moves=st.lists(picks, max_size=30))
    def practise(self, player: Player, wish: Settings, seed: int, moves: list[int]) -> None:
        """Practise a deal, perhaps after some moves of another game of it."""
        play, actions = Play(catalogue.make(wish.game), str(seed)), list[Action]()
        for move in moves:
            legal = play.game.legal_actions(play.game.view(play.state))
            if play.outcome() or not legal:
                break
            actions.append(legal[move % len(legal)])
            play.enter(actions[-1])
        code = deal_code.write(wish.game, {}, str(seed))
        opening = Opening.again(Practice(code, 1, ANN.id, ANN.name, len(moves)), actions)
        self.say(player, Practise(race=1, player=ANN.id, number=len(moves)), opening)

    @rule(player=players)
    def play_daily(self, player: Player) -> None:
        """Make the attempt of the day, or practise its deal."""
        if (TODAY.day, player.id) in self.journal.made:
            self.say(player, PlayDaily(), Opening.again(TODAY.practice()))
        else:
            assert not self.lobby.has_attempted(TODAY.day, player.id)
            self.say(player, PlayDaily())

    @rule(player=players, pick=picks)
    def join(self, player: Player, pick: int) -> None:
        self.say(player, JoinRoom(self.some_code(pick)))

    @rule(player=players, pick=picks)
    def watch(self, player: Player, pick: int) -> None:
        self.say(player, WatchRoom(self.some_code(pick)))

    @rule(
        player=players,
        message=st.sampled_from(
            [
                LeaveRoom(),
                GiveUp(),
                Resync(),
                ListRooms(),
                Rematch(),
                StartRace(),
                StopLooking(),
                Chat("good luck"),
            ]
        ),
    )
    def ask(self, player: Player, message: FromClient) -> None:
        self.say(player, message)

    @rule(player=players, ready=st.booleans())
    def set_ready(self, player: Player, ready: bool) -> None:
        self.say(player, SetReady(ready))

    @precondition(lambda self: any(r.phase == "lobby" for r in self.model.rooms.values()))
    @rule(pick=picks)
    def get_ready(self, pick: int) -> None:
        """Everybody in a room says so, then the host starts the race."""
        waiting = [room for room in self.model.rooms.values() if room.phase == "lobby"]
        room = waiting[pick % len(waiting)]
        for here in list(room.members.values()):
            self.say(here.player, SetReady(True))
        if room.members:
            self.say(PLAYERS[room.host], StartRace())

    @precondition(lambda self: any(r.phase == "lobby" for r in self.model.rooms.values()))
    @rule(pick=picks)
    def start(self, pick: int) -> None:
        waiting = [room for room in self.model.rooms.values() if room.phase == "lobby"]
        self.say(PLAYERS[waiting[pick % len(waiting)].host], StartRace(anyway=True))

    @precondition(lambda self: any(r.wish for r in self.model.rooms.values()))
    @rule(pick=picks, count=st.integers(1, 2))
    def find_deals(self, pick: int, count: int) -> None:
        """Have some deals lie ready that can be won, of a game that a room is set to."""
        wish, settings = self.some_wish(pick)
        for _ in range(count):
            self.deals += 1
            deal = certified(self.deals, settings.game)
            self.lobby.shelf.put(wish, deal)
            self.model.shelf.setdefault((settings.game, settings.deals), []).append(deal)

    @precondition(lambda self: any(r.wish for r in self.model.rooms.values()))
    @rule(pick=picks)
    def find_no_deal(self, pick: int) -> None:
        wish, settings = self.some_wish(pick)
        self.lobby.shelf.despair(wish)
        self.model.vain.add((settings.game, settings.deals))

    @precondition(lambda self: any(r.phase == "finished" for r in self.model.rooms.values()))
    @rule(pick=picks)
    def rematch(self, pick: int) -> None:
        done = [room for room in self.model.rooms.values() if room.phase == "finished"]
        self.say(PLAYERS[done[pick % len(done)].host], Rematch())

    @precondition(lambda self: self.racing)
    @rule(pick=picks, moves=st.lists(picks, min_size=1, max_size=40))
    def play(self, pick: int, moves: list[int]) -> None:
        racer = self.some_racer(pick)
        for move in moves:
            legal = racer.game.legal_actions(racer.view)
            if racer not in self.racing or not legal:
                break
            action = wire.pack_action(legal[move % len(legal)])
            self.say(racer.player, Act(len(racer.entries), action))

    @precondition(lambda self: len(self.racing) > 1)
    @rule(pick=picks, moves=st.integers(1, 10), later=st.sampled_from([0, 70]))
    def follow(self, pick: int, moves: int, later: int) -> None:
        """Do what somebody else in the same race has done, perhaps a little later."""
        self.now += later
        self.waited += later
        leader = self.some_racer(pick)
        room = self.model.room_of(leader.player.id)
        for racer in self.racing:
            if self.model.room_of(racer.player.id) is room and racer is not leader:
                for entry in leader.entries[len(racer.entries) :][:moves]:
                    if racer.refuses(entry):
                        break
                    self.say(racer.player, as_message(len(racer.entries), entry))

    @precondition(lambda self: self.racing)
    @rule(pick=picks)
    def all_give_up(self, pick: int) -> None:
        room = self.model.room_of(self.some_racer(pick).player.id)
        for racer in self.racing:
            if self.model.room_of(racer.player.id) is room:
                self.say(racer.player, GiveUp())

    @precondition(lambda self: self.racing)
    @rule(pick=picks, times=st.integers(1, 3))
    def undo(self, pick: int, times: int) -> None:
        racer = self.some_racer(pick)
        for _ in range(times):
            self.say(racer.player, Undo(len(racer.entries)))

    @precondition(lambda self: self.racing)
    @rule(pick=picks, number=st.integers(0, 60), action=st.lists(st.integers(0, 20), max_size=3))
    def forge(self, pick: int, number: int, action: list[int]) -> None:
        if len(action) != 2:
            self.say(self.some_racer(pick).player, Act(number, action))

    @precondition(lambda self: self.racing)
    @rule(
        pick=picks,
        action=st.lists(st.integers(0, 20), min_size=3, max_size=3),
        race=st.integers(0, 4),
    )
    def try_anything(self, pick: int, action: list[int], race: int) -> None:
        racer = self.some_racer(pick)
        self.say(racer.player, Act(len(racer.entries), action, race))

    @precondition(lambda self: any(racer.entries for racer in self.racing))
    @rule(pick=picks, back=st.integers(1, 5))
    def repeat(self, pick: int, back: int) -> None:
        """Say again what was said before, as after a lost connection."""
        racer = self.some_racer(pick)
        if not racer.entries:
            return
        number = max(0, len(racer.entries) - back)
        self.say(racer.player, as_message(number, racer.entries[number]))

    @rule(player=players)
    def outsider(self, player: Player) -> None:
        """Move without a race, or in the one that one is in."""
        self.say(player, Act(0, [0]))
        self.say(player, Undo(0))

    @rule(player=players)
    def drop(self, player: Player) -> None:
        if player.id in self.online:
            self.online.remove(player.id)
            self.happen(
                lambda: self.lobby.dropped(player.id, self.now),
                lambda _: self.model.dropped(player.id, self.now),
            )

    @rule(player=players, knows=st.booleans())
    def come_back(self, player: Player, knows: bool) -> None:
        if player.id not in self.online:
            self.arrive(player, knows=knows)

    @rule(milliseconds=st.sampled_from([1, 50, 150, 999, 3000, 9000, 10_000, 31_000]))
    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.waited += milliseconds
        for code in list(self.lobby.rooms):
            if code in self.model.rooms:  # And was not closed by a crash in between.
                room = self.model.rooms[code]
                self.happen(
                    lambda code=code: self.lobby.tick(self.lobby.rooms[code], self.now),  # type: ignore[misc]
                    lambda records, room=room: self.model.tick(room, self.now, records),  # type: ignore[misc]
                )
        self.waited = 0

    @rule(milliseconds=st.sampled_from([1, 40, 400, 10_000]))
    def be_busy(self, milliseconds: int) -> None:
        """Let time go by without looking what is due."""
        self.now += milliseconds
        self.waited += milliseconds

    @rule(clean=st.booleans(), downtime=st.sampled_from([0, 500, 10**6]))
    def restart(self, clean: bool, downtime: int) -> None:
        """Stop and start again, as when told to or as after `kill -9`."""
        if clean:
            clocks = [room.round.read_clock(self.now) for room in self.lobby.rooms.values()]
            self.journal.write([clock for clock in clocks if clock is not None], PLAYERS)
        self.begin_again(downtime)

    @rule()
    def crash_soon(self) -> None:
        self.crash_next = True

    # How it is done -------------------------------------------------------------------------------

    @property
    def racing(self) -> list[Racer]:
        return [
            racer
            for room in self.model.rooms.values()
            if room.phase == "running" and room.race
            for racer in room.race.racers.values()
            if racer.player.id in room.members and racer.player.id in self.online
        ]

    def some_racer(self, pick: int) -> Racer:
        return self.racing[pick % len(self.racing)]

    def some_wish(self, pick: int) -> tuple[Wish, Settings]:
        """Return which deals one of the rooms wants that does not take any."""
        wanting = [room.settings for room in self.model.rooms.values() if room.wish]
        settings = wanting[pick % len(wanting)]
        wish = Wish.by(settings)
        assert wish is not None
        return wish, settings

    def some_code(self, pick: int) -> str:
        codes = [*self.model.rooms, "ZZZZZZ"]
        return codes[pick % len(codes)]

    def say(self, player: Player, message: FromClient, opening: Opening | None = None) -> None:
        """Let the lobby and the model take a message, and compare."""
        if player.id not in self.online:
            self.arrive(player)
        problems = self.model.problems(player, message)
        if problems:
            with pytest.raises(Refusal) as caught:
                self.lobby.receive(player, message, self.now, opening=opening)
            assert caught.value.code in problems
            assert str(caught.value)
            assert self.lobby.take() == ([], []), "a refusal changes nothing"
            return
        if isinstance(message, Act | Undo):
            self.say_entry(player, message)
            return
        outgoing = self.happen(
            lambda: self.lobby.receive(player, message, self.now, opening=opening),
            lambda records: self.model.do(player, message, self.now, records),
        )
        self.expect_answer(player, message, outgoing)

    def expect_answer(self, player: Player, message: FromClient, outgoing: list[Outgoing]) -> None:
        told = [sent.message for sent in outgoing if player.id in sent.players]
        room = self.model.room_of(player.id)
        match message:
            case _ if not outgoing:  # It was lost in a crash, or there was nothing to say.
                pass
            case LeaveRoom():
                assert LeftRoom() in told
            case Chat(text):
                [said] = [m for m in told if isinstance(m, Said)]
                assert (said.player, said.name, said.text) == (player.id, player.name, text)
                assert room is not None
                heard = {p for x in outgoing if isinstance(x.message, Said) for p in x.players}
                assert heard == set(room.members)
            case ListRooms():
                [rooms] = [m for m in told if isinstance(m, Rooms)]
                listed = {r.code for r in self.model.rooms.values() if r.settings.listed}
                assert {info.code for info in rooms.rooms} == listed

    def say_entry(self, player: Player, message: Act | Undo) -> None:
        entry: Entry = "undo" if isinstance(message, Undo) else wire.parse_action(message.action)
        room = self.model.room_of(player.id)
        assert room is not None
        assert room.race is not None
        racer = room.race.racers[player.id]
        key = (room.race.id, player.id, message.number)
        expected = len(racer.entries)
        refused = self.model.refuses(player.id, message.number, entry, self.now)
        readers = {member for member in room.members if room.may_see(member, player.id)}
        outgoing = self.happen(
            lambda: self.lobby.receive(player, message, self.now),
            lambda records: self.model.do(player, message, self.now, records),
        )
        if not outgoing:  # Lost in a crash.
            return
        before = self.answered.get(key)
        known = before is not None and before[0] == entry and message.number < expected
        old = message.number < max(
            expected - ANSWERS, racer.given
        )  # It is not known any more what it was.
        kind = Board if old else Refused | Step
        answers = [x for x in outgoing if isinstance(x.message, kind)]
        assert len(answers) == 1, "one answer to each entry"
        [(to, answer)] = answers
        if refused and (known or old):
            assert to == (player.id,)
            assert isinstance(answer, Board) or (before is not None and answer == before[1])
        elif refused:
            assert isinstance(answer, Refused)
            assert to == (player.id,)
            assert (answer.number, answer.expected) == (message.number, expected)
            assert answer.reason
        else:
            assert isinstance(answer, Step)
            assert set(to) == readers
            assert (answer.player, answer.number) == (player.id, expected + 1)
            assert answer.status == racer.status
            assert key not in self.answered, "no entry is done twice"
            self.answered[key] = (entry, replace(answer, seq=0))

    def arrive(self, player: Player, *, knows: bool = False) -> None:
        """Come back, and tell what one knows, or know nothing any more."""
        self.online.add(player.id)
        if not knows or self.model.room_of(player.id) is None:
            self.clients[player.id] = Client()
        client = self.clients[player.id]
        stream = client.room.stream if client.room else ""
        client.back = True
        self.happen(
            lambda: self.lobby.arrived(player.id, self.now, stream, client.seen),
            lambda _: self.model.arrived(player.id),
        )
        client.back = False

    def happen(
        self, does: Callable[[], object], follows: Callable[[list[Record]], object]
    ) -> list[Outgoing]:
        """Do something to the lobby and to the model; return what was sent for it.

        A crash in between: what was decided was neither written nor told.
        """
        does()
        records, outgoing = self.lobby.take()
        if self.crash_next and records:
            self.crash_next = False
            self.begin_again(0)
            return []
        rights = self.rights()
        self.journal.write(records, PLAYERS)
        follows(records)
        rights |= self.rights()
        self.note_races()
        entered = [r for r in records if isinstance(r, Entered) and r.entry not in EXITS]
        back = {player for player, client in self.clients.items() if client.back}
        steps = [
            x
            for x in outgoing
            # Who comes back is told the steps again that were missed.
            if isinstance(x.message, Step) and x.message.seq and not back.issuperset(x.players)
        ]
        assert len(entered) == len(steps), "what is told is written, and the other way round"
        for sent in outgoing:
            self.deliver(sent, rights)
        return outgoing

    def rights(self) -> set[tuple[int, int]]:
        """Who may see whose board, should there be a race."""
        return {
            (reader, racer)
            for room in self.model.rooms.values()
            for reader in room.members
            for racer in PLAYERS
            if room.may_see(reader, racer)
        }

    def note_races(self) -> None:
        """Note what is raced now: a room may be gone when its results are told."""
        for room in self.model.rooms.values():
            if room.race:
                race = room.race.id
                certain = bool(room.daily) or room.wish is not None
                self.wished.setdefault(race, (room.settings, certain))

    def deliver(self, sent: Outgoing, rights: set[tuple[int, int]]) -> None:
        message = sent.message
        assert len(set(sent.players)) == len(sent.players)
        if isinstance(message, Results):
            assert commitment(message.seed) == message.commitment
            self.check_solution(message)
            assert all(standing.status != "racing" for standing in message.standings)
        for player in sent.players:
            if isinstance(message, Board | Step):
                assert (player, message.player) in rights
            if player in self.online:
                # As it is read from the wire.
                self.clients[player].hear(wire.decode_server(wire.encode(message)))
        if isinstance(message, RaceStarted | Progress | Results):
            places = [standing.place for standing in message.standings]
            assert places == sorted(places)

    def check_solution(self, message: Results) -> None:
        """See that what was certified before the race wins its deal, and that it is told."""
        settings, wished = self.wished[message.race]
        assert bool(message.certificate) == bool(message.solution) == wished
        if message.certificate:
            assert message.certificate == certificate(message.seed, message.solution)
            assert wins(catalogue.make(settings.game), message.seed, message.solution)

    def begin_again(self, downtime: int) -> None:
        running = [r.race for r in self.model.rooms.values() if r.race and r.phase == "running"]
        for race in running:
            lost = race.elapsed(self.now) - self.journal.clock(race.id)
            assert 0 <= lost < CLOCK_EVERY + self.waited
        self.now += downtime
        self.online.clear()
        clocks = {race: self.journal.clock(race) for race in self.journal.races}
        self.lobby = self._lobby()
        self.lobby.restore(self.journal.rooms(PLAYERS), self.now, self.fail)
        records, _ = self.lobby.take()  # Nobody is connected who could be told.
        self.journal.write(records, PLAYERS)
        self.model.restart(self.now, clocks)

    def fail(self, warning: str) -> None:
        raise AssertionError(warning)

    # What always holds ----------------------------------------------------------------------------

    @invariant()
    def the_journal_is_as_the_model_says(self) -> None:
        stored = {room.code: room for room in self.journal.rooms(PLAYERS)}
        assert stored.keys() == self.model.rooms.keys()
        for code, room in self.model.rooms.items():
            kept = stored[code]
            assert (kept.host, kept.settings) == (room.host, room.settings)
            assert dict(kept.members) == {h.player: h.seated for h in room.members.values()}
            assert (kept.practice, kept.daily) == (room.practice, room.daily)
            if room.race:
                assert kept.race is not None
                assert (room.race.id in self.journal.uncounted) == (room.practice is not None)
                assert (room.race.id in self.journal.attempts) == bool(room.daily)
                assert (kept.race.id, kept.race.seed) == (room.race.id, room.race.seed)
                assert kept.race.over == (room.phase == "finished")
                assert kept.race.certified == room.race.certified
                for racer in room.race.racers.values():
                    written = self.journal.entries(room.race.id, racer.player.id)
                    own = racer.entries[racer.given :]
                    assert [entry for entry in written if entry not in EXITS] == own
                    exits = [EXITS[str(entry)] for entry in written if entry in EXITS]
                    assert exits == [racer.status] * (racer.status in EXITS.values())

    @invariant()
    def the_lobby_is_as_the_model_says(self) -> None:
        assert self.lobby.rooms.keys() == self.model.rooms.keys()
        for player in PLAYERS:
            there, room = self.lobby.room_of(player), self.model.room_of(player)
            assert (there and there.code) == (room and room.code)
        for code, room in self.model.rooms.items():
            there = self.lobby.rooms[code]
            assert there.members.host in room.members
            assert there.phase == room.phase
            assert there.looking == (room.search == "looking")
            assert {
                h.player.id: (h.seated, h.ready, h.connected) for h in room.members.values()
            } == {m.player: (m.seated, m.ready, m.connected) for m in there.members.values()}
            assert room.count(seated=True) <= room.settings.seats
            assert room.count(seated=False) <= LIMITS.spectators
            if room.race:
                assert there.race is not None
                if room.phase == "running":
                    assert there.race.elapsed(self.now) == room.race.elapsed(self.now)
                assert plain(there.race.standings()) == room.race.standings()

    @invariant()
    def every_client_knows_what_the_model_says(self) -> None:
        for player in self.online:
            client, room = self.clients[player], self.model.room_of(player)
            if room is None:
                assert client.room is None
                continue
            assert client.room is not None
            assert (client.room.code, client.room.host) == (room.code, room.host)
            assert client.room.phase == room.phase
            assert client.room.search == room.search
            assert client.room.practice == (room.practice and room.practice.practice)
            assert client.room.daily == room.daily
            assert {
                m.player: (m.name, m.seated, m.ready, m.connected, m.bot)
                for m in client.members.values()
            } == {
                h.player.id: (h.player.name, h.seated, h.ready, h.connected, h.player.bot)
                for h in room.members.values()
            }
            self.knows_the_race(player, client, room)

    def knows_the_race(self, player: int, client: Client, room: Room) -> None:
        if room.race is None:
            assert client.race is None
            assert client.results is None
            return
        assert client.race == room.race.id
        assert (client.results is not None) == (room.phase == "finished")
        if client.results is not None:
            assert client.results.seed == room.race.seed
            assert plain(client.standings) == room.race.standings()
        for racer in room.race.racers.values():
            if room.may_see(player, racer.player.id):
                assert client.boards[racer.player.id] == (len(racer.entries), racer.view)


def as_message(number: int, entry: Entry) -> Act | Undo:
    """What a client says to do an entry."""
    return Undo(number) if entry == "undo" else Act(number, wire.pack_action(entry))


def plain(standings: list[Standing]) -> dict[int, Standing]:
    """Standings by player, without what hangs on connections."""
    return {s.player: replace(s, connected=True) for s in standings}


TestHistories = Histories.TestCase
TestHistories.settings = settings(max_examples=HISTORIES, stateful_step_count=40, database=None)
TestHistories.pytestmark = [pytest.mark.timeout(0)]  # type: ignore[attr-defined]  # To shrink.


def test_a_step_that_somebody_missed_is_told_again_and_written_once() -> None:
    history = Histories()
    history.begin(wish=Settings("thirteens", countdown=0, show_boards=True), others=1, racing=True)
    history.drop(player=ANN)
    history.play(pick=0, moves=[0])
    history.come_back(player=ANN, knows=True)
    history.every_client_knows_what_the_model_says()
    history.the_journal_is_as_the_model_says()


@pytest.mark.parametrize("countdown", [0, 3])
def test_who_missed_a_rematch_in_a_crash_knows_the_next_race_and_no_other(countdown: int) -> None:
    history = Histories()
    wish = Settings("thirteens", countdown=countdown)
    history.begin(wish=wish, others=1, racing=True)
    history.all_give_up(pick=0)
    history.crash_soon()
    history.rematch(pick=0)
    history.rematch(pick=0)
    history.start(pick=0)
    history.come_back(player=BOB, knows=True)
    history.every_client_knows_what_the_model_says()


def test_an_attempt_at_a_daily_deal_goes_on_after_a_crash_and_is_the_only_one() -> None:
    history = Histories()
    history.begin(wish=Settings("thirteens"), others=0, racing=False)
    history.play_daily(player=BOB)
    history.start(pick=1)
    history.wait(milliseconds=3000)
    history.play(pick=0, moves=[0, 1])
    history.restart(clean=False, downtime=500)
    history.come_back(player=BOB, knows=True)
    history.every_client_knows_what_the_model_says()
    history.the_journal_is_as_the_model_says()
    history.join(player=CAT, pick=1)
    history.play(pick=0, moves=[0])
    history.all_give_up(pick=0)
    assert history.journal.made == {(TODAY.day, BOB.id)}
    history.rematch(pick=0)
    history.the_journal_is_as_the_model_says()
    history.ask(player=BOB, message=LeaveRoom())
    history.play_daily(player=BOB)
    history.start(pick=1)
    history.wait(milliseconds=1)
    history.the_journal_is_as_the_model_says()
    history.every_client_knows_what_the_model_says()
    assert len(history.journal.attempts) == 1


@pytest.mark.parametrize("found", [True, False])
def test_a_room_that_looks_is_told_what_came_of_it(found: bool) -> None:
    history = Histories()
    history.begin(wish=Settings(QUICK, deals="winnable", countdown=0), others=1, racing=False)
    history.get_ready(pick=0)
    history.every_client_knows_what_the_model_says()
    (history.find_deals(pick=0, count=2) if found else history.find_no_deal(pick=0))
    history.wait(milliseconds=1)
    [room] = history.model.rooms.values()
    assert (room.phase, room.search) == (("running", "none") if found else ("lobby", "no deal"))
    history.every_client_knows_what_the_model_says()
    history.the_lobby_is_as_the_model_says()
    if not found:
        history.start(pick=0)
        history.wait(milliseconds=1)
        assert room.search == "looking", "asked again, it is looked for again"
        history.the_lobby_is_as_the_model_says()
    else:
        history.all_give_up(pick=0)
        history.rematch(pick=0)
        history.crash_soon()
        history.start(pick=0)  # Lost, and the deal with it.
        history.start(pick=0)
        assert [(room.phase, room.search) for room in history.model.rooms.values()] == [
            ("lobby", "looking")
        ]
        assert len(history.journal.races) == 1
