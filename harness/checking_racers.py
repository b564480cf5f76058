"""Racers who go on whatever becomes of the server, and check that it loses nothing.

They remember all that was acknowledged to them. In the end, `faults` returns what is not as it was
promised: every acknowledged entry has to be in the database, none twice, every result has to be
what the journal leads to, and every client's board the server's.
"""

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from client.bots.bot import Bot, Hosting
from client.session.address import Address
from client.session.session import Session
from engine import catalogue
from engine.chance import commitment
from engine.game import Game, IllegalAction
from engine.play import Entry, Play
from engine.state import State
from protocol import wire
from protocol.certificate import certificate, wins
from protocol.forms import BadMessage
from protocol.messages import (
    Board,
    Countdown,
    Deals,
    FromServer,
    RaceStarted,
    Refused,
    Results,
    Settings,
    Solution,
    Standing,
    Status,
    Step,
)
from server.rooms.races.race import EXITS
from server.storage.sqlite.files import FILE_NAME

ANY: Final[Deals] = "any"
GAMES: Final = ("klondike", "freecell", "4x13", "montana", "golf", "thirteens")
CERTIFIED: Final[tuple[tuple[str, Deals], ...]] = (
    ("gay-gordons", "winnable"),
    ("thirteens", "easy"),
    ("thirteens", "hard"),
    ("thirteens", "medium"),
)
"""What rooms are raced on that want deals that can be won: games of which these are soon found."""
PACE: Final = 0.12
"""Seconds between two bursts of moves, give or take the half: within what a server takes."""
MOST_PENDING: Final = 20
LULL: Final = 5.0
"""Seconds after which the next kill comes even if hardly anything was acknowledged."""


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds that comes of other tasks' work."""
    while not condition():  # noqa: ASYNC110 (what is waited for has no event)
        await asyncio.sleep(0.01)


class CheckingSession(Session):
    """A session that notes what it asked for and what was acknowledged."""

    def __init__(self, name: str) -> None:
        super().__init__(name, bot=True)
        self.asked: dict[tuple[int, int], list[Entry]] = {}
        """What was sent, by race and number."""
        self.acknowledged: dict[tuple[int, int], Entry] = {}
        self.outcomes: dict[int, list[Standing]] = {}
        """The results that were told, by race."""
        self.certificates: dict[int, str] = {}
        """What was told of each race's deal before its first card; empty where any would do."""
        self.again = 0
        """Entries that were sent more than once."""
        self.wrong: list[str] = []
        """What cannot be, as it was heard."""

    def _send_entry(self, entry: Entry, number: int) -> None:
        assert self.race is not None
        before = self.asked.setdefault((self.race.number, number), [])
        self.again += bool(before)
        before.append(entry)
        super()._send_entry(entry, number)

    def receive(self, frame: bytes | str, now: float) -> FromServer:
        """Take in a frame; note what it acknowledges."""
        try:
            message = super().receive(frame, now)
        except BadMessage as error:
            self.wrong.append(f"{self.name}: a bad message: {error}")
            raise
        match message:
            case Step(player=self.player) if self.race:
                self._note((self.race.number, message.number - 1))
            case Refused() if message.number < message.expected:
                self.wrong.append(f"{self.name}: another entry is in its place: {message}")
            case Countdown() | RaceStarted():
                self._certify(message.race, message.certificate)
            case Results(race, _, standings):
                self.outcomes[race] = standings
                self._certify(race, message.certificate)
                if message.certificate != sealed(message.seed, message.solution):
                    self.wrong.append(
                        f"{self.name}: race {race} has another solution than was told"
                    )
        return message

    def _certify(self, race: int, certificate: str) -> None:
        if self.certificates.setdefault(race, certificate) != certificate:
            self.wrong.append(f"{self.name}: the deal of race {race} is another one than was told")

    def _note(self, which: tuple[int, int]) -> None:
        if which not in self.asked:
            self.wrong.append(f"{self.name}: {which} was acknowledged, but never asked for")
            return
        entry = self.asked[which][-1]
        if self.acknowledged.setdefault(which, entry) != entry:
            self.wrong.append(f"{self.name}: {which} was acknowledged twice, as two entries")


