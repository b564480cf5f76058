"""Answers to questions about the past: leaderboards, profiles and replays.

They read from the disk, beside the moves and for as long as they take.  So they have a reader of
their own (nobody's hello waits behind them), and each address has its turn and its share
(`server.reception.lookup_turns`).  Who has gone is not answered: the question is broken off.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from engine.catalogue import BadOption, UnknownGame
from engine.state import Action
from protocol import deal_code
from protocol.certificate import packed
from protocol.forms import BadMessage, Form
from protocol.messages import (
    MAX_POSITIONS,
    MAX_SOLUTION,
    SOLUTION,
    Daily,
    DailyResult,
    FromServer,
    GetAnalysis,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOverview,
    GetOwnData,
    GetPast,
    GetPositions,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetReplay,
    GetRoomPast,
    GhostOf,
    Leaderboard,
    Overview,
    OwnData,
    OwnDataPart,
    Past,
    Period,
    PlayDaily,
    Practise,
    Profile,
    RaceGhosts,
    Ratings,
    Replay,
    RoomPast,
    WireAction,
)
from protocol.wire import parse_action, parse_entry
from server.analysis.analyses import Analyses, Key
from server.analysis.analyst import Game
from server.bounds import Limits
from server.dailies.days import Days
from server.network.connection import BoundedConnection
from server.reception.day_lookups import DayLookups
from server.reception.lookup_turns import Bill, LookupTurns
from server.reception.playback import (
    play_back,
    play_curve,
    play_daily,
    play_ghost,
    play_solution,
    play_to,
    play_won,
    with_solution,
)
from server.rooms import opening
from server.rooms.lobby import Lobby
from server.rooms.opening import Opening
from server.rooms.races.ghost import GhostGame, UntrueGame
from server.rooms.records import PastGame
from server.rooms.refusal import Refusal
from server.storage import leaderboard, replays
from server.storage.database import Damaged, Reader
from server.storage.past import evenings
from server.storage.privacy import own_data
from server.storage.ratings import lists as rating_lists
from server.storage.records import career
from server.storage.records.overview import OverviewCache

log = logging.getLogger(__name__)

T = TypeVar("T")

Lookup: TypeAlias = (
    GetLeaderboard
    | GetOverview
    | GetProfile
    | GetRatings
    | GetRatingCourse
    | GetReplay
    | GetPositions
    | GetPast
    | GetRoomPast
    | GetOwnData
    | GetDaily
    | GetDailies
)

ASKED: Final = 1.0
"""What any question costs, whatever the answer: a millisecond, about."""
LONGEST = 10.0
"""Seconds after which a question is broken off."""
BYTES: Final = 16 * 1024
"""Bytes of an answer that cost as much."""
ENTRIES: Final = 2000
"""Entries of a race that cost as much to read, or to pass over."""
PLAYED: Final = 25
"""Entries that cost as much to play again: ten to eighty microseconds each."""
PERIODS: Final[dict[Period, float]] = {"all": 2, "day": 2, "week": 3, "month": 8, "year": 40}
"""What a leaderboard costs that is not kept."""
COUNTED: Final = 1000
"""Players on a leaderboard who cost as much to count."""
RANKED: Final = 100
"""Players who cost as much where one of them is below the rows that are told."""
OVERVIEW: Final = 40
"""What an overview costs that is not kept."""
CAREER: Final = 1000
"""Races of a player that cost as much where all of them are read, or two thousand of rivals'."""
RATINGS: Final = 2
"""What a list of ratings costs, beside what its players do."""
POINTS: Final = 100
"""Points of a rating's course that cost as much as a question."""
CURVES: Final = 1000
"""The small curves that are kept."""
_NO_REPLAY: Final = (
    "there is no such race, that player was not in it, it is not over (for its spectators either), "
    "or its room had a password and you were not there"
)
"""All in one sentence, so that nobody learns which it is: whether it is over, say."""
_NOT_THERE: Final = "you were in no room that evening, so there is nothing of it to tell you"
_TWO_DEALS: Final = "these games are not all on the same deal; choose such as are"
_NO_GHOST: Final = (
    "that game cannot be played again to its end, by the rules that there are now; race against "
    "another one"
)