class CheckingRacer(Bot):
    """A racer who plays any legal move, in bursts without waiting, and takes some back."""

    def __init__(
        self, address: Address, name: str, room: str | Hosting, chance: random.Random
    ) -> None:
        """Race in a room, as `client.bots.bot.Bot` does."""
        super().__init__(address, name, room, chance=chance)
        self.session: CheckingSession = CheckingSession(name)
        self.resting = False
        self.boards = 0
        """Boards of its own that it was sent."""

    def _leaves(self, message: FromServer) -> bool:
        if isinstance(message, Board) and message.player == self.session.player:
            self.boards += 1
        return super()._leaves(message)

    async def _move(self) -> None:
        session, chance = self.session, self._chance
        while not self.resting:
            await asyncio.sleep(PACE * chance.uniform(0.5, 1.5))
            track = session.track
            if track is None or self.resting:
                continue
            for _ in range(chance.randint(1, 5)):
                if track.status != "racing" or len(track.pending) >= MOST_PENDING:
                    break
                legal = track.game.legal_actions(track.view)
                if track.can_undo and (not legal or chance.random() < 0.15):
                    session.undo()
                elif legal:
                    session.act(chance.choice(legal))

    async def settled(self) -> None:
        """Wait until everything is answered."""
        self.resting = True
        await until(lambda: self.session.track is not None and not self.session.track.pending)

    async def compare(self) -> None:
        """Ask for everything again; what comes has to be what is known."""
        await until(lambda: self.session.track is not None)  # A race may have ended meanwhile.
        track = self.session.track
        assert track is not None
        known, number, boards = track.view, track.number, self.boards
        while self.boards == boards:
            self.session._resync(time.monotonic())
            self.session.wake(time.monotonic())
            with suppress(TimeoutError):  # Then the line was cut, and the question with it.
                async with asyncio.timeout(LULL):
                    await until(lambda: self.boards > boards)
        if (track.view, track.number) != (known, number):
            self.session.wrong.append(
                f"{self.session.name}: the server has another board, at {track.number}, "
                f"than the client, at {number}"
            )

    async def give_up(self) -> None:
        """Give up, and wait for the results."""
        await until(lambda: self.session.race is not None)
        assert self.session.race is not None
        race = self.session.race.number
        while race not in self.session.outcomes:
            self.session.give_up()
            await asyncio.sleep(0.2)