def _sendable(message: FromServer, form: Form) -> bytes:
    """Return an answer as it is sent.

    Raises:
        Damaged: something in it, from the disk, is such that no client could read it.
    """
    encoded = form.encode(message)
    try:
        form.decode_server(encoded.decode() if form.text else encoded)
    except BadMessage as error:
        raise Damaged(f"what is written there makes no sense: {error}") from error
    return encoded


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(LONGEST):
            yield
    except TimeoutError:
        log.warning("a question took too long", extra={"seconds": LONGEST})
        text = "that takes too long at the moment; try again later"
        raise Refusal("too fast", text) from None


class DayRoom(NamedTuple):
    """What a room for the deal of a day is for."""

    opening: Opening | None
    """Where it begins, for practice; None for an attempt."""


class Lookups:
    """Looks things up in the database, as far as the player who asks may know them already."""

    def __init__(
        self,
        reader: Reader,
        lobby: Lobby,
        analyses: Analyses,
        limits: Limits,
        days: Days,
        keep_chat: int = 0,
    ) -> None:
        """Ask `reader`, and nobody else does; `lobby` knows who is where, and sees what late.

        `days` says which day it is; `keep_chat` is for how many days what is said in rooms is kept.
        """
        self.days = DayLookups(reader, lobby, days)
        self._curves: OrderedDict[int, list[int]] = OrderedDict()
        """The small curves of attempts at daily deals, by their races."""
        self._reader, self._lobby, self._analyses = reader, lobby, analyses
        self._keep_chat = keep_chat
        self._leaderboards = leaderboard.LeaderboardCache(reader)
        self._overviews = OverviewCache(reader)
        self._replays = replays.ReplayCache()
        self.turns = LookupTurns(limits)

    async def answer(
        self, connection: BoundedConnection, player: int, message: Lookup
    ) -> bytes | None:
        """Return what a player asks for, as it is sent; None if the connection is gone meanwhile.

        Raises:
            Refusal: there is no such thing, the player may not see it (yet), or asks too much.
        """
        return await self._while_there(connection, self._in_turn(connection, player, message))

    async def opening(
        self, connection: BoundedConnection, player: int, message: Practise | RaceGhosts
    ) -> Opening | None:
        """Return where a player wants to play on in a finished race, or race against some in it.

        None as for `answer`.

        Raises:
            Refusal: as for `answer`.
        """
        match message:
            case Practise():
                question = self._opening(connection, player, message)
            case RaceGhosts(ghosts):
                question = self._against(connection, player, ghosts)
        return await self._while_there(connection, question)

    async def of_code(
        self, connection: BoundedConnection, player: int, begun: Opening
    ) -> Opening | None:
        """Return the opening of a code that was typed, with what is known to win its deal.

        That is the solution of a race which the player may look at.  None as for `answer`.

        Raises:
            Refusal: the player asks too much.
        """
        return await self._while_there(connection, self._of_code(connection, player, begun))

    async def game(
        self, connection: BoundedConnection, player: int, message: GetAnalysis
    ) -> Game | None:
        """Return the finished game that a player wants analysed; None as for `answer`.

        Raises:
            Refusal: as for `answer`.
        """
        return await self._while_there(connection, self._game(connection, player, message))

    async def _while_there(
        self, connection: BoundedConnection, question: Coroutine[Any, Any, T]
    ) -> T | None:
        """Return what comes of a question, or None as soon as the connection is gone."""
        if connection.close_code is not None:
            question.close()
            return None  # What it had sent before is read still.
        looking = asyncio.create_task(question)
        leaving = asyncio.create_task(connection.wait_closed())
        try:
            await asyncio.wait((looking, leaving), return_when=asyncio.FIRST_COMPLETED)
            return looking.result() if looking.done() else None
        finally:
            leaving.cancel()
            if not looking.done():
                looking.cancel()
                await asyncio.wait([looking])
            del looking  # It knows what it raised, which knows this frame: a circle.

    async def _in_turn(self, connection: BoundedConnection, player: int, message: Lookup) -> bytes:
        async with self.turns.turn(connection.address) as bill, _in_time():
            bill.add(ASKED)
            form = connection.form
            match message:
                case GetLeaderboard():
                    answer = _sendable(await self._leaderboard(player, message, bill), form)
                case GetOverview():
                    answer = _sendable(await self._overview(player, bill), form)
                case GetProfile(other):
                    answer = _sendable(await self._profile(player, other, bill), form)
                case GetRatings(family, season):
                    bill.add(RATINGS)
                    ratings = await self._ratings(player, family, season)
                    bill.add(ratings.listed / COUNTED)
                    answer = _sendable(ratings, form)
                case GetRatingCourse(other, family):
                    course = await rating_lists.course(self._reader, other, family, player)
                    bill.add(len(course.points) / POINTS)
                    answer = _sendable(course, form)
                case GetDaily():
                    answer = _sendable(await self._daily(player, message, bill), form)
                case GetDailies():
                    month, ranked = await self.days.dailies(player, message)
                    bill.add(ranked / COUNTED)
                    answer = _sendable(month, form)
                case GetPast() | GetRoomPast():
                    answer = _sendable(await self._past(player, message, bill), form)
                case GetOwnData(section, race, number):
                    asked = OwnDataPart(section, race, number)
                    answer = _sendable(await self._own_data(player, asked, bill), form)
                case GetReplay(race, racer, won):
                    filed = await self._filed(player, race, racer)
                    key = replays.Answer(race, racer, form, won=won)
                    answer = await self._replay(key, filed, bill)
                case GetPositions(race, racer, number, won):
                    filed = await self._filed(player, race, racer)
                    key = replays.Answer(race, racer, form, number // MAX_POSITIONS, won)
                    answer = await self._positions(key, filed, bill)
            bill.add(len(answer) / BYTES)
            return answer

    async def _opening(
        self, connection: BoundedConnection, player: int, message: Practise
    ) -> Opening:
        async with self.turns.turn(connection.address) as bill, _in_time():
            bill.add(ASKED)
            race, racer = message.race, message.player
            filed = await self._filed(player, race, racer)
            replay = await self._read(race, racer, filed, bill)
            solutions = await self._solutions(replay)
            if message.won:
                won = await self._won(replay, bill)
                replay = replace(won, name=replay.name)
            played = min(message.number, len(replay.entries)) + sum(map(len, solutions))
            bill.add(played / PLAYED)
            return await play_to(replay, message.number, solutions, filed.daily)

    async def day_room(
        self, connection: BoundedConnection, player: int, message: PlayDaily
    ) -> DayRoom | None:
        """Return what a player's room for a day's deal is for; None as for `answer`.

        Raises:
            Refusal: there is no such day, or it is not for this player.
        """
        return await self._while_there(connection, self._day_room(connection, player, message))

    async def _day_room(
        self, connection: BoundedConnection, player: int, message: PlayDaily
    ) -> DayRoom:
        async with self.turns.turn(connection.address) as bill, _in_time():
            bill.add(ASKED)
            practised = await self.days.practised(player, message.day)
            if practised is None:
                return DayRoom(None)
            bill.add(len(practised.deal.solution) / PLAYED)
            return DayRoom(await play_daily(practised))

    async def _daily(self, player: int, message: GetDaily, bill: Bill) -> Daily:
        daily, ranked = await self.days.daily(player, message)
        bill.add(ranked / COUNTED)
        if daily.own is None:
            return daily
        return replace(daily, curve=await self._curve(daily.own, bill))

    async def _curve(self, own: DailyResult, bill: Bill) -> list[int]:
        """Return the small curve of an attempt that is over; none where its moves are gone."""
        if own.race not in self._curves:
            filed = await replays.find_filed(self._reader, own.race, own.player)
            if filed is None or filed.forgotten:
                return []
            replay = await self._read(own.race, own.player, filed, bill)
            bill.add(len(replay.entries) / PLAYED)
            self._curves[own.race] = await play_curve(replay)
            if len(self._curves) > CURVES:
                self._curves.popitem(last=False)
        return self._curves[own.race]

    async def _of_code(self, connection: BoundedConnection, player: int, begun: Opening) -> Opening:
        async with self.turns.turn(connection.address) as bill, _in_time():
            bill.add(ASKED)
            deal = deal_code.read(begun.practice.code)
            race = await replays.find_solved(self._reader, *deal)
            filed = await replays.find_filed(self._reader, race, SOLUTION) if race else None
            if filed is None or not await self._may_see(player, race, filed):
                return begun
            bill.add(filed.solution / PLAYED)
            solution = await replays.find_solution(self._reader, race)
            return await with_solution(begun, [*map(parse_action, solution)])

    async def _against(
        self, connection: BoundedConnection, player: int, wanted: Sequence[GhostOf]
    ) -> Opening:
        async with self.turns.turn(connection.address) as bill, _in_time():
            games, daily = [], ""
            for race, racer in dict.fromkeys((each.race, each.player) for each in wanted):
                bill.add(ASKED)
                filed = await self._filed(player, race, racer)
                replay = await self._read(race, racer, filed, bill)
                bill.add(len(replay.entries) / PLAYED)
                games.append(await self._ghost(replays.past_game(replay, filed)))
                daily = daily or filed.daily
            try:
                return Opening.against(games, daily)
            except ValueError:
                raise Refusal("bad option", _TWO_DEALS) from None

    @staticmethod
    async def _ghost(past: PastGame) -> GhostGame:
        try:
            return await play_ghost(past)
        except UntrueGame as error:
            log.warning("nobody can race against it: %s", error)
            raise Refusal("unknown replay", _NO_GHOST) from None

    async def _solutions(self, replay: Replay) -> list[list[Action]]:
        """Return what is known to win the deal of a replay: that of its analysis goes first."""
        race, racer = replay.race, replay.player
        found = []
        if (known := self._analyses.kept(Key(race, racer))) and known.solution:
            before = opening.standing(map(parse_entry, replay.entries[: known.won_until]))
            found.append([*before, *map(parse_action, known.solution)])
        if certified := await replays.find_solution(self._reader, race):
            found.append([*map(parse_action, certified)])
        return found

    async def _game(self, connection: BoundedConnection, player: int, message: GetAnalysis) -> Game:
        async with self.turns.turn(connection.address) as bill, _in_time():
            bill.add(ASKED)
            race, racer = message.race, message.player
            filed = await self._filed(player, race, racer)
            replay = await self._read(race, racer, filed, bill)
            solution = [*await replays.find_solution(self._reader, race)]
            if not solution:
                solution = await self._how_it_was_won(replay, bill)
            return Game(replay.game, replay.options, replay.seed, replay.entries, solution)

    async def _how_it_was_won(self, replay: Replay, bill: Bill) -> list[WireAction]:
        """Return what won the deal of a race for somebody; nothing where nobody has won it."""
        winner = next((each.player for each in replay.racers if each.status == "won"), None)
        filed = winner and await replays.find_filed(self._reader, replay.race, winner)
        if not winner or not filed:
            return []
        won = await self._read(replay.race, winner, filed, bill)
        actions = packed(opening.standing(map(parse_entry, won.entries)))
        return [*actions] if len(actions) <= MAX_SOLUTION else []

    async def _leaderboard(self, player: int, message: GetLeaderboard, bill: Bill) -> Leaderboard:
        period = message.period
        asked = (message.game, message.options, period, message.deals)
        if not message.game:
            bill.add(PERIODS["month"])  # of all games, but not for each who asks
            raced = await self._leaderboards.raced_most(message.deals)
            if raced is None:
                return Leaderboard("", {}, period=period, deals=message.deals)
            game, options = raced
            asked = (game, dict(options), period, message.deals)
        try:
            found = self._leaderboards.kept(*asked)
            if found is None:
                bill.add(PERIODS[period])
                found = await self._leaderboards.leaderboard(*asked)
            listed = found.board.listed
            bill.add((listed.fastest + listed.best + listed.players) / COUNTED)
        except UnknownGame as error:
            raise Refusal("unknown game", str(error)) from None
        except BadOption as error:
            raise Refusal("bad option", str(error)) from None
        if leaderboard.is_further_down(found.board, player):
            bill.add(PERIODS[period] + found.board.listed.players / RANKED)
        return await leaderboard.as_seen_by(self._reader, found, player)

    async def _overview(self, player: int, bill: Bill) -> Overview:
        if not self._overviews.kept:
            bill.add(OVERVIEW)
        return await self._overviews.seen_by(player)

    async def _profile(self, player: int, other: int, bill: Bill) -> Profile:
        profile = await leaderboard.profile(self._reader, other, player)
        if profile is None:
            raise Refusal("unknown player", "there is no such player here")
        bill.add((profile.races + min(profile.races, career.MET)) / CAREER)
        won = await career.streaks(self._reader, other)
        return replace(
            profile,
            ratings=await rating_lists.of_player(self._reader, other),
            streak=won.now,
            best_streak=won.best,
            rivals=await career.rivals(self._reader, other, player),
        )

    async def _ratings(self, player: int, family: str, season: int) -> Ratings:
        ratings = await rating_lists.highest(self._reader, family, season, player)
        if ratings is None:
            raise Refusal("bad option", "there is no such season: 0 is the one that is going on")
        return ratings

    async def _past(
        self, player: int, message: GetPast | GetRoomPast, bill: Bill
    ) -> Past | RoomPast:
        keeps = self._keep_chat
        match message:
            case GetPast(before):
                told = await evenings.latest(self._reader, player, before, keeps)
            case GetRoomPast(evening, before):
                found = await evenings.one(self._reader, player, evening, before, keeps)
                if found is None:
                    raise Refusal("not allowed", _NOT_THERE)
                told = found
        bill.add(told.looked_at / ENTRIES)
        return told.answer

    async def _own_data(self, player: int, asked: OwnDataPart, bill: Bill) -> OwnData:
        part = await own_data.read_part(self._reader, player, asked)
        bill.add(part.looked_at / ENTRIES)
        return OwnData(section=asked.section, rows=part.text, next=part.next)

    async def _filed(self, player: int, race: int, racer: int) -> replays.Filed:
        """Return what is known of a racer's race without its moves.

        Raises:
            Refusal: it is not for this player.
        """
        filed = await replays.find_filed(self._reader, race, racer)
        if filed is None or not await self._may_see(player, race, filed):
            raise Refusal("unknown replay", _NO_REPLAY)
        return filed

    async def _replay(self, asked: replays.Answer, filed: replays.Filed, bill: Bill) -> bytes:
        kept = self._replays.find(asked, filed)
        if kept is not None:
            return kept
        replay = await self._wanted(asked, filed, bill)
        encoded = _sendable(replay, asked.form)
        self._replays.keep(asked, filed, encoded)
        return encoded

    async def _positions(self, asked: replays.Answer, filed: replays.Filed, bill: Bill) -> bytes:
        """Return a part of a replay's positions, or the last one if there are not so many."""
        kept = self._replays.find(asked, filed)
        if kept is not None:
            return kept
        replay = await self._wanted(asked, filed, bill)
        bill.add(len(replay.entries) / PLAYED)
        wanted = b""
        part = 0
        async for positions in play_back(replay, filed.solution):
            # The others are asked for next, and playing begins with the deal each time.
            encoded = _sendable(positions, asked.form)
            self._replays.keep(asked._replace(part=part), filed, encoded)
            if part <= asked.part:
                wanted = encoded
            part += 1
        return wanted

    async def _wanted(self, asked: replays.Answer, filed: replays.Filed, bill: Bill) -> Replay:
        replay = await self._read(asked.race, asked.player, filed, bill)
        return await self._won(replay, bill) if asked.won else replay

    async def _won(self, replay: Replay, bill: Bill) -> Replay:
        """Return how a racer could still have won, if that was found out here.

        Raises:
            Refusal: it was not.
        """
        known = self._analyses.kept(Key(replay.race, replay.player))
        if known is not None:
            bill.add((len(replay.entries) + len(known.solution)) / PLAYED)
            if won := await play_won(replay, known):
                return won
        text = "how that game could be won is not known here any more; analyse it again"
        raise Refusal("unknown replay", text)

    async def _read(self, race: int, racer: int, filed: replays.Filed, bill: Bill) -> Replay:
        if racer == SOLUTION:
            bill.add(filed.solution / PLAYED)
            solution = await replays.find_solution(self._reader, race)
            return await play_solution(race, filed, solution)
        bill.add(filed.entries / ENTRIES)
        try:
            return await replays.read_replay(self._reader, race, racer, filed)
        except replays.ForgottenReplay:
            raise Refusal("unknown replay", "its moves are not kept any more") from None

    async def _may_see(self, player: int, race: int, filed: replays.Filed) -> bool:
        """Return whether a race is for a player: seen, and without a password or from within."""
        if self._lobby.hides(player, race):
            return False
        if filed.daily and not await self.days.knows(player, filed.daily):
            return False
        room = self._lobby.room_of(player)
        return (
            not filed.locked
            or (room is not None and room.round.showed(player, race))
            or await replays.was_in(self._reader, race, player)
        )