@dataclass
class CheckingRacers:
    """Several rooms of racers, each with a game of its own."""

    address: Address
    racers: list[CheckingRacer] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def gather(
        self,
        count: int,
        seats: int,
        chance: random.Random,
        longest: int = 600,
        *,
        certified: bool = False,
    ) -> None:
        """Seat them, and wait until all are racing; a race takes `longest` seconds at most.

        If deals are to be `certified`, every second room wants such as can be won.
        """
        for start in range(0, count, seats):
            number = start // seats
            game, deals = GAMES[number % len(GAMES)], ANY
            if certified and number % 2:
                game, deals = CERTIFIED[number // 2 % len(CERTIFIED)]
            settings = Settings(
                game,
                deals=deals,
                countdown=0,
                time_limit=chance.choice((10, 20, longest)) if start else longest,
                show_boards=chance.random() < 0.5,
            )
            size = min(seats, count - start)
            host = self._add(start, Hosting(settings, racers=size, rest=0.2), chance)
            making = asyncio.create_task(host.room_code())
            await self.until(making.done)
            code = making.result()
            for number in range(start + 1, start + size):
                self._add(number, code, chance)
        await self.until(lambda: all(racer.session.track for racer in self.racers))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds; raises what has ended a racer meanwhile."""

        def looked() -> bool:
            self.check()
            return condition()

        await until(looked)

    def _add(self, number: int, room: str | Hosting, chance: random.Random) -> CheckingRacer:
        own = random.Random(chance.random())
        racer = CheckingRacer(self.address, f"Racer {number}", room, own)
        self.racers.append(racer)
        self.tasks.append(asyncio.create_task(racer.run(), name=racer.session.name))
        return racer

    def check(self) -> None:
        """Raise what has ended a racer, if anything has."""
        for task in self.tasks:
            if task.done():
                task.result()
                raise RuntimeError(f"{task.get_name()} has left the race")

    @property
    def acknowledged(self) -> int:
        """How many entries were acknowledged so far."""
        return sum(len(racer.session.acknowledged) for racer in self.racers)

    @property
    def again(self) -> int:
        """How many entries were sent again."""
        return sum(racer.session.again for racer in self.racers)

    async def finish(self) -> None:
        """Come to rest, compare all boards with the server's, and end all races."""
        for what in (CheckingRacer.settled, CheckingRacer.compare, CheckingRacer.give_up):
            async with asyncio.timeout(30):
                await asyncio.gather(*(what(racer) for racer in self.racers))
        self.check()

    async def leave(self) -> None:
        """Let everybody go."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def some_moves(company: CheckingRacers, count: int) -> None:
    """Wait until so many more entries are acknowledged, but not for ever."""
    enough = company.acknowledged + count
    with suppress(TimeoutError):
        async with asyncio.timeout(LULL):
            await until(lambda: company.acknowledged >= enough)


# What has to be true in the end -------------------------------------------------------------------


@dataclass
class _Racer:
    """One racer's race as the database has it."""

    game: Game
    seed: str
    over: bool
    result: tuple[Any, ...]
    """Status, score, place, moves and milliseconds."""
    entries: list[tuple[Any, int]] = field(default_factory=list)
    """What was done, and when."""


def faults(data: Path, sessions: Iterable[CheckingSession]) -> list[str]:
    """Return what is wrong in the database at `data`, held against what these were told."""
    stored, wrong = _read(data)
    for session in sessions:
        wrong += session.wrong
        wrong += _lost_or_twice(session, stored)
    races: dict[int, list[tuple[Any, ...]]] = {}
    for (race, player), racer in stored.items():
        wrong += _unlike(racer, f"race {race}, player {player}")
        if racer.over:
            races.setdefault(race, []).append(racer.result)
    wrong += _wrong_deals(data)
    for race, results in races.items():
        ranks = [_rank(result) for result in results]
        places = [result[2] for result in results]
        if places != [1 + sum(other < rank for other in ranks) for rank in ranks]:
            wrong.append(f"race {race}: the places {places} are not those of {results}")
    return wrong


def _read(data: Path) -> tuple[dict[tuple[int, int], _Racer], list[str]]:
    stored: dict[tuple[int, int], _Racer] = {}
    wrong = []
    uri = f"{(data / FILE_NAME).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        for race, player, settings, seed, promise, ended, *result in database.execute(
            "SELECT race, player, settings, seed, commitment, ended, "
            "status, score, place, moves, milliseconds FROM racers JOIN races ON id = race"
        ):
            chosen = msgspec.json.decode(settings, type=Settings)
            game = catalogue.make(chosen.game, chosen.options)
            stored[race, player] = _Racer(game, seed, ended is not None, tuple(result))
            if commitment(seed) != promise:
                wrong.append(f"race {race}: the seed is not the one promised")
        for race, player, text, at in database.execute(
            "SELECT race, player, entry, milliseconds FROM entries ORDER BY race, number"
        ):
            stored[race, player].entries.append((msgspec.json.decode(text), at))
    return stored, wrong


def _wrong_deals(data: Path) -> list[str]:
    """Return what is wrong with deals that can be won: those raced, and those still in stock."""
    wrong, raced = list[str](), dict[str, int]()
    uri = f"{(data / FILE_NAME).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        for race, settings, seed, told, solution in database.execute(
            "SELECT id, settings, seed, certificate, solution FROM races ORDER BY id"
        ):
            chosen = msgspec.json.decode(settings, type=Settings)
            if (chosen.deals == ANY) != (not told):
                wrong.append(f"race {race}: {chosen.deals} deals, and the certificate is {told!r}")
            if not told:
                continue
            if raced.setdefault(seed, race) != race:
                wrong.append(f"race {race}: the deal is that of race {raced[seed]}")
            actions = msgspec.json.decode(solution, type=Solution)
            if sealed(seed, actions) != told:
                wrong.append(f"race {race}: the solution is not the one certified")
            elif not wins(catalogue.make(chosen.game, chosen.options), seed, actions):
                wrong.append(f"race {race}: the solution does not win")
        wrong += [
            f"race {raced[seed]}: its deal is still in stock"
            for (seed,) in database.execute("SELECT seed FROM stock")
            if seed in raced
        ]
    return wrong


def sealed(seed: str, solution: Solution) -> str:
    """Return the certificate of a solution; nothing where there is none."""
    return certificate(seed, solution) if solution else ""


def _lost_or_twice(session: CheckingSession, stored: dict[tuple[int, int], _Racer]) -> list[str]:
    wrong = []
    entries = {
        race: [entry for entry, _ in racer.entries if entry not in ("give up", "disconnected")]
        for (race, player), racer in stored.items()
        if player == session.player
    }
    for (race, number), entry in session.acknowledged.items():
        done = entries.get(race, [])
        if number >= len(done) or done[number] != wire.pack_entry(entry):
            wrong.append(f"{session.name}: entry {number} of race {race} ({entry}) is lost")
    for race, done in entries.items():
        for number, entry in enumerate(done):
            asked = map(wire.pack_entry, session.asked.get((race, number), []))
            if entry not in asked:
                wrong.append(f"{session.name}: entry {number} of race {race} was not asked for")
    track = session.track
    if session.race and track:
        racer = stored[session.race.number, session.player]
        done = entries[session.race.number]
        if track.number != len(done):
            wrong.append(f"{session.name}: holds entry {track.number}, the server {len(done)}")
        with suppress(IllegalAction):  # That is told elsewhere.
            state, *_ = _replayed(racer)
            if track.view != racer.game.view(state):
                wrong.append(f"{session.name}: shows another board than the server has")
    return wrong


def _replayed(racer: _Racer) -> tuple[State, str, int]:
    """Play a racer's journal again; return the position, the status, and when it was reached.

    Raises:
        IllegalAction: the rules refuse an entry.
    """
    play = Play(racer.game, racer.seed)
    reached = {play.state.score: 0}
    outcome, won = play.outcome(), 0
    status: Status = outcome or "racing"
    for entry, at in racer.entries:
        if status != "racing":
            raise IllegalAction(f"{entry} comes after the end")
        if isinstance(entry, str) and entry in EXITS:
            status = EXITS[entry]
            continue
        play.enter(wire.parse_entry(entry))
        reached.setdefault(play.state.score, at)
        if outcome := play.outcome():
            status, won = outcome, at
    return play.state, status, won if status == "won" else reached[play.state.score]


def _unlike(racer: _Racer, which: str) -> list[str]:
    """Return what is not as the journal leads to."""
    times = [at for _, at in racer.entries]
    if times != sorted(times):
        return [f"{which}: its times go back"]
    try:
        state, status, at = _replayed(racer)
    except IllegalAction as error:
        return [f"{which}: {error}"]
    if not racer.over:
        return []
    moves = sum(not isinstance(entry, str) or entry not in EXITS for entry, _ in racer.entries)
    told, score, _, counted, milliseconds = racer.result
    if status == "racing":
        status = "out of time"
    found = (status, state.score, moves, at)
    if found != (told, score, counted, milliseconds):
        return [f"{which}: the result is {racer.result}, and the journal says {found}"]
    return []


def _rank(result: tuple[Any, ...]) -> tuple[int, ...]:
    status, score, _, _, milliseconds = result
    if status == "won":
        return (0, milliseconds, -score)
    return (1, -score, milliseconds)


def told_alike(sessions: Sequence[CheckingSession]) -> list[str]:
    """Return the races whose results were told differently to different racers."""
    told: dict[int, set[tuple[Any, ...]]] = {}
    for session in sessions:
        for race, standings in session.outcomes.items():
            ranking = tuple((s.player, s.status, s.score, s.place, s.moves) for s in standings)
            told.setdefault(race, set()).add(tuple(sorted(ranking)))
    return [
        f"race {race} was told in {len(ways)} ways" for race, ways in told.items() if len(ways) > 1
    ]
